//! The jobs of a check that run whole inputs: all of a size, uniform draws, and inputs that are given.
//!
//! Each is a sequence of inputs, every one with its position in the order of the whole run. A part of the run, and within it a
//! thread, runs those positions that are its own; from a position alone the input is found again.

mod draws;
mod each;
mod given;
mod walk;

pub use self::draws::Draws;
pub use self::each::{Each, Inputs, Within};
pub use self::given::Given;
pub use self::walk::Walk;

#[cfg(test)]
mod tests;
