//! Interrupts a check from another thread, as if its time were over.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub use crate::worker::ends_now;

/// Interrupts checks. Clones interrupt the same ones.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Interrupts current and later checks.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lets later checks run.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Returns the flag that is set by [`stop`](Self::stop).
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Returns whether the current check has to end.
    pub fn is_wanted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Equal if they interrupt the same checks.
impl PartialEq for Stop {
    fn eq(&self, other: &Stop) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Stop {}
