//! Atoms that leave their run, are compared while a thread panics, or are shown: no verdict is wrong, and none of it crashes.
//!
//! The properties are subjects, each run in a process of its own.

use std::cell::Cell;

use crate::support::transcript::transcript;
use everycase::lazy::{Atom, search};
use everycase::prelude::*;

const STALE: &str = "a value of a type parameter was used in another run than its own";

const NOT_DETERMINISTIC: &str = "the property may keep state between runs";

#[test]
fn a_value_that_is_kept_from_one_run_to_the_next_is_reported() {
    for name in ["a_value_is_kept", "a_value_is_kept_and_the_panic_is_swallowed"] {
        let report = transcript(name);
        assert!(report.contains(STALE) || report.contains(NOT_DETERMINISTIC), "{report}");
    }
}

#[test]
fn a_value_that_is_used_in_another_search_is_reported() {
    let report = transcript("a_value_is_used_in_another_search");
    assert!(report.contains(STALE), "{report}");
}

#[test]
fn a_comparison_during_a_panic_that_is_caught_is_one_like_any_other() {
    let report = transcript("compares_during_a_panic_that_is_caught");
    assert!(report.starts_with("testing compares_during_a_panic_that_is_caught: ok, "), "{report}");
}

#[test]
fn what_is_compared_and_shown_during_a_panic_is_that_of_the_counterexample() {
    let report = transcript("values_are_compared_during_a_panic");
    let start = "testing values_are_compared_during_a_panic: failed as expected with counterexample:\n    // T = i64\n    \
                 let x: i64 = 1;\n    let y: i64 = 0;\n  panicked at ";
    assert!(report.starts_with(start), "{report}");
    assert!(report.contains(": 1 > 0\n"), "{report}");
}

#[test]
fn values_outside_of_a_run_are_plain_numbers() {
    let space = Vec::<Atom<0>>::space();
    let lists: Vec<Vec<Atom<0>>> = space.up_to(6).unwrap().collect();
    let same: Vec<Vec<u64>> = Vec::<u64>::space().up_to(6).unwrap().collect();
    assert_eq!(format!("{lists:?}"), format!("{same:?}"));
    for (list, numbers) in lists.iter().zip(&same) {
        assert_eq!(space.decode(&space.encode(list).unwrap()), *list);
        assert_eq!(list.is_sorted(), numbers.is_sorted());
    }
    assert!(Atom::<0, true>::default() == Atom::default());
}

#[test]
fn a_value_that_outlives_its_run_is_shown_as_unknown_and_compared_without_a_panic() {
    let last = Cell::new(None);
    let first = |list: Lazy<(Atom<0>, Atom<0>)>| {
        let (x, y) = list.value();
        last.set(Some((x, y)));
        x < y
    };
    assert!(search(first).up_to(5).unwrap().next().is_some());
    let (x, y) = last.take().unwrap();
    assert_eq!((format!("{x:?}"), format!("{y}")), ("_".to_owned(), "_".to_owned()));
    assert!(x == x && x != y && (x < y) != (y < x));
}
