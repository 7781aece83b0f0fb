//! Counts of the mutants of some inputs by their fate, in the labels of a check.

use std::ops::{Add, Sub};

use crate::claims::stats::Stats;
use crate::claims::stream::Stream;

/// What has become of the mutants of some inputs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// The property failed on the mutant, and not on the function.
    pub killed: u64,
    /// The property let the mutant through.
    pub survived: u64,
    /// The property let the mutant through, and it is not known whether it differs from the
    /// function: its results cannot be encoded.
    pub not_known: u64,
    /// The mutant met a limit: it is not known whether the property fails.
    pub undecided: u64,
    /// The property did not call the function.
    pub unexercised: u64,
    /// No mutant was found that differs on a call that was made.
    pub without_mutant: u64,
}

impl Tally {
    /// Returns the number of mutants that count. Those that are not known to differ are among them,
    /// so that the share of mutants killed is a lower bound.
    pub fn mutants(&self) -> u64 {
        self.killed + self.survived + self.not_known
    }

    /// Returns the number of inputs on which the property passed with the function.
    pub fn inputs(&self) -> u64 {
        self.mutants() + self.undecided + self.unexercised + self.without_mutant
    }

    /// Returns the share of mutants killed; `None` without mutants. It is a lower bound if there
    /// are mutants that are not known to differ.
    #[expect(clippy::cast_precision_loss, reason = "a share needs no more than 52 bits")]
    pub fn share(&self) -> Option<f64> {
        (self.mutants() > 0).then(|| self.killed as f64 / self.mutants() as f64)
    }

    pub(super) fn of(stream: Stream, stats: &Stats) -> Tally {
        let count = |what: &str| {
            let name = label(stream, what);
            stats.labels().find(|label| label.name == name).map_or(0, |label| label.count)
        };
        Tally {
            killed: count(KILLED),
            survived: count(SURVIVED),
            not_known: count(NOT_KNOWN),
            undecided: count(UNDECIDED),
            unexercised: count(UNEXERCISED),
            without_mutant: count(WITHOUT_MUTANT),
        }
    }
}

impl Tally {
    fn with(self, other: Tally, each: fn(u64, u64) -> u64) -> Tally {
        Tally {
            killed: each(self.killed, other.killed),
            survived: each(self.survived, other.survived),
            not_known: each(self.not_known, other.not_known),
            undecided: each(self.undecided, other.undecided),
            unexercised: each(self.unexercised, other.unexercised),
            without_mutant: each(self.without_mutant, other.without_mutant),
        }
    }
}

impl Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        self.with(other, u64::saturating_add)
    }
}

/// The counts without some of them.
impl Sub for Tally {
    type Output = Tally;

    fn sub(self, other: Tally) -> Tally {
        self.with(other, u64::saturating_sub)
    }
}

pub(super) const KILLED: &str = "killed";
pub(super) const SURVIVED: &str = "survived";
pub(super) const NOT_KNOWN: &str = "not known to differ";
pub(super) const UNDECIDED: &str = "undecided";
pub(super) const UNEXERCISED: &str = "unexercised";
pub(super) const WITHOUT_MUTANT: &str = "without mutant";

/// The streams whose inputs count: structures and saved inputs have no stated distribution.
pub(super) const COUNTED: [Stream; 2] = [Stream::Search, Stream::Draws];

pub(super) fn label(stream: Stream, what: &str) -> String {
    format!("{}: {what}", stream.name())
}
