//! The tokens of Rust that matter for literals.
//!
//! The lexer accepts every text. It always moves on: each token takes at least one character. A
//! literal that is cut off takes the rest of the text and is [`Token::Other`].

/// A token, with its text where its text matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// An integer or a floating-point number, with its suffix.
    Number(Number<'a>),
    /// What is between the quotes of a character.
    Character(&'a str),
    /// What is between the quotes of a string.
    Text(QuotedText<'a>),
    /// What is between the quotes of a byte character.
    ByteCharacter(&'a str),
    /// What is between the quotes of a byte string or a C string.
    Bytes(QuotedText<'a>),
    /// A character of punctuation.
    Punctuation(u8),
    /// A name, a lifetime, a part that is not a token of Rust.
    Other,
}

/// A number, split into its parts. Digits may contain underscores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Number<'a> {
    /// The digits in a base.
    Integer { base: u32, digits: &'a str },
    /// A floating-point number without its suffix.
    Float(&'a str),
}

/// What is between quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct QuotedText<'a> {
    pub(super) inside: &'a str,
    /// Whether backslashes are ordinary characters.
    pub(super) is_raw: bool,
}

/// An iterator over tokens. Whitespace and comments are skipped.
pub(super) struct Lexer<'a> {
    rest: &'a str,
    /// The length of what was left of the text at the beginning of a literal or comment without an
    /// end.
    cut_off: Option<usize>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        let source = source.strip_prefix('\u{feff}').unwrap_or(source);
        // A first line for the shell.
        let is_shebang = source.starts_with("#!") && !source[2..].trim_start().starts_with('[');
        let rest = if is_shebang { source.find('\n').map_or("", |end| &source[end..]) } else { source };
        Self { rest, cut_off: None }
    }

    /// Returns the length of the rest of the text that begins with a literal or comment without an
    /// end, if one was met.
    pub(super) fn cut_off(&self) -> Option<usize> {
        self.cut_off
    }

    /// Takes the rest of the text, which is cut off.
    fn take_rest(&mut self) {
        self.cut_off = Some(self.rest.len());
        self.rest = "";
    }

    /// Takes the first `length` bytes, which end at a character's end.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    /// Takes the longest prefix of bytes that all satisfy a predicate, which holds of none or of
    /// all bytes of a character.
    fn take_while(&mut self, is_taken: impl Fn(u8) -> bool) -> &'a str {
        let length = self.rest.bytes().position(|byte| !is_taken(byte)).unwrap_or(self.rest.len());
        self.take(length)
    }

    fn first(&self) -> Option<u8> {
        self.byte(0)
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.rest.as_bytes().get(at).copied()
    }

    fn skip_spaces_and_comments(&mut self) {
        loop {
            self.take_while(|byte| byte.is_ascii_whitespace() || byte == 0x0b);
            if self.rest.starts_with("//") {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                self.take(end);
            } else if self.rest.starts_with("/*") {
                self.skip_block_comment();
            } else {
                return;
            }
        }
    }

    /// Skips a block comment with those inside it.
    fn skip_block_comment(&mut self) {
        let bytes = self.rest.as_bytes();
        let mut depth = 0_usize;
        let mut at = 0;
        loop {
            match (bytes.get(at), bytes.get(at + 1)) {
                (Some(b'/'), Some(b'*')) => {
                    depth += 1;
                    at += 2;
                }
                (Some(b'*'), Some(b'/')) => {
                    depth -= 1;
                    at += 2;
                    if depth == 0 {
                        break;
                    }
                }
                (Some(_), _) => at += 1,
                (None, _) => return self.take_rest(),
            }
        }
        self.take(at);
    }

    /// Takes a name, or a literal with a prefix: `r"..."`, `b'x'`.
    fn name(&mut self) -> Token<'a> {
        let name = self.take_while(is_in_name);
        let next = self.first();
        match (name, next) {
            ("r", Some(b'"' | b'#')) => self.raw().map_or(Token::Other, Token::Text),
            ("br" | "cr", Some(b'"' | b'#')) => self.raw().map_or(Token::Other, Token::Bytes),
            ("b" | "c", Some(b'"')) => self
                .quoted(b'"')
                .map_or(Token::Other, |inside| Token::Bytes(QuotedText { inside, is_raw: false })),
            ("b", Some(b'\'')) => self.quoted(b'\'').map_or(Token::Other, Token::ByteCharacter),
            _ => Token::Other,
        }
    }

    /// Takes `#"..."#` with any number of `#`. `None` if it is something else, such as `#name`, or
    /// is cut off.
    fn raw(&mut self) -> Option<QuotedText<'a>> {
        let marks = self.rest.bytes().take_while(|byte| *byte == b'#').count();
        if self.byte(marks) != Some(b'"') {
            // A raw name; its `#` is not punctuation.
            self.take(marks.min(1));
            return None;
        }
        self.take(marks + 1);
        let bytes = self.rest.as_bytes();
        let mut at = 0;
        let end = loop {
            let Some(quote) = self.rest[at..].find('"') else { break None };
            let quote = at + quote;
            at = quote + 1;
            let is_end = bytes.get(at..at + marks).is_some_and(|all| all.iter().all(|byte| *byte == b'#'));
            if is_end {
                break Some(quote);
            }
        };
        let Some(end) = end else {
            self.take_rest();
            return None;
        };
        let inside = self.take(end);
        self.take(1 + marks);
        Some(QuotedText { inside, is_raw: true })
    }

    /// Takes a literal between quotes; the opening quote is next. `None` if it is cut off; then it
    /// is the rest of the text.
    fn quoted(&mut self, quote: u8) -> Option<&'a str> {
        self.take(1);
        let bytes = self.rest.as_bytes();
        let mut at = 0;
        loop {
            match bytes.get(at) {
                Some(b'\\') => at += 2,
                Some(byte) if *byte == quote => break,
                Some(_) => at += 1,
                None => {
                    self.take_rest();
                    return None;
                }
            }
        }
        // `at` is at a quote, the start of a character, even if a backslash precedes a character of
        // several bytes.
        let inside = self.take(at);
        self.take(1);
        Some(inside)
    }

    /// Takes a character, or a lifetime.
    fn character(&mut self) -> Token<'a> {
        let mut after = self.rest[1..].chars();
        match after.next() {
            Some('\\') => self.quoted(b'\'').map_or(Token::Other, Token::Character),
            Some(first) if first != '\'' && after.next() == Some('\'') => {
                self.take(1);
                let inside = self.take(first.len_utf8());
                self.take(1);
                Token::Character(inside)
            }
            _ => {
                self.take(1);
                self.take_while(is_in_name);
                Token::Other
            }
        }
    }

    fn number(&mut self) -> Token<'a> {
        let base = match (self.first(), self.byte(1)) {
            (Some(b'0'), Some(b'x')) => 16,
            (Some(b'0'), Some(b'o')) => 8,
            (Some(b'0'), Some(b'b')) => 2,
            _ => 10,
        };
        if base != 10 {
            self.take(2);
            let digits = match base {
                16 => self.take_while(|byte| byte.is_ascii_hexdigit() || byte == b'_'),
                _ => self.take_while(is_decimal),
            };
            self.take_while(is_in_name);
            return Token::Number(Number::Integer { base, digits });
        }
        let all = self.rest;
        let digits = self.take_while(is_decimal);
        let mut is_float = false;
        // `1..2` is a range, `1.max(2)` a call.
        let is_point = self.first() == Some(b'.');
        if is_point
            && !self.byte(1).is_some_and(|next| next == b'.' || is_in_name(next) && !next.is_ascii_digit())
        {
            is_float = true;
            self.take(1);
            self.take_while(is_decimal);
        }
        let exponent = self.exponent();
        is_float |= exponent > 0;
        self.take(exponent);
        let length = all.len() - self.rest.len();
        let suffix = self.take_while(is_in_name);
        if is_float || matches!(suffix, "f16" | "f32" | "f64" | "f128") {
            Token::Number(Number::Float(&all[..length]))
        } else {
            Token::Number(Number::Integer { base, digits })
        }
    }

    /// Returns the length of the exponent that is next; 0 if there is none.
    fn exponent(&self) -> usize {
        if !matches!(self.first(), Some(b'e' | b'E')) {
            return 0;
        }
        let sign = usize::from(matches!(self.byte(1), Some(b'+' | b'-')));
        let digits = self.rest.bytes().skip(1 + sign).take_while(|byte| is_decimal(*byte)).count();
        let has_digit = self.rest[1 + sign..][..digits].bytes().any(|byte| byte.is_ascii_digit());
        if has_digit { 1 + sign + digits } else { 0 }
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.skip_spaces_and_comments();
        Some(match self.first()? {
            b'0'..=b'9' => self.number(),
            byte if is_in_name(byte) => self.name(),
            b'\'' => self.character(),
            b'"' => self
                .quoted(b'"')
                .map_or(Token::Other, |inside| Token::Text(QuotedText { inside, is_raw: false })),
            byte => {
                self.take(1);
                Token::Punctuation(byte)
            }
        })
    }
}

/// The bytes that can be in a name. All characters beyond ASCII count as letters.
const IN_NAMES: [bool; 256] = {
    let mut all = [false; 256];
    let mut byte = 0;
    while byte < all.len() {
        all[byte] = byte >= 128 || (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_';
        byte += 1;
    }
    all
};

/// Returns whether a byte can be in a name.
fn is_in_name(byte: u8) -> bool {
    IN_NAMES[usize::from(byte)]
}

fn is_decimal(byte: u8) -> bool {
    byte.is_ascii_digit() || byte == b'_'
}
