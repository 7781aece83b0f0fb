//! Orders of complete inputs, one by one: size after size, in bursts.

use everycase_kernel::{Derivations, Ranks, SpaceError, Until};

use super::{LARGEST, Orders, Turn};
use crate::collector::At;
use crate::error::CheckError;
use crate::failures::Trial;
use crate::jobs::{Each, Ordered, Within};
use crate::phase::Phase;
use crate::runner::Runner;
use crate::shard::Shard;

/// The number of inputs of the first burst, and the largest.
const FIRST_BURST: u64 = 16;
const LARGEST_BURST: u64 = 1 << 14;

/// The memory limit of the counts, in bytes.
const COUNTS: usize = 64 << 20;

/// The work of counting: at least, for each input so far, and at most.
const LEAST_WORK: u64 = 50_000;
const WORK: u64 = 100;
const MOST_WORK: u64 = 20_000_000;

/// The inputs of one run.
pub(super) struct Sizes {
    ranks: Ranks,
    /// The space of all inputs.
    within: Within,
    shard: Shard,
    /// The next size, and the first of its inputs that was not run.
    size: u32,
    from: u64,
    burst: u64,
    /// The largest size that is run.
    largest: u32,
}

impl Sizes {
    /// Looks for the largest size only if there is a limit `until` for that.
    pub(super) fn new(
        derivations: &Derivations,
        until: Option<&Until>,
        shard: Shard,
    ) -> Result<Sizes, CheckError> {
        let largest = until.map(|until| derivations.structures().until(until.clone()).largest_size());
        let largest = match largest {
            None | Some(Err(SpaceError::OutOfTime | SpaceError::TooLarge { .. })) => None,
            Some(largest) => largest?,
        };
        let largest = largest.map_or(LARGEST, |largest| largest.min(LARGEST));
        let (ranks, within) = (derivations.ranks(), Within { derivations: derivations.clone(), size: None });
        Ok(Sizes { ranks, within, shard, size: 0, from: 0, burst: FIRST_BURST, largest })
    }

    /// Runs a burst. Returns whether the next turn may follow at once.
    pub(super) fn turn(
        &mut self,
        runner: &mut Runner,
        turn: Turn,
        done: &mut Orders,
    ) -> Result<bool, CheckError> {
        if self.size > self.largest {
            return Ok(false);
        }
        let work = WORK.saturating_mul(done.planned).clamp(LEAST_WORK, MOST_WORK);
        let until = runner.pool.until(turn.deadline).within_memory(COUNTS).within_work(work);
        let ranks = self.ranks.until(until);
        let count = match ranks.count(self.size) {
            // It may be counted when there are more inputs.
            Err(SpaceError::OutOfTime | SpaceError::TooLarge { .. }) => return Ok(false),
            count => count?,
        };
        let (size, from) = (self.size, self.from);
        let all = u64::try_from(&count).unwrap_or(u64::MAX);
        let until = all.min(from.saturating_add(turn.most.min(self.burst)));
        if from == until {
            (self.size, self.from) = (size + 1, 0);
            return Ok(true);
        }
        let within = self.within.clone();
        let job = move |part, trial: Trial| {
            let inputs = Ordered { ranks: ranks.clone(), size, part, from, until };
            Each { inputs, within: Some(within.clone()), trial }
        };
        runner.subject.enter(Phase::Ranks);
        let mut found = runner.on_all(self.shard, &job, turn.deadline)?;
        let (ran, stopped) = (found.counts.inputs(), found.stopped);
        let whole = job(self.shard, runner.trial());
        runner.collector.add(std::mem::take(&mut found.gathered), false, |found| {
            let tests = if stopped { ran } else { whole.count_until(found.position)? };
            Ok(At { phase: Phase::Ranks, tests: turn.before + tests, is_smallest: false })
        })?;
        done.planned += until - from;
        done.add(found.counts, size);
        (self.from, self.burst) = (until, (2 * self.burst).min(LARGEST_BURST));
        Ok(!stopped)
    }
}
