//! The ranges of [`std::ops`], with any ends, including empty ranges.
//!
//! Size: 1, like a struct, plus the sizes of the ends.

use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

use crate::space::Source;
use everycase_kernel::{Alternative, At, EncodeError, Encoder, Key, Shape};

use crate::space::Enumerable;

/// A range and its ends, in order.
macro_rules! ranges {
    ($($ty:ident, $n:literal, |$range:ident| $ends:expr, |$at:ident| $value:expr, $sign:literal, $start:literal;)*) => {$(
        impl<T: Enumerable> Enumerable for $ty<T> {
            fn shape() -> Shape {
                Shape::named(Key::of::<Self>(), || {
                    let ends = std::iter::repeat_n(T::shape(), $n);
                    Shape::choice([Alternative::new(stringify!($ty), ends).pay(1)])
                })
            }

            fn decode($at: At<'_>) -> Self {
                $value
            }

            fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
                let $range = self;
                let ends: [&T; $n] = $ends;
                to.alternative(0)?;
                ends.into_iter().try_for_each(|end| end.encode(to))
            }

            fn source(at: At<'_>, out: &mut Source) {
                (0..$start).for_each(|i| operand::<T>(at.field(i), out));
                out.push_str($sign);
                ($start..$n).for_each(|i| operand::<T>(at.field(i), out));
            }
        }
    )*};
}

/// Appends an end of a range, in parentheses if it might contain an operator of lower precedence.
fn operand<T: Enumerable>(at: At<'_>, out: &mut Source) {
    let from = out.as_str().len();
    out.part(at, T::source);
    let end = &out.as_str()[from..];
    if end.contains("..") || end.contains('|') {
        out.parenthesize(from);
    }
}

ranges! {
    Range, 2, |range| [&range.start, &range.end],
        |at| T::decode(at.field(0))..T::decode(at.field(1)), "..", 1;
    RangeInclusive, 2, |range| [range.start(), range.end()],
        |at| T::decode(at.field(0))..=T::decode(at.field(1)), "..=", 1;
    RangeFrom, 1, |range| [&range.start], |at| T::decode(at.field(0)).., "..", 1;
    RangeTo, 1, |range| [&range.end], |at| ..T::decode(at.field(0)), "..", 0;
    RangeToInclusive, 1, |range| [&range.end], |at| ..=T::decode(at.field(0)), "..=", 0;
}

impl Enumerable for RangeFull {
    fn shape() -> Shape {
        Shape::named(Key::of::<Self>(), || Shape::choice([Alternative::new("RangeFull", []).pay(1)]))
    }

    fn decode(_: At<'_>) -> Self {
        ..
    }

    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.alternative(0)
    }

    fn source(_: At<'_>, out: &mut Source) {
        out.push_str("..");
    }
}
