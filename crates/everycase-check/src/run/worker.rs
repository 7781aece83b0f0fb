//! A thread working on its part of a job: its counts, its current case, and whether its time is
//! over.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use everycase_kernel::Derivation;
use everycase_kernel::lazy::Deciding;

use crate::claims::Tally;
use crate::claims::stats::Labels;
use crate::control::progress::Runs;
use crate::control::stop::{self, Expiry};
use crate::run::passing_inputs::PassingInputs;
use crate::run::undecided_input::UndecidedInput;
use crate::run::verdict::Verdict;
use everycase_kernel::sorted::SortedMap;

/// A thread's current case, which the pool watches, and its counts.
#[derive(Debug, Default)]
pub struct WorkerState {
    /// Odd while a case runs; changes with every case.
    beat: AtomicU64,
    /// Whether the case waits for a decision about its input.
    deciding: Deciding,
    now: Mutex<Now>,
}

#[derive(Debug, Default)]
struct Now {
    position: u64,
    size: u32,
    /// Whether this thread counts the case.
    is_own: bool,
    counts: Counts,
    /// Further inputs of one size: many in a row have the same.
    further: Further,
    /// Unlike the counts, for all jobs.
    passed: PassingInputs,
}

/// Inputs of one size that are not in the tally of that size so far.
#[derive(Debug, Default)]
struct Further {
    size: u32,
    ran: u64,
    discarded: u64,
    /// Those that passed without a label.
    passed: u64,
}

impl Now {
    /// Counts an input.
    #[inline]
    fn count(&mut self, size: u32) {
        if self.further.size != size {
            self.count_further();
            self.further.size = size;
        }
        self.further.ran += 1;
    }

    /// Uncounts an input.
    fn take_back(&mut self, size: u32) {
        self.count_further();
        if let Some(tally) = self.counts.by_size.get_mut(&size) {
            tally.ran -= 1;
        }
    }

    /// Returns the tally of the current input's size.
    fn tally(&mut self) -> &mut Tally {
        self.counts.by_size.or_default(self.size)
    }

    /// Returns all counts.
    fn take_counts(&mut self) -> Counts {
        self.count_further();
        std::mem::take(&mut self.counts)
    }

    fn count_further(&mut self) {
        let Further { size, ran, discarded, passed } = std::mem::take(&mut self.further);
        if ran > 0 {
            let tally = self.counts.by_size.or_default(size);
            tally.ran += ran;
            tally.discarded += discarded;
            tally.stats.add_without_label(passed);
        }
    }
}

/// The counts of a thread for its part of a job. The pool reads them if the thread hangs.
#[derive(Debug, Default)]
pub struct Counts {
    /// The inputs run, including the current one, by size.
    pub by_size: SortedMap<u32, Tally>,
    /// The smallest undecided input.
    pub unknown: Option<Box<UndecidedInput>>,
}

impl Counts {
    /// Returns the number of inputs run.
    pub fn inputs(&self) -> u64 {
        self.by_size.values().map(|tally| tally.ran).sum()
    }

    /// Returns the number of undecided inputs.
    pub fn undecided(&self) -> u64 {
        self.by_size.values().map(|tally| tally.undecided).sum()
    }

    /// Returns the tally of all sizes.
    pub fn total(self) -> Tally {
        self.by_size.into_entries().into_iter().fold(Tally::default(), |all, (_, tally)| all.and(tally))
    }

    /// Adds the counts of another thread.
    pub fn merge(&mut self, other: Counts) {
        for (size, tally) in other.by_size.into_entries() {
            self.by_size.or_default(size).add(tally);
        }
        UndecidedInput::keep(&mut self.unknown, other.unknown);
    }

    /// Adds the verdict on an input that is counted already, under this size.
    pub(crate) fn add_verdict(&mut self, size: u32, mut verdict: Counts) {
        UndecidedInput::keep(&mut self.unknown, verdict.unknown.take());
        self.by_size.or_default(size).add(Tally { ran: 0, ..verdict.total() });
    }
}

impl WorkerState {
    pub(crate) fn beat(&self) -> u64 {
        self.beat.load(Ordering::Acquire)
    }

    /// Returns whether the case waits for a decision about its input.
    pub(crate) fn is_deciding(&self) -> bool {
        self.deciding.is_now()
    }

    /// Returns the position of the case in the order of the whole run.
    pub fn position(&self) -> u64 {
        self.now().position
    }

    /// Returns the size under which the thread counts the case, if it does.
    pub fn counted_size(&self) -> Option<u32> {
        let now = self.now();
        now.is_own.then_some(now.size)
    }

    /// Takes the counts since the last call.
    pub fn take_counts(&self) -> Counts {
        self.now().take_counts()
    }

    /// Returns some inputs on which the property has passed on this thread, the first one first.
    pub(crate) fn passed(&self) -> Vec<Derivation> {
        self.now().passed.inputs()
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The cases that have ended.
impl Runs for WorkerState {
    fn runs(&self) -> u64 {
        self.beat() / 2
    }
}

/// A thread at work.
pub struct Worker<'a> {
    expiry: &'a Expiry,
    watched: &'a WorkerState,
    is_watched: bool,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(expiry: &'a Arc<Expiry>, watched: &'a WorkerState, is_watched: bool) -> Worker<'a> {
        expiry.watch();
        // Drop the counts of a job that ended with an error.
        drop(watched.take_counts());
        Worker { expiry, watched, is_watched }
    }

    /// Returns whether the time is over.
    pub fn is_over(&self) -> bool {
        self.expiry.is_over()
    }

    /// Returns whether the pool watches for hangs, so that it has to know the current case.
    pub fn is_watched(&self) -> bool {
        self.is_watched
    }

    /// Returns where a run records that it decides. This time does not count as the property's.
    pub fn deciding(&self) -> Deciding {
        self.watched.deciding.clone()
    }

    /// Begins a case that counts, with its size.
    pub fn begin(&self, position: u64, size: u32) {
        let now = &mut *self.watched.now();
        (now.position, now.size, now.is_own) = (position, size, true);
        now.count(size);
    }

    /// Begins a case that another thread or part counts.
    pub fn pass_by(&self, position: u64) {
        let now = &mut *self.watched.now();
        (now.position, now.is_own) = (position, false);
    }

    /// Uncounts the current case of this size, which ended because the time is over.
    pub fn take_back(&self, size: u32) {
        self.watched.now().take_back(size);
    }

    /// Counts the verdict of a case; calls `input` if it is undecided, or passes and is to be
    /// remembered.
    pub fn count(
        &self,
        verdict: &Verdict,
        labels: &Labels,
        position: u64,
        input: impl FnOnce() -> Option<Derivation>,
    ) {
        match verdict {
            Verdict::Passed => {
                let now = &mut *self.watched.now();
                if labels.is_empty() {
                    now.further.passed += 1;
                } else {
                    now.tally().stats.add(labels);
                }
                if now.passed.count()
                    && let Some(input) = input()
                {
                    now.passed.remember(input);
                }
            }
            Verdict::Discarded => {
                self.watched.now().further.discarded += 1;
            }
            Verdict::Undecided(undecided) => {
                let now = &mut *self.watched.now();
                now.tally().undecided += 1;
                let unknown =
                    input().map(|input| UndecidedInput::new(input, (**undecided).clone(), position));
                UndecidedInput::keep(&mut now.counts.unknown, unknown.map(Box::new));
            }
            Verdict::Failed(_) => {}
        }
    }

    /// Takes the counts since the last call.
    pub fn take_counts(&self) -> Counts {
        self.watched.take_counts()
    }

    /// Runs a watched case. Returns `None` if it ended because the time is over.
    pub fn case<R>(&self, run: impl FnOnce() -> R) -> Option<R> {
        stop::unless_ended(|| {
            self.watched.beat.fetch_add(1, Ordering::Release);
            let result = run();
            self.watched.beat.fetch_add(1, Ordering::Release);
            result
        })
    }
}
