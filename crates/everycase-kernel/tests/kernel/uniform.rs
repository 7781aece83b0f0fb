//! Uniformity: draws against enumeration by the chi-squared test, and determinism by seed.
//!
//! Seeds are fixed, so a test either always passes or always fails; the level is chosen so that a correct sampler
//! under all the seeds ever tried here would not have failed by chance.

#![allow(clippy::cast_precision_loss, reason = "statistics are no exact arithmetic")]

use std::collections::HashMap;

use super::random::{bools, naive_parts, random, systems, words};
use everycase_kernel::{
    Alternative, BigUint, Derivation, Derivations, Key, Random, Range, Rng, Shape, SpaceError,
};

/// The standard normal deviate exceeded with probability 1e-6.
const DEVIATE: f64 = 4.753_424;

/// The values of chi-squared that are exceeded, and fallen short of, with probability 1e-6: Wilson and Hilferty's
/// approximation (1931), by which the cube root of chi-squared over its degrees of freedom is nearly normal.
fn limits(freedom: usize) -> (f64, f64) {
    let spread = 2.0 / (9.0 * freedom as f64);
    let limit = |deviate: f64| freedom as f64 * (1.0 - spread + deviate * spread.sqrt()).max(0.0).powi(3);
    (limit(-DEVIATE), limit(DEVIATE))
}

/// Fails when the numbers of draws are not those of the expected shares, or are too nearly those.
pub(crate) fn assert_fits(what: &str, observed: &[u64], shares: &[f64]) {
    assert_eq!(observed.len(), shares.len());
    let draws = observed.iter().sum::<u64>() as f64;
    // Pearson's test needs some draws in every cell: rare ones are put together.
    let (mut cells, mut rest) = (Vec::new(), (0.0, 0.0));
    for (&seen, share) in observed.iter().zip(shares) {
        let expected = share * draws;
        assert!(expected > 0.0 || seen == 0, "{what}: the impossible was drawn");
        if expected < 10.0 {
            rest = (rest.0 + seen as f64, rest.1 + expected);
        } else {
            cells.push((seen as f64, expected));
        }
    }
    match cells.last_mut() {
        Some(last) if rest.1 < 10.0 => *last = (last.0 + rest.0, last.1 + rest.1),
        _ => cells.push(rest),
    }
    let total: f64 = cells.iter().map(|cell| cell.1).sum();
    assert!((total / draws - 1.0).abs() < 1e-9, "{what}: the shares are {} in all", total / draws);
    let chi: f64 = cells.iter().map(|(seen, expected)| (seen - expected).powi(2) / expected).sum();
    if let freedom @ 1.. = cells.len() - 1 {
        let (low, high) = limits(freedom);
        assert!((low..=high).contains(&chi), "{what}: {chi} with {freedom} degrees of freedom");
    }
}

/// A quotient of naturals, rounded.
fn share(part: &BigUint, whole: &BigUint) -> f64 {
    let scaled = (part << 64u32) / whole;
    u128::try_from(scaled).unwrap() as f64 / 2f64.powi(64)
}

fn count(space: &Derivations, size: u32) -> u32 {
    space.count(size).unwrap().try_into().unwrap()
}

/// Draws as many as `each` for every value and looks at how often each came.
fn assert_uniform(shape: &Shape, size: u32, each: u32, seed: u64) {
    let space = Derivations::new(shape.clone());
    let places: HashMap<_, _> = words(space.of_size(size).unwrap()).into_iter().zip(0usize..).collect();
    let (mut uniform, mut rng) = (space.uniform().unwrap(), random(seed));
    let mut seen = vec![0; places.len()];
    for _ in 0..each * places.len() as u32 {
        seen[places[&uniform.of_size(size, &mut rng).unwrap().words()]] += 1;
    }
    assert_fits(&format!("{shape:?} at {size}"), &seen, &vec![1.0 / seen.len() as f64; seen.len()]);
}

/// Trees of which each node has up to three children.
fn trees() -> Shape {
    struct Tree;
    let children = |n| Alternative::new("node", (0..n).map(|_| trees())).pay(1);
    Shape::named(Key::of::<Tree>(), move || Shape::choice((0..4).map(children)))
}

#[test]
fn the_limits_are_those_of_the_chi_squared_distribution() {
    // Computed from the incomplete gamma function to many digits.
    for (freedom, low, high) in
        [(10, 0.338_1, 46.863), (50, 15.855, 112.608), (200, 118.873, 309.838), (1000, 801.624, 1227.152)]
    {
        let (l, h) = limits(freedom);
        assert!(l <= low && low - l < 0.25, "{freedom}: {l}");
        assert!(high <= h && h - high < 1.1, "{freedom}: {h}");
    }
}

#[test]
fn the_test_itself_notices_what_is_off() {
    let biased = |bias: u64| {
        let seen: Vec<u64> =
            (0..100).map(|i| if i == 7 { 1000 + bias } else { 946 + i * 37 % 110 }).collect();
        std::panic::catch_unwind(move || assert_fits("biased", &seen, &[0.01; 100])).is_err()
    };
    assert!(!biased(50) && biased(400));
    assert!(std::panic::catch_unwind(|| assert_fits("too good", &[1000; 100], &[0.01; 100])).is_err());
    assert!(std::panic::catch_unwind(|| assert_fits("impossible", &[10, 1], &[1.0, 0.0])).is_err());
}

#[test]
fn each_value_of_a_size_is_equally_likely() {
    let signed = || Shape::range(Range::signed(16));
    let mixed = Shape::choice([
        Alternative::new("one", []),
        Alternative::new("many", [signed(), signed(), Shape::range(Range::of(-3, 90))]),
        Alternative::new("paid", [trees()]).pay(2),
    ]);
    for (shape, size) in [
        (bools::shape(), 13),
        (trees(), 6),
        (trees(), 7),
        (signed(), 8),
        (Shape::range(Range::of(-5, 130)), 7),
        (Shape::range(Range::unsigned(128)), 9),
        (mixed.clone(), 4),
        (mixed, 6),
        (Shape::product([signed(), bools::shape(), trees()]), 6),
    ] {
        assert_uniform(&shape, size, 100, u64::from(size));
    }
}

#[test]
fn random_shapes_are_drawn_from_uniformly_too() {
    let mut tested = 0;
    for (seed, system) in (0..60).zip(systems(5)) {
        let shape = system.shape();
        for (size, part) in (0..).zip(naive_parts(&shape, 6, 300)) {
            if part.len() > 1 {
                assert_uniform(&shape, size, 30, seed);
                tested += 1;
            }
        }
    }
    assert!(tested > 80, "{tested}");
}

#[test]
fn successive_draws_are_independent() {
    let space = Derivations::new(trees());
    let places: HashMap<_, _> = words(space.of_size(5).unwrap()).into_iter().zip(0usize..).collect();
    let (n, mut rng, mut uniform) = (places.len(), random(11), space.uniform().unwrap());
    let mut draw = || places[&uniform.of_size(5, &mut rng).unwrap().words()];
    let mut seen = vec![0; n * n];
    for _ in 0..60 * n * n {
        seen[draw() * n + draw()] += 1;
    }
    assert_fits("pairs of draws", &seen, &vec![1.0 / (n * n) as f64; n * n]);
}

#[test]
fn sizes_up_to_a_bound_are_drawn_by_their_numbers_of_values() {
    for (shape, largest) in
        [(bools::shape(), 15), (trees(), 8), (Shape::range(Range::unsigned(8)), 30), (trees(), 200)]
    {
        let space = Derivations::new(shape);
        let all = space.count_up_to(largest).unwrap();
        let shares: Vec<_> = (0..=largest).map(|size| share(&space.count(size).unwrap(), &all)).collect();
        let (mut uniform, mut rng) = (space.uniform().unwrap(), random(3));
        let mut seen = vec![0; shares.len()];
        for _ in 0..20_000 {
            seen[uniform.up_to(largest, &mut rng).unwrap().size() as usize] += 1;
        }
        assert_fits("sizes", &seen, &shares);
    }
}

#[test]
fn each_value_up_to_a_size_is_equally_likely() {
    let space = Derivations::new(trees());
    let all: Vec<_> = (0..=6).flat_map(|size| words(space.of_size(size).unwrap())).collect();
    let places: HashMap<_, _> = all.into_iter().zip(0usize..).collect();
    let (mut uniform, mut rng) = (space.uniform().unwrap(), random(8));
    let mut seen = vec![0; places.len()];
    for _ in 0..100 * places.len() {
        seen[places[&uniform.up_to(6, &mut rng).unwrap().words()]] += 1;
    }
    assert_fits("trees up to 6", &seen, &vec![1.0 / seen.len() as f64; seen.len()]);
}

#[test]
fn counts_far_beyond_64_bits_give_each_decision_its_exact_share() {
    const SIZE: u32 = 160;
    let space = Derivations::new(trees());
    let count = |size: u32| space.count(size).unwrap();
    let whole = count(SIZE);
    assert!(whole > BigUint::from(1u32) << 200);
    // At the root: how many children.
    let pairs: Vec<BigUint> = (0..SIZE).map(|n| (0..=n).map(|k| count(k) * count(n - k)).sum()).collect();
    let triples: BigUint = (0..SIZE).map(|k| count(k) * &pairs[(SIZE - 1 - k) as usize]).sum();
    let arities = [BigUint::ZERO, count(SIZE - 1), pairs[SIZE as usize - 1].clone(), triples];
    assert_eq!(arities.iter().sum::<BigUint>(), whole);
    // And of two children: how large the first is.
    let split: Vec<f64> = (0..SIZE).map(|k| share(&(count(k) * count(SIZE - 1 - k)), &arities[2])).collect();
    let (mut uniform, mut rng) = (space.uniform().unwrap(), random(21));
    let (mut by_arity, mut by_split) = (vec![0; 4], vec![0; split.len()]);
    for _ in 0..12_000 {
        let derivation = uniform.of_size(SIZE, &mut rng).unwrap();
        let arity = derivation.root().alternative();
        by_arity[arity] += 1;
        if arity == 2 {
            by_split[nodes(&derivation.words()[1..])] += 1;
        }
    }
    assert_fits("arities", &by_arity, &arities.map(|part| share(&part, &whole)));
    assert_fits("splits", &by_split, &split);
}

/// How many nodes the tree has that the words begin with: each word is a node's number of children.
fn nodes(words: &[u64]) -> usize {
    let mut open = 1;
    1 + words
        .iter()
        .position(|&children| {
            open += children;
            open -= 1;
            open == 0
        })
        .unwrap()
}

#[test]
fn very_unequal_alternatives_keep_their_shares() {
    // Of size 100: one value, 2^99, and three times 2^99.
    let wide = |bits: u32| Shape::range(Range::of_unsigned(0, u128::MAX >> (128 - bits)));
    let three =
        Shape::product([Shape::choice(["a", "b", "c"].map(|label| Alternative::new(label, []))), wide(100)]);
    let alternatives = [Shape::unit().pay(100), wide(101), three];
    let space = Derivations::new(Shape::choice(alternatives.map(|shape| Alternative::new("any", [shape]))));
    let (mut uniform, mut rng) = (space.uniform().unwrap(), random(2));
    let (mut seen, mut high) = ([0; 3], [0; 16]);
    for _ in 0..40_000 {
        let root = uniform.of_size(100, &mut rng).unwrap().root();
        seen[root.alternative()] += 1;
        if root.alternative() == 1 {
            // Below the leading bit, which the size fixes, all bits are even.
            high[(root.field(0).wide() >> 95) as usize & 15] += 1;
        }
    }
    assert_fits("alternatives", &seen, &[0.0, 0.25, 0.75]);
    assert_fits("high bits", &high, &[1.0 / 16.0; 16]);
}

#[test]
fn integers_of_more_than_64_bits_are_drawn_from_all_of_a_range() {
    // Of size 100: all from 2^99 on, three eighths of 2^100 in all, which is no power of two.
    let lowest = 1 << 99;
    let space = Derivations::new(Shape::range(Range::of_unsigned(lowest, lowest + (3 << 97) - 1)));
    assert_eq!(space.count(100), Ok(BigUint::from(3u32) << 97));
    let (mut uniform, mut rng) = (space.uniform().unwrap(), random(6));
    let (mut high, mut low) = ([0; 24], [0; 16]);
    for _ in 0..20_000 {
        let value = uniform.of_size(100, &mut rng).unwrap().root().wide();
        high[((value - lowest) >> 94) as usize] += 1;
        low[value as usize & 15] += 1;
    }
    assert_fits("high bits", &high, &[1.0 / 24.0; 24]);
    assert_fits("low bits", &low, &[1.0 / 16.0; 16]);
}

#[test]
fn equal_seeds_draw_equal_values_whatever_was_drawn_or_counted_before() {
    let draws = |space: &Derivations, warm: u32| {
        let mut uniform = space.uniform().unwrap();
        for size in 1..=warm {
            uniform.of_size(size, &mut random(1)).unwrap();
        }
        let mut rng = random(42);
        let mut draw = |size| uniform.of_size(size, &mut rng).map(Derivation::words);
        (0..50).map(|i| draw(1 + i % 23).unwrap()).collect::<Vec<_>>()
    };
    let space = Derivations::new(trees());
    let first = draws(&space, 0);
    assert_eq!(draws(&space, 0), first);
    assert_eq!(draws(&space, 90), first);
    assert_eq!(draws(&Derivations::new(trees()), 60), first);
    let up_to = |seed| {
        let (mut uniform, mut rng) = (space.uniform().unwrap(), random(seed));
        (0..30).map(|_| uniform.up_to(30, &mut rng).unwrap().words()).collect::<Vec<_>>()
    };
    assert_eq!(up_to(1), up_to(1));
    assert_ne!(up_to(1), up_to(2));
}

#[test]
fn drawing_from_nothing_is_an_error_and_leaves_the_source_usable() {
    let space = Derivations::new(bools::shape());
    let (mut uniform, mut rng) = (space.uniform().unwrap(), random(4));
    for _ in 0..3 {
        assert_eq!(uniform.of_size(8, &mut rng), Err(SpaceError::Empty { size: 8 }));
        assert_eq!(uniform.up_to(0, &mut rng), Err(SpaceError::Empty { size: 0 }));
        assert_eq!(uniform.of_size(9, &mut rng).unwrap().size(), 9);
        assert!(uniform.up_to(8, &mut rng).unwrap().size() < 8);
    }
    assert_eq!(count(&space, 9), 16);
}

#[test]
fn a_size_of_one_value_is_drawn_and_needs_no_luck() {
    let space = Derivations::new(Shape::range(Range::of(5, 5)));
    let mut uniform = space.uniform().unwrap();
    for seed in 0..10 {
        let rng: &mut Random = &mut random(seed);
        let before = rng.clone();
        assert_eq!(uniform.of_size(3, rng).unwrap().root().bits(), 5);
        assert_eq!(rng.next_u64(), before.clone().next_u64(), "no number was drawn");
    }
}
