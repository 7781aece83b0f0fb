//! A space swept lazily: a search of all inputs up to one size after the other, then draws of larger sizes.

use std::sync::{Arc, Mutex, TryLockError};
use std::time::Instant;

use everycase_space::BigUint;

use super::draw::{Draw, OfSize};
use super::search::Search;
use crate::check::CheckError;
use crate::coverage::{Drawn, Ended, Exhausted, Partial};
use crate::pool::{Done, Found, Job, Pool};
use crate::seed::Seed;
use crate::shard::Shard;
use crate::sweep::{End, GAP, Sweep};

/// Units of a search, as many as make good parts: decisions that tell them apart are added or left out for the next bound
/// when there have been fewer or more.
const UNITS: std::ops::Range<u64> = 1 << 10..1 << 14;

/// What all sizes together may learn, in bytes.
const MEMORY: usize = 256 << 20;

/// Draws of a size need so many runs to be worth beginning.
const WORTH: u64 = 1_000;

/// So many sizes are begun at once: those after one that is given up are not begun at all. The same number however many
/// threads there are.
const BEGUN_AT_ONCE: usize = 4;

/// This part of the runs is for learning of one size after the other what a first input takes. The others are better spent
/// where much is known already: most of what there is to learn has been learned by the first few inputs.
const LEARNING: u64 = 8;

/// So many inputs of each size are drawn at most before the clock is asked again.
const ROUND: u64 = 64;

impl Sweep<'_> {
    /// A search of all inputs up to each size, as far as the budget goes.
    pub(crate) fn search(&mut self, pool: &mut Pool, end: End) -> Result<Option<Found>, CheckError> {
        let mut count_so_far = BigUint::ZERO;
        let mut last = 0;
        let mut prefix = 1;
        while self.has_size(self.next_size) && self.next_size - last <= GAP {
            let size = self.next_size;
            let count = self.derivations.count(size)?;
            let mut ran = self.exhausted.as_ref().map_or(0, |all| all.done);
            let mut of_any_size = false;
            // A bound without inputs of its own adds nothing.
            if count != BigUint::ZERO {
                last = size;
                let left = self.shard.share(end.inputs).saturating_sub(self.planned);
                let late = pool.is_over(end.deadline);
                if left == 0 || (late && self.planned > 0) {
                    break;
                }
                let mut bound = self.bound(pool, size, prefix, left, end.deadline)?;
                let late = pool.is_over(end.deadline);
                if pool.jobs() > 1 && !late && (bound.done.stopped || bound.runs > left) {
                    // What comes before the end of the budget is the same however many threads there are.
                    bound = self.bound_on_one(pool, size, left, end.deadline)?;
                }
                self.planned += bound.runs;
                let of = &count_so_far + &count;
                if bound.done.failure.is_some() || bound.done.stopped {
                    let done = bound.runs + u64::from(bound.done.failure.is_some());
                    self.partial = Some(Partial { size, done, of });
                    if self.exhausted.is_none() {
                        self.stats.merge(bound.done.stats);
                    }
                    self.discarded += bound.done.discarded;
                    return Ok(bound.done.failure);
                }
                prefix = match bound.units {
                    units if units < UNITS.start => prefix + 1,
                    units if units >= UNITS.end => prefix.saturating_sub(1).max(1),
                    _ => prefix,
                };
                count_so_far += count;
                // Each bound has the classes of the one before it, too.
                ran = bound.runs;
                of_any_size = !bound.done.was_cut;
                self.discarded = bound.done.discarded;
                self.stats = bound.done.stats;
            }
            self.next_size = size + 1;
            let finite = self.largest.is_some_and(|largest| size >= largest);
            self.exhausted = Some(Exhausted {
                through: size,
                count: count_so_far.clone(),
                done: ran,
                finite,
                of_any_size,
            });
            if of_any_size {
                break;
            }
        }
        Ok(None)
    }

    /// The search of one bound on all threads.
    fn bound(
        &self,
        pool: &mut Pool,
        bound: u32,
        prefix: usize,
        most: u64,
        deadline: Option<Instant>,
    ) -> Result<Bound, CheckError> {
        let derivations = self.derivations;
        let search = |part, prefix| Search { derivations: derivations.clone(), bound, part, prefix, most };
        let parts: Vec<Option<Job>> = (0..pool.jobs())
            .map(|job| {
                let part = self.part(job, pool)?;
                let prefix = if part.is_whole() { 0 } else { prefix };
                Some(Job::Search(search(part, prefix)))
            })
            .collect();
        let done = pool.run(|job| parts.get(job as usize).cloned().flatten(), deadline)?;
        Ok(Bound::of(done))
    }

    /// The search of one bound, this part of it on one thread.
    fn bound_on_one(
        &self,
        pool: &mut Pool,
        bound: u32,
        most: u64,
        deadline: Option<Instant>,
    ) -> Result<Bound, CheckError> {
        let prefix = usize::from(!self.shard.is_whole());
        let derivations = self.derivations.clone();
        let search = Job::Search(Search { derivations, bound, part: self.shard, prefix, most });
        Ok(Bound::of(pool.run_job_on_one(&search, deadline)?))
    }

    /// Draws inputs that satisfy what the property assumes, of the sizes not done completely.
    pub(crate) fn draw(&mut self, pool: &mut Pool, end: End) -> Result<Option<Found>, CheckError> {
        let runs = self.shard.share(end.inputs).saturating_sub(self.planned);
        if runs == 0 {
            return Ok(None);
        }
        let sizes = self.sizes_to_draw((runs / WORTH).max(1), end.deadline)?;
        let mut draws = Draws::new(&sizes, self.shard, self.seed, runs, end.deadline);
        let found = draws.draw(self, pool)?;
        self.planned += draws.used;
        self.drawn = draws.drawn();
        Ok(found)
    }
}

/// What came of the search of one bound.
struct Bound {
    done: Done,
    /// Runs up to the failure, or all of them.
    runs: u64,
    units: u64,
}

impl Bound {
    fn of(done: Done) -> Bound {
        let before = done.failure.as_ref().map_or(u64::MAX, |found| found.position);
        let of_units = done.units.iter().filter(|(unit, _)| *unit <= before);
        let all: u64 = of_units.map(|(_, runs)| runs).sum();
        // The failure itself is counted by whoever asked.
        let runs = all - u64::from(done.failure.is_some() && all > 0);
        let units = done.units.iter().map(|(unit, _)| unit + 1).max().unwrap_or(0);
        Bound { done, runs, units }
    }
}

/// Draws of some sizes, in rounds.
struct Draws {
    /// The sizes not begun yet, the largest first.
    waiting: Vec<Arc<Mutex<OfSize>>>,
    begun: Vec<Arc<Mutex<OfSize>>>,
    /// What is known of those begun, after each round.
    known: Vec<Drawn>,
    most: u64,
    used: u64,
    memory: usize,
    deadline: Option<Instant>,
}

impl Draws {
    fn new(sizes: &[u32], shard: Shard, seed: Seed, most: u64, deadline: Option<Instant>) -> Draws {
        let own = (0..).zip(sizes).filter(|(place, _)| shard.owns(*place));
        let mut waiting: Vec<_> =
            own.map(|(_, &size)| Arc::new(Mutex::new(OfSize::new(size, seed)))).collect();
        waiting.reverse();
        let memory = MEMORY / waiting.len().max(1);
        Draws { waiting, begun: Vec::new(), known: Vec::new(), most, used: 0, memory, deadline }
    }

    fn draw(&mut self, sweep: &mut Sweep<'_>, pool: &mut Pool) -> Result<Option<Found>, CheckError> {
        let share = self.most / self.waiting.len().max(1) as u64;
        while !self.waiting.is_empty() && !pool.is_over(self.deadline) && self.used <= self.most / LEARNING {
            let first = self.begun.len();
            let rest = self.waiting.len().saturating_sub(BEGUN_AT_ONCE);
            self.begun.extend(self.waiting.drain(rest..).rev());
            let places: Vec<usize> = (first..self.begun.len()).collect();
            if let Some(found) = self.round(sweep, pool, &places, 1, share)? {
                return Ok(Some(found));
            }
            if self.known.iter().any(|drawn| matches!(drawn.ended, Ended::GivenUp | Ended::TooMany)) {
                self.waiting.clear();
            }
        }
        let mut rounds = 1;
        loop {
            let left = self.most - self.used;
            let places = self.affordable(left);
            let Some(share) = left.checked_div(places.len() as u64) else { break };
            // As many as the dearest size can have, reckoned with twice what its inputs have cost so far.
            let dearest = places.iter().map(|&place| self.known[place].cost()).max().unwrap_or(1);
            let values = (share / dearest.saturating_mul(2)).min(rounds).min(ROUND);
            if values == 0 || pool.is_over(self.deadline) {
                break;
            }
            if let Some(found) = self.round(sweep, pool, &places, values, share)? {
                return Ok(Some(found));
            }
            rounds += values;
        }
        Ok(None)
    }

    /// The places of the sizes that go on with so many runs: those that have had their share of the runs without an input are
    /// left alone, and so are the dearest as long as an equal share does not pay for another input of each.
    fn affordable(&self, left: u64) -> Vec<usize> {
        let goes_on =
            |place: &usize| self.known[*place].ended == Ended::No && self.known[*place].values() > 0;
        let cost = |place: usize| self.known[place].cost();
        let mut places: Vec<usize> = (0..self.known.len()).filter(goes_on).collect();
        places.sort_by_key(|&place| cost(place));
        while let Some(&dearest) = places.last()
            && left / (places.len() as u64) < 2 * cost(dearest)
        {
            places.pop();
        }
        places.sort_unstable();
        places
    }

    /// Draws so many inputs of each of some sizes.
    fn round(
        &mut self,
        sweep: &mut Sweep<'_>,
        pool: &mut Pool,
        places: &[usize],
        values: u64,
        runs: u64,
    ) -> Result<Option<Found>, CheckError> {
        let jobs = pool.jobs() as usize;
        let part = |job: u64| {
            let own = places.iter().skip(job as usize).step_by(jobs);
            let sizes = own.map(|&place| (place as u64, Arc::clone(&self.begun[place])));
            let derivations = sweep.derivations.clone();
            Some(Job::Draw(Draw { derivations, sizes: sizes.collect(), values, runs, memory: self.memory }))
        };
        let done = pool.run(part, self.deadline)?;
        let found = sweep.take(done);
        let failed = found.as_ref().map_or(u64::MAX, |found| found.position);
        for (place, of_size) in self.begun.iter().enumerate() {
            let now = match of_size.try_lock() {
                Ok(of_size) => of_size.drawn,
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner().drawn,
                // It hangs.
                Err(TryLockError::WouldBlock) => continue,
            };
            let before = self.known.get(place).map_or(0, |drawn| drawn.runs);
            match self.known.get_mut(place) {
                Some(known) => *known = now,
                None => self.known.push(now),
            }
            // What larger sizes have done by then depends on the threads.
            if place as u64 <= failed {
                self.used += now.runs - before;
            }
        }
        // The failure itself is counted by whoever asked.
        self.used -= u64::from(found.is_some() && self.used > 0);
        Ok(found)
    }

    fn drawn(&self) -> Vec<Drawn> {
        self.known.iter().filter(|drawn| drawn.runs > 0 || drawn.ended != Ended::No).copied().collect()
    }
}
