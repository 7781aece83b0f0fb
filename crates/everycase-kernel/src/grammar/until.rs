//! Limits for counting: a deadline, an interruption by another thread, and a memory limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Limits for counting. The default is only the general memory limit of two gibibytes.
#[derive(Clone, Debug)]
pub struct Until {
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    pub(crate) memory: usize,
}

/// The maximal memory of the counts of a shape, in bytes.
const MOST: usize = 2 << 30;

impl Default for Until {
    fn default() -> Self {
        Self { deadline: None, stop: None, memory: MOST }
    }
}

impl Until {
    /// Returns a limit that ends counting at a deadline, if given, or when the flag is set.
    pub fn new(deadline: Option<Instant>, stop: Arc<AtomicBool>) -> Self {
        Self { deadline, stop: Some(stop), memory: MOST }
    }

    /// Returns the same limit with at most `bytes` for the grammar and its counts; two gibibytes are the maximum.
    #[must_use]
    pub fn within_memory(self, bytes: usize) -> Self {
        Self { memory: bytes.min(MOST), ..self }
    }

    /// Returns whether the deadline has passed or the flag is set.
    pub fn is_over(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
