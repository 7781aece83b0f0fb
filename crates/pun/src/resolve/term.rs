//! Resolved terms: the input of type inference and of lowering to the core.

use std::sync::Arc;

use num_bigint::BigInt;

use crate::core::{ConId, Connective, GlobalId, LocalId, Primitive, Type};
use crate::source::Span;
use crate::tree::Name;

/// A module.
#[derive(Debug, Default)]
pub(crate) struct Module {
    /// Its definitions, and the definitions of assumed generators, which are errors. Their global
    /// numbers are consecutive, so a number minus the first number is an index here.
    pub(crate) definitions: Vec<Definition>,
    /// Its properties.
    pub(crate) properties: Vec<Property>,
    /// The coverage types of its generators.
    pub(crate) generators: Vec<Generator>,
}

/// The names that a declaration binds and mentions.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// Its local variables, by number.
    pub(crate) locals: Vec<Name>,
    /// Its type variables by number; type variables of the signature come first.
    pub(crate) type_variables: Vec<Arc<str>>,
    /// The definitions of the same module that it mentions.
    pub(crate) mentions: Vec<GlobalId>,
}

/// A definition.
#[derive(Debug)]
pub(crate) struct Definition {
    pub(crate) name: Name,
    pub(crate) signature: Option<Signature>,
    /// A lambda, if there are parameters.
    pub(crate) body: Term,
    pub(crate) names: Names,
}

/// The declared type of a definition.
#[derive(Debug)]
pub(crate) struct Signature {
    pub(crate) ty: Type,
    /// The number of its type variables.
    pub(crate) variables: u32,
    pub(crate) span: Span,
}

/// A property.
#[derive(Debug)]
pub(crate) struct Property {
    pub(crate) name: Name,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) size: Option<u32>,
    pub(crate) tests: Option<u64>,
    pub(crate) body: Term,
    pub(crate) names: Names,
}

/// An input of a property.
#[derive(Debug)]
pub(crate) struct Parameter {
    pub(crate) local: LocalId,
    pub(crate) ty: Option<(Type, Span)>,
    pub(crate) from: Option<Term>,
}

/// A generator.
#[derive(Debug)]
pub(crate) struct Generator {
    pub(crate) global: GlobalId,
    pub(crate) coverage: Coverage,
    /// Its measures, in the scope of its parameters.
    pub(crate) decreases: Option<Vec<Term>>,
    /// Whether it is declared by its type alone.
    pub(crate) is_assumed: bool,
    /// The number of type variables in the types of its parameters and of its result. They come
    /// first.
    pub(crate) variables: u32,
    pub(crate) span: Span,
    pub(crate) names: Names,
}

/// A coverage type.
#[derive(Debug)]
pub(crate) struct Coverage {
    pub(crate) parameters: Vec<CoverageParameter>,
    pub(crate) result: Refinement,
}

/// A parameter in a coverage type.
#[derive(Debug)]
pub(crate) enum CoverageParameter {
    Value(Refinement),
    /// A function with a coverage type of its own.
    Function(LocalId, Coverage),
}

/// A type with a predicate on its values.
#[derive(Debug)]
pub(crate) struct Refinement {
    pub(crate) local: LocalId,
    /// `None` if the type is wrong.
    pub(crate) ty: Option<Type>,
    pub(crate) predicate: Option<Term>,
}

/// A term with its span.
#[derive(Debug)]
pub(crate) struct Term {
    pub(crate) kind: TermKind,
    pub(crate) span: Span,
}

/// A term.
#[derive(Debug)]
pub(crate) enum TermKind {
    Integer(BigInt),
    Character(char),
    Text(String),
    Local(LocalId),
    Global(GlobalId),
    /// A built-in function; with fresh variables for missing arguments.
    BuiltIn(BuiltIn, Vec<LocalId>),
    /// A constructor as a function, with variables for its fields.
    Constructor(ConId, Vec<LocalId>),
    /// A constructor with arguments. In brackets there may be too few or too many.
    Construct(ConId, Vec<Term>),
    List(Vec<Term>),
    Apply(Box<Term>, Vec<Term>),
    Lambda(Vec<Input>, Box<Term>),
    Let(Pattern, Box<Term>, Box<Term>),
    Rec(LocalId, Box<Term>),
    If(Box<Term>, Box<Term>, Box<Term>),
    Case(Box<Term>, Vec<Branch>),
    Connective(Connective, Box<Term>, Box<Term>),
    Primitive(Primitive, Box<Term>, Box<Term>),
    Choice(Box<Term>, Box<Term>),
    /// A term with its type annotation; `None` if the type is wrong.
    Typed(Box<Term>, Option<Type>, Span),
    Quantified {
        exists: bool,
        bound: Vec<Bound>,
        body: Box<Term>,
    },
    /// An application of the prelude's `not`, given first, to a term that may contain quantifiers.
    Not(Box<Term>, Box<Term>),
    /// An error that has been reported.
    Wrong,
}

/// A variable that a quantifier binds.
#[derive(Debug)]
pub(crate) struct Bound {
    pub(crate) local: LocalId,
    /// Its declared type, if there is one and it is right.
    pub(crate) ty: Option<Type>,
}

/// A parameter of a function.
#[derive(Debug)]
pub(crate) struct Input {
    pub(crate) local: LocalId,
    /// The pattern of the parameter, unless it is only a variable.
    pub(crate) pattern: Option<Pattern>,
    pub(crate) span: Span,
}

/// A branch of a case.
#[derive(Debug)]
pub(crate) struct Branch {
    pub(crate) pattern: Pattern,
    pub(crate) guard: Option<Term>,
    pub(crate) body: Term,
}

/// A pattern with its span.
#[derive(Debug)]
pub(crate) struct Pattern {
    pub(crate) kind: PatternKind,
    pub(crate) span: Span,
}

/// A pattern.
#[derive(Debug)]
pub(crate) enum PatternKind {
    Wildcard,
    Bind(LocalId),
    Integer(BigInt),
    Character(char),
    /// A constructor with one pattern for each field.
    Construct(ConId, Vec<Pattern>),
    /// An error that has been reported.
    Wrong,
}

/// A function that cannot be written in pun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BuiltIn {
    Error,
    Integer,
    Natural,
    Boolean,
    Between,
}

impl BuiltIn {
    /// All of them, with their names.
    pub(crate) const ALL: [(&'static str, Self); 5] = [
        ("error", Self::Error),
        ("int-gen", Self::Integer),
        ("nat-gen", Self::Natural),
        ("bool-gen", Self::Boolean),
        ("int-range", Self::Between),
    ];

    /// Returns its number of arguments.
    pub(crate) fn arity(self) -> usize {
        if self == Self::Between { 2 } else { 1 }
    }

    /// Returns its name.
    pub(crate) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, one)| *one == self).map_or("", |(name, _)| name)
    }
}
