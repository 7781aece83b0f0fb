//! What a thread at work and the watch over it tell each other.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use everycase_space::lazy::Trail;

use crate::work::Case;

/// When the threads working on one thing stop.
pub(crate) struct Limits {
    /// Time is up.
    stop: AtomicBool,
    /// The least position that has failed: later ones are of no interest, earlier ones are. So the failure reported
    /// does not depend on which thread was faster.
    failed: AtomicU64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { stop: AtomicBool::new(false), failed: AtomicU64::new(u64::MAX) }
    }
}

impl Limits {
    /// Time is up.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Is time up?
    pub(crate) fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The input at a position fails.
    pub(crate) fn fail(&self, position: u64) {
        self.failed.fetch_min(position, Ordering::Relaxed);
    }
}

/// The case a thread is at, for the watch to see.
pub(crate) struct Watched {
    /// Odd while a case runs; changes with every case.
    beat: AtomicU64,
    case: Mutex<(u64, Case)>,
    /// Of a search, how many runs of its own the thread has begun.
    own: AtomicU64,
    /// What has been decided of an input that is decided as it is looked at.
    trail: Arc<Mutex<Trail>>,
}

impl Default for Watched {
    fn default() -> Self {
        let case = Mutex::new((0, Case::Given(0)));
        Watched { beat: AtomicU64::new(0), case, own: AtomicU64::new(0), trail: Arc::default() }
    }
}

impl Watched {
    pub(crate) fn beat(&self) -> u64 {
        self.beat.load(Ordering::Acquire)
    }

    /// The position of the case, and which it is.
    pub(crate) fn case(&self) -> (u64, Case) {
        *self.case.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn own(&self) -> u64 {
        self.own.load(Ordering::Relaxed)
    }

    pub(crate) fn trail(&self) -> MutexGuard<'_, Trail> {
        self.trail.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread at work.
pub(crate) struct Turn<'a> {
    limits: &'a Limits,
    watched: &'a Watched,
    is_watched: bool,
}

impl<'a> Turn<'a> {
    pub(crate) fn new(limits: &'a Limits, watched: &'a Watched, is_watched: bool) -> Turn<'a> {
        Turn { limits, watched, is_watched }
    }

    /// Is time up?
    pub(crate) fn is_over(&self) -> bool {
        self.limits.is_over()
    }

    /// Has an input failed before which this position does not come?
    pub(crate) fn has_failed_before(&self, position: u64) -> bool {
        position > self.limits.failed.load(Ordering::Relaxed)
    }

    /// The input at a position fails.
    pub(crate) fn fail(&self, position: u64) {
        self.limits.fail(position);
    }

    /// The next case.
    pub(crate) fn at(&self, position: u64, case: Case) {
        *self.watched.case.lock().unwrap_or_else(PoisonError::into_inner) = (position, case);
    }

    /// So many runs of its own has the thread begun, in a search.
    pub(crate) fn begun(&self, own: u64) {
        self.watched.own.store(own, Ordering::Relaxed);
    }

    /// Where to note what has been decided of an input, if somebody may ask for it.
    pub(crate) fn trail(&self) -> Option<&'a Arc<Mutex<Trail>>> {
        self.is_watched.then_some(&self.watched.trail)
    }

    /// Runs a case under the watch.
    pub(crate) fn case<R>(&self, run: impl FnOnce() -> R) -> R {
        self.watched.beat.fetch_add(1, Ordering::Release);
        let result = run();
        self.watched.beat.fetch_add(1, Ordering::Release);
        result
    }
}
