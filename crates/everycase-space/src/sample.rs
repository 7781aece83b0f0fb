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
use crate::descent::{Descent, Guide, Place};
use crate::grammar::{Kind, NodeId, ProductId};
use crate::limbs;

/// Draws derivations; the boundaries between options are found once for each kind of decision and size.
#[derive(Clone)]
pub(crate) struct Sampler {
    pub(crate) derivation: Derivation,
    descent: Descent,
    shares: Shares,
}

#[derive(Clone, Default)]
struct Shares {
    alternatives: Vec<Vec<Option<Entry>>>,
    splits: Vec<Vec<Option<Entry>>>,
    options: Vec<u32>,
    /// For each option but the last of a decision: the first 64 binary digits of the share of it and those before.
    bounds: Vec<u64>,
}

#[derive(Clone, Copy)]
struct Entry {
    options: u32,
    bounds: u32,
    len: u32,
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
    fn alternative(&mut self, tables: &Tables, _: Place, node: NodeId, size: u32) -> u32 {
        let weigh = |i: u32| match &tables.grammar.node(node).kind {
            Kind::Sum { alternatives, .. } => tables.alternative(&alternatives[i as usize], size).to_vec(),
            _ => Vec::new(),
        };
        let entry = match known(&self.shares.alternatives, node.0, size) {
            Some(entry) => entry,
            None => {
                let arity = match &tables.grammar.node(node).kind {
                    Kind::Sum { alternatives, .. } => alternatives.len() as u32,
                    _ => 0,
                };
                let entry = self.shares.weigh(0..arity, weigh);
                remember(&mut self.shares.alternatives, node.0, size, entry);
                entry
            }
        };
        self.shares.choose(entry, self.rng, weigh)
    }

    #[inline]
    fn split(&mut self, tables: &Tables, _: Place, product: ProductId, size: u32) -> u32 {
        let weigh = |k| {
            let mut weight = Vec::new();
            limbs::multiply(&mut weight, tables.head_count(product, k), tables.rest_count(product, size, k));
            weight
        };
        let entry = match known(&self.shares.splits, product.0, size) {
            Some(entry) => entry,
            None => {
                let entry = self.shares.weigh(tables.splits(product, size), weigh);
                remember(&mut self.shares.splits, product.0, size, entry);
                entry
            }
        };
        self.shares.choose(entry, self.rng, weigh)
    }

    #[inline]
    fn leaf(&mut self, tables: &Tables, _: Place, node: NodeId, size: u32) -> u128 {
        let Kind::Leaf(leaf) = &tables.grammar.node(node).kind else {
            return 0;
        };
        leaf.nth(size, below(leaf.count(size), self.rng)).unwrap_or(0)
    }
}

#[inline]
fn known(table: &[Vec<Option<Entry>>], id: u32, size: u32) -> Option<Entry> {
    *table.get(id as usize)?.get(size as usize)?
}

fn remember(table: &mut Vec<Vec<Option<Entry>>>, id: u32, size: u32, entry: Entry) {
    let (id, size) = (id as usize, size as usize);
    if table.len() <= id {
        table.resize(id + 1, Vec::new());
    }
    if table[id].len() <= size {
        table[id].resize(size + 1, None);
    }
    table[id][size] = Some(entry);
}

impl Shares {
    fn weigh(&mut self, options: impl Iterator<Item = u32>, weight: impl Fn(u32) -> Vec<u64>) -> Entry {
        let weights: Vec<(u32, Vec<u64>)> =
            options.map(|option| (option, weight(option))).filter(|(_, weight)| !weight.is_empty()).collect();
        let entry = Entry {
            options: self.options.len() as u32,
            bounds: self.bounds.len() as u32,
            len: weights.len() as u32,
        };
        let mut total = Vec::new();
        for (_, weight) in &weights {
            limbs::add(&mut total, weight);
        }
        let mut sum = Vec::new();
        for (i, (option, weight)) in weights.iter().enumerate() {
            self.options.push(*option);
            if i + 1 < weights.len() {
                limbs::add(&mut sum, weight);
                self.bounds.push(next_digit(&sum, &total).0);
            }
        }
        entry
    }

    #[inline]
    fn choose<R: Rng + ?Sized>(&self, entry: Entry, rng: &mut R, weight: impl Fn(u32) -> Vec<u64>) -> u32 {
        let options = &self.options[entry.options as usize..][..entry.len as usize];
        if entry.len <= 1 {
            return options.first().copied().unwrap_or(0);
        }
        let bounds = &self.bounds[entry.bounds as usize..][..entry.len as usize - 1];
        let digit = rng.next_u64();
        let i = bounds.partition_point(|&bound| bound < digit);
        if bounds.get(i) == Some(&digit) {
            settle(options, bounds, i, digit, rng, weight)
        } else {
            options[i]
        }
    }
}

/// Which option a draw takes whose first digit equals that of the `i`-th boundary.
#[cold]
fn settle<R: Rng + ?Sized>(
    options: &[u32],
    bounds: &[u64],
    mut i: usize,
    digit: u64,
    rng: &mut R,
    weight: impl Fn(u32) -> Vec<u64>,
) -> u32 {
    let add = |mut sum: Vec<u64>, &option: &u32| {
        limbs::add(&mut sum, &weight(option));
        sum
    };
    let total = options.iter().fold(Vec::new(), add);
    let mut digits = Vec::new();
    while bounds.get(i) == Some(&digit) {
        let boundary = options[..=i].iter().fold(Vec::new(), add);
        if draws_below(&boundary, &total, &mut digits, rng) {
            break;
        }
        i += 1;
    }
    options[i]
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

    fn choose(weights: &[Vec<u64>], digits: &[u64]) -> u32 {
        let mut shares = Shares::default();
        let weight = |i: u32| weights[i as usize].clone();
        let entry = shares.weigh(0..weights.len() as u32, weight);
        shares.choose(entry, &mut Script(digits.to_vec()), weight)
    }

    #[test]
    fn a_draw_that_ties_with_a_boundary_is_settled_by_further_digits() {
        // A third is 0.5555... in base 2^64 with 5555... = u64::MAX / 3 in every digit.
        let third = u64::MAX / 3;
        let weights = [vec![1], vec![2]];
        assert_eq!(choose(&weights, &[third - 1]), 0);
        assert_eq!(choose(&weights, &[third + 1]), 1);
        assert_eq!(choose(&weights, &[third, third - 1]), 0);
        assert_eq!(choose(&weights, &[third, third + 1]), 1);
        assert_eq!(choose(&weights, &[third, third, third, third + 1]), 1);
        // A half ends after its first digit, and a draw of exactly a half lies above.
        let halves = [vec![1], vec![1]];
        assert_eq!(choose(&halves, &[1 << 63]), 1);
        assert_eq!(choose(&halves, &[(1 << 63) - 1, u64::MAX]), 0);
    }

    #[test]
    fn options_too_small_for_one_digit_are_still_reached() {
        // Shares of 1, 1 and 2^80 - 2 in 2^80: the first two boundaries begin with the digit 0.
        let weights = [vec![1], vec![1], vec![u64::MAX - 1, 0xFFFF]];
        assert_eq!(choose(&weights, &[0, 0]), 0);
        assert_eq!(choose(&weights, &[0, 1 << 48]), 1);
        assert_eq!(choose(&weights, &[0, (1 << 49) - 1]), 1);
        assert_eq!(choose(&weights, &[0, 1 << 49]), 2);
        assert_eq!(choose(&weights, &[1]), 2);
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
