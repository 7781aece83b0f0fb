//! Structures with each weak order of their numbers, beside the exhaustive search of a run.
//!
//! In the exact sizes, a tree of ten keys is as large as the bits of ten different numbers. Here a number costs 1, and of the numbers only
//! the order is distinguished. So structures are reached that the search of all inputs does not reach. Complete inputs are
//! [run one by one](sizes), by size, in all parts of the run. If inputs are decided on demand, [a search](bounds) decides the order
//! only as far as the property looks at it, in the first part of the run.
//!
//! They go on after each size of the exhaustive search, until there are as many runs as their share, and they have taken a quarter of its
//! time, or a sixteenth if inputs are complete.

mod bounds;
mod sizes;

use std::time::{Duration, Instant};

use everycase_kernel::{Derivations, SpaceError, Until};

use self::bounds::Bounds;
use self::sizes::Sizes;
use crate::coverage;
use crate::error::CheckError;
use crate::runner::Runner;
use crate::settings::Plan;
use crate::stats::Stats;
use crate::unknown::Unknown;
use crate::worker::Counts;

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
    source: Source,
    /// The time of the run, if it is limited.
    time: Option<Duration>,
    pub(crate) done: Orders,
}

enum Source {
    Bounds(Bounds),
    Sizes(Sizes),
}

/// What was run of them.
#[derive(Default)]
pub(crate) struct Orders {
    /// How much of the budget is used, in the whole run.
    pub(crate) planned: u64,
    /// The number of inputs that this part has run.
    pub(crate) inputs: u64,
    /// The time of all of them.
    pub(crate) spent: Duration,
    /// The largest size that was begun.
    through: u32,
    pub(crate) discarded: u64,
    pub(crate) undecided: u64,
    pub(crate) unknown: Option<Box<Unknown>>,
    pub(crate) stats: Stats,
}

impl Orders {
    /// Adds counts of a size.
    fn add(&mut self, counts: Counts, size: u32) {
        let inputs = counts.inputs();
        self.inputs += inputs;
        self.discarded += counts.discards();
        self.undecided += counts.undecided;
        Unknown::keep(&mut self.unknown, counts.unknown);
        self.stats.merge(counts.stats);
        if inputs > 0 {
            self.through = size;
        }
    }
}

/// What a turn may use.
#[derive(Clone, Copy)]
struct Turn {
    /// The number of inputs this part has run before, these runs among them.
    before: u64,
    /// The number of runs.
    most: u64,
    /// The time that is left for them, if it is limited, and the end of the search.
    time: Option<Duration>,
    deadline: Option<Instant>,
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

    /// Returns how many runs there may be by now, if the exhaustive search has had `planned` ones.
    pub(crate) fn most(&self, planned: u64) -> u64 {
        match self.source {
            Source::Bounds(_) => planned,
            Source::Sizes(_) => planned.saturating_sub(LATER) / (OF_WHOLE_COMPLETE / OF_WHOLE),
        }
    }

    /// Returns orders of which none has been run; `None` if this part of the run has none. For a finite space it looks for the largest size
    /// until `until`.
    pub(crate) fn new(
        (derivations, is_finite): (&Derivations, bool),
        until: &Until,
        plan: &Plan,
        lazily: bool,
    ) -> Result<Option<Ranked>, CheckError> {
        let source = match lazily {
            true if plan.shard.index() != 0 => return Ok(None),
            true => Source::Bounds(Bounds::new(derivations)),
            false => {
                let until = is_finite.then_some(until);
                Source::Sizes(Sizes::new(derivations, until, plan.shard)?)
            }
        };
        Ok(Some(Ranked { source, time: plan.budget.time, done: Orders::default() }))
    }

    /// Returns how much of the budget is used, as far as all parts of the run know it: all of it if one of them searches.
    pub(crate) fn used(&self) -> u64 {
        match self.source {
            Source::Bounds(_) => u64::MAX,
            Source::Sizes(_) => self.done.planned,
        }
    }

    /// Returns what was run, if anything.
    pub(crate) fn coverage(&self) -> Option<coverage::Ranks> {
        let Orders { inputs, through, .. } = self.done;
        (inputs > 0).then_some(coverage::Ranks { done: inputs, through })
    }

    /// Returns the share of the whole, as a divisor.
    fn share_of_whole(&self) -> u32 {
        Self::share(matches!(self.source, Source::Bounds(_))) as u32
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
        let share = self.share_of_whole();
        let most_time = self.time.map(|all| (time / (share / OF_SEARCH)).max(all / share));
        let mut goes_on = true;
        while goes_on && !runner.pool.is_over(deadline) && !runner.collector.is_full() {
            let turn = Turn {
                before: before + self.done.inputs,
                most: most.saturating_sub(self.done.planned),
                time: most_time.map(|most| most.saturating_sub(self.done.spent)),
                deadline,
            };
            if turn.most == 0 || turn.time == Some(Duration::ZERO) {
                break;
            }
            let start = Instant::now();
            goes_on = match &mut self.source {
                Source::Bounds(bounds) => bounds.turn(runner, turn, &mut self.done)?,
                Source::Sizes(sizes) => sizes.turn(runner, turn, &mut self.done)?,
            };
            self.done.spent += start.elapsed();
        }
        Ok(())
    }
}
