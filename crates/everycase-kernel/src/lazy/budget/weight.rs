//! Machine integers that count derivations.

/// A count that fits a machine word; two widths, since the narrow one halves the memory of what sampling learns.
pub(crate) trait Weight: Copy + Ord + std::hash::Hash + Send + Sync + 'static {
    const ZERO: Self;
    /// Stands for this and all larger numbers.
    const MAX: Self;

    /// Returns the number with these little-endian limbs, or `MAX`.
    fn from_limbs(limbs: &[u64]) -> Self {
        crate::grammar::limbs::to_u128(limbs).map_or(Self::MAX, Self::of)
    }

    /// Returns the sum, or `MAX`.
    fn plus(self, other: Self) -> Self;

    /// Returns the product, or `MAX`.
    fn times(self, other: Self) -> Self;

    /// Returns `self - other`; `other` must not be larger.
    fn minus(self, other: Self) -> Self;

    fn to_u128(self) -> u128;

    fn of(value: u128) -> Self;
}

macro_rules! weight {
    ($type:ty) => {
        impl Weight for $type {
            const ZERO: Self = 0;
            const MAX: Self = Self::MAX;

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
            fn to_u128(self) -> u128 {
                self.into()
            }

            #[inline]
            fn of(value: u128) -> Self {
                value.try_into().unwrap_or(Self::MAX)
            }
        }
    };
}

weight!(u64);
weight!(u128);
