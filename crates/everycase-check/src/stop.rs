//! A check that is ended early, from another thread: as if its time were up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub use crate::worker::ends_now;

/// Ends checks. Clones end the same ones.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends what is going on, and what begins.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lets what begins go on.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// What is set once it is wanted.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Returns whether the current check is to end.
    pub fn is_wanted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Two are the same if they end the same checks.
impl PartialEq for Stop {
    fn eq(&self, other: &Stop) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Stop {}
