//! Draws of predicates that name what they have still to do: as uniform as without, by fewer runs.
//!
//! More automata than by default: `EVERYCASE_TESTS=400 cargo test -p everycase --test it draws_that_share`, and
//! `EVERYCASE_TESTS=30 cargo test -p everycase --test it backtracking_keeps_its_bound`.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::hash::Hash;

use everycase::Lazy;
use everycase::lazy::{Draws, ListView, pending, sample, search};
use everycase::prelude::*;
use everycase::space::{Random, SeedableRng};

/// An automaton over lists of booleans: for each state where the two lead. It accepts in states with an even number.
#[derive(Debug, Clone, Enumerable)]
struct Automaton([[Four; 2]; 4]);

#[derive(Debug, Clone, Copy, Enumerable)]
enum Four {
    A,
    B,
    C,
    D,
}

impl Automaton {
    fn accepts(&self, mut list: Lazy<Vec<bool>>, names: bool) -> bool {
        let mut state = Four::A;
        while let ListView::Cons(first, rest) = list.force() {
            state = self.0[state as usize][usize::from(first.force())];
            // There is no way out of this one.
            if matches!(state, Four::D) {
                return false;
            }
            list = rest;
            if names {
                pending(|to_do| {
                    to_do.word(state as u64);
                    to_do.lazy(list);
                });
            }
        }
        (state as usize).is_multiple_of(2)
    }
}

/// Fails when draws are not all values of these, or improbable for equal probabilities.
#[expect(clippy::cast_precision_loss, reason = "statistics are no exact arithmetic")]
fn assert_uniform<T: Enumerable + Debug + Eq + Hash, P: Fn(Lazy<T>) -> bool>(
    mut draws: Draws<T, P>,
    all: &[T],
) {
    let mut counts: HashMap<&T, u32> = all.iter().map(|value| (value, 0)).collect();
    let mut rng = Random::seed_from_u64(1);
    if all.is_empty() {
        assert!(draws.draw(&mut rng).unwrap().is_none());
        return;
    }
    let each = 40;
    for _ in 0..each * all.len() {
        let value = draws.draw(&mut rng).unwrap().unwrap();
        *counts.get_mut(&value).unwrap_or_else(|| panic!("{value:?} does not satisfy the predicate")) += 1;
    }
    let expected = each as f64;
    let chi: f64 = counts.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
    let freedom = (all.len() - 1) as f64;
    let far = 5.0 * (2.0 * freedom).sqrt() + 5.0;
    assert!((chi - freedom).abs() < far, "{chi} with {freedom} degrees of freedom");
}

fn satisfying<T: Enumerable + Clone>(size: u32, predicate: impl Fn(Lazy<T>) -> bool) -> Vec<T> {
    T::space().of_size(size).unwrap().filter(|value| predicate(value.clone().into())).collect()
}

#[property(tests = 100)]
fn draws_that_share_what_they_learn_are_uniform(automaton: Automaton) {
    let predicate = |list| automaton.accepts(list, true);
    assert_uniform(sample(predicate).of_size(15).unwrap(), &satisfying(15, predicate));
}

/// Is a list in ascending order, looked at from its front?
fn ascends(list: Lazy<Vec<u8>>, names: bool) -> bool {
    let ListView::Cons(mut last, mut rest) = list.force() else { return true };
    while let ListView::Cons(next, after) = rest.force() {
        if next.lt(last) {
            return false;
        }
        (last, rest) = (next, after);
        if names {
            pending(|to_do| {
                to_do.lazy(last);
                to_do.lazy(rest);
            });
        }
    }
    true
}

#[test]
fn numbers_that_are_known_in_part_are_part_of_a_name() {
    let predicate = |list| ascends(list, true);
    let lists = satisfying(13, predicate);
    assert!(lists.len() > 150, "{}", lists.len());
    assert_uniform(sample(predicate).of_size(13).unwrap(), &lists);
}

#[test]
fn sharing_takes_fewer_runs_and_less_memory() {
    // Every seventh list without two `true` in a row.
    let predicate = |mut list: Lazy<Vec<bool>>, names| {
        let (mut count, mut last) = (0, false);
        while let ListView::Cons(first, rest) = list.force() {
            if first.force() && std::mem::replace(&mut last, true) {
                return false;
            }
            last = first.force();
            (count, list) = ((2 * count + u64::from(last)) % 7, rest);
            if names {
                pending(|to_do| {
                    to_do.word(count);
                    to_do.word(u64::from(last));
                    to_do.lazy(list);
                });
            }
        }
        count == 0
    };
    let cost = |names| {
        let mut draws = sample(move |list| predicate(list, names)).of_size(41).unwrap();
        let mut rng = Random::seed_from_u64(2);
        for _ in 0..2000 {
            assert_eq!(draws.draw(&mut rng).unwrap().unwrap().len(), 20);
        }
        (draws.runs(), draws.memory())
    };
    let (with, without) = (cost(true), cost(false));
    assert!(with.0 * 5 < without.0 && with.1 * 10 < without.1, "{with:?} {without:?}");
}

/// Returns the number of lists of `n` booleans without two `true` in a row.
fn without_two(n: usize) -> BigUint {
    let (mut short, mut long) = (BigUint::from(1u32), BigUint::from(1u32));
    for _ in 0..n {
        (short, long) = (long.clone(), short + long);
    }
    long
}

#[test]
#[expect(clippy::cast_precision_loss, reason = "statistics are no exact arithmetic")]
fn beyond_128_bits_each_part_of_a_list_has_its_exact_share() {
    // 2^150 and 2^300 lists of booleans; of two in a row the second may only be `true` if the first is not.
    let predicate = |mut list: Lazy<Vec<bool>>| {
        let mut last = false;
        while let ListView::Cons(first, rest) = list.force() {
            if first.force() && std::mem::replace(&mut last, true) {
                return false;
            }
            (last, list) = (first.force(), rest);
            pending(|to_do| {
                to_do.word(u64::from(last));
                to_do.lazy(list);
            });
        }
        true
    };
    for len in [150, 300] {
        let mut draws = sample(predicate).memory(8 << 20).of_size(2 * len as u32 + 1).unwrap();
        assert_eq!(draws.alive(), BigUint::from(1u32) << len);
        let (mut rng, count) = (Random::seed_from_u64(len as u64), 6_000);
        // How often each combination of five elements occurs, at the front, in the middle and at the end.
        let starts = [0, len / 2, len - 5];
        let mut seen: [BTreeMap<Vec<bool>, f64>; 3] = Default::default();
        for _ in 0..count {
            let list = draws.draw(&mut rng).unwrap().unwrap();
            assert!(list.len() == len && !list.windows(2).any(|pair| pair[0] && pair[1]));
            for (start, seen) in starts.iter().zip(&mut seen) {
                *seen.entry(list[*start..start + 5].to_vec()).or_default() += 1.0;
            }
        }
        assert!(draws.alive() >= without_two(len) && draws.memory() <= 8 << 20, "{}", draws.memory());
        for (start, seen) in starts.iter().zip(&seen) {
            assert_eq!(seen.len(), 13, "there are 13 lists of five");
            let chi: f64 = seen
                .iter()
                .map(|(part, &n)| {
                    // An element next to the part must be `false` if that at the part's end is `true`.
                    let before = start - usize::from(part[0] && *start > 0);
                    let after = len - start - 5;
                    let after = after - usize::from(part[4] && after > 0);
                    let lists =
                        without_two(before) * without_two(after) * 1_000_000_000u32 / without_two(len);
                    let expected = u64::try_from(lists).unwrap() as f64 / 1e9 * f64::from(count);
                    (n - expected).powi(2) / expected
                })
                .sum();
            // Exceeded with a probability of about 1e-6.
            assert!(chi < 52.0, "{chi} with 12 degrees of freedom, {len} at {start}");
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Enumerable)]
enum Tree {
    Leaf,
    Node(Box<Tree>, Box<Tree>),
}

#[test]
fn parts_that_are_open_in_several_places_are_told_apart() {
    // Both lists are to have the same length, and each tree of the first one leans as the flag says.
    let predicate = |input: Lazy<(Vec<Tree>, bool, Vec<bool>)>| {
        let (mut trees, flag, mut others) = input.force();
        loop {
            match (trees.force(), others.force()) {
                (ListView::Nil, ListView::Nil) => return true,
                (ListView::Cons(tree, more), ListView::Cons(other, rest)) => {
                    if let TreeView::Node(left, right) = tree.force() {
                        let leaf = if flag.force() { left } else { right };
                        if !matches!(leaf.force(), TreeView::Leaf) && other.force() {
                            return false;
                        }
                    }
                    (trees, others) = (more, rest);
                }
                _ => return false,
            }
            pending(|to_do| {
                to_do.lazy(others);
                to_do.lazy(flag);
                to_do.lazy(trees);
            });
        }
    };
    let all = satisfying(17, predicate);
    assert!(all.len() > 200, "{}", all.len());
    assert_uniform(sample(predicate).of_size(17).unwrap(), &all);
}

#[test]
fn a_name_makes_no_difference_to_a_search() {
    let runs = |names| {
        let mut values = search(move |list| ascends(list, names)).up_to(12).unwrap();
        while values.advance() {}
        values.runs()
    };
    assert_eq!(runs(true), runs(false));
}

#[property(tests = 10)]
fn backtracking_keeps_its_bound_where_draws_share_what_they_learn(automaton: Automaton) {
    let predicate = |list| automaton.accepts(list, true);
    let all = satisfying(11, predicate);
    for skips in [1, 4] {
        let mut counts: HashMap<&Vec<bool>, u32> = all.iter().map(|list| (list, 0)).collect();
        let mut rng = Random::seed_from_u64(4);
        for _ in 0..all.len() * 400 {
            let mut draws = sample(predicate).backtracking(skips).of_size(11).unwrap();
            *counts.get_mut(&draws.draw(&mut rng).unwrap().unwrap()).unwrap() += 1;
        }
        let (Some(least), Some(most)) = (counts.values().min(), counts.values().max()) else { return };
        // A third for chance: that is far more than four standard deviations of either.
        assert!(u128::from(*most) * 3 <= u128::from(*least) * (skips + 1) * 4, "{skips}: {least} to {most}");
    }
}

#[test]
#[should_panic(expected = "that its last `pending` had not listed")]
fn what_is_looked_at_and_was_not_listed_is_noticed() {
    let predicate = |input: Lazy<(bool, bool)>| {
        let (a, b) = input.force();
        let a = a.force();
        pending(|to_do| to_do.word(u64::from(a)));
        a && b.force()
    };
    let mut draws = sample(predicate).of_size(2).unwrap();
    let mut rng = Random::seed_from_u64(1);
    for _ in 0..100 {
        draws.draw(&mut rng).unwrap();
    }
}
