//! The values of literals.

use num_bigint::BigInt;

/// Returns the integer for digits with an optional `-`; 0 if the lexer has reported too many
/// digits.
pub(super) fn integer(text: &str) -> BigInt {
    if text.len() > super::lexer::MOST_DIGITS + 1 {
        BigInt::default()
    } else {
        text.parse().unwrap_or_default()
    }
}

/// Returns the character between quotes; an arbitrary one if the lexer has reported that there is
/// not exactly one.
pub(super) fn character(text: &str) -> char {
    self::text(text).chars().next().unwrap_or('?')
}

/// Returns the text between quotes.
pub(super) fn text(text: &str) -> String {
    let mut characters = text.chars();
    let quote = characters.next();
    let inside = characters.as_str();
    let mut inside = inside.strip_suffix(|c| Some(c) == quote).unwrap_or(inside);
    let mut result = String::with_capacity(inside.len());
    while let Some(at) = inside.find('\\') {
        result.push_str(&inside[..at]);
        let escape = &inside[at + 1..];
        let length = match escape.chars().next() {
            Some('u') => escape.find('}').map_or(escape.len(), |end| end + 1),
            Some(other) => other.len_utf8(),
            None => 0,
        };
        result.extend(escaped(&escape[..length]));
        inside = &escape[length..];
    }
    result.push_str(inside);
    result
}

/// Returns the character for an escape, given without its backslash.
pub(super) fn escaped(escape: &str) -> Option<char> {
    match escape {
        "n" => Some('\n'),
        "t" => Some('\t'),
        "\\" => Some('\\'),
        "'" => Some('\''),
        "\"" => Some('"'),
        _ => {
            let digits = escape.strip_prefix("u{")?.strip_suffix('}')?;
            char::from_u32(u32::from_str_radix(digits, 16).ok()?)
        }
    }
}
