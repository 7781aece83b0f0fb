//! The signals with which a system ends a process.

#[cfg(not(all(unix, not(everycase_portable))))]
mod portable;
#[cfg(all(unix, not(everycase_portable)))]
mod unix;

#[cfg(not(all(unix, not(everycase_portable))))]
pub(crate) use portable::*;
#[cfg(all(unix, not(everycase_portable)))]
pub(crate) use unix::*;

/// A signal that requests the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// Ctrl-C, or SIGINT.
    Interrupt,
    /// SIGTERM. Unix only.
    Terminate,
}
