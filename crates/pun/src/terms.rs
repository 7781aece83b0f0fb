//! Closed well-typed terms of a type, as an alternative to its values (sections 4 and 5 of the paper).
//!
//! They are a grammar whose nonterminals are an environment and a type, so they are counted, enumerated, searched and drawn
//! uniformly as anything else is. All of them come to an end and none fails: division is left out, case distinctions have all
//! branches, and a function calls itself only with less than what it was called with.
//!
//! # Sizes
//!
//! A mention of a variable costs 1, and so do a constructor, an operator, a lambda, `if`, a recursive call and a whole recursive
//! function without its parts; integers and characters cost 1 and their bits, pairs nothing. A projection, an application, a
//! `let` or a `case` goes through the type of a pair, a function, what is bound or what is taken apart, and costs as much as
//! that type has nodes. Types that are gone through occur in the program, or are pairs and functions of two that do.
//!
//! # What is bound is used
//!
//! Unless [`Mode::All`] is asked for, every variable that is bound by a lambda or a `let` is mentioned, and every recursive
//! function calls itself. What a `case` binds is mentioned or has no name. Definitions of the program are not mentioned: what
//! they evaluate to is among the terms, and they may not come to an end.

mod callings;
mod decode;
mod environment;
mod grammar;
mod mode;
mod rules;
mod scope;
#[cfg(test)]
mod tests;
mod types;

use std::sync::Arc;

use everycase_kernel::{At, Shape};

use crate::core::{Expr, Program, Type};
use crate::diagnostic::Diagnostic;
use crate::inputs::Finite;
use crate::show;

use grammar::{Grammar, Start};
pub use mode::Mode;

/// Returns the shape of the closed terms of a type. Variables in the type stand for atoms, which are written as naturals.
///
/// # Errors
/// When the type has no finite values.
pub fn shape(program: &Arc<Program>, ty: &Type, mode: Mode) -> Result<Shape, Diagnostic> {
    Finite::new(program).check(ty)?;
    Ok(Grammar::start(program, ty, mode))
}

/// Returns the term at a position of a [`shape`], as a term of the core; `None` elsewhere. Its variables have numbers from
/// `locals` on, which becomes the next number.
pub fn expr(at: At<'_>, locals: &mut u32) -> Option<Expr> {
    let start: &Start = at.payload()?;
    Some(decode::term(start, at.field(0), locals))
}

/// Returns the term at a position of a [`shape`], as pun source; `None` elsewhere.
pub fn source(at: At<'_>) -> Option<String> {
    let start: &Start = at.payload()?;
    Some(show::terms::source(&start.grammar.program, &expr(at, &mut 0)?))
}
