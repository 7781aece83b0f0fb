//! The state of a run that other threads read, and their means to end it.

pub mod depth;
pub mod progress;
pub mod stack;
pub mod steps;
pub mod stop;
