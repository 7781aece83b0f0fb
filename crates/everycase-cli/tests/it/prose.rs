//! The layout of comments in the sources of the crates.

use crate::rooms::{files, root, sources};

/// Prose ends at 100 columns; code in examples and tables may be longer.
#[test]
fn a_line_of_prose_in_a_comment_has_at_most_100_columns() {
    let mut count = 0;
    for source in sources() {
        for (path, text) in files(&source) {
            let mut is_code = false;
            for (number, line) in (1..).zip(text.lines()) {
                let Some(comment) = line.trim_start().strip_prefix("//") else { continue };
                let comment = comment.trim_start_matches(['/', '!']).trim_start();
                is_code ^= comment.starts_with("```");
                let is_prose = !is_code && !comment.starts_with('|') && comment.contains(' ');
                count += usize::from(is_prose);
                assert!(!is_prose || line.chars().count() <= 100, "{path}.rs:{number}: {line}");
            }
        }
    }
    assert!(count > 5_000, "{count} lines of prose");
}

/// Returns a phrase that is not plain English in words with spaces around them. "There are no" and
/// "are no longer" are.
fn germanism(words: &str) -> Option<&'static str> {
    let phrases = [" is no ", " are no ", " was no ", " were no ", " those of "];
    phrases.into_iter().find(|phrase| {
        words.match_indices(phrase).any(|(at, _)| {
            let (before, after) = (&words[..at], &words[at + phrase.len()..]);
            let is_there = before.ends_with(" there") || before.ends_with(" There");
            *phrase == " is no " || !is_there && !after.starts_with("longer")
        })
    })
}

#[test]
fn germanisms_are_found_and_plain_english_is_not() {
    for words in
        [" it is no loop ", " the labels are no bounds ", " these were no runs ", " those of a list "]
    {
        assert!(germanism(words).is_some(), "{words}");
    }
    for words in
        [" there are no values ", " There were no runs ", " they are no longer chosen ", " a is not a b "]
    {
        assert_eq!(germanism(words), None, "{words}");
    }
}

/// The phrases are also found across the end of a line. Directories of tests are left out.
#[test]
fn a_comment_says_is_not_a_and_names_the_thing_instead_of_those() {
    let mut count = 0;
    for source in sources() {
        let is_left_out = |path: &str| path.split('/').any(|folder| folder == "tests");
        for (path, text) in files(&source).iter().filter(|(path, _)| !is_left_out(path)) {
            let mut last_words = String::new();
            for (number, line) in (1..).zip(text.lines()) {
                let Some((code, comment)) = line.split_once("//") else {
                    last_words.clear();
                    continue;
                };
                let comment = comment.trim_start_matches(['/', '!']).trim();
                let before = if code.trim().is_empty() { &*last_words } else { "" };
                let words = format!(" {before} {comment} ");
                assert_eq!(germanism(&words), None, "{path}.rs:{number}: {line}");
                let mut last: Vec<&str> = comment.rsplit(' ').take(2).collect();
                last.reverse();
                last_words = last.join(" ");
                count += 1;
            }
        }
    }
    assert!(count > 5_000, "{count} lines of comments");
}

/// A command prints, reports or counts; its help does not say that it tells.
#[test]
fn the_help_of_commands_does_not_tell() {
    let mut count = 0;
    let cli = root().join("crates/everycase-cli/src");
    for (path, text) in files(&cli).iter().filter(|(path, _)| path == "args" || path.starts_with("args/")) {
        for (number, line) in (1..).zip(text.lines()) {
            let is_told = line
                .split(|c: char| !c.is_alphabetic())
                .any(|word| matches!(word.to_lowercase().as_str(), "tell" | "tells" | "told"));
            assert!(!is_told, "{path}.rs:{number}: {line}");
            count += 1;
        }
    }
    assert!(count > 500, "{count} lines");
}

/// A head names what stands in the file by a noun, or says what it does.
#[test]
fn a_head_of_a_module_does_not_begin_with_a_question_word() {
    let mut count = 0;
    for source in sources() {
        for (path, text) in files(&source) {
            let Some(head) = text.lines().next().and_then(|line| line.strip_prefix("//! ")) else { continue };
            let first = head.split(' ').next().unwrap_or_default();
            assert!(!matches!(first, "What" | "Whatever" | "Whether" | "How" | "Those"), "{path}.rs: {head}");
            count += 1;
        }
    }
    assert!(count > 500, "{count} heads");
}
