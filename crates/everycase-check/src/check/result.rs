//! What a check has to say.

use std::num::NonZeroUsize;
use std::time::Duration;

use everycase_kernel::Derivation;

use crate::common::Common;
use crate::coverage::Coverage;
use crate::phase::Phase;
use crate::stats::{Missed, Stats};
use crate::unknown::Unknown;
use crate::verdict::{Failure, Group};

/// What a check has to say.
#[derive(Debug, Clone)]
pub struct Checked {
    /// What was covered.
    pub coverage: Coverage,
    /// What the property said of its inputs.
    pub stats: Stats,
    /// What of these every part of the run has run.
    pub common: Common,
    /// The smallest input of which it is not known whether the property holds, if there is one.
    pub undecided: Option<Box<Unknown>>,
    /// What was found.
    pub finding: Finding,
    /// How long it took.
    pub time: Duration,
    /// Why it ended.
    pub ended: Ended,
}

/// What a check that goes on after a failure has to say.
#[derive(Debug, Clone)]
pub struct Collected {
    /// What the whole check has to say. What it found is the smallest failure, if there is one.
    pub checked: Checked,
    /// The failures, one for each cause, the smallest input first.
    pub groups: Vec<Grouped>,
    /// The number of causes that ends the check.
    pub limit: NonZeroUsize,
}

/// A check that ends at its first failure.
impl From<Checked> for Collected {
    fn from(checked: Checked) -> Collected {
        let grouped = |found: &Counterexample| Grouped {
            group: Group::of(&found.failure),
            count: 1,
            counterexample: found.clone(),
        };
        let groups = match &checked.finding {
            Finding::Counterexample(found) => vec![grouped(found)],
            Finding::Nothing | Finding::Unreached(_) | Finding::Undershot(_) => Vec::new(),
        };
        Collected { checked, groups, limit: NonZeroUsize::MIN }
    }
}

/// The failures of one cause.
#[derive(Debug, Clone)]
pub struct Grouped {
    /// What tells the cause apart.
    pub group: Group,
    /// How many inputs failed so, each phase for itself; where inputs were decided on demand, how many classes of inputs.
    pub count: u64,
    /// The smallest input, made smaller as long as it fails so.
    pub counterexample: Counterexample,
}

/// Why a check ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// A failure was found, or as many as were asked for.
    Failure,
    /// All inputs that there are have been seen, in all parts together.
    AllSeen,
    /// All inputs within the bound on sizes have been seen, in all parts together.
    Size,
    /// The budget in tests was spent.
    Tests,
    /// Time was up.
    Time,
    /// Larger inputs take more memory to count than they may.
    Memory,
    /// It was ended from outside.
    Interrupted,
}

impl Ended {
    /// All of them.
    pub const ALL: [Ended; 7] = [
        Ended::Failure,
        Ended::AllSeen,
        Ended::Size,
        Ended::Tests,
        Ended::Time,
        Ended::Memory,
        Ended::Interrupted,
    ];

    /// Returns its name in records.
    pub fn name(self) -> &'static str {
        match self {
            Ended::Failure => "failure",
            Ended::AllSeen => "all seen",
            Ended::Size => "size",
            Ended::Tests => "tests",
            Ended::Time => "time",
            Ended::Memory => "memory",
            Ended::Interrupted => "interrupted",
        }
    }
}

/// What a check found.
#[derive(Debug, Clone)]
pub enum Finding {
    /// No input on which the property fails.
    Nothing,
    /// An input on which it fails.
    Counterexample(Box<Counterexample>),
    /// The property was never put to the test.
    Unreached(Unreached),
    /// Shares of inputs demanded by the property that are missed.
    Undershot(Vec<Missed>),
}

/// Why a property was never put to the test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreached {
    /// There are no inputs at all: a type without values.
    NoValues,
    /// All inputs are larger than allowed.
    TooSmall {
        /// The largest size allowed.
        bound: u32,
        /// The smallest size of any input, if that is known.
        smallest: Option<u32>,
    },
    /// Time was up before an input was counted or run to its end.
    NoTime,
    /// Every input was discarded: by all parts, where a part of a run says so.
    AllDiscarded,
    /// Every input was discarded or undecided, and not all were discarded.
    NoneDecided,
}

/// An input on which a property fails.
#[derive(Debug, Clone)]
pub struct Counterexample {
    /// The input.
    pub input: Derivation,
    /// How the property fails on it.
    pub failure: Failure,
    /// The phase in which a failing input was found.
    pub phase: Phase,
    /// How small the input is.
    pub minimal: Minimal,
    /// Inputs that this part has run up to and including the one found, in their order; shrinking not counted. Where several
    /// threads run inputs, the others may have run more by then.
    pub tests: u64,
    /// Did the property hold when it was run on the input once more?
    pub flaky: bool,
    /// The saved input that it was shrunk from, where it is another one.
    pub shrunk_from: Option<Derivation>,
}

/// How small a counterexample is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Minimal {
    /// No input of a smaller size fails.
    Size,
    /// No input obtained from it by one step of shrinking fails.
    Locally,
    /// It was not shrunk, or not to the end.
    No,
}

impl Minimal {
    /// All of them.
    pub const ALL: [Minimal; 3] = [Minimal::Size, Minimal::Locally, Minimal::No];

    /// Returns its name in records.
    pub fn name(self) -> &'static str {
        match self {
            Minimal::Size => "size",
            Minimal::Locally => "locally",
            Minimal::No => "no",
        }
    }
}
