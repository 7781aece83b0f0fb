//! A sweep of one space: all inputs by size until half of the budget is spent, then uniform draws of larger sizes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use everycase_kernel::{BigUint, Derivations, SpaceError, Until};

use crate::budget::Budget;
use crate::collector::At;
use crate::coverage::{Claim, Coverage, Tally};
use crate::done::Done;
use crate::error::CheckError;
use crate::failures::{Found, Trial};
use crate::jobs::{Draws, Each, Inputs, Walk};
use crate::phase::Phase;
use crate::pool::Pool;
use crate::ranked::Ranked;
use crate::runner::Runner;
use crate::seed::Seed;
use crate::shard::Shard;
use crate::structural::{Searched, Structural};
use crate::unknown::Unknown;
use crate::verdict::{DrawChoices, Event};
use crate::worker::Counts;

/// Sizes are drawn up to this multiple of the first size that is incomplete ...
const REACH: u32 = 3;
/// ... and at least this many sizes beyond it ...
const LEAST_REACH: u32 = 20;
/// ... but no more than these: a search of few classes reaches sizes so large that counting three times as far takes too long.
const MOST_REACH: u32 = 200;

/// The number of consecutive sizes without inputs after which no more are expected. A family may be too large for the kernel to
/// recognize it as finite.
pub(crate) const GAP: u32 = 1000;

/// The memory limit for the grammar of inputs and their counts, in bytes; less in tests.
pub(crate) const COUNTS: usize = if cfg!(test) { 32 << 20 } else { 512 << 20 };

/// The time in which the first inputs may be counted even if the time is over.
const QUICK: Duration = Duration::from_millis(100);

/// When a stage of a sweep ends.
#[derive(Clone, Copy)]
pub(crate) struct End {
    /// The number of inputs in the whole run, all parts together.
    pub(crate) inputs: u64,
    pub(crate) deadline: Option<Instant>,
}

/// The state of a sweep.
pub(crate) struct Sweep<'a> {
    pub(crate) derivations: &'a Derivations,
    pub(crate) budget: Budget,
    pub(crate) shard: Shard,
    pub(crate) seed: Seed,
    /// How much of the budget is used: the same in all parts, so that they agree on what to do. It includes the work of other
    /// parts, so it is not the number of inputs run.
    pub(crate) planned: u64,
    /// What this part has run.
    pub(crate) coverage: Coverage,
    /// The smallest undecided input.
    pub(crate) unknown: Option<Box<Unknown>>,
    /// Whether all inputs that this part is to run of all sizes have been run.
    pub(crate) is_complete: bool,
    /// Whether some size is complete.
    pub(crate) is_begun: bool,
    /// The first incomplete size.
    pub(crate) next_size: u32,
    /// The largest size of an input, if the inputs here are counted under other sizes.
    pub(crate) bound: Option<u32>,
    /// What draws inputs, if choices of generators are among them.
    pub(crate) choices: Option<Arc<dyn DrawChoices>>,
    /// The current phase.
    pub(crate) phase: Phase,
    /// The number of inputs that this part has run before the sweep, and of undecided ones among them.
    pub(crate) before: (u64, u64),
    /// Draws of structures, beside the search of all inputs.
    pub(crate) structural: Option<Structural>,
    /// Structures by the order of their numbers, beside the search of all inputs.
    pub(crate) ranked: Option<Ranked>,
    /// Whether sizes were skipped because counting them would exceed the memory limit.
    pub(crate) is_out_of_memory: bool,
    begun: Instant,
}

impl<'a> Sweep<'a> {
    /// Returns a sweep that has run nothing. It tries to find the largest size of the space until `until`.
    pub(crate) fn new(
        derivations: &'a Derivations,
        until: &Until,
        budget: Budget,
        shard: Shard,
        seed: Seed,
        lazily: bool,
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
            coverage: Coverage { lazily, largest, ..Coverage::none(shard) },
            unknown: None,
            is_complete: false,
            is_begun: false,
            next_size: 0,
            bound: None,
            choices: None,
            phase: Phase::Exhaustive,
            before: (0, 0),
            structural: None,
            ranked: None,
            is_out_of_memory: false,
            begun: Instant::now(),
        })
    }

    /// Returns whether all inputs within the size bound have been run.
    pub(crate) fn is_done(&self) -> bool {
        self.is_complete || self.is_begun && !self.has_size(self.next_size)
    }

    /// Returns whether the budget allows a size and there may be inputs of it.
    pub(crate) fn has_size(&self, size: u32) -> bool {
        self.budget.allows_size(size)
            && self.coverage.largest.is_none_or(|largest| size <= largest)
            && size < u32::MAX
    }

    /// Returns when counting has to stop. The first inputs are counted even if the time is over, if that is quick.
    pub(crate) fn until_counted(&self, pool: &Pool, deadline: Option<Instant>) -> Until {
        let first = (self.planned == 0).then_some(self.begun + QUICK);
        pool.until(deadline.map(|deadline| first.map_or(deadline, |first| deadline.max(first))))
    }

    /// Returns the number of inputs of a size, or the limit of time, work or memory that counting them exceeds.
    pub(crate) fn count_of(
        &self,
        size: u32,
        until: Until,
    ) -> Result<Result<BigUint, SpaceError>, CheckError> {
        let derivations = self.derivations.until(until.within_memory(COUNTS));
        let count = match derivations.are_too_wide(size) {
            Ok(true) => Err(SpaceError::TooLarge { size }),
            Ok(false) => derivations.count(size),
            Err(error) => Err(error),
        };
        match count {
            Err(limit @ (SpaceError::OutOfTime | SpaceError::TooLarge { .. })) => Ok(Err(limit)),
            count => Ok(Ok(count?)),
        }
    }

    /// Returns the number of inputs of the next size to search, or `None` if counting them exceeds a limit, which ends the search.
    pub(crate) fn count_next(&mut self, runner: &Runner, end: End) -> Result<Option<BigUint>, CheckError> {
        match self.count_of(self.next_size, self.until_counted(&runner.pool, end.deadline))? {
            Ok(count) => Ok(Some(count)),
            Err(limit) => {
                self.is_out_of_memory = matches!(limit, SpaceError::TooLarge { .. });
                Ok(None)
            }
        }
    }

    /// Returns the number of inputs within the size bound, if it is at most `most`.
    pub(crate) fn whole_within(&self, most: u64, until: &Until) -> Result<Option<u64>, CheckError> {
        if self.budget.size.is_none() && self.coverage.largest.is_none() {
            return Ok(None);
        }
        let mut whole = BigUint::ZERO;
        let mut size = 0;
        let mut last = 0;
        while self.has_size(size) && size - last <= GAP {
            let Ok(count) = self.count_of(size, until.clone())? else { return Ok(None) };
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

    /// Runs all inputs, by size.
    pub(crate) fn exhaust(&mut self, runner: &mut Runner, end: End) -> Result<(), CheckError> {
        let mut last = 0;
        let shared = !self.shard.is_whole();
        let budget = end;
        while self.has_size(self.next_size) && self.next_size - last <= GAP {
            let size = self.next_size;
            let end = self.with_structures(budget);
            let Some(count) = self.count_next(runner, end)? else { break };
            let mut tally = Tally::default();
            if count != BigUint::ZERO {
                last = size;
                let left = end.inputs.saturating_sub(self.planned);
                let late = runner.pool.is_over(end.deadline);
                if left == 0 || (late && self.planned > 0) {
                    break;
                }
                let until = u64::try_from(&count).map_or(left, |count| count.min(left));
                // A size may have more inputs than can be run.
                self.draw_beside(runner, budget, until)?;
                if runner.collector.is_full() {
                    break;
                }
                let end = self.with_structures(budget);
                let (derivations, bound) = (self.derivations.clone(), self.bound);
                let walk = move |part, size, until, ended, trial| {
                    let inputs = Walk { derivations: derivations.clone(), size, part, until, ended };
                    Each { inputs, bound, trial }
                };
                let ended = self.coverage.undecided() == 0;
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
                self.planned += until;
                let counts = self.take(runner, done, !shared, &job)?;
                tally = counts.total();
                if !all {
                    self.coverage.claims.add(Claim::of_size(size, tally, count));
                    break;
                }
            }
            self.coverage.claims.add(Claim::of_size(size, tally, count));
            (self.next_size, self.is_begun) = (size + 1, true);
            self.is_complete = self.coverage.largest.is_some_and(|largest| size >= largest);
            self.structures_beside(runner, budget)?;
            if runner.collector.is_full() {
                break;
            }
        }
        Ok(())
    }

    /// Returns the end of the search with the time that structures have taken beside it.
    pub(crate) fn with_structures(&self, end: End) -> End {
        let spent = self.spent_beside();
        End { deadline: end.deadline.and_then(|deadline| deadline.checked_add(spent)), ..end }
    }

    fn spent_beside(&self) -> Duration {
        let drawn = self.structural.as_ref().map_or(Duration::ZERO, |structural| structural.spent);
        drawn + self.ranked.as_ref().map_or(Duration::ZERO, |ranked| ranked.done.spent)
    }

    /// Searches and draws structures after a size has been searched.
    pub(crate) fn structures_beside(&mut self, runner: &mut Runner, end: End) -> Result<(), CheckError> {
        let deadline = self.with_structures(end).deadline;
        self.rank(runner, deadline)?;
        self.draw_beside(runner, end, 0)
    }

    /// Draws structures after a size has been searched, or before one with `upcoming` inputs is.
    fn draw_beside(&mut self, runner: &mut Runner, end: End, upcoming: u64) -> Result<(), CheckError> {
        let end = self.with_structures(end);
        let searched = Searched { upcoming, ..self.searched() };
        let most = self.budget.structures_beside();
        let time = self.begun.elapsed().saturating_sub(self.spent_beside());
        let ranked = self.ranked.as_ref().map_or(Duration::ZERO, |ranked| ranked.done.spent);
        if let Some(structural) = self.structural.as_mut().filter(|_| !runner.collector.is_full()) {
            structural.beside(runner, searched, (time, end.deadline), most, ranked)?;
        }
        runner.subject.notice(Event::Phase(self.phase));
        Ok(())
    }

    /// Runs structures by the order of their numbers, as far as the exhaustive search has got.
    pub(crate) fn rank(&mut self, runner: &mut Runner, deadline: Option<Instant>) -> Result<(), CheckError> {
        let time = self.begun.elapsed().saturating_sub(self.spent_beside());
        let drawn = self.structural.as_ref().map_or(0, |structural| structural.done.tally.ran);
        let before = self.before.0 + self.coverage.inputs() + drawn;
        let Some(ranked) = &mut self.ranked else { return Ok(()) };
        let most = ranked.most(self.planned).min(self.budget.ranks());
        ranked.beside(runner, (before, most), (time, deadline))
    }

    /// Returns how far it has got.
    pub(crate) fn searched(&self) -> Searched {
        let ranked = self.ranked.as_ref().map_or(0, |ranked| ranked.done.tally.ran);
        let before = self.before.0 + self.coverage.inputs() + ranked;
        Searched { planned: self.planned, next_size: self.next_size, upcoming: 0, before }
    }

    /// Returns the number of inputs that this part has run before the sweep and beside it, and of undecided ones among them.
    pub(crate) fn others(&self) -> (u64, u64) {
        let drawn =
            self.structural.as_ref().map_or((0, 0), |own| (own.done.tally.ran, own.done.tally.undecided));
        let ranked =
            self.ranked.as_ref().map_or((0, 0), |own| (own.done.tally.ran, own.done.tally.undecided));
        (self.before.0 + drawn.0 + ranked.0, self.before.1 + drawn.1 + ranked.1)
    }

    /// Draws inputs of the incomplete sizes uniformly, alternating between small and large sizes, each for as much time.
    pub(crate) fn sample(&mut self, runner: &mut Runner, end: End) -> Result<(), CheckError> {
        let until = end.inputs.saturating_sub(self.planned);
        let sizes = self.sizes_to_draw(until, &runner.pool, end.deadline)?;
        if sizes.is_empty() {
            return Ok(());
        }
        let (seed, derivations, bound) = (self.seed, self.derivations.clone(), self.bound);
        let choices = self.choices.clone();
        let round = Draws::round(&sizes);
        let job = move |part, trial| {
            let (derivations, round, choices) = (derivations.clone(), Arc::clone(&round), choices.clone());
            let inputs = Draws { derivations, round, part, until, seed, choices };
            Each { inputs, bound, trial }
        };
        let done = runner.on_all(self.shard, &job, end.deadline)?;
        self.planned = self.planned.saturating_add(until);
        let counts = self.take(runner, done, false, &job)?;
        for (size, tally) in counts.by_size {
            self.coverage.claims.add(Claim::drawn(Phase::Sampling, size, tally));
        }
        Ok(())
    }

    /// Keeps the failures of inputs that were run one by one, and returns their counts.
    fn take<I: Inputs>(
        &mut self,
        runner: &mut Runner,
        done: Done,
        saw_all_smaller: bool,
        job: &dyn Fn(Shard, Trial) -> Each<I>,
    ) -> Result<Counts, CheckError> {
        let Done { mut counts, gathered, stopped, .. } = done;
        Unknown::keep(&mut self.unknown, counts.unknown.take());
        let (ran, undecided) = (counts.inputs(), counts.undecided());
        let Sweep { phase, shard, .. } = *self;
        let earlier = self.others().0 + self.coverage.inputs();
        let is_smallest = |found: &Found| saw_all_smaller && self.all_known_before(found, undecided);
        let whole = job(shard, runner.trial());
        runner.collector.add(gathered, false, |found| {
            // In order: faster threads have run further inputs.
            let tests = if stopped { ran } else { whole.count_until(found.position)? };
            Ok(At { phase, tests: earlier + tests, is_smallest: is_smallest(found) })
        })?;
        Ok(counts)
    }

    /// Returns whether the property has a verdict on all inputs before a failure, as far as known: an undecided input may fail.
    /// Only then is a limit a failure. `undecided` are those that are not claimed so far.
    pub(crate) fn all_known_before(&self, found: &Found, undecided: u64) -> bool {
        self.others().1 + self.coverage.undecided() + undecided == 0 || found.failure.is_limit()
    }

    pub(crate) fn sizes_to_draw(
        &self,
        draws: u64,
        pool: &Pool,
        deadline: Option<Instant>,
    ) -> Result<Arc<[u32]>, CheckError> {
        let first = self.next_size;
        let reach = first.saturating_mul(REACH - 1).clamp(LEAST_REACH, MOST_REACH);
        let top = first.saturating_add(reach);
        let mut sizes = Vec::new();
        // Counting large sizes takes at most half of the time; sizes counted by then are drawn.
        let start = Instant::now();
        let deadline = deadline.map(|deadline| start + deadline.saturating_duration_since(start) / 2);
        for size in first..=top {
            if draws == 0 || pool.is_over(deadline) || !self.has_size(size) {
                break;
            }
            match self.count_of(size, pool.until(deadline))? {
                Ok(count) if count == BigUint::ZERO => {}
                Ok(_) => sizes.push(size),
                Err(_) => break,
            }
        }
        // Too few draws for all sizes: use evenly spaced sizes, not only the smallest ones.
        let step = (sizes.len() as u64).div_ceil(draws.max(1)).max(1);
        Ok(sizes.into_iter().step_by(step as usize).collect())
    }
}
