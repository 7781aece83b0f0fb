//! Searches the sizes below a counterexample that was drawn and shrunk.
//!
//! A draw may find a failure before the exhaustive search has passed the smaller sizes. What is shrunk is minimal among its neighbours only;
//! the search goes on below it, for a part of the budget and outside of all counts, and finds the smallest one or shows that there is
//! none.

use std::num::NonZeroUsize;
use std::time::Instant;

use super::phases::Check;
use super::result::{Counterexample, Minimal};
use crate::budget::Budget;
use crate::collector::{Collector, Kept};
use crate::error::CheckError;
use crate::phase::Phase;
use crate::shard::Shard;
use crate::sweep::{End, Sweep};

/// The fraction of the budget for this search, as a divisor.
const SHARE: u32 = 4;

impl Check<'_> {
    /// Replaces the counterexample by the smallest one, if the search finds it in time. Says that no smaller input fails if that is known.
    pub(super) fn search_below(&mut self, counterexample: &mut Counterexample) -> Result<(), CheckError> {
        // A thread that was left behind, by a smaller input that hangs, would not run its share.
        if !self.runner.pool.has_all_threads() {
            return Ok(());
        }
        let Some(bound) = counterexample.input.size().checked_sub(1) else { return Ok(()) };
        // Those of other parts have been run by them, if at all.
        let searched = self.coverage.exhausted.as_ref().filter(|all| !all.shared && all.undecided == 0);
        let next_size = searched.map_or(0, |all| all.through.saturating_add(1));
        let Budget { time, tests, .. } = self.plan.budget;
        let deadline = time.and_then(|time| Instant::now().checked_add(time / SHARE));
        let inputs = tests.map_or(u64::MAX, |tests| tests / u64::from(SHARE));
        let budget = Budget { size: Some(bound), first: 0, structures: false, ..self.plan.budget };
        let until = self.runner.pool.until(deadline);
        let mut sweep = Sweep::new(self.derivations, &until, budget, Shard::WHOLE, self.plan.seed)?;
        sweep.next_size = next_size;
        if next_size <= bound {
            self.runner.collector = Collector::new(NonZeroUsize::MIN);
            self.runner.subject.enter(Phase::Exhaustive);
            let end = End { inputs, deadline };
            if self.runner.subject.lazily().is_some() {
                sweep.search(&mut self.runner, end)?;
            } else {
                sweep.exhaust(&mut self.runner, end)?;
            }
            if let Some((_, Kept { found, at, .. })) = self.runner.collector.take().into_iter().next() {
                (counterexample.input, counterexample.failure) = (found.input, found.failure);
                counterexample.minimal = if at.is_smallest { Minimal::Size } else { Minimal::Locally };
                return Ok(());
            }
        }
        let is_searched = next_size > bound || sweep.is_done();
        if is_searched && sweep.undecided == 0 {
            counterexample.minimal = Minimal::Size;
        }
        Ok(())
    }
}
