//! Symbols of other languages: what they probably mean, and what to write in pun.

use super::kind::TokenKind;

/// How to define a function.
pub(super) const DEFINITION: &str = "a function is defined by `name x y = t .`";
/// How to declare a type.
pub(crate) const DATA: &str =
    "a type is declared by `data name = constructor type .. | constructor type .. .`";
/// How to take a value apart.
pub(super) const CASE: &str = "a value is taken apart by `case x of ; p -> a ; q -> b`";

/// A symbol of another language, the token it probably means, and help.
pub(super) const SYMBOLS: [(&str, TokenKind, &str); 13] = [
    ("!=", TokenKind::NotEqual, "`/=` says that two values differ"),
    ("!", TokenKind::Unknown, "`not a` is true where `a` is false"),
    ("&", TokenKind::And, "`&&` is the conjunction"),
    ("%", TokenKind::Mod, "`mod` is the remainder"),
    ("/", TokenKind::Div, "`div` is the division of integers, and a comment begins with `//`"),
    ("→", TokenKind::Arrow, "an arrow is `->`"),
    ("@", TokenKind::Unknown, "`append xs ys` is one list, or text, after another"),
    ("$", TokenKind::Unknown, "put an argument that is a call in parentheses: `f (g x)`"),
    ("^", TokenKind::Unknown, "there is no operator for powers; a square is `x * x`"),
    (
        "`",
        TokenKind::Unknown,
        "`div` and `mod` need no backquotes; functions stand before their arguments: `f x y`",
    ),
    ("?", TokenKind::Unknown, "`if a then b else c` chooses between two values"),
    ("#", TokenKind::Unknown, "a comment begins with `//`"),
    ("}", TokenKind::Unknown, "terms are grouped by parentheses"),
];

/// Help for `name@pattern`.
pub(super) const WHOLE: &str = "a pattern gives no name to the whole; give what is matched a name before: `let whole = a in case whole of ..`";

/// Returns the end of a foreign block comment that begins with `rest`, if there is one. `before` is
/// the text before it on its line.
pub(super) fn end_of_block(before: &str, rest: &str) -> Option<usize> {
    let (open, close) =
        [("{-", "-}"), ("/*", "*/"), ("(*", "*)")].into_iter().find(|(open, _)| rest.starts_with(open))?;
    // In other languages `(* 2)` is a function.
    if open == "(*" && !before.trim().is_empty() {
        return None;
    }
    rest[2..].find(close).map(|at| 2 + at + close.len())
}

/// Returns the help for a brace, given the text before it on its line.
pub(super) fn brace(before: &str) -> &'static str {
    let words = || before.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let has = |wanted: &[&str]| words().any(|word| wanted.contains(&word));
    let first = words().find(|word| !word.is_empty()).unwrap_or_default();
    match first {
        "data" | "enum" | "struct" | "class" | "type" | "newtype" => DATA,
        "def" | "fn" | "func" | "function" => DEFINITION,
        _ if before.trim_end().ends_with("do") => {
            "`let x = a in t` gives a value a name; there are no statements"
        }
        _ if has(&["case", "match", "switch"]) => CASE,
        _ if has(&["if", "else"]) => "`if a then b else c` chooses between two values",
        _ => "terms are grouped by parentheses",
    }
}
