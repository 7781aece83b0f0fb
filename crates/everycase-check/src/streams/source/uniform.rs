//! Draws of the sizes beyond the search: uniform draws, or draws that the property's generators
//! make.

use std::sync::Arc;

use super::{BatchResult, Service, Sizes, Source};
use crate::claims::Claim;
use crate::claims::stream::Stream;
use crate::run::error::CheckError;
use crate::run::failures::Trial;
use crate::run::jobs::{Draws, Each, Turn};
use crate::run::verdict::DrawChoices;
use crate::settings::seed::Seed;
use crate::settings::shard::Shard;

/// Draws in rounds, which have small and large sizes, each for as much time.
pub(crate) struct Uniform<'a> {
    sizes: Sizes<'a>,
    shard: Shard,
    seed: Seed,
    /// The largest size of an input, if the inputs here are counted under other sizes.
    bound: Option<u32>,
    /// What draws inputs, if choices of generators are among them.
    choices: Option<Arc<dyn DrawChoices>>,
    /// A round, once its sizes are known.
    round: Option<Arc<[Turn]>>,
    planned: u64,
}

impl<'a> Uniform<'a> {
    /// Returns the draws of a part.
    pub(crate) fn new(sizes: Sizes<'a>, shard: Shard, seed: Seed) -> Uniform<'a> {
        Uniform { sizes, shard, seed, bound: None, choices: None, round: None, planned: 0 }
    }

    /// Returns the same draws of what generators make, of inputs up to a size.
    pub(crate) fn of_choices(self, choices: Arc<dyn DrawChoices>, bound: Option<u32>) -> Uniform<'a> {
        Uniform { choices: Some(choices), bound, ..self }
    }
}

impl Source for Uniform<'_> {
    fn serve(&mut self, mut service: Service<'_>) -> Result<BatchResult, CheckError> {
        let Service { left, end, search, .. } = service;
        let round = if let Some(round) = &self.round {
            Arc::clone(round)
        } else {
            let sizes = self.sizes.to_draw(search.next_size, left, &service.runner.pool, end)?;
            Arc::clone(self.round.insert(Draws::round(&sizes)))
        };
        if round.is_empty() || left == 0 || service.runner.pool.is_over(end) {
            return Ok(BatchResult::nothing());
        }
        let deadline = service.deadline();
        let batch = service.batch.min(left);
        let (from, until) = (self.planned, self.planned + batch);
        let (seed, derivations, bound) = (self.seed, self.sizes.derivations.clone(), self.bound);
        let choices = self.choices.clone();
        let job = move |part, trial: Trial| {
            let (derivations, round, choices) = (derivations.clone(), Arc::clone(&round), choices.clone());
            let inputs = Draws { derivations, round, part, from, until, seed, choices };
            Each { inputs, bound, trial }
        };
        let done = service.runner.on_all(self.shard, &job, deadline)?;
        self.planned = until;
        let has_ended = done.gathered.end.is_some();
        let whole = job(self.shard, service.runner.trial());
        let (by_size, _) = service.keep(Stream::Draws, done, &whole, false)?;
        for (size, tally) in by_size.into_entries() {
            service.coverage.claims.add(Claim::drawn(Stream::Draws, size, tally));
        }
        Ok(BatchResult { planned: batch, goes_on: !has_ended })
    }
}
