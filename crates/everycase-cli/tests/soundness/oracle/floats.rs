//! Floats by size, as the docs of `Enumerable` have it: *m* * 2^*e* with an odd *m* has the bits of both.

use super::values::bits;

/// The bits of the smallest NaN: it is positive and quiet, and has no payload.
const NAN: u64 = 0x7FF8 << 48;

pub(crate) fn size(float: f64) -> u32 {
    if float.is_nan() {
        let payload = float.to_bits() & ((1 << 51) - 1);
        return if float.to_bits() == NAN { 6 } else { 7 + bits(payload.into()) };
    }
    if float.is_infinite() {
        return 5;
    }
    if float == 0.0 {
        return if float.is_sign_negative() { 4 } else { 0 };
    }
    let word = float.to_bits();
    let (exponent, fraction) = ((word >> 52) & 0x7FF, word & ((1 << 52) - 1));
    let (magnitude, exponent) =
        if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent.cast_signed() - 1075) };
    let zeros = magnitude.trailing_zeros();
    bits((magnitude >> zeros).into()) + bits((exponent + i64::from(zeros)).unsigned_abs().into())
}

/// All floats of a size, if it is a small one.
pub(crate) fn of_size(size: u32) -> Vec<f64> {
    let mut all = match size {
        0 => vec![0.0],
        4 => vec![-0.0],
        5 => vec![f64::INFINITY, f64::NEG_INFINITY],
        6 => vec![f64::from_bits(NAN)],
        7 => vec![f64::from_bits(NAN | 1 << 63)],
        _ => vec![],
    };
    // Other NaNs have a payload, either sign, and are quiet or signaling.
    if let Some(bits) = size.min(7 + SMALL).checked_sub(8) {
        let nans = (1_u64 << bits..2 << bits)
            .flat_map(|payload| [0x7FF0, 0x7FF8, 0xFFF0, 0xFFF8].map(|word| word << 48 | payload));
        all.extend(nans.map(f64::from_bits));
    }
    for bits in 1..=size.min(SMALL) {
        let odd = (1_u32 << (bits - 1)..1 << bits).filter(|magnitude| magnitude % 2 == 1);
        let least = if bits == size { 0 } else { 1_i32 << (size - bits - 1) };
        for magnitude in odd {
            for exponent in least..(least * 2).max(1) {
                let signs = [1.0, -1.0];
                let exponents = [exponent, -exponent].into_iter().take(if exponent == 0 { 1 } else { 2 });
                all.extend(
                    exponents.flat_map(|e| signs.map(|sign| sign * f64::from(magnitude) * 2.0_f64.powi(e))),
                );
            }
        }
    }
    all
}

/// Floats of larger sizes are not counted: some of their exponents are too large.
const SMALL: u32 = 8;

pub(crate) fn count(size: u32) -> Option<u128> {
    (size <= SMALL).then(|| of_size(size).len() as u128)
}
