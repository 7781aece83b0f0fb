//! Sampling under a predicate: uniform where it says so, within its bound where it backtracks, the same for every seed.

use std::cell::Cell;
use std::collections::HashMap;

use everycase::lazy::{Draws, ListView, sample, search};
use everycase::space::{Random, SeedableRng, SpaceError};
use everycase::{Enumerable, Lazy};

#[derive(Debug, Clone, PartialEq, Eq, Hash, Enumerable)]
enum Tree {
    Leaf,
    Node(Box<Tree>, u8, Box<Tree>),
}

/// Is the list in ascending order?
fn ascends(list: Lazy<Vec<u8>>) -> bool {
    let ListView::Cons(mut last, mut rest) = list.force() else { return true };
    while let ListView::Cons(next, after) = rest.force() {
        if next.lt(last) {
            return false;
        }
        (last, rest) = (next, after);
    }
    true
}

/// Do the keys lie between two bounds, and each between those to its left and to its right?
fn is_search_tree(tree: Lazy<Tree>, low: Option<Lazy<u8>>, high: Option<Lazy<u8>>) -> bool {
    match tree.force() {
        TreeView::Leaf => true,
        TreeView::Node(left, key, right) => {
            low.is_none_or(|low| key.gt(low))
                && high.is_none_or(|high| key.lt(high))
                && is_search_tree(left, low, Some(key))
                && is_search_tree(right, Some(key), high)
        }
    }
}

/// The height, if the two sides of every node differ by at most one.
fn balanced_height(tree: Lazy<Tree>) -> Option<u32> {
    match tree.force() {
        TreeView::Leaf => Some(0),
        TreeView::Node(left, _, right) => {
            let (left, right) = (balanced_height(left)?, balanced_height(right)?);
            (left.abs_diff(right) <= 1).then_some(1 + left.max(right))
        }
    }
}

/// All values of a size that satisfy a predicate, by plain enumeration.
fn satisfying<T: Enumerable + Clone>(size: u32, predicate: impl Fn(Lazy<T>) -> bool) -> Vec<T> {
    T::space().of_size(size).unwrap().filter(|value| predicate(value.clone().into())).collect()
}

/// How often each of the satisfying values was drawn.
fn drawn<T: Enumerable + Eq + std::hash::Hash, P: Fn(Lazy<T>) -> bool>(
    mut draws: Draws<T, P>,
    all: &[T],
    count: usize,
    seed: u64,
) -> Vec<usize> {
    let index: HashMap<&T, usize> = all.iter().zip(0..).collect();
    let mut rng = Random::seed_from_u64(seed);
    let mut seen = vec![0; all.len()];
    for _ in 0..count {
        let value = draws.draw(&mut rng).unwrap().expect("there are satisfying values");
        seen[*index.get(&value).expect("what is drawn satisfies the predicate")] += 1;
    }
    seen
}

/// Fails when the counts are improbable for draws with equal probability, or too even: beyond 5 standard deviations of
/// chi-squared, whose mean is the degrees of freedom and whose variance twice that.
#[expect(clippy::cast_precision_loss, reason = "statistics are no exact arithmetic")]
fn assert_uniform(seen: &[usize]) {
    let expected = seen.iter().sum::<usize>() as f64 / seen.len() as f64;
    assert!(expected >= 10.0);
    let chi: f64 = seen.iter().map(|&n| (n as f64 - expected).powi(2) / expected).sum();
    let freedom = (seen.len() - 1) as f64;
    assert!((chi - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(), "{chi} with {freedom} degrees of freedom");
}

#[test]
fn every_satisfying_value_is_equally_likely() {
    let lists = satisfying(12, ascends);
    assert!(lists.len() > 100);
    assert_uniform(&drawn(sample(ascends).of_size(12).unwrap(), &lists, lists.len() * 30, 1));

    let search_tree = |tree| is_search_tree(tree, None, None);
    let trees = satisfying(15, search_tree);
    assert!(trees.len() > 80, "{}", trees.len());
    assert_uniform(&drawn(sample(search_tree).of_size(15).unwrap(), &trees, trees.len() * 30, 2));

    let balanced = |tree| balanced_height(tree).is_some();
    let trees = satisfying(10, balanced);
    assert!(trees.len() > 100, "{}", trees.len());
    assert_uniform(&drawn(sample(balanced).of_size(10).unwrap(), &trees, trees.len() * 30, 3));
}

#[test]
fn a_draw_runs_the_predicate_once_however_much_it_decides() {
    // Refinement in place (Paper III, section 5.5): what the predicate looks at is decided there and then, and what it has
    // looked at is what is refuted. The recursion of the paper's sections 2 and 3 runs it anew after each decision.
    let executions = Cell::new(0);
    let counted = |tree| {
        executions.set(executions.get() + 1);
        is_search_tree(tree, None, None)
    };
    let mut draws = sample(counted).of_size(40).unwrap();
    let mut rng = Random::seed_from_u64(6);
    for _ in 0..50 {
        draws.draw(&mut rng).unwrap().unwrap();
    }
    assert!(draws.runs() > 50);
    assert_eq!(executions.get(), draws.runs());
}

#[test]
fn with_backtracking_no_value_is_likelier_than_the_bound_allows_and_all_are_drawn() {
    // The bound is on the first draw, before anything is learned: afterwards values are more nearly alike.
    let lists = satisfying(7, ascends);
    let index: HashMap<&Vec<u8>, usize> = lists.iter().zip(0..).collect();
    for skips in [0, 1, 4] {
        let mut seen = vec![0u32; lists.len()];
        let mut rng = Random::seed_from_u64(4);
        for _ in 0..lists.len() * 1_000 {
            let mut draws = sample(ascends).backtracking(skips).of_size(7).unwrap();
            seen[index[&draws.draw(&mut rng).unwrap().unwrap()]] += 1;
        }
        let (least, most) = (*seen.iter().min().unwrap(), *seen.iter().max().unwrap());
        // A quarter for chance: that is far more than four standard deviations of either.
        let bound = u64::from(least) * (skips as u64 + 1) * 5 / 4;
        assert!(u64::from(most) <= bound, "{skips}: {least} to {most}");
        assert_eq!(skips > 0, u64::from(most) > u64::from(least) * 5 / 4, "{skips}: {least} to {most}");
    }
}

#[test]
fn backtracking_without_bound_still_finds_only_satisfying_values() {
    let trees = satisfying(13, |tree| is_search_tree(tree, None, None));
    let draws = sample(|tree| is_search_tree(tree, None, None)).backtracking(u128::MAX).of_size(13).unwrap();
    let seen = drawn(draws, &trees, trees.len() * 40, 5);
    assert!(seen.iter().all(|&n| n > 0), "nothing is out of reach once what fails is known");
}

#[test]
fn equal_seeds_draw_equal_values() {
    let draw = |seed| {
        let mut draws = sample(ascends).of_size(24).unwrap();
        let mut rng = Random::seed_from_u64(seed);
        let lists: Vec<Vec<u8>> = (0..50).map(|_| draws.draw(&mut rng).unwrap().unwrap()).collect();
        (lists, draws.runs(), draws.memory())
    };
    assert_eq!(draw(6), draw(6));
    assert_ne!(draw(6).0, draw(7).0);
}

#[test]
fn a_size_of_which_no_value_satisfies_the_predicate_has_no_draws() {
    let mut draws = sample(|list: Lazy<Vec<bool>>| matches!(list.force(), ListView::Nil)).of_size(9).unwrap();
    assert_eq!(draws.draw(&mut Random::seed_from_u64(8)), Ok(None));
    assert_eq!(draws.runs(), 1, "all lists that are not empty look the same");
    let mut none = sample(|_: Lazy<Vec<bool>>| true).of_size(2).unwrap();
    assert_eq!(none.draw(&mut Random::seed_from_u64(8)), Ok(None), "lists of booleans have odd sizes");
}

#[test]
fn learning_stops_at_the_limit_that_was_given() {
    let mut draws = sample(ascends).memory(400_000).of_size(80).unwrap();
    let mut rng = Random::seed_from_u64(9);
    let stopped = std::iter::repeat_with(|| draws.draw(&mut rng)).find_map(Result::err);
    assert_eq!(stopped, Some(SpaceError::TooMuchLearned { bytes: 400_000 }));
    assert!(draws.memory() < 550_000, "{}", draws.memory());
}

#[test]
fn a_search_of_one_size_finds_what_draws_of_it_find() {
    let found: Vec<Vec<u8>> =
        search(ascends).of_size(9).unwrap().map(everycase::lazy::Found::into_value).collect();
    assert!(!found.is_empty() && found.iter().all(|list| list.is_sorted()));
    let parts: usize = (0..4).map(|k| search(ascends).shard(k, 4).of_size(9).unwrap().count()).sum();
    assert_eq!(parts, found.len(), "each class is found by one of the shards");
}

#[test]
#[should_panic(expected = "the predicate is not deterministic")]
fn a_predicate_that_changes_its_mind_is_told() {
    let calls = std::cell::Cell::new(0);
    let fickle = |list: Lazy<Vec<bool>>| {
        calls.set(calls.get() + 1);
        matches!(list.force(), ListView::Nil) == (calls.get() % 2 == 0)
    };
    search(fickle).up_to(5).unwrap().count();
}
