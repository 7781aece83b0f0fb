//! When counting is to end early: at some time, once another thread wants it, or when it has taken as much memory as it may.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// When counting is to end early. By default it never is, but for the two gibibytes that all counting keeps to.
#[derive(Clone, Debug)]
pub struct Until {
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    pub(crate) memory: usize,
}

/// The most memory that the counts of a shape may take, in bytes.
const MOST: usize = 2 << 30;

impl Default for Until {
    fn default() -> Self {
        Self { deadline: None, stop: None, memory: MOST }
    }
}

impl Until {
    /// At a time, if one is given, or once the flag is set.
    pub fn new(deadline: Option<Instant>, stop: Arc<AtomicBool>) -> Self {
        Self { deadline, stop: Some(stop), memory: MOST }
    }

    /// Returns the same, and before the grammar and its counts take more than `bytes`, two gibibytes at most.
    #[must_use]
    pub fn within_memory(self, bytes: usize) -> Self {
        Self { memory: bytes.min(MOST), ..self }
    }

    /// Returns whether time is up, or the flag set.
    pub fn is_over(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
