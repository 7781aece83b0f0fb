//! Draws from the mixture: every number and character, and those that programs look for more often.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use everycase_kernel::{
    Alternative, At, Derivation, Derivations, Key, Random, Range, SeedableRng, Shape, SpaceError, maps,
};

use super::{ChainSizes, Constants, ListSizes, Mixture};

fn random(seed: u64) -> Random {
    Random::seed_from_u64(seed)
}

fn bools() -> Shape {
    Shape::choice([Alternative::new("false", []).pay(1), Alternative::new("true", []).pay(1)])
}

fn list(element: Shape) -> Shape {
    struct List;
    Shape::named(Key::of::<List>().under(&element), move || {
        let cons = [element.clone(), list(element.clone())];
        Shape::choice([Alternative::new("nil", []).pay(1), Alternative::new("cons", cons).pay(1)])
    })
}

/// Binary trees with a byte at each node.
fn tree() -> Shape {
    struct Tree;
    Shape::named(Key::of::<Tree>(), || {
        let node = [tree(), Shape::range(Range::unsigned(8)), tree()];
        Shape::choice([Alternative::new("leaf", []).pay(1), Alternative::new("node", node).pay(1)])
    })
}

fn mixture(shape: &Shape, constants: Constants) -> (Derivations, Mixture) {
    let exact = Derivations::new(shape.clone());
    let structures = exact.listed_structures();
    let mixture = Mixture::new(&structures, Arc::new(constants)).unwrap();
    (structures, mixture)
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
fn every_number_of_a_small_range_and_the_ends_of_a_large_one_are_drawn() {
    let ranges = [
        (Range::unsigned(8), 0..=255),
        (Range::signed(8), -128..=127),
        (Range::of(-3, 40), -3..=40),
        (Range::of(100, 130), 100..=130),
    ];
    let mut rng = random(4);
    for (range, numbers) in ranges {
        let (_, mut mixture) = mixture(&Shape::range(range.clone()), Constants::default());
        let draw = |_| mixture.of_size(1, &mut rng).unwrap().root().number().unwrap();
        let seen: HashSet<i128> = (0..40_000).map(draw).collect();
        assert_eq!(seen, numbers.collect(), "{range}");
    }
    for bits in [16, 32, 64, 127] {
        let (_, mut mixture) = mixture(&Shape::range(Range::signed(bits)), Constants::default());
        let draw = |_| mixture.of_size(1, &mut rng).unwrap().root().number().unwrap();
        let seen: HashSet<i128> = (0..30_000).map(draw).collect();
        let most = i128::MAX >> (127 - (bits - 1));
        for wanted in [0, 1, -1, most, -most - 1, most - 1, 100, 1000] {
            assert!(seen.contains(&wanted), "{wanted} of {bits} bits");
        }
    }
}

#[test]
fn characters_of_all_kinds_are_drawn_and_most_are_printable() {
    let (_, mut mixture) = mixture(&text(), Constants::default());
    let mut rng = random(9);
    let (mut total, mut printable, mut ascii_texts) = (0, 0, 0);
    let mut seen = HashSet::new();
    for _ in 0..20_000 {
        let text = elements(mixture.of_size(1 + 2 * 12, &mut rng).unwrap());
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
    let (_, mut mixture) = mixture(&list(Shape::range(Range::signed(64))), Constants::default());
    let mut rng = random(10);
    let draws = 4_000;
    let mut seen = [0; 5];
    for _ in 0..draws {
        let numbers = elements(mixture.of_size(1 + 2 * 6, &mut rng).unwrap());
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
    let (_, mut numbers) = mixture(&Shape::range(Range::signed(32)), constants.clone());
    let draw = |_| numbers.of_size(1, &mut rng).unwrap().root().number().unwrap();
    let drawn: Vec<i128> = (0..2_000).map(draw).collect();
    for wanted in [48_879, 48_880, 48_878, -7, -8, -6] {
        assert!(drawn.contains(&wanted), "{wanted}");
    }
    for element in [Range::chars(), Range::unsigned(8)] {
        let (_, mut texts) = mixture(&list(Shape::range(element)), constants.clone());
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
    let (structures, mut first) = mixture(&shape, Constants::default());
    let mut second = Mixture::new(&structures, Arc::default()).unwrap();
    let mut warm = random(1);
    for size in [9, 40, 17] {
        second.of_size(size, &mut warm).unwrap();
    }
    for (seed, size) in (0..400).zip([6, 9, 30, 31].into_iter().cycle()) {
        let one = first.of_size(size, &mut random(seed)).unwrap().words();
        assert_eq!(second.of_size(size, &mut random(seed)).unwrap().words(), one);
    }
}

/// The entries of a map, by the words of their keys.
fn entries(map: At<'_>) -> BTreeMap<Vec<u64>, Vec<u64>> {
    let mut entries = BTreeMap::new();
    maps::entries(map, |key, value| {
        assert_eq!(entries.insert(key.words(), value.words()), None);
    });
    entries
}

#[test]
fn sets_and_maps_of_all_lengths_are_drawn_as_vectors_are() {
    let number = || Shape::range(Range::signed(64));
    let lengths = |shape: &Shape, length: fn(At<'_>) -> usize| {
        let (_, mut mixture) = mixture(shape, Constants::default());
        let mut seen = [0; 130];
        for size in (1..400).step_by(2) {
            for seed in 0..20 {
                let input = mixture.of_size(size, &mut random(seed)).unwrap();
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
    // Of sets of more than 128 numbers there are at least a sixth as many as of vectors.
    assert!(6 * sets[129] > vectors[129] && 8 * maps[129] > vectors[129], "{} {}", sets[129], maps[129]);
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

fn lists(of: u32, most: u32) -> ListSizes {
    ListSizes { of, most, below_greatest: None }
}

#[test]
fn a_long_structure_is_a_value_of_the_shape_with_the_size_that_is_returned() {
    let (mut drawn, mut longest) = (0, 0);
    let elements =
        [tree(), text(), bools(), list(list(bools())), Shape::range(Range::unsigned(8)), Shape::unit()];
    for (seed, element) in (0..).zip(elements) {
        let inner = Shape::product([list(element.clone()), Shape::range(Range::signed(128))]);
        let shape = Shape::product([list(inner), element]);
        let all = Derivations::new(shape.clone());
        let (structures, mut mixture) = mixture(&shape, Constants::new([77], []));
        for of in 4..20 {
            for seed in 40 * seed..40 * seed + 40 {
                let in_phases = seed % 2 == 0;
                let Ok((size, input)) = mixture.long(lists(of, 300), in_phases, &mut random(seed)) else {
                    continue;
                };
                let words = input.words();
                // Phases may double the size.
                assert!(size <= if in_phases { 600 } else { 300 }, "{shape:?} {of} {size}");
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
    let (structures, mut mixture) = mixture(&list(text()), Constants::default());
    assert!(structures.has_numbers(40).unwrap() && mixture.has_sequences(40).unwrap());
    let (mut nearly, mut round, mut inner) = (0, 0, 0);
    for seed in 0..400 {
        let (size, input) = mixture.long(lists(41, 20_002), false, &mut random(seed)).unwrap();
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
    // A structure without lists stays as it is.
    let (_, mut trees) = self::mixture(&tree(), Constants::default());
    assert!(!trees.has_sequences(40).unwrap());
    assert_eq!(trees.long(lists(13, 400), true, &mut random(1)).unwrap().0, 13);
    assert_eq!(trees.long(lists(0, 400), false, &mut random(1)).err(), Some(SpaceError::Empty { size: 0 }));
}

#[test]
fn large_lists_have_the_greatest_round_lengths_that_the_size_allows() {
    let (_, mut mixture) = mixture(&list(Shape::range(Range::unsigned(8))), Constants::new([5_000], []));
    for (most, greatest) in [(131_075, 65_537), (4_000, 1_025), (4_099, 2_049), (90_000, 32_769)] {
        for (below, seed) in (0..3).flat_map(|below| (0..10).map(move |seed| (below, seed))) {
            let sizes = ListSizes { below_greatest: Some(below), ..lists(41, most) };
            let (_, input) = mixture.long(sizes, false, &mut random(seed)).unwrap();
            assert_eq!(parts(input.root()).count(), greatest - below, "{most} {seed}");
        }
    }
}

#[test]
fn long_lists_repeat_elements_and_have_lengths_of_the_code() {
    let pair = Shape::product([text(), Shape::range(Range::signed(128))]);
    let (_, mut mixture) = mixture(&list(pair), Constants::new([777], []));
    let (mut equal, mut few, mut of_code) = (0, 0, 0);
    for seed in 0..400 {
        let (_, input) = mixture.long(lists(12, 9_000), true, &mut random(seed)).unwrap();
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
    let (_, mut mixture) = mixture(&shape, Constants::default());
    let mut most = 0;
    for seed in 0..40 {
        let (_, input) = mixture.long(lists(60, 5_000), true, &mut random(seed)).unwrap();
        assert_eq!(all.parse(&input.words()).unwrap().words(), input.words());
        most = most.max(entries(input.root()).len());
    }
    assert!(most > 200, "{most}");
}

#[test]
fn chains_nest_as_deeply_as_they_are_asked_to_within_the_size() {
    let (structures, mut mixture) = mixture(&tree(), Constants::default());
    let (mut few, mut deep) = (0, 0);
    for seed in 0..400 {
        let sizes = ChainSizes { of: 13, most: 500, levels: 100, is_large: false };
        let (size, input) = mixture.chain(sizes, &mut random(seed)).unwrap();
        assert!(size <= 500 && input.nesting() <= 100 + 13, "{size} {}", input.nesting());
        assert_eq!(structures.parse(&input.words()).unwrap().size(), size);
        few += u32::from(input.nesting() >= 4);
        deep += u32::from(input.nesting() >= 40);
        let sizes = ChainSizes { is_large: true, ..sizes };
        let (size, _) = mixture.chain(sizes, &mut random(seed)).unwrap();
        assert!((400..=500).contains(&size), "{size}");
    }
    assert!(few > 380 && deep > 5, "{few} {deep}");
    // A structure that does not nest stays as it is.
    let (_, mut texts) = self::mixture(&text(), Constants::default());
    assert!(!texts.nests(13, &mut random(1)).unwrap() && mixture.nests(13, &mut random(1)).unwrap());
    let sizes = ChainSizes { of: 13, most: 500, levels: 100, is_large: true };
    assert_eq!(texts.chain(sizes, &mut random(1)).unwrap().0, 13);
}

#[test]
fn inputs_within_a_bound_have_smaller_numbers_instead_of_being_too_large() {
    let number = || Shape::range(Range::signed(64));
    for shape in [Shape::product([number(), number(), number()]), list(number()), text()] {
        let all = Derivations::new(shape);
        let structures = all.listed_structures();
        let constants = Arc::new(Constants::new([1_000_000], []));
        let mut mixture = Mixture::new(&structures, constants).unwrap().within(Some(40));
        let (mut sizes, mut drawn) = (HashSet::new(), 0);
        for (size, seed) in (1..20).flat_map(|size| (0..100).map(move |seed| (size, seed))) {
            let Ok(input) = mixture.of_size(size, &mut random(seed)) else { continue };
            let exact = all.parse(&input.words()).unwrap().size();
            assert!(exact <= 40, "{exact}");
            sizes.insert(exact);
            drawn += 1;
        }
        assert!(drawn >= 100 && sizes.contains(&40) && sizes.len() > 15, "{drawn} {sizes:?}");
    }
}
