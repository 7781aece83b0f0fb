//! Strings (section 5) and the names of members (section 3).

use std::fmt::{self, Write};

use everycase::Enumerable;

/// A string as it is written.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub struct Text {
    quote: Quote,
    parts: Vec<StringPart>,
}

/// What stands around a string.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Quote {
    /// `"`
    Double,
    /// `'`
    Single,
}

/// What stands in it.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum StringPart {
    /// A letter.
    Letter,
    /// A digit, which must not follow `\0`.
    Digit,
    /// The other quote, as it is.
    OtherQuote,
    /// `\'`
    EscapedSingle,
    /// `\"`
    EscapedDouble,
    /// `\\`
    EscapedBackslash,
    /// `\/`
    EscapedSlash,
    /// `\b`
    Backspace,
    /// `\f`
    FormFeed,
    /// `\n`
    LineFeed,
    /// `\r`
    CarriageReturn,
    /// `\t`
    Tab,
    /// `\v`
    VerticalTab,
    /// `\0`
    Null,
    /// `\x41`
    Hexadecimal(u8),
    /// `\u0041`: not a surrogate
    Unicode(u16),
    /// `\uD83D\uDE00`
    SurrogatePair,
    /// `\a`, which means `a`
    Identity,
    /// `\` before a character outside the basic plane, which means that character
    IdentityAstral,
    /// `\` at the end of a line, which means nothing
    ContinueLineFeed,
    /// `\`, carriage return and line feed
    ContinueBoth,
    /// `\` and carriage return
    ContinueCarriageReturn,
    /// `\` and U+2028
    ContinueLineSeparator,
    /// `\` and U+2029
    ContinueParagraphSeparator,
    /// U+2028 as it is, which JSON allows in strings and JSON5 with it
    RawLineSeparator,
    /// U+2029 as it is
    RawParagraphSeparator,
    /// A tab as it is, which JSON does not allow, but JSON5 does
    RawTab,
    /// U+0000 as it is
    RawNull,
    /// U+007F as it is
    RawDelete,
    /// A character outside the basic plane.
    Astral,
}

/// The name of a member that is written without quotes: an `IdentifierName` of ECMAScript 5.1.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Name {
    /// Letters and the like.
    Plain(IdentifierStart, Vec<IdentifierPart>),
    /// `null`: reserved words are names too.
    Null,
    /// `true`
    True,
    /// `Infinity`
    Infinity,
    /// `NaN`
    NaN,
}

/// How a name may begin.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum IdentifierStart {
    /// `a`
    Letter,
    /// `$`
    Dollar,
    /// `_`
    Underscore,
    /// `ä`
    Umlaut,
    /// U+2160, a letter number
    RomanNumeral,
    /// `\u0061`
    Escaped,
}

/// How it may go on.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum IdentifierPart {
    /// What it may begin with.
    Start(IdentifierStart),
    /// `1`
    Digit,
    /// U+0301
    Combining,
    /// U+203F
    Connector,
    /// U+200C
    NonJoiner,
    /// U+200D
    Joiner,
    /// `\u0031`: a digit, escaped
    EscapedDigit,
}

impl Text {
    pub(crate) fn write(&self, text: &mut String) {
        let (quote, other) = match self.quote {
            Quote::Double => ('"', '\''),
            Quote::Single => ('\'', '"'),
        };
        text.push(quote);
        for (i, part) in self.parts.iter().enumerate() {
            let after_null = i > 0 && self.parts[i - 1] == StringPart::Null;
            match part {
                StringPart::OtherQuote => text.push(other),
                StringPart::Hexadecimal(n) => push(text, format_args!("\\x{n:02X}")),
                StringPart::Unicode(n) => push(text, format_args!("\\u{:04x}", no_surrogate(*n))),
                // `\01` would be an octal escape, which JSON5 has not.
                StringPart::Digit if after_null => text.push_str("\\x31"),
                other => text.push_str(other.spelling()),
            }
        }
        text.push(quote);
    }

    /// Returns the string it means.
    pub fn meaning(&self) -> String {
        let mut string = String::new();
        for part in &self.parts {
            match part {
                StringPart::OtherQuote => string.push(if self.quote == Quote::Double { '\'' } else { '"' }),
                StringPart::Hexadecimal(n) => string.push(char::from(*n)),
                StringPart::Unicode(n) => string.extend(char::from_u32(u32::from(no_surrogate(*n)))),
                other => string.push_str(other.meaning()),
            }
        }
        string
    }
}

/// Writing to a `String` cannot fail.
fn push(text: &mut String, what: fmt::Arguments<'_>) {
    let _ = text.write_fmt(what);
}

/// Alone, half of a surrogate pair is no character, and what it means is not said: such a number is moved out of the way.
fn no_surrogate(n: u16) -> u16 {
    if (0xD800..0xE000).contains(&n) { n - 0x1000 } else { n }
}

impl StringPart {
    fn spelling(&self) -> &'static str {
        match self {
            Self::Letter => "a",
            Self::Digit => "1",
            Self::EscapedSingle => "\\'",
            Self::EscapedDouble => "\\\"",
            Self::EscapedBackslash => "\\\\",
            Self::EscapedSlash => "\\/",
            Self::Backspace => "\\b",
            Self::FormFeed => "\\f",
            Self::LineFeed => "\\n",
            Self::CarriageReturn => "\\r",
            Self::Tab => "\\t",
            Self::VerticalTab => "\\v",
            Self::Null => "\\0",
            Self::SurrogatePair => "\\uD83D\\uDE00",
            Self::Identity => "\\a",
            Self::IdentityAstral => "\\\u{1f600}",
            Self::ContinueLineFeed => "\\\n",
            Self::ContinueBoth => "\\\r\n",
            Self::ContinueCarriageReturn => "\\\r",
            Self::ContinueLineSeparator => "\\\u{2028}",
            Self::ContinueParagraphSeparator => "\\\u{2029}",
            Self::RawLineSeparator => "\u{2028}",
            Self::RawParagraphSeparator => "\u{2029}",
            Self::RawTab => "\t",
            Self::RawNull => "\0",
            Self::RawDelete => "\u{7f}",
            Self::Astral => "\u{1f600}",
            // Written by `Text`, which knows its quotes and numbers.
            Self::OtherQuote | Self::Hexadecimal(_) | Self::Unicode(_) => "",
        }
    }

    fn meaning(&self) -> &'static str {
        match self {
            Self::EscapedSingle => "'",
            Self::EscapedDouble => "\"",
            Self::EscapedBackslash => "\\",
            Self::EscapedSlash => "/",
            Self::Backspace => "\u{8}",
            Self::FormFeed => "\u{c}",
            Self::LineFeed => "\n",
            Self::CarriageReturn => "\r",
            Self::Tab => "\t",
            Self::VerticalTab => "\u{b}",
            Self::Null => "\0",
            Self::SurrogatePair | Self::IdentityAstral => "\u{1f600}",
            Self::Identity => "a",
            Self::ContinueLineFeed
            | Self::ContinueBoth
            | Self::ContinueCarriageReturn
            | Self::ContinueLineSeparator
            | Self::ContinueParagraphSeparator => "",
            // The others are written as they are.
            plain => plain.spelling(),
        }
    }
}

impl Name {
    pub(crate) fn write(&self, text: &mut String) {
        match self {
            Self::Plain(start, parts) => {
                text.push_str(start.spelling());
                for part in parts {
                    text.push_str(part.spelling());
                }
            }
            other => text.push_str(&other.meaning()),
        }
    }

    /// Returns the name it means.
    pub fn meaning(&self) -> String {
        match self {
            Self::Plain(start, parts) => {
                parts.iter().fold(start.meaning().to_owned(), |name, part| name + part.meaning())
            }
            Self::Null => "null".to_owned(),
            Self::True => "true".to_owned(),
            Self::Infinity => "Infinity".to_owned(),
            Self::NaN => "NaN".to_owned(),
        }
    }
}

impl IdentifierStart {
    fn spelling(&self) -> &'static str {
        match self {
            Self::Escaped => "\\u0061",
            plain => plain.meaning(),
        }
    }

    fn meaning(&self) -> &'static str {
        match self {
            Self::Letter | Self::Escaped => "a",
            Self::Dollar => "$",
            Self::Underscore => "_",
            Self::Umlaut => "ä",
            Self::RomanNumeral => "\u{2160}",
        }
    }
}

impl IdentifierPart {
    fn spelling(&self) -> &'static str {
        match self {
            Self::Start(start) => start.spelling(),
            Self::EscapedDigit => "\\u0031",
            plain => plain.meaning(),
        }
    }

    fn meaning(&self) -> &'static str {
        match self {
            Self::Start(start) => start.meaning(),
            Self::Digit | Self::EscapedDigit => "1",
            Self::Combining => "\u{301}",
            Self::Connector => "\u{203f}",
            Self::NonJoiner => "\u{200c}",
            Self::Joiner => "\u{200d}",
        }
    }
}
