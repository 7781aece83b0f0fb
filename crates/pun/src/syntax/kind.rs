//! The kinds of tokens and of nodes.

/// A kind of token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum TokenKind {
    /// White space, or a byte order mark at the beginning.
    Space,
    /// `// ..` up to the end of the line.
    Comment,
    /// Characters that begin no token; reported, and ignored afterwards.
    Unknown,
    Name,
    /// `_`
    Underscore,
    /// Digits, with an optional `-` directly before them.
    Integer,
    Character,
    Text,
    Module,
    Import,
    Data,
    Property,
    Generator,
    Decreases,
    Case,
    Of,
    If,
    Then,
    Else,
    Let,
    In,
    Rec,
    True,
    False,
    Div,
    Mod,
    Exists,
    Forall,
    From,
    With,
    LeftParen,
    RightParen,
    LeftBracket,
    RightBracket,
    Comma,
    Semicolon,
    Dot,
    Colon,
    /// `::`
    Cons,
    /// `=`
    Equals,
    /// `|`
    Bar,
    Tilde,
    Backslash,
    /// `->`
    Arrow,
    /// `=>`, which has no meaning in pun but is a common mistake.
    FatArrow,
    /// `<+>`
    Choice,
    /// `==>`
    Implies,
    Or,
    And,
    /// `==`
    Equal,
    /// `/=`
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Plus,
    Minus,
    Star,
    /// The end of the tokens, or of the tokens that the parser may read.
    End,
}

impl TokenKind {
    /// Returns the keyword for a name, if it is one.
    pub fn keyword(name: &str) -> Option<Self> {
        Some(match name {
            "module" => Self::Module,
            "import" => Self::Import,
            "data" => Self::Data,
            "property" => Self::Property,
            "generator" => Self::Generator,
            "decreases" => Self::Decreases,
            "case" => Self::Case,
            "of" => Self::Of,
            "if" => Self::If,
            "then" => Self::Then,
            "else" => Self::Else,
            "let" => Self::Let,
            "in" => Self::In,
            "rec" => Self::Rec,
            "true" => Self::True,
            "false" => Self::False,
            "div" => Self::Div,
            "mod" => Self::Mod,
            "exists" => Self::Exists,
            "forall" => Self::Forall,
            "from" => Self::From,
            "with" => Self::With,
            _ => return None,
        })
    }

    /// Returns whether it is a keyword.
    pub(crate) fn is_keyword(self) -> bool {
        (Self::Module as u8..=Self::With as u8).contains(&(self as u8))
    }

    /// Returns whether the parser skips it.
    pub fn is_trivia(self) -> bool {
        matches!(self, Self::Space | Self::Comment | Self::Unknown)
    }

    /// Returns whether an operand can end with it. A `-` directly after it is then subtraction.
    pub(crate) fn ends_operand(self) -> bool {
        matches!(
            self,
            Self::Name
                | Self::Integer
                | Self::Character
                | Self::Text
                | Self::True
                | Self::False
                | Self::RightParen
                | Self::RightBracket
        )
    }

    /// Returns whether a pattern without parentheses can begin with it.
    pub(crate) fn begins_pattern(self) -> bool {
        matches!(
            self,
            Self::Name
                | Self::Underscore
                | Self::True
                | Self::False
                | Self::Integer
                | Self::Character
                | Self::Text
                | Self::LeftParen
                | Self::LeftBracket
        )
    }

    /// Returns whether this keyword begins declarations, and nothing else.
    pub(crate) fn begins_declaration(self) -> bool {
        matches!(self, Self::Module | Self::Import | Self::Data | Self::Property | Self::Generator)
    }

    /// Returns its description in messages.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Space => "white space",
            Self::Comment => "a comment",
            Self::Unknown => "an unknown character",
            Self::Name => "a name",
            Self::Underscore => "`_`",
            Self::Integer => "an integer",
            Self::Character => "a character",
            Self::Text => "a text",
            Self::Module => "`module`",
            Self::Import => "`import`",
            Self::Data => "`data`",
            Self::Property => "`property`",
            Self::Generator => "`generator`",
            Self::Decreases => "`decreases`",
            Self::Case => "`case`",
            Self::Of => "`of`",
            Self::If => "`if`",
            Self::Then => "`then`",
            Self::Else => "`else`",
            Self::Let => "`let`",
            Self::In => "`in`",
            Self::Rec => "`rec`",
            Self::True => "`true`",
            Self::False => "`false`",
            Self::Div => "`div`",
            Self::Mod => "`mod`",
            Self::Exists => "`exists`",
            Self::Forall => "`forall`",
            Self::From => "`from`",
            Self::With => "`with`",
            Self::LeftParen => "`(`",
            Self::RightParen => "`)`",
            Self::LeftBracket => "`[`",
            Self::RightBracket => "`]`",
            Self::Comma => "`,`",
            Self::Semicolon => "`;`",
            Self::Dot => "`.`",
            Self::Colon => "`:`",
            Self::Cons => "`::`",
            Self::Equals => "`=`",
            Self::Bar => "`|`",
            Self::Tilde => "`~`",
            Self::Backslash => "`\\`",
            Self::Arrow => "`->`",
            Self::FatArrow => "`=>`",
            Self::Choice => "`<+>`",
            Self::Implies => "`==>`",
            Self::Or => "`||`",
            Self::And => "`&&`",
            Self::Equal => "`==`",
            Self::NotEqual => "`/=`",
            Self::Less => "`<`",
            Self::LessEqual => "`<=`",
            Self::Greater => "`>`",
            Self::GreaterEqual => "`>=`",
            Self::Plus => "`+`",
            Self::Minus => "`-`",
            Self::Star => "`*`",
            Self::End => "the end of the text",
        }
    }
}

/// A kind of node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum NodeKind {
    File,
    /// Tokens that do not parse.
    Error,
    Header,
    /// `(a, b)` in a header.
    Exports,
    Import,
    Data,
    Constructor,
    Field,
    Signature,
    Definition,
    Property,
    Parameter,
    Settings,
    Setting,
    Generator,
    /// A coverage type: parameters and a result, each [qualified](Self::Qualified).
    Coverage,
    Qualified,
    Decreases,
    /// `x` or `(x : type)` after `exists` and `forall`.
    Bound,

    /// A missing term. (Similarly for patterns and types.)
    Missing,
    Name,
    Literal,
    Unit,
    Paren,
    Tuple,
    Bracket,
    Apply,
    Lambda,
    Let,
    Rec,
    If,
    Case,
    Binary,
    Typed,
    Quantified,
    /// A branch of a case: a pattern, an optional guard, and a term. The branch itself is neither.
    Branch,

    MissingPattern,
    Wildcard,
    NamePattern,
    LiteralPattern,
    UnitPattern,
    ParenPattern,
    TuplePattern,
    BracketPattern,
    /// A head with arguments, in brackets.
    ApplyPattern,
    ConsPattern,

    MissingType,
    NameType,
    UnitType,
    ParenType,
    TupleType,
    ArrowType,
}

impl NodeKind {
    /// Returns whether it is a term.
    pub(crate) fn is_term(self) -> bool {
        (Self::Missing as u8..=Self::Quantified as u8).contains(&(self as u8))
    }

    /// Returns whether it is a pattern.
    pub fn is_pattern(self) -> bool {
        (Self::MissingPattern as u8..=Self::ConsPattern as u8).contains(&(self as u8))
    }

    /// Returns whether it is a type.
    pub fn is_type(self) -> bool {
        self as u8 >= Self::MissingType as u8
    }
}
