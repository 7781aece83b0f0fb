//! Lists, non-empty lists and sets of numbers by gaps: invariants by bijection.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Debug;
use std::hash::Hash;

use super::familiar::{bools, integers};
use everycase::space::{Space, maps, sets};
use everycase_kernel::{EncodeError, Random, Range, SeedableRng, SpaceError};

/// All values up to a size: each once, at its index, updated in place as decoded.
fn all<T: Debug + PartialEq + Eq + Hash + Clone + 'static>(space: &Space<T>, most: u32) -> Vec<Vec<T>> {
    let mut seen = HashSet::new();
    let mut rank = 0u32;
    let mut by_size = Vec::new();
    for size in 0..=most {
        let values: Vec<T> = space.of_size(size).unwrap().collect();
        let mut cursor = space.cursor(size).unwrap();
        for value in &values {
            assert_eq!(cursor.next(), Some(value));
            assert_eq!(space.rank(value).unwrap(), rank.into(), "{value:?}");
            assert!(seen.insert(value.clone()), "{value:?}");
            rank += 1;
        }
        by_size.push(values);
    }
    by_size
}

#[test]
fn lists_have_the_cardinalities_of_the_paper() {
    let counts: Vec<usize> = all(&sets::list(&bools()), 13).iter().map(Vec::len).collect();
    assert_eq!(counts, [0, 1, 0, 2, 0, 4, 0, 8, 0, 16, 0, 32, 0, 64]);
}

#[test]
fn non_empty_lists_are_all_lists_but_one() {
    let lists: HashSet<Vec<i64>> =
        all(&sets::list(&integers(Range::unsigned(8))), 9).into_iter().flatten().collect();
    let non_empty: HashSet<Vec<i64>> =
        all(&sets::non_empty(&integers(Range::unsigned(8))), 8).into_iter().flatten().collect();
    let mut expected = lists.clone();
    // A list of n elements costs n + 1 beside them; a non-empty one n.
    expected.remove(&vec![]);
    assert_eq!(non_empty, expected);
    let error = sets::non_empty(&bools()).rank(&vec![]).unwrap_err();
    assert_eq!(error, SpaceError::Encode(EncodeError::NotInShape));
}

#[test]
fn increasing_lists_are_the_sets_of_naturals() {
    let space = sets::increasing();
    let found: Vec<Vec<u64>> = all(&space, 12).into_iter().flatten().collect();
    assert!(found.iter().all(|list| list.is_sorted_by(|a, b| a < b)));
    // A set of numbers up to 4 has gaps up to 4, three bits each, and 1 for each number and for the end.
    let found: HashSet<&Vec<u64>> = found.iter().collect();
    for bits in 0..32u32 {
        let set: Vec<u64> = (0..5).filter(|i| bits >> i & 1 == 1).collect();
        assert!(found.contains(&set), "{set:?}");
    }
    let counts: Vec<u64> = (0..10).map(|size| u64::try_from(space.count(size).unwrap()).unwrap()).collect();
    let lists = sets::list(&integers(Range::unsigned(32)));
    assert!((0..10).all(|size| lists.count(size).unwrap() == counts[size as usize].into()));
}

#[test]
fn what_is_no_increasing_list_has_no_rank() {
    let space = sets::increasing();
    for list in [vec![1, 1], vec![2, 1], vec![u64::MAX], vec![0, 1 << 33], vec![u64::MAX, 0]] {
        assert_eq!(space.rank(&list), Err(SpaceError::Encode(EncodeError::NotInShape)), "{list:?}");
    }
}

#[test]
fn large_increasing_lists_survive_the_way_there_and_back() {
    let space = sets::increasing();
    let mut rng = Random::seed_from_u64(4);
    for size in [50, 100, 200] {
        let list = space.uniform(size, &mut rng).unwrap();
        let derivation = space.encode(&list).unwrap();
        assert_eq!((space.decode(&derivation), derivation.size()), (list, size));
    }
}

#[test]
fn both_kinds_of_sets_of_numbers_hold_the_same_sets() {
    let tries = maps::btree_set(&integers(Range::unsigned(32)));
    for list in sets::increasing().up_to(8).unwrap() {
        let set: BTreeSet<i64> = list.iter().map(|&n| n.cast_signed()).collect();
        let back = tries.decode(&tries.encode(&set).unwrap());
        assert_eq!(back, set);
    }
}

#[test]
fn lists_are_printed_as_source() {
    let space = sets::non_empty(&sets::list(&bools()));
    let value = vec![vec![true], vec![]];
    assert_eq!(space.source(&space.encode(&value).unwrap()), "vec![vec![true], vec![]]");
    let space = sets::increasing();
    assert_eq!(space.source(&space.encode(&vec![3, 5]).unwrap()), "vec![3, 5]");
}
