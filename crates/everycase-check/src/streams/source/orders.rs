//! Structures with each weak order of their numbers.
//!
//! In the exact sizes, a tree of ten keys is as large as the bits of ten different numbers. Here a
//! number costs 1, and only the order of the numbers is distinguished. So this search reaches
//! structures that the search of all inputs does not reach. It searches the space of structures,
//! bound after bound. It decides the order where the property looks at it: completely, if the
//! property takes complete inputs. It is made in the first part of the run.

use everycase_kernel::{Derivations, SpaceError, Until};

use super::{BatchResult, DividedSearch, SearchResult, Service, Source};
use crate::claims::Claim;
use crate::claims::stats::Stats;
use crate::claims::stream::Stream;
use crate::run::collector::At;
use crate::run::error::CheckError;
use crate::run::lazy::{Bound, Search};
use crate::run::unknown::Unknown;

/// The largest size.
const LARGEST: u32 = 256;

/// The sizes that are looked through for numbers: without any, the runs would repeat the exhaustive
/// search.
const LOOKED: u32 = 24;
/// The memory limit of the grammar up to that size, in bytes.
const LOOKING: usize = 4 << 20;

/// The orders of one run.
pub(crate) struct Orders {
    structures: Derivations,
    lazily: bool,
    /// The next bound.
    size: u32,
    threads: DividedSearch,
}

impl Orders {
    /// Returns whether there is anything that the exhaustive search does not have.
    pub(crate) fn are_useful(derivations: &Derivations, until: &Until) -> Result<bool, CheckError> {
        match derivations.until(until.clone().within_memory(LOOKING)).has_numbers(LOOKED) {
            // The first members of a nested type have no numbers, and there are many.
            Err(SpaceError::OutOfTime | SpaceError::TooLarge { .. }) => Ok(false),
            has_numbers => Ok(has_numbers?),
        }
    }

    /// Returns orders; none has been run.
    pub(crate) fn new(derivations: &Derivations, lazily: bool) -> Orders {
        Orders { structures: derivations.structures(), lazily, size: 0, threads: DividedSearch::default() }
    }
}

impl Source for Orders {
    /// Searches the next bound.
    fn serve(&mut self, service: Service<'_>) -> Result<BatchResult, CheckError> {
        let Service { runner, coverage, unknown, left, end, .. } = service;
        if left == 0 || !runner.pool.has_threads() {
            return Ok(BatchResult::nothing());
        }
        let bound = Bound::new(self.structures.clone(), self.size, left, false);
        let mut searched = if self.lazily {
            self.threads.search(runner, bound, end)?
        } else {
            // Several threads would run more than they count.
            SearchResult::of(runner.on_one(|trial| Search::new(bound, trial), end)?)
        };
        let (planned, is_finished) = (searched.runs, searched.is_finished());
        let gathered = std::mem::take(&mut searched.done.gathered);
        let before = coverage.inputs();
        runner.collector.add(gathered, true, |found| {
            Ok(At { stream: Stream::Orders, tests: before + searched.until(found), is_smallest: false })
        })?;
        Unknown::keep(unknown, searched.done.counts.unknown.take());
        let mut tally = std::mem::take(&mut searched.done.counts).total();
        if self.lazily {
            // The search of all inputs meets these classes again, and labels count each once.
            tally.stats = Stats::default();
        }
        if planned > 0 {
            coverage.claims.add(Claim::drawn(Stream::Orders, self.size, tally));
        }
        let is_last = self.size >= LARGEST || planned > 0 && !searched.done.was_cut;
        self.size += 1 + self.size / 8;
        Ok(BatchResult { planned, goes_on: is_finished && !is_last })
    }
}
