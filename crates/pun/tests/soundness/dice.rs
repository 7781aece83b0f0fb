//! Random decisions, all of which follow from a seed.

use everycase_kernel::{Random, Rng, SeedableRng};

/// A source of decisions.
pub(crate) struct Dice(Random);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Random::seed_from_u64(seed))
    }

    /// Any number.
    pub(crate) fn number(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below another one, which is not 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.number() % bound as u64) as usize
    }

    /// True in this many cases of a hundred.
    pub(crate) fn percent(&mut self, of: usize) -> bool {
        self.below(100) < of
    }

    /// One of several things.
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}
