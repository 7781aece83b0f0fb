//! Parallel and sequential connectives: whatever the strategy, a search finds what satisfies a formula.

use std::cell::Cell;

use everycase::Lazy;
use everycase::lazy::{
    Found, ListView, Progress, Strategy, all, and, and_then, any, implies, or, or_else, sample, search,
};
use everycase::prelude::*;
use everycase::space::{Random, SeedableRng};

use crate::support::strategy::by;

#[derive(Debug, Clone, PartialEq, Eq, Enumerable)]
enum Tree {
    Leaf,
    Node(Box<Tree>, u8, Box<Tree>),
}

/// Where a formula looks.
#[derive(Debug, Clone, Enumerable)]
enum Path {
    Here,
    Left(Box<Path>),
    Right(Box<Path>),
}

#[derive(Debug, Clone, Enumerable)]
enum Formula {
    IsLeaf(Path),
    Below(Path, u8),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    AndThen(Box<Formula>, Box<Formula>),
    OrElse(Box<Formula>, Box<Formula>),
    Implies(Box<Formula>, Box<Formula>),
}

fn at(tree: Lazy<Tree>, path: &Path) -> Option<(Lazy<Tree>, &Path)> {
    match (path, tree.force()) {
        (Path::Left(path), TreeView::Node(left, ..)) => at(left, path),
        (Path::Right(path), TreeView::Node(_, _, right)) => at(right, path),
        (Path::Here, TreeView::Node(..)) => Some((tree, path)),
        (_, TreeView::Leaf) => None,
    }
}

impl Formula {
    fn holds(&self, tree: Lazy<Tree>) -> bool {
        match self {
            Formula::IsLeaf(path) => at(tree, path).is_none(),
            Formula::Below(path, n) => at(tree, path).is_some_and(|(tree, _)| match tree.force() {
                TreeView::Node(_, x, _) => x.lt(*n),
                TreeView::Leaf => false,
            }),
            Formula::Not(a) => !a.holds(tree),
            Formula::And(a, b) => and(|| a.holds(tree), || b.holds(tree)),
            Formula::Or(a, b) => or(|| a.holds(tree), || b.holds(tree)),
            Formula::AndThen(a, b) => and_then(|| a.holds(tree), || b.holds(tree)),
            Formula::OrElse(a, b) => or_else(|| a.holds(tree), || b.holds(tree)),
            Formula::Implies(a, b) => implies(|| a.holds(tree), || b.holds(tree)),
        }
    }

    /// As the operators of the language do it.
    fn holds_for(&self, tree: &Tree) -> bool {
        fn at<'a>(tree: &'a Tree, path: &Path) -> Option<&'a u8> {
            match (path, tree) {
                (Path::Left(path), Tree::Node(left, ..)) => at(left, path),
                (Path::Right(path), Tree::Node(_, _, right)) => at(right, path),
                (Path::Here, Tree::Node(_, x, _)) => Some(x),
                (_, Tree::Leaf) => None,
            }
        }
        match self {
            Formula::IsLeaf(path) => at(tree, path).is_none(),
            Formula::Below(path, n) => at(tree, path).is_some_and(|x| x < n),
            Formula::Not(a) => !a.holds_for(tree),
            Formula::And(a, b) | Formula::AndThen(a, b) => a.holds_for(tree) && b.holds_for(tree),
            Formula::Or(a, b) | Formula::OrElse(a, b) => a.holds_for(tree) || b.holds_for(tree),
            Formula::Implies(a, b) => !a.holds_for(tree) || b.holds_for(tree),
        }
    }
}

fn trees(size: u32) -> Vec<Tree> {
    Tree::space().of_size(size).unwrap().collect()
}

fn sorted(trees: impl Iterator<Item = Tree>) -> Vec<String> {
    let mut trees: Vec<_> = trees.map(|tree| format!("{tree:?}")).collect();
    trees.sort();
    trees
}

const SIZE: u32 = 8;

#[property(tests = 600)]
fn every_strategy_finds_each_value_that_satisfies_a_formula_once(formula: Formula) {
    let up_to = sorted((0..=SIZE).flat_map(trees).filter(|tree| formula.holds_for(tree)));
    let of_size = sorted(trees(SIZE).into_iter().filter(|tree| formula.holds_for(tree)));
    // Looking at the rest in the end makes a class of each value.
    let whole = |tree: Lazy<Tree>| formula.holds(tree) && !matches!(tree.value(), Tree::Node(_, 255, _));
    for strategy in Strategy::ALL {
        let found = by(strategy, search(whole).up_to(SIZE).unwrap());
        assert_eq!(sorted(found.map(Found::into_value)), up_to, "{strategy:?}");
        let found = by(strategy, search(whole).of_size(SIZE).unwrap());
        assert_eq!(sorted(found.map(Found::into_value)), of_size, "{strategy:?} of one size");
    }
    let shares = (0..3).flat_map(|k| search(whole).shard(k, 3).up_to(SIZE).unwrap());
    assert_eq!(sorted(shares.map(Found::into_value)), up_to, "in shares");
    let threads = search(whole).on_threads(3.try_into().unwrap(), SIZE).unwrap();
    assert_eq!(sorted(threads.into_iter()), up_to, "on threads");
    let smallest = search(|tree| formula.holds(tree)).smallest(SIZE).unwrap();
    let first = (0..=SIZE).find(|&size| trees(size).iter().any(|tree| formula.holds_for(tree)));
    let size = smallest.map(|tree| {
        assert!(formula.holds_for(&tree));
        Tree::space().encode(&tree).unwrap().size()
    });
    assert_eq!(size, first, "the smallest");
}

#[property(tests = 600)]
fn opportunistic_draws_satisfy_the_formula_and_miss_none(formula: Formula) {
    let mut rng = Random::seed_from_u64(5);
    let all = sorted(trees(SIZE).into_iter().filter(|tree| formula.holds_for(tree)));
    let mut draws = sample(|tree| formula.holds(tree)).opportunistic().of_size(SIZE).unwrap();
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..all.len() * 3 {
        let tree = draws.draw(&mut rng).unwrap().unwrap();
        assert!(formula.holds_for(&tree), "{tree:?}");
        seen.insert(format!("{tree:?}"));
    }
    // Of as many as that nineteen in twenty are seen, if all are equally likely.
    assert!(seen.len() * 2 >= all.len(), "{} of {}", seen.len(), all.len());
    if all.is_empty() {
        assert!(draws.draw(&mut rng).unwrap().is_none());
    }
}

#[test]
fn opportunistic_draws_are_uniform() {
    let formula = |tree: Lazy<Tree>| match tree.force() {
        TreeView::Leaf => false,
        TreeView::Node(left, x, right) => and(
            || matches!(left.force(), TreeView::Leaf) || x.lt(3),
            || x.ge(1) && matches!(right.force(), TreeView::Node(..)),
        ),
    };
    let all = sorted(trees(9).into_iter().filter(|tree| formula(tree.clone().into())));
    let mut draws = sample(formula).opportunistic().of_size(9).unwrap();
    let mut rng = Random::seed_from_u64(11);
    let mut counts = vec![0_u32; all.len()];
    let each = 100_u32;
    for _ in 0..each * u32::try_from(all.len()).unwrap() {
        let tree = format!("{:?}", draws.draw(&mut rng).unwrap().unwrap());
        counts[all.binary_search(&tree).unwrap()] += 1;
    }
    let expected = f64::from(each);
    let chi_squared: f64 = counts.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
    let freedom = f64::from(u32::try_from(all.len() - 1).unwrap());
    assert!(all.len() > 20, "{}", all.len());
    // Four standard deviations.
    assert!((chi_squared - freedom).abs() < 4.0 * (2.0 * freedom).sqrt(), "{chi_squared} of {freedom}");
}

/// How many runs a search takes.
fn runs<T: Enumerable>(strategy: Strategy, size: u32, predicate: impl Fn(Lazy<T>) -> bool) -> u64 {
    let mut found = by(strategy, search(predicate).up_to(size).unwrap());
    while found.advance() {}
    found.runs()
}

#[test]
fn optimal_short_circuiting_runs_the_false_operand_alone() {
    // The left operand is true after a look at all of the list; the right one is false for half of the inputs.
    let predicate = |input: Lazy<(Vec<bool>, bool)>| {
        let (list, flag) = input.force();
        and(|| list.value().len() < 100, || !flag.force() && flag.force())
    };
    assert_eq!(runs(Strategy::O, 20, predicate), 2);
    assert_eq!(runs(Strategy::OF, 20, predicate), 2);
    assert!(runs(Strategy::D, 20, predicate) > 1000);
}

#[test]
fn fair_strategies_end_where_one_operand_would_go_on() {
    // Both operands are false for most lists, and the right one for all pairs.
    let predicate = |input: Lazy<(Vec<bool>, (bool, bool))>| {
        let (list, pair) = input.force();
        and(
            || {
                let mut rest = list;
                while let ListView::Cons(first, others) = rest.force() {
                    if first.force() {
                        return false;
                    }
                    rest = others;
                }
                false
            },
            || {
                let (a, b) = pair.force();
                a.force() && b.force() && !a.force()
            },
        )
    };
    for strategy in [Strategy::F, Strategy::OF, Strategy::OSF] {
        let few = runs(strategy, 40, predicate);
        assert_eq!(few, runs(strategy, 60, predicate), "{strategy:?}");
        assert!(few < 20, "{strategy:?}: {few}");
    }
    assert!(runs(Strategy::D, 60, predicate) > runs(Strategy::D, 40, predicate));
}

#[test]
fn the_subset_strategy_prefers_the_operand_that_looks_at_less() {
    let predicate = |list: Lazy<Vec<bool>>| {
        let first = |list: Lazy<Vec<bool>>| match list.force() {
            ListView::Nil => false,
            ListView::Cons(first, _) => first.force(),
        };
        and(|| list.value().is_empty() && first(list), || first(list) && !first(list))
    };
    assert_eq!(runs(Strategy::OS, 20, predicate), 3);
    assert!(runs(Strategy::O, 20, predicate) > 1000);
}

#[test]
fn what_an_operand_guards_is_run_where_it_holds_only() {
    let head = |list: Lazy<Vec<u8>>| match list.force() {
        ListView::Nil => panic!("the head of an empty list"),
        ListView::Cons(head, _) => head,
    };
    let predicate = |list: Lazy<Vec<u8>>| {
        let is_empty = || matches!(list.force(), ListView::Nil);
        and_then(|| !is_empty(), || head(list).lt(2))
            && implies(|| !is_empty(), || head(list).lt(2))
            && !or_else(is_empty, || head(list).ge(2))
    };
    for strategy in Strategy::ALL {
        let found = by(strategy, search(predicate).up_to(6).unwrap());
        assert!(found.count() > 0);
        let found = by(strategy, search(predicate).of_size(6).unwrap());
        assert!(found.count() > 0);
    }
    let mut draws = sample(predicate).opportunistic().of_size(12).unwrap();
    let mut rng = Random::seed_from_u64(3);
    for _ in 0..100 {
        assert!(draws.draw(&mut rng).unwrap().unwrap()[0] < 2);
    }
}

#[test]
fn an_implication_of_plain_values_runs_its_conclusion_where_the_premise_holds_only() {
    for xs in [vec![], vec![1], vec![2, 1]] {
        let first_is_one = everycase::lazy::implies(|| !xs.is_empty(), || xs[0] == 1);
        assert_eq!(first_is_one, xs.first().is_none_or(|first| *first == 1), "{xs:?}");
    }
}

#[test]
fn an_operand_is_run_once_as_long_as_what_it_has_looked_at_stands() {
    let executions = Cell::new(0);
    let predicate = |input: Lazy<(bool, Vec<bool>)>| {
        let (flag, list) = input.force();
        and(
            || {
                executions.set(executions.get() + 1);
                flag.force() || !flag.force()
            },
            || !list.value().is_empty(),
        )
    };
    let mut found = by(Strategy::D, search(predicate).up_to(10).unwrap());
    while found.advance() {}
    assert_eq!(found.runs(), 62);
    // Once for each value of the flag; and runs 1, 2, 4, .., 32 are repeated, to see that they do the same, with nothing known.
    assert_eq!(executions.get(), 2 + 6);
}

#[test]
fn a_strategy_is_chosen_when_a_connective_is_called() {
    let mut without = search(|list: Lazy<Vec<bool>>| !list.value().is_empty()).up_to(9).unwrap();
    while without.advance() {}
    assert_eq!(without.strategy(), None);

    let predicate = |input: Lazy<(Vec<bool>, bool)>| {
        let (list, flag) = input.force();
        and(|| list.value().len() < 100, || flag.force())
    };
    let mut with = search(predicate).up_to(20).unwrap();
    while with.advance() {}
    assert_eq!(with.strategy(), Some(Strategy::OF));
}

#[test]
fn no_operands_and_one_and_many_are_conjunctions_and_disjunctions() {
    assert_eq!((all!(), any!()), (true, false));
    let inputs: Vec<[bool; 3]> = <[bool; 3]>::space().up_to(9).unwrap().collect();
    assert_eq!(inputs.len(), 8);
    for [a, b, c] in inputs {
        assert_eq!((all!(a), any!(a)), (a, a));
        assert_eq!((all!(a, b, c), any!(a, b, c,)), (a && b && c, a || b || c));
    }
}

#[test]
fn an_interrupted_search_finds_the_same_in_the_same_runs() {
    let formula = |tree: Lazy<Tree>| match tree.force() {
        TreeView::Leaf => false,
        TreeView::Node(left, x, right) => {
            all!(x.ge(1), left.value() != right.value())
        }
    };
    for shard in [(0, 1), (1, 2)] {
        let search = || search(formula).shard(shard.0, shard.1).up_to(9).unwrap();
        let mut whole = search();
        let found: Vec<_> = whole.by_ref().map(Found::into_value).collect();
        assert!(found.len() > 10 && whole.runs() > 30, "{} in {}", found.len(), whole.runs());
        for step in [0, 1, 2, 7, u64::MAX] {
            let mut parts = search();
            let mut again = Vec::new();
            let mut last = 0;
            loop {
                let progress = parts.advance_within(step);
                assert!(parts.runs() - last <= step, "{} after {last}", parts.runs());
                assert!(progress != Progress::NotYet || parts.runs() - last == step);
                last = parts.runs();
                match progress {
                    Progress::Found => again.extend(parts.value()),
                    Progress::NoneLeft => break,
                    // None at all gets nowhere.
                    Progress::NotYet if step == 0 => break,
                    Progress::NotYet => {}
                }
            }
            if step > 0 {
                assert_eq!((&again, parts.runs()), (&found, whole.runs()), "{step} at a time");
                assert_eq!(parts.advance_within(step), Progress::NoneLeft);
            } else {
                assert_eq!((again, parts.runs()), (Vec::new(), 0));
            }
        }
    }
}
