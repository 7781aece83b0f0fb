//! The meaning of paths to a system, and writes at the beginning of an open file.

#[cfg(not(all(unix, not(everycase_portable))))]
mod portable;
#[cfg(all(unix, not(everycase_portable)))]
mod unix;

#[cfg(not(all(unix, not(everycase_portable))))]
pub(crate) use portable::*;
#[cfg(all(unix, not(everycase_portable)))]
pub(crate) use unix::*;
