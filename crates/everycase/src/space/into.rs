//! Values that stand for a space: spaces, ranges, alphabets.

use std::fmt::Display;
use std::ops::{Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};
use std::sync::Arc;

use everycase_kernel::{Range as Numbers, Shape};

use super::typed::Space;
use crate::space::Enumerable;

/// A space, or something that stands for one: `0..10u8`, `0.0..=1.0`, `'a'..='z'`, `"abc"`.
///
/// It is accepted in `#[from(..)]` of a property's parameter, in `#[enumerable(from = ..)]` of a
/// field, and by [`union`](Space::union), [`vec`](Space::vec), [`option`](Space::option),
/// [`weighted`](Space::weighted) and [`string_of`](Space::string_of).
///
/// ```
/// use everycase::space::{IntoSpace, Space};
///
/// let digits = Space::vec(0..10u8);
/// assert_eq!(digits.count_up_to(1)?, 1u8.into());
/// let letters: Vec<char> = ('a'..='e').into_space().up_to(7)?.collect();
/// assert_eq!(letters, ['a', 'b', 'c', 'd', 'e']);
/// # Ok::<(), everycase::space::SpaceError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a `Space<{T}>`",
    label = "expected a space with values of type `{T}`",
    note = "a range of numbers or characters is a space, as in `0..10u8`; what an iterator gives is made one by `Space::one_of`",
    note = "a space with values of another type is made one of these by `map` or `bijection`"
)]
pub trait IntoSpace<T> {
    /// Returns the space.
    fn into_space(self) -> Space<T>;
}

impl<T> IntoSpace<T> for Space<T> {
    #[inline]
    fn into_space(self) -> Space<T> {
        self
    }
}

impl<T> IntoSpace<T> for &Space<T> {
    #[inline]
    fn into_space(self) -> Space<T> {
        self.clone()
    }
}

/// The space of `Ok`, for what may fail: `#[from(Space::regex("[a-z]+"))] word: String`.
///
/// # Panics
/// If the result is an error, with its message. A property then fails, before its first test.
impl<T, E: Display> IntoSpace<T> for Result<Space<T>, E> {
    #[inline]
    fn into_space(self) -> Space<T> {
        self.unwrap_or_else(|error| panic!("there is no space to draw from: {error}"))
    }
}

/// The different characters of a text, in the order of their first occurrence, of size 0 each.
impl IntoSpace<char> for &str {
    #[inline]
    fn into_space(self) -> Space<char> {
        let mut seen = std::collections::HashSet::new();
        Space::one_of(self.chars().filter(|c| seen.insert(*c)))
    }
}

/// Returns the numbers between two bounds, inclusive, with the sizes that they have in their type.
trait Between: Enumerable {
    fn between(low: Self, high: Self) -> Space<Self>;

    /// Returns the number before this one, if there is one.
    fn before(self) -> Option<Self>;

    const LEAST: Self;
    const GREATEST: Self;
}

/// Returns the values of a type that have derivations of another range.
#[inline]
fn within<T: Enumerable>(range: Numbers) -> Space<T> {
    Space::with_codec(Shape::range(range), Arc::clone(T::space().codec()))
}

macro_rules! integers {
    ($($range:ident $wide:ty: $($ty:ty)*;)*) => {$($(
        #[allow(clippy::cast_lossless, clippy::cast_possible_wrap, clippy::cast_sign_loss)]
        impl Between for $ty {
            const LEAST: Self = Self::MIN;
            const GREATEST: Self = Self::MAX;

            #[inline]
            fn between(low: Self, high: Self) -> Space<Self> {
                if low <= high { within(Numbers::$range(low as $wide, high as $wide)) } else { Space::empty() }
            }

            #[inline]
            fn before(self) -> Option<Self> {
                self.checked_sub(1)
            }
        }
    )*)*};
}

integers! {
    of_unsigned u128: u8 u16 u32 u64 u128 usize;
    of i128: i8 i16 i32 i64 i128 isize;
}

/// The first and the last code point that stands for no character.
const SURROGATES: (u32, u32) = (0xD800, 0xDFFF);

impl Between for char {
    const LEAST: Self = '\0';
    const GREATEST: Self = char::MAX;

    #[inline]
    fn between(low: Self, high: Self) -> Space<Self> {
        let part = |low: u32, high: u32| within(Numbers::of_unsigned(low.into(), high.into()));
        let (low, high) = (u32::from(low), u32::from(high));
        if low > high {
            Space::empty()
        } else if low < SURROGATES.0 && SURROGATES.1 < high {
            part(low, SURROGATES.0 - 1).union(part(SURROGATES.1 + 1, high))
        } else {
            part(low, high)
        }
    }

    #[inline]
    fn before(self) -> Option<Self> {
        ('\0'..self).next_back()
    }
}

macro_rules! ranges {
    ($($number:ident)*) => {$(
        ranges!(@ $number, Range, |range| range.start, range.end.before());
        ranges!(@ $number, RangeInclusive, |range| *range.start(), Some(*range.end()));
        ranges!(@ $number, RangeFrom, |range| range.start, Some($number::GREATEST));
        ranges!(@ $number, RangeTo, |range| $number::LEAST, range.end.before());
        ranges!(@ $number, RangeToInclusive, |range| $number::LEAST, Some(range.end));
    )*};
    (@ $number:ident, $ty:ident, |$range:ident| $low:expr, $high:expr) => {
        /// The values of the range, with the sizes that they have in their type.
        impl IntoSpace<$number> for $ty<$number> {
            #[inline]
            fn into_space(self) -> Space<$number> {
                let $range = self;
                let high: Option<$number> = $high;
                high.map_or_else(Space::empty, |high| <$number>::between($low, high))
            }
        }
    };
}

ranges!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char);
