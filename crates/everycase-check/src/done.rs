//! The result of a part of a job.

use crate::failures::Gathered;
use crate::worker::Counts;

/// The result of a part of a job, or of all parts together.
#[derive(Default)]
pub struct Done {
    /// What was counted.
    pub counts: Counts,
    /// Whether the time was over before the part was done.
    pub stopped: bool,
    /// For a search, whether its budget of runs was spent before the end.
    pub spent: bool,
    /// For a search, its units, in place of the counts.
    pub units: Vec<Unit>,
    /// For a search, whether anything was left out because of its size.
    pub was_cut: bool,
    /// For all parts together, the position of a case that returned only when it was run again. The
    /// inputs after it in the part of its thread were not run.
    pub(crate) late: Option<u64>,
    /// For all parts together, the failures.
    pub(crate) gathered: Gathered,
}

/// What was run of a unit of a search.
pub struct Unit {
    /// Its number.
    pub number: u64,
    /// The number of runs.
    pub runs: u64,
    /// What was counted.
    pub counts: Counts,
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
