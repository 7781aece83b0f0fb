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
