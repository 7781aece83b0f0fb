//! What has come of a part of a check.

use crate::failures::Gathered;
use crate::worker::Counts;

/// What has come of a part of a job, or of all parts together.
#[derive(Default)]
pub struct Done {
    /// What was counted.
    pub counts: Counts,
    /// Was time up before the part was done?
    pub stopped: bool,
    /// Of a search, were as many classes run as it may run, and were there more?
    pub spent: bool,
    /// Of a search, runs by the number of the unit they belong to.
    pub units: Vec<(u64, u64)>,
    /// Of a search, was anything left out for its size?
    pub was_cut: bool,
    /// Of all parts together, the failures.
    pub(crate) gathered: Gathered,
}

impl Done {
    pub(crate) fn merge(&mut self, other: Done) {
        self.counts.merge(other.counts);
        self.stopped |= other.stopped;
        self.spent |= other.spent;
        self.units.extend(other.units);
        self.was_cut |= other.was_cut;
    }
}
