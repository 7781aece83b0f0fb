//! The layout of comments in the sources of the crates.

use crate::rooms::{files, sources};

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

/// The phrases are also found across the end of a line. Directories of tests are left out.
#[test]
fn a_comment_says_is_not_a_and_names_the_thing_instead_of_those() {
    let mut count = 0;
    for source in sources() {
        let is_left_out = |path: &str| path.split('/').any(|folder| folder == "tests");
        for (path, text) in files(&source).iter().filter(|(path, _)| !is_left_out(path)) {
            let mut last_word = "";
            for (number, line) in (1..).zip(text.lines()) {
                let Some((code, comment)) = line.split_once("//") else {
                    last_word = "";
                    continue;
                };
                let comment = comment.trim_start_matches(['/', '!']).trim();
                let before = if code.trim().is_empty() { last_word } else { "" };
                let words = format!(" {before} {comment} ");
                let phrase = [" is no ", " those of "].into_iter().find(|phrase| words.contains(phrase));
                assert_eq!(phrase, None, "{path}.rs:{number}: {line}");
                last_word = comment.rsplit(' ').next().unwrap_or_default();
                count += 1;
            }
        }
    }
    assert!(count > 5_000, "{count} lines of comments");
}
