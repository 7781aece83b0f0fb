//! The result of a check.

use std::num::NonZeroUsize;
use std::time::Duration;

use everycase_kernel::Derivation;

use super::readable::Readable;
use crate::claims::Coverage;
use crate::claims::demand::Demand;
use crate::claims::stream::Stream;
use crate::names;
use crate::run::collector::At;
use crate::run::failures::FailingInput;
use crate::run::undecided_input::UndecidedInput;
use crate::run::verdict::{Failure, Group};
use crate::system::miri::Instant;

/// The result of a check.
#[derive(Debug, Clone)]
pub struct CheckResult {
    /// What was covered.
    pub coverage: Coverage,
    /// The smallest input on which it is unknown whether the property holds, if there is one.
    pub undecided: Option<Box<UndecidedInput>>,
    /// The number of inputs on which the property did not return in time, and did when it was run
    /// on them again, alone.
    pub late: u64,
    /// The saved inputs on which the property no longer fails.
    pub corrected: Vec<Correction>,
    /// What was found.
    pub finding: Finding,
    /// Inputs on which the property fails in other ways, met while the counterexample was shrunk.
    pub further: Vec<Counterexample>,
    /// How long it took.
    pub time: Duration,
    /// Why it ended.
    pub ended: Ending,
}

/// The result of a check that continues after failures.
#[derive(Debug, Clone)]
pub struct FailureCollection {
    /// The result of the whole check. Its finding is the smallest failure, if there is one.
    pub checked: CheckResult,
    /// The failures, one for each cause, the smallest input first.
    pub groups: Vec<FailureGroup>,
    /// The number of causes that ends the check.
    pub limit: NonZeroUsize,
}

/// A check that ends at its first failure.
impl From<CheckResult> for FailureCollection {
    fn from(checked: CheckResult) -> FailureCollection {
        let grouped = |found: &Counterexample| FailureGroup {
            group: Group::of(&found.failure),
            count: 1,
            counterexample: found.clone(),
        };
        let groups = match &checked.finding {
            Finding::Counterexample(found) => {
                [&**found].into_iter().chain(&checked.further).map(grouped).collect()
            }
            Finding::Nothing | Finding::Unreached(_) | Finding::Undershot(_) => Vec::new(),
        };
        FailureCollection { checked, groups, limit: NonZeroUsize::MIN }
    }
}

/// The failures of one cause.
#[derive(Debug, Clone)]
pub struct FailureGroup {
    /// What identifies the cause.
    pub group: Group,
    /// The number of failing inputs, counted in each stream; for inputs decided on demand, the
    /// number of equivalence classes.
    pub count: u64,
    /// The smallest input, shrunk as long as it fails with the same cause.
    pub counterexample: Counterexample,
}

/// A saved input on which a property no longer fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Correction {
    /// Its place among the saved inputs.
    pub place: usize,
    /// Whether the property discards it, so that it tests nothing.
    pub is_discarded: bool,
}

/// Why a check ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The required number of failures was found.
    Failure,
    /// All inputs have been run, by all parts together.
    AllSeen,
    /// All inputs within the size bound have been run, by all parts together.
    Size,
    /// The budget of tests is spent.
    Tests,
    /// The time is over.
    Time,
    /// Counting larger inputs would exceed the memory limit.
    Memory,
    /// Larger inputs would nest too deeply for the stack.
    Depth,
    /// The check was interrupted.
    Interrupted,
}

names! { Ending:
    Failure = "failure",
    AllSeen = "all seen",
    Size = "size",
    Tests = "tests",
    Time = "time",
    Memory = "memory",
    Depth = "depth",
    Interrupted = "interrupted",
}

/// The finding of a check.
#[derive(Debug, Clone)]
pub enum Finding {
    /// No input on which the property fails.
    Nothing,
    /// An input on which it fails.
    Counterexample(Box<Counterexample>),
    /// The property was never tested.
    Unreached(Vacuity),
    /// Shares of inputs demanded by the property that are missed.
    Undershot(Vec<Demand>),
}

/// Why a property was never tested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Vacuity {
    /// Its types have no values.
    NoValues,
    /// All inputs are larger than allowed.
    TooSmall {
        /// The largest size allowed.
        bound: u32,
        /// The smallest size of an input, if it is known.
        smallest: Option<u32>,
    },
    /// The time was over before an input was counted or run to its end.
    NoTime,
    /// Every input was discarded, by all parts of the run.
    AllDiscarded,
    /// Every input was discarded or undecided, but not all were discarded.
    NoneDecided,
}

/// What was replaced in an input for readability.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Readability {
    /// What stands there now.
    pub shown: Readable,
    /// The size of the input before the replacement; claims about smaller inputs compare with it.
    pub size: u32,
}

/// An input on which a property fails.
#[derive(Debug, Clone)]
pub struct Counterexample {
    /// The input.
    pub input: Derivation,
    /// What was replaced in it for readability, after the smallest input was known.
    pub readable: Option<Readability>,
    /// How the property fails on it.
    pub failure: Failure,
    /// The stream in which a failing input was found.
    pub stream: Stream,
    /// How far the input is minimal.
    pub minimal: Minimal,
    /// The number of inputs this part has run up to this one, in order and without shrinking. With
    /// several threads, others may have run more.
    pub tests: u64,
    /// Whether the property passed when it was run on the input once more.
    pub flaky: bool,
    /// Whether the property ended differently after this failure on inputs on which it had been run
    /// before. Then this is the failure that happened first, and it is not shrunk: later runs may
    /// fail because of it.
    pub keeps_state: bool,
    /// The saved input that it was shrunk from, if that is a different one.
    pub shrunk_from: Option<Derivation>,
    /// The time from the start of the check to the failure that was found.
    pub found_in: Duration,
    /// The time for which it was shrunk.
    pub shrunk_in: Duration,
    /// If it is minimal locally, the number of simpler inputs next to it that were run last.
    pub tried: u64,
    /// The parameters that do not matter.
    pub varied: Vec<Variation>,
}

/// The smallest values of a parameter, with each of which a property fails in the same way, the
/// other parameters as they are in its counterexample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variation {
    /// The parameter, counted from 0.
    pub parameter: usize,
    /// The number of values.
    pub values: u64,
    /// Whether they are all values of the parameter.
    pub are_all: bool,
}

impl Counterexample {
    /// Returns a failing input as it was found by a check that began at `start`.
    pub(super) fn unshrunk(
        FailingInput { input, failure, .. }: FailingInput,
        At { stream, tests, .. }: At,
        start: Instant,
    ) -> Counterexample {
        Counterexample {
            found_in: failure.when.saturating_duration_since(start),
            shrunk_in: Duration::ZERO,
            tried: 0,
            varied: Vec::new(),
            input,
            readable: None,
            failure,
            stream,
            minimal: Minimal::No,
            tests,
            flaky: false,
            keeps_state: false,
            shrunk_from: None,
        }
    }
}

impl Counterexample {
    /// Returns the size of the input, before characters and numbers were replaced for readability.
    pub fn size(&self) -> u32 {
        self.readable.map_or_else(|| self.input.size(), |readable| readable.size)
    }
}

/// How far a counterexample is minimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Minimal {
    /// No input of a smaller size fails.
    Size,
    /// No input one step of shrinking away fails.
    Locally,
    /// It was not shrunk, or not completely.
    No,
}

names! { Minimal:
    Size = "size",
    Locally = "locally",
    No = "no",
}
