//! Open arguments in the text of an expression.

use std::fmt::Write;

/// The text of an expression, or of its value, with variables for its open arguments.
pub(crate) struct NamedText {
    /// The text.
    pub(crate) text: String,
    /// The number of open arguments: `?`, `?1`, ..
    pub(crate) open: u32,
    /// The number of further open parts, `_`: results that a function does not give, and parts of
    /// values that are not evaluated.
    pub(crate) further: u32,
    /// Whether parts of a large value are left out.
    pub(crate) is_elided: bool,
}

/// The beginning of the variable of an open argument; its number follows.
pub(crate) const OPEN: &str = "open'";

/// The beginning of the variable of a further open part.
pub(crate) const FURTHER: &str = "further'";

impl NamedText {
    /// Replaces the open arguments and further open parts of a text by variables.
    pub(crate) fn of(shown: &str) -> NamedText {
        let mut named =
            NamedText { text: String::with_capacity(shown.len()), open: 0, further: 0, is_elided: false };
        let mut rest = shown;
        // Patterns are between `;` or `\` and `->`, or `.`: there `_` stands for no term.
        let mut in_pattern = false;
        while let Some((token, after)) = split(rest) {
            match token {
                _ if let Some(number) = number(token) => {
                    named.open = named.open.max(number + 1);
                    let _ = write!(named.text, "{OPEN}{number}");
                }
                "_" if !in_pattern => {
                    let _ = write!(named.text, "{FURTHER}{}", named.further);
                    named.further += 1;
                }
                _ => {
                    named.is_elided |= token == "..";
                    in_pattern = match token {
                        ";" | "\\" => true,
                        "->" | "." => false,
                        _ => in_pattern,
                    };
                    named.text.push_str(token);
                }
            }
            rest = after;
        }
        named
    }

    /// Returns the variables, first of the open arguments.
    pub(super) fn variables(&self) -> Vec<String> {
        let open = (0..self.open).map(|number| format!("{OPEN}{number}"));
        open.chain((0..self.further).map(|number| format!("{FURTHER}{number}"))).collect()
    }

    /// Returns how the variable with a number, among all of them, is written.
    pub(super) fn shown(&self, number: u32) -> String {
        if number < self.open { shown(number) } else { "_".to_owned() }
    }
}

/// Returns an expression with a value in the place of an open argument. The others are numbered
/// anew. `None` if it has no such argument.
pub(crate) fn filled(expression: &str, open: u32, value: &str) -> Option<String> {
    let (mut text, mut rest) = (String::with_capacity(expression.len() + value.len()), expression);
    let mut is_filled = false;
    while let Some((token, after)) = split(rest) {
        match number(token) {
            Some(own) if own == open => {
                is_filled = true;
                text.push_str(value);
            }
            Some(own) => text.push_str(&shown(if own > open { own - 1 } else { own })),
            None => text.push_str(token),
        }
        rest = after;
    }
    is_filled.then_some(text)
}

/// Returns how an open argument is written.
fn shown(number: u32) -> String {
    if number == 0 { "?".to_owned() } else { format!("?{number}") }
}

/// Returns the number of the open argument that a token is.
fn number(token: &str) -> Option<u32> {
    token.strip_prefix('?').map(|digits| digits.parse().unwrap_or(0))
}

/// Returns the token at the beginning of a text, and the rest.
fn split(text: &str) -> Option<(&str, &str)> {
    let first = text.chars().next()?;
    Some(text.split_at(token(text, first)))
}

/// Returns the length of the token at the beginning of a text.
fn token(text: &str, first: char) -> usize {
    let up_to = |is_inside: fn(char) -> bool| {
        let rest = &text[first.len_utf8()..];
        first.len_utf8() + rest.find(|c| !is_inside(c)).unwrap_or(rest.len())
    };
    match first {
        '?' => up_to(|c| c.is_ascii_digit()),
        '"' | '\'' => quoted(text, first),
        c if c.is_alphabetic() || c == '_' => {
            up_to(|c| c.is_alphanumeric() || matches!(c, '_' | '\'' | '-' | '.'))
        }
        '-' if text.starts_with("->") => 2,
        '.' if text.starts_with("..") => 2,
        c => c.len_utf8(),
    }
}

/// Returns the length of a text or a character in quotes.
fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{NamedText, filled};

    #[test]
    fn open_parts_get_variables_and_other_question_marks_stay() {
        let cases = [
            ("f 1 [leaf]", "f 1 [leaf]", (0, 0)),
            ("insert ? [branch ?1 2 ?2]", "insert open'0 [branch open'1 2 open'2]", (3, 0)),
            ("f \"?\\\"?\" '?' ?", "f \"?\\\"?\" '?' open'0", (1, 0)),
            ("case f ? of ; [branch x _ _] -> x", "case f open'0 of ; [branch x _ _] -> x", (1, 0)),
            (
                "map (\\x -> if x == 0 then 1 else _) ?",
                "map (\\x -> if x == 0 then 1 else further'0) open'0",
                (1, 1),
            ),
            ("queue.push x'y_z ?10", "queue.push x'y_z open'10", (11, 0)),
            ("[branch _ ?1 _]", "[branch further'0 open'1 further'1]", (2, 2)),
        ];
        for (shown, text, (open, further)) in cases {
            let named = NamedText::of(shown);
            assert_eq!((&*named.text, named.open, named.further), (text, open, further));
            assert_eq!(named.variables().len() as u32, open + further);
        }
        let named = NamedText::of("f ? ?1 (\\x -> _)");
        assert_eq!([0, 1, 2].map(|number| named.shown(number)), ["?", "?1", "_"]);
        assert!(NamedText::of("[1, 2, ..]").is_elided && !NamedText::of("\"..\"").is_elided);
    }

    #[test]
    fn an_open_argument_is_filled_and_the_others_keep_their_order() {
        let filled = |open| filled("f ? '?' ?1 (g ?2)", open, "(-1)");
        assert_eq!(filled(0).as_deref(), Some("f (-1) '?' ? (g ?1)"));
        assert_eq!(filled(1).as_deref(), Some("f ? '?' (-1) (g ?1)"));
        assert_eq!(filled(2).as_deref(), Some("f ? '?' ?1 (g (-1))"));
        assert_eq!(filled(3), None);
    }
}
