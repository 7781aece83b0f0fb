//! The text of numbers, durations, paths and derivations, the reading of values, and the name that
//! was probably meant.

pub mod duration;
pub mod encoding;
mod nearest;
pub mod number;
pub mod path;
pub mod value;

pub use self::nearest::nearest;
