//! Programs by size: each as tokens, with no more parentheses than it takes, and as the tree that these should give.

use everycase::Enumerable;
use pun::tree::Operator;

mod expected;
mod print;

/// Tokens of a program.
pub(crate) type Tokens = Vec<String>;

#[derive(Clone, Copy, Debug, Enumerable)]
pub(crate) enum Word {
    X,
    F,
    Node,
    LongName,
}

impl Word {
    fn text(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::F => "f'",
            Self::Node => "node",
            Self::LongName => "a-name-that-is-long",
        }
    }
}

#[derive(Clone, Debug, Enumerable)]
pub(crate) enum Literal {
    Integer(i8),
    Character,
    Text,
    LongText,
}

impl Literal {
    fn text(&self) -> String {
        match self {
            Self::Integer(value) => value.to_string(),
            Self::Character => r"'\''".into(),
            Self::Text => r#""\u{e9} // \" .""#.into(),
            Self::LongText => format!("{LONG:?}"),
        }
    }
}

const LONG: &str =
    "A text that is so long that there is not room for much else on a line of a hundred characters.";

#[derive(Clone, Debug, Enumerable)]
pub(crate) enum Pattern {
    Wildcard,
    Name(Word),
    Literal(Literal),
    Unit,
    Pair(Box<Pattern>, Box<Pattern>),
    Construct(Word, Vec<Pattern>),
    List(Vec<Pattern>),
    Cons(Box<Pattern>, Box<Pattern>),
}

#[derive(Clone, Debug, Enumerable)]
pub(crate) enum Type {
    Name(Word),
    Apply(Word, Box<Type>, Vec<Type>),
    Unit,
    Pair(Box<Type>, Box<Type>),
    Arrow(Box<Type>, Box<Type>),
}

#[derive(Clone, Copy, Debug, Enumerable)]
pub(crate) enum Infix {
    Choice,
    Implies,
    Or,
    And,
    Equal,
    LessEqual,
    Cons,
    Add,
    Subtract,
    Multiply,
    Modulo,
}

#[derive(Clone, Debug, Enumerable)]
pub(crate) enum Term {
    Name(Word),
    Literal(Literal),
    Unit,
    Pair(Box<Term>, Box<Term>),
    List(Vec<Term>),
    Construct(Word, Vec<Term>),
    Apply(Box<Term>, Box<Term>, Vec<Term>),
    Lambda(Pattern, Vec<Pattern>, Box<Term>),
    Let(Pattern, Box<Term>, Box<Term>),
    LetFunction(Word, Pattern, Box<Term>, Box<Term>),
    Rec(Word, Box<Term>),
    If(Box<Term>, Box<Term>, Box<Term>),
    Case(Box<Term>, Box<Branch>, Vec<Branch>),
    Binary(Infix, Box<Term>, Box<Term>),
    Typed(Box<Term>, Type),
    Exists(Bound, Vec<Bound>, Box<Term>),
}

#[derive(Clone, Debug, Enumerable)]
pub(crate) struct Bound {
    word: Word,
    ty: Option<Type>,
}

#[derive(Clone, Debug, Enumerable)]
pub(crate) struct Branch {
    pattern: Pattern,
    guard: Option<Term>,
    body: Term,
}

#[derive(Clone, Debug, Enumerable)]
pub(crate) enum Declaration {
    Data(Word, Vec<Word>, Vec<(Word, Vec<(bool, Type)>)>),
    Signature(Word, Type),
    Definition(Word, Vec<Pattern>, Term),
    Property(Word, Vec<(Word, Option<Type>, Option<Term>)>, Option<u8>, Term),
    Generator(Word, Coverage, Vec<Term>),
}

#[derive(Clone, Debug, Enumerable)]
pub(crate) struct Coverage {
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) result: Covered,
}

#[derive(Clone, Debug, Enumerable)]
pub(crate) enum Parameter {
    Value(Word, Type, Option<Term>),
    Nameless(Type),
    /// A coverage type with at least one parameter.
    Function(Word, Box<Parameter>, Box<Coverage>),
}

#[derive(Clone, Debug, Enumerable)]
pub(crate) enum Covered {
    Value(Word, Type, Option<Term>),
    Nameless(Type),
}

/// An operator's token, its meaning, its level, and the levels of its operands.
fn infix(operator: Infix) -> (&'static str, Operator, u32, [u32; 2]) {
    match operator {
        Infix::Choice => ("<+>", Operator::Choice, 1, [2, 1]),
        Infix::Implies => ("==>", Operator::Implies, 2, [3, 2]),
        Infix::Or => ("||", Operator::Or, 3, [4, 3]),
        Infix::And => ("&&", Operator::And, 4, [5, 4]),
        Infix::Equal => ("==", Operator::Equal, 5, [6, 6]),
        Infix::LessEqual => ("<=", Operator::LessEqual, 5, [6, 6]),
        Infix::Cons => ("::", Operator::Cons, 6, [7, 6]),
        Infix::Add => ("+", Operator::Add, 7, [7, 8]),
        Infix::Subtract => ("-", Operator::Subtract, 7, [7, 8]),
        Infix::Multiply => ("*", Operator::Multiply, 8, [8, 9]),
        Infix::Modulo => ("mod", Operator::Modulo, 8, [8, 9]),
    }
}
