//! The commands on pun's page, and what the page shows of their output.

use std::fs;
use std::path::Path;

use crate::support::{everycase, text};

#[test]
fn the_commands_on_the_page_of_pun_print_what_it_shows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("crates/pun/README.md")).unwrap();
    let mut shown = 0;
    for block in page.split("\n```sh\n").skip(1) {
        let (command, rest) = block.split_once("\n```").unwrap();
        let arguments = command.split_once("everycase -- ").expect("a command of everycase").1;
        let Some(expected) = rest.split("\n```text\n").nth(1).and_then(|rest| rest.split("\n```").next())
        else {
            panic!("no output of {command}");
        };
        let mut command = everycase(&arguments.split(' ').collect::<Vec<_>>());
        let printed = command.env("EVERYCASE_REGRESSIONS", "0").output().unwrap();
        let printed = masked(&text(&printed.stdout));
        let mut rest = printed.as_str();
        for line in expected.lines().filter(|line| !line.starts_with("  saved")) {
            let line = masked(line);
            // `..` stands for the end of a line.
            let start = line.find("..").map_or(line.as_str(), |at| &line[..at]);
            let Some(at) = rest.find(start) else {
                panic!("{start:?} is not in, or not in this order:\n{printed}")
            };
            rest = &rest[at + start.len()..];
        }
        shown += 1;
    }
    assert!(shown >= 4, "{shown} commands");
}

/// Replaces the numbers of tests and the times.
fn masked(text: &str) -> String {
    let words = text.split(' ').scan("", |before, word| {
        let is_time = *before == "in" || *before == "(in";
        let is_count = *before == "after";
        *before = word;
        let end = word.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || ".,µ".contains(c));
        Some(if (is_time || is_count) && word.starts_with(|c: char| c.is_ascii_digit()) {
            format!("N{end}")
        } else {
            word.to_owned()
        })
    });
    words.collect::<Vec<_>>().join(" ")
}
