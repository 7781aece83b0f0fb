//! The streams of a run: which of them goes on, and what makes their inputs.

pub(crate) mod schedule;
pub(crate) mod source;
pub mod table;
