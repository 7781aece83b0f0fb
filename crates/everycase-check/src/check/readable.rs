//! Counterexamples that people read more easily.
//!
//! The smallest failing input often has control characters, and floating-point numbers of one bit
//! and many decimal digits. Once it is known, letters and numbers with fewer digits take their
//! place wherever the property still fails in the same way. The claim that no smaller input fails
//! is about the input before this replacement.

use std::ops::ControlFlow;

use everycase_kernel::{At, Derivation};

use super::result::{Counterexample, Readability};
use super::shrink::{Fails, Reduce, Shrinking, Stage};
use super::streams::Check;
use crate::mixture::{Floats, Neighbour};
use crate::names;
use crate::run::error::CheckError;
use crate::system::miri::Instant;

/// What stands in a counterexample for readability.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readable {
    /// Letters in place of other characters.
    Letters,
    /// Floating-point numbers with fewer digits.
    Digits,
    /// Both.
    LettersAndDigits,
}

names! { Readable:
    Letters = "letters",
    Digits = "fewer digits",
    LettersAndDigits = "letters and fewer digits",
}

/// A number with more decimal digits is replaced by one with fewer.
const DIGITS: u32 = 4;

impl Check<'_> {
    /// Replaces characters by letters, and floating-point numbers by ones with fewer digits, as
    /// long as the property fails in the same way.
    pub(super) fn make_readable(
        &mut self,
        found: &mut Counterexample,
        shrinking: &mut Shrinking,
    ) -> Result<(), CheckError> {
        let size = found.input.size();
        let bound = self.plan.budget.size.unwrap_or(u32::MAX);
        let stage = Stage { end: shrinking.end, runs: u64::MAX };
        if Instant::now() > stage.end {
            return Ok(());
        }
        let mut change = |reduce: Reduce<'_>| {
            let before = found.input.words();
            self.reduce(found, shrinking, stage, reduce)?;
            Ok::<bool, CheckError>(found.input.words() != before)
        };
        let letters = change(&|all, input, fails| all.with_letters(input, within(bound, fails)))?;
        let digits = change(&|all, input, fails| all.with_words(input, fewer_digits, within(bound, fails)))?;
        let shown = match (letters, digits) {
            (false, false) => return Ok(()),
            (true, false) => Readable::Letters,
            (false, true) => Readable::Digits,
            (true, true) => Readable::LettersAndDigits,
        };
        found.readable = Some(Readability { shown, size });
        Ok(())
    }
}

/// Returns the function that runs no input above a size: the bound of a run bounds what it shows.
fn within(bound: u32, fails: &mut Fails<'_>) -> impl FnMut(&Derivation) -> ControlFlow<(), bool> {
    move |input| if input.size() <= bound { fails(input) } else { ControlFlow::Continue(false) }
}

/// Returns the size of an input without its characters and floating-point numbers, which may be
/// larger than necessary.
pub(super) fn size_of_structure(input: &Derivation) -> u32 {
    input.size_without(|at| at.character().is_some() || at.payload::<Floats>().is_some())
}

/// Returns the words of numbers near a floating-point number of many digits, the numbers of the
/// fewest digits first.
fn fewer_digits(at: At<'_>) -> Vec<Vec<u64>> {
    let Some(floats) = at.payload::<Floats>() else { return Vec::new() };
    let words = |number: f64| {
        let written = floats.write(number, Neighbour::Itself)?;
        Some([written.alternative as u64].into_iter().chain(written.fields).collect::<Vec<u64>>())
    };
    let number = floats.read(at);
    let own = words(number);
    let mut all = Vec::new();
    for digits in 1..=f64::DIGITS {
        let near = with_digits(number, digits);
        let is_same = near.iter().any(|&near| words(near) == own);
        if is_same && digits <= DIGITS {
            return Vec::new();
        }
        if is_same {
            break;
        }
        all.extend(near.into_iter().filter_map(words));
    }
    all
}

/// Returns the numbers with `digits` significant decimal digits on both sides of a number, the
/// nearest one first.
fn with_digits(number: f64, digits: u32) -> Vec<f64> {
    let text = format!("{number:.*e}", digits as usize - 1);
    let (Some((mantissa, exponent)), Ok(nearest)) = (text.split_once('e'), text.parse::<f64>()) else {
        return Vec::new();
    };
    let exponent = exponent.parse::<i64>().unwrap_or_default() - i64::from(digits - 1);
    let whole = mantissa.replace('.', "").parse::<i64>().unwrap_or_default();
    let (sign, whole) = (whole.signum(), whole.abs());
    let other = match nearest.abs() > number.abs() {
        false => format!("{}e{exponent}", sign * (whole + 1)),
        // Below a power of ten the digits are finer.
        true if whole == 10i64.pow(digits - 1) => {
            format!("{}e{}", sign * (10 * whole - 1), exponent - 1)
        }
        true => format!("{}e{exponent}", sign * (whole - 1)),
    };
    let other = other.parse::<f64>();
    let all = [nearest].into_iter().chain(other.ok());
    all.filter(|near| near.is_finite() && *near != 0.0).collect()
}

#[cfg(test)]
mod tests {
    use super::with_digits;

    #[test]
    fn the_nearest_numbers_of_few_digits_stand_on_both_sides() {
        for (number, digits, near) in [
            (9.860_761_315_262_648e-32, 1, [1e-31, 9e-32]),
            (9.860_761_315_262_648e-32, 2, [9.9e-32, 9.8e-32]),
            (-1234.5, 2, [-1200.0, -1300.0]),
            (16_777_217.0, 3, [16_800_000.0, 16_700_000.0]),
            (0.1, 1, [0.1, 0.2]),
        ] {
            assert_eq!(with_digits(number, digits), near, "{number:e}");
        }
        assert_eq!(with_digits(f64::MAX, 1), [1e308]);
        for other in [f64::NAN, f64::INFINITY, 0.0, -0.0] {
            assert_eq!(with_digits(other, 1), [0.0; 0]);
        }
    }
}
