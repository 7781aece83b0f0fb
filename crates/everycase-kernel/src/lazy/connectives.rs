//! Parallel conjunctions and disjunctions: which operands are run, and in which order.
//!
//! Two rooms of their own, which share nothing but the names of operands. The strategies D to OSF (Paper II, section 5) serve
//! searches of predicates, `everycase::search`, alone. Opportunistic conjunction (Paper III, section 5.2) serves draws,
//! `everycase::sample`, alone.
//!
//! A property is run with strategy D and without opportunism: operands from left to right. Another order would run the right
//! operand on inputs that the left one rejects, and a panic there would be reported as a failure that the property does not have.

mod call;
mod opportunistic;
mod schedule;
mod strategy;

pub use call::{CallId, Connective, Side, Step};
pub(crate) use opportunistic::Passes;
pub(crate) use schedule::Schedule;
pub use strategy::Strategy;
