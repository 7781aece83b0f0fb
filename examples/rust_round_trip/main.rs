//! Prints Rust syntax trees and parses them back: does `prettyplease` print what it was given, and does `syn`?
//!
//! See the module documentation of `everycase_examples`, and `docs/case-studies.md` for what it finds.

use std::process::ExitCode;

use everycase::Space;
use everycase_examples::hunt::{self, About, Finding, Subject};
use everycase_examples::round_trip::{self, Failure, Printer, Wrong};
use everycase_examples::rust_syntax::SourceFile;

const ABOUT: About = About {
    name: "rust_round_trip",
    what: "Prints Rust syntax trees with prettyplease and with quote, and parses them back with syn.",
    inputs: "trees",
};

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
    hunt::command(&ABOUT, RoundTrip)
}
