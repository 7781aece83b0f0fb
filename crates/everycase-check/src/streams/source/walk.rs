//! All inputs by size, one run for each.

use everycase_kernel::BigUint;

use super::{BatchResult, Progress, Service, Sizes, Source};
use crate::claims::stream::Stream;
use crate::claims::{Claim, Tally};
use crate::run::error::CheckError;
use crate::run::failures::Trial;
use crate::run::jobs::{Each, Walk};
use crate::settings::shard::Shard;

/// A walk over all inputs.
pub(crate) struct SizeWalk<'a> {
    pub(crate) sizes: Sizes<'a>,
    shard: Shard,
    /// The number of inputs of the next size, if it has begun, and the number of inputs that have
    /// been run.
    begun: Option<(BigUint, u64)>,
    planned: u64,
}

impl<'a> SizeWalk<'a> {
    /// Returns the walk of a part.
    pub(crate) fn new(sizes: Sizes<'a>, shard: Shard) -> SizeWalk<'a> {
        SizeWalk { sizes, shard, begun: None, planned: 0 }
    }

    /// Goes on to the next size with inputs that have not been run. Returns the number of its
    /// inputs, and the number of those that have been run; `None` if no size is left, or it cannot
    /// be counted.
    fn next_size(&mut self, service: &mut Service<'_>) -> Result<Option<(BigUint, u64)>, CheckError> {
        if let Some(begun) = self.begun.take() {
            return Ok(Some(begun));
        }
        while self.sizes.has_next() {
            let until = self.sizes.until(self.planned == 0, &service.runner.pool, service.end);
            let Some(count) = self.sizes.count_next(until)? else { return Ok(None) };
            if count != BigUint::ZERO {
                return Ok(Some((count, 0)));
            }
            service.coverage.claims.add(Claim::of_size(self.sizes.next, Tally::default(), count));
            self.sizes.complete();
        }
        Ok(None)
    }

    /// Runs the inputs of the next size with these indices. Returns whether all of them were run.
    fn run(
        &mut self,
        service: &mut Service<'_>,
        (from, until): (u64, u64),
        count: &BigUint,
    ) -> Result<bool, CheckError> {
        let (size, shard) = (self.sizes.next, self.shard);
        let derivations = self.sizes.derivations.clone();
        let walk = move |size, part, (from, until), ended, trial| {
            let inputs = Walk { derivations: derivations.clone(), size, part, from, until, ended };
            Each { inputs, bound: None, trial }
        };
        let ended = service.coverage.undecided_of(Stream::Search) == 0;
        let job = |part, trial| walk(size, part, (from, until), ended, trial);
        let (runner, end) = (&mut *service.runner, service.end);
        let mut done = runner.on_all(shard, &job, end)?;
        if !shard.is_whole() {
            let smaller = (0..size).map(|size| -> Box<dyn Fn(Shard, Trial) -> Each<Walk> + '_> {
                let walk = &walk;
                Box::new(move |part, trial| walk(size, part, (0, u64::MAX), false, trial))
            });
            let again = |part, ended, trial| walk(size, part, (from, until), ended, trial);
            done = runner.confirmed(done, shard, smaller, &again, end)?;
        }
        let whole = job(shard, runner.trial());
        let (by_size, all) = service.keep(Stream::Search, done, &whole, shard.is_whole())?;
        let tally =
            by_size.into_entries().into_iter().fold(Tally::default(), |all, (_, tally)| all.and(tally));
        service.coverage.claims.add(Claim::of_size(size, tally, count.clone()));
        Ok(all)
    }
}

impl Source for SizeWalk<'_> {
    fn serve(&mut self, mut service: Service<'_>) -> Result<BatchResult, CheckError> {
        let Some((count, from)) = self.next_size(&mut service)? else { return Ok(BatchResult::nothing()) };
        let most = service.batch.min(service.left);
        let is_late = self.planned > 0 && service.runner.pool.is_over(service.end);
        if most == 0 || is_late {
            self.begun = Some((count, from));
            return Ok(BatchResult::nothing());
        }
        let end = from.saturating_add(most);
        let until = u64::try_from(&count).map_or(end, |count| count.min(end));
        let all = self.run(&mut service, (from, until), &count)?;
        let planned = until - from;
        self.planned += planned;
        if BigUint::from(until) < count {
            self.begun = Some((count, until));
        } else if all {
            self.sizes.complete();
        }
        Ok(BatchResult { planned, goes_on: all && (self.begun.is_some() || self.sizes.has_next()) })
    }

    fn progress(&self) -> Progress {
        Progress {
            planned: self.planned,
            next_size: self.sizes.next,
            is_done: self.sizes.are_complete(),
            limit: self.sizes.limit,
        }
    }
}
