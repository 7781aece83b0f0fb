//! The surface syntax without trivia: the input of name resolution, and the form in which
//! [`format`](mod@crate::format) prints values, terms and types.
//!
//! Names are unresolved: whether `[f x]` applies a constructor is decided by name resolution.

use std::sync::Arc;

use num_bigint::BigInt;

use crate::source::Span;

/// A name with its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: Arc<str>,
    /// Its span.
    pub span: Span,
}

/// A file.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// `module name (..) .`: its name and exports; `None` if the line is missing, so that
    /// everything is exported.
    pub header: Option<Header>,
    /// `import name .`
    pub imports: Vec<Name>,
    /// The other declarations, in order.
    pub declarations: Vec<Declaration>,
}

/// The first line of a module.
#[derive(Clone, Debug)]
pub struct Header {
    /// Its name.
    pub name: Name,
    /// Its exports, if listed: functions, types, constructors, generators.
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
    /// The span of the declaration.
    pub span: Span,
}

/// A constructor in a type declaration.
#[derive(Clone, Debug)]
pub struct Constructor {
    /// Its name.
    pub name: Name,
    /// Its fields: their types, and whether they are marked lazy (`~`).
    pub fields: Vec<(Type, bool)>,
}

/// The declared type of a definition.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The name of the definition.
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
    /// The span of the declaration.
    pub span: Span,
}

/// A property.
#[derive(Clone, Debug)]
pub struct Property {
    /// Its name.
    pub name: Name,
    /// Its inputs.
    pub parameters: Vec<Parameter>,
    /// `with size 9, tests 1000`: settings of the check.
    pub settings: Vec<Setting>,
    /// Its body, a boolean.
    pub body: Expr,
    /// The span of the declaration.
    pub span: Span,
}

/// An input of a property: `x`, `(x : type)`, `(x from generator arguments)`,
/// `(x : type from generator arguments)`.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: Name,
    /// Its type, if it is declared.
    pub ty: Option<Type>,
    /// The term that draws it, if any; otherwise the kernel provides it by its type.
    pub from: Option<Expr>,
}

/// A setting of a check.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Its name: `size` or `tests`; others are unknown.
    pub name: Name,
    /// Its value.
    pub value: BigInt,
}

/// A generator's coverage type:
/// `generator name : (n : integer | 0 <= n) -> [v : list integer | ..] .`
#[derive(Clone, Debug)]
pub struct Generator {
    /// The name of the generator's definition.
    pub name: Name,
    /// Its coverage type.
    pub coverage: Coverage,
    /// `decreases (n, len xs) .` after the type: its measures, at least one.
    pub decreases: Option<Vec<Expr>>,
    /// The span of the declaration.
    pub span: Span,
}

/// A coverage type: `(n : integer | 0 <= n) -> [v : list integer | ..]`.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// Its parameters.
    pub parameters: Vec<CoverageParameter>,
    /// Its result, with what it covers.
    pub result: Refinement,
}

/// A parameter in a coverage type.
#[derive(Clone, Debug)]
pub enum CoverageParameter {
    /// A value: `(n : integer | 0 <= n)`.
    Value(Refinement),
    /// A function with a coverage type of its own: `(g : (n : integer) -> [v : integer | v <= n])`.
    Function(Name, Coverage),
}

/// A type with a predicate on its values: `(n : integer | 0 <= n)`, `(n : integer)`, or just a
/// type.
#[derive(Clone, Debug)]
pub struct Refinement {
    /// The name of the value.
    pub name: Option<Name>,
    /// The type.
    pub ty: Type,
    /// The predicate.
    pub predicate: Option<Expr>,
}

/// A type with its span.
#[derive(Clone, Debug)]
pub struct Type {
    /// The type.
    pub kind: TypeKind,
    /// Its span.
    pub span: Span,
}

/// A type.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// `integer`, `list a`, `a`: a data type, or a variable if no data type has this name.
    Name(Name, Vec<Type>),
    /// `a -> b`.
    Arrow(Box<Type>, Box<Type>),
    /// `(a, b)`; `(a, b, c)` is `(a, (b, c))`.
    Pair(Box<Type>, Box<Type>),
    /// `()`, also called `unit`.
    Unit,
    /// An error that has been reported.
    Missing,
}

/// A term with its span.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The term.
    pub kind: ExprKind,
    /// Its span.
    pub span: Span,
}

impl From<ExprKind> for Expr {
    /// Returns a term without source.
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
    /// A variable, a function, or a constructor (curried outside of brackets).
    Name(Arc<str>),
    /// `()`.
    Unit,
    /// `(a, b)`; `(a, b, c)` is `(a, (b, c))`.
    Pair(Box<Expr>, Box<Expr>),
    /// `[a, b]`. A single element whose head is a constructor applies that constructor.
    Bracket(Vec<Expr>),
    /// `(a)`, kept only as the single element of a bracket or as its head: `[(tip)]` and
    /// `[(tip) a]` are lists with one element and apply no constructor.
    Parenthesised(Box<Expr>),
    /// `f a b`.
    Apply(Box<Expr>, Vec<Expr>),
    /// `\x y -> t`, `\x . t`.
    Lambda(Vec<Pattern>, Box<Expr>),
    /// `let x = a in b`, `let (x, y) = a in b`, `let f x = a in b`. Not recursive.
    Let {
        /// The pattern.
        pattern: Pattern,
        /// The parameters, for a function.
        parameters: Vec<Pattern>,
        /// The value.
        value: Box<Expr>,
        /// The body.
        body: Box<Expr>,
    },
    /// `rec x . t`.
    Rec(Name, Box<Expr>),
    /// `if a then b else c`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `case a of ; p -> b ; q | guard -> c`.
    Case(Box<Expr>, Vec<Branch>),
    /// `a + b` and all other infix operators.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `(a : type)`.
    Typed(Box<Expr>, Type),
    /// `exists x (y : type) . t` or `forall x . t`, in coverage types only.
    Quantified {
        /// Whether it is `exists`.
        exists: bool,
        /// The bound variables.
        bound: Vec<Bound>,
        /// The formula in their scope.
        body: Box<Expr>,
    },
    /// An error that has been reported.
    Missing,
}

/// A variable that a quantifier binds: `x` or `(x : type)`.
#[derive(Clone, Debug)]
pub struct Bound {
    /// Its name.
    pub name: Name,
    /// Its type, if it is declared.
    pub ty: Option<Type>,
}

/// A branch of a case.
#[derive(Clone, Debug)]
pub struct Branch {
    /// Its pattern.
    pub pattern: Pattern,
    /// Its guard, if there is one.
    pub guard: Option<Expr>,
    /// Its body.
    pub body: Expr,
    /// The span of the branch.
    pub span: Span,
}

/// Infix operators, in order of precedence, the loosest first: `<+>`; `==>`; `||`; `&&`;
/// comparisons, which do not associate; `::`; `+ -`; `* div mod`. `<+> ==> || && ::` associate to
/// the right, the others to the left.
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

/// A pattern with its span.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The pattern.
    pub kind: PatternKind,
    /// Its span.
    pub span: Span,
}

impl From<PatternKind> for Pattern {
    /// Returns a pattern without source.
    fn from(kind: PatternKind) -> Self {
        Self { kind, span: Span::NOWHERE }
    }
}

/// A pattern.
#[derive(Clone, Debug)]
pub enum PatternKind {
    /// `_`.
    Wildcard,
    /// A constructor without fields if there is one with this name, otherwise a variable.
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
    /// `[C p q]`, `[p, q]`, `[]`, as in terms. Each element is a head with arguments.
    Bracket(Vec<(Pattern, Vec<Pattern>)>),
    /// `(p)`, kept only as the single element of a bracket: `[(tip)]` is a list with one element.
    Parenthesised(Box<Pattern>),
    /// `p :: q`.
    Cons(Box<Pattern>, Box<Pattern>),
    /// An error that has been reported.
    Missing,
}
