//! Lazy values, and searches and draws of the values that satisfy a predicate.
//!
//! A [`Lazy`] value is decided only where a predicate inspects it. [`search`] runs the predicate
//! once for each equivalence class of values that look the same to it; [`sample`] draws uniformly
//! from the values that satisfy it. [`Inspect`] gives the views of a type, [`and`], [`or`] and
//! similar functions connect predicates, and [`pending`] delays one.

mod atom;
mod choice;
mod execution;
mod handle;
mod inspect;
mod logic;
mod number;
mod pending;
mod property;
mod sample;
mod search;
mod spread;

#[doc(inline)]
pub use crate::{all, any};
pub use atom::Atom;
pub use everycase_kernel::lazy::Strategy;
pub(crate) use handle::with as with_run;
pub use handle::{Decided, Lazy, Whole};
pub use inspect::{Inspect, ListView};
pub use logic::{and, and_then, implies, or, or_else};
pub use number::{Number, Operand};
pub use pending::{Pending, pending};
pub use property::Undecided;
pub(crate) use property::{LazyProperty, forget_lifted, inputs};
pub use sample::{Draws, Sample, sample, sample_in};
pub use search::{Found, Progress, Satisfying, Search, sat, search, search_in};
