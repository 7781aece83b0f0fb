//! `f32` and `f64`: all values, small ones first.
//!
//! A finite float other than 0 is ± *m* * 2^*e* with *m* odd in exactly one way; its size is the
//! bit length of *m* plus the bit length of *e*. So there is one alternative for each sign and each
//! length
//! *b* of *m*, with two ranges as fields: the bits of *m* without the last (which is 1), and *e*.
//! All *m* of one length cost the same. The exponents range from the exponent of the smallest
//! subnormal to the largest *e* for which *m* * 2^*e* is finite. Every such product is
//! representable, because
//! *m* has no more bits than a normal float and the product is a multiple of the smallest
//! subnormal.
//!
//! The other values are constants: 0.0 (size 0), -0.0 (4), infinity and -infinity (5), NaN (6), and
//! further NaNs: the one with a sign (7), and those with a payload, quiet and signaling, which cost
//! 7 plus its bit length. So each bit pattern is one value.

mod within;

use crate::space::Source;
use everycase_check::mixture::{FloatDecisions, Floats, Neighbour};
use everycase_kernel::{Alternative, At, EncodeError, Encoder, Key, Range, Shape};

use crate::space::Enumerable;
use crate::space::push;

const ZERO: usize = 0;
const NEGATIVE_ZERO: usize = 1;
const INFINITY: usize = 2;
const NEGATIVE_INFINITY: usize = 3;
/// The quiet NaN without sign and payload. The other NaNs follow the finite values.
const NAN: usize = 4;
/// Followed by two alternatives for each length of the odd factor: positive and negative.
const FINITE: usize = 5;

/// The first alternatives, with their costs.
const CONSTANTS: [(&str, u32); FINITE] =
    [("0.0", 0), ("-0.0", 4), ("INFINITY", 5), ("NEG_INFINITY", 5), ("NAN", 6)];

/// A binary floating point format.
#[derive(Clone, Copy)]
struct Format {
    /// Bits of a value.
    width: u32,
    /// Bits of the significand, including the hidden one.
    digits: u32,
    /// The exponent of the smallest subnormal.
    least: i32,
    /// Finite values are below 2 to this power.
    above: i32,
}

const SINGLE: Format =
    Format { width: 32, digits: f32::MANTISSA_DIGITS, least: f32::MIN_EXP - 24, above: f32::MAX_EXP };
const DOUBLE: Format =
    Format { width: 64, digits: f64::MANTISSA_DIGITS, least: f64::MIN_EXP - 53, above: f64::MAX_EXP };

/// The number `odd * 2^exponent`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Parts {
    odd: u64,
    exponent: i32,
}

impl Parts {
    #[inline]
    fn length(self) -> u32 {
        64 - self.odd.leading_zeros()
    }
}

impl Format {
    #[inline]
    fn shape(&self, floats: Floats) -> Shape {
        let constants = CONSTANTS.map(|(label, cost)| Alternative::new(label, []).pay(cost));
        let finite = (1..=self.digits).flat_map(|length| {
            let exponent = Range::of(i128::from(self.least), i128::from(self.above) - i128::from(length));
            let exponent = Shape::range(exponent);
            ["+", "-"].map(|sign| {
                // Without its last bit, the number has a length, and so a size, less by one.
                let before = match length {
                    1 => None,
                    _ => Some(Shape::range(Range::of(1 << (length - 2), (1 << (length - 1)) - 1))),
                };
                Alternative::new(sign, before.into_iter().chain([exponent.clone()])).pay(1)
            })
        });
        let payload = || Shape::range(Range::of(1, i128::from(self.quiet()) - 1));
        let nans = ["quiet", "-quiet", "signaling", "-signaling"];
        let nans = nans.map(|label| Alternative::new(label, [payload()]).pay(7));
        let nans = [Alternative::new("-NAN", []).pay(7)].into_iter().chain(nans);
        Shape::choice_with(constants.into_iter().chain(finite).chain(nans), floats)
    }

    /// Returns the first alternative after the finite values: the quiet NaN with a sign. Four with
    /// payloads follow.
    #[inline]
    fn nans(&self) -> usize {
        FINITE + 2 * self.digits as usize
    }

    /// Returns the bit of the sign.
    #[inline]
    fn sign(&self) -> u64 {
        1 << (self.width - 1)
    }

    /// Returns the bits of infinity. Those of NaNs are larger.
    #[inline]
    fn infinity(&self) -> u64 {
        self.sign() - (1 << (self.digits - 1))
    }

    /// Returns the bit that a quiet NaN has and a signaling one has not. The bits below are the
    /// payload.
    #[inline]
    fn quiet(&self) -> u64 {
        1 << (self.digits - 2)
    }

    /// Returns the bits of a NaN with the sign, the kind, and as much of the payload as a double.
    #[inline]
    fn nan(&self, double: f64) -> u64 {
        let bits = double.to_bits();
        let sign = if double.is_sign_negative() { self.sign() } else { 0 };
        let payload = bits & (self.quiet() - 1);
        // A signaling NaN without a payload would be infinity.
        let kind = if bits & DOUBLE.quiet() != 0 { self.quiet() | payload } else { payload.max(1) };
        sign | self.infinity() | kind
    }

    /// Returns the bits of the value at a position.
    #[inline]
    fn read(&self, at: At<'_>) -> u64 {
        self.value(at.alternative(), |i| at.field(i).bits())
    }

    /// Returns the bits of the value with an alternative and its fields.
    #[inline]
    fn value(&self, alternative: usize, field: impl Fn(usize) -> u64) -> u64 {
        let signed = |is_negative: bool, bits: u64| if is_negative { self.sign() | bits } else { bits };
        match alternative {
            zero @ (ZERO | NEGATIVE_ZERO) => signed(zero == NEGATIVE_ZERO, 0),
            infinity @ (INFINITY | NEGATIVE_INFINITY) => {
                signed(infinity == NEGATIVE_INFINITY, self.infinity())
            }
            NAN => self.infinity() | self.quiet(),
            finite if finite < self.nans() => {
                let (length, negative) = ((finite - FINITE) / 2 + 1, (finite - FINITE) % 2);
                let (odd, exponent) = match length {
                    1 => (1, field(0)),
                    _ => (field(0) << 1 | 1, field(1)),
                };
                let exponent = exponent.cast_signed() as i32;
                signed(negative == 1, self.join(Parts { odd, exponent }))
            }
            nan if nan == self.nans() => self.sign() | self.infinity() | self.quiet(),
            nan => {
                let (signaling, negative) = ((nan - self.nans() - 1) / 2, (nan - self.nans() - 1) % 2);
                let kind = if signaling == 1 { 0 } else { self.quiet() };
                signed(negative == 1, self.infinity() | kind | field(0))
            }
        }
    }

    /// Returns the bits of a positive finite value.
    #[inline]
    fn join(&self, parts: Parts) -> u64 {
        let fraction_bits = self.digits - 1;
        let top = parts.exponent + parts.length().cast_signed() - 1;
        let least_normal = self.least + fraction_bits.cast_signed();
        if top < least_normal {
            return parts.odd << (parts.exponent - self.least);
        }
        let significand = parts.odd << (self.digits - parts.length());
        let biased = u64::from((top - least_normal + 1).cast_unsigned());
        (biased << fraction_bits) | (significand & !(1 << fraction_bits))
    }

    /// Returns the decisions of a value from its bits.
    #[inline]
    fn write(&self, bits: u64) -> FloatDecisions {
        let negative = usize::from(bits & self.sign() != 0);
        let magnitude = bits & (self.sign() - 1);
        let constant = |alternative| FloatDecisions { alternative, fields: Vec::new() };
        if magnitude == 0 {
            return constant(ZERO + negative);
        }
        if magnitude < self.infinity() {
            let parts = self.split(magnitude);
            let length = parts.length() as usize;
            let before = (length > 1).then_some(parts.odd >> 1);
            let exponent = i64::from(parts.exponent).cast_unsigned();
            return FloatDecisions {
                alternative: FINITE + 2 * (length - 1) + negative,
                fields: before.into_iter().chain([exponent]).collect(),
            };
        }
        let (is_quiet, payload) = (magnitude & self.quiet() != 0, magnitude & (self.quiet() - 1));
        match (is_quiet, payload) {
            (false, 0) => constant(INFINITY + negative),
            (true, 0) => constant(if negative == 0 { NAN } else { self.nans() }),
            (_, payload) => {
                let kind = self.nans() + 1 + 2 * usize::from(!is_quiet);
                FloatDecisions { alternative: kind + negative, fields: vec![payload] }
            }
        }
    }

    /// Returns the parts of a positive finite nonzero value from its bits.
    #[inline]
    fn split(&self, bits: u64) -> Parts {
        let fraction_bits = self.digits - 1;
        let biased = (bits >> fraction_bits) as i32;
        let fraction = bits & ((1 << fraction_bits) - 1);
        let significand = if biased == 0 { fraction } else { fraction | 1 << fraction_bits };
        let shift = significand.trailing_zeros();
        Parts { odd: significand >> shift, exponent: self.least + (biased - 1).max(0) + shift.cast_signed() }
    }
}

/// A floating-point type.
trait Float: Copy + PartialOrd + Into<f64> + Send + Sync + 'static {
    const FORMAT: Format;

    fn bits(self) -> u64;
    fn of_bits(bits: u64) -> Self;

    /// Returns the bits of the value that is nearest to a number, or of its neighbour.
    fn nearest(number: f64, neighbour: Neighbour) -> u64;

    /// Appends the value as Rust source.
    fn write_source(self, out: &mut Source);
}

macro_rules! floats {
    ($($ty:ident, $bits:ty, $format:expr;)*) => {$(
        impl Enumerable for $ty {
            #[inline]
            fn shape() -> Shape {
                let write = |number, neighbour| Some($format.write(Self::nearest(number, neighbour)));
                let floats = move || Floats::new(write, |at| Self::decode(at).into(), None);
                Shape::named(Key::of::<Self>(), move || $format.shape(floats()))
            }

            #[inline]
            fn decode(at: At<'_>) -> Self {
                Self::of_bits($format.read(at))
            }

            #[inline]
            fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
                let FloatDecisions { alternative, fields } = $format.write(self.bits());
                to.alternative(alternative)?;
                fields.into_iter().try_for_each(|field| to.bits(field))
            }

            #[inline]
            fn source(at: At<'_>, out: &mut Source) {
                Self::decode(at).write_source(out);
            }
        }

        impl Float for $ty {
            const FORMAT: Format = $format;

            #[inline]
            fn bits(self) -> u64 {
                self.to_bits().into()
            }

            #[inline]
            fn of_bits(bits: u64) -> Self {
                Self::from_bits(bits as $bits)
            }

            #[inline]
            fn nearest(number: f64, neighbour: Neighbour) -> u64 {
                // `as` rounds to the nearest value of the type, and makes any NaN of a NaN.
                let value = number as Self;
                let value = match neighbour {
                    _ if number.is_nan() => return $format.nan(number),
                    Neighbour::Itself => value,
                    Neighbour::Up => value.next_up(),
                    Neighbour::Down => value.next_down(),
                };
                value.bits()
            }

            #[inline]
            fn write_source(self, out: &mut Source) {
                match self {
                    nan if nan.is_nan() && $format.write(nan.bits()).alternative == NAN => {
                        out.push_str(concat!(stringify!($ty), "::NAN"));
                    }
                    nan if nan.is_nan() => {
                        push(out, format_args!("{}::from_bits({:#x})", stringify!($ty), nan.to_bits()));
                    }
                    Self::INFINITY => out.push_str(concat!(stringify!($ty), "::INFINITY")),
                    Self::NEG_INFINITY => out.push_str(concat!(stringify!($ty), "::NEG_INFINITY")),
                    finite => push(out, format_args!("{finite:?}")),
                }
            }
        }
    )*};
}

floats! {
    f32, u32, SINGLE;
    f64, u64, DOUBLE;
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use everycase_check::mixture::{Constant, Constants};
    use everycase_kernel::Derivations;

    use super::{DOUBLE, Format, Parts, SINGLE};
    use crate::impls::testing::drawn;
    use crate::space::Enumerable;

    #[test]
    fn constants_of_the_code_are_drawn_with_their_neighbours_and_negatives() {
        let constants = || Constants::new([], []).with_floats([0.1, 2.5e-3, 0.5, f64::NAN]);
        let doubles: HashSet<u64> =
            drawn::<Vec<f64>>(13, constants()).take(2_000).flatten().map(f64::to_bits).collect();
        let singles: HashSet<u32> =
            drawn::<Vec<f32>>(13, constants()).take(2_000).flatten().map(f32::to_bits).collect();
        for constant in [0.1f64, 2.5e-3, 0.5, -0.1, -2.5e-3, -0.5] {
            for wanted in [constant, constant.next_up(), constant.next_down()] {
                assert!(doubles.contains(&wanted.to_bits()), "{wanted:?}");
            }
            let constant = constant as f32;
            for wanted in [constant, constant.next_up(), constant.next_down()] {
                assert!(singles.contains(&wanted.to_bits()), "{wanted:?}");
            }
        }
        // A single number is a constant in about one draw of twelve.
        let is_it = |number: f64| number.abs().to_bits() == 2.5e-3_f64.to_bits();
        let hits = drawn::<f64>(3, constants()).take(3_000).filter(|number| is_it(*number)).count();
        assert!((30..150).contains(&hits), "{hits}");
        let hits = drawn::<f64>(3, Constants::default()).take(3_000).filter(|number| is_it(*number)).count();
        assert_eq!(hits, 0);
    }

    #[test]
    fn special_values_are_drawn_whatever_the_code_has() {
        let doubles: Vec<f64> = drawn::<f64>(3, Constants::default()).take(3_000).collect();
        let singles: Vec<f32> = drawn::<f32>(3, Constants::default()).take(3_000).collect();
        let is_seen = |wanted: f64| doubles.iter().any(|number| number.to_bits() == wanted.to_bits());
        for wanted in [f64::INFINITY, f64::NEG_INFINITY, -0.0, 0.1, f64::MAX, f64::MIN, f64::MIN_POSITIVE] {
            assert!(is_seen(wanted), "{wanted:?}");
        }
        let nans = doubles.iter().filter(|number| number.is_nan()).count();
        assert!((10..150).contains(&nans), "{nans}");
        assert!(singles.iter().any(|number| number.is_nan()) && singles.contains(&f32::MAX));
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "copies are equal")]
    fn two_numbers_of_an_input_are_equal_or_neighbours() {
        let pairs: Vec<(f64, f64)> = drawn(6, Constants::default()).take(3_000).collect();
        let count = |is: fn(f64, f64) -> bool| pairs.iter().filter(|(x, y)| is(*x, *y)).count();
        let up = count(|x, y| x != 0.0 && y == x.next_up());
        let down = count(|x, y| x != 0.0 && y == x.next_down());
        let equal = count(|x, y| x.to_bits() == y.to_bits() && x != 0.0);
        let opposite = count(|x, y| x == -y && x != 0.0);
        for (what, seen) in [("up", up), ("down", down), ("equal", equal), ("opposite", opposite)] {
            assert!(seen > 15, "{what}: {seen}");
        }
        // Those of different types, too.
        let mixed: Vec<(f32, f64)> = drawn(6, Constants::default()).take(3_000).collect();
        let equal = mixed.iter().filter(|(x, y)| f64::from(*x) == *y && *x != 0.0).count();
        assert!(equal > 15, "{equal}");
        let lists = drawn::<Vec<f64>>(17, Constants::default()).take(1_000);
        let near = lists.filter(|list| list.iter().any(|x| *x != 0.0 && list.contains(&x.next_up()))).count();
        assert!(near > 50, "{near}");
    }

    #[test]
    fn nans_are_drawn_with_both_signs_and_payloads_of_both_kinds() {
        let doubles: HashSet<u64> = drawn::<Vec<f64>>(20, Constants::default())
            .take(20_000)
            .flatten()
            .filter(|number| number.is_nan())
            .map(f64::to_bits)
            .collect();
        let singles: HashSet<u32> = drawn::<Vec<f32>>(20, Constants::default())
            .take(20_000)
            .flatten()
            .filter(|number| number.is_nan())
            .map(f32::to_bits)
            .collect();
        for wanted in [f64::NAN.to_bits(), 0x7FF8_0000_0000_0001, 0x7FF0_0000_0000_0001, u64::MAX >> 1] {
            assert!(doubles.contains(&wanted) && doubles.contains(&(wanted | 1 << 63)), "{doubles:x?}");
        }
        for wanted in [f32::NAN.to_bits(), 0x7FC0_0001, 0x7F80_0001, u32::MAX >> 1] {
            assert!(singles.contains(&wanted) && singles.contains(&(wanted | 1 << 31)), "{singles:x?}");
        }
    }

    #[test]
    fn draws_with_constants_are_values_in_small_structures_whose_grammar_is_not_complete() {
        for size in [1, 3, 4, 5, 6, 7, 8] {
            let constants = Constants::new([], []).with_floats([0.1, 0.5, 0.0]);
            assert_eq!(drawn::<(Option<f64>, f32)>(size, constants).take(300).count(), 300);
        }
    }

    #[test]
    fn an_input_tells_which_floating_point_constants_it_has() {
        let constants = Constants::new([3], []).with_floats([0.1, 1.5, 1000.0, -1e300]);
        let space = Derivations::new(Vec::<f64>::shape());
        let within = |list: Vec<f64>| constants.within(&space.encode(|to| list.encode(to)).unwrap());
        assert_eq!(within(vec![0.1, 1.5, 7.0, 0.1]), [Constant::Float(0.1)]);
        assert_eq!(within(vec![1000.0, 1e300, -1e300]), [Constant::Float(1000.0), Constant::Float(-1e300)]);
        assert_eq!(within(vec![1.5, f64::NAN, 6.0]), []);
    }

    #[test]
    fn join_inverts_split_on_every_exponent_of_both_formats() {
        let significands = [1, 3, 5, 0xAAAA_AAAB, 0x7F_FFFF, 0x1F_FFFF_FFFF_FFFF];
        for format in [SINGLE, DOUBLE] {
            let Format { digits, least, above, .. } = format;
            for odd in significands.map(|odd| odd & ((1 << digits) - 1) | 1) {
                let length = Parts { odd, exponent: 0 }.length().cast_signed();
                for exponent in least..=above - length {
                    let parts = Parts { odd, exponent };
                    assert_eq!(format.split(format.join(parts)), parts);
                }
            }
        }
    }

    #[test]
    fn parts_are_what_arithmetic_says() {
        for (value, odd, exponent) in [
            (1.0f64, 1, 0),
            (6.0, 3, 1),
            (0.15625, 5, -5),
            (5e-324, 1, -1074),
            (f64::MAX, (1 << 53) - 1, 971),
        ] {
            assert_eq!(DOUBLE.split(value.to_bits()), Parts { odd, exponent });
        }
        assert_eq!(SINGLE.split(u64::from(1e-45f32.to_bits())), Parts { odd: 1, exponent: -149 });
        assert_eq!(SINGLE.split(u64::from(f32::MAX.to_bits())), Parts { odd: (1 << 24) - 1, exponent: 104 });
    }
}
