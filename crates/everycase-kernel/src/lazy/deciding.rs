//! The mark that a run decides at the moment, recorded where another thread can read it.
//!
//! A predicate that demands a position waits for the owner of the run. A limit on the time of a
//! predicate does not count this time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Whether a run decides at the moment. Clones share their state; one thread at a time decides.
#[derive(Clone, Debug, Default)]
pub struct Deciding(Arc<AtomicU32>);

/// A decision that is being made, until it is dropped.
pub(super) struct Decision<'a>(&'a AtomicU32);

impl Deciding {
    /// Returns whether a decision is being made.
    pub fn is_now(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }

    /// Begins a decision, if it is to be recorded.
    #[inline]
    pub(super) fn begin(known: Option<&Self>) -> Option<Decision<'_>> {
        let Self(depth) = known?;
        // Only this thread writes, so this need not be one operation.
        depth.store(depth.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        Some(Decision(depth))
    }
}

impl Drop for Decision<'_> {
    #[inline]
    fn drop(&mut self) {
        self.0.store(self.0.load(Ordering::Relaxed) - 1, Ordering::Relaxed);
    }
}
