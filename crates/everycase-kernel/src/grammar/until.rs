//! Limits for counting: a deadline, an interruption by another thread, a memory limit, and a limit
//! on the work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Limits for counting. The default is only the general memory limit of two gibibytes.
#[derive(Clone, Debug)]
pub struct Until {
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    pub(crate) memory: usize,
    pub(crate) work: u64,
    /// Whether the grammar is expanded ahead of what was asked for.
    pub(crate) looks_ahead: bool,
}

impl Default for Until {
    fn default() -> Self {
        Self { deadline: None, stop: None, memory: Self::MEMORY, work: u64::MAX, looks_ahead: false }
    }
}

impl Until {
    /// The maximal memory of counts, in bytes.
    pub const MEMORY: usize = 2 << 30;

    /// Returns no limit, for work whose result would be wrong if it ended early.
    pub(crate) fn never() -> Self {
        Self { memory: usize::MAX, ..Self::default() }
    }

    /// Returns a limit that ends counting at a deadline, if given, or when the flag is set.
    pub fn new(deadline: Option<Instant>, stop: Arc<AtomicBool>) -> Self {
        Self { deadline, stop: Some(stop), memory: Self::MEMORY, work: u64::MAX, looks_ahead: false }
    }

    /// Returns the same limit with at most `bytes` for the grammar and its counts; two gibibytes
    /// are the maximum.
    #[must_use]
    pub fn within_memory(self, bytes: usize) -> Self {
        Self { memory: bytes.min(Self::MEMORY), ..self }
    }

    /// Returns the same limit with at most `work` for all counting of a space so far, in
    /// multiplications of 64-bit numbers or what takes as long. Where the same sizes have to be
    /// counted on every machine, it stands for a deadline.
    #[must_use]
    pub fn within_work(self, work: u64) -> Self {
        Self { work, ..self }
    }

    /// Returns the same limit for an [expansion](super::expansion) that looks ahead.
    pub(crate) fn looking_ahead(self) -> Self {
        Self { looks_ahead: true, ..self }
    }

    /// Returns whether the deadline has passed or the flag is set.
    pub fn is_over(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
