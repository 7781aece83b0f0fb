//! Colours of reports on a terminal: of the verdict, of the values of a counterexample, and of what
//! is seldom read. And the terminal's width.

use std::io::IsTerminal;

const RESET: &str = "\u{1b}[0m";
const BOLD: &str = "\u{1b}[1m";
const DIM: &str = "\u{1b}[2m";
const RED: &str = "\u{1b}[1;31m";
const GREEN: &str = "\u{1b}[1;32m";
const YELLOW: &str = "\u{1b}[1;33m";

/// The verdicts, with their colours. One that begins like another one comes first.
const VERDICTS: [(&str, &str); 6] = [
    ("failed as expected", GREEN),
    ("failed", RED),
    ("ok", GREEN),
    ("interrupted", YELLOW),
    ("not tested", YELLOW),
    ("cannot be checked", RED),
];

/// Lines that are dim, by their beginnings.
const DETAILS: [&str; 3] = ["  replay: ", "  saved", "  note: "];

/// Returns whether an output is coloured by default: on a terminal, unless `NO_COLOR` is set and
/// not empty.
pub fn is_coloured(output: &impl IsTerminal) -> bool {
    output.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Returns the width that `COLUMNS` gives for a terminal.
pub fn columns(output: &impl IsTerminal) -> Option<usize> {
    let columns = std::env::var("COLUMNS").ok().filter(|_| output.is_terminal())?;
    columns.parse().ok().filter(|columns| *columns > 0)
}

/// Returns the text of a report with colours. The heading stays as it is.
pub fn painted(report: &str) -> String {
    let mut out = String::with_capacity(report.len() + 64);
    let mut is_value = false;
    for (number, line) in report.lines().enumerate() {
        if number > 0 {
            out.push('\n');
        }
        is_value = is_value && line.starts_with("    ");
        if is_value {
            paint(&mut out, BOLD, line);
        } else if DETAILS.iter().any(|start| line.starts_with(start)) {
            paint(&mut out, DIM, line);
        } else if let Some(rest) = line.strip_prefix("  warning: ") {
            out.push_str("  ");
            paint(&mut out, YELLOW, "warning:");
            out.push(' ');
            out.push_str(rest);
        } else if number == 0 {
            push_verdict(&mut out, line);
        } else {
            out.push_str(line);
        }
        is_value |= line.ends_with(" counterexample:") || is_number_of_several(line);
    }
    out
}

/// Appends the first line with its verdict in colour.
fn push_verdict(out: &mut String, line: &str) {
    let (heading, rest) = match line.split_once(": ") {
        Some((heading, rest)) if heading.starts_with("testing ") => (&line[..heading.len() + 2], rest),
        _ => ("", line),
    };
    out.push_str(heading);
    match VERDICTS.iter().find(|(verdict, _)| rest.starts_with(verdict)) {
        Some((verdict, color)) => {
            paint(out, color, verdict);
            out.push_str(&rest[verdict.len()..]);
        }
        None => out.push_str(rest),
    }
}

/// Returns whether a line is the heading of one of several failures, such as `  1 of 2:`.
fn is_number_of_several(line: &str) -> bool {
    let numbers = line.strip_prefix("  ").and_then(|line| line.strip_suffix(':'));
    numbers.and_then(|numbers| numbers.split_once(" of ")).is_some_and(|(number, all)| {
        [number, all].iter().all(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
    })
}

fn paint(out: &mut String, color: &str, text: &str) {
    for part in [color, text, RESET] {
        out.push_str(part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAILURE: &str = "testing a::b: failed with counterexample:\n    let n: u8 = 3;\n    let m: u8 = 4;\n  \
                           returned false\n  after 4 tests in 9ms; no smaller input\n    fails\n  warning: little\n  \
                           replay: X=1 cargo test\n  saved already: f";

    fn without_colors(painted: &str) -> String {
        let mut parts = painted.split("\u{1b}[");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |out, part| out + part.split_once('m').unwrap().1)
    }

    #[test]
    fn colors_are_all_that_is_added() {
        let several =
            "testing a: failed in 2 ways:\n\n  1 of 2:\n    n = 1\n  is false: x\n\n  2 of 2:\n    n = 2";
        for report in
            [FAILURE, several, "testing p: ok, 1 case", "ok, 1 case", "testing x: cannot be checked: y", ""]
        {
            assert_eq!(without_colors(&painted(report)), report);
        }
    }

    #[test]
    fn the_verdict_the_values_and_the_replay_differ() {
        let painted = painted(FAILURE);
        let expected = [
            format!("testing a::b: {RED}failed{RESET} with counterexample:"),
            format!("{BOLD}    let n: u8 = 3;{RESET}"),
            format!("{BOLD}    let m: u8 = 4;{RESET}"),
            "  returned false".to_owned(),
            "  after 4 tests in 9ms; no smaller input".to_owned(),
            "    fails".to_owned(),
            format!("  {YELLOW}warning:{RESET} little"),
            format!("{DIM}  replay: X=1 cargo test{RESET}"),
            format!("{DIM}  saved already: f{RESET}"),
        ];
        assert_eq!(painted.lines().collect::<Vec<_>>(), expected);
    }
}
