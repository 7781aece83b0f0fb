//! Draws from the mixture: structures are uniform, and every number and character can be drawn.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use super::common::{bools, list, tree};
use super::random::{random, systems};
use super::uniform::assert_fits;
use everycase_kernel::{
    Alternative, At, Constants, Derivation, Derivations, Key, Mixed, Range, Shape, SpaceError, Until, maps,
};

fn mixed(shape: &Shape, constants: Constants) -> (Derivations, Mixed) {
    let exact = Derivations::new(shape.clone());
    let structures = exact.listed_structures();
    let mixed = structures.mixed(Arc::new(constants)).unwrap();
    (structures, mixed)
}

fn text() -> Shape {
    list(Shape::range(Range::chars()))
}

/// The numbers of a list.
fn elements(list: &Derivation) -> Vec<i128> {
    let mut at = list.root();
    let next = || {
        (at.alternative() == 1).then(|| {
            let number = at.field(0).number().unwrap();
            at = at.field(1);
            number
        })
    };
    std::iter::from_fn(next).collect()
}

#[test]
fn each_structure_of_a_size_is_as_likely_and_each_draw_is_a_value_of_the_shape() {
    let mut drawn = 0;
    for (seed, system) in (0..).zip(systems(3).take(120)) {
        let shape = system.shape();
        let all = Derivations::new(shape.clone());
        let (structures, mut mixed) = mixed(&shape, Constants::default());
        for size in 0..8 {
            let count = structures.count_up_to(size).unwrap();
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            let of_size = structures.count(size).unwrap();
            if of_size == 0u32.into() || count > 300 {
                continue;
            }
            let before = structures.count_up_to(size).unwrap() - &of_size;
            let of_size = usize::try_from(of_size).unwrap();
            let mut seen = vec![0; of_size];
            let mut rng = random(seed);
            for _ in 0..40 * of_size {
                let input = mixed.of_size(size, &mut rng).unwrap();
                assert_eq!(structures.parse(&input.words()).unwrap().size(), size);
                assert_eq!(all.parse(&input.words()).unwrap().words(), input.words());
                // All that have one structure have one rank.
                let rank = structures.rank(input).unwrap() - &before;
                seen[usize::try_from(rank).unwrap()] += 1;
                drawn += 1;
            }
            assert_fits(
                &format!("{shape:?} at {size}"),
                &seen,
                &vec![1.0 / f64::from(u32::try_from(of_size).unwrap()); of_size],
            );
        }
    }
    assert!(drawn > 70_000, "{drawn}");
}

#[test]
fn skewed_structures_are_the_same_values_with_other_shares() {
    struct Path;
    fn path() -> Shape {
        let step = |label| Alternative::new(label, [path()]).pay(1);
        let all =
            move || Shape::choice([Alternative::new("end", []), step("left"), step("right"), step("up")]);
        Shape::named(Key::of::<Path>(), all)
    }
    let mut ratios = HashSet::new();
    for seed in 0..20 {
        let all = Derivations::new(path());
        let skewed = all.skewed_structures(seed, seed as u32 % 3);
        let plain = all.structures();
        let mut mixed = skewed.mixed(Arc::default()).unwrap();
        let mut rng = random(seed);
        let mut seen = [0u32; 4];
        for _ in 0..200 {
            let input = mixed.of_size(10, &mut rng).unwrap();
            let words = input.words();
            assert_eq!(plain.parse(&words).unwrap().size(), 10);
            assert_eq!(all.parse(&words).unwrap().words(), words);
            for word in words {
                seen[usize::try_from(word).unwrap()] += 1;
            }
        }
        // A copy is as likely as what it is a copy of, so shares are as the weights, and the weights divide the count.
        let count = skewed.count(1).unwrap();
        assert!(count >= 3u32.into() && skewed.count(2).unwrap() >= 9u32.into());
        assert!(seen[1..].iter().all(|&seen| seen > 0), "{seen:?}");
        ratios.insert(seen[1] / 100);
    }
    assert!(ratios.len() > 4, "{ratios:?}");
    for system in systems(5).take(60) {
        let all = Derivations::new(system.shape());
        let (plain, skewed) = (all.structures(), all.skewed_structures(3, 0));
        let mut mixed = skewed.mixed(Arc::default()).unwrap();
        for size in 0..8 {
            assert!(skewed.count(size).unwrap() >= plain.count(size).unwrap());
            assert_eq!(skewed.count(size).unwrap() == 0u32.into(), plain.count(size).unwrap() == 0u32.into());
            for seed in 0..20 {
                let Ok(input) = mixed.of_size(size, &mut random(seed)) else { continue };
                assert_eq!(plain.parse(&input.words()).unwrap().size(), size);
                assert_eq!(all.parse(&input.words()).unwrap().words(), input.words());
            }
        }
    }
}

#[test]
fn each_turn_favours_another_alternative() {
    let all = Derivations::new(Shape::choice(["a", "b", "c"].map(|label| Alternative::new(label, []))));
    let mut complete = 0;
    for seed in 0..20 {
        let favourites: HashSet<_> = (0..3)
            .map(|turn| {
                let mut mixed = all.skewed_structures(seed, turn).mixed(Arc::default()).unwrap();
                let mut seen = [0u32; 3];
                let mut rng = random(seed);
                for _ in 0..600 {
                    seen[usize::try_from(mixed.of_size(0, &mut rng).unwrap().words()[0]).unwrap()] += 1;
                }
                (0..3).max_by_key(|&at| seen[at])
            })
            .collect();
        complete += u32::from(favourites.len() == 3);
    }
    // Another alternative may be there more often than the favoured one.
    assert!(complete >= 15, "{complete}");
}

#[test]
fn every_number_of_a_small_range_and_the_ends_of_a_large_one_are_drawn() {
    let ranges = [
        (Range::unsigned(8), 0..=255),
        (Range::signed(8), -128..=127),
        (Range::of(-3, 40), -3..=40),
        (Range::of(100, 130), 100..=130),
    ];
    let mut rng = random(4);
    for (range, numbers) in ranges {
        let (_, mut mixed) = mixed(&Shape::range(range.clone()), Constants::default());
        let draw = |_| mixed.of_size(1, &mut rng).unwrap().root().number().unwrap();
        let seen: HashSet<i128> = (0..40_000).map(draw).collect();
        assert_eq!(seen, numbers.collect(), "{range}");
    }
    for bits in [16, 32, 64, 127] {
        let (_, mut mixed) = mixed(&Shape::range(Range::signed(bits)), Constants::default());
        let draw = |_| mixed.of_size(1, &mut rng).unwrap().root().number().unwrap();
        let seen: HashSet<i128> = (0..30_000).map(draw).collect();
        let most = i128::MAX >> (127 - (bits - 1));
        for wanted in [0, 1, -1, most, -most - 1, most - 1, 100, 1000] {
            assert!(seen.contains(&wanted), "{wanted} of {bits} bits");
        }
    }
}

#[test]
fn characters_of_all_kinds_are_drawn_and_most_are_printable() {
    let (_, mut mixed) = mixed(&text(), Constants::default());
    let mut rng = random(9);
    let (mut total, mut printable, mut ascii_texts) = (0, 0, 0);
    let mut seen = HashSet::new();
    for _ in 0..20_000 {
        let text = elements(mixed.of_size(1 + 2 * 12, &mut rng).unwrap());
        let is_printable = |c: &&i128| (32..127).contains(*c);
        total += text.len();
        printable += text.iter().filter(is_printable).count();
        ascii_texts += usize::from(text.iter().all(|c| is_printable(&c)));
        seen.extend(text);
    }
    assert!(printable * 10 > total * 7, "{printable} of {total}");
    assert!(ascii_texts > 20_000 / 3, "{ascii_texts}");
    for c in 0..128 {
        assert!(seen.contains(&c), "{c:#x}");
    }
    for c in ['\u{301}', '\u{D7FF}', '\u{E000}', '\u{FEFF}', '\u{10000}', '\u{10FFFF}', '漢'] {
        let near = |other: &i128| (other - i128::from(u32::from(c))).abs() < 256;
        assert!(seen.iter().any(near), "{c}");
    }
    assert!(seen.iter().all(|&c| u32::try_from(c).is_ok_and(|c| char::from_u32(c).is_some())));
}

#[test]
fn numbers_are_equal_adjacent_ascending_and_as_many_as_there_are() {
    let (_, mut mixed) = mixed(&list(Shape::range(Range::signed(64))), Constants::default());
    let mut rng = random(10);
    let draws = 4_000;
    let mut seen = [0; 5];
    for _ in 0..draws {
        let numbers = elements(mixed.of_size(1 + 2 * 6, &mut rng).unwrap());
        let neighbours = |is: fn(i128, i128) -> bool| numbers.windows(2).any(|pair| is(pair[0], pair[1]));
        let is = [
            neighbours(|a, b| a == b),
            neighbours(|a, b| (a - b).abs() == 1),
            numbers.is_sorted_by(|a, b| a < b),
            numbers.contains(&6),
            numbers.iter().collect::<HashSet<_>>().len() == 6,
        ];
        for (seen, is) in seen.iter_mut().zip(is) {
            *seen += i32::from(is);
        }
    }
    for (what, seen) in ["equal", "adjacent", "ascending", "the number of them", "different"].iter().zip(seen)
    {
        assert!(seen * 40 > draws, "{what}: {seen}");
    }
}

#[test]
fn constants_of_the_code_are_drawn_whole_with_neighbours_and_in_pieces() {
    let word: Vec<u32> = "reserved".chars().map(u32::from).collect();
    let constants = Constants::new([48_879, 7_u128.wrapping_neg()], [word.clone(), Vec::new()]);
    assert!(constants.has_number(48_879) && !constants.has_number(48_880));
    assert!(constants.has_text(&word) && !constants.has_text(&word[1..]) && !constants.has_text(&[]));
    let mut rng = random(11);
    let (_, mut numbers) = mixed(&Shape::range(Range::signed(32)), constants.clone());
    let draw = |_| numbers.of_size(1, &mut rng).unwrap().root().number().unwrap();
    let drawn: Vec<i128> = (0..2_000).map(draw).collect();
    for wanted in [48_879, 48_880, 48_878, -7, -8, -6] {
        assert!(drawn.contains(&wanted), "{wanted}");
    }
    for element in [Range::chars(), Range::unsigned(8)] {
        let (_, mut texts) = mixed(&list(Shape::range(element)), constants.clone());
        let word: Vec<i128> = word.iter().map(|&c| c.into()).collect();
        let mut hits = [0; 3];
        for _ in 0..4_000 {
            let text = elements(texts.of_size(1 + 2 * 8, &mut rng).unwrap());
            hits[0] += usize::from(text == word);
            let text = elements(texts.of_size(1 + 2 * 20, &mut rng).unwrap());
            hits[1] += usize::from(text.windows(8).any(|part| part == word));
            hits[2] += usize::from(text.windows(4).any(|part| part == &word[4..]));
        }
        assert!(hits[0] > 50 && hits[1] > 50 && hits[2] > hits[1], "{hits:?}");
    }
}

#[test]
fn one_seed_draws_the_same_whatever_was_drawn_before() {
    let shape = Shape::product([tree(), text(), list(bools()), Shape::range(Range::unsigned(128))]);
    let (structures, mut first) = mixed(&shape, Constants::default());
    let mut second = structures.mixed(Arc::default()).unwrap();
    let mut warm = random(1);
    for size in [9, 40, 17] {
        second.of_size(size, &mut warm).unwrap();
    }
    for (seed, size) in (0..400).zip([6, 9, 30, 31].into_iter().cycle()) {
        let one = first.of_size(size, &mut random(seed)).unwrap().words();
        assert_eq!(second.of_size(size, &mut random(seed)).unwrap().words(), one);
    }
}

#[test]
fn a_size_without_structures_and_an_empty_range_are_errors() {
    struct Nothing;
    let (_, mut lists) = mixed(&text(), Constants::default());
    assert_eq!(lists.of_size(2, &mut random(0)).map(|_| ()), Err(SpaceError::Empty { size: 2 }));
    let (structures, mut none) = mixed(&Shape::range(Range::of(1, 0)), Constants::default());
    assert_eq!(structures.count_up_to(9), Ok(0u32.into()));
    assert_eq!(none.of_size(1, &mut random(0)).map(|_| ()), Err(SpaceError::Empty { size: 1 }));
    let nothing = Shape::named(Key::of::<Nothing>(), Shape::empty);
    let (_, mut none) = mixed(&nothing, Constants::default());
    assert!(none.of_size(0, &mut random(0)).is_err());
}

#[test]
fn sizes_within_a_limit_of_work_are_the_same_every_time_and_lists_reach_far() {
    let reach = |shape: Shape, work: u64| {
        let space = Derivations::new(shape).structures();
        let until = space.until(Until::default().within_work(work));
        let reach = (0..20_000).find(|&size| until.count(size).is_err()).unwrap_or(u32::MAX);
        if reach < 300 {
            // What was interrupted goes on where it was.
            assert_eq!(space.count(reach), Derivations::new(space.shape().clone()).structures().count(reach));
        }
        reach
    };
    for shape in [tree(), text(), list(text()), Shape::product([tree(), list(tree())])] {
        let reaches = [1_000, 100_000, 3_000_000].map(|work| reach(shape.clone(), work));
        assert_eq!(reaches, [1_000, 100_000, 3_000_000].map(|work| reach(shape.clone(), work)));
        assert!(reaches.is_sorted_by(|a, b| a < b), "{reaches:?}");
    }
    assert_eq!(reach(text(), 3_000_000), u32::MAX);
    assert!(reach(tree(), 3_000_000) > 200);
}

/// Whether the derivations of a size are counted with little work: tries of some keys are many.
fn is_quick(space: &Derivations, size: u32) -> bool {
    space.until(Until::default().within_work(1_000_000).within_memory(8 << 20)).count(size).is_ok()
}

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
        let (structures, mut mixed) = mixed(&shape, Constants::default());
        let (_, mut again) = self::mixed(&shape, Constants::default());
        for size in (0..16).take_while(|&size| is_quick(&structures, size) && is_quick(&all, size)) {
            for seed in 10 * seed..10 * seed + 10 {
                let Ok(input) = mixed.of_size(size, &mut random(seed)).cloned() else { continue };
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
        let mut skewed = skewed.mixed(Arc::default()).unwrap();
        let (structures, mut plain) = mixed(&shape, Constants::default());
        for size in (0..24).take_while(|&size| is_quick(&structures, size) && is_quick(&all, size)) {
            for seed in 0..4 {
                for mixed in [&mut plain, &mut skewed] {
                    let Ok(input) = mixed.of_size(size, &mut random(seed)) else { continue };
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
        let (structures, mut mixed) = mixed(&shape, Constants::default());
        for size in 0..14 {
            let count = usize::try_from(structures.count(size).unwrap()).unwrap();
            if !(2..400).contains(&count) {
                continue;
            }
            let before = structures.count_up_to(size).unwrap() - structures.count(size).unwrap();
            let mut seen = vec![0; count];
            let mut rng = random(size.into());
            for _ in 0..60 * count {
                let structure = mixed.structure_of_size(size, &mut rng).unwrap();
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
fn sets_and_maps_of_all_lengths_are_drawn_as_vectors_are() {
    let number = || Shape::range(Range::signed(64));
    let lengths = |shape: &Shape, length: fn(At<'_>) -> usize| {
        let (_, mut mixed) = mixed(shape, Constants::default());
        let mut seen = [0; 130];
        for size in (1..400).step_by(2) {
            for seed in 0..20 {
                let input = mixed.of_size(size, &mut random(seed)).unwrap();
                seen[length(input.root()).min(129)] += 1;
            }
        }
        seen
    };
    let entries = |at: At<'_>| entries(at).len();
    let vectors = lengths(&list(number()), |mut at| {
        let mut length = 0;
        while at.label() == "cons" {
            (at, length) = (at.field(1), length + 1);
        }
        length
    });
    let sets = lengths(&maps::set_shape(&number()), entries);
    let shape = maps::map_shape(&Shape::range(Range::unsigned(16)), &Shape::unit());
    let maps = lengths(&shape, entries);
    for (length, vectors) in vectors.into_iter().enumerate().take(129) {
        assert!(vectors > 0 && sets[length] > 0 && maps[length] > 0, "{length}");
    }
    // Of sets of more than 128 numbers there are at least a quarter as many as of vectors.
    assert!(4 * sets[129] > vectors[129] && 8 * maps[129] > vectors[129], "{} {}", sets[129], maps[129]);
}

/// The elements of a list.
fn parts(mut list: At<'_>) -> impl Iterator<Item = At<'_>> {
    std::iter::from_fn(move || {
        (list.label() == "cons").then(|| {
            let element = list.field(0);
            list = list.field(1);
            element
        })
    })
}

#[test]
fn a_long_structure_is_a_value_of_the_shape_with_the_size_that_is_returned() {
    let (mut drawn, mut longest) = (0, 0);
    for (seed, system) in (0..).zip(systems(5).take(60)) {
        let element = system.shape();
        let inner = Shape::product([list(element.clone()), Shape::range(Range::signed(128))]);
        let shape = Shape::product([list(inner), element]);
        let all = Derivations::new(shape.clone());
        let (structures, mut mixed) = mixed(&shape, Constants::default());
        for of in (4..20).filter(|&of| is_quick(&structures, of)) {
            for seed in 10 * seed..10 * seed + 10 {
                let Ok((size, input)) = mixed.long(of, 300, &mut random(seed)) else { continue };
                let words = input.words();
                assert!(size <= 300, "{shape:?} {of} {size}");
                assert_eq!(structures.parse(&words).unwrap().size(), size, "{shape:?} {of}");
                assert_eq!(all.parse(&words).unwrap().words(), words);
                longest = longest.max(parts(input.root().field(0)).count());
                drawn += 1;
            }
        }
    }
    assert!(drawn > 3_000 && longest > 70, "{drawn} {longest}");
}

#[test]
fn long_lists_are_as_long_as_the_size_allows_and_many_have_round_lengths() {
    let (structures, mut mixed) = mixed(&list(text()), Constants::default());
    assert!(structures.has_numbers(40).unwrap() && mixed.has_sequences(40).unwrap());
    let (mut nearly, mut round, mut inner) = (0, 0, 0);
    for seed in 0..400 {
        let (size, input) = mixed.long(41, 20_002, &mut random(seed)).unwrap();
        let texts = parts(input.root()).count();
        let longest_text = parts(input.root()).map(|text| parts(text).count()).max().unwrap_or(0);
        let longest = texts.max(longest_text);
        // The list of texts, or one of them.
        inner += u32::from(longest_text > texts);
        nearly += u32::from(size > 19_900);
        let tens = [1, 10, 100, 1_000].iter().flat_map(|power| [10, 20, 50].map(|digit| digit * power));
        let is_power = [longest - 1, longest, longest + 1].iter().any(|near| near.is_power_of_two());
        round += u32::from(longest > 100 && (is_power || tens.into_iter().any(|ten| ten == longest)));
    }
    assert!(nearly > 100 && round > 80 && inner > 100, "{nearly} {round} {inner}");
    // Where there are no lists it stays as it is.
    let (_, mut trees) = self::mixed(&tree(), Constants::default());
    assert!(!trees.has_sequences(40).unwrap());
    assert_eq!(trees.long(13, 400, &mut random(1)).unwrap().0, 13);
    assert_eq!(trees.long(0, 400, &mut random(1)).err(), Some(SpaceError::Empty { size: 0 }));
}

#[test]
fn long_lists_repeat_elements_and_have_lengths_of_the_code() {
    let pair = Shape::product([text(), Shape::range(Range::signed(128))]);
    let (_, mut mixed) = mixed(&list(pair), Constants::new([777], []));
    let (mut equal, mut few, mut of_code) = (0, 0, 0);
    for seed in 0..400 {
        let (_, input) = mixed.long(12, 9_000, &mut random(seed)).unwrap();
        let pairs: Vec<Vec<u64>> = parts(input.root()).map(At::words).collect();
        let kinds = pairs.iter().collect::<HashSet<_>>().len();
        if pairs.len() > 50 {
            equal += u32::from(kinds == 1);
            few += u32::from((2..=4).contains(&kinds));
        }
        of_code += u32::from((776..=778).contains(&pairs.len()));
    }
    assert!(equal > 20 && few > 20 && of_code > 20, "{equal} {few} {of_code}");
}

#[test]
fn long_maps_have_hundreds_of_entries() {
    let shape = maps::map_shape(&text(), &Shape::range(Range::unsigned(32)));
    let all = Derivations::new(shape.clone());
    let (_, mut mixed) = mixed(&shape, Constants::default());
    let mut most = 0;
    for seed in 0..40 {
        let (_, input) = mixed.long(60, 5_000, &mut random(seed)).unwrap();
        assert_eq!(all.parse(&input.words()).unwrap().words(), input.words());
        most = most.max(entries(input.root()).len());
    }
    assert!(most > 200, "{most}");
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
    let mut mixed = free.listed_structures().mixed(Arc::default()).unwrap();
    for size in 0..20 {
        for seed in 0..20 {
            let Ok(input) = mixed.of_size(size, &mut random(seed)) else { continue };
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
