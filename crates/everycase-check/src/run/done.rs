//! The result of a part of a job.

use crate::run::failures::FailureSummary;
use crate::run::worker::Counts;

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
    /// For a search, in which decision its classes differ.
    pub(crate) depths: Depths,
    /// For a search, whether anything was left out because of its size.
    pub was_cut: bool,
    /// For all parts together, the position of a case that returned only when it was run again. The
    /// inputs after it in the part of its thread were not run.
    pub(crate) late: Option<u64>,
    /// For all parts together, the failures.
    pub(crate) gathered: FailureSummary,
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
        self.depths.merge(&other.depths);
        self.was_cut |= other.was_cut;
    }
}

/// The number of classes of a search by the first decision in which they differ from the class
/// before. It tells how many units there are for each length of prefixes.
#[derive(Default)]
pub(crate) struct Depths(Vec<u64>);

impl Depths {
    /// Adds a class that differs in this decision, counted from 1, or the first class.
    pub(crate) fn add(&mut self, decision: usize) {
        *self.at(decision) += 1;
    }

    fn at(&mut self, decision: usize) -> &mut u64 {
        if self.0.len() <= decision {
            self.0.resize(decision + 1, 0);
        }
        &mut self.0[decision]
    }

    fn merge(&mut self, other: &Depths) {
        for (decision, classes) in other.0.iter().enumerate() {
            *self.at(decision) += classes;
        }
    }

    /// Returns the length of the longest prefixes that make no more than this number of units, at
    /// least 1.
    pub(crate) fn prefix(&self, units: u64) -> usize {
        let mut sum = 0;
        let fits = |classes: &&u64| {
            sum += **classes;
            sum <= units
        };
        self.0.iter().take_while(fits).count().saturating_sub(1).max(1)
    }
}
