//! The outcome of a run of a tool: whether the property failed, after how many tests and how much
//! processor time, and how long the shown counterexample is.

use std::fmt::Debug;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::process_time;

/// Whether a property holds of an input; `None` if the input violates a precondition.
pub type Verdict = Option<bool>;

/// When a run is given up.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// Processor time. everycase gets as much wall time, which it divides among its phases.
    pub time: Duration,
    /// Inputs.
    pub tests: u64,
}

/// The longest time that a tool shrinks, as everycase has it.
pub const LONGEST_SHRINK: Duration = Duration::from_secs(10);

/// What came of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trial {
    /// Inputs until the first failure, or all.
    pub tests: u64,
    /// Discarded inputs among them.
    pub discarded: u64,
    /// Processor time until the first failure, or of the run.
    pub time: Duration,
    /// The length of the counterexample's `Debug` text, in characters, if the property failed.
    pub shown: Option<usize>,
}

impl Trial {
    /// Returns the trial as a line for [`Trial::parse`].
    pub fn line(&self) -> String {
        let shown = self.shown.map_or_else(|| "-".to_owned(), |shown| shown.to_string());
        format!("trial {} {} {} {shown}", self.tests, self.discarded, self.time.as_micros())
    }

    /// Reads a line of [`Trial::line`].
    pub fn parse(line: &str) -> Option<Trial> {
        let words: Vec<&str> = line.strip_prefix("trial ")?.split(' ').collect();
        let [tests, discarded, time, shown] = words.try_into().ok()?;
        Some(Trial {
            tests: tests.parse().ok()?,
            discarded: discarded.parse().ok()?,
            time: Duration::from_micros(time.parse().ok()?),
            shown: if shown == "-" { None } else { Some(shown.parse().ok()?) },
        })
    }
}

/// Watches a run from the side of the property, in the same way for all tools.
#[derive(Debug)]
pub struct Watch {
    start: Duration,
    budget: Budget,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    tests: u64,
    discarded: u64,
    /// The processor time at the first failure.
    failed: Option<Duration>,
    shown: Option<usize>,
}

impl Watch {
    /// Starts to watch.
    pub fn new(budget: Budget) -> Watch {
        Watch { start: process_time(), budget, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes the verdict on an input, and passes it on.
    pub fn note(&self, verdict: Verdict) -> Verdict {
        let mut state = self.state();
        if state.failed.is_none() {
            state.tests += 1;
            state.discarded += u64::from(verdict.is_none());
            if verdict == Some(false) {
                state.failed = Some(process_time());
            }
        }
        verdict
    }

    /// Notes the input that a tool shows, or would show if it shrank no further.
    pub fn show(&self, input: &impl Debug) {
        self.state().shown = Some(format!("{input:?}").chars().count());
    }

    /// Returns whether the property has failed.
    pub fn has_failed(&self) -> bool {
        self.state().failed.is_some()
    }

    /// Returns whether a run without a failure has spent its budget.
    pub fn is_over(&self) -> bool {
        let tests = self.state().tests;
        // Reading the time costs as much as a small test, so it is read now and then.
        tests >= self.budget.tests || (tests.is_multiple_of(32) && self.is_late())
    }

    /// Returns whether the time of a run is over.
    pub fn is_late(&self) -> bool {
        process_time().saturating_sub(self.start) >= self.budget.time
    }

    /// Returns whether the time for shrinking is over.
    pub fn shrinks_too_long(&self) -> bool {
        let failed = self.state().failed;
        failed.is_some_and(|failed| process_time().saturating_sub(failed) >= LONGEST_SHRINK)
    }

    /// Returns what came of the run, which has ended.
    pub fn trial(&self) -> Trial {
        let state = self.state();
        let end = state.failed.unwrap_or_else(process_time);
        let shown = state.failed.and(state.shown);
        Trial { tests: state.tests, discarded: state.discarded, time: end.saturating_sub(self.start), shown }
    }
}
