//! How numbers, durations and derivations are written, and which name was probably meant.

pub mod duration;
pub mod encoding;
mod nearest;
pub mod number;

pub use self::nearest::nearest;
