//! Floating-point numbers, which are sums of several fields: how a constant of the code is written
//! there.

use std::sync::Arc;

use everycase_kernel::template::{Sum, Template};
use everycase_kernel::{At, Rng};

use super::{below, one_of};

/// The payload of a sum whose derivations are values of a floating-point type, for example
/// [`Shape::choice_with`](everycase_kernel::Shape::choice_with): how to write a number there, and
/// how to read one.
#[derive(Clone)]
pub struct Floats {
    write: Arc<dyn Fn(f64, Neighbour) -> Option<FloatDecisions> + Send + Sync>,
    read: Arc<dyn Fn(At<'_>) -> f64 + Send + Sync>,
    /// Special values, each of which or its negative can be written.
    special: Arc<[f64]>,
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
const SPECIAL: [f64; 15] = [
    f64::NAN,
    f64::INFINITY,
    -0.0,
    1.0,
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
    /// Returns the payload with two functions. `write` returns how the value of the type that is
    /// nearest to a number is written, or one of its neighbours; `None` if the sum does not have
    /// this value. `read` returns the number at a position. If the sum has a range of the values,
    /// `ends` are the least and the greatest one: they are special values.
    pub fn new(
        write: impl Fn(f64, Neighbour) -> Option<FloatDecisions> + Send + Sync + 'static,
        read: impl Fn(At<'_>) -> f64 + Send + Sync + 'static,
        ends: Option<[f64; 2]>,
    ) -> Self {
        /// The number of copies of each end among the special values.
        const COPIES: usize = 3;
        let is_there = |number: &f64| {
            [*number, -number].into_iter().any(|number| write(number, Neighbour::Itself).is_some())
        };
        let ends = std::iter::repeat_n(ends, COPIES).flatten().flatten();
        let special = SPECIAL.into_iter().filter(is_there).chain(ends).collect();
        Self { write: Arc::new(write), read: Arc::new(read), special }
    }

    /// Returns how a number is written; `None` if the sum does not have it.
    pub fn write(&self, number: f64, neighbour: Neighbour) -> Option<FloatDecisions> {
        (self.write)(number, neighbour)
    }

    /// Returns the number at a position.
    pub fn read(&self, at: At<'_>) -> f64 {
        (self.read)(at)
    }

    /// Draws another number of the input, a constant of the code or a special value, its negative,
    /// or a neighbour of one of them. `None` if a few of these are not values of the sum.
    fn draw<R: Rng + ?Sized>(
        &self,
        others: &[f64],
        constants: &[u64],
        rng: &mut R,
    ) -> Option<FloatDecisions> {
        const TRIES: usize = 4;
        (0..TRIES).find_map(|_| {
            let other = if below(4, rng) == 0 { one_of(others, rng) } else { None };
            let (number, distance) = match other {
                // Two numbers of an input are often compared.
                Some(&other) => (other, below(4, rng)),
                None => (self.special(constants, rng)?, below(6, rng)),
            };
            let neighbour = match distance {
                0 => Neighbour::Up,
                1 => Neighbour::Down,
                _ => Neighbour::Itself,
            };
            let number = if below(4, rng) == 0 { -number } else { number };
            self.write(number, neighbour)
        })
    }

    /// Draws a constant of the code, a special value, or a power of two or ten.
    fn special<R: Rng + ?Sized>(&self, constants: &[u64], rng: &mut R) -> Option<f64> {
        let number = match one_of(constants, rng) {
            Some(bits) if below(2, rng) == 0 => f64::from_bits(*bits),
            _ if below(3, rng) == 0 => power(rng),
            _ => *one_of(&self.special, rng)?,
        };
        Some(match number {
            nan if nan.is_nan() && below(2, rng) == 0 => f64::from_bits(*one_of(&NANS, rng)?),
            other => other,
        })
    }
}

/// Draws a power of two or ten, mostly a small one, or its inverse.
fn power<R: Rng + ?Sized>(rng: &mut R) -> f64 {
    let (base, most) = if below(2, rng) == 0 { (2f64, [8u16, 8, 64, 1023]) } else { (10.0, [8, 8, 20, 308]) };
    let exponent = everycase_kernel::below(most[below(4, rng)].into(), rng) as i32 + 1;
    if below(4, rng) == 0 { base.powi(-exponent) } else { base.powi(exponent) }
}

/// Puts other numbers of the input, constants and special values in place of some floating-point
/// numbers of an input. The fields of the former numbers are not positions any longer.
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
    let read = |template: &Template, sum, floats: &Floats| template.at(sum).map(|at| floats.read(at));
    let of_number = |(sum, floats): (Sum, &Floats)| Some((sum, floats.clone(), read(template, sum, floats)?));
    let sums: Vec<(Sum, Floats, f64)> = template.sums().filter_map(of_number).collect();
    let mut numbers: Vec<f64> = sums.iter().map(|(.., number)| *number).collect();
    for (i, (sum, floats, _)) in sums.iter().enumerate() {
        if below(NUMBERS, rng) != 0 {
            continue;
        }
        // The number itself goes to the end, behind the others.
        let last = numbers.len() - 1;
        numbers.swap(i, last);
        if let Some(written) = floats.draw(&numbers[..last], constants, rng)
            && template.replace(*sum, written.alternative, &written.fields)
            && let Some(number) = read(template, *sum, floats)
        {
            numbers[last] = number;
        }
        numbers.swap(i, last);
    }
}
