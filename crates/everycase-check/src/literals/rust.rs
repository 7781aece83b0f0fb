//! Literals of Rust text.

use super::Builder;
use super::lexer::{Lexer, Number, QuotedText, Token};

/// Adds the literals of a text. Returns the line, from 1, of a literal or comment without an end,
/// if there is one.
pub(super) fn read(source: &str, builder: &mut Builder) -> Option<usize> {
    let mut lexer = Lexer::new(source);
    take_all(&mut lexer, builder);
    let before = source.len() - lexer.cut_off()?;
    Some(super::sources::line(&source.as_bytes()[..before]))
}

fn take_all(lexer: &mut Lexer<'_>, builder: &mut Builder) {
    let mut before = Before::default();
    while let Some(token) = lexer.next() {
        match token {
            Token::Punctuation(b'[') if before.opens_attribute() => skip_brackets(lexer),
            Token::Number(number) if !before.is_field() => take_number(number, before.is_minus(), builder),
            Token::Character(inside) => {
                if let Some(text) = text(QuotedText { inside, is_raw: false })
                    && text.chars().count() == 1
                {
                    builder.text(&text);
                }
            }
            Token::Text(quoted) => {
                if let Some(text) = plain(quoted) {
                    builder.text(text);
                } else if let Some(text) = text(quoted) {
                    builder.text(&text);
                }
            }
            Token::ByteCharacter(inside) => {
                if let Some([byte]) = bytes(QuotedText { inside, is_raw: false }).as_deref() {
                    builder.integer(i128::from(*byte));
                    builder.bytes(&[*byte]);
                }
            }
            Token::Bytes(quoted) => {
                if let Some(bytes) = bytes(quoted) {
                    builder.bytes(&bytes);
                }
            }
            _ => {}
        }
        before.push(token);
    }
}

/// The punctuation of the last two tokens; 0 for other tokens.
#[derive(Default)]
struct Before {
    last: u8,
    second: u8,
}

impl Before {
    fn push(&mut self, token: Token<'_>) {
        self.second = self.last;
        self.last = if let Token::Punctuation(byte) = token { byte } else { 0 };
    }

    fn is_minus(&self) -> bool {
        self.last == b'-'
    }

    /// Returns whether a number is the index of a field: behind `.`, and not behind `..`.
    fn is_field(&self) -> bool {
        self.last == b'.' && self.second != b'.'
    }

    fn opens_attribute(&self) -> bool {
        self.last == b'#' || (self.last == b'!' && self.second == b'#')
    }
}

/// Skips the rest of an attribute, whose `[` has been taken.
fn skip_brackets(lexer: &mut Lexer<'_>) {
    let mut depth = 1_usize;
    for token in lexer {
        match token {
            Token::Punctuation(b'[') => depth += 1,
            Token::Punctuation(b']') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return;
        }
    }
}

fn take_number(number: Number<'_>, is_negative: bool, builder: &mut Builder) {
    match number {
        Number::Integer { base, digits } => {
            let Some(magnitude) = magnitude(base, digits) else { return };
            builder.integer(magnitude.cast_signed());
            if is_negative && magnitude <= i128::MIN.unsigned_abs() {
                builder.integer(magnitude.cast_signed().wrapping_neg());
            }
        }
        Number::Float(text) => {
            let Ok(float) = text.replace('_', "").parse::<f64>() else { return };
            builder.float(float);
            if is_negative {
                builder.float(-float);
            }
        }
    }
}

/// Returns the value of digits, if there are some, all of them below the base, and if the value has
/// at most 128 bits.
fn magnitude(base: u32, digits: &str) -> Option<u128> {
    let mut values = digits.chars().filter(|digit| *digit != '_').map(|digit| digit.to_digit(base));
    let first = u128::from(values.next()??);
    values
        .try_fold(first, |value, digit| value.checked_mul(u128::from(base))?.checked_add(u128::from(digit?)))
}

/// Returns the text of a literal that stands for itself, as most do; `None` for others.
fn plain(quoted: QuotedText<'_>) -> Option<&str> {
    let is_plain = !quoted.inside.bytes().any(|byte| byte == b'\\' || byte == b'\r');
    is_plain.then_some(quoted.inside)
}

/// Returns the text that a literal stands for; `None` if it has an unknown escape.
fn text(quoted: QuotedText<'_>) -> Option<String> {
    String::from_utf8(decoded(quoted, Kind::Text)?).ok()
}

/// Returns the bytes that a literal stands for; `None` if it has an unknown escape.
fn bytes(quoted: QuotedText<'_>) -> Option<Vec<u8>> {
    decoded(quoted, Kind::Bytes)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Bytes,
}

fn decoded(quoted: QuotedText<'_>, kind: Kind) -> Option<Vec<u8>> {
    let mut rest = quoted.inside;
    let mut out = Vec::new();
    while let Some(at) = rest.find(['\\', '\r']) {
        out.extend_from_slice(&rest.as_bytes()[..at]);
        let is_escape = !quoted.is_raw && rest[at..].starts_with('\\');
        if is_escape {
            rest = escape(&rest[at + 1..], kind, &mut out)?;
        } else {
            // A line may end in `\r\n`, which stands for `\n`.
            let is_line_end = rest[at..].starts_with("\r\n");
            out.extend(Some(rest.as_bytes()[at]).filter(|_| !is_line_end));
            rest = &rest[at + 1..];
        }
    }
    out.extend_from_slice(rest.as_bytes());
    Some(out)
}

/// Decodes an escape, whose backslash has been taken; returns what follows.
fn escape<'a>(rest: &'a str, kind: Kind, out: &mut Vec<u8>) -> Option<&'a str> {
    let mut characters = rest.chars();
    let byte = match characters.next()? {
        'n' => b'\n',
        'r' => b'\r',
        't' => b'\t',
        '0' => 0,
        own @ ('\\' | '\'' | '"') => own as u8,
        'x' => {
            let digits =
                rest.get(1..3).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
            let byte = u8::from_str_radix(digits, 16).ok()?;
            out.push(Some(byte).filter(|byte| kind == Kind::Bytes || byte.is_ascii())?);
            return Some(&rest[3..]);
        }
        'u' => {
            let (digits, after) = rest[1..].strip_prefix('{')?.split_once('}')?;
            let code = u32::try_from(magnitude(16, digits)?).ok()?;
            out.extend_from_slice(char::from_u32(code)?.encode_utf8(&mut [0; 4]).as_bytes());
            return Some(after);
        }
        // A line that is continued: the space before its rest is skipped.
        '\n' | '\r' => return Some(rest.trim_start_matches([' ', '\t', '\n', '\r'])),
        _ => return None,
    };
    out.push(byte);
    Some(characters.as_str())
}
