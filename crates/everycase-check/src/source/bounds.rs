//! All inputs by size, decided on demand: one run for each equivalence class of inputs up to a bound, bound after bound (Paper II).
//!
//! How the parts of a run agree without communication: the number of tests ends the search after a number of runs of the whole, which a
//! part cannot know without making them, so every part makes all of them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use everycase_kernel::{BigUint, SpaceError};

use super::{COUNTS, Progress, Served, Service, Sizes, Source};
use crate::collector::At;
use crate::coverage::{Claim, Extent, Tally};
use crate::done::{Done, Unit};
use crate::error::CheckError;
use crate::failures::{Found, Gathered, Trial};
use crate::lazy::{Bound, Search};
use crate::runner::Runner;
use crate::shard::Shard;
use crate::stream::Stream;
use crate::unknown::Unknown;
use crate::verdict::Event;
use crate::worker::Counts;

/// The number of units of a search that makes good parts. If there are fewer or more, the next bound uses longer or shorter
/// prefixes.
const UNITS: std::ops::Range<u64> = 1 << 10..1 << 14;

/// Searches up to increasing bounds.
pub(crate) struct Bounds<'a> {
    pub(crate) sizes: Sizes<'a>,
    /// The first bound: smaller ones are not searched before.
    first: u32,
    /// The number of inputs of the sizes before the next.
    count_so_far: BigUint,
    prefix: usize,
    planned: u64,
    /// Whether nothing was left out of the last search because of its size.
    has_all: bool,
}

impl<'a> Bounds<'a> {
    /// Returns the searches from a bound on.
    pub(crate) fn new(sizes: Sizes<'a>, first: u32) -> Bounds<'a> {
        Bounds { sizes, first, count_so_far: BigUint::ZERO, prefix: 1, planned: 0, has_all: false }
    }

    /// Goes on to the next bound with inputs of its own. Returns their number; `None` if there is none, or it cannot be counted.
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

    /// Searches one bound, with the same result for any number of threads.
    fn search(
        &self,
        runner: &mut Runner,
        most: u64,
        ended: bool,
        deadline: Option<Instant>,
    ) -> Result<Searched, CheckError> {
        let (derivations, size, prefix) = (self.sizes.derivations.clone(), self.sizes.next, self.prefix);
        let bound =
            Bound { derivations, size, part: Shard::WHOLE, prefix, most, ended, front: Arc::default() };
        let done = runner.on_all(bound.part, &of_part(&bound), deadline)?;
        if runner.pool.jobs() == 1 {
            return Ok(Searched::of(done));
        }
        if done.stopped {
            let found = Searched::of(done);
            // Each thread may make all runs of the budget. Which of them a single thread would have made is unknown, but for
            // those of the units that failed, up to the failures.
            let is_cut = found.done.gathered.end.is_none() && found.runs > most;
            return Ok(if is_cut { Searched::up_to_failures(found.done.gathered, size) } else { found });
        }
        if runner.collector.wants_one() {
            return Ok(Searched::of(up_to(done, runner, bound, deadline)?));
        }
        let mut found = Searched::of(done);
        if found.done.spent || found.runs > most {
            let earliest = found.done.gathered.earliest;
            let bound = Bound { front: Arc::default(), ..bound };
            found = Searched::of(runner.on_one(|trial| Search::new(bound, trial), deadline)?);
            found.done.gathered.earliest = earliest.or(found.done.gathered.earliest);
        }
        Ok(found)
    }
}

impl Source for Bounds<'_> {
    fn serve(&mut self, mut service: Service<'_>) -> Result<Served, CheckError> {
        let Some(count) = self.next_size(&mut service)? else { return Ok(Served::nothing()) };
        let Service { runner, coverage, unknown, left, end, .. } = service;
        if left == 0 || self.planned > 0 && runner.pool.is_over(end) {
            return Ok(Served::nothing());
        }
        let mut bound = self.search(runner, left, coverage.undecided_of(Stream::Search) == 0, end)?;
        self.planned += bound.runs;
        let gathered = std::mem::take(&mut bound.done.gathered);
        let is_finished = gathered.end.is_none() && !bound.done.stopped && !bound.done.spent;
        runner.subject.notice(Event::Bound { is_complete: is_finished });
        Unknown::keep(unknown, bound.done.counts.unknown.take());
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
            self.prefix = match bound.units {
                units if units < UNITS.start => self.prefix + 1,
                units if units >= UNITS.end => self.prefix.saturating_sub(1).max(1),
                _ => self.prefix,
            };
        }
        Ok(Served { planned: bound.runs, goes_on: is_finished && !self.has_all && self.sizes.has_next() })
    }

    fn progress(&self) -> Progress {
        Progress {
            planned: self.planned,
            next_size: self.sizes.next,
            is_done: self.has_all || self.sizes.are_complete(),
            is_out_of_memory: self.sizes.is_out_of_memory,
        }
    }
}

/// Returns a search for each part.
fn of_part(bound: &Bound) -> impl Fn(Shard, Trial) -> Search + use<> {
    let bound = bound.clone();
    move |part, trial| Search::new(Bound { part, ..bound.clone() }, trial)
}

/// Returns what a single thread would have made of a bound that several have searched, if the budget of runs is spent: the runs of the first
/// units. Of the last of them there may be too many, so that is searched again.
fn up_to(
    mut done: Done,
    runner: &mut Runner,
    bound: Bound,
    deadline: Option<Instant>,
) -> Result<Done, CheckError> {
    done.units.sort_unstable_by_key(|unit| unit.number);
    let mut left = bound.most;
    let fits = |unit: &Unit| left.checked_sub(unit.runs).map(|rest| left = rest).is_some();
    let Some(place) = done.units.iter().map(fits).position(|fits| !fits) else { return Ok(done) };
    let last = done.units[place].number;
    if done.gathered.end.is_some_and(|end| end <= (last, left)) {
        return Ok(done);
    }
    // What was found beyond does not count.
    done.units.truncate(place);
    (done.spent, done.gathered.end) = (true, None);
    done.gathered.groups.clear();
    if let Some(part) = Shard::only(last).filter(|_| left > 0) {
        let bound = Bound { part, most: left, front: Arc::default(), ..bound };
        let again = runner.on_one(|trial| Search::new(bound, trial), deadline)?;
        done.units.extend(again.units.into_iter().filter(|unit| unit.runs > 0));
        done.stopped |= again.stopped;
        let earliest = done.gathered.earliest.take();
        done.gathered = again.gathered;
        done.gathered.earliest = earliest.or(done.gathered.earliest);
    }
    Ok(done)
}

/// The result of searching one bound.
pub(crate) struct Searched {
    pub(crate) done: Done,
    /// The number of runs up to and including the failure that ended it, or of all runs.
    runs: u64,
    units: u64,
}

impl Searched {
    pub(crate) fn of(mut done: Done) -> Searched {
        let last = done.gathered.end.map_or(u64::MAX, |(unit, _)| unit);
        let units = done.units.iter().map(|unit| unit.number + 1).max().unwrap_or(0);
        // Faster threads have run further units.
        done.units.retain(|unit| unit.number <= last);
        done.units.iter_mut().for_each(|unit| done.counts.merge(std::mem::take(&mut unit.counts)));
        let runs = done.units.iter().map(|unit| unit.runs).sum();
        Searched { done, runs, units }
    }

    /// Returns the failures of a search up to `size` that was stopped, and the runs of their units up to them.
    fn up_to_failures(gathered: Gathered, size: u32) -> Searched {
        let mut units: BTreeMap<u64, u64> = BTreeMap::new();
        for found in gathered.found() {
            let runs = units.entry(found.position).or_default();
            *runs = (*runs).max(found.nth);
        }
        let unit = |(number, ran)| {
            let mut counts = Counts::default();
            counts.by_size.insert(size, Tally { ran, ..Tally::default() });
            Unit { number, runs: ran, counts }
        };
        let units = units.into_iter().map(unit).collect();
        Searched::of(Done { stopped: true, gathered, units, ..Done::default() })
    }

    /// Returns the number of runs up to and including a failure.
    pub(crate) fn until(&self, found: &Found) -> u64 {
        let before = self.done.units.iter().filter(|unit| unit.number < found.position);
        before.map(|unit| unit.runs).sum::<u64>() + found.nth
    }
}
