//! Maps are drawn as lists of entries, and written as the derivations of the exact shape.

use std::collections::BTreeMap;

use everycase_kernel::{Alternative, At, Derivations, Key, Range, Shape, maps};

use super::super::common::{bools, list, tree};
use super::super::random::{random, systems};
use super::super::uniform::assert_fits;
use super::{Filler, is_quick, space, text};

/// The entries of a map, by the words of their keys.
fn entries(map: At<'_>) -> BTreeMap<Vec<u64>, Vec<u64>> {
    let mut entries = BTreeMap::new();
    maps::entries(map, |key, value| {
        assert_eq!(entries.insert(key.words(), value.words()), None);
    });
    entries
}

/// The entries of the list that is the structure of a map: of those with the same key the first one.
fn first_entries(map: At<'_>) -> BTreeMap<Vec<u64>, Vec<u64>> {
    let mut at = map.field(0);
    let mut entries = BTreeMap::new();
    while at.label() == "cons" {
        let entry = at.field(0);
        entries.entry(entry.field(0).words()).or_insert_with(|| entry.field(1).words());
        at = at.field(1);
    }
    assert_eq!(at.label(), "nil");
    entries
}

/// Whether sets of these keys are drawn as tries.
fn is_trie(key: &Shape) -> bool {
    let space = Derivations::new(maps::set_shape(key));
    let [listed, plain] = [space.listed_structures(), space.structures()];
    (0..8).take_while(|&size| is_quick(&plain, size)).all(|size| listed.count(size) == plain.count(size))
}

#[test]
fn a_map_is_drawn_as_a_list_of_entries_of_which_the_first_of_a_key_is_kept() {
    let (mut listed, mut drawn, mut largest) = (0, 0, 0);
    for (seed, system) in (0..).zip(systems(11).take(80)) {
        let shape = maps::map_shape(&system.shape(), &bools());
        if is_trie(&system.shape()) {
            continue;
        }
        listed += 1;
        let all = Derivations::new(shape.clone());
        let (structures, mut filler) = space(&shape);
        let (_, mut again) = space(&shape);
        for size in (0..16).take_while(|&size| is_quick(&structures, size) && is_quick(&all, size)) {
            for seed in 10 * seed..10 * seed + 10 {
                let Ok(input) = filler.of_size(size, &mut random(seed)).cloned() else { continue };
                // The draw is a derivation of the exact shape, and nothing but its structure and its numbers decide it.
                let parsed = all.parse(&input.words()).unwrap();
                assert_eq!((parsed.words(), parsed.size()), (input.words(), input.size()));
                let structure = again.structure_of_size(size, &mut random(seed)).unwrap();
                let parsed = structures.parse(&structure.words());
                assert_eq!(parsed.map(|parsed| parsed.size()), Ok(size), "{shape:?} {structure:?}");
                assert_eq!(entries(input.root()), first_entries(structure.root()), "{shape:?}");
                largest = largest.max(entries(input.root()).len());
                drawn += 1;
            }
        }
    }
    assert!(listed > 20 && drawn > 2_000 && largest > 4, "{listed} {drawn} {largest}");
}

#[test]
fn maps_within_maps_and_beside_other_parts_are_maps_of_the_exact_shape() {
    let mut drawn = 0;
    for (seed, system) in (0..).zip(systems(12).take(60)) {
        let own = system.shape();
        let set = maps::set_shape(&own);
        let nested = maps::map_shape(&text(), &list(maps::map_shape(&Shape::range(Range::signed(16)), &set)));
        let shape = Shape::product([own.clone(), nested.clone(), Shape::range(Range::unsigned(128)), nested]);
        let all = Derivations::new(shape.clone());
        let skewed = all.skewed_structures(seed, 0);
        let mut skewed = Filler::new(&skewed);
        let (structures, mut plain) = space(&shape);
        for size in (0..24).take_while(|&size| is_quick(&structures, size) && is_quick(&all, size)) {
            for seed in 0..4 {
                for filler in [&mut plain, &mut skewed] {
                    let Ok(input) = filler.of_size(size, &mut random(seed)) else { continue };
                    let words = input.words();
                    let parsed = all.parse(&words).unwrap();
                    assert_eq!((parsed.words(), parsed.size()), (words, input.size()));
                    for map in [1, 3] {
                        entries(parsed.root().field(map));
                    }
                    drawn += 1;
                }
            }
        }
    }
    assert!(drawn > 2_000, "{drawn}");
}

#[test]
fn each_list_of_entries_of_a_size_is_as_likely() {
    let key = || Shape::product([tree(), bools()]);
    let shapes = [
        maps::set_shape(&Shape::range(Range::unsigned(32))),
        maps::map_shape(&key(), &bools()),
        maps::set_shape(&maps::set_shape(&key())),
        Shape::product([maps::map_shape(&text(), &bools()), list(maps::set_shape(&text()))]),
    ];
    let mut tested = 0;
    for shape in shapes {
        let (structures, mut filler) = space(&shape);
        for size in 0..14 {
            let count = usize::try_from(structures.count(size).unwrap()).unwrap();
            if !(2..400).contains(&count) {
                continue;
            }
            let before = structures.count_up_to(size).unwrap() - structures.count(size).unwrap();
            let mut seen = vec![0; count];
            let mut rng = random(size.into());
            for _ in 0..60 * count {
                let structure = filler.structure_of_size(size, &mut rng).unwrap();
                let rank = structures.rank(structure).unwrap() - &before;
                seen[usize::try_from(rank).unwrap()] += 1;
            }
            let share = 1.0 / f64::from(u32::try_from(count).unwrap());
            assert_fits(&format!("{shape:?} at {size}"), &seen, &vec![share; count]);
            tested += 1;
        }
    }
    assert!(tested >= 8, "{tested}");
}

#[test]
fn sets_with_few_keys_are_tries_without_repetitions() {
    let set = maps::set_shape(&Shape::range(Range::unsigned(6)));
    let space = Derivations::new(set);
    let (listed, plain) = (space.listed_structures(), space.structures());
    let counts = |space: &Derivations| (0..30).map(|size| space.count(size).unwrap()).collect::<Vec<_>>();
    assert_eq!(counts(&listed), counts(&plain));
    let larger = Derivations::new(maps::set_shape(&Shape::range(Range::of(0, 64))));
    assert_ne!(counts(&larger.listed_structures()), counts(&larger.structures()));
    // Its one element is the only key.
    let units = Derivations::new(maps::set_shape(&Shape::unit()));
    assert_eq!(counts(&units.listed_structures())[..3], [0u32, 2, 0].map(Into::into));
}

#[test]
fn exact_sizes_know_nothing_of_lists() {
    let set = maps::set_shape(&Shape::range(Range::unsigned(8)));
    let space = Derivations::new(set.clone());
    let costs = (set.root_cost(), set.without_root_cost().root_cost());
    assert_eq!((space.count_up_to(3).unwrap(), costs), (8u32.into(), (1, 0)));
    let free = Derivations::new(set.without_root_cost());
    assert_eq!(free.count_up_to(2), space.count_up_to(3));
    let mut filler = Filler::new(&free.listed_structures());
    for size in 0..20 {
        for seed in 0..20 {
            let Ok(input) = filler.of_size(size, &mut random(seed)) else { continue };
            assert_eq!(free.parse(&input.words()).unwrap().size(), input.size());
        }
    }
}

#[test]
fn names_for_keys_that_pay_are_expanded_in_tries() {
    struct Outer;
    struct Inner;
    let inner = || Shape::named(Key::of::<Inner>(), || Shape::range(Range::unsigned(8)));
    let outer = Shape::named(Key::of::<Outer>(), move || inner().pay(3));
    let space = Derivations::new(maps::map_shape(&outer, &bools()));
    // Nothing but the empty map, then maps of one key: its number, and a boolean.
    let counts = [0u32, 1, 0, 0, 0, 2, 2].map(Into::into);
    assert_eq!((0..7).map(|size| space.count(size).unwrap()).collect::<Vec<_>>(), counts);
}

#[test]
fn sets_of_keys_with_very_many_tries_are_tries() {
    // Lists of positions within these keys are words over sixteen letters.
    struct Sort;
    fn sort(letter: u64) -> Shape {
        Shape::named(Key::of::<Sort>().with(letter), move || {
            let fields = (0..4).map(|k| sort((5 * letter + 3 * k + 1) % 16));
            Shape::choice([Alternative::new("leaf", []).pay(1), Alternative::new("node", fields).pay(1)])
        })
    }
    let number = || Shape::range(Range::signed(64));
    assert!(is_trie(&sort(0)) && is_trie(&maps::set_shape(&list(text()))));
    for key in [number(), text(), list(text()), tree(), list(tree()), Shape::product([tree(), number()])] {
        assert!(!is_trie(&key), "{key:?}");
    }
}
