//! The answers of a predicate, and the check that it is deterministic.

use std::fmt;

/// The answer of a predicate's execution.
pub trait Answer {
    /// Returns whether both can be answers of executions that did the same.
    fn is_like(&self, other: &Self) -> bool;

    /// Returns whether the predicate fails for all derivations of the class, so that none of them
    /// is drawn again.
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

/// Which runs are repeated to check that the predicate is deterministic. Otherwise a run would say
/// nothing about other inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probe {
    /// None.
    Never,
    /// One in 1,024, the first run included.
    Rarely,
    /// One in 1,024, and those whose number is a power of two, because most searches are short.
    Often,
    /// Each run, for tests of what runs it.
    Always,
}

impl Probe {
    /// Returns whether the run after `runs` others is repeated.
    #[inline]
    pub(super) fn is_due(self, runs: u64) -> bool {
        const EVERY: u64 = 1 << 10;
        match self {
            Self::Never => false,
            Self::Always => true,
            Self::Rarely => runs.is_multiple_of(EVERY),
            Self::Often => (runs + 1).is_multiple_of(EVERY) || (runs + 1).is_power_of_two(),
        }
    }
}

/// A predicate did something else when run again on the same input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotDeterministic;

impl fmt::Display for NotDeterministic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the predicate is not deterministic: run twice on a value it does not do the same")
    }
}

impl std::error::Error for NotDeterministic {}
