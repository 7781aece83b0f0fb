//! Tokens, for sequences of them that are mostly no documents.

use everycase::Enumerable;

/// A token, or a piece of one.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Token {
    /// `0`
    Zero,
    /// `1`
    One,
    /// `[`
    OpenArray,
    /// `]`
    CloseArray,
    /// `{`
    OpenObject,
    /// `}`
    CloseObject,
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// `a`
    Name,
    /// `e`
    Exponent,
    /// `x`
    Hexadecimal,
    /// `null`
    Null,
    /// `Infinity`
    Infinity,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `.`
    Point,
    /// `"`
    DoubleQuote,
    /// `'`
    SingleQuote,
    /// `\`
    Backslash,
    /// `u`
    U,
    /// `D800`: half of a surrogate pair, behind `\u`
    Surrogate,
    /// `/`
    Slash,
    /// `*`
    Star,
    /// A blank.
    Space,
    /// The end of a line.
    LineFeed,
    /// U+2028, the end of a line too
    LineSeparator,
    /// U+FEFF
    ByteOrderMark,
    /// U+0085, which Unicode calls white space and JSON5 does not
    NextLine,
    /// U+0000
    NullCharacter,
}

impl Token {
    pub(crate) fn write(&self, text: &mut String) {
        text.push_str(match self {
            Self::Zero => "0",
            Self::One => "1",
            Self::OpenArray => "[",
            Self::CloseArray => "]",
            Self::OpenObject => "{",
            Self::CloseObject => "}",
            Self::Comma => ",",
            Self::Colon => ":",
            Self::Name => "a",
            Self::Exponent => "e",
            Self::Hexadecimal => "x",
            Self::Null => "null",
            Self::Infinity => "Infinity",
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Point => ".",
            Self::DoubleQuote => "\"",
            Self::SingleQuote => "'",
            Self::Backslash => "\\",
            Self::U => "u",
            Self::Surrogate => "D800",
            Self::Slash => "/",
            Self::Star => "*",
            Self::Space => " ",
            Self::LineFeed => "\n",
            Self::LineSeparator => "\u{2028}",
            Self::ByteOrderMark => "\u{feff}",
            Self::NextLine => "\u{85}",
            Self::NullCharacter => "\0",
        });
    }
}
