//! How numbers, durations and derivations are written.

pub mod duration;
pub mod encoding;
pub mod number;
