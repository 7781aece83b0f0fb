//! Demanded shares: whether the inputs of a run reach them, and how sure that is.
//!
//! # What is decided
//!
//! A share is about the inputs that a run of this length makes and that pass, whichever stream
//! makes them. The inputs of a search are the same in every run, and the draws are independent of
//! each other. Input `i` belongs to the class with a probability `p_i`, which is 0 or 1 for an
//! input of a search. The share is the mean of all `p_i`.
//!
//! # The test
//!
//! Let a share of `r` be demanded. After `n` inputs, of which `k` belong, the evidence that the
//! share is lower is the likelihood of a lower share `q`, divided by the likelihood of `r`:
//! `(q/r)^k * ((1-q)/(1-r))^(n-k)`. If the share is `r` or more, its mean over all runs is at most
//! 1: each input multiplies it by `1 + (p_i - r) * c` on average, where `c` is negative, and the
//! product of such factors is largest if all `p_i` are equal. The same holds for the mean of the
//! evidence over several `q`. So it exceeds 10^9 in at most one of 10^9 runs (Markov). If all draws
//! have one distribution, that is true of all lengths of a run together (Ville), so the test is
//! sequential: it may be asked after any number of inputs, and more inputs decide more.
//!
//! For example, none of 350 inputs belongs, and 5 % is demanded. For a `q` close to 0 the evidence
//! is nearly `(1/0.95)^350`, about 6 * 10^7: undecided. After 430 inputs it is nearly 4 * 10^9, and
//! the mean over all `q` is above 10^9: missed.

#![expect(clippy::cast_precision_loss, reason = "counts far below 2^53")]

use std::iter;

use crate::names;

/// The logarithm of 10^9, the evidence that decides.
const SURE: f64 = 20.723_265_836_946_41;

/// The number of shares that are compared with the demanded one. Their odds differ from its odds by
/// factors of `e^(1/64)` to `e^64`, each exponent larger than the one before by a factor of the
/// square root of 2.
const COMPARED: usize = 25;
const NEAREST: f64 = 1.0 / 64.0;

/// A demanded share of inputs.
#[derive(Debug, Clone, PartialEq)]
pub struct Demand {
    /// The label.
    pub name: String,
    /// How many inputs have it.
    pub count: u64,
    /// How many inputs there are.
    pub of: u64,
    /// The least share demanded, in percent.
    pub required: f64,
    /// Whether it is reached.
    pub verdict: DemandVerdict,
}

/// Whether a demanded share is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DemandVerdict {
    /// It is.
    Reached,
    /// It is not.
    Missed,
    /// The inputs do not suffice to tell.
    Undecided,
}

names! { DemandVerdict:
    Reached = "reached",
    Missed = "missed",
    Undecided = "undecided",
}

impl DemandVerdict {
    /// Returns whether `count` of `of` inputs reach a share, in percent. If they are `all` inputs,
    /// that is known; otherwise a wrong answer has a probability of at most 10^-9.
    #[inline]
    pub fn of(count: u64, of: u64, required: f64, all: bool) -> DemandVerdict {
        let required = sane(required) / 100.0;
        let others = of.saturating_sub(count);
        match () {
            // Nothing can miss it.
            () if required <= 0.0 => DemandVerdict::Reached,
            () if of == 0 => DemandVerdict::Undecided,
            () if all && is_less(count, of, required) => DemandVerdict::Missed,
            () if all => DemandVerdict::Reached,
            () if is_surely_less(count, others, [required, 1.0 - required]) => DemandVerdict::Missed,
            () if is_surely_less(others, count, [1.0 - required, required]) => DemandVerdict::Reached,
            () => DemandVerdict::Undecided,
        }
    }
}

/// Limits a percentage to 0 to 100. NaN becomes 100, so that the mistake is noticed.
pub(crate) fn sane(percent: f64) -> f64 {
    if percent.is_nan() { 100.0 } else { percent.clamp(0.0, 100.0) }
}

/// Returns whether `count` is less than this share of `of`. A difference from rounding does not
/// count: 333 of 1,000 reach 33.3 %, and all of them reach 100 %.
fn is_less(count: u64, of: u64, share: f64) -> bool {
    count as f64 / (of as f64) + f64::EPSILON < share
}

/// Returns whether inputs, of which `hits` belong and `misses` do not, show that the share of those
/// that belong is lower than `share`; the others have the share `rest`.
fn is_surely_less(hits: u64, misses: u64, [share, rest]: [f64; 2]) -> bool {
    // An input that does not belong refutes a share of 1.
    if rest <= 0.0 {
        return misses > 0;
    }
    let odds = (share / rest).ln();
    let steps = iter::successors(Some(NEAREST), |step| Some(step * std::f64::consts::SQRT_2));
    let evidence = steps.take(COMPARED).map(|step| {
        let [lower, others] = [step - odds, odds - step].map(|exponent| 1.0 / (1.0 + exponent.exp()));
        power(lower / share, hits) + power(others / rest, misses)
    });
    let evidence: Vec<f64> = evidence.collect();
    let most = evidence.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mean = evidence.iter().map(|own| (own - most).exp()).sum::<f64>() / evidence.len() as f64;
    most + mean.ln() > SURE
}

/// Returns the logarithm of a power.
fn power(base: f64, exponent: u64) -> f64 {
    if exponent == 0 { 0.0 } else { exponent as f64 * base.ln() }
}

#[cfg(test)]
mod tests;
