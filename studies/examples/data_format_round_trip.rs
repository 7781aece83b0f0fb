//! Writes JSON5 in every way its specification allows, and gives it to three crates that read it.
//!
//! See the module documentation of `everycase_studies`, and `docs/case-studies.md` for what it finds.

use std::process::ExitCode;

use everycase::Space;
use everycase_studies::hunt::{self, About, Finding, Subject};
use everycase_studies::json5::{self, Input, Reader, Reading};

const ABOUT: About = About {
    name: "data_format_round_trip",
    what: "\
Writes JSON5 documents in every way the specification allows, and reads them with json5, json-five
and serde_json5: each has to accept the document and to read the value it means. Sequences of
tokens that are no documents are tried too: there the three should agree.",
    inputs: "texts",
};

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
    hunt::command(&ABOUT, Readers)
}
