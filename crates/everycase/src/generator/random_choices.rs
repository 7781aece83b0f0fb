//! Choices that are drawn as a generator makes them.
//!
//! Inputs of one size, drawn with equal odds, would hardly ever have just the choices that their
//! run needs. So a generator runs and its choices are drawn independently of each other. For a size
//! of 10, `g.range(0, 99)` is a bound in one of eight draws, 0 or 99. Otherwise a length of 0 to 7
//! bits is drawn with equal odds, and then a number of this length, up to 99, with equal odds.

use everycase_kernel::{Random, Rng, SeedableRng};

/// The maximal number of choices of a run: one with more is abandoned.
const MOST: usize = 1_000;

/// One of this many numbers is a bound.
const BOUNDS: u64 = 8;

/// A choice as it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// `g.bool()`.
    Bool(bool),
    /// A number between bounds.
    Number {
        /// The number.
        value: i64,
        /// The lower bound.
        low: i64,
        /// The upper bound.
        high: i64,
    },
    /// `g.choose(of)`.
    Alternative {
        /// The alternative that was taken.
        taken: u64,
        /// The number of alternatives.
        of: u64,
    },
}

/// Choices drawn so far.
pub(super) struct RandomChoices {
    rng: Random,
    /// The maximal number of bits of a number that is not a bound.
    bits: u32,
    choices: Vec<Choice>,
}

impl RandomChoices {
    #[inline]
    pub(super) fn new(bits: u32, rng: &mut Random) -> Self {
        Self { rng: Random::seed_from_u64(rng.next_u64()), bits, choices: Vec::new() }
    }

    pub(super) fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// Draws a boolean with equal odds.
    pub(super) fn side(&mut self) -> Option<bool> {
        let side = self.rng.next_u64() >> 63 == 1;
        self.note(Choice::Bool(side)).then_some(side)
    }

    /// Draws a number.
    #[inline]
    pub(super) fn number(&mut self, low: i64, high: i64) -> Option<i64> {
        let value = match (low, high) {
            _ if self.below(BOUNDS) == 0 => *[low, high].get(self.below(2) as usize)?,
            (0.., _) => low.wrapping_add_unsigned(self.natural(high.abs_diff(low))),
            (_, ..=0) => high.wrapping_sub_unsigned(self.natural(high.abs_diff(low))),
            _ if self.below(2) == 0 => 0i64.wrapping_add_unsigned(self.natural(high.unsigned_abs())),
            _ => 0i64.wrapping_sub_unsigned(self.natural(low.unsigned_abs())),
        };
        self.note(Choice::Number { value, low, high }).then_some(value)
    }

    /// Draws one of `of` alternatives with equal odds.
    pub(super) fn alternative(&mut self, of: u64) -> Option<u64> {
        let taken = self.below(of);
        self.note(Choice::Alternative { taken, of }).then_some(taken)
    }

    /// Draws a natural up to `most`: its length with equal odds, then one of that length.
    #[inline]
    fn natural(&mut self, most: u64) -> u64 {
        let bits = self.below(u64::from((u64::BITS - most.leading_zeros()).min(self.bits)) + 1) as u32;
        let least = 1u64.checked_shl(bits.wrapping_sub(1)).unwrap_or(0);
        let greatest = u64::MAX.checked_shr(u64::BITS - bits).unwrap_or(0).min(most);
        match (greatest - least).checked_add(1) {
            Some(count) => least + self.below(count),
            None => self.rng.next_u64(),
        }
    }

    /// Draws a number below a bound with equal odds.
    #[inline]
    fn below(&mut self, bound: u64) -> u64 {
        // The multiples of the bound that fit: numbers beyond are drawn again.
        let fair = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.rng.next_u64();
            if number < fair {
                return number % bound;
            }
        }
    }

    /// Adds a choice, if there may be more.
    fn note(&mut self, choice: Choice) -> bool {
        let has_room = self.choices.len() < MOST;
        if has_room {
            self.choices.push(choice);
        }
        has_room
    }
}

/// Returns choices as the words of a derivation: three streams, each with its end.
#[inline]
pub(super) fn words(choices: &[Choice]) -> Vec<u64> {
    let mut streams: [Vec<u64>; 3] = Default::default();
    for choice in choices {
        match *choice {
            Choice::Bool(side) => streams[0].push(1 + u64::from(side)),
            Choice::Number { value, low: low @ 0.., .. } => streams[2].extend([1, value.abs_diff(low)]),
            Choice::Number { value, high: high @ ..=0, .. } => streams[2].extend([1, high.abs_diff(value)]),
            Choice::Number { value, .. } => streams[1].extend([1, value.cast_unsigned()]),
            Choice::Alternative { taken, .. } => streams[2].extend([1, taken]),
        }
    }
    streams.into_iter().flat_map(|stream| stream.into_iter().chain([0])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_between_their_bounds_and_all_of_them_are_drawn() {
        let mut drawn = RandomChoices::new(64, &mut Random::seed_from_u64(1));
        let ends = [i64::MIN, i64::MIN + 3, -4, 0, 3, i64::MAX - 2, i64::MAX];
        for (place, &low) in ends.iter().enumerate() {
            for &high in &ends[place..] {
                let mut met = std::collections::BTreeSet::new();
                for _ in 0..200 {
                    drawn.choices.clear();
                    let value = drawn.number(low, high).unwrap();
                    assert!((low..=high).contains(&value), "{value} in {low}..={high}");
                    met.insert(value);
                }
                if high.abs_diff(low) < 9 {
                    assert_eq!(met.len() as u64, high.abs_diff(low) + 1, "{low}..={high}");
                }
            }
        }
    }

    #[test]
    fn a_number_has_the_bits_that_are_asked_for() {
        let mut drawn = RandomChoices::new(3, &mut Random::seed_from_u64(1));
        for _ in 0..500 {
            let value = drawn.number(-1_000, i64::MAX).unwrap();
            assert!(value.unsigned_abs() < 8 || [-1_000, i64::MAX].contains(&value));
        }
    }
}
