//! Patterns.

use everycase::Enumerable;

use super::super::rust_syntax::names::tok;
use super::super::rust_syntax::nodes::expressions::path_node;
use super::super::rust_syntax::nodes::patterns as nodes;
use super::super::rust_syntax::{Binding, RangeLimits};
use super::{Expression, Literal, Member, Path, Type, Word};

/// A pattern of `syn`.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Pattern {
    /// `_`
    Wild,
    /// `..`
    Rest,
    /// `ref mut a @ pattern`
    Name(Binding, Word, Option<Box<Pattern>>),
    /// `1`
    Literal(Literal),
    /// `a::B`
    Path(Path),
    /// `a..=b`, with any expressions
    Range(Option<Box<Expression>>, RangeLimits, Option<Box<Expression>>),
    /// `&mut pattern`
    Reference(bool, Box<Pattern>),
    /// `(a, b)`
    Tuple(Vec<Pattern>),
    /// `(a)`
    Paren(Box<Pattern>),
    /// `A(a, b)`
    TupleStruct(Path, Vec<Pattern>),
    /// `A { a: b, .. }`
    Struct(Path, Vec<FieldPattern>, bool),
    /// `[a, b]`
    Slice(Vec<Pattern>),
    /// `a | b`, of any number of cases
    Or(Vec<Pattern>),
    /// `a: T`
    Typed(Box<Pattern>, Box<Type>),
    /// `a if b`
    Guarded(Box<Pattern>, Box<Expression>),
}

/// A field in a struct pattern: the second form has no name and no colon.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum FieldPattern {
    /// `a: pattern`
    Long(Member, Pattern),
    /// `pattern`
    Short(Pattern),
}

impl Pattern {
    /// Returns the pattern as `syn` has it.
    pub fn to_syn(&self) -> syn::Pat {
        match self {
            Self::Wild => nodes::wild(),
            Self::Rest => nodes::rest(),
            Self::Name(binding, word, subpattern) => syn::Pat::Ident(syn::PatIdent {
                ident: word.to_syn(),
                subpat: subpattern.as_ref().map(|pattern| (tok(), Box::new(pattern.to_syn()))),
                ..binding.to_syn(&super::super::rust_syntax::Name)
            }),
            Self::Literal(literal) => syn::Pat::Lit(literal.to_syn()),
            Self::Path(path) => syn::Pat::Path(path_node(None, path.to_syn())),
            Self::Range(start, limits, end) => nodes::range(
                start.as_ref().map(|expr| expr.to_box()),
                limits.to_syn(),
                end.as_ref().map(|expr| expr.to_box()),
            ),
            Self::Reference(mutable, pattern) => nodes::reference(*mutable, pattern.to_syn()),
            Self::Tuple(elems) => nodes::tuple(elems.iter().map(Self::to_syn)),
            Self::Paren(pattern) => nodes::parenthesized(pattern.to_syn()),
            Self::TupleStruct(path, elems) => {
                nodes::tuple_structure(path.to_syn(), elems.iter().map(Self::to_syn))
            }
            Self::Struct(path, fields, rest) => {
                nodes::structure(None, path.to_syn(), fields.iter().map(FieldPattern::to_syn), *rest)
            }
            Self::Slice(elems) => nodes::slice(elems.iter().map(Self::to_syn)),
            Self::Or(cases) => nodes::alternatives(cases.iter().map(Self::to_syn)),
            Self::Typed(pattern, ty) => nodes::typed(pattern.to_syn(), ty.to_syn()),
            Self::Guarded(pattern, guard) => nodes::guarded(pattern.to_syn(), guard.to_syn()),
        }
    }
}

impl FieldPattern {
    fn to_syn(&self) -> syn::FieldPat {
        let (member, has_colon, pattern) = match self {
            Self::Long(member, pattern) => (member.to_syn(), true, pattern),
            // Without a colon the name is not printed; where the pattern binds one, that is the field's.
            Self::Short(pattern @ Pattern::Name(_, word, _)) => {
                (Member::Named(word.clone()).to_syn(), false, pattern)
            }
            Self::Short(pattern) => (Member::Named(Word::Name).to_syn(), false, pattern),
        };
        nodes::field(member, has_colon, pattern.to_syn())
    }
}
