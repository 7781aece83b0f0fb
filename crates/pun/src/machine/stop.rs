//! Why a run or an operation stops.

use everycase_kernel::lazy::Stream;
use num_bigint::BigInt;

use super::watch::WatchedCall;
use crate::fault::FaultKind;

/// What a generator chooses from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Options {
    /// `false` or `true`: the value of `bool-gen ()`, or the left or the right operand of `<+>`.
    Booleans,
    /// Any integer: `int-gen ()`.
    Integers,
    /// Any integer not below 0: `nat-gen ()`.
    Naturals,
    /// Any integer between two others, both included: `int-range lo hi`.
    Between(BigInt, BigInt),
}

impl Options {
    /// Returns whether an integer is among the options.
    pub fn include(&self, integer: &BigInt) -> bool {
        match self {
            Self::Booleans => false,
            Self::Integers => true,
            Self::Naturals => *integer >= BigInt::ZERO,
            Self::Between(low, high) => low <= integer && integer <= high,
        }
    }
}

/// Why a run ends without a value.
#[derive(Debug)]
pub(super) enum Stop {
    /// With an error.
    Fault(FaultKind),
    /// The choices ended before the run.
    Void,
    /// The frames kept for decisions take too much memory.
    Crowded,
    /// The current operation appends code.
    Term,
    /// A position is demanded whose value the caller gives.
    Demand(u32),
    /// A generator chooses, and the caller decides choices.
    Choice(Box<(Options, Stream)>),
    /// A watched function was called.
    Watched(Box<WatchedCall>),
}

impl From<FaultKind> for Stop {
    fn from(kind: FaultKind) -> Self {
        Self::Fault(kind)
    }
}

/// Why an operation has no result yet. Kept small, since it is part of every result that depends on
/// the input.
#[derive(Debug)]
pub(super) enum Wait {
    /// A delayed value is evaluated first, then the operation is repeated.
    Delayed(u32),
    /// The run ends.
    Stop(Box<Stop>),
}

impl From<Stop> for Wait {
    fn from(stop: Stop) -> Self {
        Self::Stop(Box::new(stop))
    }
}

impl From<FaultKind> for Wait {
    fn from(kind: FaultKind) -> Self {
        Self::Stop(Box::new(kind.into()))
    }
}

/// The result of an operation that may have to wait for a delayed value.
pub(super) type Progress<T> = Result<T, Wait>;
