//! Random numbers for making cases: few functions over one generator.

use everycase::space::{Random, Rng, SeedableRng};

/// A source of choices.
pub(crate) struct Dice(Random);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Random::seed_from_u64(seed))
    }

    /// Returns a number below `n`. The bias of the remainder does not matter for choosing test data.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0.next_u64() % n
    }

    pub(crate) fn index(&mut self, len: usize) -> usize {
        usize::try_from(self.below(len as u64)).expect("it is below a length")
    }

    pub(crate) fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.index(all.len())]
    }

    /// Returns true once in `n` times.
    pub(crate) fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn generator(&mut self) -> &mut Random {
        &mut self.0
    }
}
