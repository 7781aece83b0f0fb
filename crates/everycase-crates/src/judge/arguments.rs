//! Demands in the arguments of an expression.

use crate::expression::{Expression, WIDTHS, kind};

/// A number with more bits than this may ask for long work, such as its square.
pub(super) const LONG: u32 = 10;

/// Returns whether an expression has a number for which long work, or much memory, is expected.
pub(crate) fn has_large(expression: &Expression) -> bool {
    has_number(expression, 16)
}

/// Returns whether an expression has a number of more than some bits, or a floating-point number.
pub(super) fn has_number(expression: &Expression, bits_of_small: u32) -> bool {
    let is_large = match expression {
        Expression::Number(0..=5, bits) => *bits >= 1 << bits_of_small,
        Expression::Number(own @ 6..=11, bits) => {
            let width = WIDTHS[usize::from(*own)];
            bits.leading_zeros() < 128 - bits_of_small && bits >> (width - 1) & 1 == 0
                || width > bits_of_small && bits >> (width - 1) & 1 == 1
        }
        Expression::Number(kind::F32 | kind::F64, _) => true,
        _ => false,
    };
    is_large || expression.parts().iter().any(|own| has_number(own, bits_of_small))
}

/// Returns whether an expression has a `usize` that is larger than any amount of memory.
pub(super) fn has_amount(expression: &Expression) -> bool {
    /// The number of `usize` among the kinds of numbers.
    const USIZE: u8 = 5;
    matches!(expression, Expression::Number(USIZE, bits) if *bits >= 1 << 40)
        || expression.parts().iter().any(|own| has_amount(own))
}

/// Returns whether an expression has a text or bytes, from which a crate may read an amount.
pub(super) fn has_input(expression: &Expression) -> bool {
    matches!(expression, Expression::Text(_) | Expression::Bytes(_))
        || expression.parts().iter().any(|own| has_input(own))
}
