//! Closed well-typed terms of a type, as inputs in place of its values (sections 4 and 5 of the
//! paper).
//!
//! The terms form a grammar whose nonterminals are an environment and a type, so they are counted,
//! enumerated, searched and drawn uniformly like any other shape. Every term terminates and none
//! fails: terms have no division, case distinctions are exhaustive, and a recursive call gets a
//! smaller argument than its caller.
//!
//! # Sizes
//!
//! A variable costs 1, and so does a constructor, an operator, a lambda, `if`, a recursive call,
//! and a recursive function without its parts. Integers and characters cost 1 and their bits; pairs
//! cost nothing. A projection, an application, a `let` or a `case` has an intermediate type (of the
//! pair, the function, the bound term or the scrutinee) and costs the number of its nodes.
//! Intermediate types are the types that occur in the program, and pairs and functions of two of
//! them.
//!
//! # Bound variables are used
//!
//! Unless [`Mode::All`] is chosen, every variable bound by a lambda or a `let` is used, and every
//! recursive function calls itself. A variable bound by a `case` is used or has no name. Terms do
//! not use definitions of the program: their values are among the terms anyway, and they may not
//! terminate.
//!
//! # Abstract types
//!
//! Terms neither make values of types that are abstract in the main file nor take them apart. They
//! pass such values on.

mod callings;
mod decode;
mod environment;
mod grammar;
mod hidden_types;
mod mode;
mod rules;
mod scope;
mod types;

use std::sync::Arc;

use everycase_kernel::{At, Shape};

use crate::core::{Expr, LocalId, Program, Type};
use crate::diagnostic::Diagnostic;
use crate::inputs::{Constants, Finite};
use crate::show;
use crate::source::Span;

use grammar::{Grammar, Start};
pub use mode::Mode;

/// Returns the shape of the closed terms of a type. Type variables stand for atoms, written as
/// naturals.
///
/// # Errors
/// If the type has no finite values, or none without values of abstract types.
pub fn shape(program: &Arc<Program>, ty: &Type, mode: Mode) -> Result<Shape, Diagnostic> {
    shape_with(program, ty, mode, Constants::default())
}

/// Returns the shape of the closed terms of a type with constants in the place of all integers and
/// characters.
///
/// # Errors
/// As [`shape`] does.
pub fn shape_with(
    program: &Arc<Program>,
    ty: &Type,
    mode: Mode,
    constants: Constants,
) -> Result<Shape, Diagnostic> {
    Finite::new(program).check(ty)?;
    Grammar::start(program, ty, mode, constants).ok_or_else(|| {
        Diagnostic::error(Span::NOWHERE, "every value of this type holds one of an abstract type")
    })
}

/// Returns the term at a position of a [`shape`] as a term of the core, or `None` for other
/// positions. Numbers its variables from `locals` on and advances `locals`.
pub fn expr(at: At<'_>, locals: &mut u32) -> Option<Expr> {
    let start: &Start = at.payload()?;
    Some(decode::term(start, at.field(0), locals))
}

/// A term whose numbers and characters are parameters.
pub(crate) struct LiftedTerm {
    /// The program that the term belongs to.
    pub(crate) program: Arc<Program>,
    /// The parameters: one for each number or character, in the order of their positions.
    pub(crate) literals: Vec<LocalId>,
    pub(crate) body: Expr,
}

/// Returns the term at a position of a [`shape`] without its numbers and characters, or `None` for
/// other positions.
pub(crate) fn lifted(at: At<'_>) -> Option<LiftedTerm> {
    let start: &Start = at.payload()?;
    let (literals, body) = decode::lifted(start, at.field(0));
    Some(LiftedTerm { program: Arc::clone(&start.grammar.program), literals, body })
}

/// Returns the term at a position of a [`shape`] as pun source, or `None` for other positions.
/// Undecided parts are `_`.
pub fn source(at: At<'_>) -> Option<String> {
    let start: &Start = at.payload()?;
    Some(show::terms::source(&start.grammar.program, &expr(at, &mut 0)?))
}
