//! Maps and sets by tries, against all maps and sets spelt out.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Debug;

use super::familiar::{Tree, bools, integers, trees, wide};
use everycase::space::{Product, Space, maps, sets};
use everycase_kernel::{Alternative, BigUint, Key, Random, Range, SeedableRng, Shape, SpaceError};

/// The parts of a key, in the order in which a trie meets them, each with what it costs.
type Parts = Vec<(u64, u32)>;

fn parts_of_bool(b: bool) -> Parts {
    vec![(u64::from(b), 1)]
}

/// The bit length with the leading bit, then the bits below it from the highest down.
fn parts_of_byte(n: i64) -> Parts {
    let length = 64 - n.leading_zeros();
    let mut parts = vec![(u64::from(length), length.min(1))];
    parts.extend((0..length.saturating_sub(1)).rev().map(|bit| ((n.cast_unsigned() >> bit) & 1, 1)));
    parts
}

/// The bit length, then the sign, then the bits below the leading one.
fn parts_of_signed(n: i64) -> Parts {
    let magnitude = n.unsigned_abs();
    let length = 64 - magnitude.leading_zeros();
    let mut parts = vec![(u64::from(length), 0)];
    if length > 0 {
        parts.push((u64::from(n < 0), 1));
        parts.extend((0..length - 1).rev().map(|bit| ((magnitude >> bit) & 1, 1)));
    }
    parts
}

fn parts_of_list(list: &[bool]) -> Parts {
    let mut parts = Vec::new();
    for &element in list {
        parts.push((1, 1));
        parts.extend(parts_of_bool(element));
    }
    parts.push((0, 1));
    parts
}

fn parts_of_tree(tree: &Tree) -> Parts {
    match tree {
        Tree::Leaf => vec![(0, 1)],
        Tree::Node(left, label, right) => {
            let mut parts = vec![(1, 1)];
            parts.extend(parts_of_tree(left));
            parts.extend(parts_of_byte(*label));
            parts.extend(parts_of_tree(right));
            parts
        }
    }
}

/// All sets of keys up to a size, as the documentation defines it: 1, and each part of a key once for
/// all keys that agree up to it.
fn naive_sets<K: Clone + Ord>(keys: &[(K, Parts)], most: u32) -> Vec<(u32, BTreeSet<K>)> {
    /// A key and its prefixes, each as a number, with what its last part costs.
    type Prefixed<'k, K> = (&'k K, Vec<(usize, u32)>);

    fn go<'k, K: Clone + Ord>(
        keys: &[Prefixed<'k, K>],
        (size, chosen): (u32, &mut Vec<&'k K>),
        seen: &mut [bool],
        most: u32,
        all: &mut Vec<(u32, BTreeSet<K>)>,
    ) {
        all.push((size, chosen.iter().copied().cloned().collect()));
        for (i, (key, prefixes)) in keys.iter().enumerate() {
            let is_new = |&&(prefix, _): &&(usize, u32)| !seen[prefix];
            let size = size + prefixes.iter().filter(is_new).map(|(_, cost)| cost).sum::<u32>();
            if size <= most {
                let new: Vec<usize> = prefixes.iter().filter(is_new).map(|(prefix, _)| *prefix).collect();
                for &prefix in &new {
                    seen[prefix] = true;
                }
                chosen.push(key);
                go(&keys[i + 1..], (size, chosen), seen, most, all);
                chosen.pop();
                for prefix in new {
                    seen[prefix] = false;
                }
            }
        }
    }

    let mut numbers = HashMap::new();
    let mut all = Vec::new();
    let keys: Vec<Prefixed<'_, K>> = keys
        .iter()
        .map(|(key, parts)| {
            let prefixes = (1..=parts.len()).map(|end| {
                let next = numbers.len();
                (*numbers.entry(&parts[..end]).or_insert(next), parts[end - 1].1)
            });
            (key, prefixes.collect())
        })
        .collect();
    if most >= 1 {
        go(&keys, (1, &mut Vec::new()), &mut vec![false; numbers.len()], most, &mut all);
    }
    all
}

fn assert_sets<K: Clone + Ord + Debug + 'static>(space: &Space<K>, parts: fn(&K) -> Parts, most: u32) {
    let keys: Vec<(K, Parts)> = space.up_to(most).unwrap().map(|key| (key.clone(), parts(&key))).collect();
    let expected = naive_sets(&keys, most);
    let sets = maps::btree_set(space);
    let mut rank = 0u32;
    for size in 0..=most {
        let naive: BTreeSet<_> = expected.iter().filter(|(s, _)| *s == size).map(|(_, set)| set).collect();
        assert_eq!(sets.count(size).unwrap(), naive.len().into(), "size {size}");
        let found: Vec<_> = sets.of_size(size).unwrap().collect();
        assert_eq!(found.iter().collect::<BTreeSet<_>>(), naive, "size {size}");
        for set in &found {
            assert_eq!(sets.size_of(set).unwrap(), size, "{set:?}");
            assert_eq!(sets.rank(set).unwrap(), rank.into(), "{set:?}");
            rank += 1;
        }
    }
    assert!(rank > 90 || sets.largest_size().unwrap().is_some(), "{rank} sets show nothing");
}

#[test]
fn sets_are_all_subsets_each_once_at_its_size() {
    assert_sets(&bools(), |&b| parts_of_bool(b), 4);
    assert_sets(&integers(Range::unsigned(8)), |&n| parts_of_byte(n), 9);
    assert_sets(&integers(Range::signed(8)), |&n| parts_of_signed(n), 8);
    assert_sets(&sets::list(&bools()), |list| parts_of_list(list), 10);
    assert_sets(&trees(), parts_of_tree, 9);
    let pairs = (bools(), integers(Range::unsigned(8))).product();
    assert_sets(&pairs, |&(b, n)| [parts_of_bool(b), parts_of_byte(n)].concat(), 9);
    let pairs = (integers(Range::unsigned(8)), bools()).product();
    assert_sets(&pairs, |&(n, b)| [parts_of_byte(n), parts_of_bool(b)].concat(), 9);
}

#[test]
fn sets_of_sets_are_all_sets_of_sets() {
    // The parts of an inner set are those of its trie: which booleans there are.
    let parts = |set: &BTreeSet<bool>| match (set.contains(&false), set.contains(&true)) {
        (false, false) => vec![(0, 1)],
        (true, false) => vec![(1, 1), (0, 1)],
        (false, true) => vec![(1, 1), (1, 1)],
        (true, true) => vec![(1, 1), (2, 0), (0, 1), (0, 1)],
    };
    let inner = maps::btree_set(&bools());
    assert_sets(&inner, parts, 9);
    let total = maps::btree_set(&inner);
    assert_eq!(total.count_up_to(total.largest_size().unwrap().unwrap()).unwrap(), 16u32.into());
    let thrice = maps::btree_set(&total);
    assert_eq!(thrice.count_up_to(thrice.largest_size().unwrap().unwrap()).unwrap(), 65_536u32.into());
}

fn total<T>(space: &Space<T>) -> BigUint {
    space.count_up_to(space.largest_size().unwrap().expect("finitely many")).unwrap()
}

#[test]
fn sets_over_a_finite_type_are_its_power_set() {
    assert_eq!(total(&maps::btree_set(&bools())), 4u32.into());
    assert_eq!(total(&maps::btree_set(&Space::one_of(["a", "b", "c"]))), 8u32.into());
    assert_eq!(total(&maps::btree_set(&Space::<u8>::empty())), 1u32.into());
    assert_eq!(total(&maps::btree_set(&Space::just(()))), 2u32.into());
    assert_eq!(total(&maps::btree_set(&integers(Range::unsigned(8)))), BigUint::from(1u32) << 256);
    assert_eq!(total(&maps::btree_set(&integers(Range::signed(8)))), BigUint::from(1u32) << 256);
    assert_eq!(total(&maps::btree_set(&integers(Range::of(-3, 100)))), BigUint::from(1u32) << 104);
    assert_eq!(total(&maps::btree_set(&integers(Range::of(1000, 1002)))), 8u32.into());
    assert_eq!(total(&maps::btree_set(&integers(Range::of(7, 7)))), 2u32.into());
    assert_eq!(total(&maps::btree_set(&integers(Range::of(7, 6)))), 1u32.into());
    assert_eq!(total(&maps::btree_set(&integers(Range::unsigned(5).non_zero()))), BigUint::from(1u32) << 31);
    let pairs = (bools(), integers(Range::unsigned(3))).product();
    assert_eq!(total(&maps::btree_set(&pairs)), BigUint::from(1u32) << 16);
}

#[test]
fn maps_over_a_finite_type_are_the_partial_functions() {
    assert_eq!(total(&maps::btree_map(&bools(), &bools())), 9u32.into());
    let byte = integers(Range::unsigned(8));
    assert_eq!(total(&maps::btree_map(&byte, &bools())), BigUint::from(3u32).pow(256));
    assert_eq!(total(&maps::btree_map(&bools(), &Space::<u8>::empty())), 1u32.into());
}

#[test]
fn maps_are_all_finite_maps_each_once() {
    let keys = sets::list(&bools());
    let space = maps::btree_map(&keys, &maps::btree_map(&bools(), &integers(Range::unsigned(8))));
    let mut seen = HashSet::new();
    let mut rank = 0u32;
    for size in 0..=11 {
        for map in space.of_size(size).unwrap() {
            let own = naive_size(&map);
            assert_eq!(own, size, "{map:?}");
            assert_eq!(space.rank(&map).unwrap(), rank.into(), "{map:?}");
            assert!(seen.insert(map));
            rank += 1;
        }
    }
    assert!(rank > 1000, "{rank}");
}

/// The size of a set of keys.
fn size<'k>(keys: impl IntoIterator<Item = &'k Parts>) -> u32 {
    let mut seen = HashSet::new();
    let prefixes = keys.into_iter().flat_map(|key| (1..=key.len()).map(|end| &key[..end]));
    1 + prefixes.filter(|prefix| seen.insert(*prefix)).map(|prefix| prefix[prefix.len() - 1].1).sum::<u32>()
}

fn naive_size(map: &BTreeMap<Vec<bool>, BTreeMap<bool, i64>>) -> u32 {
    let keys: Vec<Parts> = map.keys().map(|key| parts_of_list(key)).collect();
    let inner = |map: &BTreeMap<bool, i64>| {
        let values: u32 = map.values().map(|n| 64 - n.leading_zeros()).sum();
        1 + map.len() as u32 + values
    };
    size(&keys) + map.values().map(inner).sum::<u32>()
}

#[test]
fn a_map_of_one_entry_costs_one_more_than_its_key_and_value() {
    let (keys, values) = (trees(), sets::list(&bools()));
    let space = maps::btree_map(&keys, &values);
    for key in keys.up_to(8).unwrap() {
        for value in values.up_to(5).unwrap() {
            let parts = keys.size_of(&key).unwrap() + values.size_of(&value).unwrap();
            let map = BTreeMap::from([(key.clone(), value)]);
            assert_eq!(space.size_of(&map).unwrap(), 1 + parts, "{map:?}");
        }
    }
}

#[test]
fn sets_of_wide_and_far_away_integers_are_found_by_index_and_by_value() {
    let space = maps::btree_set(&wide());
    let mut rng = Random::seed_from_u64(1);
    for size in 0..60 {
        let set = space.uniform(size.max(1), &mut rng).unwrap();
        let rank = space.rank(&set).unwrap();
        assert_eq!(space.index(&rank).unwrap(), set);
    }
    let far = BTreeSet::from([i128::MIN, -1, 0, 1 << 100, (1 << 100) + 1, i128::MAX]);
    let derivation = space.encode(&far).unwrap();
    assert_eq!(space.decode(&derivation), far);
    // The two at 2^100 share all but their last bit.
    assert_eq!(derivation.size(), 1 + 128 + 1 + 101 + 1 + 127);
}

#[test]
fn large_random_sets_survive_the_way_there_and_back() {
    let space = maps::btree_map(&sets::list(&integers(Range::chars())), &trees());
    let mut rng = Random::seed_from_u64(2);
    let mut sampler = space.sampler().unwrap();
    let mut entries = 0;
    for size in (10..60).step_by(7) {
        for _ in 0..50 {
            let map = sampler.of_size(size, &mut rng).unwrap();
            let derivation = space.encode(&map).unwrap();
            assert_eq!((space.decode(&derivation), derivation.size()), (map.clone(), size));
            entries += map.len();
        }
    }
    assert!(entries > 800, "{entries}");
}

#[test]
fn the_empty_set_is_a_key_like_any_other() {
    let space = maps::btree_map(&maps::btree_set(&trees()), &bools());
    let found: Vec<_> = space.up_to(6).unwrap().collect();
    assert!(
        found.contains(&BTreeMap::from([(BTreeSet::new(), true), (BTreeSet::from([Tree::Leaf]), false)]))
    );
}

#[test]
fn a_type_may_hold_sets_of_itself() {
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    struct Hereditary(BTreeSet<Hereditary>);
    fn sets() -> Space<Hereditary> {
        struct Sets;
        Space::named(Key::of::<Sets>(), || {
            maps::btree_set(&sets()).bijection(Hereditary, |Hereditary(set)| set.clone()).pay(1)
        })
    }
    let space = sets();
    let mut seen = HashSet::new();
    for (rank, set) in space.up_to(12).unwrap().enumerate() {
        assert_eq!(space.rank(&set).unwrap(), rank.into());
        assert!(seen.insert(set));
    }
    let empty = Hereditary(BTreeSet::new());
    let one = Hereditary(BTreeSet::from([empty.clone()]));
    let two = Hereditary(BTreeSet::from([empty.clone(), one.clone()]));
    let all = [empty, one, two];
    assert!(all.iter().all(|set| seen.contains(set)));
}

#[test]
fn keys_that_never_pay_are_reported_by_name() {
    struct Endless;
    fn endless() -> Shape {
        Shape::named(Key::of::<Endless>(), || {
            Shape::choice([Alternative::new("end", []), Alternative::new("more", [endless()])])
        })
    }
    let shape = maps::set_shape(&endless());
    let error = everycase_kernel::Derivations::new(shape).count(3).unwrap_err();
    assert!(matches!(&error, SpaceError::UnpaidCycle { names } if names[0].contains("Endless")), "{error}");
}

#[test]
fn equal_sets_of_equal_keys_are_shared_and_have_one_fingerprint() {
    let key = sets::list(&bools());
    assert_eq!(maps::set_shape(key.shape()), maps::set_shape(key.shape()));
    let print = |space: Space<Vec<bool>>| maps::btree_set(&space).fingerprint().unwrap();
    assert_eq!(print(sets::list(&bools())), print(sets::list(&bools())));
    assert_ne!(print(sets::list(&bools())), print(sets::non_empty(&bools())));
}

#[test]
fn sets_are_printed_as_source() {
    let space = maps::btree_map(&bools(), &maps::btree_set(&integers(Range::unsigned(8))));
    let map = BTreeMap::from([(false, BTreeSet::from([3, 5])), (true, BTreeSet::new())]);
    assert_eq!(
        space.source(&space.encode(&map).unwrap()),
        "std::collections::BTreeMap::from([(false, std::collections::BTreeSet::from([3, 5])), \
         (true, std::collections::BTreeSet::from([]))])"
    );
}

#[test]
fn shrinking_a_set_ends_at_a_smallest_one() {
    let space = maps::btree_set(&trees());
    let mut rng = Random::seed_from_u64(3);
    let two_members = |d: &everycase_kernel::Derivation| space.decode(d).len() >= 2;
    let mut shrunk = 0;
    for _ in 0..10 {
        let start = space.encode(&space.uniform(40, &mut rng).unwrap()).unwrap();
        if two_members(&start) {
            let fails = |d: &everycase_kernel::Derivation| std::ops::ControlFlow::Continue(two_members(d));
            let end = space.derivations().shrink(&start, fails).unwrap();
            // A leaf, and a node with the least label between two leaves.
            assert_eq!(
                space.decode(&end),
                BTreeSet::from([Tree::Leaf, Tree::node(Tree::Leaf, 0, Tree::Leaf)])
            );
            shrunk += 1;
        }
    }
    assert!(shrunk > 5, "{shrunk}");
}
