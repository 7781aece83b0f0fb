//! The parts of a system that processes need: limits, groups, and requests to end.

#[cfg(not(all(unix, not(everycase_portable))))]
mod portable;
#[cfg(all(unix, not(everycase_portable)))]
mod unix;

#[cfg(not(all(unix, not(everycase_portable))))]
pub(crate) use portable::*;
#[cfg(all(unix, not(everycase_portable)))]
pub(crate) use unix::*;

/// The limits of a process that its system keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SystemLimits {
    /// Processor time in seconds.
    pub(crate) seconds: Option<u64>,
    /// Address space, in bytes.
    pub(crate) memory: Option<u64>,
    /// The size of each file that it writes, in bytes.
    pub(crate) output: Option<u64>,
}
