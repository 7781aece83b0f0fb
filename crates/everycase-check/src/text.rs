//! How numbers, durations, paths and derivations are written, how values are read, and which name
//! was probably meant.

pub mod duration;
pub mod encoding;
mod nearest;
pub mod number;
pub mod path;
pub mod value;

pub use self::nearest::nearest;
