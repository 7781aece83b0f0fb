//! Sets of sizes: one bit for each size up to a maximum.

/// A list of sets of sizes up to the same maximum.
pub(crate) struct Sets {
    words: usize,
    bits: Vec<u64>,
}

impl Sets {
    /// Returns no sets, of sizes up to `most`.
    pub(crate) fn new(most: u32) -> Self {
        Self { words: most as usize / 64 + 1, bits: Vec::new() }
    }

    /// Adds a set. Returns its index.
    pub(crate) fn push(&mut self, sizes: impl Iterator<Item = u32>) -> u32 {
        let start = self.bits.len();
        self.bits.resize(start + self.words, 0);
        for size in sizes {
            self.bits[start + size as usize / 64] |= 1 << (size % 64);
        }
        (start / self.words) as u32
    }

    /// Adds the sums of a size of one set and a size of another list's set. Returns the index of
    /// the new set.
    pub(crate) fn push_sums(&mut self, one: u32, other: impl Iterator<Item = u32>) -> u32 {
        let start = self.bits.len();
        self.bits.resize(start + self.words, 0);
        let (before, sums) = self.bits.split_at_mut(start);
        let one = &before[one as usize * self.words..][..self.words];
        for size in other {
            let (skip, shift) = (size as usize / 64, size % 64);
            let mut carried = 0;
            for (sum, &bits) in sums[skip..].iter_mut().zip(one) {
                *sum |= bits << shift | carried;
                carried = bits.checked_shr(64 - shift).unwrap_or(0);
            }
        }
        (start / self.words) as u32
    }

    /// Returns whether a set contains a size.
    #[inline]
    pub(crate) fn has(&self, set: u32, size: u32) -> bool {
        self.bits[set as usize * self.words + size as usize / 64] >> (size % 64) & 1 == 1
    }

    /// Returns the sizes of a set in ascending order.
    pub(crate) fn sizes(&self, set: u32) -> impl Iterator<Item = u32> + '_ {
        let words = &self.bits[set as usize * self.words..][..self.words];
        (0..).zip(words).flat_map(|(word, &bits): (u32, _)| {
            std::iter::successors((bits != 0).then_some(bits), |bits| {
                let rest = bits & (bits - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |bits| 64 * word + bits.trailing_zeros())
        })
    }

    /// Returns the work of adding the sums of a set with one size, see
    /// [`Until::within_work`](crate::Until::within_work).
    pub(crate) fn work(&self) -> u64 {
        self.words as u64
    }

    /// Removes all sets.
    pub(crate) fn clear(&mut self) {
        self.bits.clear();
    }

    /// Frees unused memory.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.bits.shrink_to_fit();
    }

    /// Returns the memory of the sets, in bytes.
    pub(crate) fn used(&self) -> usize {
        size_of_val(&*self.bits)
    }

    /// Returns the allocated memory, in bytes.
    pub(crate) fn memory(&self) -> usize {
        self.bits.capacity() * size_of::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn sums_of_random_sets_are_all_sums_up_to_the_maximum() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for most in [0, 1, 62, 63, 64, 127, 128, 300] {
            let mut sets = Sets::new(most);
            for _ in 0..50 {
                let mut random = || -> BTreeSet<u32> {
                    let share = rng.next_u64() % 20;
                    (0..=most).filter(|_| rng.next_u64() % 20 < share).collect()
                };
                let [a, b] = [random(), random()];
                let at = sets.push(a.iter().copied());
                assert!(sets.sizes(at).eq(a.iter().copied()));
                let sums = sets.push_sums(at, b.iter().copied());
                let expected: BTreeSet<u32> = a.iter().flat_map(|a| b.iter().map(move |b| a + b)).collect();
                let expected: Vec<u32> = expected.into_iter().filter(|sum| *sum <= most).collect();
                let is_there = |size: &u32| sets.has(sums, *size);
                assert_eq!((0..=most).filter(is_there).collect::<Vec<_>>(), expected);
            }
        }
    }
}
