//! Lazy numbers of unlike ranges, and searches that compare many of them.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use everycase::Lazy;
use everycase::lazy::{Found, ListView, Strategy, or, sample_in, search, search_in};
use everycase::prelude::*;
use everycase::space::{Codec, EncodeError, Encoder, Random, Range, SeedableRng, Shape, Source};

use crate::support::strategy::by;

/// Reads pairs of integers.
struct Pairs;

impl Codec<(i64, i64)> for Pairs {
    fn decode(&self, at: everycase::space::At<'_>) -> (i64, i64) {
        // The low half is enough here.
        (at.field(0).bits().cast_signed(), at.field(1).bits().cast_signed())
    }

    fn encode(&self, _: &(i64, i64), _: &mut Encoder) -> Result<(), EncodeError> {
        Err(EncodeError::NotInShape)
    }

    fn source(&self, at: everycase::space::At<'_>, out: &mut Source) {
        out.push_str(&format!("{:?}", self.decode(at)));
    }
}

fn pairs(a: Range, b: Range) -> Space<(i64, i64)> {
    Space::new(Shape::product([Shape::range(a), Shape::range(b)]), Pairs)
}

/// Ranges of which each has other numbers than the others.
fn ranges() -> [Range; 6] {
    [
        Range::of(0, 5),
        Range::of(-3, 3),
        Range::of(5, 9),
        Range::of(-5, -1),
        Range::signed(8),
        Range::unsigned(8),
    ]
}

const SIZE: u32 = 6;

#[test]
fn numbers_of_unlike_ranges_compare_as_they_are_in_a_search() {
    for a in ranges() {
        for b in ranges() {
            let space = pairs(a.clone(), b.clone());
            let all: Vec<_> = space.up_to(SIZE).unwrap().collect();
            for order in [Ordering::Less, Ordering::Equal, Ordering::Greater] {
                let compares = |pair: Lazy<(i64, i64)>| {
                    let (x, y) = pair.force();
                    x.cmp(y) == order
                };
                let expected: BTreeSet<_> = all.iter().filter(|(x, y)| x.cmp(y) == order).copied().collect();
                let found = search_in(space.clone(), compares).smallest(SIZE).unwrap();
                assert_eq!(found.is_some(), !expected.is_empty(), "{a} {order:?} {b}");
                assert!(found.is_none_or(|pair| expected.contains(&pair)));

                let whole = |pair: Lazy<(i64, i64)>| {
                    let (x, y) = pair.force();
                    let below = if order == Ordering::Less { x.lt(y) } else { x.cmp(y) == order };
                    below && (x.force(), y.force()) != (i64::MAX, 0)
                };
                let found = search_in(space.clone(), whole).up_to(SIZE).unwrap();
                let found: Vec<_> = found.map(Found::into_value).collect();
                assert_eq!(found.len(), expected.len(), "{a} {order:?} {b}: each once");
                assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "{a} {order:?} {b}");
            }
        }
    }
}

#[test]
fn numbers_of_unlike_ranges_compare_as_they_are_in_draws() {
    let mut rng = Random::seed_from_u64(1);
    for a in ranges() {
        for b in ranges() {
            let space = pairs(a.clone(), b.clone());
            let below = |pair: Lazy<(i64, i64)>| {
                let (x, y) = pair.force();
                x.lt(y)
            };
            for size in 0..=SIZE {
                let expected: BTreeSet<_> = space.of_size(size).unwrap().filter(|(x, y)| x < y).collect();
                let mut draws = sample_in(space.clone(), below).of_size(size).unwrap();
                let drawn: BTreeSet<_> =
                    (0..=30 * expected.len()).filter_map(|_| draws.draw(&mut rng).unwrap()).collect();
                assert_eq!(drawn, expected, "{a} below {b} of size {size}");
            }
        }
    }
}

#[test]
fn numbers_that_need_128_bits_compare_with_those_of_a_small_range() {
    let space = Space::new(
        Shape::product([Shape::range(Range::of(-3, 3)), Shape::range(Range::unsigned(128))]),
        Pairs,
    );
    let is_below = |pair: Lazy<(i64, i64)>| {
        let (x, y) = pair.force();
        x.lt(y)
    };
    let is_not_below = |pair: Lazy<(i64, i64)>| !is_below(pair);
    assert_eq!(search_in(space.clone(), is_below).smallest(9).unwrap(), Some((0, 1)));
    assert_eq!(search_in(space.clone(), is_not_below).smallest(9).unwrap(), Some((0, 0)));
    let mut draws = sample_in(space, is_not_below).of_size(4).unwrap();
    let mut rng = Random::seed_from_u64(2);
    for _ in 0..50 {
        let (x, y) = draws.draw(&mut rng).unwrap().unwrap();
        assert!((0..=x).contains(&y), "{x} {y}");
    }
}

/// Sorts the keys of a list by insertion, and compares each with the next one.
fn inserts(mut rest: Lazy<Vec<i32>>) -> bool {
    let mut sorted: Vec<Lazy<i32>> = Vec::new();
    while let ListView::Cons(key, others) = rest.force() {
        let at = sorted.iter().position(|other| key.le(*other)).unwrap_or(sorted.len());
        sorted.insert(at, key);
        rest = others;
    }
    sorted.windows(2).all(|pair| pair[0].lt(pair[1]))
}

#[test]
fn a_search_that_sorts_lazy_keys_does_the_same_again() {
    for size in 0..=12 {
        for strategy in Strategy::ALL {
            // Panics where a run that is made twice does not do the same.
            let mut found = by(strategy, search(inserts).up_to(size).unwrap());
            while found.advance() {}
        }
    }
}

/// Is the first number below the next three, and each other below the one after it?
fn pairs_beside_a_star(list: Lazy<Vec<i32>>) -> bool {
    let (mut numbers, mut rest) = (Vec::new(), list);
    while let ListView::Cons(number, others) = rest.force() {
        numbers.push(number);
        rest = others;
    }
    let [low, a, b, c, pairs @ ..] = &numbers[..] else { return false };
    numbers.len() == 32 && [a, b, c].iter().all(|high| low.lt(**high)) && {
        let (pairs, _) = pairs.as_chunks();
        pairs.iter().all(|[low, high]| low.lt(*high))
    }
}

/// There are too many signs to try them all. The smallest are -1 below three zeros, and 14 pairs of a 0 and a 1.
#[test]
fn a_search_finds_the_smallest_of_many_numbers_that_are_compared_in_pairs() {
    let mut expected = vec![-1, 0, 0, 0];
    expected.extend([0, 1].repeat(14));
    let size = Vec::<i32>::space().size_of(&expected).unwrap();
    let found = search(pairs_beside_a_star).up_to(size).unwrap();
    assert_eq!(found.map(Found::into_value).collect::<Vec<_>>(), [expected]);
    assert_eq!(search(pairs_beside_a_star).up_to(size - 1).unwrap().count(), 0);
}

#[test]
fn a_comparison_next_to_negative_numbers_does_the_same_again() {
    for (a, b) in [(Range::signed(8), Range::of(-5, -1)), (Range::of(-5, -1), Range::signed(64))] {
        for size in 0..8 {
            let compares = |pair: Lazy<(i64, i64)>| {
                let (x, y) = pair.force();
                x.cmp(y).is_le()
            };
            let mut found = search_in(pairs(a.clone(), b.clone()), compares).up_to(size).unwrap();
            while found.advance() {}
        }
    }
}

type Guarded = (i8, Vec<bool>, i8);

fn is_either(input: Lazy<Guarded>) -> bool {
    let (a, list, b) = input.force();
    let holds = or(
        || a.lt(b),
        || match list.force() {
            ListView::Nil => true,
            ListView::Cons(_, rest) => matches!(rest.force(), ListView::Nil),
        },
    );
    // A class of each value.
    holds && input.value().1.len() < 100
}

#[test]
fn parts_of_a_search_with_connectives_lose_no_value_and_double_none() {
    const SIZE: u32 = 11;
    let expected: BTreeSet<Guarded> =
        Guarded::space().up_to(SIZE).unwrap().filter(|(a, list, b)| a < b || list.len() < 2).collect();
    assert!(expected.len() > 20_000, "{}", expected.len());
    for strategy in [Some(Strategy::F), Some(Strategy::OF), None] {
        let parts = (0..3).flat_map(|k| by(strategy, search(is_either).shard(k, 3).up_to(SIZE).unwrap()));
        let found: Vec<Guarded> = parts.map(Found::into_value).collect();
        assert_eq!(found.len(), expected.len(), "{strategy:?}");
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "{strategy:?}");
    }
}
