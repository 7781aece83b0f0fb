//! Searches of structures against all structures with all weak orders of their numbers.
//!
//! The numbers of a range here begin with one that is no alternative, so that the numbers of a structure are found among its words.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::common::{bools, list};
use everycase_kernel::lazy::{Holder, Probe, Run, Search};
use everycase_kernel::{Alternative, At, Derivation, Derivations, Key, Range, Shape, values};

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

/// Search trees whose elements are declared before their subtrees, with a choice without numbers.
fn declared_first() -> Shape {
    struct Tree;
    let tree = || Shape::named(Key::of::<Tree>(), Shape::empty);
    Shape::named(Key::of::<Tree>(), move || {
        let node = [bools(), one(), other(), tree(), tree()];
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

/// Returns how many numbers are not above all before them.
fn displaced(numbers: &[u64]) -> usize {
    (1..numbers.len()).filter(|&i| numbers[..i].iter().any(|earlier| *earlier >= numbers[i])).count()
}

/// Returns the numbers of a part, from left to right.
fn numbers(at: At<'_>) -> Vec<u64> {
    match at.number() {
        Some(number) => vec![number.try_into().unwrap()],
        None if at.arity() == Some(5) => {
            [3, 1, 2, 4].into_iter().flat_map(|field| numbers(at.field(field))).collect()
        }
        None => (0..at.arity().unwrap()).flat_map(|field| numbers(at.field(field))).collect(),
    }
}

/// The words of all complete inputs of a search with sorted numbers, with what a verdict says of each.
fn sorted(
    space: &Derivations,
    size: u32,
    free: usize,
    passes: &dyn Fn(&[u64]) -> bool,
) -> Vec<(Vec<u64>, bool)> {
    let mut run = Run::new();
    assert!(run.begin_search(&space.structures(), size).unwrap());
    run.with(|search: &mut Search, _| search.sort(free));
    let mut found = Vec::new();
    while Search::next(&mut run).is_some() {
        let passed =
            Search::execute(&mut run, Probe::Rarely, |run| Some(passes(&run.whole().unwrap().words())));
        let passed = passed.unwrap().unwrap();
        run.with(|search: &mut Search, _| search.judged(!passed));
        found.push((run.whole().unwrap().words(), passed));
    }
    found
}

#[test]
fn sorted_numbers_have_each_order_with_few_displaced_parameters_once() {
    // Parameters come last, whether they are before or behind the list.
    let list_and_three = Shape::product([one(), list(one()), one(), one()]);
    let tree_and_two = Shape::product([tree(), other(), one()]);
    let declared_first = Shape::product([declared_first(), one(), other()]);
    for (shape, size) in [(list_and_three, 10), (tree_and_two, 11), (declared_first, 14)] {
        let space = Derivations::new(shape.clone());
        for free in 0..=3 {
            let fits = |input: &&Derivation| {
                let root = input.root();
                let fields = || (0..root.arity().unwrap()).map(|field| root.field(field));
                let below: Vec<u64> = fields().filter(|at| at.number().is_none()).flat_map(numbers).collect();
                let own: Vec<u64> = fields().filter(|at| at.number().is_some()).flat_map(numbers).collect();
                [ONE..OTHER, OTHER..OTHER + 1000].into_iter().all(|range| {
                    let of =
                        |words: &[u64]| words.iter().copied().filter(|word| range.contains(word)).collect();
                    let (below, own): (Vec<u64>, Vec<u64>) = (of(&below), of(&own));
                    displaced(&below) == 0 && displaced(&[below, own].concat()) <= free
                })
            };
            let all = ranked(&space, &shape, size);
            let expected: HashSet<Vec<u64>> = all.iter().filter(fits).map(Derivation::words).collect();
            assert!(expected.len() < all.len());
            let found = sorted(&space, size, free, &|_| true);
            let distinct: HashSet<Vec<u64>> = found.iter().map(|(words, _)| words.clone()).collect();
            assert_eq!(found.len(), distinct.len(), "each is run once");
            assert_eq!(distinct, expected, "{free} of {shape:?}");
        }
    }
}

#[test]
fn orders_are_free_where_a_range_has_no_higher_number() {
    let few = Derivations::new(list(Shape::range(Range::of(0, 1))));
    let found = sorted(&few, 9, 0, &|_| true);
    let distinct: HashSet<_> = found.iter().collect();
    assert_eq!(found.len(), distinct.len());
    assert!(found.iter().any(|(words, _)| words.iter().filter(|word| **word == 1).count() > 4), "{found:?}");
}

#[test]
fn the_orders_of_structures_whose_first_one_is_discarded_are_left_out_if_that_has_told_all_before() {
    let space = Derivations::new(Shape::product([tree(), one()]));
    let skeleton =
        |words: &[u64]| -> Vec<u64> { words.iter().map(|word| (*word).min(OTHER).min(ONE)).collect() };
    let structures = |found: &[(Vec<u64>, bool)]| -> HashSet<Vec<u64>> {
        found.iter().map(|(words, _)| skeleton(words)).collect()
    };
    let all = sorted(&space, 24, 1, &|_| true);
    // Only structures with an even number of nodes pass, whatever the numbers are.
    let is_even = |words: &[u64]| words.iter().filter(|word| **word == 1).count().is_multiple_of(2);
    let found = sorted(&space, 24, 1, &is_even);
    assert_eq!(structures(&found), structures(&all), "no structure is left out");
    let passed = |found: &[(Vec<u64>, bool)]| -> HashSet<Vec<u64>> {
        found.iter().filter(|(words, _)| is_even(words)).map(|(words, _)| words.clone()).collect()
    };
    assert_eq!(passed(&found), passed(&all), "no order of what passes is left out");
    let discarded = found.iter().filter(|(_, passed)| !passed).count();
    let odd = structures(&all).iter().filter(|words| !is_even(words)).count();
    assert!(discarded < odd + 256, "{discarded} of {odd} structures");
    // Where the parameter has to be displaced, the first order tells nothing.
    let is_below = |words: &[u64]| {
        let [keys @ .., parameter] = words else { return false };
        !keys.contains(&1) || keys.iter().any(|key| (*parameter..OTHER).contains(key))
    };
    assert_eq!(sorted(&space, 24, 1, &is_below).len(), all.len());
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

/// Returns the inputs of a search up to a size that decides the whole of each.
fn complete(space: &Derivations, size: u32) -> Vec<Vec<u64>> {
    let mut run = Run::new();
    let mut found = Vec::new();
    if run.begin_search(&space.structures(), size).unwrap() {
        while Search::next(&mut run).is_some() {
            run.force_all(run.root());
            found.push(run.derivation(run.root()).unwrap().words());
        }
    }
    found
}

#[test]
fn lists_have_as_many_orders_as_published() {
    let space = Derivations::new(list(Shape::range(Range::unsigned(8))));
    // The Fubini numbers 1, 1, 3, 13, 75, 541, 4683, added up.
    let counts: Vec<usize> = (0..=6).map(|numbers| complete(&space, 2 * numbers + 1).len()).collect();
    assert_eq!(counts, [1, 2, 5, 18, 93, 634, 5317]);
    // Of three values at most: 3^n - 3 2^n + 3 with all three, 2^n - 2 with two, and one with one.
    let few = Derivations::new(list(Shape::range(Range::of(0, 2))));
    let orders = |n: u32| 3usize.pow(n) + 3 - 3 * 2usize.pow(n) + 2usize.pow(n) - 2 + 1;
    for n in 1..=7 {
        let expected = 1 + (1..=n).map(orders).sum::<usize>();
        assert_eq!(complete(&few, 2 * n + 1).len(), expected);
    }
}

#[test]
fn numbers_are_ordered_only_as_far_as_they_are_compared() {
    // Two keys and two values of one range. Keys are compared with each other, and so are values: 3 * 3 classes, where an
    // order of all four numbers would have 75.
    let space = Derivations::new(Shape::product([one(), one(), one(), one()]));
    let mut run = Run::new();
    assert!(run.begin_search(&space.structures(), 4).unwrap());
    let mut found = Vec::new();
    while Search::next(&mut run).is_some() {
        let answer = Search::execute(&mut run, Probe::Never, |run| {
            run.force(run.root());
            let fields: Vec<u32> = run.fields(run.root()).collect();
            found.push((run.compare_both(fields[0], fields[2]), run.compare_both(fields[1], fields[3])));
            Some(true)
        });
        assert_eq!(answer, Ok(Some(true)));
    }
    let distinct: HashSet<_> = found.iter().copied().collect();
    assert_eq!((found.len(), distinct.len()), (9, 9));
}
