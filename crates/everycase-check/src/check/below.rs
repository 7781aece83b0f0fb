//! Searches the sizes below a counterexample that was drawn and shrunk.
//!
//! A draw may find a failure before the exhaustive search has passed the smaller sizes. What is shrunk is minimal among its neighbours only;
//! the search goes on below it, for a part of the budget and outside of all counts, and finds the smallest one that fails in the same way,
//! or shows that there is none. What fails in other ways is found by the same search, and is reported beside it.

use std::num::NonZeroUsize;
use std::time::Instant;

use super::phases::Check;
use super::result::{Counterexample, Minimal};
use super::shrink::{Same, Shrinking};
use crate::budget::Budget;
use crate::collector::{Collector, Kept};
use crate::error::CheckError;
use crate::phase::Phase;
use crate::shard::Shard;
use crate::sweep::{End, Sweep};

/// The fraction of the budget for this search, as a divisor.
pub(super) const SHARE: u32 = 4;

/// The number of causes that ends this search.
const MOST_CAUSES: NonZeroUsize = NonZeroUsize::new(8).unwrap();

impl Check<'_> {
    /// Replaces the counterexample by the smallest one, if the search finds it in time. Says that no smaller input fails if that is known.
    /// Returns the largest size up to which no input fails in the same way, as far as it was searched.
    pub(super) fn search_below(
        &mut self,
        counterexample: &mut Counterexample,
        shrinking: &mut Shrinking,
    ) -> Result<Option<u32>, CheckError> {
        // A thread that was left behind, by a smaller input that hangs, would not run its share.
        let (Same::Like(sought), true) = (&shrinking.same, self.runner.pool.has_all_threads()) else {
            return Ok(None);
        };
        let Some(bound) = counterexample.input.size().checked_sub(1) else { return Ok(None) };
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
            let seeking = Collector::seeking(sought.clone(), MOST_CAUSES);
            let of_check = std::mem::replace(&mut self.runner.collector, seeking);
            self.runner.subject.enter(Phase::Exhaustive);
            let end = End { inputs, deadline };
            if self.runner.subject.lazily().is_some() {
                sweep.search(&mut self.runner, end)?;
            } else {
                sweep.exhaust(&mut self.runner, end)?;
            }
            // The collector of the check knows why it has ended.
            let mut below = std::mem::replace(&mut self.runner.collector, of_check);
            for (_, kept) in below.take() {
                shrinking.keep(counterexample, kept);
            }
            if counterexample.minimal != Minimal::No {
                return Ok(None);
            }
        }
        let is_searched = next_size > bound || sweep.is_done();
        if sweep.undecided > 0 {
            return Ok(None);
        }
        if is_searched {
            counterexample.minimal = Minimal::Size;
        }
        Ok(sweep.exhausted.map(|all| all.through).or(next_size.checked_sub(1)))
    }
}

impl Shrinking {
    /// Keeps a failure that the search below has found: as the counterexample, as another one, or as an input that hangs.
    fn keep(&mut self, counterexample: &mut Counterexample, Kept { found, at, .. }: Kept) {
        let minimal = if at.is_smallest { Minimal::Size } else { Minimal::Locally };
        if self.same.has(&found.failure) {
            let (input, failure) = (found.input, found.failure);
            *counterexample = Counterexample { input, failure, minimal, ..counterexample.clone() };
        } else if found.failure.is_hang() {
            self.hangs.get_or_insert(found.input);
        } else if !self.further.iter().any(|known| known.failure.is_like(&found.failure)) {
            let (input, failure) = (found.input, found.failure);
            self.further.push(Counterexample { input, failure, minimal, ..counterexample.clone() });
        }
    }
}
