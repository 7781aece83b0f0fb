//! What numbers in an order take at least: a search finds its one class at that size and not below, against plain ways to reckon it.

use std::cmp::Ordering;

use everycase_kernel::lazy::{Run, Search};
use everycase_kernel::{Alternative, Derivation, Derivations, Random, Range, Rng, SeedableRng, Shape};

/// An answer that is wanted of numbers.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    Compares(usize, usize, Ordering),
    Below(usize, usize, bool),
    /// How the number compares with a constant.
    With(usize, i128, Ordering),
}

use Wanted::{Below, Compares, With};

impl Wanted {
    fn holds(self, values: &[i128]) -> bool {
        match self {
            Compares(a, b, order) => values[a].cmp(&values[b]) == order,
            Below(a, b, is_below) => (values[a] < values[b]) == is_below,
            With(a, constant, order) => values[a].cmp(&constant) == order,
        }
    }

    /// Can it be answered when the first `known` numbers are known?
    fn is_about(self, known: usize) -> bool {
        match self {
            Compares(a, b, _) | Below(a, b, _) => a.max(b) < known,
            With(a, ..) => a < known,
        }
    }

    fn is_met(self, run: &mut Run) -> bool {
        let first = run.force(run.root()).fields;
        let at = |number: usize| first + number as u32;
        match self {
            Compares(a, b, order) => run.compare_both(at(a), at(b)) == order,
            Below(a, b, is_below) => run.is_below_both(at(a), at(b)) == is_below,
            With(a, constant, order) => run.compare(at(a), constant.cast_unsigned(), true) == order,
        }
    }
}

fn size_of(value: i128) -> u32 {
    128 - value.unsigned_abs().leading_zeros()
}

fn values(derivation: &Derivation, count: usize) -> Vec<i128> {
    let mut run = Run::new();
    let root = run.lift(derivation);
    let first = run.force(root).fields;
    (first..).take(count).map(|at| run.number(at).cast_signed()).collect()
}

fn numbers(ranges: &[Range]) -> Derivations {
    Derivations::new(Shape::choice([Alternative::new("numbers", ranges.iter().cloned().map(Shape::range))]))
}

/// The smallest values of the classes of which all answers are as wanted.
fn search(ranges: &[Range], wanted: &[Wanted], size: u32) -> Vec<Vec<i128>> {
    let space = numbers(ranges);
    let mut run = Run::new();
    run.begin_search(&space, size).unwrap();
    let mut found = Vec::new();
    while Search::next(&mut run).is_some() {
        if wanted.iter().all(|answer| answer.is_met(&mut run)) {
            let derivation = run.derivation(run.root()).expect("a class that is run has values");
            found.push(values(&derivation, ranges.len()));
        }
    }
    found
}

/// Numbers that are as wanted take exactly this at least.
fn check(ranges: &[Range], wanted: &[Wanted], least: u32) {
    let found = search(ranges, wanted, least);
    let [smallest] = &found[..] else { panic!("one class of {ranges:?} is {wanted:?}: {found:?}") };
    assert!(wanted.iter().all(|answer| answer.holds(smallest)), "{smallest:?} is not {wanted:?}");
    let takes: u32 = smallest.iter().map(|value| size_of(*value)).sum();
    assert_eq!(takes, least, "{smallest:?} of {ranges:?} for {wanted:?}");
    if let Some(less) = least.checked_sub(1) {
        let found = search(ranges, wanted, less);
        assert!(found.is_empty(), "{found:?} take no less than {least}: {ranges:?} {wanted:?}");
    }
}

/// The numbers of a range that have at most four bits, the smallest ones first.
fn small(range: &Range) -> Vec<i128> {
    let space = Derivations::new(Shape::range(range.clone()));
    let mut all = Vec::new();
    for size in 0..=4 {
        let mut walk = space.of_size(size).unwrap();
        while let Some(derivation) = walk.next() {
            let mut run = Run::new();
            let root = run.lift(derivation);
            all.push(run.number(root).cast_signed());
        }
    }
    all
}

/// What numbers that are as wanted take at least, of these choices for each.
fn least_of_all(choices: &[Vec<i128>], wanted: &[Wanted]) -> Option<u32> {
    fn go(choices: &[Vec<i128>], wanted: &[Wanted], known: &mut Vec<i128>, best: &mut Option<u32>) {
        let takes: u32 = known.iter().map(|value| size_of(*value)).sum();
        let agrees = |answer: &Wanted| !answer.is_about(known.len()) || answer.holds(known);
        if best.is_some_and(|best| takes >= best) || !wanted.iter().all(agrees) {
            return;
        }
        let Some(own) = choices.get(known.len()) else {
            *best = Some(takes);
            return;
        };
        for value in own {
            known.push(*value);
            go(choices, wanted, known, best);
            known.pop();
        }
    }
    let mut best = None;
    go(choices, wanted, &mut Vec::new(), &mut best);
    best
}

fn below(rng: &mut Random, n: usize) -> usize {
    (rng.next_u64() % n as u64) as usize
}

/// An answer that some values give.
fn answer(rng: &mut Random, values: &[i128]) -> Wanted {
    let (a, b) = (below(rng, values.len()), below(rng, values.len()));
    match below(rng, 8) {
        0..4 => Below(a, b, values[a] < values[b]),
        4..6 => Compares(a, b, values[a].cmp(&values[b])),
        _ => {
            let constant = below(rng, 13) as i128 - 6;
            With(a, constant, values[a].cmp(&constant))
        }
    }
}

#[test]
fn a_few_numbers_take_as_little_as_the_best_of_all_values() {
    let near = [
        Range::signed(127),
        Range::unsigned(126),
        Range::signed(127).non_zero(),
        Range::of(-3, 3),
        Range::of(-3, 3).non_zero(),
        Range::of(-1, 9).non_zero(),
        Range::of(-7, 1),
        Range::of(-9, -2),
        Range::of(2, 6),
    ];
    let far = [Range::unsigned(128), Range::unsigned(128).non_zero(), Range::of_unsigned(3, u128::MAX)];
    let mut rng = Random::seed_from_u64(1);
    let mut sizes = [0; 10];
    for case in 0..4_000 {
        let kinds = match case % 8 {
            0 => &far[..],
            1..4 => &near[..1],
            _ => &near[..],
        };
        let count = 2 + below(&mut rng, 4);
        let ranges: Vec<_> = (0..count).map(|_| kinds[below(&mut rng, kinds.len())].clone()).collect();
        let choices: Vec<_> = ranges.iter().map(small).collect();
        let some: Vec<_> = choices.iter().map(|own| own[below(&mut rng, own.len().min(9))]).collect();
        let answers = 1 + below(&mut rng, 2 * count);
        let wanted: Vec<_> = (0..answers).map(|_| answer(&mut rng, &some)).collect();
        let least = least_of_all(&choices, &wanted).expect("some values give these answers");
        check(&ranges, &wanted, least);
        // Forty more numbers, all of which may be 0, are more than signs are tried for one after the other.
        let others = (count..count + 40).step_by(2).map(|high| Below(high, high + 1, false));
        let beside: Vec<_> = others.chain(wanted).collect();
        check(&[ranges, vec![Range::signed(127); 40]].concat(), &beside, least);
        sizes[least.min(9) as usize] += 1;
    }
    assert!(sizes.iter().all(|count| *count > 0), "orders that take any size are met: {sizes:?}");
}

/// What signed numbers take at least of which each of these pairs is in order, strictly or not: of all choices of signs.
fn least_of_signs(count: usize, pairs: &[(usize, usize, bool)]) -> u32 {
    let mut best = u32::MAX;
    for negative in 0_u32..1 << count {
        let is_negative = |at: usize| negative >> at & 1 != 0;
        if pairs.iter().any(|&(low, high, _)| is_negative(high) && !is_negative(low)) {
            continue;
        }
        // Of each number how far it is from 0, or from -1.
        let mut away = vec![0_u32; count];
        let mut moves = true;
        while std::mem::take(&mut moves) {
            for &(low, high, is_strict) in pairs {
                let (from, to) = if is_negative(high) { (high, low) } else { (low, high) };
                if is_negative(low) == is_negative(high) && away[to] < away[from] + u32::from(is_strict) {
                    away[to] = away[from] + u32::from(is_strict);
                    moves = true;
                }
            }
        }
        let sizes = (0..count).map(|at| u32::BITS - (away[at] + u32::from(is_negative(at))).leading_zeros());
        best = best.min(sizes.sum());
    }
    best
}

#[test]
fn a_dozen_numbers_take_as_little_as_the_best_of_all_signs() {
    let mut rng = Random::seed_from_u64(2);
    for case in 0..60 {
        let count = 8 + below(&mut rng, 5);
        // In ascending order, so that there are numbers that are as wanted.
        let pairs: Vec<_> = (0..4 + below(&mut rng, 3 * count))
            .map(|_| {
                let (a, b) = (below(&mut rng, count), below(&mut rng, count - 1));
                let b = if b < a { b } else { b + 1 };
                (a.min(b), a.max(b), below(&mut rng, 3) > 0)
            })
            .collect();
        let answers = |&(low, high, is_strict): &(usize, usize, bool)| {
            if is_strict { Below(low, high, true) } else { Below(high, low, false) }
        };
        let wanted: Vec<_> = pairs.iter().map(answers).collect();
        let least = least_of_signs(count, &pairs);
        check(&vec![Range::signed(127); count], &wanted, least);
        assert!(least > 0 || case > 0);
    }
}

/// A tree of numbers: of each but the first, the number it hangs on, whether it is above it, and whether they may be equal.
type Tree = [(usize, bool, bool)];

/// What the numbers of a tree take at least, of all values from -20 to 20.
fn least_of_tree(tree: &Tree) -> u32 {
    const VALUES: i128 = 41;
    let size = |value: i128| size_of(value - VALUES / 2);
    let mut takes = vec![(0..VALUES).map(size).collect::<Vec<_>>(); tree.len() + 1];
    for (i, &(parent, is_above, may_be_equal)) in tree.iter().enumerate().rev() {
        let own = takes[i + 1].clone();
        for (value, takes) in takes[parent].iter_mut().enumerate() {
            let apart = usize::from(!may_be_equal);
            let fitting =
                if is_above { &own[own.len().min(value + apart)..] } else { &own[..(value + 1 - apart)] };
            *takes = takes.saturating_add(fitting.iter().copied().min().unwrap_or(u32::MAX));
        }
    }
    takes[0].iter().copied().min().unwrap_or(0)
}

fn wanted_of_tree(tree: &Tree) -> Vec<Wanted> {
    let edges = tree.iter().enumerate().map(|(i, &(parent, is_above, may_be_equal))| {
        let (low, high) = if is_above { (parent, i + 1) } else { (i + 1, parent) };
        if may_be_equal { Below(high, low, false) } else { Below(low, high, true) }
    });
    edges.collect()
}

#[test]
fn trees_of_sixty_numbers_take_as_little_as_the_best_of_all_values() {
    let mut rng = Random::seed_from_u64(3);
    let heap: Vec<_> = (1..60).map(|at| ((at - 1) / 2, true, false)).collect();
    let random = std::iter::repeat_with(|| {
        let rare = 1 + below(&mut rng, 6);
        let mut edge = |at: usize| (below(&mut rng, at), below(&mut rng, 2) == 0, below(&mut rng, rare) > 1);
        (1..60).map(&mut edge).collect()
    });
    for tree in std::iter::once(heap).chain(random.take(30)) {
        check(&vec![Range::signed(127); 60], &wanted_of_tree(&tree), least_of_tree(&tree));
    }
}

/// What the smallest different signed numbers take.
fn of_different(count: i128) -> u32 {
    (0..count).map(|at| size_of(if at % 2 == 0 { at / 2 } else { -at / 2 - 1 })).sum()
}

#[test]
fn dozens_of_numbers_take_what_they_take_in_any_order() {
    let lt = |low, high| Below(low, high, true);
    // The smallest are -1 below three zeros, and 14 pairs of a 0 and a 1. There are too many signs to try them all.
    let pairs_beside_a_star =
        (1..4).map(|high| lt(0, high)).chain((4..32).step_by(2).map(|low| lt(low, low + 1)));
    let up_and_down = (1..60).map(|at| if at % 2 == 1 { lt(at - 1, at) } else { lt(at, at - 1) });
    let equal = (1..40).map(|at| Compares(at - 1, at, Ordering::Equal));
    let cases: [(u32, Vec<Wanted>); 9] = [
        (15, pairs_beside_a_star.collect()),
        (30, (0..60).step_by(2).map(|low| lt(low, low + 1)).collect()),
        (40, (0..60).filter(|at| at % 3 != 0).map(|at| lt(at - 1, at)).collect()),
        (1, (1..60).map(|high| lt(0, high)).collect()),
        (1, (1..60).map(|low| lt(low, 0)).collect()),
        (of_different(60), (1..60).map(|high| lt(high - 1, high)).collect()),
        (0, (1..60).map(|high| Below(high, high - 1, false)).collect()),
        (30, up_and_down.collect()),
        // 40 equal numbers above 20 are 0, and the others negative.
        (20, equal.chain((40..60).map(|low| lt(low, low % 40))).collect()),
    ];
    for (least, wanted) in cases {
        check(&vec![Range::signed(127); 60], &wanted, least);
    }
}
