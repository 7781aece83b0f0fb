//! The generators that `everycase verify` reads: compiled, checked against their promises by running, and compared with what is read.

#![allow(
    clippy::single_match_else,
    clippy::bool_to_int_with_if,
    reason = "they show what can be read, such as `match g.choose(2)`"
)]

mod heaps;
mod lists;
mod oracle;
mod red_black_trees;
mod search_trees;
mod wrong;

use everycase::prelude::*;

/// What `cargo test` finds of the generators that break their promises.
#[test]
fn broken_promises_are_found() {
    let reports = [
        (wrong::__full_coverage(), "undecided", "`full(1)` produces List::Nil"),
        (
            wrong::__strict_coverage(),
            "undecided",
            "`strict(2, 0)` produces List::Cons(0, Box::new(List::Cons(0, Box::new(List::Nil))))",
        ),
        (
            wrong::__unsorted_coverage(),
            "unsound",
            "`unsorted(2)` can produce List::Cons(1, Box::new(List::Cons(0, Box::new(List::Nil))))",
        ),
        (wrong::__full_tree_coverage(), "incomplete", "never produces Tree::Leaf"),
        (
            wrong::__only_search_trees_coverage(),
            "undecided",
            "relies on quantifiers that were tried only on small values",
        ),
    ];
    for (report, verdict, says) in reports {
        let text = report.to_string();
        assert!(report.is_finding() && report.verdict() == verdict && text.contains(says), "{text}");
    }
}

/// It breaks its promise only at the end of `i64`, far from all values that are tried.
#[test]
fn what_is_not_tried_is_not_claimed() {
    let report = wrong::__overflowing_coverage();
    assert_eq!(report.verdict(), "covers", "{report}");
    assert!(report.to_string().contains(" up to size "), "{report}");
}

#[property(size = 8)]
fn sorted_lists_are_sorted(#[from(|g| lists::sorted(4, -2, g))] xs: lists::List) {
    let mut low = -2;
    let mut rest = &xs;
    while let lists::List::Cons(x, more) = rest {
        assert!(low <= *x);
        (low, rest) = (*x, more);
    }
}
