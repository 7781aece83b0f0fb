//! The search of one bound on all threads, with the result of a single one.

use std::sync::Arc;

use crate::claims::Tally;
use crate::run::done::{Done, Unit};
use crate::run::error::CheckError;
use crate::run::failures::{FailingInput, FailureSummary, Trial};
use crate::run::lazy::{Bound, Search};
use crate::run::runner::Runner;
use crate::run::worker::Counts;
use crate::settings::shard::Shard;
use crate::system::miri::Instant;
use everycase_kernel::sorted::{SortedMap, sort_by_key};

/// The mean number of runs in a unit. With fewer, threads repeat more: each makes the first run of
/// many units. With more, units are too few and too unequal to divide.
const RUNS_OF_UNIT: u64 = 8;

/// Searches of increasing bounds, divided among threads.
pub(crate) struct DividedSearch {
    prefix: usize,
}

impl Default for DividedSearch {
    fn default() -> DividedSearch {
        DividedSearch { prefix: 1 }
    }
}

impl DividedSearch {
    /// Searches the next bound.
    ///
    /// # Errors
    /// If it cannot be searched.
    pub(crate) fn search(
        &mut self,
        runner: &mut Runner,
        bound: Bound,
        deadline: Option<Instant>,
    ) -> Result<SearchResult, CheckError> {
        let found = search(runner, Bound { prefix: self.prefix, ..bound }, deadline)?;
        if found.is_finished() {
            self.prefix = found.done.depths.prefix(found.runs / RUNS_OF_UNIT);
        }
        Ok(found)
    }
}

fn search(runner: &mut Runner, bound: Bound, deadline: Option<Instant>) -> Result<SearchResult, CheckError> {
    let (size, most) = (bound.size, bound.most);
    let done = runner.on_all(bound.part, &of_part(&bound), deadline)?;
    if runner.pool.jobs() == 1 {
        return Ok(SearchResult::of(done));
    }
    if done.stopped {
        let found = SearchResult::of(done);
        // Each thread may make all runs of the budget. Only of the units that failed, up to the
        // failures, is it known which runs a single thread would have made.
        let is_cut = found.done.gathered.end.is_none() && found.runs > most;
        return Ok(if is_cut { SearchResult::up_to_failures(found.done.gathered, size) } else { found });
    }
    if runner.collector.wants_one() {
        return Ok(SearchResult::of(up_to(done, runner, bound, deadline)?));
    }
    let mut found = SearchResult::of(done);
    if found.done.spent || found.runs > most {
        let earliest = found.done.gathered.earliest;
        let bound = Bound { front: Arc::default(), ..bound };
        found = SearchResult::of(runner.on_one(|trial| Search::new(bound, trial), deadline)?);
        found.done.gathered.earliest = earliest.or(found.done.gathered.earliest);
    }
    Ok(found)
}

/// Returns a search for each part.
fn of_part(bound: &Bound) -> impl Fn(Shard, Trial) -> Search + use<> {
    let bound = bound.clone();
    move |part, trial| Search::new(Bound { part, ..bound.clone() }, trial)
}

/// Returns what a single thread would have made of a bound that several have searched, if the
/// budget of runs is spent: the runs of the first units. Of the last of them there may be too many,
/// so that is searched again.
fn up_to(
    mut done: Done,
    runner: &mut Runner,
    bound: Bound,
    deadline: Option<Instant>,
) -> Result<Done, CheckError> {
    sort_by_key(&mut done.units, |unit| unit.number);
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
    done.gathered.groups = SortedMap::default();
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
pub(crate) struct SearchResult {
    pub(crate) done: Done,
    /// The number of runs up to and including the failure that ended it, or of all runs.
    pub(crate) runs: u64,
}

impl SearchResult {
    pub(crate) fn of(mut done: Done) -> SearchResult {
        let last = done.gathered.end.map_or(u64::MAX, |(unit, _)| unit);
        // Faster threads have run further units.
        done.units.retain(|unit| unit.number <= last);
        done.units.iter_mut().for_each(|unit| done.counts.merge(std::mem::take(&mut unit.counts)));
        let runs = done.units.iter().map(|unit| unit.runs).sum();
        SearchResult { done, runs }
    }

    /// Returns the failures of a search up to `size` that was stopped, and the runs of their units
    /// up to them.
    fn up_to_failures(gathered: FailureSummary, size: u32) -> SearchResult {
        let mut units: SortedMap<u64, u64> = SortedMap::default();
        for found in gathered.found() {
            let runs = units.or_default(found.position);
            *runs = (*runs).max(found.nth);
        }
        let unit = |(number, ran)| {
            let mut counts = Counts::default();
            counts.by_size.insert(size, Tally { ran, ..Tally::default() });
            Unit { number, runs: ran, counts }
        };
        let units = units.into_entries().into_iter().map(unit).collect();
        SearchResult::of(Done { stopped: true, gathered, units, ..Done::default() })
    }

    /// Returns whether all classes within the bound were run.
    pub(crate) fn is_finished(&self) -> bool {
        self.done.gathered.end.is_none() && !self.done.stopped && !self.done.spent
    }

    /// Returns the number of runs up to and including a failure.
    pub(crate) fn until(&self, found: &FailingInput) -> u64 {
        let before = self.done.units.iter().filter(|unit| unit.number < found.position);
        before.map(|unit| unit.runs).sum::<u64>() + found.nth
    }
}
