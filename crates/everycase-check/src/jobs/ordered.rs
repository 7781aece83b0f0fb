//! Structures of a size with the weak orders of their numbers.

use everycase_kernel::{BigUint, Derivation, Ranks, SpaceError};

use super::each::Inputs;
use crate::shard::Shard;

/// The structures of a size with the weak orders of their numbers, by index: those of this part in a range of indices.
#[derive(Clone)]
pub struct Ordered {
    /// The space.
    pub ranks: Ranks,
    /// The size.
    pub size: u32,
    /// The part.
    pub part: Shard,
    /// The first index.
    pub from: u64,
    /// The end of the indices.
    pub until: u64,
}

impl Inputs for Ordered {
    fn each(&self, mut run: impl FnMut(u64, u32, &Derivation) -> bool) -> Result<(), SpaceError> {
        let mut positions = (self.part.share(self.from)..)
            .map_while(|n| self.part.position(n))
            .take_while(|position| *position < self.until);
        let Some(mut position) = positions.next() else { return Ok(()) };
        let mut walk = self.ranks.of_size_from(self.size, &BigUint::from(position))?;
        let mut next = walk.next()?;
        while let Some(input) = next {
            if !run(position, self.size, input) {
                break;
            }
            let Some(following) = positions.next() else { break };
            next = walk.after(following - position - 1)?;
            position = following;
        }
        Ok(())
    }

    fn input(&self, position: u64) -> Result<Derivation, SpaceError> {
        self.ranks.index_of_size(self.size, &BigUint::from(position))
    }

    fn up_to(&self, position: u64) -> u64 {
        self.part.share(position.saturating_add(1)) - self.part.share(self.from)
    }
}
