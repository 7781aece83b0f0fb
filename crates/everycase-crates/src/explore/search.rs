//! The search: all small expressions by size, beside drawn longer ones.

use std::time::{Duration, Instant};

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Options;
use super::learn::Explorer;
use crate::constants::Constants;
use crate::draws::Draws;
use crate::driver::Driver;
use crate::error::Error;
use crate::expression::Expression;
use crate::journal::KilledRun;
use crate::levels::{Levels, PartialLevel};

/// The time between two messages about progress.
const TOLD: Duration = Duration::from_millis(500);
/// The time between two entries of the journal about how much is done.
const NOTED: Duration = Duration::from_secs(2);
/// The most expressions of a batch.
const BATCH: usize = 1_024;

/// What a search has run.
pub(super) struct Ran {
    /// The size through which all expressions ran.
    pub(super) through: u32,
    /// The size of which this part has run its share.
    pub(super) divided: Option<PartialLevel>,
    pub(super) time: Duration,
}

impl Explorer<'_> {
    /// Runs expressions that begin with the tested calls until it is over; goes on from what was
    /// killed.
    pub(super) fn search(
        &mut self,
        (driver, constants): (&Driver, &Constants),
        tested: &[u16],
        options: &Options,
        killed: KilledRun,
    ) -> Result<Ran, Error> {
        let (signature, spent) = (self.runner.signature.clone(), killed.so_far);
        let start = Instant::now();
        // A number of expressions bounds whole batches, so that it does not depend on the clock.
        let time = || spent.time + start.elapsed();
        let is_over = || options.stop.is_wanted() || options.most.is_none() && time() >= options.time;
        // What goes on does not draw the same again.
        let seed = options.seed.0.wrapping_add(spent.expressions);
        // Nor does another part.
        let part = options.shard.index().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let random = Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(part));
        let functions = driver.functions();
        let mut draws = Draws::new(&signature, constants, &functions, tested, &self.usable, random);
        let mut levels =
            Levels::new(&signature, driver, self.usable.clone(), options.most_size, options.shard);
        self.resume(killed, &mut levels, &mut draws, &|| options.stop.is_wanted())?;
        // What each of both has used: expressions, so that it does not depend on the clock.
        let (mut by_level, mut by_draw) = (0, 0);
        let (mut told, mut noted) = (Instant::now(), Instant::now());
        while !is_over() && options.most.is_none_or(|most| self.expressions < most) {
            if told.elapsed() >= TOLD {
                told = Instant::now();
                self.announce_state();
            }
            if noted.elapsed() >= NOTED {
                noted = Instant::now();
                self.note(time());
            }
            // The first sizes are what draws begin with.
            let batch =
                (by_level <= by_draw || levels.size() < 3).then(|| levels.take(&self.pool, BATCH)).flatten();
            if let Some((size, batch)) = batch {
                by_level += batch.len() as u64;
                self.batch(batch, Some(size), &mut draws, &is_over)?;
                if levels.through() == size && !is_over() {
                    self.journal.level(size, self.pool.through());
                }
                continue;
            }
            let batch: Vec<Expression> = (0..BATCH).filter_map(|_| draws.draw(&self.pool)).collect();
            if batch.is_empty() && levels.is_over() {
                break;
            }
            by_draw += BATCH as u64;
            self.batch(batch, None, &mut draws, &is_over)?;
        }
        let time = time();
        self.note(time);
        let through = self.pool.through();
        let divided = levels.divided().filter(|own| own.size <= through);
        Ok(Ran { through: levels.through().min(through), divided, time })
    }
}
