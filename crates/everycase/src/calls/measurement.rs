//! Measurements, told apart so that calls which are left as they are can be reported, those on
//! other threads included.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Why measurements have left some calls as they are.
static LEFT: Mutex<BTreeMap<Measurement, BTreeSet<String>>> = Mutex::new(BTreeMap::new());

/// A measurement of the strength of a property, by its number in this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Measurement(u64);

impl Measurement {
    /// Returns a new one.
    pub(crate) fn new() -> Measurement {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        Measurement(COUNT.fetch_add(1, Ordering::Relaxed))
    }

    /// Notes that a call is left as it is.
    pub(super) fn leaves_a_call(self, why: String) {
        LEFT.lock().unwrap_or_else(PoisonError::into_inner).entry(self).or_default().insert(why);
    }

    /// Returns why calls were left as they are.
    pub(super) fn reasons(self) -> Vec<String> {
        let left = LEFT.lock().unwrap_or_else(PoisonError::into_inner);
        left.get(&self).into_iter().flatten().cloned().collect()
    }
}
