//! What a thread at work and the watch over it tell each other.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use everycase_kernel::Derivation;
use everycase_kernel::lazy::Trail;

use crate::stats::{Labels, Stats};
use crate::unknown::Unknown;
use crate::verdict::Verdict;
use crate::work::Case;

thread_local! {
    /// The limits of what this thread is working on.
    static LIMITS: RefCell<Option<Arc<Limits>>> = const { RefCell::new(None) };
    /// Was the run at hand told that time is up?
    static ENDED: Cell<bool> = const { Cell::new(false) };
}

/// Returns whether time is up for the property's run on this thread. Once it is, the run is to end, however it likes: it is
/// not counted, and its verdict says nothing of the input. Runs that may take long ask now and then.
pub fn ends_now() -> bool {
    let is_over = LIMITS.with_borrow(|limits| limits.as_ref().is_some_and(|limits| limits.is_over()));
    if is_over {
        ENDED.set(true);
    }
    is_over
}

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

/// The case a thread is at, for the watch to see, and what the thread has counted.
pub(crate) struct Watched {
    /// Odd while a case runs; changes with every case.
    beat: AtomicU64,
    now: Mutex<Now>,
    /// What has been decided of an input that is decided as it is looked at.
    trail: Arc<Mutex<Trail>>,
}

struct Now {
    position: u64,
    case: Case,
    counts: Counts,
}

/// What a thread has counted while it works on one job. The watch can read it when the thread hangs.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    /// Inputs run, by size, the one at hand included.
    pub(crate) ran: BTreeMap<u32, u64>,
    /// How many of them were discarded.
    pub(crate) discarded: u64,
    /// Of how many of them it is not known whether the property holds.
    pub(crate) undecided: u64,
    /// The smallest of these.
    pub(crate) unknown: Option<Box<Unknown>>,
    /// The labels of those that passed.
    pub(crate) stats: Stats,
}

impl Counts {
    /// How many inputs were run.
    pub(crate) fn inputs(&self) -> u64 {
        self.ran.values().sum()
    }

    /// Adds what another thread has counted.
    pub(crate) fn merge(&mut self, other: Counts) {
        for (size, ran) in other.ran {
            *self.ran.entry(size).or_default() += ran;
        }
        self.discarded += other.discarded;
        self.undecided += other.undecided;
        Unknown::keep(&mut self.unknown, other.unknown);
        self.stats.merge(other.stats);
    }
}

impl Default for Watched {
    fn default() -> Self {
        let now = Now { position: 0, case: Case::Given(0), counts: Counts::default() };
        Watched { beat: AtomicU64::new(0), now: Mutex::new(now), trail: Arc::default() }
    }
}

impl Watched {
    pub(crate) fn beat(&self) -> u64 {
        self.beat.load(Ordering::Acquire)
    }

    /// The position of the case, and which it is.
    pub(crate) fn case(&self) -> (u64, Case) {
        let now = self.now();
        (now.position, now.case)
    }

    /// Takes what the thread has counted since the last time.
    pub(crate) fn take_counts(&self) -> Counts {
        std::mem::take(&mut self.now().counts)
    }

    pub(crate) fn trail(&self) -> MutexGuard<'_, Trail> {
        self.trail.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread at work.
pub(crate) struct Turn<'a> {
    limits: &'a Limits,
    watched: &'a Watched,
    is_watched: bool,
}

impl<'a> Turn<'a> {
    pub(crate) fn new(limits: &'a Arc<Limits>, watched: &'a Watched, is_watched: bool) -> Turn<'a> {
        LIMITS.set(Some(Arc::clone(limits)));
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

    /// Begins a case that counts, at a size.
    pub(crate) fn begin(&self, position: u64, case: Case, size: u32) {
        let now = &mut *self.watched.now();
        (now.position, now.case) = (position, case);
        *now.counts.ran.entry(size).or_default() += 1;
    }

    /// Begins a case that counts nowhere: another thread or another part counts it.
    pub(crate) fn pass_by(&self, position: u64, case: Case) {
        let now = &mut *self.watched.now();
        (now.position, now.case) = (position, case);
    }

    /// Takes back the case of this size that was begun last: it was ended because time is up.
    pub(crate) fn take_back(&self, size: u32) {
        if let Some(ran) = self.watched.now().counts.ran.get_mut(&size) {
            *ran -= 1;
        }
    }

    /// Counts how a case has ended; `input` is asked for if it is not known whether the property holds.
    pub(crate) fn count(
        &self,
        verdict: &Verdict,
        labels: &Labels,
        position: u64,
        input: impl FnOnce() -> Option<Derivation>,
    ) {
        match verdict {
            Verdict::Passed => self.watched.now().counts.stats.add(labels),
            Verdict::Discarded => self.watched.now().counts.discarded += 1,
            Verdict::Undecided(undecided) => {
                let counts = &mut self.watched.now().counts;
                counts.undecided += 1;
                let unknown = input().map(|input| Unknown::new(input, undecided.message.clone(), position));
                Unknown::keep(&mut counts.unknown, unknown.map(Box::new));
            }
            Verdict::Failed(_) => {}
        }
    }

    /// Takes what the thread has counted since the last time.
    pub(crate) fn take_counts(&self) -> Counts {
        self.watched.take_counts()
    }

    /// Where to note what has been decided of an input, if somebody may ask for it.
    pub(crate) fn trail(&self) -> Option<&'a Arc<Mutex<Trail>>> {
        self.is_watched.then_some(&self.watched.trail)
    }

    /// Runs a case under the watch. Nothing if it was ended because time is up.
    pub(crate) fn case<R>(&self, run: impl FnOnce() -> R) -> Option<R> {
        ENDED.set(false);
        self.watched.beat.fetch_add(1, Ordering::Release);
        let result = run();
        self.watched.beat.fetch_add(1, Ordering::Release);
        (!ENDED.get()).then_some(result)
    }
}
