//! One space searched: every input by size until half of the budget is spent, then uniform draws of larger sizes.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use everycase_kernel::{BigUint, Derivations, SpaceError, Until};

use crate::budget::Budget;
use crate::collector::At;
use crate::common::Common;
use crate::coverage::{Drawn, Earlier, Exhausted, Partial};
use crate::done::Done;
use crate::error::CheckError;
use crate::failures::{Found, Trial};
use crate::jobs::{Draws, Each, Inputs, Walk, Within};
use crate::phase::Phase;
use crate::pool::Pool;
use crate::runner::Runner;
use crate::seed::Seed;
use crate::shard::Shard;
use crate::stats::Stats;
use crate::unknown::Unknown;
use crate::worker::Counts;

/// Sizes are drawn up to this many times the first that was not done completely ...
const REACH: u32 = 3;
/// ... and at least this many sizes beyond it.
const LEAST_REACH: u32 = 20;

/// After this number of sizes without any input no more are expected. A family may be too large for the kernel to tell that it
/// is finite.
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
    /// What of these every part has run.
    pub(crate) common: Common,
    /// The first size not done completely.
    pub(crate) next_size: u32,
    pub(crate) largest: Option<u32>,
    /// What was drawn under an assumption.
    pub(crate) drawn: Vec<Drawn>,
    /// The space of all inputs, where the inputs at hand have other sizes of their own.
    pub(crate) within: Option<Within>,
    /// The phase that it is in.
    pub(crate) phase: Phase,
    /// How many inputs this part has run before the sweep, and how many of them are undecided.
    pub(crate) before: (u64, u64),
    /// Are there sizes whose inputs take more memory to count than they may?
    pub(crate) is_out_of_memory: bool,
    begun: Instant,
}

impl<'a> Sweep<'a> {
    /// Returns the sweep of a space, before anything is run. The time until `until` is all that there is to find out its
    /// largest size.
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
            common: Common::default(),
            next_size: 0,
            drawn: Vec::new(),
            largest,
            within: None,
            phase: Phase::Exhaustive,
            before: (0, 0),
            is_out_of_memory: false,
            begun: Instant::now(),
        })
    }

    /// Returns whether all inputs are done.
    pub(crate) fn is_complete(&self) -> bool {
        self.exhausted.as_ref().is_some_and(|all| all.finite || all.of_any_size)
    }

    /// Returns whether all inputs within the bound on sizes are done.
    pub(crate) fn is_done(&self) -> bool {
        self.is_complete() || self.exhausted.is_some() && !self.has_size(self.next_size)
    }

    /// Returns how many inputs this part has run.
    pub(crate) fn inputs(&self) -> u64 {
        self.earlier.runs
            + self.exhausted.as_ref().map_or(0, |all| all.done)
            + self.partial.as_ref().map_or(0, |some| some.done)
            + self.draws.values().sum::<u64>()
            + self.drawn.iter().map(|drawn| drawn.runs).sum::<u64>()
    }

    /// Returns whether there are sizes left that the budget allows.
    pub(crate) fn has_size(&self, size: u32) -> bool {
        self.budget.allows_size(size) && self.largest.is_none_or(|largest| size <= largest) && size < u32::MAX
    }

    /// When counting is to end early. However late it is, the first inputs are counted if that is quick.
    pub(crate) fn until_counted(&self, pool: &Pool, deadline: Option<Instant>) -> Until {
        let first = (self.planned == 0).then_some(self.begun + QUICK);
        pool.until(deadline.map(|deadline| first.map_or(deadline, |first| deadline.max(first))))
    }

    /// Returns how many inputs there are of a size; none if time is up before they are counted, or if that takes more memory
    /// than it may.
    pub(crate) fn count_of(&self, size: u32, until: Until) -> Result<Option<BigUint>, CheckError> {
        let memory = if self.has_all { COUNTS } else { EDGE_COUNTS };
        match self.derivations.until(until.within_memory(memory)).count(size) {
            Err(SpaceError::OutOfTime | SpaceError::TooLarge { .. }) => Ok(None),
            count => Ok(Some(count?)),
        }
    }

    /// Returns how many inputs there are within the bound on sizes, if no more than `most`.
    pub(crate) fn whole_within(&self, most: u64, until: &Until) -> Result<Option<u64>, CheckError> {
        if self.budget.size.is_none() && self.largest.is_none() {
            return Ok(None);
        }
        let mut whole = BigUint::ZERO;
        let mut size = 0;
        let mut last = 0;
        while self.has_size(size) && size - last <= GAP {
            let Some(count) = self.count_of(size, until.clone())? else { return Ok(None) };
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

    /// Returns every input, by size.
    pub(crate) fn exhaust(&mut self, runner: &mut Runner, end: End) -> Result<(), CheckError> {
        let mut count_so_far = BigUint::ZERO;
        let mut done_so_far = 0;
        let mut last = 0;
        let shared = !self.shard.is_whole();
        while self.has_size(self.next_size) && self.next_size - last <= GAP {
            let size = self.next_size;
            let Some(count) = self.count_of(size, self.until_counted(&runner.pool, end.deadline))? else {
                self.is_out_of_memory = !runner.pool.is_over(end.deadline);
                break;
            };
            if count != BigUint::ZERO {
                last = size;
                let left = end.inputs.saturating_sub(self.planned);
                let late = runner.pool.is_over(end.deadline);
                if left == 0 || (late && self.planned > 0) {
                    break;
                }
                let until = u64::try_from(&count).map_or(left, |count| count.min(left));
                let (derivations, within) = (self.derivations.clone(), self.within.clone());
                let walk = move |part, size, until, ended, trial| {
                    let inputs = Walk { derivations: derivations.clone(), size, part, until, ended };
                    Each { inputs, within: within.clone(), trial }
                };
                let ended = self.has_all && self.undecided == 0;
                let job = |part, trial| walk(part, size, until, ended, trial);
                let mut done = runner.on_all(self.shard, &job, end.deadline)?;
                if shared {
                    let smaller = (0..size).map(|size| -> Box<dyn Fn(Shard, Trial) -> Each<Walk> + '_> {
                        let walk = &walk;
                        Box::new(move |part, trial| walk(part, size, u64::MAX, false, trial))
                    });
                    let again = |part, ended, trial| walk(part, size, until, ended, trial);
                    done = runner.confirmed(done, self.shard, smaller, &again, end.deadline)?;
                }
                let all = !done.stopped && done.gathered.end.is_none() && BigUint::from(until) == count;
                let ran = done.counts.inputs();
                if !all {
                    self.partial = Some(Partial { size, done: ran, of: share(self.shard, &count) });
                }
                self.planned += until;
                self.take(runner, done, done_so_far, !shared, &job)?;
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
        Ok(())
    }

    /// Uniform draws of the sizes not done completely, smaller and larger ones in turn.
    pub(crate) fn sample(&mut self, runner: &mut Runner, end: End) -> Result<(), CheckError> {
        let until = end.inputs.saturating_sub(self.planned);
        let sizes = self.sizes_to_draw(until, &runner.pool, end.deadline)?;
        if sizes.is_empty() {
            return Ok(());
        }
        let (seed, derivations, within) = (self.seed, self.derivations.clone(), self.within.clone());
        let job = move |part, trial| {
            let (derivations, sizes) = (derivations.clone(), Arc::clone(&sizes));
            let inputs = Draws { derivations, sizes, part, until, seed };
            Each { inputs, within: within.clone(), trial }
        };
        let before = self.inputs();
        let done = runner.on_all(self.shard, &job, end.deadline)?;
        self.planned = self.planned.saturating_add(until);
        for (size, ran) in &done.counts.ran {
            *self.draws.entry(*size).or_default() += ran;
        }
        self.take(runner, done, before, false, &job)
    }

    /// Takes what has come of inputs that were run one by one, after `before` others.
    fn take<I: Inputs>(
        &mut self,
        runner: &mut Runner,
        done: Done,
        before: u64,
        saw_all_smaller: bool,
        job: &dyn Fn(Shard, Trial) -> Each<I>,
    ) -> Result<(), CheckError> {
        let Done { counts, gathered, stopped, .. } = done;
        let ran = counts.inputs();
        self.count(counts);
        let Sweep { phase, shard, .. } = *self;
        let earlier = self.before.0 + before;
        let is_smallest = |found: &Found| saw_all_smaller && self.has_all && self.all_known_before(found);
        let whole = job(shard, runner.trial());
        runner.collector.add(gathered, false, |found| {
            // In their order: threads that were faster have run others too.
            let tests = if stopped { ran } else { whole.count_until(found.position)? };
            Ok(At { phase, tests: earlier + tests, is_smallest: is_smallest(found) })
        })
    }

    /// Returns whether the property has come to a verdict on all inputs before a failure, as far as is known: an input that is
    /// undecided may fail. A limit is a failure only then.
    pub(crate) fn all_known_before(&self, found: &Found) -> bool {
        self.before.1 + self.undecided == 0 || found.failure.is_limit()
    }

    /// Takes what was counted.
    pub(crate) fn count(&mut self, counts: Counts) {
        self.discarded += counts.discarded;
        self.undecided += counts.undecided;
        Unknown::keep(&mut self.unknown, counts.unknown);
        self.stats.merge(counts.stats);
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
            match self.count_of(size, pool.until(deadline)) {
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

/// Returns how many of `count` positions belong to a part.
fn share(shard: Shard, count: &BigUint) -> BigUint {
    let of = BigUint::from(shard.of());
    let more = u8::from(count % &of > BigUint::from(shard.index()));
    count / of + more
}
