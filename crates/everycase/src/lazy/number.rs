//! Integers and characters that can be compared without being decided.

use std::cmp::Ordering;

use super::{Inspect, Lazy};

/// A type of integers or characters.
///
/// Sealed: implemented for the numbers of the standard library.
pub trait Number: Copy + Inspect<View = Self> + sealed::Sealed {}

mod sealed {
    pub trait Sealed: Copy {
        const SIGNED: bool;

        /// Two's complement in 128 bits.
        fn to_bits(self) -> u128;
        fn from_bits(bits: u128) -> Self;
    }
}

use sealed::Sealed;

macro_rules! integers {
    ($($int:ident)*) => { $(
        #[allow(
            clippy::cast_lossless,
            clippy::cast_sign_loss,
            clippy::cast_possible_wrap,
            reason = "two's complement is what is meant"
        )]
        impl Sealed for $int {
            const SIGNED: bool = $int::MIN != 0;

            #[inline]
            fn to_bits(self) -> u128 {
                self as u128
            }

            #[inline]
            fn from_bits(bits: u128) -> Self {
                bits as Self
            }
        }

        impl Number for $int {}
    )* };
}

integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

impl Sealed for char {
    const SIGNED: bool = false;

    #[inline]
    fn to_bits(self) -> u128 {
        u128::from(u32::from(self))
    }

    #[inline]
    fn from_bits(bits: u128) -> Self {
        Self::from_u32(bits as u32).unwrap_or(Self::REPLACEMENT_CHARACTER)
    }
}

impl Number for char {}

macro_rules! inspect {
    ($($number:ty)*) => { $(
        /// A number has no view of its own: it is decided completely. [`Lazy::lt`] and similar
        /// methods compare it.
        impl Inspect for $number {
            type View = Self;

            #[inline]
            fn inspect(lazy: Lazy<Self>) -> Self {
                Self::from_bits(lazy.within(|run, pos| run.number(pos)))
            }
        }
    )* };
}

inspect!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char);

/// What a lazy number can be compared with: a number, or another lazy one.
pub trait Operand<N> {
    /// Compares `lazy` with this.
    fn compare(self, lazy: Lazy<N>) -> Ordering;

    /// Returns whether this is greater than `lazy`.
    fn exceeds(self, lazy: Lazy<N>) -> bool;

    /// Returns whether this is less than `lazy`.
    fn precedes(self, lazy: Lazy<N>) -> bool;
}

impl<N: Number> Operand<N> for N {
    fn compare(self, lazy: Lazy<N>) -> Ordering {
        lazy.within(|run, pos| run.compare(pos, self.to_bits(), N::SIGNED))
    }

    fn exceeds(self, lazy: Lazy<N>) -> bool {
        lazy.within(|run, pos| run.is_below(pos, self.to_bits(), N::SIGNED))
    }

    fn precedes(self, lazy: Lazy<N>) -> bool {
        lazy.within(|run, pos| run.is_above(pos, self.to_bits(), N::SIGNED))
    }
}

impl<N: Number> Operand<N> for Lazy<N> {
    fn compare(self, lazy: Lazy<N>) -> Ordering {
        lazy.within(|run, pos| run.compare_both(pos, self.pos_in(run)))
    }

    fn exceeds(self, lazy: Lazy<N>) -> bool {
        lazy.within(|run, pos| run.is_below_both(pos, self.pos_in(run)))
    }

    fn precedes(self, lazy: Lazy<N>) -> bool {
        lazy.exceeds(self)
    }
}

/// Comparisons with a number or another lazy one.
///
/// With a number, [`lt`](Self::lt), [`le`](Self::le), [`gt`](Self::gt) and [`ge`](Self::ge)
/// distinguish two classes of numbers; [`cmp`](Self::cmp), [`eq`](Self::eq) and [`ne`](Self::ne)
/// distinguish three: smaller numbers, the number, and greater ones. With another lazy number, only
/// as much is decided as the result needs.
#[expect(
    clippy::should_implement_trait,
    reason = "they decide what they look at, which `PartialOrd` must not"
)]
impl<N: Number> Lazy<N> {
    /// Returns whether this is less.
    pub fn lt(self, other: impl Operand<N>) -> bool {
        other.exceeds(self)
    }

    /// Returns whether this is greater or equal.
    pub fn ge(self, other: impl Operand<N>) -> bool {
        !other.exceeds(self)
    }

    /// Returns whether this is less or equal.
    pub fn le(self, other: impl Operand<N>) -> bool {
        !other.precedes(self)
    }

    /// Returns whether this is greater.
    pub fn gt(self, other: impl Operand<N>) -> bool {
        other.precedes(self)
    }

    /// Returns whether this is equal.
    pub fn eq(self, other: impl Operand<N>) -> bool {
        self.cmp(other) == Ordering::Equal
    }

    /// Returns whether this is not equal.
    pub fn ne(self, other: impl Operand<N>) -> bool {
        self.cmp(other) != Ordering::Equal
    }

    /// Compares this with another number.
    pub fn cmp(self, other: impl Operand<N>) -> Ordering {
        other.compare(self)
    }
}
