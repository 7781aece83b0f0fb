//! Counts beyond 128 bits.

use std::cmp::Ordering;

use rand_core::Rng;

use super::weight::Weight;
use crate::eager::sample::{below, below_natural};
use crate::grammar::limbs;

/// An integer of `N` 64-bit limbs, the lowest first. `N` is even.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Ord for Wide<N> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Wide<N> {
    /// Adds the product of two numbers without leading zeros. Returns false if the sum has more
    /// than `N` limbs.
    #[inline]
    fn add_product(&mut self, a: &[u64], b: &[u64]) -> bool {
        if a.is_empty() || b.is_empty() {
            return true;
        }
        // The product has as many limbs as both factors together, or one less.
        if a.len() + b.len() > N + 1 {
            return false;
        }
        for (i, &x) in a.iter().enumerate() {
            let (row, rest) = self.0[i..].split_at_mut(b.len());
            let mut carry = 0;
            for (limb, &y) in row.iter_mut().zip(b) {
                (*limb, carry) = limbs::step(x, y, *limb, carry);
            }
            if limbs::carry_over(rest, carry) != 0 {
                return false;
            }
        }
        true
    }
}

impl<const N: usize> Weight for Wide<N> {
    const ZERO: Self = Self([0; N]);
    const MAX: Self = Self([u64::MAX; N]);

    fn from_limbs(limbs: &[u64]) -> Self {
        let mut number = Self::ZERO;
        match number.0.get_mut(..limbs.len()) {
            Some(low) => low.copy_from_slice(limbs),
            None => return Self::MAX,
        }
        number
    }

    fn of(value: u128) -> Self {
        Self::from_limbs(&[value as u64, (value >> 64) as u64])
    }

    fn plus(mut self, other: Self) -> Self {
        let mut carry = false;
        for (limb, other) in self.0.iter_mut().zip(other.0) {
            (*limb, carry) = limbs::carrying_add(*limb, other, carry);
        }
        if carry { Self::MAX } else { self }
    }

    fn times(self, other: Self) -> Self {
        Self::sum_of_products(std::iter::once((&self, &other)))
    }

    fn sum_of_products<'w>(pairs: impl Iterator<Item = (&'w Self, &'w Self)>) -> Self {
        let mut sum = Self::ZERO;
        for (a, b) in pairs {
            if !sum.add_product(limbs::trimmed(&a.0), limbs::trimmed(&b.0)) {
                return Self::MAX;
            }
        }
        sum
    }

    fn minus(mut self, other: Self) -> Self {
        let mut borrow = false;
        for (limb, other) in self.0.iter_mut().zip(other.0) {
            (*limb, borrow) = limbs::borrowing_subtract(*limb, other, borrow);
        }
        debug_assert!(!borrow, "the difference of counts is a count");
        self
    }

    fn digits(&self) -> impl DoubleEndedIterator<Item = u128> {
        let (pairs, _) = self.0.as_chunks();
        pairs.iter().map(|&[low, high]| u128::from(high) << 64 | u128::from(low))
    }

    fn limbs(&self) -> usize {
        limbs::trimmed(&self.0).len()
    }

    /// Draws like the narrow integers where they suffice, so that the result does not depend on the
    /// width.
    fn draw_below(self, rng: &mut dyn Rng) -> Self {
        match limbs::trimmed(&self.0) {
            small @ ([] | [_] | [_, _]) => Self::of(below(limbs::to_u128(small).unwrap_or(0), rng)),
            large => Self::from_limbs(&below_natural(large, rng)),
        }
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Returns a number with a random number of limbs, many of them all zeros or all ones.
    fn number<const N: usize>(rng: &mut dyn Rng) -> Wide<N> {
        let len = if rng.next_u64().is_multiple_of(4) { N } else { rng.next_u64() as usize % (N + 1) };
        let mut number = Wide::ZERO;
        for limb in &mut number.0[..len] {
            *limb = match rng.next_u64() % 4 {
                0 => 0,
                1 => u64::MAX,
                2 => rng.next_u64() >> 60,
                _ => rng.next_u64(),
            };
        }
        number
    }

    fn agrees<const N: usize>() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(N as u64);
        let most = Wide::<N>::MAX.to_big();
        assert_eq!(most, (BigUint::from(1u32) << (64 * N)) - 1u32);
        let (mut sums, mut products) = ([0; 2], [0; 2]);
        for _ in 0..5_000 {
            let (a, b) = (number::<N>(&mut rng), number::<N>(&mut rng));
            let (x, y) = (a.to_big(), b.to_big());
            assert_eq!(a.cmp(&b), x.cmp(&y));
            assert_eq!(a.plus(b).to_big(), (&x + &y).min(most.clone()));
            assert_eq!(a.times(b).to_big(), (&x * &y).min(most.clone()));
            let other = number::<N>(&mut rng);
            let sum = &x * &y + other.to_big() * &x;
            assert_eq!(
                Wide::sum_of_products([(&a, &b), (&other, &a)].into_iter()).to_big(),
                sum.min(most.clone())
            );
            sums[usize::from(&x + &y > most)] += 1;
            products[usize::from(&x * &y > most)] += 1;
            let (a, b, x, y) = if a < b { (b, a, y, x) } else { (a, b, x, y) };
            assert_eq!(a.minus(b).to_big(), &x - &y);
            assert!(Wide::from_limbs(&x.to_u64_digits()) == a);
            assert_eq!(a.to_u128(), u128::try_from(&x).unwrap_or(u128::MAX));
        }
        assert!(sums[1] > 10 && products[0] > 500 && products[1] > 500, "{sums:?} {products:?}");
        assert!(Wide::<N>::from_limbs(&vec![0; N + 1]) == Wide::MAX);
    }

    #[test]
    fn wide_counts_agree_with_the_big_integer_library_and_stop_at_the_largest() {
        agrees::<4>();
        agrees::<8>();
        agrees::<16>();
        agrees::<32>();
        agrees::<64>();
    }

    #[test]
    fn numbers_below_a_wide_count_are_drawn_uniformly() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        // Three times 2^190: the quotient by 2^186 is below 48.
        let bound = Wide::<4>([0, 0, 3 << 62, 0]);
        let mut seen = [0; 48];
        for _ in 0..48_000 {
            let drawn = bound.draw_below(&mut rng);
            assert!(drawn < bound);
            seen[(drawn.0[2] >> 58) as usize] += 1;
        }
        let chi: f64 = seen.iter().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
        // Exceeded, or fallen short of, with a probability of about 1e-6.
        assert!((14.0..108.0).contains(&chi), "{chi} with 47 degrees of freedom");
    }

    #[test]
    fn below_128_bits_the_width_makes_no_difference_to_what_is_drawn() {
        for bound in [0, 1, 7, u128::from(u64::MAX), 1 << 64, 5 << 100, u128::MAX] {
            let (mut narrow, mut wide) =
                (Xoshiro256PlusPlus::seed_from_u64(3), Xoshiro256PlusPlus::seed_from_u64(3));
            for _ in 0..50 {
                assert_eq!(
                    bound.draw_below(&mut narrow),
                    Wide::<8>::of(bound).draw_below(&mut wide).to_u128()
                );
            }
        }
    }
}
