//! The search of structures by the order of their numbers, beside the exhaustive search of a run.
//!
//! In the exact sizes, a tree of ten keys is as large as the bits of ten different numbers. This search pays 1 for each number and decides
//! only how numbers are ordered, so it reaches structures that no other one does. It goes on after each size of the exhaustive search,
//! until it has made as many runs, and has taken a quarter of its time.
//!
//! Of a run in parts, the first part makes it.

use std::time::{Duration, Instant};

use everycase_kernel::Derivations;

use super::search::{Bound, Search};
use super::sweep::Searched;
use crate::budget::Budget;
use crate::collector::At;
use crate::coverage;
use crate::error::CheckError;
use crate::phase::Phase;
use crate::runner::Runner;
use crate::shard::Shard;
use crate::unknown::Unknown;

/// The share of the search's time, as a divisor, and that of the whole time up to which it has as many runs however long they take.
const SHARE: u32 = 4;
const EARLY: u32 = 8;

/// The largest size.
const LARGEST: u32 = 256;

/// If there are no numbers up to this size, the search would repeat the exhaustive one.
const LOOKED: u32 = 24;

/// The search of structures of one run.
pub(crate) struct Ranked {
    structures: Derivations,
    /// The space of all inputs.
    within: Derivations,
    /// The time of the run, if it is limited.
    time: Option<Duration>,
    /// The number of runs so far.
    pub(crate) planned: u64,
    /// The time of all of them.
    pub(crate) spent: Duration,
    /// The next bound, and what it has taken so far if it was not completed.
    size: u32,
    cut: (u64, Duration),
    is_over: bool,
    /// The largest bound that was searched, if only in part.
    through: u32,
    pub(crate) discarded: u64,
    pub(crate) undecided: u64,
    pub(crate) unknown: Option<Box<Unknown>>,
}

impl Ranked {
    /// Returns whether such a search can find anything that the exhaustive one does not find.
    pub(crate) fn is_useful(derivations: &Derivations) -> Result<bool, CheckError> {
        Ok(derivations.has_numbers(LOOKED)?)
    }

    /// Returns a search that has made no run; `None` if it is not planned, or if this part of the run does not make it.
    pub(crate) fn new(derivations: &Derivations, budget: Budget, shard: Shard) -> Option<Ranked> {
        let is_made = budget.ranks && shard.index() == 0;
        is_made.then(|| Ranked {
            structures: derivations.structures(),
            within: derivations.clone(),
            time: budget.time,
            planned: 0,
            spent: Duration::ZERO,
            size: 0,
            cut: (0, Duration::ZERO),
            is_over: false,
            through: 0,
            discarded: 0,
            undecided: 0,
            unknown: None,
        })
    }

    /// Returns what was searched, if anything.
    pub(crate) fn coverage(&self) -> Option<coverage::Ranks> {
        let (done, through) = (self.planned, self.through);
        (done > 0).then_some(coverage::Ranks { done, through })
    }

    /// Searches until there are `most` runs or a share of `time` is over. `before` is the number of inputs this part has run before.
    pub(crate) fn beside(
        &mut self,
        runner: &mut Runner,
        (before, most): (u64, u64),
        (time, deadline): (Duration, Option<Instant>),
    ) -> Result<(), CheckError> {
        // Early runs do not depend on the clock.
        let most_time = self.time.map(|all| (time / SHARE).max(all / EARLY));
        while !self.is_over && !runner.pool.is_over(deadline) && !runner.collector.is_full() {
            let left = most.saturating_sub(self.planned);
            let time_left = most_time.map(|most| most.saturating_sub(self.spent));
            // A bound that was not completed begins again when there is twice as much for it.
            if left == 0 || left < 2 * self.cut.0 || time_left.is_some_and(|left| left <= 2 * self.cut.1) {
                break;
            }
            let end = time_left.and_then(|left| Instant::now().checked_add(left));
            self.search(runner, (before, left), end.into_iter().chain(deadline).min())?;
        }
        Ok(())
    }

    /// Searches the next bound.
    fn search(
        &mut self,
        runner: &mut Runner,
        (before, most): (u64, u64),
        deadline: Option<Instant>,
    ) -> Result<(), CheckError> {
        let start = Instant::now();
        let bound = Bound {
            derivations: self.structures.clone(),
            within: Some(self.within.clone()),
            size: self.size,
            part: Shard::WHOLE,
            prefix: 1,
            most,
            ended: false,
        };
        runner.subject.enter(Phase::Ranks);
        let done = runner.on_one(|trial| Search::new(bound, trial), deadline)?;
        let mut searched = Searched::of(done);
        let gathered = std::mem::take(&mut searched.done.gathered);
        let before = before + self.planned;
        runner.collector.add(gathered, true, |found| {
            Ok(At { phase: Phase::Ranks, tests: before + searched.until(found), is_smallest: false })
        })?;
        let counts = searched.done.counts;
        let runs = counts.inputs();
        self.planned += runs;
        self.discarded += counts.discards();
        self.undecided += counts.undecided;
        Unknown::keep(&mut self.unknown, counts.unknown);
        let spent = start.elapsed();
        self.spent += spent;
        if runs > 0 {
            self.through = self.size;
        }
        if searched.done.stopped || searched.done.spent {
            self.cut = (runs, spent);
        } else {
            self.cut = (0, Duration::ZERO);
            self.is_over = self.size >= LARGEST || runs > 0 && !searched.done.was_cut;
            self.size += 1 + self.size / 8;
        }
        Ok(())
    }
}
