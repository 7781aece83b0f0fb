//! Functions of which is known which lines are reached: `+` for those that are, `-` for others. Lines without a
//! mark have no code.

pub mod branches;
pub mod generic;
pub mod lock;
pub mod panics;
pub mod tables;
