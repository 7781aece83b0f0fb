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
    /// For a search, the runs by the number of their unit.
    pub units: Vec<(u64, u64)>,
    /// For a search, whether anything was left out because of its size.
    pub was_cut: bool,
    /// For all parts together, the position of a case that returned only when it was run again. The
    /// inputs after it in the part of its thread were not run.
    pub(crate) late: Option<u64>,
    /// For all parts together, the failures.
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
