//! Exactly uniform sampling of a size, in constant memory.
//!
//! Each decision is drawn with its share of the values below it. A draw is a real number with
//! 64-bit digits, drawn on demand. The first digit decides unless it equals the first digit of a
//! boundary between two options. Then further digits are drawn until the comparison with the exact
//! boundary, a quotient of two counts, is decided. So every option has exactly its share, and big
//! numbers are needed once in 2^64 decisions.

use std::cmp::Ordering;

use rand_core::Rng;

use super::automaton::{Automaton, Choice, Mode, Pick, Place, Split};
use crate::derivation::Derivation;
use crate::grammar::Leaf;
use crate::grammar::limbs;
use crate::sorted::sort_by;

/// Draws derivations.
#[derive(Clone)]
pub(crate) struct Sampler {
    pub(crate) derivation: Derivation,
    automaton: Automaton<ByShare>,
}

impl Sampler {
    pub(crate) fn new(derivation: Derivation) -> Self {
        Self { derivation, automaton: Automaton::default() }
    }

    /// Draws a value of this size. There must be one, and the tables must cover the size.
    #[inline]
    pub(crate) fn draw<R: Rng + ?Sized>(&mut self, size: u32, rng: &mut R) {
        let Self { derivation, automaton } = self;
        let place = automaton.start(derivation, size);
        automaton.fill(derivation, place, &mut Draw { rng });
    }
}

/// The most likely options first: most draws end with the first few.
#[derive(Clone, Default)]
struct ByShare;

/// The interval of an option, when the options of a state divide the numbers from 0 to 1.
#[derive(Clone, Copy, Default)]
struct Share {
    /// The first digit, in base 2^64, of its upper end; all ones for the last option.
    bound: u64,
    /// The entry of Chen and Asau's guide table for this option's index: divide the interval from 0
    /// to 1 into as many equal parts as there are options; this is the option in which the part
    /// with this index begins. A search from there takes less than two steps on average.
    guide: u32,
}

impl Mode for ByShare {
    type Note = Share;

    fn arrange<T>(options: Vec<T>, weigh: impl Fn(&T) -> Vec<u64>) -> impl Iterator<Item = (T, Share)> {
        let mut weighed: Vec<(Vec<u64>, T)> =
            options.into_iter().map(|option| (weigh(&option), option)).collect();
        sort_by(&mut weighed, |(a, _), (b, _)| limbs::compare(b, a));
        let total = weighed.iter().map(|(weight, _)| weight).fold(Vec::new(), added);
        let (mut sum, last) = (Vec::new(), weighed.len() - 1);
        let mut bounds: Vec<u64> = Vec::with_capacity(weighed.len());
        for (weight, _) in &weighed[..last] {
            limbs::add(&mut sum, weight);
            bounds.push(next_digit(&sum, &total).0);
        }
        bounds.push(u64::MAX);
        let (mut guide, parts) = (0, bounds.len() as u128);
        weighed.into_iter().enumerate().map(move |(part, (_, option))| {
            let begin = ((part as u128) << 64).div_ceil(parts) as u64;
            while bounds[guide] < begin {
                guide += 1;
            }
            (option, Share { bound: bounds[part], guide: guide as u32 })
        })
    }
}

fn added(mut sum: Vec<u64>, weight: impl AsRef<[u64]>) -> Vec<u64> {
    limbs::add(&mut sum, weight.as_ref());
    sum
}

struct Draw<'r, R: ?Sized> {
    rng: &'r mut R,
}

impl<R: Rng + ?Sized> Pick<Share> for Draw<'_, R> {
    #[inline]
    fn derivation(&mut self, _: impl FnOnce() -> Place, count: usize) -> Option<usize> {
        Some(below_u64(count as u64, self.rng) as usize)
    }

    #[inline]
    fn choice(
        &mut self,
        _: impl FnOnce() -> Place,
        options: &[Choice<Share>],
        weigh: impl Fn(&Choice<Share>) -> Vec<u64>,
    ) -> usize {
        choose(options, |choice| choice.note, self.rng, weigh)
    }

    #[inline]
    fn split(
        &mut self,
        _: impl FnOnce() -> Place,
        options: &[Split<Share>],
        weigh: impl Fn(&Split<Share>) -> Vec<u64>,
    ) -> usize {
        choose(options, |split| split.note, self.rng, weigh)
    }

    #[inline]
    fn leaf(&mut self, _: impl FnOnce() -> Place, leaf: &Leaf, size: u32) -> u128 {
        leaf.nth(size, below(leaf.count(size), self.rng)).unwrap_or(0)
    }
}

/// Returns one of the options of a decision, of which there is at least one.
#[inline]
fn choose<T, R: Rng + ?Sized>(
    options: &[T],
    share: impl Fn(&T) -> Share,
    rng: &mut R,
    weigh: impl Fn(&T) -> Vec<u64>,
) -> usize {
    let last = options.len() - 1;
    if last == 0 {
        return 0;
    }
    let digit = rng.next_u64();
    let near = last.min(NEAR);
    let mut i = options[..near].iter().position(|option| digit <= share(option).bound).unwrap_or(near);
    if i == NEAR {
        let part = ((u128::from(digit) * options.len() as u128) >> 64) as usize;
        i = share(&options[part]).guide as usize;
        while share(&options[i]).bound < digit {
            i += 1;
        }
    }
    if i < last && share(&options[i]).bound == digit {
        settle(options, share, i, digit, rng, weigh)
    } else {
        i
    }
}

/// The number of options tried one after the other before using the guide.
const NEAR: usize = 4;

/// Returns the option of a draw whose first digit equals the first digit of the `i`-th boundary.
#[cold]
fn settle<T, R: Rng + ?Sized>(
    options: &[T],
    share: impl Fn(&T) -> Share,
    mut i: usize,
    digit: u64,
    rng: &mut R,
    weigh: impl Fn(&T) -> Vec<u64>,
) -> usize {
    let sum = |options: &[T]| options.iter().map(&weigh).fold(Vec::new(), added);
    let total = sum(options);
    let mut digits = Vec::new();
    while i + 1 < options.len() && share(&options[i]).bound == digit {
        if draws_below(&sum(&options[..=i]), &total, &mut digits, rng) {
            break;
        }
        i += 1;
    }
    i
}

/// Returns whether a draw whose first digit ties is below `part / whole`. `digits` are its further
/// digits, drawn on demand.
fn draws_below<R: Rng + ?Sized>(part: &[u64], whole: &[u64], digits: &mut Vec<u64>, rng: &mut R) -> bool {
    let (_, mut rest) = next_digit(part, whole);
    for i in 0.. {
        if rest.is_empty() {
            // The boundary has no further digits, so the draw is not below it.
            return false;
        }
        if digits.len() == i {
            digits.push(rng.next_u64());
        }
        let (bound, after) = next_digit(&rest, whole);
        match digits[i].cmp(&bound) {
            Ordering::Less => return true,
            Ordering::Greater => return false,
            Ordering::Equal => rest = after,
        }
    }
    false
}

/// Returns the first digit of `part / whole` in base 2^64, and the numerator of the remainder;
/// `part < whole`.
fn next_digit(part: &[u64], whole: &[u64]) -> (u64, Vec<u64>) {
    let mut shifted = Vec::with_capacity(part.len() + 1);
    shifted.push(0);
    shifted.extend_from_slice(part);
    shifted.truncate(limbs::trimmed(&shifted).len());
    let rest = limbs::divide(&mut shifted, whole);
    (shifted.first().copied().unwrap_or(0), rest)
}

/// Returns a uniform number below `n`; 0 when `n` is 0.
pub fn below<R: Rng + ?Sized>(n: u128, rng: &mut R) -> u128 {
    if let Ok(n) = u64::try_from(n) {
        return u128::from(below_u64(n, rng));
    }
    let spare = n.leading_zeros();
    loop {
        let draw = (u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64())) >> spare;
        if draw < n {
            return draw;
        }
    }
}

/// Multiplies and takes the high word. Low words that would make some results more likely are drawn
/// again.
fn below_u64<R: Rng + ?Sized>(n: u64, rng: &mut R) -> u64 {
    if n <= 1 {
        return 0;
    }
    loop {
        let wide = u128::from(rng.next_u64()) * u128::from(n);
        if wide as u64 >= n || wide as u64 >= n.wrapping_neg() % n {
            return (wide >> 64) as u64;
        }
    }
}

/// Returns a uniform natural below `n`, which is not zero.
pub(crate) fn below_natural<R: Rng + ?Sized>(n: &[u64], rng: &mut R) -> Vec<u64> {
    let Some(&top) = n.last() else {
        return Vec::new();
    };
    loop {
        let mut draw: Vec<u64> = n.iter().map(|_| rng.next_u64()).collect();
        if let Some(last) = draw.last_mut() {
            *last >>= top.leading_zeros();
        }
        if draw.iter().rev().lt(n.iter().rev()) {
            draw.truncate(limbs::trimmed(&draw).len());
            return draw;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the given digits, then zeros.
    struct Script(Vec<u64>);

    impl rand_core::TryRng for Script {
        type Error = std::convert::Infallible;
        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            self.try_next_u64().map(|digit| digit as u32)
        }
        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            Ok(if self.0.is_empty() { 0 } else { self.0.remove(0) })
        }
        fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
            Ok(())
        }
    }

    fn choose(weights: &[Vec<u64>], digits: &[u64]) -> usize {
        let weigh = |i: usize| weights[i].clone();
        let options: Vec<_> = ByShare::arrange((0..weights.len()).collect(), |&i| weigh(i)).collect();
        let i = super::choose(
            &options,
            |option| option.1,
            &mut Script(digits.to_vec()),
            |option| weigh(option.0),
        );
        options[i].0
    }

    #[test]
    fn a_draw_that_ties_with_a_boundary_is_settled_by_further_digits() {
        // A third is 0.5555... in base 2^64 with 5555... = u64::MAX / 3 in every digit.
        let third = u64::MAX / 3;
        let weights = [vec![1], vec![1], vec![1]];
        assert_eq!(choose(&weights, &[third - 1]), 0);
        assert_eq!(choose(&weights, &[third + 1]), 1);
        assert_eq!(choose(&weights, &[third, third - 1]), 0);
        assert_eq!(choose(&weights, &[third, third + 1]), 1);
        assert_eq!(choose(&weights, &[third, third, third, third + 1]), 1);
        assert_eq!(choose(&weights, &[2 * third, 2 * third, 2 * third + 1]), 2);
        // A half has only one digit, and a draw of exactly a half is above it.
        let halves = [vec![1], vec![1]];
        assert_eq!(choose(&halves, &[1 << 63]), 1);
        assert_eq!(choose(&halves, &[(1 << 63) - 1, u64::MAX]), 0);
    }

    #[test]
    fn options_too_small_for_one_digit_are_still_reached() {
        // Shares of 2^80 - 2, 1 and 1 in 2^80: both boundaries begin with the digit u64::MAX.
        let weights = [vec![u64::MAX - 1, 0xFFFF], vec![1], vec![1]];
        let step = 1 << 48;
        assert_eq!(choose(&weights, &[u64::MAX - 1]), 0);
        assert_eq!(choose(&weights, &[u64::MAX, 0]), 0);
        assert_eq!(choose(&weights, &[u64::MAX, u64::MAX - 2 * step]), 0);
        assert_eq!(choose(&weights, &[u64::MAX, u64::MAX - 2 * step + 1]), 1);
        assert_eq!(choose(&weights, &[u64::MAX, u64::MAX - step]), 1);
        assert_eq!(choose(&weights, &[u64::MAX, u64::MAX - step + 1]), 2);
        assert_eq!(choose(&weights, &[u64::MAX, u64::MAX]), 2);
    }

    #[test]
    fn numbers_below_a_bound_are_evenly_drawn() {
        use rand_core::SeedableRng;
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(5);
        let mut seen = [0u32; 7];
        for _ in 0..70_000 {
            seen[below(7, &mut rng) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (9_600..10_400).contains(&n)), "{seen:?}");
        let n = [3, 0, 1 << 40];
        for _ in 0..1000 {
            assert_eq!(limbs::compare(&below_natural(&n, &mut rng), &n), Ordering::Less);
            assert!(below(1 << 100, &mut rng) < 1 << 100);
        }
    }
}
