//! What the command says and how it ends, as transcripts: in each block of `transcripts/*.md` a command stands behind `$`,
//! its exit status behind `?` unless it is 0, then what it prints. Any text may stand where `[..]` is, as times do.
//!
//! `UPDATE=1 cargo test -p everycase-cli --test transcripts` writes down what is printed now.

#![cfg(unix)]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

/// Anything.
const ANY: &str = "[..]";

#[test]
fn the_command_says_what_the_transcripts_say() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut files: Vec<_> =
        fs::read_dir(directory).expect("transcripts").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let wrong: Vec<_> = thread::scope(|scope| {
        let runs: Vec<_> = files.iter().map(|file| scope.spawn(|| check(file))).collect();
        runs.into_iter().flat_map(|run| run.join().expect("it runs")).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Runs the commands of a file, and says which of them do not do what is written there.
fn check(file: &PathBuf) -> Vec<String> {
    let text = fs::read_to_string(file).expect("a transcript");
    let (mut now, mut wrong) = (String::new(), Vec::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let _ = writeln!(now, "{line}");
        if line != "```console" {
            continue;
        }
        let block: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
        let command = block.first().and_then(|line| line.strip_prefix("$ ")).expect("a command");
        let printed = run(command);
        let is_right = printed.len() + 1 == block.len()
            && printed.iter().zip(&block[1..]).all(|(printed, expected)| fits(printed, expected));
        if !is_right {
            wrong.push(format!("{}: {}\n{}\n", file.display(), block[0], printed.join("\n")));
        }
        let _ = writeln!(now, "{}", block[0]);
        for (i, printed) in printed.iter().enumerate() {
            // What still fits stays as it is written.
            let expected = block.get(i + 1).filter(|expected| fits(printed, expected));
            let _ =
                writeln!(now, "{}", expected.map_or_else(|| timeless(printed), |line| (*line).to_owned()));
        }
        now.push_str("```\n");
    }
    if std::env::var_os("UPDATE").is_some() && now != text {
        fs::write(file, now).expect("the transcript can be written");
    }
    wrong
}

/// The exit status of a command, unless it is 0, and the lines it prints, as from the root of the workspace.
fn run(command: &str) -> Vec<String> {
    let binary = Path::new(env!("CARGO_BIN_EXE_everycase"));
    let path = format!(
        "{}:{}",
        binary.parent().expect("a directory").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {command}")])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .env("PATH", path)
        .env("NO_COLOR", "1")
        // Nothing is left among the examples.
        .env("EVERYCASE_REGRESSIONS", "0")
        .stdin(Stdio::null())
        .output()
        .expect("there is a shell");
    let status = output.status.code().expect("an exit status");
    let printed = String::from_utf8(output.stdout).expect("text");
    let status = (status != 0).then(|| format!("? {status}"));
    status.into_iter().chain(printed.lines().map(str::to_owned)).collect()
}

/// Is a line as expected?
fn fits(line: &str, expected: &str) -> bool {
    let parts: Vec<_> = expected.split(ANY).collect();
    let [first, middle @ .., last] = &parts[..] else { return line == expected };
    let Some(rest) = line.strip_prefix(first) else { return false };
    let mut rest = rest;
    for part in middle {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    rest.ends_with(last)
}

/// A line with anything in the places of times: `in 12ms`, `"seconds":0.012`.
fn timeless(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((at, word)) =
        ["in ", "\"seconds\":"].into_iter().filter_map(|word| rest.find(word).map(|at| (at, word))).min()
    {
        let (before, after) = rest.split_at(at + word.len());
        out.push_str(before);
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
        let unit = ["ns", "µs", "ms", "s", ","].into_iter().find(|unit| after[digits..].starts_with(unit));
        rest = after;
        if let (1.., Some(unit)) = (digits, unit) {
            out.push_str(ANY);
            rest = &after[digits + if unit == "," { 0 } else { unit.len() }..];
        }
    }
    out + rest
}

#[test]
fn anything_fits_where_anything_may_stand() {
    assert!(fits("ok (in 12ms)", "ok (in [..])"));
    assert!(fits("a b c d", "a [..] d"));
    assert!(fits("same", "same"));
    assert!(!fits("ok (in 12ms", "ok (in [..])"));
    assert!(!fits("other", "same"));
    assert_eq!(timeless("ok (in 12.5ms), in all 3"), "ok (in [..]), in all 3");
    assert_eq!(timeless("{\"seconds\":0.01,\"a\":1}"), "{\"seconds\":[..],\"a\":1}");
}
