//! What a run does now, and what waits for a value.

use std::cmp::Ordering;
use std::rc::Rc;

use super::heap::{Env, Ref};
use crate::core::{Binder, Branch, Connective, Expr, GlobalId, Pattern};
use crate::fault::{Call, Fault};
use crate::source::Span;

/// What is to be done now.
pub(super) enum Now<'r> {
    /// Find the value of a term.
    Evaluate(&'r Expr, Env),
    /// Find the value of what may be delayed, for a term that stands there.
    Force(Ref, Span),
    /// Give a value to what waits for it.
    Return(Ref),
}

pub(super) type Step<'r> = Result<Now<'r>, Fault>;

/// What waits for a value.
pub(super) enum Frame<'r> {
    /// A term that needs the values of more operands.
    Operands(Operands<'r>),
    /// The right operand of a connective.
    Connective(Connective, &'r Expr, Env, Span),
    /// The body of a `let`.
    Let(&'r Binder, &'r Expr, Env),
    /// The branches of a `case`.
    Case(&'r [Branch], Env, Span),
    /// A `case` whose pattern looks at what was delayed.
    Match(Matching<'r>),
    /// A `case` whose guard is evaluated.
    Guard(Matching<'r>),
    /// A comparison that looks at what was delayed.
    Compare(Comparison),
    /// Arguments that are left over.
    Arguments(Rc<[Ref]>, Span),
    /// What was delayed and is known after this.
    Delayed(Ref),
    /// A definition without parameters, and how many choices were made before.
    Definition(GlobalId, u64),
    /// A call.
    Call(Call),
    /// Something whose value is noted.
    Noted,
}

/// What is known of the value of a definition without parameters.
#[derive(Clone, Copy)]
pub(super) enum Definition {
    /// It is being evaluated; this many choices were made before.
    Running(u64),
    /// Its value, for which no choice was made.
    Known(Ref),
}

/// A term whose operands are evaluated from left to right.
pub(super) struct Operands<'r> {
    pub(super) of: &'r Expr,
    pub(super) env: Env,
    /// The operands that have no value yet, the next one last.
    pub(super) left: Vec<&'r Expr>,
    /// The values of the others.
    pub(super) done: Vec<Ref>,
}

/// A comparison of which some is done, all of it equal.
pub(super) struct Comparison {
    /// Does this ordering make it true?
    pub(super) holds: fn(Ordering) -> bool,
    /// What is still to be compared, the next pair last.
    pub(super) left: Vec<(Ref, Ref)>,
    pub(super) span: Span,
}

/// A `case` of which some branches do not fit.
pub(super) struct Matching<'r> {
    /// The branch at hand, and those that follow.
    pub(super) branches: &'r [Branch],
    /// What the patterns are for.
    pub(super) value: Ref,
    /// The variables around the `case`.
    pub(super) outer: Env,
    /// The same and those that the pattern at hand has bound.
    pub(super) env: Env,
    /// What the pattern at hand has still to look at, the next part last.
    pub(super) left: Vec<(&'r Pattern, Ref)>,
    pub(super) span: Span,
}
