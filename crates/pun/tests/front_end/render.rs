//! Diagnostics as people read them.

use std::time::{Duration, Instant};

use pun::diagnostic::{Diagnostic, render};
use pun::source::{FileId, Sources, Span};

fn sources(texts: &[&str]) -> Sources {
    let mut sources = Sources::default();
    for (i, text) in texts.iter().enumerate() {
        sources.add(format!("{i}.pun"), *text);
    }
    sources
}

fn span(file: u32, start: u32, end: u32) -> Span {
    Span::new(FileId(file), start, end)
}

#[test]
fn places_in_several_files_are_shown_each_with_its_line() {
    let sources = sources(&["a = b .\nb = c .\n", "first = 1 .\n\nsecond = a .\n"]);
    let diagnostic = Diagnostic::error(span(1, 22, 23), "expected integer, found boolean")
        .labelled("this is a boolean")
        .and(span(0, 8, 9), "because of this")
        .and(span(1, 13, 19), "in this definition")
        .help("compare it first");
    let expected = "\
error: expected integer, found boolean
 --> 1.pun:3:10
  |
3 | second = a .
  | ------   ^ this is a boolean
  | |
  | in this definition
  |
 ::: 0.pun:2:1
  |
2 | b = c .
  | - because of this
  |
  = help: compare it first
";
    assert_eq!(render(&sources, &diagnostic, false), expected);
    let plain = anstripped(&render(&sources, &diagnostic, true));
    assert_eq!(plain, expected);
}

/// A text without the sequences that set colours.
fn anstripped(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| out + part.split_once('m').map_or("", |(_, rest)| rest))
}

#[test]
fn a_warning_is_called_one() {
    let shown = render(&sources(&["x = 1 ."]), &Diagnostic::warning(span(0, 0, 1), "unused"), false);
    assert!(shown.starts_with("warning: unused\n --> 0.pun:1:1\n"), "{shown}");
}

#[test]
fn long_lines_are_clipped_around_the_place() {
    let text = format!("x = {}here{} .\n", "a ".repeat(1_000_000), " b".repeat(1_000_000));
    let start = text.find("here").unwrap() as u32;
    let begin = Instant::now();
    let shown = render(
        &sources(&[&text]),
        &Diagnostic::error(span(0, start, start + 4), "wrong").labelled("this"),
        false,
    );
    assert!(begin.elapsed() < Duration::from_secs(5));
    assert!(shown.contains(" here ") && shown.contains("^^^^ this"), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() < 200), "{shown}");
}

#[test]
fn a_place_of_many_lines_takes_few() {
    let text = "x = 1 .\n".repeat(10_000);
    let shown = render(&sources(&[&text]), &Diagnostic::error(span(0, 0, text.len() as u32), "wrong"), false);
    assert!(shown.lines().count() < 20, "{shown}");
}

#[test]
fn impossible_places_are_moved_into_the_text() {
    let sources = sources(&["é = 1 .", ""]);
    for (start, end) in [(1, 1), (0, 1), (1, 2), (5, 3), (7, 100), (100, 200), (8, 8)] {
        for file in [0, 1] {
            let shown = render(&sources, &Diagnostic::error(span(file, start, end), "wrong"), false);
            assert!(shown.starts_with("error: wrong\n"), "{shown}");
        }
    }
}
