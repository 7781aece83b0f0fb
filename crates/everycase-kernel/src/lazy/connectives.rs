//! Parallel conjunctions and disjunctions: which operands are run, and in which order.
//!
//! There are two independent parts, which share only the names of operands. The strategies D to OSF
//! (Paper II, section 5) are only used by searches of predicates, `everycase::search`.
//! Opportunistic conjunction (Paper III, section 5.2) is only used by draws, `everycase::sample`.
//!
//! A property runs with strategy D and not opportunistically: operands from left to right. Another
//! order would run the right operand on inputs that the left one rejects, and a panic there would
//! be a failure that the property does not have.

mod call;
mod opportunistic;
mod schedule;
mod strategy;

pub use call::{CallId, Connective, Side, Step};
pub(crate) use opportunistic::Passes;
pub(crate) use schedule::Schedule;
pub use strategy::Strategy;
