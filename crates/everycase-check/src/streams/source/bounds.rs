//! All inputs by size, decided on demand: one run for each equivalence class of inputs up to a
//! bound, bound after bound (Paper II).
//!
//! How the parts of a run agree without communication: the number of tests ends the search after a
//! number of runs of the whole, which a part cannot know without making them, so every part makes
//! all of them.

use everycase_kernel::{BigUint, SpaceError};

use super::{BatchResult, COUNTS, DividedSearch, Progress, Service, Sizes, Source};
use crate::claims::stream::Stream;
use crate::claims::{Claim, Extent, Tally};
use crate::run::collector::At;
use crate::run::error::CheckError;
use crate::run::lazy::Bound;
use crate::run::undecided_input::UndecidedInput;
use crate::run::verdict::Event;

/// Searches up to increasing bounds.
pub(crate) struct Bounds<'a> {
    pub(crate) sizes: Sizes<'a>,
    /// The first bound: smaller ones are not searched before.
    first: u32,
    /// The number of inputs of the sizes before the next.
    count_so_far: BigUint,
    threads: DividedSearch,
    planned: u64,
    /// Whether nothing was left out of the last search because of its size.
    has_all: bool,
}

impl<'a> Bounds<'a> {
    /// Returns the searches from a bound on.
    pub(crate) fn new(sizes: Sizes<'a>, first: u32) -> Bounds<'a> {
        Bounds {
            sizes,
            first,
            count_so_far: BigUint::ZERO,
            threads: DividedSearch::default(),
            planned: 0,
            has_all: false,
        }
    }

    /// Goes on to the next bound with inputs of its own. Returns their number; `None` if there is
    /// none, or it cannot be counted.
    fn next_size(&mut self, service: &mut Service<'_>) -> Result<Option<BigUint>, CheckError> {
        let pool = &service.runner.pool;
        if self.first > self.sizes.next && self.planned == 0 {
            let until = self.sizes.until(true, pool, service.end).within_memory(COUNTS);
            match self.sizes.derivations.until(until).count_up_to(self.first - 1) {
                Ok(smaller) => self.count_so_far = smaller,
                Err(SpaceError::OutOfTime | SpaceError::TooLarge { .. }) => return Ok(None),
                Err(error) => return Err(error.into()),
            }
            self.sizes.skip_to(self.first);
        }
        while self.sizes.has_next() {
            let until = self.sizes.until(self.planned == 0, pool, service.end);
            let Some(count) = self.sizes.count_next(until)? else { return Ok(None) };
            if count != BigUint::ZERO {
                return Ok(Some(count));
            }
            // A bound without inputs of its own adds nothing.
            service.coverage.claims.add(self.claim(
                Tally::default(),
                self.count_so_far.clone(),
                (true, false),
            ));
            self.sizes.complete();
        }
        Ok(None)
    }

    fn claim(&self, tally: Tally, of: BigUint, (is_finished, of_any_size): (bool, bool)) -> Claim {
        let extent = Extent::UpTo { of, is_finished, of_any_size };
        Claim { stream: Stream::Search, size: self.sizes.next, tally, extent }
    }
}

impl Source for Bounds<'_> {
    fn serve(&mut self, mut service: Service<'_>) -> Result<BatchResult, CheckError> {
        let Some(count) = self.next_size(&mut service)? else { return Ok(BatchResult::nothing()) };
        let Service { runner, coverage, unknown, left, end, .. } = service;
        if left == 0 || self.planned > 0 && runner.pool.is_over(end) {
            return Ok(BatchResult::nothing());
        }
        let (derivations, size) = (self.sizes.derivations.clone(), self.sizes.next);
        let ended = coverage.undecided_of(Stream::Search) == 0;
        let mut bound = self.threads.search(runner, Bound::new(derivations, size, left, ended), end)?;
        self.planned += bound.runs;
        let is_finished = bound.is_finished();
        let gathered = std::mem::take(&mut bound.done.gathered);
        runner.subject.notice(Event::Bound { is_complete: is_finished });
        UndecidedInput::keep(unknown, bound.done.counts.unknown.take());
        let tally = std::mem::take(&mut bound.done.counts).total();
        let (before, undecided) = (coverage.inputs(), coverage.undecided() + tally.undecided);
        // Without the searches of smaller bounds there may be smaller failures.
        let has_all_smaller = is_finished || self.first == 0 || self.sizes.next > self.first;
        runner.collector.add(gathered, true, |found| {
            let is_smallest = has_all_smaller && (undecided == 0 || found.failure.is_limit());
            Ok(At { stream: Stream::Search, tests: before + bound.until(found), is_smallest })
        })?;
        let of = &self.count_so_far + &count;
        self.has_all = is_finished && !bound.done.was_cut;
        coverage.claims.add(self.claim(tally, of.clone(), (is_finished, self.has_all)));
        if is_finished {
            self.count_so_far = of;
            self.sizes.complete();
        }
        Ok(BatchResult {
            planned: bound.runs,
            goes_on: is_finished && !self.has_all && self.sizes.has_next(),
        })
    }

    fn progress(&self) -> Progress {
        Progress {
            planned: self.planned,
            next_size: self.sizes.next,
            is_done: self.has_all || self.sizes.are_complete(),
            limit: self.sizes.limit,
        }
    }
}
