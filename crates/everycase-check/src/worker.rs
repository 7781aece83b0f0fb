//! A thread at work on its part of a job: what it counts, which case it is at, and whether its time is up.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use everycase_kernel::Derivation;

use crate::stats::{Labels, Stats};
use crate::unknown::Unknown;
use crate::verdict::Verdict;

thread_local! {
    /// The end of what this thread is working on.
    static EXPIRY: RefCell<Option<Arc<Expiry>>> = const { RefCell::new(None) };
    /// Was the case at hand told that time is up?
    static ENDED: Cell<bool> = const { Cell::new(false) };
}

/// Returns whether time is up for the property's run on this thread. Once it is, the run may end in any way: it is
/// not counted, and its verdict says nothing of the input. Runs that may take long ask now and then.
pub fn ends_now() -> bool {
    let is_over = EXPIRY.with_borrow(|expiry| expiry.as_ref().is_some_and(|expiry| expiry.is_over()));
    if is_over {
        ENDED.set(true);
    }
    is_over
}

/// Tells the threads that work on one job that time is up.
#[derive(Default)]
pub(crate) struct Expiry(AtomicBool);

impl Expiry {
    /// Declares that time is up.
    pub(crate) fn expire(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether time is up.
    pub(crate) fn is_over(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The case a thread is at, for the watch to see, and what the thread has counted.
#[derive(Default)]
pub struct Watched {
    /// Odd while a case runs; changes with every case.
    beat: AtomicU64,
    now: Mutex<Now>,
}

#[derive(Default)]
struct Now {
    position: u64,
    counts: Counts,
}

/// What a thread has counted while it works on its part of a job. The watch can read it when the thread hangs.
#[derive(Debug, Default)]
pub struct Counts {
    /// Inputs run, by size, the one at hand included.
    pub ran: BTreeMap<u32, u64>,
    /// How many of them were discarded.
    pub discarded: u64,
    /// Of how many of them it is not known whether the property holds.
    pub undecided: u64,
    /// The smallest of these.
    pub unknown: Option<Box<Unknown>>,
    /// The labels of those that passed.
    pub stats: Stats,
}

impl Counts {
    /// Returns how many inputs were run.
    pub fn inputs(&self) -> u64 {
        self.ran.values().sum()
    }

    /// Adds what another thread has counted.
    pub fn merge(&mut self, other: Counts) {
        for (size, ran) in other.ran {
            *self.ran.entry(size).or_default() += ran;
        }
        self.discarded += other.discarded;
        self.undecided += other.undecided;
        Unknown::keep(&mut self.unknown, other.unknown);
        self.stats.merge(other.stats);
    }
}

impl Watched {
    pub(crate) fn beat(&self) -> u64 {
        self.beat.load(Ordering::Acquire)
    }

    /// Returns the position of the case in the order of the whole run.
    pub fn position(&self) -> u64 {
        self.now().position
    }

    /// Takes what the thread has counted since the last time.
    pub fn take_counts(&self) -> Counts {
        std::mem::take(&mut self.now().counts)
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread at work.
pub struct Worker<'a> {
    expiry: &'a Expiry,
    watched: &'a Watched,
    is_watched: bool,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(expiry: &'a Arc<Expiry>, watched: &'a Watched, is_watched: bool) -> Worker<'a> {
        EXPIRY.set(Some(Arc::clone(expiry)));
        // The counts of a job that ended with an error are dropped.
        drop(watched.take_counts());
        Worker { expiry, watched, is_watched }
    }

    /// Returns whether time is up.
    pub fn is_over(&self) -> bool {
        self.expiry.is_over()
    }

    /// Returns whether the watch looks for hangs, so that the case at hand has to be known outside this thread.
    pub fn is_watched(&self) -> bool {
        self.is_watched
    }

    /// Begins a case that counts, at a size.
    pub fn begin(&self, position: u64, size: u32) {
        let now = &mut *self.watched.now();
        now.position = position;
        *now.counts.ran.entry(size).or_default() += 1;
    }

    /// Begins a case that counts nowhere: another thread or another part counts it.
    pub fn pass_by(&self, position: u64) {
        self.watched.now().position = position;
    }

    /// Takes back the case of this size that was begun last: it was ended because time is up.
    pub fn take_back(&self, size: u32) {
        if let Some(ran) = self.watched.now().counts.ran.get_mut(&size) {
            *ran -= 1;
        }
    }

    /// Counts how a case has ended; asks for its `input` if it is not known whether the property holds.
    pub fn count(
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
    pub fn take_counts(&self) -> Counts {
        self.watched.take_counts()
    }

    /// Runs a case under the watch. Returns nothing if it was ended because time is up.
    pub fn case<R>(&self, run: impl FnOnce() -> R) -> Option<R> {
        ENDED.set(false);
        self.watched.beat.fetch_add(1, Ordering::Release);
        let result = run();
        self.watched.beat.fetch_add(1, Ordering::Release);
        (!ENDED.get()).then_some(result)
    }
}
