//! Searches the sizes below a counterexample that was drawn and shrunk.
//!
//! A draw may find a failure before the exhaustive search has passed the smaller sizes. A shrunk
//! input is minimal among its neighbours only. The search goes on below it, for a part of the
//! budget and outside of all counts. It finds the smallest input that fails in the same way, or
//! shows that none exists. The same search finds inputs that fail in other ways, which are reported
//! as well.

use std::num::NonZeroUsize;

use super::result::{Counterexample, Minimal};
use super::shrink::{Once, Same, Shrinking};
use super::streams::Check;
use crate::claims::Coverage;
use crate::claims::stream::Stream;
use crate::run::collector::{Collector, GroupEntry};
use crate::run::error::CheckError;
use crate::run::failures::FailingInput;
use crate::run::verdict::{Cause, Event, Failure, ToolLimit};
use crate::settings::budget::Budget;
use crate::settings::shard::Shard;
use crate::streams::source::{Bounds, Progress, SizeWalk, Sizes, Source, serve_alone};
use crate::system::miri::Instant;

/// The fraction of the budget for this search, as a divisor.
pub(super) const SHARE: u32 = 4;

/// The number of causes that ends this search.
const MOST_CAUSES: NonZeroUsize = NonZeroUsize::new(8).unwrap();

impl Check<'_> {
    /// Replaces the counterexample by the smallest one, if the search finds it in time. Says that
    /// no smaller input fails if that is known. Returns the largest size up to which a search has
    /// found no input that fails in the same way.
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
        let searched =
            self.coverage.exhausted().filter(|all| !self.coverage.is_divided() && all.undecided == 0);
        let next_size = searched.map_or(0, |all| all.through.saturating_add(1));
        let Budget { time, tests, .. } = self.plan.budget;
        if next_size > bound {
            counterexample.minimal = Minimal::Size;
            return Ok(next_size.checked_sub(1));
        }
        let deadline = time.and_then(|time| Instant::now().checked_add(time / SHARE));
        let inputs = tests.map_or(u64::MAX, |tests| tests / u64::from(SHARE));
        let sought = sought.clone();
        let (search, undecided) =
            self.search_sizes((next_size, bound), sought, (inputs, deadline), (counterexample, shrinking))?;
        if counterexample.minimal != Minimal::No || undecided > 0 {
            return Ok(None);
        }
        if search.is_done {
            counterexample.minimal = Minimal::Size;
        }
        Ok(search.next_size.checked_sub(1))
    }

    /// Finds out whether the smallest input that met a limit in shrinking is a failure, like a
    /// limit in the search by size: all smaller inputs are run, in the time that shrinking has
    /// left. If so, the smallest input that fails in this way is a further failure.
    pub(super) fn search_limit(
        &mut self,
        counterexample: &mut Counterexample,
        shrinking: &mut Shrinking,
    ) -> Result<(), CheckError> {
        // A process that has run one input does not know how long others take.
        if self.plan.isolate || !self.runner.pool.has_all_threads() || self.plan.stop.is_wanted() {
            return Ok(());
        }
        let (Same::Like(_), Some(mut unknown)) = (&shrinking.same, shrinking.limit.take()) else {
            return Ok(());
        };
        self.runner.subject.notice(Event::Stream(Stream::Search));
        if !unknown.limit.may_fail {
            // Draws have smaller limits.
            match self.once(&unknown.input)? {
                Once::Undecided(again) if again.limit.may_fail => unknown = again,
                Once::Fails(failure) if !shrinking.same.has(&failure) => {
                    let (input, minimal) = (unknown.input, Minimal::No);
                    shrinking.keep_other(Counterexample {
                        input,
                        failure,
                        minimal,
                        ..counterexample.clone()
                    });
                    return Ok(());
                }
                Once::Fails(_) | Once::Holds | Once::Undecided(_) => return Ok(()),
            }
        }
        let ToolLimit { message, location, .. } = unknown.limit;
        let sought = Failure::of(Cause::Limit { message, location });
        if shrinking.further.iter().any(|known| known.failure.is_like(&sought)) {
            return Ok(());
        }
        let end = (u64::MAX, Some(shrinking.end));
        self.search_sizes((0, unknown.input.size()), sought, end, (counterexample, shrinking))?;
        Ok(())
    }

    /// Searches inputs of some sizes, outside of all counts, until one fails like `sought`. Keeps
    /// what fails. Returns how far it has got, and the number of undecided inputs.
    fn search_sizes(
        &mut self,
        (first, last): (u32, u32),
        sought: Failure,
        (inputs, deadline): (u64, Option<Instant>),
        (counterexample, shrinking): (&mut Counterexample, &mut Shrinking),
    ) -> Result<(Progress, u64), CheckError> {
        let until = self.runner.pool.until(deadline);
        let mut sizes = Sizes::new(self.derivations, Some(last), &until)?;
        let lazily = self.runner.subject.profile().is_lazy();
        let mut source: Box<dyn Source + '_> = if lazily {
            Box::new(Bounds::new(sizes, first))
        } else {
            sizes.skip_to(first);
            Box::new(SizeWalk::new(sizes, Shard::WHOLE))
        };
        let seeking = Collector::seeking(sought, MOST_CAUSES);
        let of_check = std::mem::replace(&mut self.runner.collector, seeking);
        self.runner.subject.notice(Event::Stream(Stream::Search));
        let mut coverage = Coverage { lazily, ..Coverage::none(Shard::WHOLE) };
        serve_alone(&mut *source, &mut self.runner, &mut coverage, inputs, deadline)?;
        // The collector of the check knows why it has ended.
        let mut found = std::mem::replace(&mut self.runner.collector, of_check);
        for (_, kept) in found.take() {
            shrinking.keep(counterexample, kept);
        }
        Ok((source.progress(), coverage.undecided()))
    }
}

impl Shrinking {
    /// Keeps a failure that a search has found: as the counterexample if it is smaller, or as
    /// another one.
    fn keep(&mut self, counterexample: &mut Counterexample, GroupEntry { found, at, .. }: GroupEntry) {
        let FailingInput { input, failure, .. } = found;
        let minimal = if at.is_smallest { Minimal::Size } else { Minimal::No };
        let (size, is_same) = (input.size(), self.same.has(&failure));
        let kept = Counterexample { input, failure, minimal, ..counterexample.clone() };
        if !is_same {
            self.keep_other(kept);
        } else if size < counterexample.input.size() {
            *counterexample = kept;
        }
    }
}
