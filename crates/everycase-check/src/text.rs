//! How numbers, durations, paths and derivations are written, and which name was probably meant.

pub mod duration;
pub mod encoding;
mod nearest;
pub mod number;
pub mod path;

pub use self::nearest::nearest;
