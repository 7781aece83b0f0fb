//! Mistakes of beginners, each with the diagnostics it gets and with the program that was meant: `tests/mistakes/*.md`.
//! The scores are those of the messages before they had hints: 0 is misleading, 1 is true and no help, 2 names the mend.
//!
//! `UPDATE=1 cargo test -p everycase-pun --test checked` writes the transcripts anew.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use pun::diagnostic::{self, Diagnostic, Severity};
use pun::load::{LoadResult, load_text};

/// A section of a file.
struct Mistake {
    title: String,
    /// What stands between the title and the program.
    words: String,
    wrong: String,
    transcript: String,
    /// What was meant, if a program is shown.
    right: Option<String>,
}

/// The sections of a file, after what stands before the first of them.
fn read(text: &str) -> (String, Vec<Mistake>) {
    let mut parts = text.split("\n## ");
    let head = parts.next().unwrap_or_default().to_owned();
    (head, parts.map(section).collect())
}

fn section(text: &str) -> Mistake {
    let (title, text) = text.split_once('\n').expect("a title");
    let (words, text) = text.split_once("```pun wrong\n").expect("a wrong program");
    let (wrong, text) = text.split_once("```\n").expect("the end of the wrong program");
    let (_, text) = text.split_once("```text\n").expect("a transcript");
    let (transcript, text) = text.split_once("```\n").expect("the end of the transcript");
    let right = text.split_once("```pun\n").map(|(_, text)| {
        let (right, _) = text.split_once("```").expect("the end of the right program");
        right.to_owned()
    });
    Mistake {
        title: title.to_owned(),
        words: words.trim().to_owned(),
        wrong: wrong.to_owned(),
        transcript: transcript.to_owned(),
        right,
    }
}

fn written(head: &str, mistakes: &[Mistake]) -> String {
    let mut out = head.to_owned();
    for Mistake { title, words, wrong, transcript, right } in mistakes {
        let words = if words.is_empty() { String::new() } else { format!("{words}\n\n") };
        let _ = write!(out, "\n## {title}\n\n{words}```pun wrong\n{wrong}```\n\n```text\n{transcript}```\n");
        if let Some(right) = right {
            let _ = write!(out, "\n```pun\n{right}```\n");
        }
    }
    out
}

fn diagnostics(text: &str) -> (Vec<Diagnostic>, String) {
    let LoadResult { sources, diagnostics, .. } = load_text("wrong.pun", text);
    let shown = diagnostics.iter().map(|one| diagnostic::render(&sources, one, false)).collect();
    (diagnostics, shown)
}

/// Calls a function with the name and the sections of each file, and writes the sections back where that is wanted.
fn every_file(mut check: impl FnMut(&str, &mut Vec<Mistake>)) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let mut paths: Vec<_> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let (head, mut mistakes) = read(&text);
        let name = path.file_name().unwrap().to_string_lossy();
        check(&name, &mut mistakes);
        let now = written(&head, &mistakes);
        if std::env::var_os("UPDATE").is_some() && now != text {
            fs::write(&path, now).unwrap();
        }
    }
}

#[test]
fn every_mistake_gives_its_transcript() {
    let mut different = String::new();
    every_file(|file, mistakes| {
        for mistake in mistakes {
            let (_, shown) = diagnostics(&mistake.wrong);
            if shown != mistake.transcript {
                let _ = writeln!(different, "{file}: {}\n{shown}", mistake.title);
                mistake.transcript = shown;
            }
        }
    });
    assert!(different.is_empty() || std::env::var_os("UPDATE").is_some(), "{different}");
}

#[test]
fn the_first_error_of_every_mistake_comes_with_help() {
    let (mut count, mut silent) = (0, Vec::new());
    every_file(|file, mistakes| {
        // Of near misses there are some that nothing is wrong with.
        for mistake in mistakes.iter().filter(|mistake| mistake.right.is_some()) {
            count += 1;
            let (found, shown) = diagnostics(&mistake.wrong);
            let error = found.iter().find(|one| one.severity == Severity::Error);
            if error.or(found.first()).is_none_or(|first| first.help.is_none()) {
                silent.push(format!("{file}: {}\n{shown}", mistake.title));
            }
        }
    });
    assert!(count >= 60, "{count}");
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}

#[test]
fn what_was_meant_is_right() {
    every_file(|file, mistakes| {
        for Mistake { title, right, .. } in mistakes {
            let Some(right) = right else { continue };
            let (found, shown) = diagnostics(right);
            let is_right = found.iter().all(|one| one.severity == Severity::Warning);
            assert!(is_right, "{file}: {title}\n{shown}");
        }
    });
}
