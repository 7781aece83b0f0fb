//! Writes JSON5 in every way its specification allows, and gives it to three crates that read it.
//!
//! See the module documentation of `everycase_examples`, and `docs/case-studies.md` for what it finds.

use std::process::ExitCode;

use everycase::Space;
use everycase_examples::hunt::{self, Finding, Subject};
use everycase_examples::json5::{self, Input, Reader, Reading};

const HELP: &str = "\
Writes JSON5 documents in every way the specification allows, and reads them with json5, json-five
and serde_json5: each has to accept the document and to read the value it means. Sequences of
tokens that are no documents are tried too: there the three should agree.
Every text by size as long as there is time, then samples of each size. Each distinct failure is
made as small as it gets, and printed when it is found.

Usage: data_format_round_trip [OPTIONS]

Options:
  --time TIME        how long to go through all texts: 500ms, 30s, 2m      [30s]
  --size N           all texts up to this size, however long it takes (with --time: whichever is first)
  --only KIND        one kind of input, such as documents, instead of all
  --samples N        how many texts of each size to sample, of all kinds together [1000]
                     (the paper takes 10000: about ten minutes)
  --samples-to N     up to which size                                      [100]
  --seed N           draw the samples with this seed; without it, they are evenly spaced
  --help             this text

Ctrl-C ends the search and prints what it found so far, with exit status 130; a second one ends at
once.

Examples:
  cargo run --release --example data_format_round_trip
  cargo run --release --example data_format_round_trip -- --samples 10000
  cargo run --release --example data_format_round_trip -- --only documents --time 5m
  cargo run --release --example data_format_round_trip -- --size 5 --samples 1000 --samples-to 50 --seed 7
";

struct Readers;

impl Subject for Readers {
    type Input = Input;

    fn kinds(&self) -> Vec<(&'static str, Space<Input>)> {
        Input::kinds()
    }

    fn check(&self, input: &Input) -> Vec<Finding> {
        json5::check(input)
            .into_iter()
            .map(|finding| Finding {
                who: finding.reader.name(),
                what: finding.wrong.to_string(),
                proven: true,
            })
            .collect()
    }

    fn is_frame(&self, constructor: &str) -> bool {
        matches!(constructor, "Input::Document" | "Input::Tokens" | "Document")
    }

    fn show(&self, input: &Input, _: &Finding) -> Vec<String> {
        let text = input.to_text();
        let mut lines = vec![format!("text: {text:?}")];
        lines.extend(input.meaning().map(|meaning| format!("means: {meaning:?}")));
        lines.extend(Reader::ALL.into_iter().map(|reader| {
            let reading = match reader.read(&text) {
                Reading::Value(value) => format!("{value:?}"),
                Reading::Rejected(error) => {
                    format!("error: {}", error.split('\n').collect::<Vec<_>>().join(" | "))
                }
                Reading::Panicked(message) => format!("panic: {message}"),
            };
            format!("{}: {reading}", reader.name())
        }));
        lines
    }
}

fn main() -> ExitCode {
    hunt::command("data_format_round_trip", HELP, Readers)
}
