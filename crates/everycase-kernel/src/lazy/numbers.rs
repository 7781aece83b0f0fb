//! Integers of which only intervals and an order are known.

mod interval;
mod known;
mod orders;
mod settle;

pub(crate) use interval::Interval;
pub(crate) use interval::SIGN;
pub(crate) use known::{Checkpoint, Known, MOST, Number, Numbers};
pub(crate) use orders::Relation;
