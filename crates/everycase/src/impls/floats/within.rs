//! Ranges of floats as spaces, `0.0..=1.0`: counted, never listed.
//!
//! The values are those for which `contains` returns true, each with the size and the order that it
//! has in its type: both zeros if one is, an infinity if a side is not bounded, no NaN. For each
//! sign and each length of the odd factor *m* there are at most three alternatives, for parts of
//! the odd factors whose exponents are the same.
//!
//! For example, let *m* have 3 bits, so it is 5 or 7, and let the range be `0.6..=6.0`. 0.6 is
//! 4.8 * 2^-3 and 6.0 is 6 * 2^0, so 5 has the exponents -3 to 0 and 7 has -3 to -1. In
//! `0.7..=6.0` the lower bound is 5.6 * 2^-3, so 5 has the exponents -2 to 0, and 7 has -3 to -1.

use std::ops::{Bound, Range, RangeBounds, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};
use std::sync::Arc;

use everycase_check::mixture::{FloatDecisions, Floats};
use everycase_kernel::{Alternative, At, EncodeError, Encoder, Range as Numbers, Shape};

use super::{CONSTANTS, FINITE, Float, Format, INFINITY, NEGATIVE_INFINITY, NEGATIVE_ZERO, ZERO};
use crate::space::{Codec, IntoSpace, Source, Space};

/// A part of an alternative of the whole type: the intervals of its fields.
#[derive(Debug, PartialEq, Eq)]
struct Part {
    of: usize,
    fields: Vec<(i64, i64)>,
}

impl Part {
    #[inline]
    fn contains(&self, of: usize, fields: &[u64]) -> bool {
        let is_within =
            |(&(least, most), field): (&(i64, i64), &u64)| (least..=most).contains(&field.cast_signed());
        self.of == of && self.fields.iter().zip(fields).all(is_within)
    }

    #[inline]
    fn alternative(&self) -> Alternative {
        let (label, cost) = match CONSTANTS.get(self.of) {
            Some(&constant) => constant,
            None if (self.of - FINITE).is_multiple_of(2) => ("+", 1),
            None => ("-", 1),
        };
        let field = |&(least, most): &(i64, i64)| Shape::range(Numbers::of(least.into(), most.into()));
        Alternative::new(label, self.fields.iter().map(field)).pay(cost)
    }
}

impl Format {
    /// Returns the parts of the alternative with a length of the odd factor for positive values
    /// whose bits are in an interval, in the order of the odd factors. `negative` is 1 for their
    /// negatives.
    #[inline]
    fn parts_within(&self, length: u32, negative: usize, (low, high): (u64, u64)) -> Vec<Part> {
        let (low, high) = (self.scaled(low), self.scaled(high));
        // With the last bits cut off, a significand is compared to odd factors.
        let cut = self.digits - length;
        // The first half that is not below `low`, and the first one above `high`, if the leading
        // bits are at the same places.
        let not_below = low.significand.div_ceil(1 << cut) / 2;
        let above = ((high.significand >> cut) - 1) / 2 + 1;
        let (first, end) = match length {
            1 => (0, 1),
            _ => (1 << (length - 2), 1 << (length - 1)),
        };
        let exponent = |top: i32| top + 1 - length.cast_signed();
        let mut bounds = [first, not_below.clamp(first, end), above.clamp(first, end), end];
        bounds.sort_unstable();
        let parts = bounds.windows(2).filter(|part| part[0] < part[1]).filter_map(|part| {
            let least = exponent(low.top) + i32::from(part[0] < not_below);
            let most = exponent(high.top) - i32::from(part[0] >= above);
            let exponents: (i64, i64) = (least.max(self.least).into(), most.into());
            let halves = (part[0].cast_signed(), part[1].cast_signed() - 1);
            let halves = (length > 1).then_some(halves);
            let of = FINITE + 2 * (length as usize - 1) + negative;
            (exponents.0 <= exponents.1)
                .then(|| Part { of, fields: halves.into_iter().chain([exponents]).collect() })
        });
        parts.collect()
    }

    /// Returns a positive finite value with a significand of all digits, whose first bit is 1.
    #[inline]
    fn scaled(&self, bits: u64) -> Scaled {
        let parts = self.split(bits);
        let top = parts.exponent + parts.length().cast_signed() - 1;
        Scaled { significand: parts.odd << (self.digits - parts.length()), top }
    }
}

/// A positive value: the exponent of its first bit, and its significand.
struct Scaled {
    significand: u64,
    top: i32,
}

/// The decisions of values in a range, as of the whole type.
struct Within {
    format: Format,
    parts: Vec<Part>,
}

impl Within {
    #[inline]
    fn read(&self, at: At<'_>) -> u64 {
        let of = self.parts.get(at.alternative()).map_or(ZERO, |part| part.of);
        self.format.value(of, |i| at.field(i).bits())
    }

    #[inline]
    fn write(&self, bits: u64) -> Option<FloatDecisions> {
        let FloatDecisions { alternative, fields } = self.format.write(bits);
        let alternative = self.parts.iter().position(|part| part.contains(alternative, &fields))?;
        Some(FloatDecisions { alternative, fields })
    }
}

struct WithinCodec(Arc<Within>);

impl<T: Float> Codec<T> for WithinCodec {
    #[inline]
    fn decode(&self, at: At<'_>) -> T {
        T::of_bits(self.0.read(at))
    }

    #[inline]
    fn encode(&self, value: &T, to: &mut Encoder) -> Result<(), EncodeError> {
        let written = self.0.write(value.bits()).ok_or(EncodeError::NotInShape)?;
        to.alternative(written.alternative)?;
        written.fields.into_iter().try_for_each(|field| to.bits(field))
    }

    #[inline]
    fn source(&self, at: At<'_>, out: &mut Source) {
        T::of_bits(self.0.read(at)).write_source(out);
    }
}

/// Returns the values of a range, which has no NaN.
#[inline]
fn within<T: Float>(range: &impl RangeBounds<T>) -> Space<T> {
    let format = T::FORMAT;
    let contains = |bits: u64| range.contains(&T::of_bits(bits));
    let constants = [ZERO, NEGATIVE_ZERO, INFINITY, NEGATIVE_INFINITY].into_iter();
    let constants = constants.filter(|&of| contains(format.value(of, |_| 0)));
    let magnitudes = [0, format.sign()].map(|sign| magnitudes(range, sign));
    let finite = (1..=format.digits).flat_map(|length| {
        let parts = |negative: usize| {
            magnitudes[negative].map_or_else(Vec::new, |bits| format.parts_within(length, negative, bits))
        };
        [parts(0), parts(1)].into_iter().flatten()
    });
    let parts: Vec<Part> = constants.map(|of| Part { of, fields: Vec::new() }).chain(finite).collect();
    if parts.is_empty() {
        return Space::empty();
    }
    // The end in the direction of a sign: 0 for the greatest value, 1 for the least one.
    let end = |negative: usize| {
        let sign = if negative == 1 { format.sign() } else { 0 };
        match (magnitudes[negative], magnitudes[1 - negative]) {
            _ if contains(sign | format.infinity()) => sign | format.infinity(),
            (Some((_, farthest)), _) => sign | farthest,
            (None, Some((nearest, _))) if !contains(0) => (sign ^ format.sign()) | nearest,
            (None, _) => 0,
        }
    };
    let ends = [end(1), end(0)].map(|bits| T::of_bits(bits).into());
    let all = Arc::new(Within { format, parts });
    let (writer, reader) = (Arc::clone(&all), Arc::clone(&all));
    let floats = Floats::new(
        move |number, neighbour| writer.write(T::nearest(number, neighbour)),
        move |at| T::of_bits(reader.read(at)).into(),
        Some(ends),
    );
    let shape = Shape::choice_with(all.parts.iter().map(Part::alternative), floats);
    Space::new(shape, WithinCodec(all))
}

/// Returns the least and the greatest bits, without the sign, of the finite values other than 0 in
/// a range that have this sign.
#[inline]
fn magnitudes<T: Float>(range: &impl RangeBounds<T>, sign: u64) -> Option<(u64, u64)> {
    let has_begun = |value: T| match range.start_bound() {
        Bound::Included(start) => *start <= value,
        Bound::Excluded(start) => *start < value,
        Bound::Unbounded => true,
    };
    let goes_on = |value: T| match range.end_bound() {
        Bound::Included(end) => value <= *end,
        Bound::Excluded(end) => value < *end,
        Bound::Unbounded => true,
    };
    // Positive values are in the order of their bits, negative ones in the opposite order.
    let first = |is_there: &dyn Fn(u64) -> bool| {
        let (mut least, mut end) = (1, T::FORMAT.infinity());
        while least < end {
            let middle = least.midpoint(end);
            if is_there(middle) { end = middle } else { least = middle + 1 }
        }
        least
    };
    let value = |bits| T::of_bits(sign | bits);
    let (least, end) = if sign == 0 {
        (first(&|bits| has_begun(value(bits))), first(&|bits| !goes_on(value(bits))))
    } else {
        (first(&|bits| goes_on(value(bits))), first(&|bits| !has_begun(value(bits))))
    };
    (least < end).then(|| (least, end - 1))
}

macro_rules! ranges {
    ($($range:ident)*) => {$(
        ranges!(@ $range f32);
        ranges!(@ $range f64);
    )*};
    (@ $range:ident $float:ident) => {
        /// The values that the range contains, with the sizes that they have in their type: both
        /// zeros or none, an infinity if no bound is on its side, no NaN.
        impl IntoSpace<$float> for $range<$float> {
            #[inline]
            fn into_space(self) -> Space<$float> {
                within(&self)
            }
        }
    };
}

ranges!(Range RangeInclusive RangeFrom RangeTo RangeToInclusive);

#[cfg(test)]
mod tests;
