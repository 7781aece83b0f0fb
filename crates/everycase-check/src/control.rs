//! What another thread reads of a run, and how it ends one.

pub mod depth;
pub mod progress;
pub mod stack;
pub mod steps;
pub mod stop;
