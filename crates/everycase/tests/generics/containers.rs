//! Bugs planted in generic containers, and how many runs it takes to find them or to find none.
//!
//! The properties are subjects, each run in a process of its own.

use std::fmt::Debug;

use crate::search_tree::{Tree, find, is_ascending, sort_in_two_passes, without_repetitions};
use crate::support::transcript::transcript;
use everycase::prelude::*;

impl<K: Ord, V> Tree<K, V> {
    fn get(&self, key: &K) -> Option<&V> {
        match self {
            Tree::Leaf => None,
            Tree::Node(left, k, _, _) if key < k => left.get(key),
            Tree::Node(_, k, _, right) if k < key => right.get(key),
            Tree::Node(_, _, v, _) => Some(v),
        }
    }
}

#[property(size = 12)]
fn what_is_inserted_is_there<K: Ord + Clone + Debug, V: Clone + Eq + Debug>(t: Tree<K, V>, k: K, v: V) {
    assert_eq!(t.insert(k.clone(), v.clone()).get(&k), Some(&v));
}

/// The words of a transcript, however its lines are broken, without the place of a panic.
fn words(test: &str) -> String {
    let words = transcript(test).split_whitespace().collect::<Vec<_>>().join(" ");
    match words.split_once("panicked at ") {
        Some((before, after)) => {
            format!("{before}panicked at {}", after.split_once(": ").map_or("", |(_, message)| message))
        }
        None => words,
    }
}

#[test]
fn one_run_on_atoms_stands_for_all_inputs_with_the_same_order() {
    assert_eq!(
        words("insertion_keeps_order"),
        "testing insertion_keeps_order: ok, all 11,649 inputs up to size 10 (in TIME, up to the given size) exactly: all 11,649 \
         inputs up to size 10 in 59 runs; 40 runs discarded (67.7%) (in TIME, up to the given size)"
    );
    assert_eq!(
        words("insertion_keeps_order_of_integers"),
        "testing insertion_keeps_order_of_integers: ok, all 11,649 inputs up to size 10 (in TIME) exactly: all 11,649 \
         inputs up to size 10; 3,717 discarded (31.9%) (in TIME, up to the given size)"
    );
}

/// Returns the number of tests after which a property fails with this counterexample.
#[track_caller]
fn tests_to(name: &str, shown: &str) -> u64 {
    let words = words(name);
    let start = format!("testing {name}: failed as expected with counterexample: {shown} after ");
    let tests = words
        .strip_prefix(&start)
        .and_then(|rest| rest.strip_suffix(" tests in TIME; no smaller input fails"));
    tests.unwrap_or_else(|| panic!("{words}")).replace(',', "").parse().unwrap()
}

#[test]
fn a_key_that_is_inserted_twice_is_found() {
    let expected = "// K = i64, V = i64 \
                    let t: Tree<i64, i64> = Tree::Node(Box::new(Tree::Leaf), 0, 0, Box::new(Tree::Leaf)); \
                    // looked at: Tree::Node(Box::new(Tree::Leaf), 0, _, Box::new(Tree::Leaf)) \
                    let k: i64 = 0; \
                    let v: i64 = 0; // looked at: _ \
                    panicked at a key twice";
    let on_atoms = tests_to("keys_are_unique", expected);
    let expected = "let t: Tree<u64, u64> = Tree::Node(Box::new(Tree::Leaf), 0, 0, Box::new(Tree::Leaf)); \
                    let k: u64 = 0; \
                    let v: u64 = 0; // fails with each of the 32 smallest values \
                    panicked at a key twice";
    let on_integers = tests_to("integers_are_unique", expected);
    assert!(on_atoms <= on_integers, "{on_atoms}, {on_integers}");

    // As it is shown.
    let t: Tree<i64, i64> = Tree::Node(Box::new(Tree::Leaf), 0, 0, Box::new(Tree::Leaf));
    let k: i64 = 0;
    let v: i64 = 0;
    assert!(is_ascending(&t.keys()) && !is_ascending(&t.insert_twice(k, v).keys()));
}

#[test]
fn a_sort_with_too_few_passes_is_found_in_a_fifth_of_the_runs() {
    let expected = "// T = i64 let list: Vec<i64> = vec![1, 2, 3, 0]; panicked at not sorted";
    let on_atoms = tests_to("sorting_sorts", expected);
    let expected = "let list: Vec<u64> = vec![1, 2, 3, 0]; panicked at not sorted";
    let on_integers = tests_to("sorting_sorts_integers", expected);
    assert!(on_atoms * 5 <= on_integers, "{on_atoms}, {on_integers}");

    // As it is shown.
    let mut list: Vec<i64> = vec![1, 2, 3, 0];
    sort_in_two_passes(&mut list);
    assert!(!list.is_sorted());
}

#[test]
fn an_element_that_a_binary_search_misses_is_found() {
    let expected = "// T = i64 let list: Vec<i64> = vec![0, 1]; let x: i64 = 0; panicked at not found";
    assert!(tests_to("what_is_there_is_found", expected) < 100);
    let expected = "let list: Vec<u64> = vec![0, 1]; let x: u64 = 0; panicked at not found";
    assert!(tests_to("integers_that_are_there_are_found", expected) < 100);

    // As it is shown.
    let list: Vec<i64> = vec![0, 1];
    let x: i64 = 0;
    assert!(list.is_sorted() && list.contains(&x) && !find(&list, &x));
}

#[test]
fn an_element_that_is_left_twice_is_found() {
    let expected = "// T = i64 let list: Vec<i64> = vec![0, 0, 0]; panicked at repeated";
    assert!(tests_to("nothing_is_repeated", expected) < 100);
    let expected = "let list: Vec<u64> = vec![0, 0, 0]; panicked at repeated";
    assert!(tests_to("no_integer_is_repeated", expected) < 100);

    // As it is shown.
    let list: Vec<i64> = vec![0, 0, 0];
    assert!(list.is_sorted() && !is_ascending(&without_repetitions(&list)));
}
