//! One space searched: every input by size until half of the budget is spent, then uniform draws of larger sizes.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use everycase_kernel::{BigUint, Derivations, SpaceError, Until};

use crate::budget::Budget;
use crate::coverage::{Drawn, Earlier, Exhausted, Partial};
use crate::error::CheckError;
use crate::limits::{confirmed, on_all};
use crate::pool::{Done, Found, Job, Pool};
use crate::seed::Seed;
use crate::shard::Shard;
use crate::stats::Stats;
use crate::unknown::Unknown;
use crate::work::{Within, Work};

/// Sizes are drawn up to this many times the first that was not done completely ...
const REACH: u32 = 3;
/// ... and at least this many sizes beyond it.
const LEAST_REACH: u32 = 20;

/// After so many sizes without any input no more are expected. A family may be too large for the kernel to tell that it is
/// finite.
pub(crate) const GAP: u32 = 1000;

/// The most memory that the grammar of inputs and their counts may take, in bytes; less in tests.
pub(crate) const COUNTS: usize = if cfg!(test) { 32 << 20 } else { 512 << 20 };
/// The same for boundary values, which are counted besides.
pub(crate) const EDGE_COUNTS: usize = 128 << 20;

/// How long the first inputs may be counted, even if time is up.
const QUICK: Duration = Duration::from_millis(100);

/// When one stage of a sweep ends.
#[derive(Clone, Copy)]
pub(crate) struct End {
    /// Inputs of the whole run, all parts together.
    pub(crate) inputs: u64,
    pub(crate) deadline: Option<Instant>,
}

/// A search of one space, as far as it has got.
pub(crate) struct Sweep<'a> {
    pub(crate) derivations: &'a Derivations,
    pub(crate) budget: Budget,
    pub(crate) shard: Shard,
    pub(crate) seed: Seed,
    /// How much of the budget is used: the same in all parts, so that they agree on what to do. It counts what other parts
    /// do too, and is no count of inputs run.
    pub(crate) planned: u64,
    pub(crate) exhausted: Option<Exhausted>,
    pub(crate) partial: Option<Partial>,
    pub(crate) draws: BTreeMap<u32, u64>,
    /// Searches of smaller bounds, whose classes the last one has run again.
    pub(crate) earlier: Earlier,
    pub(crate) discarded: u64,
    /// Inputs of which it is not known whether the property holds, and the smallest of them.
    pub(crate) undecided: u64,
    pub(crate) unknown: Option<Box<Unknown>>,
    /// Are these all inputs of each size, and not only some, such as boundary values?
    pub(crate) has_all: bool,
    pub(crate) stats: Stats,
    /// The first size not done completely.
    pub(crate) next_size: u32,
    pub(crate) largest: Option<u32>,
    /// What was drawn under an assumption.
    pub(crate) drawn: Vec<Drawn>,
    /// The space of all inputs, where the inputs at hand have other sizes of their own.
    pub(crate) within: Option<Within>,
    /// The inputs that this part has run up to the failure, in their order and the failure included.
    pub(crate) until_failure: u64,
    /// Has this part itself seen all inputs smaller than the failure?
    pub(crate) saw_all_smaller: bool,
    /// Are there sizes whose inputs take more memory to count than they may?
    pub(crate) is_out_of_memory: bool,
    begun: Instant,
}

impl<'a> Sweep<'a> {
    /// The sweep of a space, before anything is run. The time until `until` is all that there is to find out its largest size.
    pub(crate) fn new(
        derivations: &'a Derivations,
        until: &Until,
        budget: Budget,
        shard: Shard,
        seed: Seed,
    ) -> Result<Sweep<'a>, CheckError> {
        let largest = match derivations.until(until.clone()).largest_size() {
            Err(SpaceError::OutOfTime) => None,
            largest => largest?,
        };
        Ok(Sweep {
            derivations,
            budget,
            shard,
            seed,
            planned: 0,
            exhausted: None,
            partial: None,
            draws: BTreeMap::new(),
            earlier: Earlier::default(),
            discarded: 0,
            undecided: 0,
            unknown: None,
            has_all: true,
            stats: Stats::default(),
            next_size: 0,
            drawn: Vec::new(),
            largest,
            within: None,
            until_failure: 0,
            saw_all_smaller: false,
            is_out_of_memory: false,
            begun: Instant::now(),
        })
    }

    /// Have all inputs there are been done?
    pub(crate) fn is_complete(&self) -> bool {
        self.exhausted.as_ref().is_some_and(|all| all.finite || all.of_any_size)
    }

    /// Have all inputs been done that there are within the bound on sizes?
    pub(crate) fn is_done(&self) -> bool {
        self.is_complete() || self.exhausted.is_some() && !self.has_size(self.next_size)
    }

    /// How many inputs this part has run.
    pub(crate) fn inputs(&self) -> u64 {
        self.earlier.runs
            + self.exhausted.as_ref().map_or(0, |all| all.done)
            + self.partial.as_ref().map_or(0, |some| some.done)
            + self.draws.values().sum::<u64>()
            + self.drawn.iter().map(|drawn| drawn.runs).sum::<u64>()
    }

    /// Are there sizes left that the budget allows?
    pub(crate) fn has_size(&self, size: u32) -> bool {
        self.budget.allows_size(size) && self.largest.is_none_or(|largest| size <= largest) && size < u32::MAX
    }

    /// When counting is to end early. However late it is, the first inputs are counted if that is quick.
    pub(crate) fn until_counted(&self, pool: &Pool, deadline: Option<Instant>) -> Until {
        let first = (self.planned == 0).then_some(self.begun + QUICK);
        pool.until(deadline.map(|deadline| first.map_or(deadline, |first| deadline.max(first))))
    }

    /// How many inputs there are of a size; none if time is up before they are counted, or if that takes more memory than it may.
    pub(crate) fn count(&self, size: u32, until: Until) -> Result<Option<BigUint>, CheckError> {
        let memory = if self.has_all { COUNTS } else { EDGE_COUNTS };
        match self.derivations.until(until.within_memory(memory)).count(size) {
            Err(SpaceError::OutOfTime | SpaceError::TooLarge { .. }) => Ok(None),
            count => Ok(Some(count?)),
        }
    }

    /// How many inputs there are within the bound on sizes, if no more than `most`.
    pub(crate) fn whole_within(&self, most: u64, until: &Until) -> Result<Option<u64>, CheckError> {
        if self.budget.size.is_none() && self.largest.is_none() {
            return Ok(None);
        }
        let mut whole = BigUint::ZERO;
        let mut size = 0;
        let mut last = 0;
        while self.has_size(size) && size - last <= GAP {
            let Some(count) = self.count(size, until.clone())? else { return Ok(None) };
            if count != BigUint::ZERO {
                last = size;
            }
            whole += count;
            if whole > BigUint::from(most) {
                return Ok(None);
            }
            size += 1;
        }
        Ok(u64::try_from(&whole).ok())
    }

    /// Every input, by size.
    pub(crate) fn exhaust(&mut self, pool: &mut Pool, end: End) -> Result<Option<Found>, CheckError> {
        let mut count_so_far = BigUint::ZERO;
        let mut done_so_far = 0;
        let mut last = 0;
        let shared = !self.shard.is_whole();
        while self.has_size(self.next_size) && self.next_size - last <= GAP {
            let size = self.next_size;
            let Some(count) = self.count(size, self.until_counted(pool, end.deadline))? else {
                self.is_out_of_memory = !pool.is_over(end.deadline);
                break;
            };
            if count != BigUint::ZERO {
                last = size;
                let left = end.inputs.saturating_sub(self.planned);
                let late = pool.is_over(end.deadline);
                if left == 0 || (late && self.planned > 0) {
                    break;
                }
                let until = u64::try_from(&count).map_or(left, |count| count.min(left));
                let walk = |part, size, until, ended| {
                    let derivations = self.derivations.clone();
                    Work::Walk { derivations, size, part, until, ended }
                };
                let ended = self.has_all && self.undecided == 0;
                let work = |part| walk(part, size, until, ended);
                let mut done = self.run(pool, &work, end.deadline)?;
                if shared {
                    let smaller = (0..size).map(|size| -> Box<dyn Fn(Shard) -> Job + '_> {
                        Box::new(move |part| Job::Each(walk(part, size, u64::MAX, false), None))
                    });
                    let again = |part, ended| Job::Each(walk(part, size, until, ended), None);
                    done = confirmed(done, pool, self.shard, smaller, &again, end.deadline)?;
                }
                let all = !done.stopped && BigUint::from(until) == count;
                let ran = done.counts.inputs();
                if done.failure.is_some() || !all {
                    self.until_failure = done_so_far + self.until(&done, &work)?;
                    self.partial = Some(Partial { size, done: ran, of: share(self.shard, &count) });
                    self.saw_all_smaller = !shared;
                }
                self.planned += until;
                if let Some(found) = self.take(done) {
                    return Ok(Some(found));
                }
                if !all {
                    break;
                }
                count_so_far += count;
                done_so_far += ran;
            }
            self.next_size = size + 1;
            let finite = self.largest.is_some_and(|largest| size >= largest);
            self.exhausted = Some(Exhausted {
                through: size,
                count: count_so_far.clone(),
                done: done_so_far,
                undecided: self.undecided,
                finite,
                of_any_size: false,
                shared,
            });
        }
        Ok(None)
    }

    /// Uniform draws of the sizes not done completely, smaller and larger ones in turn.
    pub(crate) fn sample(&mut self, pool: &mut Pool, end: End) -> Result<Option<Found>, CheckError> {
        let until = end.inputs.saturating_sub(self.planned);
        let sizes = self.sizes_to_draw(until, pool, end.deadline)?;
        if sizes.is_empty() {
            return Ok(None);
        }
        let (seed, derivations) = (self.seed, self.derivations.clone());
        let work = |part| {
            let (derivations, sizes) = (derivations.clone(), Arc::clone(&sizes));
            Work::Draws { derivations, sizes, part, until, seed }
        };
        let before = self.inputs();
        let mut done = self.run(pool, &work, end.deadline)?;
        if done.failure.is_some() {
            self.until_failure = before + self.until(&done, &work)?;
        }
        self.planned = self.planned.saturating_add(until);
        for (size, ran) in std::mem::take(&mut done.counts.ran) {
            *self.draws.entry(size).or_default() += ran;
        }
        Ok(self.take(done))
    }

    /// Has each thread do its part of some work.
    fn run(
        &self,
        pool: &mut Pool,
        work: &dyn Fn(Shard) -> Work,
        deadline: Option<Instant>,
    ) -> Result<Done, CheckError> {
        on_all(pool, self.shard, &|part| Job::Each(work(part), self.within.clone()), deadline)
    }

    /// How many inputs of this part some work has run up to the failure, in their order. Threads that were faster have run
    /// others too.
    fn until(&self, done: &Done, work: &dyn Fn(Shard) -> Work) -> Result<u64, CheckError> {
        match &done.failure {
            Some(found) if !done.stopped => {
                work(self.shard).count_until(found.position, self.within.as_ref()).map_err(CheckError::from)
            }
            _ => Ok(done.counts.inputs()),
        }
    }

    pub(crate) fn take(&mut self, done: Done) -> Option<Found> {
        self.discarded += done.counts.discarded;
        self.undecided += done.counts.undecided;
        Unknown::keep(&mut self.unknown, done.counts.unknown);
        self.stats.merge(done.counts.stats);
        done.failure
    }

    pub(crate) fn sizes_to_draw(
        &self,
        draws: u64,
        pool: &Pool,
        deadline: Option<Instant>,
    ) -> Result<Arc<[u32]>, CheckError> {
        let first = self.next_size;
        let top = first.saturating_mul(REACH).max(first.saturating_add(LEAST_REACH));
        let mut sizes = Vec::new();
        // Counting large sizes takes time too: half of it at most. What has been counted by then is what is drawn.
        let start = Instant::now();
        let deadline = deadline.map(|deadline| start + deadline.saturating_duration_since(start) / 2);
        for size in first..=top {
            if draws == 0 || pool.is_over(deadline) || !self.has_size(size) {
                break;
            }
            match self.count(size, pool.until(deadline)) {
                Ok(Some(count)) if count == BigUint::ZERO => {}
                Ok(Some(_)) => sizes.push(size),
                Ok(None) => break,
                Err(error) => return Err(error),
            }
        }
        // Too few draws for all sizes: some of them, evenly spaced, rather than the smallest ones only.
        let step = (sizes.len() as u64).div_ceil(draws.max(1)).max(1);
        Ok(sizes.into_iter().step_by(step as usize).collect())
    }
}

/// How many of `count` positions belong to a part.
fn share(shard: Shard, count: &BigUint) -> BigUint {
    let of = BigUint::from(shard.of());
    let more = u8::from(count % &of > BigUint::from(shard.index()));
    count / of + more
}
