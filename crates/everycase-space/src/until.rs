//! When work is to end early: at some time, or once another thread wants it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// When work is to end early. By default it never is.
#[derive(Clone, Debug, Default)]
pub struct Until {
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
}

impl Until {
    /// At a time, if one is given, or once the flag is set.
    pub fn new(deadline: Option<Instant>, stop: Arc<AtomicBool>) -> Self {
        Self { deadline, stop: Some(stop) }
    }

    /// Returns whether work is to end now.
    pub fn is_over(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
