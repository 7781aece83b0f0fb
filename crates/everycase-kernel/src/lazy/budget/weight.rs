//! Integers of a fixed width that count derivations.

use num_bigint::BigUint;
use rand_core::Rng;

use crate::eager::sample::below;
use crate::grammar::limbs;

/// A count of a fixed width. Draws use the narrowest one that suffices, since counts are most of
/// what they keep in memory.
pub(crate) trait Weight: Copy + Ord + Send + Sync + 'static {
    const ZERO: Self;
    /// Stands for this and all larger numbers.
    const MAX: Self;

    /// Returns the number with these little-endian limbs, or `MAX`.
    fn from_limbs(limbs: &[u64]) -> Self;

    /// Returns the number, or `MAX`.
    fn of(value: u128) -> Self;

    /// Returns the sum, or `MAX`.
    fn plus(self, other: Self) -> Self;

    /// Returns the product, or `MAX`.
    fn times(self, other: Self) -> Self;

    /// Returns the sum of the products of pairs, or `MAX`.
    fn sum_of_products<'w>(pairs: impl Iterator<Item = (&'w Self, &'w Self)>) -> Self {
        let some = pairs.filter(|(a, b)| **a != Self::ZERO && **b != Self::ZERO);
        some.fold(Self::ZERO, |sum, (&a, &b)| sum.plus(a.times(b)))
    }

    /// Returns `self - other`; `other` must not be larger.
    fn minus(self, other: Self) -> Self;

    /// Returns the digits in base 2^128, the lowest first; equally many for all numbers of the
    /// type.
    fn digits(&self) -> impl DoubleEndedIterator<Item = u128>;

    /// Returns a uniform number below this one; 0 when this is 0.
    fn draw_below(self, rng: &mut dyn Rng) -> Self;

    /// Returns the number of 64-bit limbs without leading zeros, or the number of limbs of the
    /// type.
    fn limbs(&self) -> usize {
        size_of::<Self>() / size_of::<u64>()
    }

    /// Returns the number, or `u128::MAX`.
    fn to_u128(self) -> u128 {
        let mut digits = self.digits();
        let low = digits.next().unwrap_or(0);
        if digits.all(|digit| digit == 0) { low } else { u128::MAX }
    }

    fn to_big(self) -> BigUint {
        self.digits().rev().fold(BigUint::ZERO, |high, digit| (high << 128u32) + digit)
    }
}

macro_rules! weight {
    ($type:ty) => {
        impl Weight for $type {
            const ZERO: Self = 0;
            const MAX: Self = Self::MAX;

            fn from_limbs(limbs: &[u64]) -> Self {
                limbs::to_u128(limbs).map_or(Self::MAX, Self::of)
            }

            #[inline]
            fn of(value: u128) -> Self {
                value.try_into().unwrap_or(Self::MAX)
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.saturating_add(other)
            }

            #[inline]
            fn times(self, other: Self) -> Self {
                self.saturating_mul(other)
            }

            #[inline]
            fn minus(self, other: Self) -> Self {
                self - other
            }

            #[inline]
            fn digits(&self) -> impl DoubleEndedIterator<Item = u128> {
                std::iter::once((*self).into())
            }

            #[inline]
            fn draw_below(self, rng: &mut dyn Rng) -> Self {
                Self::of(below(self.into(), rng))
            }
        }
    };
}

weight!(u64);
weight!(u128);
