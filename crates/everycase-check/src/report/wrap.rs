//! Lines of a limited width.

use std::cell::Cell;
use std::fmt::Write;

/// The maximal width of a line of a report in columns, except for values and paths.
pub const WIDTH: usize = 100;
/// The least width to which lines are broken.
const NARROW: usize = 50;

thread_local! {
    static COLUMNS: Cell<usize> = const { Cell::new(WIDTH) };
}

/// Calls a function that makes reports. Their lines are as long as the output is wide, between 50
/// and [`WIDTH`] columns; [`WIDTH`] if that is not known.
pub fn in_columns<T>(columns: Option<usize>, make: impl FnOnce() -> T) -> T {
    let outer = COLUMNS.replace(columns.map_or(WIDTH, |columns| columns.clamp(NARROW, WIDTH)));
    let made = make();
    COLUMNS.set(outer);
    made
}

/// Returns the width of the lines of the report that is made.
pub fn width() -> usize {
    COLUMNS.get()
}

/// The indentation of the lines after the first, and of their continuations.
pub(super) const INDENT: usize = 2;
pub(crate) const CONTINUED: usize = 4;

/// Appends a text as lines of at most the [`width`], broken at spaces; the lines after the
/// first are indented.
pub(crate) fn push(out: &mut String, text: &str, indent: usize) {
    let (most, mut width) = (width(), out.rsplit('\n').next().map_or(0, |line| line.chars().count()));
    let mut is_first = true;
    for word in text.split(' ') {
        let own = word.chars().count();
        if !is_first && width + 1 + own > most {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', indent));
            width = indent;
        } else if !is_first {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += own;
        is_first = false;
    }
}

/// Appends a new line.
pub(crate) fn line(out: &mut String, what: &str, text: &str) {
    out.push_str("\n  ");
    push(out, &format!("{what}{text}"), CONTINUED);
}

/// Appends lines, each indented.
pub(super) fn indented(out: &mut String, text: &str, indent: usize) {
    for line in text.lines() {
        let _ = write!(out, "\n{:indent$}{line}", "");
    }
}

#[cfg(test)]
mod tests {
    use super::{WIDTH, in_columns, push};

    #[test]
    fn lines_are_broken_at_spaces_and_never_longer_than_the_width() {
        let text = "word ".repeat(60);
        let mut out = "testing p: ".to_owned();
        push(&mut out, text.trim_end(), 4);
        assert!(out.lines().all(|line| line.len() <= WIDTH), "{out}");
        assert!(out.lines().skip(1).all(|line| line.starts_with("    word")), "{out}");
        assert_eq!(out.split_whitespace().count(), 62);
    }

    #[test]
    fn lines_are_as_long_as_the_terminal_is_wide_within_limits() {
        let text = "four ".repeat(60);
        let longest = |columns| {
            let mut out = String::new();
            in_columns(columns, || push(&mut out, text.trim_end(), 0));
            out.lines().map(str::len).max()
        };
        assert_eq!([Some(10), Some(80), Some(300), None].map(longest), [49, 79, 99, 99].map(Some));
    }

    #[test]
    fn a_word_that_is_too_long_stands_on_a_line_of_its_own() {
        let mut out = String::new();
        push(&mut out, &format!("in {} out", "x".repeat(150)), 2);
        assert_eq!(out, format!("in\n  {}\n  out", "x".repeat(150)));
    }
}
