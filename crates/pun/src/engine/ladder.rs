//! The limits of runs, in steps: a run that meets a limit, if that may be a failure, is repeated
//! with higher ones.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use everycase_check::run::verdict::Event;
use everycase_kernel::Derivation;

use crate::machine::{Limits, Machine, Outcome};

/// The limits of the runs of one function, and the statistics of its runs.
pub struct Ladder {
    own: Limits,
    /// Whether runs have brief limits, because their inputs are a sample of many.
    is_brief: AtomicBool,
    /// The largest number of calls of a run that met no limit.
    longest: AtomicU64,
}

/// Ample limits are used by one thread at a time, since they allow much memory.
static AMPLE: Mutex<()> = Mutex::new(());

impl Ladder {
    /// A run is long if it makes at least this fraction of the ample limit on calls ...
    const SHARE: u64 = 100;
    /// ... and more than this number of calls.
    const FEW: u64 = 10_000;

    /// Returns a ladder whose usual limits are `own`.
    pub fn new(own: Limits) -> Self {
        Self { own, is_brief: AtomicBool::new(false), longest: AtomicU64::new(0) }
    }

    /// Returns the usual limits.
    pub fn own(&self) -> Limits {
        self.own
    }

    /// Receives notice of an event of a check: runs on a sample of many inputs have brief limits.
    pub fn notice(&self, event: Event) {
        if let Event::Stream(stream) = event {
            self.is_brief.store(stream.is_sample(), Ordering::Relaxed);
        }
    }

    /// Returns whether runs have brief limits.
    pub fn is_brief(&self) -> bool {
        self.is_brief.load(Ordering::Relaxed)
    }

    /// Returns the limits of the first run on an input.
    pub fn first(&self) -> Limits {
        if self.is_brief() { self.own.brief() } else { self.own }
    }

    /// Returns whether a limit met on an input may be a failure. It is not a failure if limits are
    /// brief; if some finished run was long, since this one may just take a little longer; or if
    /// the input is large.
    pub fn may_fail(&self, is_small: impl FnOnce() -> bool) -> bool {
        let long = (self.own.ample().fuel / Self::SHARE).max(Self::FEW);
        !self.is_brief() && self.longest.load(Ordering::Relaxed) <= long && is_small()
    }

    /// Returns whether all numbers of an input are small, so that a program that counts up to one
    /// stays within its limits.
    pub fn is_small(input: &Derivation) -> bool {
        /// Numbers below this count as small.
        const SMALL: u64 = 1 << 10;
        /// A number that is not small can have a small word if its size exceeds this.
        const SMALL_SIZE: u32 = 64;
        input.size() < SMALL_SIZE
            && input.words().into_iter().all(|word| word.cast_signed().unsigned_abs() < SMALL)
    }

    /// Records the number of calls of a run that met no limit.
    pub fn note(&self, machine: &Machine, outcome: &Outcome) {
        let calls = machine.calls_made();
        // Mostly there is nothing to write.
        if !outcome.is_limit() && calls > self.longest.load(Ordering::Relaxed) {
            self.longest.fetch_max(calls, Ordering::Relaxed);
        }
    }

    /// Runs within limits, alone if they are ample. `run` returns `None` if the run has no result.
    pub fn within(
        &self,
        limits: Limits,
        machine: &mut Machine,
        run: impl FnOnce(&mut Machine) -> Option<Outcome>,
    ) -> Option<Outcome> {
        let is_ample = limits.heap > self.own.heap;
        let _alone = is_ample.then(|| AMPLE.lock().unwrap_or_else(PoisonError::into_inner));
        machine.limit(limits);
        let outcome = run(machine);
        if let Some(outcome) = &outcome {
            self.note(machine, outcome);
        }
        if is_ample {
            // No other run resumes from here: it would keep the memory.
            machine.release(self.own);
        }
        outcome
    }

    /// Repeats a run with each of the limits until it meets none.
    pub fn climb(
        &self,
        steps: &[Limits],
        machine: &mut Machine,
        mut run: impl FnMut(&mut Machine) -> Option<Outcome>,
    ) -> Option<Outcome> {
        let mut last = None;
        for &limits in steps {
            let outcome = self.within(limits, machine, &mut run)?;
            let is_limit = outcome.is_limit();
            last = Some(outcome);
            if !is_limit {
                break;
            }
        }
        last
    }
}
