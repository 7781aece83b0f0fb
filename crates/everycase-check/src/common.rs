//! Counts that all parts of a run have in common, and that are therefore added only once.

use crate::stats::Stats;
use crate::worker::Counts;

/// Counts of inputs that every part of a run runs: saved ones, those of a search that is not divided, and draws from which the
/// parts learn the cost of the inputs of a size.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Common {
    /// Discarded inputs, without those of searches of smaller sizes.
    pub discarded: u64,
    /// Undecided inputs, without those of searches of smaller sizes.
    pub undecided: u64,
    /// The labels of passing inputs, without saved ones.
    pub stats: Stats,
}

impl Common {
    /// Returns the counts of a thread.
    pub(crate) fn of(counts: &Counts) -> Common {
        Common { discarded: counts.discards(), undecided: counts.undecided, stats: counts.stats.clone() }
    }

    /// Adds further counts.
    pub(crate) fn add(&mut self, other: Common) {
        self.discarded += other.discarded;
        self.undecided += other.undecided;
        self.stats.merge(other.stats);
    }
}
