//! Floating-point numbers, which are sums of several fields: how a constant of the code is written
//! there.

use everycase_kernel::template::{Sum, Template};
use everycase_kernel::{At, Rng};

use super::{below, one_of};

/// The payload of a sum whose derivations are the values of a floating-point type, for example
/// [`Shape::choice_with`](everycase_kernel::Shape::choice_with): how to write a number there, and
/// how to read one.
#[derive(Clone, Copy)]
pub struct Floats {
    /// Returns how the value of the type that is nearest to a number is written, or one of its
    /// neighbours.
    pub write: fn(f64, Neighbour) -> FloatDecisions,
    /// Returns the number at a position.
    pub read: fn(At<'_>) -> f64,
}

/// A value of a floating-point type, or the one next to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbour {
    /// The value itself.
    Itself,
    /// The next larger one.
    Up,
    /// The next smaller one.
    Down,
}

/// The decisions of a floating-point number: an alternative, and its fields, all of them ranges of
/// at most 64 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloatDecisions {
    /// The alternative.
    pub alternative: usize,
    /// The numbers of its fields.
    pub fields: Vec<u64>,
}

/// Values of which code takes little care, or that are not what they are written as.
const SPECIAL: [f64; 14] = [
    f64::NAN,
    f64::INFINITY,
    -0.0,
    0.1,
    0.5,
    1e16,
    f64::MAX,
    f64::MIN_POSITIVE,
    5e-324,
    f64::EPSILON,
    1.0 / 3.0,
    9_007_199_254_740_992.0,
    f32::MAX as f64,
    9_223_372_036_854_775_808.0,
];

/// The bits of NaNs with a payload: a quiet and a signaling one, and one with all bits.
const NANS: [u64; 3] = [0x7FF8_0000_0000_0001, 0x7FF0_0000_0000_0001, 0x7FFF_FFFF_FFFF_FFFF];

impl Floats {
    /// Draws a constant of the code or a special value, its negative, or a neighbour of one of
    /// them.
    fn draw<R: Rng + ?Sized>(self, constants: &[u64], rng: &mut R) -> Option<FloatDecisions> {
        let constant = match one_of(constants, rng) {
            Some(bits) if below(2, rng) == 0 => f64::from_bits(*bits),
            _ => *one_of(&SPECIAL, rng)?,
        };
        let constant = match constant {
            nan if nan.is_nan() && below(2, rng) == 0 => f64::from_bits(*one_of(&NANS, rng)?),
            other => other,
        };
        let number = if below(4, rng) == 0 { -constant } else { constant };
        let neighbour = match below(8, rng) {
            0 => Neighbour::Up,
            1 => Neighbour::Down,
            _ => Neighbour::Itself,
        };
        Some((self.write)(number, neighbour))
    }
}

/// Puts constants and special values in place of some floating-point numbers of an input. The
/// fields of the former numbers are not positions any longer.
///
/// A constant may have fewer or more fields than the number it replaces, so the size of the
/// structure may change.
pub(super) fn lay<R: Rng + ?Sized>(template: &mut Template, constants: &[u64], rng: &mut R) {
    /// The inverse of the probability that an input takes constants, and that one of its numbers
    /// does.
    const INPUTS: usize = 2;
    const NUMBERS: usize = 3;
    if template.sums::<Floats>().next().is_none() || below(INPUTS, rng) != 0 {
        return;
    }
    let numbers: Vec<(Sum, Floats)> = template.sums().map(|(sum, floats)| (sum, *floats)).collect();
    for (sum, floats) in numbers {
        if below(NUMBERS, rng) == 0
            && let Some(written) = floats.draw(constants, rng)
        {
            template.replace(sum, written.alternative, &written.fields);
        }
    }
}
