//! What every part of a run does alike, so that it counts once in all parts together.

use crate::stats::Stats;
use crate::worker::Counts;

/// Counts of inputs that every part of a run has run: saved ones, those of a search that is not shared, and the draws from which
/// the parts learn what inputs of a size take.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Common {
    /// How many were discarded, the searches of smaller sizes not counted.
    pub discarded: u64,
    /// How many were undecided, the searches of smaller sizes not counted.
    pub undecided: u64,
    /// The labels of those that passed, saved ones not counted.
    pub stats: Stats,
}

impl Common {
    /// Returns what a thread has counted.
    pub(crate) fn of(counts: &Counts) -> Common {
        Common { discarded: counts.discarded, undecided: counts.undecided, stats: counts.stats.clone() }
    }

    /// Adds what was run besides.
    pub(crate) fn add(&mut self, other: Common) {
        self.discarded += other.discarded;
        self.undecided += other.undecided;
        self.stats.merge(other.stats);
    }
}
