//! Draws by structure: of many sizes, small ones more often.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use everycase_kernel::{Constants, Derivation, Derivations, Mixed, Random, Rng, SeedableRng, SpaceError};

use super::each::Inputs;
use crate::seed::Seed;
use crate::shard::Shard;

/// What draws inputs by structure.
pub struct Source {
    /// The space of structures.
    pub structures: Derivations,
    constants: Arc<Constants>,
    /// Those not in use. Each knows how to draw the sizes that it has drawn before.
    mixed: Mutex<Vec<Mixed>>,
    /// The time of the slowest case since it was last asked for, in nanoseconds.
    slowest: AtomicU64,
}

impl Source {
    /// Returns a source for a space of structures, and constants of the code under test.
    pub fn new(structures: Derivations, constants: Arc<Constants>) -> Source {
        Source { structures, constants, mixed: Mutex::default(), slowest: AtomicU64::new(0) }
    }

    /// Returns the time of the slowest case since the last call, in nanoseconds.
    pub(crate) fn take_slowest(&self) -> u64 {
        self.slowest.swap(0, Ordering::Relaxed)
    }

    /// Calls `f` with what draws.
    pub(crate) fn with<R>(
        &self,
        f: impl FnOnce(&mut Mixed) -> Result<R, SpaceError>,
    ) -> Result<R, SpaceError> {
        let free = self.mixed.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut mixed = match free {
            Some(mixed) => mixed,
            None => self.structures.mixed(Arc::clone(&self.constants))?,
        };
        let result = f(&mut mixed);
        self.mixed.lock().unwrap_or_else(PoisonError::into_inner).push(mixed);
        result
    }
}

/// Sizes, each with a weight.
#[derive(Default)]
pub struct Weighted {
    /// Each with the sum of the weights up to it.
    sizes: Vec<(u32, u64)>,
}

impl Weighted {
    /// Adds a size. A weight of 0 counts as 1.
    pub fn push(&mut self, size: u32, weight: u64) {
        self.sizes.push((size, self.total() + weight.max(1)));
    }

    /// Returns whether there are no sizes.
    pub fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }

    fn total(&self) -> u64 {
        self.sizes.last().map_or(0, |(_, sum)| *sum)
    }

    /// Draws a size; 0 if there are none.
    fn draw(&self, rng: &mut Random) -> u32 {
        let at = ((u128::from(rng.next_u64()) * u128::from(self.total())) >> 64) as u64;
        let place = self.sizes.partition_point(|(_, sum)| *sum <= at);
        self.sizes.get(place).map_or(0, |(size, _)| *size)
    }
}

/// Some of the draws by structure.
#[derive(Clone)]
pub struct Structures {
    /// What draws.
    pub source: Arc<Source>,
    /// The sizes, at least one.
    pub sizes: Arc<Weighted>,
    /// The part.
    pub part: Shard,
    /// The first position.
    pub from: u64,
    /// The end of the positions.
    pub until: u64,
    /// The seed of the draws.
    pub seed: Seed,
}

impl Structures {
    fn draw<'m>(&self, mixed: &'m mut Mixed, position: u64) -> Result<(u32, &'m Derivation), SpaceError> {
        let mut rng = Random::seed_from_u64(self.seed.child(position).0);
        let size = self.sizes.draw(&mut rng);
        Ok((size, mixed.of_size(size, &mut rng)?))
    }
}

impl Inputs for Structures {
    fn each(&self, mut run: impl FnMut(u64, u32, &Derivation) -> bool) -> Result<(), SpaceError> {
        self.source.with(|mixed| {
            let positions = (self.part.share(self.from)..).map_while(|n| self.part.position(n));
            let mut slowest = 0;
            for position in positions.take_while(|position| *position < self.until) {
                let (size, input) = self.draw(mixed, position)?;
                let start = Instant::now();
                let goes_on = run(position, size, input);
                slowest = slowest.max(u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX));
                if !goes_on {
                    break;
                }
            }
            self.source.slowest.fetch_max(slowest, Ordering::Relaxed);
            Ok(())
        })
    }

    fn input(&self, position: u64) -> Result<Derivation, SpaceError> {
        self.source.with(|mixed| Ok(self.draw(mixed, position)?.1.clone()))
    }

    fn up_to(&self, position: u64) -> u64 {
        self.part.share(position.saturating_add(1)) - self.part.share(self.from)
    }
}
