//! Shrinking: it ends, and where it ends no candidate fails.

use std::ops::ControlFlow;

use super::common::{bools, list, tree};
use everycase_kernel::{BigUint, Derivation, Derivations, Random, Range, Rng, SeedableRng, Shape};

fn minimise(space: &Derivations, start: &Derivation, fails: impl Fn(&Derivation) -> bool) -> Derivation {
    space.shrink(start, |candidate| ControlFlow::Continue(fails(candidate))).unwrap()
}

#[test]
fn every_candidate_comes_earlier_in_the_order_of_its_shape() {
    let shapes =
        [list(bools()), tree(), list(tree()), Shape::product([list(Shape::range(Range::signed(8))), tree()])];
    for shape in shapes {
        let space = Derivations::new(shape);
        let mut uniform = space.uniform().unwrap();
        let mut rng = Random::seed_from_u64(3);
        for _ in 0..50 {
            let start = uniform.up_to(25, &mut rng).unwrap().clone();
            for smaller in space.smaller(&start).unwrap() {
                assert!(smaller.size() <= start.size());
                assert_ne!(smaller, start);
            }
        }
    }
}

#[test]
fn a_failure_that_everything_has_shrinks_to_the_smallest_value() {
    for shape in [list(bools()), tree(), list(tree()), Shape::range(Range::of(5, 1000))] {
        let space = Derivations::new(shape);
        let first = space.index(&BigUint::ZERO).unwrap();
        let far = space.index(&BigUint::from(900u32)).unwrap();
        assert_eq!(minimise(&space, &far, |_| true), first);
    }
}

#[test]
fn a_threshold_is_found_exactly() {
    let space = Derivations::new(Shape::range(Range::signed(64)));
    for (start, least) in [(987_654_321_i64, 1000_i64), (i64::MAX, 77), (4096, 4095), (12, 3)] {
        let start = space.encode(|to| to.bits(start.cast_unsigned())).unwrap();
        let found = minimise(&space, &start, |d| d.root().bits().cast_signed() >= least);
        assert_eq!(found.root().bits().cast_signed(), least);
        let start = space.encode(|to| to.bits(start.root().bits().wrapping_neg())).unwrap();
        let found = minimise(&space, &start, |d| d.root().bits().cast_signed() <= -least);
        assert_eq!(found.root().bits().cast_signed(), -least);
    }
}

#[test]
fn a_condition_on_a_remainder_is_kept_in_few_steps() {
    let space = Derivations::new(Shape::range(Range::unsigned(64)));
    let mut rng = Random::seed_from_u64(7);
    for (modulus, remainder) in [(7, 3), (10, 0), (16, 5), (97, 11), (1000, 999)] {
        let fails = |x: u64| x >> 63 == 1 && x % modulus == remainder;
        let least = (1 << 63..=u64::MAX).find(|&x| fails(x)).unwrap();
        let mut minimal = 0;
        for _ in 0..50 {
            let start = (1 << 63 | rng.next_u64()) / modulus * modulus - modulus + remainder;
            if !fails(start) {
                continue;
            }
            let start = space.encode(|to| to.bits(start)).unwrap();
            let mut runs = 0;
            let found = space.shrink(&start, |candidate| {
                runs += 1;
                assert!(runs < 3_000, "{runs}");
                ControlFlow::Continue(fails(candidate.root().bits()))
            });
            minimal += u32::from(found.unwrap().root().bits() == least);
        }
        // Few amounts are multiples of a large modulus.
        assert!(minimal > 40 || modulus > 20, "{modulus}: {minimal}");
    }
}

#[test]
fn numbers_in_a_relation_are_lowered_together() {
    let number = || Shape::range(Range::unsigned(32));
    let space = Derivations::new(Shape::product([number(), number()]));
    let values = |d: &Derivation| [0, 1].map(|field| d.root().field(field).bits());
    let fails = |d: &Derivation| {
        let [x, y] = values(d);
        y == x + 1 && x > 6552
    };
    for x in [242_483, 6_553, 70_000, 4_000_000_000, 65_535] {
        let start = space.encode(|to| {
            to.alternative(0)?;
            to.bits(x)?;
            to.bits(x + 1)
        });
        assert_eq!(values(&minimise(&space, &start.unwrap(), fails)), [6553, 6554], "{x}");
    }
}

fn numbers_of(d: &Derivation) -> Vec<i64> {
    let (mut at, mut all) = (d.root(), Vec::new());
    while at.alternative() == 1 {
        all.push(at.field(0).bits().cast_signed());
        at = at.field(1);
    }
    all
}

fn of_numbers(space: &Derivations, numbers: &[i64]) -> Derivation {
    let list = space.encode(|to| {
        for number in numbers {
            to.alternative(1)?;
            to.bits(number.cast_unsigned())?;
        }
        to.alternative(0)
    });
    list.unwrap()
}

#[test]
fn a_list_that_fails_by_its_length_loses_its_elements_numbers_at_once() {
    let space = Derivations::new(list(Shape::range(Range::signed(32))));
    let start: Vec<i64> = (0..8_000).map(|i| i * 7919 % 1_000_003 - 500_000).collect();
    let mut runs = 0;
    let mut most = 0;
    let found = space.shrink(&of_numbers(&space, &start), |candidate| {
        runs += 1;
        let numbers = numbers_of(candidate);
        if numbers.iter().any(|&number| number != 0) {
            most = runs;
        }
        ControlFlow::Continue(numbers.len() >= 5_000)
    });
    assert_eq!(numbers_of(&found.unwrap()), vec![0; 5_000]);
    // The first candidates are the numbers and the list at their smallest.
    assert!(most <= 3, "{most}");
}

#[test]
fn elements_go_while_their_numbers_are_added_to_others() {
    let space = Derivations::new(list(Shape::range(Range::signed(32))));
    let mut rng = Random::seed_from_u64(5);
    let big = i64::from(i32::MAX) + 1;
    let sum = |all: &[i64]| all.iter().sum::<i64>();
    for length in [12, 37, 60, 200] {
        let positive = |rng: &mut Random| i64::from(rng.next_u32() >> 1) / 8 + 1;
        let start: Vec<i64> = (0..length).map(|_| positive(&mut rng)).collect();
        let fails = |all: &[i64]| all.len() > 10 && all.iter().all(|&it| it > 0) && sum(all) > big;
        if !fails(&start) {
            continue;
        }
        let found = minimise(&space, &of_numbers(&space, &start), |d| fails(&numbers_of(d)));
        assert_eq!((numbers_of(&found).len(), sum(&numbers_of(&found))), (11, big + 1), "{length}");
        // The same with negative numbers.
        let start: Vec<i64> = start.iter().map(|it| -it).collect();
        let found = minimise(&space, &of_numbers(&space, &start), |d| sum(&numbers_of(d)) < -big);
        assert_eq!((numbers_of(&found).len(), sum(&numbers_of(&found))), (2, -big - 1), "{length}");
    }
}

#[test]
fn unneeded_elements_go_and_equal_numbers_shrink_together() {
    let space = Derivations::new(list(Shape::range(Range::unsigned(32))));
    let numbers = |d: &Derivation| {
        let (mut at, mut all) = (d.root(), Vec::new());
        while at.alternative() == 1 {
            all.push(at.field(0).bits());
            at = at.field(1);
        }
        all
    };
    let long: Vec<u64> = (0..300).map(|i| 1000 + i * 7 % 250).collect();
    let start = space
        .encode(|to| {
            for &n in &long {
                to.alternative(1)?;
                to.bits(n)?;
            }
            to.alternative(0)
        })
        .unwrap();
    let has_duplicate = |d: &Derivation| {
        let mut all = numbers(d);
        all.sort_unstable();
        all.windows(2).any(|pair| pair[0] == pair[1])
    };
    assert!(has_duplicate(&start));
    assert_eq!(numbers(&minimise(&space, &start, has_duplicate)), [0, 0]);
    let sum = |d: &Derivation| numbers(d).iter().sum::<u64>() >= 1500;
    let found = minimise(&space, &start, sum);
    assert_eq!(numbers(&found), [1500]);
}

#[test]
fn what_remains_is_locally_minimal() {
    let space = Derivations::new(list(tree()));
    let mut uniform = space.uniform().unwrap();
    let mut rng = Random::seed_from_u64(8);
    for _ in 0..30 {
        let start = uniform.of_size(40, &mut rng).unwrap().clone();
        let words = start.words().len();
        let fails = |d: &Derivation| d.words().len() % 7 == words % 7;
        let end = minimise(&space, &start, fails);
        assert!(fails(&end));
        assert!(!space.smaller(&end).unwrap().any(|candidate| fails(&candidate)));
    }
}

#[test]
fn candidates_are_hardly_more_than_positions() {
    let space = Derivations::new(list(Shape::range(Range::unsigned(4))));
    let ratio = |length: u32| {
        let start = space
            .encode(|to| {
                for i in 0..length {
                    to.alternative(1)?;
                    to.bits(u64::from(i.wrapping_mul(2_654_435_761) >> 28))?;
                }
                to.alternative(0)
            })
            .unwrap();
        space.smaller(&start).unwrap().count() as u32 / length
    };
    let (short, long) = (ratio(50), ratio(400));
    assert!(short < 80 && long < short + 20, "{short} and {long} for an element");
}

#[test]
fn values_too_large_to_be_counted_are_shrunk() {
    let space = Derivations::new(list(Shape::range(Range::unsigned(64))));
    let start = space
        .encode(|to| {
            for _ in 0..3_000 {
                to.alternative(1)?;
                to.bits(u64::MAX)?;
            }
            to.alternative(0)
        })
        .unwrap();
    // Counts that far would take gigabytes.
    assert_eq!(start.size(), 3_000 * 65 + 1);
    assert_eq!(minimise(&space, &start, |d| d.words().len() > 4).words(), [1, 0, 1, 0, 0]);
}

#[test]
fn stopping_early_keeps_the_best_so_far() {
    let space = Derivations::new(list(bools()));
    let start = space.index(&BigUint::from(100_000u32)).unwrap();
    let mut left = 5;
    let found = space.shrink(&start, |_| {
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(left % 2 == 0) }
    });
    assert!(found.unwrap().size() < start.size());
}
