//! Generators that miss values, or produce others. `everycase verify` and `cargo test` both find out.

use everycase::coverage::forall;
use everycase::lazy::implies;
use everycase::prelude::*;

#[derive(Debug, Clone, PartialEq, Enumerable)]
pub(crate) enum List {
    Nil,
    Cons(i64, Box<List>),
}

use List::{Cons, Nil};

fn len(xs: &List) -> i64 {
    match xs {
        Nil => 0,
        Cons(_, rest) => 1 + len(rest),
    }
}

fn is_sorted(low: i64, xs: &List) -> bool {
    match xs {
        Nil => true,
        Cons(x, rest) => low <= *x && is_sorted(*x, rest),
    }
}

/// Makes an element wherever there may be one.
#[generator(given = 0 <= n, covers = |xs: &List| len(xs) <= n, test = false, time = "1m")]
pub(crate) fn full(n: i64, g: &mut Gen) -> List {
    if n == 0 { Nil } else { Cons(g.int(), Box::new(full(n - 1, g))) }
}

/// Repeats no element.
#[generator(given = 0 <= n, covers = |xs: &List| is_sorted(low, xs) && len(xs) <= n, test = false, time = "1m")]
pub(crate) fn strict(n: i64, low: i64, g: &mut Gen) -> List {
    if n == 0 || g.bool() || low == i64::MAX {
        return Nil;
    }
    let x = g.range(low, i64::MAX - 1);
    Cons(x, Box::new(strict(n - 1, x + 1, g)))
}

/// Is not sorted.
#[generator(given = 0 <= n, covers = |xs: &List| is_sorted(0, xs) && len(xs) <= n, test = false, time = "1m")]
pub(crate) fn unsorted(n: i64, g: &mut Gen) -> List {
    if n == 0 || g.bool() { Nil } else { Cons(g.nat(), Box::new(unsorted(n - 1, g))) }
}

#[derive(Debug, Clone, PartialEq, Enumerable)]
pub(crate) enum Tree {
    Leaf,
    Node(Box<Tree>, i64, Box<Tree>),
}

fn is_between(low: i64, high: i64, tree: &Tree) -> bool {
    match tree {
        Tree::Leaf => true,
        Tree::Node(left, x, right) => {
            low < *x && *x < high && is_between(low, *x, left) && is_between(*x, high, right)
        }
    }
}

/// Cannot stop where a label fits (Figure 1 of the paper).
#[generator(given = low < high, covers = |tree: &Tree| is_between(low, high, tree), test = false, time = "1m")]
pub(crate) fn full_tree(low: i64, high: i64, g: &mut Gen) -> Tree {
    if high <= low + 1 {
        return Tree::Leaf;
    }
    let x = g.range(low + 1, high - 1);
    Tree::Node(Box::new(full_tree(low, x, g)), x, Box::new(full_tree(x, high, g)))
}

/// Overflows if both bounds are `i64::MAX`: not found by running small inputs, and not proved.
#[generator(given = low <= high, covers = |tree: &Tree| is_between(low, high, tree), test = false, time = "1m")]
pub(crate) fn overflowing(low: i64, high: i64, g: &mut Gen) -> Tree {
    if high <= low + 1 || g.bool() {
        return Tree::Leaf;
    }
    let x = g.range(low + 1, high - 1);
    Tree::Node(Box::new(overflowing(low, x, g)), x, Box::new(overflowing(x, high, g)))
}

fn contains(tree: &Tree, label: i64) -> bool {
    match tree {
        Tree::Leaf => false,
        Tree::Node(left, x, right) => *x == label || contains(left, label) || contains(right, label),
    }
}

/// The labels are no bounds of one another, so the promise is more than what is made.
#[generator(
    given = low < high,
    covers = |tree: &Tree| forall(|label: i64| implies(|| contains(tree, label), || low < label && label < high)),
    test = false, size = 7, time = "1m"
)]
pub(crate) fn only_search_trees(low: i64, high: i64, g: &mut Gen) -> Tree {
    if high - 1 <= low || g.bool() {
        return Tree::Leaf;
    }
    let x = g.range(low + 1, high - 1);
    Tree::Node(Box::new(only_search_trees(low, x, g)), x, Box::new(only_search_trees(x, high, g)))
}
