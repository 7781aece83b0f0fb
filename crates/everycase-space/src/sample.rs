//! Exactly uniform sampling of a size, in constant memory.
//!
//! Every decision is drawn by its share of the values below it. A draw is a real number of as many 64-bit digits as
//! are needed: the first digit decides unless it equals that of a boundary between two options, and then further
//! digits are drawn until the comparison with the exact boundary, a fraction of two counts, is settled. So no
//! option is off by even the smallest amount, and big numbers are touched once in 2^64 decisions.

use std::cmp::Ordering;

use rand_core::Rng;

use crate::count::Tables;
use crate::derivation::Derivation;
use crate::descent::{Chosen, Decision, Descent, Guide, Place};
use crate::enumerate::leaf;
use crate::grammar::{NodeId, ProductId};
use crate::limbs;
use crate::options::Options;

/// Draws derivations; the boundaries between options are found once for each kind of decision and size.
#[derive(Clone)]
pub(crate) struct Sampler {
    pub(crate) derivation: Derivation,
    descent: Descent,
    shares: Shares,
}

#[derive(Clone, Default)]
struct Shares {
    alternatives: Options<Share<Chosen>>,
    splits: Options<Share<u32>>,
}

/// An option and the first 64 binary digits of the share of it and those before it; of the last option, which has
/// the rest, none.
#[derive(Clone, Copy)]
struct Share<T> {
    bound: u64,
    option: T,
}

impl Sampler {
    pub(crate) fn new(derivation: Derivation) -> Self {
        Self { derivation, descent: Descent::default(), shares: Shares::default() }
    }

    /// Draws one of the values of this size; there must be one and the tables must cover the size.
    pub(crate) fn draw<R: Rng + ?Sized>(&mut self, size: u32, rng: &mut R) {
        let Self { derivation, descent, shares } = self;
        let work = descent.start(derivation, size);
        descent.fill(derivation, work, &mut Draw { shares, rng });
    }
}

struct Draw<'s, R: ?Sized> {
    shares: &'s mut Shares,
    rng: &'s mut R,
}

impl<R: Rng + ?Sized> Guide for Draw<'_, R> {
    #[inline]
    fn node(&mut self, tables: &Tables, _: Place, node: NodeId, size: u32) -> Decision {
        let weigh = |chosen: &Chosen| chosen.count(tables).to_vec();
        let shares = self.shares.alternatives.get(node.0, size, |shares| {
            share_out(shares, Chosen::all(tables, node, size), weigh);
        });
        if shares.is_empty() {
            return leaf(tables, node, size, |leaf, size| {
                leaf.nth(size, below(leaf.count(size), self.rng)).unwrap_or(0)
            });
        }
        Decision::Sum(choose(shares, self.rng, weigh))
    }

    #[inline]
    fn split(&mut self, tables: &Tables, _: Place, product: ProductId, size: u32) -> u32 {
        let weigh = |&k: &u32| {
            let mut weight = Vec::new();
            limbs::multiply(&mut weight, tables.head_count(product, k), tables.rest_count(product, size, k));
            weight
        };
        let shares = self.shares.splits.get(product.0, size, |shares| {
            share_out(shares, tables.splits(product, size), weigh);
        });
        choose(shares, self.rng, weigh)
    }
}

/// Adds the options of a decision, the likeliest first: it is found soonest.
fn share_out<T>(
    shares: &mut Vec<Share<T>>,
    options: impl Iterator<Item = T>,
    weigh: impl Fn(&T) -> Vec<u64>,
) {
    let mut weights: Vec<(T, Vec<u64>)> = options
        .map(|option| {
            let weight = weigh(&option);
            (option, weight)
        })
        .collect();
    weights.sort_by(|(_, a), (_, b)| limbs::compare(b, a));
    let mut total = Vec::new();
    for (_, weight) in &weights {
        limbs::add(&mut total, weight);
    }
    let (mut sum, last) = (Vec::new(), weights.len().saturating_sub(1));
    for (i, (option, weight)) in weights.into_iter().enumerate() {
        limbs::add(&mut sum, &weight);
        let bound = if i == last { u64::MAX } else { next_digit(&sum, &total).0 };
        shares.push(Share { bound, option });
    }
}

/// One of the options of a decision, of which there is at least one.
#[inline]
fn choose<T: Copy, R: Rng + ?Sized>(shares: &[Share<T>], rng: &mut R, weigh: impl Fn(&T) -> Vec<u64>) -> T {
    let Some((last, before)) = shares.split_last().filter(|(_, before)| !before.is_empty()) else {
        return shares[0].option;
    };
    let digit = rng.next_u64();
    let near = before.len().min(NEAR);
    let mut i = before[..near].iter().position(|share| digit <= share.bound).unwrap_or(near);
    if i == NEAR {
        i += before[near..].partition_point(|share| share.bound < digit);
    }
    match before.get(i) {
        Some(share) if share.bound == digit => settle(shares, i, digit, rng, weigh),
        Some(share) => share.option,
        None => last.option,
    }
}

/// So many options are looked at one after the other before the rest is searched by halves.
const NEAR: usize = 4;

/// Which option a draw takes whose first digit equals that of the `i`-th boundary.
#[cold]
fn settle<T: Copy, R: Rng + ?Sized>(
    shares: &[Share<T>],
    mut i: usize,
    digit: u64,
    rng: &mut R,
    weigh: impl Fn(&T) -> Vec<u64>,
) -> T {
    let sum = |shares: &[Share<T>]| {
        shares.iter().fold(Vec::new(), |mut sum, share| {
            limbs::add(&mut sum, &weigh(&share.option));
            sum
        })
    };
    let total = sum(shares);
    let mut digits = Vec::new();
    while i + 1 < shares.len() && shares[i].bound == digit {
        if draws_below(&sum(&shares[..=i]), &total, &mut digits, rng) {
            break;
        }
        i += 1;
    }
    shares[i].option
}

/// Is a draw below `part / whole` when its first digit ties? `digits` are those after the first, drawn as needed.
fn draws_below<R: Rng + ?Sized>(part: &[u64], whole: &[u64], digits: &mut Vec<u64>, rng: &mut R) -> bool {
    let (_, mut rest) = next_digit(part, whole);
    for i in 0.. {
        if rest.is_empty() {
            // The boundary ends here; the draw, with whatever follows, is not below it.
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

/// The first digit of `part / whole` in base 2^64, and the numerator of what remains; `part < whole`.
fn next_digit(part: &[u64], whole: &[u64]) -> (u64, Vec<u64>) {
    let mut shifted = Vec::with_capacity(part.len() + 1);
    shifted.push(0);
    shifted.extend_from_slice(part);
    shifted.truncate(limbs::trimmed(&shifted).len());
    let rest = limbs::divide(&mut shifted, whole);
    (shifted.first().copied().unwrap_or(0), rest)
}

/// A uniform number below `n`; 0 when `n` is 0.
pub(crate) fn below<R: Rng + ?Sized>(n: u128, rng: &mut R) -> u128 {
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

/// Multiply and take the high word; the few low words that would make some results likelier are drawn again.
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

/// A uniform natural below `n`, which is not zero.
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

    /// Hands out given digits, then zeros.
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
        let mut shares = Vec::new();
        let weigh = |&i: &usize| weights[i].clone();
        share_out(&mut shares, 0..weights.len(), weigh);
        super::choose(&shares, &mut Script(digits.to_vec()), weigh)
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
        // A half ends after its first digit, and a draw of exactly a half lies above.
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
