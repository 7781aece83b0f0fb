//! Orders of complete inputs, one by one: size after size, in bursts.

use std::time::{Duration, Instant};

use everycase_kernel::{Derivations, SpaceError, Until};

use super::{LARGEST, Orders, Turn};
use crate::collector::At;
use crate::error::CheckError;
use crate::failures::Trial;
use crate::jobs::{Each, Ordered, Total};
use crate::phase::Phase;
use crate::runner::Runner;
use crate::shard::Shard;
use crate::verdict::Event;

/// The number of inputs of the first burst.
const FIRST_BURST: u64 = 16;

/// The inputs of one run.
pub(super) struct Sizes {
    structures: Derivations,
    shard: Shard,
    /// The next size, and the first of its inputs that was not run.
    size: u32,
    from: u64,
    burst: u64,
    /// The time of the last burst.
    last: Duration,
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
        let structures = derivations.structures();
        Ok(Sizes { structures, shard, size: 0, from: 0, burst: FIRST_BURST, last: Duration::ZERO, largest })
    }

    /// Runs a burst. Returns whether the next turn may follow at once.
    ///
    /// Each burst enumerates the inputs of the earlier ones again, so it begins when there is as much for it as they had.
    pub(super) fn turn(
        &mut self,
        runner: &mut Runner,
        turn: Turn,
        done: &mut Orders,
    ) -> Result<bool, CheckError> {
        let is_short = turn.most < self.from || turn.time.is_some_and(|left| left <= self.last);
        if self.size > self.largest || is_short {
            return Ok(false);
        }
        let start = Instant::now();
        let (size, from) = (self.size, self.from);
        let until = from.saturating_add(turn.most.min(self.burst));
        let (structures, total) = (self.structures.clone(), Total::default());
        let known = total.clone();
        let job = move |part, trial: Trial| {
            let (structures, total) = (structures.clone(), known.clone());
            let inputs = Ordered { structures, size, part, from, until, total };
            Each { inputs, bound: None, trial }
        };
        runner.subject.notice(Event::Phase(Phase::Ranks));
        let mut found = runner.on_all(self.shard, &job, turn.deadline)?;
        let (ran, stopped) = (found.counts.inputs(), found.stopped);
        let whole = job(self.shard, runner.trial());
        runner.collector.add(std::mem::take(&mut found.gathered), false, |found| {
            let tests = if stopped { ran } else { whole.count_until(found.position)? };
            Ok(At { phase: Phase::Ranks, tests: turn.before + tests, is_smallest: false })
        })?;
        let end = total.get().map_or(until, |total| total.min(until));
        done.planned += end - from;
        done.add(found.counts, size);
        self.burst = self.burst.saturating_mul(2);
        self.last = start.elapsed();
        (self.size, self.from) = if end < until { (size + 1, 0) } else { (size, until) };
        Ok(!stopped)
    }
}
