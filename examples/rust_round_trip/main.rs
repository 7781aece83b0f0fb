//! Prints Rust syntax trees and parses them back: does `prettyplease` print what it was given, and does `syn`?
//!
//! See the module documentation of `everycase_examples`, and `docs/case-studies.md` for what it finds.

use std::process::ExitCode;

use everycase::Space;
use everycase_examples::hunt::{self, Finding, Subject};
use everycase_examples::round_trip::{self, Failure, Printer, Wrong};
use everycase_examples::rust_syntax::SourceFile;

const HELP: &str = "\
Prints Rust syntax trees with prettyplease and with quote, and parses them back with syn.
Every tree by size as long as there is time, then samples of each size. Each distinct failure is
made as small as it gets, and printed when it is found.

Usage: rust_round_trip [OPTIONS]

Options:
  --time TIME        how long to go through all trees: 500ms, 30s, 2m      [30s]
  --size N           all trees up to this size, however long it takes (with --time: whichever is first)
  --only KIND        one kind of input, such as patterns, instead of all
  --samples N        how many trees of each size to sample, of all kinds together [1000]
                     (the paper takes 10000: about ten minutes)
  --samples-to N     up to which size                                      [100]
  --seed N           draw the samples with this seed; without it, they are evenly spaced
  --help             this text

Ctrl-C ends the search and prints what it found so far, with exit status 130; a second one ends at
once.

Examples:
  cargo run --release --example rust_round_trip
  cargo run --release --example rust_round_trip -- --samples 10000
  cargo run --release --example rust_round_trip -- --only patterns --time 5m
  cargo run --release --example rust_round_trip -- --size 5 --samples 1000 --samples-to 50 --seed 7
";

struct RoundTrip;

impl Subject for RoundTrip {
    type Input = SourceFile;

    fn kinds(&self) -> Vec<(&'static str, Space<SourceFile>)> {
        SourceFile::kinds()
    }

    fn check(&self, input: &SourceFile) -> Vec<Finding> {
        round_trip::check(&input.to_syn()).iter().map(finding).collect()
    }

    fn is_frame(&self, constructor: &str) -> bool {
        constructor.starts_with("SourceFile::")
    }

    fn show(&self, input: &SourceFile, finding: &Finding) -> Vec<String> {
        let tree = input.to_syn();
        let print =
            |printer| round_trip::print(&tree, printer).unwrap_or_else(|panic| format!("panic: {panic}"));
        let mut lines = vec![format!("tree:    {}", print(Printer::Quote))];
        if finding.who == Printer::Prettyplease.name() {
            lines.extend(
                print(Printer::Prettyplease)
                    .lines()
                    .enumerate()
                    .map(|(i, line)| format!("{}{line:?}", if i == 0 { "printed: " } else { "         " })),
            );
        }
        lines
    }
}

fn finding(failure: &Failure) -> Finding {
    let what = match &failure.wrong {
        Wrong::DoesNotParse(error) => format!("does not parse: {error}"),
        Wrong::DifferentTree(place) => format!("comes back as another tree: {place}"),
        Wrong::Panics(message) => format!("panics: {message}"),
    };
    Finding { who: failure.printer.name(), what, proven: failure.proven }
}

fn main() -> ExitCode {
    hunt::command("rust_round_trip", HELP, RoundTrip)
}
