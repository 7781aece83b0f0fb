//! Goals: the type that is expected of a term, and why.

use crate::core::ConId;
use crate::resolve::term::Term;
use crate::source::Span;
use crate::unify::store::Ty;

/// Why a type is expected of a term or pattern.
#[derive(Clone, Copy)]
pub(super) enum Why<'t> {
    /// No type is expected, or there are several reasons.
    Free,
    /// By the signature of the definition, or a type annotation.
    Written(Span),
    /// As the argument of a function, with its index.
    Argument(&'t Term, usize),
    /// As the field of a constructor, with its index.
    Field(ConId, usize),
    /// As an operand, described by these words.
    Operand(&'static str),
    /// As a pattern for the scrutinee at this span.
    Matched(Span),
    /// Because the type must be the same as elsewhere, for the described parts.
    Same(Span, &'static str),
}

/// The type that is expected of a term or pattern, and why.
#[derive(Clone, Copy)]
pub(super) struct Goal<'t> {
    pub(super) ty: Ty,
    pub(super) why: Why<'t>,
}

impl<'t> Goal<'t> {
    pub(super) fn new(ty: Ty, why: Why<'t>) -> Self {
        Self { ty, why }
    }

    /// Returns the goal of a part that must have the same type as another place. An existing reason
    /// is kept.
    pub(super) fn same(self, span: Span, what: &'static str) -> Self {
        let why = if matches!(self.why, Why::Free) { Why::Same(span, what) } else { self.why };
        Self { why, ..self }
    }
}
