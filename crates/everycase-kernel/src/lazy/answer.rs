//! What a predicate answers, and whether it does the same again.

use std::fmt;

/// What an execution of a predicate answers.
pub trait Answer {
    /// Could both be of executions that did the same?
    fn is_like(&self, other: &Self) -> bool;

    /// Does the predicate fail for all derivations that look the same to it, so that none of them is to be drawn again?
    fn refutes(&self) -> bool;
}

impl Answer for bool {
    fn is_like(&self, other: &Self) -> bool {
        self == other
    }

    fn refutes(&self) -> bool {
        !self
    }
}

/// Which runs are made twice, to see whether the predicate does the same again. What it looks at says nothing about other inputs
/// otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probe {
    /// None.
    Never,
    /// One in 1,024, from the first one on.
    Rarely,
    /// One in 1,024, and those whose number is a power of two: most searches are short.
    Often,
}

impl Probe {
    /// Is the run to be made twice before which there were `runs`?
    #[inline]
    pub(super) fn is_due(self, runs: u64) -> bool {
        const EVERY: u64 = 1 << 10;
        match self {
            Self::Never => false,
            Self::Rarely => runs.is_multiple_of(EVERY),
            Self::Often => (runs + 1).is_multiple_of(EVERY) || (runs + 1).is_power_of_two(),
        }
    }
}

/// A predicate has not done the same again on the same input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotDeterministic;

impl fmt::Display for NotDeterministic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the predicate is not deterministic: run twice on a value it does not do the same")
    }
}

impl std::error::Error for NotDeterministic {}
