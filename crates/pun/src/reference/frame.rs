//! The current step of a run, and its continuations.

use std::cmp::Ordering;
use std::rc::Rc;

use super::heap::{Env, Ref};
use crate::core::{Binder, Branch, Connective, Expr, GlobalId, Pattern};
use crate::fault::{Call, Fault};
use crate::source::Span;

/// The current step.
pub(super) enum Now<'r> {
    /// Evaluate a term.
    Evaluate(&'r Expr, Env),
    /// Evaluate a value that may be delayed, for the term with this span.
    Force(Ref, Span),
    /// Return a value to the innermost frame.
    Return(Ref),
}

pub(super) type Step<'r> = Result<Now<'r>, Fault>;

/// A continuation.
pub(super) enum Frame<'r> {
    /// A term with unevaluated operands.
    Operands(Operands<'r>),
    /// The right operand of a connective.
    Connective(Connective, &'r Expr, Env, Span),
    /// The body of a `let`.
    Let(&'r Binder, &'r Expr, Env),
    /// The branches of a `case`.
    Case(&'r [Branch], Env, Span),
    /// A `case` whose pattern inspects a delayed value.
    Match(Matching<'r>),
    /// A `case` whose guard is evaluated.
    Guard(Matching<'r>),
    /// A comparison that inspects a delayed value.
    Compare(Comparison),
    /// Surplus arguments of a call.
    Arguments(Rc<[Ref]>, Span),
    /// A delayed value to be updated.
    Delayed(Ref),
    /// A definition without parameters, and the number of choices made before it.
    Definition(GlobalId, u64),
    /// A call.
    Call(Call),
    /// A condition whose value is recorded.
    Condition(Span),
    /// A call or operation whose value is recorded.
    Noted,
}

/// The state of a definition without parameters.
#[derive(Clone, Copy)]
pub(super) enum Definition {
    /// Under evaluation; with the number of choices made before.
    Running(u64),
    /// Its value, computed without a choice.
    Known(Ref),
}

/// A term whose operands are evaluated from left to right.
pub(super) struct Operands<'r> {
    pub(super) of: &'r Expr,
    pub(super) env: Env,
    /// The unevaluated operands, the next one last.
    pub(super) left: Vec<&'r Expr>,
    /// The values of the others.
    pub(super) done: Vec<Ref>,
}

/// A comparison that has found no difference yet.
pub(super) struct Comparison {
    /// Whether an ordering makes it true.
    pub(super) holds: fn(Ordering) -> bool,
    /// The pairs still to be compared, the next one last.
    pub(super) left: Vec<(Ref, Ref)>,
    pub(super) span: Span,
}

/// A `case`, some branches of which have not matched.
pub(super) struct Matching<'r> {
    /// The current branch, and those after it.
    pub(super) branches: &'r [Branch],
    /// The scrutinee.
    pub(super) value: Ref,
    /// The environment of the `case`.
    pub(super) outer: Env,
    /// That environment with the variables bound by the current pattern.
    pub(super) env: Env,
    /// The parts of the current pattern still to be matched, the next one last.
    pub(super) left: Vec<(&'r Pattern, Ref)>,
    pub(super) span: Span,
}
