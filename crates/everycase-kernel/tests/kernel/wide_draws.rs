//! Draws of sizes with more than 2^128 values.
//!
//! The random shapes and predicates of the tests of narrow draws are used again: padded with choices that cost nothing, a size
//! has 4^n times as many values, and so has each class.

use std::collections::HashMap;

use super::common::{bools, list, tree};
use super::lazy::{Log, classes, sizes, walk, walk_whole};
use super::random::words;
use super::uniform::assert_fits;
use everycase_kernel::lazy::{Draw, Holder, Probe, Run};
use everycase_kernel::{Alternative, BigUint, Derivations, Random, Rng, SeedableRng, Shape, SpaceError};

/// Paddings for integers of 4, 8, 16, 32 and 64 limbs.
const PADDINGS: [u32; 5] = [66, 130, 260, 520, 1030];

/// Returns the shape, padded with `n` choices among four alternatives.
fn padded(shape: &Shape, n: u32) -> Derivations {
    let digit = Shape::choice(["a", "b", "c", "d"].map(|label| Alternative::new(label, [])));
    Derivations::new(Shape::product([shape.clone()].into_iter().chain((0..n).map(|_| digit.clone()))))
}

/// Decides the pair of a value and its padding. Returns the position of the value; the padding follows.
fn value(run: &mut Run) -> u32 {
    run.force(0);
    run.fields(0).start
}

fn alive(run: &Run) -> BigUint {
    run.as_draw().map_or(BigUint::ZERO, Draw::alive)
}

/// Returns a number of `bits` bits.
fn bits(bits: u32, rng: &mut Random) -> BigUint {
    (0..bits.div_ceil(64)).fold(BigUint::ZERO, |n, _| (n << 64u32) + rng.next_u64())
        % (BigUint::from(1u32) << bits)
}

#[test]
fn every_wide_rank_draws_a_class_as_often_as_the_class_has_values() {
    let mut rng = Random::seed_from_u64(1);
    for (i, (seed, space, size, part)) in sizes().step_by(5).enumerate() {
        let n = PADDINGS[i % PADDINGS.len()];
        let padded = padded(space.shape(), n);
        let expected = classes(&space, &part, seed);
        let mut run = Run::new();
        assert!(run.begin_draws(&padded, size).unwrap());
        assert_eq!(alive(&run), BigUint::from(part.len()) << (2 * n));
        assert_eq!(alive(&run), padded.count(size).unwrap());
        let mut drawn: HashMap<Log, Vec<BigUint>> = HashMap::new();
        for rank in 0..part.len() {
            let low = bits(2 * n, &mut rng);
            Draw::begin_rank(&mut run, &((BigUint::from(rank) << (2 * n)) + &low));
            let at = value(&mut run);
            let (verdict, log) = walk(&mut run, at, seed);
            let (count, within) = run.as_draw().unwrap().class();
            let (single, expected_verdict) = expected[&log];
            assert_eq!((count, verdict), (BigUint::from(single) << (2 * n), expected_verdict));
            drawn.entry(log.clone()).or_default().push(within - low);
            let whole = Draw::complete(&mut run, &mut rng).unwrap();
            assert_eq!(whole.size(), size);
            let inner = space.parse(&whole.words()[..whole.words().len() - n as usize]).unwrap();
            assert_eq!(walk_whole(&space, &inner, seed), (verdict, log));
        }
        for (log, within) in drawn {
            let places = (0..expected[&log].0).map(|place| BigUint::from(place) << (2 * n));
            assert_eq!(within, places.collect::<Vec<_>>(), "ranks of a class follow each other");
        }
    }
}

/// Learns a predicate that also looks at one choice of the padding, then draws with what was learned.
#[expect(clippy::cast_precision_loss, reason = "statistics are no exact arithmetic")]
fn assert_uniform(space: &Derivations, size: u32, seed: u64, n: u32, skips: u128) -> usize {
    let padded = padded(space.shape(), n);
    let good: HashMap<Vec<u64>, usize> = {
        let all = words(space.of_size(size).unwrap());
        let holds = |words: &Vec<u64>| walk_whole(space, &space.parse(words).unwrap(), seed).0;
        all.into_iter().filter(holds).zip(0..).collect()
    };
    let predicate = |run: &mut Run| {
        let at = value(run);
        walk(run, at, seed).0 && run.force(at + 1).alternative != 2
    };
    let (mut run, mut rng) = (Run::new(), Random::seed_from_u64(seed));
    assert!(run.begin_draws(&padded, size).unwrap());
    let left = BigUint::from(3 * good.len()) << (2 * n - 2);
    let (mut seen, mut quiet) = (vec![0; 3 * good.len()], 0);
    while quiet < 60 * good.len() + 20 {
        run.with(|draw: &mut Draw, _| draw.backtrack(skips));
        let found = loop {
            if !Draw::next(&mut run, &mut rng) {
                break false;
            }
            let drawn = Draw::execute(&mut run, Probe::Rarely, |run| Some(predicate(run))).unwrap().unwrap();
            if drawn.answer {
                break true;
            }
            quiet = 0;
            // Before all is known, it is uniform only without backtracking.
            if skips > 0 {
                seen.fill(0);
            }
        };
        assert_eq!(found, !good.is_empty());
        assert!(alive(&run) >= left);
        if !found {
            break;
        }
        let whole = Draw::complete(&mut run, &mut rng).unwrap();
        assert_eq!(whole.size(), size);
        let words = whole.words();
        let (inner, digits) = words.split_at(words.len() - n as usize);
        seen[3 * good[inner] + [0, 1, 9, 2][digits[0] as usize]] += 1;
        quiet += 1;
    }
    assert_eq!(alive(&run), left, "{:?} of size {size}", space.shape());
    if good.len() > 1 {
        assert_fits(
            &format!("{:?} of size {size}", space.shape()),
            &seen,
            &vec![1.0 / seen.len() as f64; seen.len()],
        );
    }
    good.len()
}

#[test]
fn wide_draws_learn_what_fails_and_are_uniform_among_the_rest() {
    let mut drawn = 0;
    let few = sizes().filter(|(_, _, _, part)| part.len() < 60);
    for (i, (seed, space, size, _)) in few.step_by(4).enumerate() {
        let n = [2, 66, 130, 260][i % 4];
        drawn += assert_uniform(&space, size, seed, n, [0, 0, 5, u128::MAX][i / 4 % 4]);
    }
    assert!(drawn > 200, "{drawn}");
}

#[test]
fn all_counts_are_those_of_the_space() {
    // A list of booleans of size 2n + 1 is one of 2^n; of trees, counts have all digits.
    for (space, sizes) in [
        (
            Derivations::new(list(bools())),
            vec![126, 127, 128, 129, 255, 256, 257, 511, 513, 1023, 1025, 4001],
        ),
        (Derivations::new(tree()), vec![120, 200, 400, 700]),
    ] {
        for size in sizes {
            let mut run = Run::new();
            let count = space.count(size).unwrap();
            assert_eq!(run.begin_draws(&space, size), Ok(count > BigUint::ZERO), "{size}");
            assert_eq!(alive(&run), count, "{size}");
        }
    }
}

#[test]
fn a_size_with_too_many_values_to_count_is_told() {
    let mut run = Run::new();
    assert_eq!(run.begin_draws(&padded(&bools(), 2047), 1), Ok(true));
    assert_eq!(alive(&run), BigUint::from(1u32) << 4095u32);
    assert_eq!(run.begin_draws(&padded(&bools(), 2048), 1), Err(SpaceError::TooMany { size: 1 }));
}
