//! The surface syntax without its trivia: what the parser gives to the resolution of names, and what
//! [`format`](mod@crate::format) prints of values, terms and types.
//!
//! Names are as written; whether `[f x]` applies a constructor is for the resolution of names to say, which knows them.

use std::sync::Arc;

use num_bigint::BigInt;

use crate::source::Span;

/// A name where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: Arc<str>,
    /// Where it stands.
    pub span: Span,
}

/// A file.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// `module name (..) .`: its name, and what it exports; `None` when there is no such line, and everything is.
    pub header: Option<Header>,
    /// `import name .`
    pub imports: Vec<Name>,
    /// All else, in order.
    pub declarations: Vec<Declaration>,
}

/// The first line of a module.
#[derive(Clone, Debug)]
pub struct Header {
    /// Its name.
    pub name: Name,
    /// What it exports, if that is declared: functions, types, constructors, generators.
    pub exports: Option<Vec<Name>>,
}

/// A declaration.
#[derive(Clone, Debug)]
pub enum Declaration {
    /// `data name parameters = constructors .`
    Data(Data),
    /// `name : type .`
    Signature(Signature),
    /// `name patterns = body .`
    Definition(Definition),
    /// `property name parameters . body .`
    Property(Property),
    /// `generator name : type .`
    Generator(Generator),
}

/// A type declaration.
#[derive(Clone, Debug)]
pub struct Data {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<Name>,
    /// Its constructors, at least one.
    pub constructors: Vec<Constructor>,
    /// All of it.
    pub span: Span,
}

/// A constructor in a type declaration.
#[derive(Clone, Debug)]
pub struct Constructor {
    /// Its name.
    pub name: Name,
    /// Its fields: the type, and whether the field is marked lazy (`~`).
    pub fields: Vec<(Type, bool)>,
}

/// The type of a definition.
#[derive(Clone, Debug)]
pub struct Signature {
    /// Whose type it is.
    pub name: Name,
    /// The type.
    pub ty: Type,
}

/// A definition.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<Pattern>,
    /// Its body.
    pub body: Expr,
    /// All of it.
    pub span: Span,
}

/// A property.
#[derive(Clone, Debug)]
pub struct Property {
    /// Its name.
    pub name: Name,
    /// Its inputs.
    pub parameters: Vec<Parameter>,
    /// `with size 9, tests 1000`: how inputs are found.
    pub settings: Vec<Setting>,
    /// What holds of the inputs: a boolean.
    pub body: Expr,
    /// All of it.
    pub span: Span,
}

/// An input of a property: `x`, `(x : type)`, `(x from generator arguments)`, `(x : type from generator arguments)`.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: Name,
    /// Its type, if it is declared.
    pub ty: Option<Type>,
    /// What draws it, if not the kernel does from its type.
    pub from: Option<Expr>,
}

/// A restriction on how inputs are found.
#[derive(Clone, Debug)]
pub struct Setting {
    /// `size` or `tests`; others are unknown.
    pub name: Name,
    /// The number.
    pub value: BigInt,
}

/// A generator's coverage type: `generator name : (n : integer | 0 <= n) -> [v : list integer | ..] .`
#[derive(Clone, Debug)]
pub struct Generator {
    /// Its name; a definition of this name is the generator.
    pub name: Name,
    /// What it takes.
    pub parameters: Vec<Qualified>,
    /// What it covers.
    pub result: Qualified,
    /// `decreases (n, m) .` after the type.
    pub decreases: Option<Vec<Name>>,
    /// All of it.
    pub span: Span,
}

/// A type with a predicate on its values: `(n : integer | 0 <= n)`, `(n : integer)`, or just a type.
#[derive(Clone, Debug)]
pub struct Qualified {
    /// What the values are called.
    pub name: Option<Name>,
    /// Their type.
    pub ty: Type,
    /// What holds of them.
    pub predicate: Option<Expr>,
}

/// A type where it stands.
#[derive(Clone, Debug)]
pub struct Type {
    /// The type.
    pub kind: TypeKind,
    /// Where it stands.
    pub span: Span,
}

/// A type.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// `integer`, `list a`, `a`: a type, or a variable when there is no type of this name.
    Name(Name, Vec<Type>),
    /// `a -> b`.
    Arrow(Box<Type>, Box<Type>),
    /// `(a, b)`; `(a, b, c)` is `(a, (b, c))`.
    Pair(Box<Type>, Box<Type>),
    /// `()`, which is also called `unit`.
    Unit,
    /// What stands here is wrong and has been reported.
    Missing,
}

/// A term where it stands.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The term.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

impl From<ExprKind> for Expr {
    /// Returns a term that stands in no file.
    fn from(kind: ExprKind) -> Self {
        Self { kind, span: Span::NOWHERE }
    }
}

/// A term.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `12`, `-3`.
    Integer(BigInt),
    /// `'c'`.
    Character(char),
    /// `"text"`: a list of characters.
    Text(String),
    /// A variable, a function, or a constructor (which is curried when it is not in brackets).
    Name(Arc<str>),
    /// `()`.
    Unit,
    /// `(a, b)`; `(a, b, c)` is `(a, (b, c))`.
    Pair(Box<Expr>, Box<Expr>),
    /// `[a, b]`. With one element whose head is the bare name of a constructor it applies the constructor.
    Bracket(Vec<Expr>),
    /// `(a)`, kept only where it stands as the one element of a bracket or as its head, because `[(tip)]` and `[(tip) a]`
    /// are lists of one, and apply no constructor.
    Parenthesised(Box<Expr>),
    /// `f a b`.
    Apply(Box<Expr>, Vec<Expr>),
    /// `\x y -> t`, `\x . t`.
    Lambda(Vec<Pattern>, Box<Expr>),
    /// `let x = a in b`, `let (x, y) = a in b`, `let f x = a in b`, which is no recursion.
    Let {
        /// What is bound.
        pattern: Pattern,
        /// Parameters, if it is a function.
        parameters: Vec<Pattern>,
        /// What it is bound to.
        value: Box<Expr>,
        /// Where it is bound.
        body: Box<Expr>,
    },
    /// `rec x . t`.
    Rec(Name, Box<Expr>),
    /// `if a then b else c`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `case a of ; p -> b ; q | guard -> c`.
    Case(Box<Expr>, Vec<Branch>),
    /// `a + b` and all the others.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `(a : type)`.
    Typed(Box<Expr>, Type),
    /// `exists x y . t` or `forall x . t`, in coverage types only.
    Quantified {
        /// `exists`?
        exists: bool,
        /// What is bound.
        names: Vec<Name>,
        /// What holds of it.
        body: Box<Expr>,
    },
    /// What stands here is wrong and has been reported.
    Missing,
}

/// A branch of a case.
#[derive(Clone, Debug)]
pub struct Branch {
    /// What it is for.
    pub pattern: Pattern,
    /// What has to hold besides.
    pub guard: Option<Expr>,
    /// What is to be done.
    pub body: Expr,
    /// All of it.
    pub span: Span,
}

/// Infix operators, from the loosest to the tightest: `<+>`; `==>`; `||`; `&&`; comparisons, which do not associate; `::`;
/// `+ -`; `* div mod`. `<+> ==> || && ::` associate to the right, the others to the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the operators'")]
pub enum Operator {
    Choice,
    Implies,
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Cons,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

/// A pattern where it stands.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The pattern.
    pub kind: PatternKind,
    /// Where it stands.
    pub span: Span,
}

impl From<PatternKind> for Pattern {
    /// Returns a pattern that stands in no file.
    fn from(kind: PatternKind) -> Self {
        Self { kind, span: Span::NOWHERE }
    }
}

/// A pattern.
#[derive(Clone, Debug)]
pub enum PatternKind {
    /// `_`.
    Wildcard,
    /// A constructor without fields, if there is one of this name, otherwise a variable.
    Name(Arc<str>),
    /// An integer.
    Integer(BigInt),
    /// A character.
    Character(char),
    /// A list of characters.
    Text(String),
    /// `()`.
    Unit,
    /// `(p, q)`.
    Pair(Box<Pattern>, Box<Pattern>),
    /// `[C p q]`, `[p, q]`, `[]`: as for terms; one element is given as its head and arguments.
    Bracket(Vec<(Pattern, Vec<Pattern>)>),
    /// `(p)`, kept only where it is the one element of a bracket, because `[(tip)]` is a list of one.
    Parenthesised(Box<Pattern>),
    /// `p :: q`.
    Cons(Box<Pattern>, Box<Pattern>),
    /// What stands here is wrong and has been reported.
    Missing,
}
