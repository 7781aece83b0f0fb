//! The limits of runs, step by step: a run that meets a limit where that may be a failure is made again with more.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::machine::{Limits, Machine, Outcome};

/// The limits of the runs of one function, and what its runs have needed so far.
pub struct Ladder {
    own: Limits,
    /// Are runs to end soon, because their inputs are a few of many?
    is_brief: AtomicBool,
    /// The largest number of calls of a run that has ended.
    longest: AtomicU64,
}

/// One thread at a time runs with ample limits: they are about memory, too.
static AMPLE: Mutex<()> = Mutex::new(());

impl Ladder {
    /// A run that makes this part of the calls that end a run is long ...
    const SHARE: u64 = 100;
    /// ... if it makes more than this number of calls.
    const FEW: u64 = 10_000;

    /// Begins with the limits of a usual run.
    pub fn new(own: Limits) -> Self {
        Self { own, is_brief: AtomicBool::new(false), longest: AtomicU64::new(0) }
    }

    /// Returns the limits of a usual run.
    pub fn own(&self) -> Limits {
        self.own
    }

    /// Sets whether runs are to end soon from now on.
    pub fn be_brief(&self, is_brief: bool) {
        self.is_brief.store(is_brief, Ordering::Relaxed);
    }

    /// Returns the limits of the first run on an input.
    pub fn first(&self) -> Limits {
        if self.is_brief.load(Ordering::Relaxed) { self.own.brief() } else { self.own }
    }

    /// Returns whether a limit that is met on an input may be a failure. It is none where runs are to end soon, where some run that
    /// has ended was long, since this one may take a little longer, and where the input is large.
    pub fn may_fail(&self, is_small: impl FnOnce() -> bool) -> bool {
        let long = (self.own.ample().fuel / Self::SHARE).max(Self::FEW);
        !self.is_brief.load(Ordering::Relaxed) && self.longest.load(Ordering::Relaxed) <= long && is_small()
    }

    /// Notes how many calls a run has made that met no limit.
    pub fn note(&self, machine: &Machine, outcome: &Outcome) {
        let calls = machine.calls_made();
        // Mostly there is nothing to write.
        if !outcome.is_limit() && calls > self.longest.load(Ordering::Relaxed) {
            self.longest.fetch_max(calls, Ordering::Relaxed);
        }
    }

    /// Runs within limits, alone if they are ample; `run` gives `None` if the run says nothing.
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
            // No other run goes on from here: it would have as much.
            machine.release(self.own);
        }
        outcome
    }

    /// Runs within one limit after the other until a run meets none.
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
