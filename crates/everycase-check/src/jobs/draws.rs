//! Uniform draws of some sizes.

use std::sync::Arc;

use everycase_kernel::{Derivation, Derivations, Random, SeedableRng, SpaceError, Uniform};

use super::each::Inputs;
use crate::seed::Seed;
use crate::shard::Shard;

/// Uniform draws. Draw `i` of the whole run is of size `sizes[i % sizes.len()]`. Parts get whole rounds of sizes, so that each
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
}

impl Draws {
    /// Draws an input of a size, in a round.
    fn draw<'u>(
        &self,
        uniform: &'u mut Uniform,
        size: u32,
        round: u64,
    ) -> Result<&'u Derivation, SpaceError> {
        let seed = self.seed.child(u64::from(size)).child(round);
        uniform.of_size(size, &mut Random::seed_from_u64(seed.0))
    }
}

impl Inputs for Draws {
    fn each(&self, mut run: impl FnMut(u64, u32, &Derivation) -> bool) -> Result<(), SpaceError> {
        let mut uniform = self.derivations.uniform()?;
        for round in (0..).map_while(|n| self.part.position(n)) {
            for (place, &size) in (0u64..).zip(self.sizes.iter()) {
                let position = round.saturating_mul(self.sizes.len() as u64).saturating_add(place);
                if position >= self.until || !run(position, size, self.draw(&mut uniform, size, round)?) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn input(&self, position: u64) -> Result<Derivation, SpaceError> {
        let sizes = self.sizes.len() as u64;
        let size = self.sizes[(position % sizes) as usize];
        self.draw(&mut self.derivations.uniform()?, size, position / sizes).cloned()
    }

    fn up_to(&self, position: u64) -> u64 {
        let sizes = self.sizes.len() as u64;
        self.part.share(position / sizes) * sizes + position % sizes + 1
    }
}
