//! All inputs of a size.

use everycase_kernel::{BigUint, Derivation, Derivations, SpaceError};

use super::each::Inputs;
use crate::shard::Shard;

/// The inputs of a size by index: those of this part below `until`.
#[derive(Clone)]
pub struct Walk {
    /// The space.
    pub derivations: Derivations,
    /// The size.
    pub size: u32,
    /// The part.
    pub part: Shard,
    /// The end of the indices.
    pub until: u64,
    /// Whether the property has a verdict on every smaller input.
    pub ended: bool,
}

impl Inputs for Walk {
    fn each(&self, mut run: impl FnMut(u64, u32, &Derivation) -> bool) -> Result<(), SpaceError> {
        let (offset, step) = (u128::from(self.part.index()), u128::from(self.part.of()));
        let mut walk = self.derivations.of_size(self.size)?.striped(offset, step);
        let positions = (0..).map_while(|n| self.part.position(n));
        for index in positions.take_while(|position| *position < self.until) {
            let Some(input) = walk.next() else { break };
            if !run(index, self.size, input) {
                break;
            }
        }
        Ok(())
    }

    fn input(&self, position: u64) -> Result<Derivation, SpaceError> {
        self.derivations.index_of_size(self.size, &BigUint::from(position))
    }

    fn up_to(&self, position: u64) -> u64 {
        self.part.share(position.saturating_add(1))
    }

    fn all_smaller_ended(&self) -> bool {
        self.ended
    }
}
