//! The differences between systems: processes, signals and paths.
//!
//! Each of three modules has a half for Unix and a portable one, with the same functions. No
//! other source asks for a system; a test of the command's crate looks for `cfg(unix)` and the
//! like. With `RUSTFLAGS='--cfg everycase_portable'` the portable half runs on Unix, too, which is
//! how it is tested. What is Unix only has a message in the portable half: it is refused, or said.

pub(crate) mod isolation;
pub mod miri;
pub(crate) mod paths;
#[cfg(feature = "interrupt")]
pub(crate) mod signals;
