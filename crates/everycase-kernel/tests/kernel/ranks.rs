//! Searches of structures against all structures with all weak orders of their numbers.
//!
//! The numbers of a range here begin with one that is no alternative, so that the numbers of a structure are found among its words.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::common::{bools, list};
use everycase_kernel::lazy::{Probe, Run, Search};
use everycase_kernel::{
    Alternative, BigUint, Derivation, Derivations, Key, Range, Ranks, Shape, SpaceError, Until, values,
};

/// The least numbers of the two ranges, of 200 and 100 numbers.
const ONE: u64 = 1000;
const OTHER: u64 = 2000;

fn one() -> Shape {
    Shape::range(Range::of(ONE.into(), i128::from(ONE) + 199))
}

fn other() -> Shape {
    Shape::range(Range::of(OTHER.into(), i128::from(OTHER) + 99))
}

fn tree() -> Shape {
    struct Tree;
    Shape::named(Key::of::<Tree>(), || {
        let node = [tree(), one(), other(), tree()];
        Shape::choice([Alternative::new("leaf", []).pay(1), Alternative::new("node", node).pay(1)])
    })
}

/// Shapes, each with the largest size of structures.
fn shapes() -> [(Shape, u32); 4] {
    let pair = |one: Shape, other: Shape| Shape::choice([Alternative::new("pair", [one, other])]);
    [
        (list(one()), 11),
        (pair(list(one()), one()), 10),
        (tree(), 11),
        (pair(list(pair(one(), bools())), other()), 14),
    ]
}

/// All weak orders of some numbers, as ranks.
fn weak_orders(numbers: usize) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = vec![Vec::new()];
    for _ in 0..numbers {
        let choose = |ranks: Vec<u64>| (0..numbers as u64).map(move |rank| [&ranks[..], &[rank]].concat());
        all = all.into_iter().flat_map(choose).collect();
    }
    all.retain(|ranks| {
        let most = ranks.iter().max().map_or(0, |most| most + 1);
        (0..most).all(|rank| ranks.contains(&rank))
    });
    all
}

/// All structures up to a size with all weak orders of the numbers of each range.
fn ranked(space: &Derivations, shape: &Shape, size: u32) -> Vec<Derivation> {
    let mut all = Vec::new();
    for words in (0..=size).flat_map(|size| values::structures_of_size(shape, size)) {
        let at = |least: u64| (0..words.len()).filter(|&at| words[at] == least).collect::<Vec<_>>();
        let (ones, others) = (at(ONE), at(OTHER));
        for one in weak_orders(ones.len()) {
            for other in weak_orders(others.len()) {
                let mut words = words.clone();
                ones.iter().zip(&one).for_each(|(at, rank)| words[*at] += rank);
                others.iter().zip(&other).for_each(|(at, rank)| words[*at] += rank);
                all.push(space.parse(&words).unwrap());
            }
        }
    }
    all
}

fn mix(state: u64, with: u64) -> u64 {
    let mixed = (state ^ with).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ mixed >> 29
}

/// What was seen, where.
type Log = Vec<(u32, u64)>;

/// Looks at positions below `root` as the seed and what is seen say. Of numbers only the order is seen, of those that are demanded too.
fn walk(run: &mut Run, root: u32, seed: u64) -> Log {
    let mut state = mix(seed, 17);
    let mut open = vec![(0, root)];
    // The numbers so far, and those that are demanded, of each range.
    let mut numbers = [Vec::<u32>::new(), Vec::new()];
    let mut demanded = [Vec::<u128>::new(), Vec::new()];
    let (mut known, mut log) = (1, Log::new());
    while !open.is_empty() && !state.is_multiple_of(7) {
        let (name, pos) = open.swap_remove(state as usize / 7 % open.len());
        let mut saw = |seen: u64, state: &mut u64| {
            log.push((name, seen));
            *state = mix(*state, mix(u64::from(name), seen));
        };
        if !run.is_range(pos) {
            let taken = run.force(pos);
            for field in run.fields(pos) {
                open.push((known, field));
                known += 1;
            }
            saw(taken.alternative.into(), &mut state);
            continue;
        }
        // Which of the ranges it is decides nothing.
        let [of_one, of_other] = [ONE, OTHER].map(|least| run.is_below(pos, u128::from(least), false));
        assert!(!of_one);
        let range = usize::from(!of_other);
        match state / 64 % 3 {
            0 => {
                let number = run.number(pos);
                for earlier in &demanded[range] {
                    saw(100 + of(number.cmp(earlier)), &mut state);
                }
                demanded[range].push(number);
            }
            1 => {
                for &earlier in numbers[range].iter().rev().take(2) {
                    saw(200 + of(run.compare_both(pos, earlier)), &mut state);
                }
            }
            _ => {
                for &earlier in numbers[range].iter().rev().skip(1) {
                    saw(300 + u64::from(run.is_below_both(earlier, pos)), &mut state);
                }
            }
        }
        numbers[range].push(pos);
    }
    log
}

fn of(order: Ordering) -> u64 {
    match order {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    }
}

/// The walk over a derivation of which nothing is open.
fn walk_whole(space: &Derivations, derivation: &Derivation, seed: u64) -> Log {
    let mut run = Run::new();
    run.begin_search(space, derivation.size()).unwrap();
    let root = run.lift(derivation);
    walk(&mut run, root, seed)
}

#[test]
fn a_search_of_structures_runs_once_for_each_order_that_is_told_apart() {
    let mut classes = 0;
    for (shape, size) in shapes() {
        let space = Derivations::new(shape.clone());
        let structures = space.structures();
        let all = ranked(&space, &shape, size);
        for seed in 0..200 {
            let expected: HashSet<Log> = all.iter().map(|input| walk_whole(&space, input, seed)).collect();
            let mut run = Run::new();
            assert!(run.begin_search(&structures, size).unwrap());
            let mut logs = Vec::new();
            while Search::next(&mut run).is_some() {
                let log = walk(&mut run, 0, seed);
                let input = space.parse(&run.derivation(0).unwrap().words()).unwrap();
                assert_eq!(walk_whole(&space, &input, seed), log, "what is shown is of the class");
                logs.push(log);
            }
            let distinct: HashSet<Log> = logs.iter().cloned().collect();
            assert_eq!(distinct.len(), logs.len(), "an order is run once");
            let missing: Vec<_> = expected.difference(&distinct).take(3).collect();
            assert!(missing.is_empty(), "{missing:?} of {shape:?} with seed {seed}");
            assert_eq!(distinct.len(), expected.len(), "{shape:?} with seed {seed}");
            classes += logs.len();
        }
    }
    assert!(classes > 10_000, "{classes}");
}

#[test]
fn what_is_demanded_as_a_whole_has_each_weak_order_of_its_numbers_once() {
    for (shape, size) in shapes() {
        let space = Derivations::new(shape.clone());
        let expected: HashSet<Vec<u64>> =
            ranked(&space, &shape, size).iter().map(Derivation::words).collect();
        let mut run = Run::new();
        assert!(run.begin_search(&space.structures(), size).unwrap());
        let mut found = Vec::new();
        while Search::next(&mut run).is_some() {
            run.force_all(0);
            found.push(run.derivation(0).unwrap().words());
        }
        let distinct: HashSet<Vec<u64>> = found.iter().cloned().collect();
        assert_eq!(distinct.len(), found.len());
        assert_eq!(distinct, expected, "{shape:?}");
    }
}

#[test]
fn room_is_left_for_numbers_that_are_demanded_later() {
    let pair = Shape::choice([Alternative::new("pair", [list(one()), one()])]);
    let space = Derivations::new(pair);
    let mut run = Run::new();
    assert!(run.begin_search(&space.structures(), 6).unwrap());
    let mut found = HashSet::new();
    while Search::next(&mut run).is_some() {
        let fields: Vec<u32> = {
            run.force(0);
            run.fields(0).collect()
        };
        run.force_all(fields[0]);
        let key = run.number(fields[1]);
        let words = run.derivation(0).unwrap().words();
        if let [1, a, 1, b, 0, key_word] = words[..] {
            assert_eq!(u128::from(key_word), key);
            assert!(found.insert([a - ONE, b - ONE, key_word - ONE]));
        }
    }
    let expected: HashSet<[u64; 3]> = [1, 3]
        .into_iter()
        .flat_map(|high| [[1, high], [high, 1]])
        .flat_map(|[a, b]| (0..=a.max(b) + 1).map(move |key| [a, b, key]))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn numbers_compared_with_constants_are_on_both_sides_of_them() {
    let space = Derivations::new(Shape::range(Range::signed(32)));
    let mut run = Run::new();
    assert!(run.begin_search(&space.structures(), 1).unwrap());
    let mut found = Vec::new();
    while Search::next(&mut run).is_some() {
        let answer = Search::execute(&mut run, Probe::Rarely, |run| {
            Some(run.is_below(0, 0, true) || run.compare(0, 1000, true).is_gt() && run.residue(0, 3) == 2)
        });
        found.push((answer.unwrap().unwrap(), run.derivation(0).unwrap().root().number().unwrap()));
    }
    found.sort_unstable();
    assert_eq!(found, [(false, 0), (false, 1000), (false, 1002), (false, 1003), (true, -1), (true, 1001)]);
    assert!(run.was_cut(), "there are larger numbers");
}

#[test]
fn values_that_are_lifted_meanwhile_need_no_room() {
    // A wide number takes two cells, only the first of which is a position.
    let wide = Derivations::new(Shape::range(Range::unsigned(128)));
    let value = wide.of_size(3).unwrap().next().unwrap().clone();
    let space = Derivations::new(Shape::choice([Alternative::new("pair", [one(), one()])]));
    let mut run = Run::new();
    assert!(run.begin_search(&space.structures(), 2).unwrap());
    let mut found = Vec::new();
    while Search::next(&mut run).is_some() {
        let lifted = run.lift(&value);
        assert_eq!(run.number(lifted), 4);
        run.force(0);
        let fields: Vec<u32> = run.fields(0).collect();
        found.push([run.number(fields[0]), run.number(fields[1])].map(|number| number as u64 - ONE));
    }
    found.sort_unstable();
    assert_eq!(found, [[1, 0], [1, 1], [1, 2]]);
}

/// The inputs of the model in naive order: by size, by the counts of numbers of the last range, .. of the first one, then as listed.
fn naive_of_size(space: &Derivations, shape: &Shape, size: u32) -> HashSet<Vec<u64>> {
    let all = ranked(space, shape, size);
    let structures = space.structures();
    let is_of_size = |input: &&Derivation| structures.parse(&input.words()).unwrap().size() == size;
    all.iter().filter(is_of_size).map(Derivation::words).collect()
}

#[test]
fn the_complete_model_has_each_structure_with_each_weak_order_once() {
    for (shape, largest) in shapes() {
        let space = Derivations::new(shape.clone());
        let ranks = space.ranks();
        for size in 0..=largest {
            let expected = naive_of_size(&space, &shape, size);
            assert_eq!(ranks.count(size).unwrap(), BigUint::from(expected.len()), "{shape:?} of size {size}");
            let mut walk = ranks.of_size(size).unwrap();
            let mut found = Vec::new();
            while let Some(input) = walk.next().unwrap() {
                found.push(input.words());
            }
            for (index, words) in (0u32..).zip(&found) {
                let index = BigUint::from(index);
                let input = ranks.index_of_size(size, &index).unwrap();
                assert_eq!((&input.words(), input.size()), (words, space.parse(words).unwrap().size()));
                assert_eq!(ranks.rank(&input).unwrap(), Some((size, index)));
            }
            let distinct: HashSet<Vec<u64>> = found.iter().cloned().collect();
            assert_eq!((found.len(), distinct), (expected.len(), expected), "{shape:?} of size {size}");
            // Each third one.
            let (mut walk, mut thirds) = (ranks.of_size(size).unwrap(), Vec::new());
            let mut next = walk.after(1).unwrap().map(Derivation::words);
            while let Some(words) = next {
                thirds.push(words);
                next = walk.after(2).unwrap().map(Derivation::words);
            }
            assert_eq!(thirds, found.iter().skip(1).step_by(3).cloned().collect::<Vec<_>>());
            let beyond = ranks.index_of_size(size, &found.len().into());
            assert!(matches!(beyond, Err(SpaceError::IndexOutOfRange { .. })), "{beyond:?}");
        }
    }
}

#[test]
fn counts_do_not_depend_on_what_was_counted_before() {
    for (shape, _) in shapes() {
        let space = Derivations::new(shape);
        let ranks = space.ranks();
        let first = |ranks: &Ranks, size| {
            let most = u32::try_from(&ranks.count(size).unwrap()).unwrap().min(20);
            let words = |index: u32| ranks.index_of_size(size, &index.into()).unwrap().words();
            (ranks.count(size).unwrap(), (0..most).map(words).collect::<Vec<_>>())
        };
        let before: Vec<_> = (0..=9).map(|size| first(&ranks, size)).collect();
        // Costs are others from here on.
        ranks.count(17).unwrap();
        let after: Vec<_> = (0..=9).map(|size| first(&ranks, size)).collect();
        assert_eq!(before, after);
    }
}

#[test]
fn lists_have_as_many_orders_as_published() {
    let space = Derivations::new(list(Shape::range(Range::unsigned(8))));
    let ranks = space.ranks();
    let counts: Vec<BigUint> = (0..=8).map(|numbers| ranks.count(2 * numbers + 1).unwrap()).collect();
    assert_eq!(counts, [1u32, 1, 3, 13, 75, 541, 4683, 47_293, 545_835].map(BigUint::from));
    assert_eq!(ranks.count(8).unwrap(), BigUint::ZERO);
    // a(30) of the Fubini numbers, far beyond 128 bits at 60.
    let thirty = "11403568794011880483742464196184901963";
    assert_eq!(ranks.count(61).unwrap().to_string(), thirty);
    // Of three values at most: 3^n - 3 2^n + 3 with all three, 2^n - 2 twice .. and so on.
    let few = Derivations::new(list(Shape::range(Range::of(0, 2)))).ranks();
    let surjections = |n: u32| [1, 2u64.pow(n) - 2, 3u64.pow(n) + 3 - 3 * 2u64.pow(n)];
    for n in 1..=9 {
        assert_eq!(few.count(2 * n + 1).unwrap(), BigUint::from(surjections(n).iter().sum::<u64>()));
    }
}

#[test]
fn numbers_that_are_not_their_ranks_have_no_index() {
    let space = Derivations::new(list(one()));
    let ranks = space.ranks();
    let rank = |numbers: &[u64]| {
        let words = numbers.iter().flat_map(|number| [1, *number]).chain([0]).collect::<Vec<_>>();
        ranks.rank(&space.parse(&words).unwrap()).unwrap()
    };
    assert_eq!(rank(&[]), Some((1, BigUint::ZERO)));
    assert_eq!(rank(&[ONE]), Some((3, BigUint::ZERO)));
    assert_eq!(rank(&[ONE + 1]), None);
    assert_eq!(rank(&[ONE, ONE]), Some((5, BigUint::ZERO)));
    assert_eq!(rank(&[ONE, ONE + 2]), None);
}

#[test]
fn draws_of_the_complete_model_are_uniform() {
    use everycase_kernel::{Random, SeedableRng};
    let space = Derivations::new(tree());
    let ranks = space.ranks();
    let mut rng = Random::seed_from_u64(1);
    let count = usize::try_from(&ranks.count(9).unwrap()).unwrap();
    let mut hits = vec![0u32; count];
    let draws = 50 * count;
    for _ in 0..draws {
        let input = ranks.uniform(9, &mut rng).unwrap();
        let (size, index) = ranks.rank(&input).unwrap().unwrap();
        assert_eq!(size, 9);
        hits[usize::try_from(&index).unwrap()] += 1;
    }
    let deviation: f64 = hits.iter().map(|&hits| (f64::from(hits) - 50.0).powi(2) / 50.0).sum();
    let mean = f64::from(u32::try_from(count - 1).unwrap());
    let spread = (2.0 * mean).sqrt();
    assert!((deviation - mean).abs() < 5.0 * spread, "{deviation} of {count}");
    assert!(matches!(ranks.uniform(2, &mut rng), Err(SpaceError::Empty { size: 2 })));
}

#[test]
fn ranges_and_sizes_beyond_the_memory_are_an_error() {
    // The numbers of six ranges, of each of which there may be hundreds.
    let field = |i| list(Shape::range(Range::of(0, i)));
    let space = Derivations::new(Shape::product((1..=6).map(field)));
    let count = space.ranks().count(400);
    assert_eq!(count, Err(SpaceError::TooLarge { size: 512 }));
    let little = Until::default().within_memory(1 << 20);
    let count = Derivations::new(tree()).ranks().until(little).count(100);
    assert!(matches!(count, Err(SpaceError::TooLarge { size: 100 })), "{count:?}");
}
