use std::collections::HashSet;
use std::ops::{Bound, RangeBounds};

use everycase_check::mixture::Constants;
use everycase_kernel::{BigUint, Random, SeedableRng};

use super::within;
use crate::impls::testing::drawn_from;
use crate::space::{Enumerable, IntoSpace, Space};

/// Ranges of `f32`: of one sign and of both, narrow and wide, of subnormals, with and without ends.
fn ranges() -> Vec<(Bound<f32>, Bound<f32>)> {
    use Bound::{Excluded, Included, Unbounded};
    let ends = [
        (0.0, 1.0),
        (-1.0, 1.0),
        (-0.0, 0.0),
        (0.1, 0.3),
        (-7.25, -3.0),
        (-0.7, 6.0),
        (5.0, 5.0),
        (1e-45, 4e-45),
        (-3e-40, 1e-38),
        (1.0, 1.0f32.next_up().next_up()),
        (0.999, 1.001),
        (100.0, f32::MAX),
        (f32::NEG_INFINITY, 2.0),
        (96.0, f32::INFINITY),
        (f32::INFINITY, f32::INFINITY),
        (2.0, 1.0),
        (f32::NAN, 1.0),
        (1.0, f32::NAN),
        (f32::NEG_INFINITY, f32::NEG_INFINITY),
    ];
    let kinds = |(low, high)| {
        [
            (Included(low), Included(high)),
            (Included(low), Excluded(high)),
            (Included(low), Unbounded),
            (Unbounded, Included(high)),
            (Unbounded, Excluded(high)),
        ]
    };
    ends.into_iter().flat_map(kinds).collect()
}

fn bits(values: impl IntoIterator<Item = f32>) -> Vec<u32> {
    values.into_iter().map(f32::to_bits).collect()
}

#[test]
fn a_range_has_the_values_that_it_contains_in_the_order_of_their_type() {
    let all: Vec<(u32, Vec<f32>)> =
        (0..11).map(|size| (size, f32::space().of_size(size).unwrap().collect())).collect();
    let mut total = 0;
    for range in ranges() {
        let space = within::<f32>(&range);
        for (size, all) in &all {
            let naive = bits(all.iter().copied().filter(|value| range.contains(value)));
            let own: Vec<f32> = space.of_size(*size).unwrap().collect();
            assert_eq!(bits(own.iter().copied()), naive, "{range:?} of size {size}");
            assert_eq!(space.count(*size).unwrap(), BigUint::from(naive.len()), "{range:?} of size {size}");
            total += naive.len();
            for (index, value) in own.iter().enumerate().step_by(7) {
                let at = space.index_of_size(*size, &index.into()).unwrap();
                assert_eq!(at.to_bits(), value.to_bits());
                let rank = space.rank(value).unwrap();
                assert_eq!(space.index(&rank).unwrap().to_bits(), value.to_bits());
            }
        }
    }
    assert!(total > 20_000, "{total}");
}

#[test]
fn a_range_has_as_many_values_as_there_are_between_its_ends() {
    let count = |space: Space<f32>| space.count_up_to(64).unwrap();
    let steps = |low: f32, high: f32| BigUint::from(high.to_bits() - low.to_bits() + 1);
    assert_eq!(count((1.0..=2.0f32).into_space()), steps(1.0, 2.0));
    assert_eq!(count((0.1..=1e30f32).into_space()), steps(0.1, 1e30));
    assert_eq!(count((1e-44..=0.3f32).into_space()), steps(1e-44, 0.3));
    assert_eq!(count((-5.5..=-5e-41f32).into_space()), steps(5e-41, 5.5));
    // Both zeros.
    assert_eq!(count((0.0..=1.0f32).into_space()), steps(0.0, 1.0) + 1u8);
    assert_eq!(count((-1.0..=1.0f32).into_space()), steps(0.0, 1.0) * 2u8);
    // All but NaNs, of which there are two for each fraction but 0.
    let nans = BigUint::from(2 * ((1u32 << 23) - 1));
    assert_eq!(count(within(&..)), BigUint::from(1u64 << 32) - nans);
    let doubles = (0.1..0.7f64).into_space().count_up_to(64).unwrap();
    assert_eq!(doubles, BigUint::from(0.7f64.to_bits() - 0.1f64.to_bits()));
}

#[test]
fn values_of_a_range_are_encoded_and_others_are_not() {
    for range in ranges() {
        let space = within::<f32>(&range);
        let ends = ranges().into_iter().flat_map(|(low, high)| [low, high]);
        let numbers = ends.filter_map(|end| match end {
            Bound::Included(number) | Bound::Excluded(number) => Some(number),
            Bound::Unbounded => None,
        });
        let near = numbers.flat_map(|number| [number, -number, number.next_up(), number.next_down()]);
        for number in near.chain([f32::MAX, f32::NAN, f32::MIN_POSITIVE, 1e-45]) {
            match space.encode(&number) {
                Ok(derivation) => {
                    assert!(range.contains(&number), "{number:?} is not in {range:?}");
                    assert_eq!(space.decode(&derivation).to_bits(), number.to_bits());
                    assert_eq!(derivation.size(), f32::space().size_of(&number).unwrap(), "{number:?}");
                    let whole = f32::space();
                    assert_eq!(space.source(&derivation), whole.source(&whole.encode(&number).unwrap()));
                }
                Err(_) => assert!(!range.contains(&number), "{number:?} is in {range:?}"),
            }
        }
    }
}

#[test]
fn draws_are_in_the_range_and_many_are_its_ends_their_neighbours_or_constants() {
    let constants = || Constants::new([], []).with_floats([0.25, 0.3, 70.0]);
    for range in ranges() {
        let space = within::<f32>(&range);
        let mut rng = Random::seed_from_u64(3);
        for size in 0..12 {
            if let Ok(value) = space.uniform(size, &mut rng) {
                assert!(range.contains(&value), "{value:?} {range:?}");
            }
        }
        let structures = space.derivations().listed_structures();
        let sizes = (0..8).filter(|&size| structures.count(size).unwrap() > BigUint::ZERO);
        for size in sizes {
            let draws = drawn_from(space.clone(), size, constants()).take(300);
            draws.for_each(|value| assert!(range.contains(&value), "{value:?} {range:?}"));
        }
    }
    let drawn = |space: Space<f64>| -> HashSet<u64> {
        drawn_from(space, 3, constants()).take(3_000).map(f64::to_bits).collect()
    };
    let seen = drawn((0.1..=0.7).into_space());
    for wanted in
        [0.1, 0.1f64.next_up(), 0.7, 0.7f64.next_down(), 0.25, 0.3, 0.3f64.next_up(), 0.5, 1.0 / 3.0]
    {
        assert!(seen.contains(&wanted.to_bits()), "{wanted:?}");
    }
    let seen = drawn((-8.5..12.0).into_space());
    for wanted in [-8.5, (-8.5f64).next_up(), 12f64.next_down(), 0.0, -0.0, 0.5, -0.1, 5e-324, -0.25] {
        assert!(seen.contains(&wanted.to_bits()), "{wanted:?}");
    }
    let seen = drawn((1e3..).into_space());
    for wanted in [1e3, 1e3f64.next_up(), f64::INFINITY, f64::MAX, 1e16] {
        assert!(seen.contains(&wanted.to_bits()), "{wanted:?}");
    }
}
