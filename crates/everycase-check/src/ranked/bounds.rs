//! Orders of inputs that are decided on demand: a search of structures, bound after bound.

use std::time::{Duration, Instant};

use everycase_kernel::Derivations;

use super::{LARGEST, Orders, Turn};
use crate::collector::At;
use crate::error::CheckError;
use crate::lazy::{Bound, Search, Searched};
use crate::phase::Phase;
use crate::runner::Runner;
use crate::shard::Shard;
use crate::stats::Stats;
use crate::verdict::Event;

/// The search of structures of one run.
pub(super) struct Bounds {
    structures: Derivations,
    /// The next bound, and what it has taken so far if it was not completed.
    size: u32,
    cut: (u64, Duration),
    is_over: bool,
}

impl Bounds {
    pub(super) fn new(derivations: &Derivations) -> Bounds {
        Bounds { structures: derivations.structures(), size: 0, cut: (0, Duration::ZERO), is_over: false }
    }

    /// Searches the next bound. Returns whether the next turn may follow at once.
    pub(super) fn turn(
        &mut self,
        runner: &mut Runner,
        turn: Turn,
        done: &mut Orders,
    ) -> Result<bool, CheckError> {
        // A bound that was not completed begins again when there is twice as much for it.
        let is_short = turn.most < 2 * self.cut.0 || turn.time.is_some_and(|left| left <= 2 * self.cut.1);
        if self.is_over || is_short {
            return Ok(false);
        }
        let start = Instant::now();
        let bound = Bound {
            derivations: self.structures.clone(),
            size: self.size,
            part: Shard::WHOLE,
            prefix: 1,
            most: turn.most,
            ended: false,
        };
        let end = turn.time.and_then(|left| start.checked_add(left));
        runner.subject.notice(Event::Phase(Phase::Ranks));
        let found =
            runner.on_one(|trial| Search::new(bound, trial), end.into_iter().chain(turn.deadline).min())?;
        let mut searched = Searched::of(found);
        let gathered = std::mem::take(&mut searched.done.gathered);
        runner.collector.add(gathered, true, |found| {
            Ok(At { phase: Phase::Ranks, tests: turn.before + searched.until(found), is_smallest: false })
        })?;
        let mut counts = searched.done.counts;
        // The search of all inputs meets these classes again, and labels count each once.
        counts.stats = Stats::default();
        let runs = counts.inputs();
        done.planned += runs;
        done.add(counts, self.size);
        if searched.done.stopped || searched.done.spent {
            self.cut = (runs, start.elapsed());
        } else {
            self.cut = (0, Duration::ZERO);
            self.is_over = self.size >= LARGEST || runs > 0 && !searched.done.was_cut;
            self.size += 1 + self.size / 8;
        }
        Ok(true)
    }
}
