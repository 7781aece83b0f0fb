//! Automatic unit tests of a library: every small expression that calls one of its functions
//! (chapter 4 of the thesis).
//!
//! A test expression is a call of a function, and an observation of its result. The arguments are
//! built from what the library exports. Which expressions there are follows from the types alone,
//! so nothing is written by hand. They are a grammar of the kernel, [`grammar`], which counts,
//! searches and draws them like any other inputs.
//!
//! [`Signature::provide`](library::Signature::provide) finds the functions that expressions may
//! call; [`Grammar::tests`](grammar::Grammar::tests) is the grammar, and
//! [`Expression`](expression::Expression) what its derivations mean.
//!
//! This crate knows types and names of functions, not how they are run: the library under test
//! stands behind [`Library`](library::Library). Only [`module`] and [`regression`] know pun.

#![forbid(unsafe_code)]

mod alphabets;
pub mod explore;
pub mod expression;
pub mod fault;
pub mod grammar;
pub mod library;
pub mod merge;
pub mod module;
pub mod numbers;
mod possible;
pub mod progress;
mod reach;
pub mod regression;
pub mod report;
pub mod strategy;
pub mod subject;
pub mod suite;
mod support;
#[cfg(test)]
mod tests;
pub mod trace;
pub mod types;
pub mod values;
