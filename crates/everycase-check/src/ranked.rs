//! Structures with each weak order of their numbers, beside the exhaustive search of a run.
//!
//! In the exact sizes, a tree of ten keys is as large as the bits of ten different numbers. Here a number costs 1, and of the numbers only
//! the order is distinguished. So structures are reached that the search of all inputs does not reach. A search of the space of structures,
//! bound after bound, decides the order as far as the property looks at it: completely, if it takes complete inputs. It is made in the
//! first part of the run.
//!
//! It goes on after each size of the exhaustive search, until there are as many runs as its share, and it has taken a quarter of the time
//! of that search, or a sixteenth if inputs are complete.

use std::time::{Duration, Instant};

use everycase_kernel::{Derivations, SpaceError, Until};

use crate::collector::At;
use crate::coverage::{Claim, Tally};
use crate::error::CheckError;
use crate::lazy::{Bound, Parked, Search, Searched};
use crate::phase::Phase;
use crate::runner::Runner;
use crate::settings::Plan;
use crate::shard::Shard;
use crate::stats::Stats;
use crate::unknown::Unknown;
use crate::verdict::Event;

/// The share of the whole, as a divisor. Up to it there are as many runs however long they take. Complete inputs have less, since most are
/// like many others to the property.
const OF_WHOLE: u64 = 8;
const OF_WHOLE_COMPLETE: u64 = 32;

/// How much of the time of the whole the exhaustive search has, as a divisor.
const OF_SEARCH: u32 = 2;

/// Complete inputs begin after this number of those of the search, which has the orders of two or three numbers itself.
const LATER: u64 = 512;

/// The largest size.
const LARGEST: u32 = 256;

/// If there are no numbers up to this size, the runs would repeat the exhaustive search.
const LOOKED: u32 = 24;
/// The memory limit of the grammar up to that size, in bytes.
const LOOKING: usize = 4 << 20;

/// The orders of one run.
pub(crate) struct Ranked {
    structures: Derivations,
    lazily: bool,
    /// The time of the run, if it is limited.
    time: Option<Duration>,
    /// The current bound, and the search of it if it has begun.
    size: u32,
    parked: Parked,
    is_over: bool,
    pub(crate) done: Orders,
}

/// What was run of them.
#[derive(Default)]
pub(crate) struct Orders {
    /// Their counts.
    pub(crate) tally: Tally,
    /// The time of all of them.
    pub(crate) spent: Duration,
    /// The largest size that was begun.
    through: u32,
    pub(crate) unknown: Option<Box<Unknown>>,
}

impl Ranked {
    /// Returns whether there is anything that the exhaustive search does not have.
    pub(crate) fn is_useful(derivations: &Derivations, until: &Until) -> Result<bool, CheckError> {
        match derivations.until(until.clone().within_memory(LOOKING)).has_numbers(LOOKED) {
            // The first members of a nested type have no numbers, and there are many.
            Err(SpaceError::OutOfTime | SpaceError::TooLarge { .. }) => Ok(false),
            has_numbers => Ok(has_numbers?),
        }
    }

    /// Returns the share of such runs, as a divisor.
    pub(crate) fn share(lazily: bool) -> u64 {
        if lazily { OF_WHOLE } else { OF_WHOLE_COMPLETE }
    }

    /// Returns orders of which none has been run; `None` if this part of the run has none.
    pub(crate) fn new(derivations: &Derivations, plan: &Plan, lazily: bool) -> Option<Ranked> {
        (plan.shard.index() == 0).then(|| Ranked {
            structures: derivations.structures(),
            lazily,
            time: plan.budget.time,
            size: 0,
            parked: Parked::default(),
            is_over: false,
            done: Orders::default(),
        })
    }

    /// Returns how many runs there may be by now, if the exhaustive search has had `planned` ones.
    pub(crate) fn most(&self, planned: u64) -> u64 {
        if self.lazily { planned } else { planned.saturating_sub(LATER) / (OF_WHOLE_COMPLETE / OF_WHOLE) }
    }

    /// Returns what was run, if anything.
    pub(crate) fn claim(&mut self) -> Option<Claim> {
        let Orders { tally, through: size, .. } = std::mem::take(&mut self.done);
        (tally.ran > 0).then_some(Claim::drawn(Phase::Ranks, size, tally))
    }

    /// Runs orders until there are `most`, or they have taken their share of `time`, the time of the search so far. `before` is the number
    /// of inputs that this part has run before.
    pub(crate) fn beside(
        &mut self,
        runner: &mut Runner,
        (before, most): (u64, u64),
        (time, deadline): (Duration, Option<Instant>),
    ) -> Result<(), CheckError> {
        // Early runs do not depend on the clock.
        let share = Self::share(self.lazily) as u32;
        let most_time = self.time.map(|all| (time / (share / OF_SEARCH)).max(all / share));
        while !self.is_over
            && runner.pool.has_threads()
            && !runner.pool.is_over(deadline)
            && !runner.collector.is_full()
        {
            let most = most.saturating_sub(self.done.tally.ran);
            let left = most_time.map(|most| most.saturating_sub(self.done.spent));
            if most == 0 || left.is_some_and(|left| left.is_zero()) {
                break;
            }
            let end = left.and_then(|left| Instant::now().checked_add(left));
            self.go_on(runner, before, most, end.into_iter().chain(deadline).min())?;
        }
        Ok(())
    }

    /// Goes on with the search of the current bound, for at most `most` runs.
    fn go_on(
        &mut self,
        runner: &mut Runner,
        before: u64,
        most: u64,
        deadline: Option<Instant>,
    ) -> Result<(), CheckError> {
        let start = Instant::now();
        let (derivations, size) = (self.structures.clone(), self.size);
        let bound = Bound { derivations, size, part: Shard::WHOLE, prefix: 1, most, ended: false };
        runner.subject.notice(Event::Phase(Phase::Ranks));
        let parked = self.parked.clone();
        let done = runner.on_one(|trial| Search::going_on(bound, trial, parked), deadline)?;
        let mut searched = Searched::of(done);
        let gathered = std::mem::take(&mut searched.done.gathered);
        let before = before + self.done.tally.ran;
        runner.collector.add(gathered, true, |found| {
            Ok(At { phase: Phase::Ranks, tests: before + searched.until(found), is_smallest: false })
        })?;
        let mut counts = searched.done.counts;
        Unknown::keep(&mut self.done.unknown, counts.unknown.take());
        let mut tally = counts.total();
        if self.lazily {
            // The search of all inputs meets these classes again, and labels count each once.
            tally.stats = Stats::default();
        }
        let has_run = tally.ran > 0;
        if has_run {
            self.done.through = size;
        }
        self.done.tally.add(tally);
        self.done.spent += start.elapsed();
        if !self.parked.is_some() {
            // A thread that is left behind does not come back with its search.
            let is_last = size >= LARGEST || has_run && !searched.done.was_cut;
            self.is_over = searched.done.stopped || is_last;
            self.size += 1 + size / 8;
        }
        Ok(())
    }
}
