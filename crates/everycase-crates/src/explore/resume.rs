//! The notes of an exploration in its journal, and the exploration that goes on from there.

use std::sync::Arc;
use std::time::Duration;

use super::learn::{Explorer, Failure};
use crate::draws::Draws;
use crate::error::Error;
use crate::expression::Expression;
use crate::journal::{KilledRun, SoFar};
use crate::levels::Levels;

impl Explorer<'_> {
    /// Notes how much is done, and how often what failed has failed.
    pub(super) fn note(&mut self, time: Duration) {
        for own in self.failures.values_mut().filter(|own| own.count > own.noted) {
            self.journal.failed(&own.expression, own.count - own.noted);
            own.noted = own.count;
        }
        if let Some(twin) = self.runner.twin() {
            self.journal.known(twin.news());
        }
        self.journal.so_far(SoFar { time, expressions: self.expressions, calls: self.calls });
        self.journal.flush();
    }

    /// Learns what an exploration that was killed had learned.
    pub(super) fn resume(
        &mut self,
        killed: KilledRun,
        levels: &mut Levels<'_>,
        draws: &mut Draws<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<(), Error> {
        let KilledRun { so_far: _, level, kept, unsteady, known, ran, failed } = killed;
        let (size, through) = level.unwrap_or((0, u32::MAX));
        levels.begin_behind(size);
        self.pool.misses(through);
        for own in kept {
            // A level that did not end runs again as a whole; to draws its values are known.
            let level = own.size.filter(|own| *own <= size);
            if own.is_printed {
                self.sites.assembled.learn(&own.expression, own.ty, own.looks);
            }
            self.pool.add(own.ty, own.looks, own.is_printed, level, &Arc::new(own.expression));
        }
        self.pool.unsteady.extend(unsteady);
        // What runs again is neither counted nor noted again.
        let before = (self.expressions, self.calls);
        let journal = std::mem::take(self.journal);
        self.batch(ran, None, draws, is_over)?;
        (self.expressions, self.calls) = before;
        for own in self.failures.values_mut() {
            (own.count, own.noted) = (0, 0);
        }
        for (own, count) in failed {
            if !is_over() {
                self.fails_again(own, count)?;
            }
        }
        self.failures.retain(|_, own| own.count > 0);
        if let Some(twin) = self.runner.twin() {
            twin.resume(known);
        }
        *self.journal = journal;
        Ok(())
    }

    /// A failure that was met `count` times.
    fn fails_again(&mut self, own: Expression, count: u64) -> Result<(), Error> {
        let outcomes = self.runner.run(&[&own])?;
        let Some(at) = self.sites.of(&mut self.runner, &own, &outcomes[0])? else { return Ok(()) };
        let known = self.failures.entry(at).or_insert_with(|| Failure {
            expression: own.clone(),
            count: 0,
            noted: 0,
        });
        known.count += count;
        known.noted += count;
        if own.measure() < known.expression.measure() {
            known.expression = own;
        }
        Ok(())
    }
}
