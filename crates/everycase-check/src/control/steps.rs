//! The steps of a run, counted for another thread that shows how far the run has come.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

thread_local! {
    static STEPS: RefCell<Option<Arc<AtomicU64>>> = const { RefCell::new(None) };
}

/// Counts the steps of runs on this thread in `counter`, from now on.
pub fn count(counter: Arc<AtomicU64>) {
    STEPS.set(Some(counter));
}

/// Adds steps of the run on this thread. A machine adds thousands at a time.
pub fn add(steps: u64) {
    STEPS.with_borrow(|counter| {
        if let Some(counter) = counter {
            counter.fetch_add(steps, Ordering::Relaxed);
        }
    });
}
