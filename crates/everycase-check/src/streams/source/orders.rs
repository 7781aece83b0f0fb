//! Structures with each weak order of their numbers.
//!
//! In the exact sizes, a tree of ten keys is as large as the bits of ten different numbers. Here a
//! number costs 1, and only the order of the numbers is distinguished. So this search reaches
//! structures that the search of all inputs does not reach. It searches the space of structures,
//! bound after bound. It decides the order where the property looks at it: completely, if the
//! property takes complete inputs. Complete inputs of more than a few numbers have too many orders,
//! so another search has only those in which all numbers but one or two parameters are sorted. It
//! is made in the first part of the run.

use everycase_kernel::{Derivations, SpaceError, Until};

use super::{BatchResult, DividedSearch, SearchResult, Service, Source};
use crate::claims::Claim;
use crate::claims::stats::Stats;
use crate::claims::stream::Stream;
use crate::run::collector::At;
use crate::run::error::CheckError;
use crate::run::lazy::{Bound, Search};
use crate::run::undecided_input::UndecidedInput;

/// The largest size.
const LARGEST: u32 = 256;

/// The sizes that are looked through for numbers: without any, the runs would repeat the exhaustive
/// search.
const LOOKED: u32 = 24;
/// The memory limit of the grammar up to that size, in bytes.
const LOOKING: usize = 4 << 20;

/// The searches of complete inputs: with all orders, and with sorted numbers but for this many
/// parameters.
const DISPLACED: [Option<usize>; 2] = [None, Some(2)];

/// The number of inputs of the first batches.
const BATCH: u64 = 256;

/// The orders of one run.
pub(crate) struct Orders {
    structures: Derivations,
    lazily: bool,
    /// The searches that are not over.
    searches: Vec<LimitedSearch>,
    threads: DividedSearch,
}

/// The search of all structures with all orders or some.
struct LimitedSearch {
    displaced: Option<usize>,
    /// The next bound.
    size: u32,
    /// The number of inputs so far.
    runs: u64,
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
        // What is decided on demand has few orders.
        let limits = if lazily { &DISPLACED[..1] } else { &DISPLACED };
        let searches =
            limits.iter().map(|&displaced| LimitedSearch { displaced, size: 0, runs: 0 }).collect();
        Orders { structures: derivations.structures(), lazily, searches, threads: DividedSearch::default() }
    }
}

impl LimitedSearch {
    /// Returns how much of its share it has used, to compare it with the other.
    fn used(&self) -> u64 {
        self.runs.saturating_mul(if self.displaced.is_some() { 1 } else { 4 })
    }
}

impl Source for Orders {
    /// Searches the next bound of the search that has run the fewest inputs.
    fn serve(&mut self, service: Service<'_>) -> Result<BatchResult, CheckError> {
        let Service { runner, coverage, unknown, left, end, .. } = service;
        let next = (0..self.searches.len()).min_by_key(|&i| self.searches[i].used());
        let Some(next) = next.filter(|_| left > 0 && runner.pool.has_threads()) else {
            return Ok(BatchResult::nothing());
        };
        // As many as all before: a bound with too many orders takes no time from other searches.
        let most = self.searches.iter().map(|search| search.runs).sum::<u64>().max(BATCH);
        let most = if self.searches.len() == 1 { left } else { most.min(left) };
        let LimitedSearch { displaced, size, runs } = &mut self.searches[next];
        let bound = Bound::new(self.structures.clone(), *size, most, false).displaced(*displaced);
        let mut searched = if self.lazily {
            self.threads.search(runner, bound, end)?
        } else {
            // Several threads would run more than they count.
            SearchResult::of(runner.on_one(|trial| Search::new(bound, trial), end)?)
        };
        let (planned, is_finished, was_spent) = (searched.runs, searched.is_finished(), searched.done.spent);
        let gathered = std::mem::take(&mut searched.done.gathered);
        let before = coverage.inputs();
        runner.collector.add(gathered, true, |found| {
            Ok(At { stream: Stream::Orders, tests: before + searched.until(found), is_smallest: false })
        })?;
        UndecidedInput::keep(unknown, searched.done.counts.unknown.take());
        let mut tally = std::mem::take(&mut searched.done.counts).total();
        if self.lazily {
            // The search of all inputs meets these classes again, and labels count each once.
            tally.stats = Stats::default();
        }
        if planned > 0 {
            coverage.claims.add(Claim::drawn(Stream::Orders, *size, tally));
        }
        let is_last = *size >= LARGEST || planned > 0 && !searched.done.was_cut;
        *runs += planned;
        if is_finished {
            *size += 1 + *size / 8;
        }
        let goes_on = if is_finished { !is_last } else { was_spent && most < left };
        if !goes_on {
            self.searches.swap_remove(next);
        }
        Ok(BatchResult { planned, goes_on: !self.searches.is_empty() })
    }
}
