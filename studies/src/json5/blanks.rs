//! White space and comments (sections 7 and 8 of the specification).

use everycase::Enumerable;

/// What may stand between two tokens.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Blank {
    /// U+0020
    Space,
    /// U+000A
    LineFeed,
    /// U+0009
    Tab,
    /// U+000B
    VerticalTab,
    /// U+000C
    FormFeed,
    /// U+000D
    CarriageReturn,
    /// U+00A0
    NoBreakSpace,
    /// U+2028
    LineSeparator,
    /// U+2029
    ParagraphSeparator,
    /// U+FEFF
    ByteOrderMark,
    /// U+2003, one of the category "space separator"
    EmSpace,
    /// `// comment`, up to the end of a line
    Line(Vec<CommentPart>, LineEnd),
    /// `/* comment */`
    Block(Vec<CommentPart>),
}

/// How a line comment ends.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum LineEnd {
    /// U+000A
    LineFeed,
    /// U+000D
    CarriageReturn,
    /// U+2028
    LineSeparator,
    /// U+2029
    ParagraphSeparator,
}

/// What stands in a comment.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum CommentPart {
    /// A letter.
    Letter,
    /// `*`
    Star,
    /// `/`, with a blank before it, so that it does not end the comment.
    Slash,
    /// A character outside the basic plane.
    Astral,
}

impl Blank {
    pub(crate) fn write(&self, text: &mut String) {
        let c = match self {
            Self::Space => ' ',
            Self::LineFeed => '\n',
            Self::Tab => '\t',
            Self::VerticalTab => '\u{b}',
            Self::FormFeed => '\u{c}',
            Self::CarriageReturn => '\r',
            Self::NoBreakSpace => '\u{a0}',
            Self::LineSeparator => '\u{2028}',
            Self::ParagraphSeparator => '\u{2029}',
            Self::ByteOrderMark => '\u{feff}',
            Self::EmSpace => '\u{2003}',
            Self::Line(parts, end) => {
                text.push_str("//");
                for part in parts {
                    part.write(text);
                }
                end.to_char()
            }
            Self::Block(parts) => {
                text.push_str("/*");
                for part in parts {
                    part.write(text);
                }
                text.push('*');
                '/'
            }
        };
        text.push(c);
    }
}

impl LineEnd {
    fn to_char(&self) -> char {
        match self {
            Self::LineFeed => '\n',
            Self::CarriageReturn => '\r',
            Self::LineSeparator => '\u{2028}',
            Self::ParagraphSeparator => '\u{2029}',
        }
    }
}

impl CommentPart {
    fn write(&self, text: &mut String) {
        text.push_str(match self {
            Self::Letter => "a",
            Self::Star => "*",
            Self::Slash => " /",
            Self::Astral => "\u{1f600}",
        });
    }
}
