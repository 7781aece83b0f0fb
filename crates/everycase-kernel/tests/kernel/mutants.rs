//! Mutants: different, of the shape, near, and none only where there is no other value.

use std::collections::{BTreeMap, HashSet};

use super::common::{bools, list, tree};
use super::random::{naive_parts, systems};
use everycase_kernel::maps::set_shape;
use everycase_kernel::{
    Alternative, BigUint, Derivation, Derivations, Key, Random, Range, SeedableRng, Shape,
};

fn mutant(space: &Derivations, of: &Derivation, seed: u64) -> Option<Derivation> {
    space.mutant(of, &mut Random::seed_from_u64(seed)).unwrap()
}

#[test]
fn a_mutant_is_another_value_of_the_shape_and_missing_only_where_there_is_none() {
    let (mut mutated, mut single) = (0, 0);
    for system in systems(41).take(400) {
        let shape = system.shape();
        let parts = naive_parts(&shape, 6, 200);
        let all: HashSet<&Vec<u64>> = parts.iter().flatten().collect();
        let space = Derivations::new(shape);
        let is_single = space
            .largest_size()
            .unwrap()
            .is_some_and(|largest| space.count_up_to(largest).unwrap() == BigUint::from(1u32));
        for words in parts.iter().flatten().take(40) {
            let original = space.parse(words).unwrap();
            for seed in 0..4 {
                let Some(mutant) = mutant(&space, &original, seed) else {
                    assert!(is_single || all.len() == 1, "{words:?}");
                    single += 1;
                    continue;
                };
                assert_ne!(mutant.words(), *words);
                assert_eq!(space.parse(&mutant.words()).unwrap(), mutant);
                assert!(
                    mutant.size() > 6 || all.len() == 200 || all.contains(&mutant.words()) || {
                        naive_parts(space.shape(), mutant.size(), u32::MAX)[mutant.size() as usize]
                            .contains(&mutant.words())
                    }
                );
                mutated += 1;
            }
        }
    }
    assert!(mutated > 10_000 && single > 10, "{mutated} {single}");
}

#[test]
fn the_random_numbers_alone_decide_a_mutant() {
    let space = Derivations::new(list(tree()));
    let mut uniform = space.uniform().unwrap();
    let mut rng = Random::seed_from_u64(1);
    for seed in 0..100 {
        let of = uniform.of_size(30, &mut rng).unwrap();
        assert_eq!(mutant(&space, of, seed), mutant(&space, of, seed));
    }
}

#[test]
fn mutants_of_mutants_reach_every_small_value() {
    for shape in [list(bools()), tree(), Shape::product([bools(), list(bools())]), set_shape(&bools())] {
        let space = Derivations::new(shape);
        let small: HashSet<Vec<u64>> = (0..6)
            .flat_map(|size| naive_parts(space.shape(), size, u32::MAX).swap_remove(size as usize))
            .collect();
        let mut reached: HashSet<Vec<u64>> = HashSet::new();
        let mut open = vec![space.index(&BigUint::ZERO).unwrap()];
        while let Some(of) = open.pop() {
            if reached.insert(of.words()) {
                let near = (0..400).filter_map(|seed| mutant(&space, &of, seed));
                open.extend(near.filter(|mutant| mutant.size() < 8));
            }
        }
        assert_eq!(small.difference(&reached).count(), 0);
    }
}

#[test]
fn most_mutants_are_near() {
    let space = Derivations::new(list(Shape::range(Range::unsigned(8))));
    let encode = |numbers: &[u64]| {
        space
            .encode(|to| {
                for &number in numbers {
                    to.alternative(1)?;
                    to.bits(number)?;
                }
                to.alternative(0)
            })
            .unwrap()
    };
    let of = encode(&[5, 9, 30, 2, 200, 17, 0, 8]);
    let mut lengths = BTreeMap::new();
    let mut edited = [0; 5];
    for seed in 0..4_000 {
        let mutant = mutant(&space, &of, seed).unwrap();
        let numbers = |of: &Derivation| {
            let (mut at, mut numbers) = (of.root(), Vec::new());
            while at.alternative() == 1 {
                numbers.push(at.field(0).bits());
                at = at.field(1);
            }
            numbers
        };
        let (before, after) = (numbers(&of), numbers(&mutant));
        *lengths.entry((before.len(), after.len())).or_insert(0) += 1;
        let is_changed = before.len() == after.len()
            && before.iter().zip(&after).filter(|(one, other)| one != other).count() == 1;
        let sorted = [&before, &after].map(|numbers| {
            let mut numbers = numbers.clone();
            numbers.sort_unstable();
            numbers
        });
        let without = |long: &[u64], short: &[u64]| {
            (0..long.len()).any(|i| [&long[..i], &long[i + 1..]].concat() == short)
        };
        edited[0] += u32::from(is_changed);
        edited[1] += u32::from(sorted[0] == sorted[1]);
        edited[2] += u32::from(without(&before, &after));
        edited[3] += u32::from(without(&after, &before));
        edited[4] += 1;
    }
    // One number changed, two exchanged, one left out, one doubled.
    let [changed, exchanged, dropped, doubled, all] = edited;
    assert!(changed > all * 4 / 10, "{edited:?}");
    assert!(exchanged + dropped + doubled > all / 8, "{edited:?}");
    assert!(dropped > 0 && doubled > 0, "{edited:?} {lengths:?}");
}

#[test]
fn a_single_value_has_no_mutant_and_two_are_the_mutants_of_each_other() {
    for shape in
        [Shape::unit(), Shape::range(Range::of(7, 7)), Shape::product([Shape::unit(), Shape::unit()])]
    {
        let space = Derivations::new(shape);
        let only = space.index(&BigUint::ZERO).unwrap();
        assert_eq!(mutant(&space, &only, 3), None);
    }
    let space = Derivations::new(bools());
    for seed in 0..20 {
        let [one, other] = [0u32, 1].map(|i| space.index(&i.into()).unwrap());
        assert_eq!(mutant(&space, &one, seed), Some(other.clone()));
        assert_eq!(mutant(&space, &other, seed), Some(one));
    }
}

#[test]
fn a_larger_alternative_far_away_is_reached() {
    struct Far;
    let far = Shape::named(Key::of::<Far>(), || Shape::unit().pay(40));
    let shape = Shape::choice([Alternative::new("none", []), Alternative::new("far", [far])]);
    let space = Derivations::new(shape);
    let none = space.index(&BigUint::ZERO).unwrap();
    assert_eq!(mutant(&space, &none, 1).map(|far| far.size()), Some(40));
}
