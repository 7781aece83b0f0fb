//! What paths mean to a system, and how an open file is written at its beginning.

#[cfg(not(all(unix, not(everycase_portable))))]
mod portable;
#[cfg(all(unix, not(everycase_portable)))]
mod unix;

#[cfg(not(all(unix, not(everycase_portable))))]
pub(crate) use portable::*;
#[cfg(all(unix, not(everycase_portable)))]
pub(crate) use unix::*;
