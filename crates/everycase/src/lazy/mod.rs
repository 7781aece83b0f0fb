//! Values that are decided as they are looked at, and the search that this makes possible.
//!
//! A predicate on [`Lazy`] values tells, by what it looks at, which values it can tell apart; [`search`] runs it once
//! for each class of values that look the same to it (Paper II).

mod choice;
mod handle;
mod inspect;
mod logic;
mod number;
mod pending;
mod property;
mod sample;
mod search;
mod spread;

pub use everycase_kernel::lazy::Strategy;
pub use handle::{Decided, Lazy, Whole};
pub use inspect::{Inspect, ListView};
pub use logic::{and, and_then, implies, or, or_else};
pub use number::{Number, Operand};
pub use pending::{Pending, pending};
pub use property::Undecided;
pub(crate) use property::{LazyProperty, forget_lifted, inputs};
pub use sample::{Draws, Sample, sample, sample_in};
pub use search::{Found, Progress, Satisfying, Search, sat, search, search_in};
