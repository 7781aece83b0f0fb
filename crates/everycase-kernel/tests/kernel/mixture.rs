//! Draws from the mixture: structures are uniform, and every number and character can be drawn.

use std::collections::HashSet;
use std::sync::Arc;

use super::common::{bools, list, tree};
use super::random::{random, systems};
use super::uniform::assert_fits;
use everycase_kernel::{
    Alternative, Constants, Derivation, Derivations, Key, Mixed, Range, Shape, SpaceError, Until,
};

fn mixed(shape: &Shape, constants: Constants) -> (Derivations, Mixed) {
    let structures = Derivations::new(shape.clone()).structures();
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
