//! Structures with each weak order of their numbers.
//!
//! In the exact sizes, a tree of ten keys is as large as the bits of ten different numbers. Here a number costs 1, and of the numbers only
//! the order is distinguished. So structures are reached that the search of all inputs does not reach. A search of the space of structures,
//! bound after bound, decides the order as far as the property looks at it: completely, if it takes complete inputs. It is made in the
//! first part of the run, on one thread, and goes on where it has stopped.

use std::sync::Arc;

use everycase_kernel::{Derivations, SpaceError, Until};

use super::{Searched, Served, Service, Source};
use crate::collector::At;
use crate::coverage::Claim;
use crate::error::CheckError;
use crate::lazy::{Bound, Parked, Search};
use crate::shard::Shard;
use crate::stats::Stats;
use crate::stream::Stream;
use crate::unknown::Unknown;

/// The largest size.
const LARGEST: u32 = 256;

/// The sizes that are looked through for numbers: without any, the runs would repeat the exhaustive search.
const LOOKED: u32 = 24;
/// The memory limit of the grammar up to that size, in bytes.
const LOOKING: usize = 4 << 20;

/// The orders of one run.
pub(crate) struct Orders {
    structures: Derivations,
    lazily: bool,
    /// The current bound, and the search of it if it has begun.
    size: u32,
    parked: Parked,
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

    /// Returns orders of which none has been run.
    pub(crate) fn new(derivations: &Derivations, lazily: bool) -> Orders {
        Orders { structures: derivations.structures(), lazily, size: 0, parked: Parked::default() }
    }
}

impl Source for Orders {
    /// Goes on with the search of the current bound.
    fn serve(&mut self, service: Service<'_>) -> Result<Served, CheckError> {
        let deadline = service.deadline();
        let Service { runner, coverage, unknown, batch, left, .. } = service;
        let most = batch.min(left);
        if most == 0 || !runner.pool.has_threads() {
            return Ok(Served::nothing());
        }
        let (derivations, size) = (self.structures.clone(), self.size);
        let (part, front) = (Shard::WHOLE, Arc::default());
        let bound = Bound { derivations, size, part, prefix: 1, most, ended: false, front };
        let parked = self.parked.clone();
        let done = runner.on_one(|trial| Search::going_on(bound, trial, parked), deadline)?;
        let mut searched = Searched::of(done);
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
        let planned = tally.ran;
        if planned > 0 {
            coverage.claims.add(Claim::drawn(Stream::Orders, size, tally));
        }
        if self.parked.is_some() {
            return Ok(Served { planned, goes_on: true });
        }
        // A thread that is left behind does not come back with its search.
        let is_last = size >= LARGEST || planned > 0 && !searched.done.was_cut;
        self.size += 1 + size / 8;
        Ok(Served { planned, goes_on: !searched.done.stopped && !is_last })
    }
}
