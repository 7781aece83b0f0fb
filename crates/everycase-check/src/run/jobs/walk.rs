//! All inputs of a size.

use everycase_kernel::lazy::{Place, Sequence};
use everycase_kernel::{self as kernel, BigUint, Derivation, Derivations, SpaceError};

use super::complete::Inputs;
use super::exact;
use crate::settings::shard::Shard;

/// The inputs of a size by index: the inputs of this part from `from` to `until`.
#[derive(Clone)]
pub struct Walk {
    /// The space.
    pub derivations: Derivations,
    /// The size.
    pub size: u32,
    /// The part.
    pub part: Shard,
    /// The first index.
    pub from: u64,
    /// The end of the indices.
    pub until: u64,
    /// Whether the property has a verdict on every smaller input.
    pub ended: bool,
}

impl Inputs for Walk {
    fn sequence(&self) -> Result<Box<dyn Sequence>, SpaceError> {
        let Walk { size, part, from, until, .. } = *self;
        let nth = part.share(from);
        // What has no position is beyond the end.
        let offset = part.position(nth).map_or(u128::MAX, u128::from);
        let walk = self.derivations.of_size(size)?.striped(offset, u128::from(part.of()));
        Ok(Box::new(Steps { walk, size, part, until, nth, exact: self.derivations.exact().cloned() }))
    }

    fn input(&self, position: u64) -> Result<Derivation, SpaceError> {
        let input = self.derivations.index_of_size(self.size, &BigUint::from(position))?;
        exact(&self.derivations, input)
    }

    fn up_to(&self, position: u64) -> u64 {
        self.part.share(position.saturating_add(1)) - self.part.share(self.from)
    }

    fn all_smaller_ended(&self) -> bool {
        self.ended
    }
}

/// A walk over the inputs of a part.
struct Steps {
    walk: kernel::Walk,
    size: u32,
    part: Shard,
    until: u64,
    /// The number of the part's positions before the next one.
    nth: u64,
    exact: Option<Derivations>,
}

impl Sequence for Steps {
    fn advance(&mut self) -> Result<Option<Place>, SpaceError> {
        let position = self.part.position(self.nth).filter(|position| *position < self.until);
        let Some(position) = position else { return Ok(None) };
        self.nth += 1;
        Ok(self.walk.next().map(|_| Place { position, size: self.size }))
    }

    fn current(&self) -> Option<&Derivation> {
        self.walk.current()
    }

    fn exact(&self) -> Option<&Derivations> {
        self.exact.as_ref()
    }
}
