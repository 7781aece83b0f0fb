//! Draws of some sizes: uniform ones, or those that a subject makes itself.

use std::sync::Arc;

use everycase_kernel::{Derivation, Derivations, Random, SeedableRng, SpaceError, Uniform};

use super::each::Inputs;
use crate::seed::Seed;
use crate::shard::Shard;
use crate::verdict::Subject;

/// Draws. Draw `i` of the whole run is of size `sizes[i % sizes.len()]`. Parts get whole rounds of sizes, so that each
/// part draws from all of them.
#[derive(Clone)]
pub struct Draws {
    /// The space.
    pub derivations: Derivations,
    /// The sizes, at least one.
    pub sizes: Arc<[u32]>,
    /// The part.
    pub part: Shard,
    /// The end of the positions.
    pub until: u64,
    /// The seed of the draws.
    pub seed: Seed,
    /// What draws, if not uniformly: a subject that [draws itself](crate::verdict::LazySubject::draws_itself).
    pub own: Option<Arc<dyn Subject>>,
}

impl Draws {
    /// Returns the random numbers for the draw of a size in a round.
    fn rng(&self, size: u32, round: u64) -> Random {
        Random::seed_from_u64(self.seed.child(u64::from(size)).child(round).0)
    }

    /// Draws an input of a size, in a round.
    fn draw<'u>(
        &self,
        uniform: &'u mut Uniform,
        size: u32,
        round: u64,
    ) -> Result<&'u Derivation, SpaceError> {
        uniform.of_size(size, &mut self.rng(size, round))
    }

    /// Has the subject draw an input.
    fn own(&self, size: u32, round: u64) -> Option<Derivation> {
        self.own.as_ref()?.lazily()?.draw(size, &mut self.rng(size, round))
    }
}

impl Inputs for Draws {
    fn each(&self, mut run: impl FnMut(u64, u32, &Derivation) -> bool) -> Result<(), SpaceError> {
        let mut uniform = self.derivations.uniform()?;
        for round in (0..).map_while(|n| self.part.position(n)) {
            for (place, &size) in (0u64..).zip(self.sizes.iter()) {
                let position = round.saturating_mul(self.sizes.len() as u64).saturating_add(place);
                if position >= self.until {
                    return Ok(());
                }
                let goes_on = match (&self.own, self.own(size, round)) {
                    (Some(_), Some(input)) => run(position, size, &input),
                    // It finds none that has few choices.
                    (Some(_), None) => true,
                    (None, _) => run(position, size, self.draw(&mut uniform, size, round)?),
                };
                if !goes_on {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn input(&self, position: u64) -> Result<Derivation, SpaceError> {
        let sizes = self.sizes.len() as u64;
        let size = self.sizes[(position % sizes) as usize];
        if let Some(input) = self.own(size, position / sizes) {
            return Ok(input);
        }
        self.draw(&mut self.derivations.uniform()?, size, position / sizes).cloned()
    }

    fn up_to(&self, position: u64) -> u64 {
        let sizes = self.sizes.len() as u64;
        self.part.share(position / sizes) * sizes + position % sizes + 1
    }
}
