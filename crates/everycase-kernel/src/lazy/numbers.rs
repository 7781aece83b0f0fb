//! Integers of which only intervals, remainders and an order are known.

mod class;
mod free;
mod interval;
mod knowledge;
mod orders;
mod settle;
mod slots;

pub(crate) use class::Class;
pub(crate) use interval::Interval;
pub(crate) use interval::SIGN;
pub(crate) use knowledge::{Bounds, Checkpoint, Knowledge, MOST, Number, Numbers};
pub(crate) use orders::Relation;
