//! Prints Rust syntax trees and parses them back: does `prettyplease` print what it was given, and does `syn`?
//!
//! See the module documentation of `everycase_studies`, and `docs/case-studies.md` for what it finds.

use std::process::ExitCode;

use everycase::Space;
use everycase_studies::hunt::{self, About, Finding, Subject};
use everycase_studies::round_trip;
use everycase_studies::rust_syntax::SourceFile;

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
        round_trip::findings(&input.to_syn())
    }

    fn is_frame(&self, constructor: &str) -> bool {
        constructor.starts_with("SourceFile::")
    }

    fn show(&self, input: &SourceFile, finding: &Finding) -> Vec<String> {
        round_trip::show(&input.to_syn(), finding)
    }
}

fn main() -> ExitCode {
    hunt::command(&ABOUT, RoundTrip)
}
