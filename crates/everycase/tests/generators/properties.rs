//! Values of generators as inputs.

use std::collections::BTreeSet;
use std::sync::Mutex;

use everycase::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Enumerable)]
enum List {
    Nil,
    Cons(i64, Box<List>),
}

use List::{Cons, Nil};

fn sized(n: i64, g: &mut Gen) -> List {
    if n == 0 || g.bool() { Nil } else { Cons(g.int(), Box::new(sized(n - 1, g))) }
}

fn numbers(xs: &List) -> Vec<i64> {
    match xs {
        Nil => Vec::new(),
        Cons(x, rest) => [vec![*x], numbers(rest)].concat(),
    }
}

static PAIRS: Mutex<BTreeSet<(i64, i64)>> = Mutex::new(BTreeSet::new());

#[property(size = 8)]
fn pairs(#[from(|g| (g.range(-3, 4), g.range(2, 5)))] pair: (i64, i64)) {
    PAIRS.lock().unwrap().insert(pair);
}

#[test]
fn all_choices_are_enumerated_and_none_is_out_of_bounds() {
    pairs();
    let all: BTreeSet<(i64, i64)> = (-3..=4).flat_map(|a| (2..=5).map(move |b| (a, b))).collect();
    assert_eq!(*PAIRS.lock().unwrap(), all);
}

static NUMBERS: Mutex<BTreeSet<i64>> = Mutex::new(BTreeSet::new());

/// The distance from the number nearest to 0 makes an input larger.
#[property(size = 3)]
fn far(#[from(|g| g.range(i64::MAX - 9, i64::MAX))] high: i64, #[from(|g| g.range(i64::MIN, -7))] low: i64) {
    NUMBERS.lock().unwrap().extend([high, low]);
}

#[test]
fn bounds_may_be_the_ends_of_the_type() {
    far();
    let high = [i64::MAX - 9, i64::MAX - 8];
    assert_eq!(*NUMBERS.lock().unwrap(), BTreeSet::from([-8, -7, high[0], high[1]]));
}

/// A generator stands beside parameters of all other kinds, and its value may be borrowed.
#[property(size = 7)]
fn kinds(
    #[from(|g| sized(2, g))] xs: &List,
    n: u8,
    lazy: Lazy<bool>,
    #[from(Space::one_of(1..3u8))] one: u8,
    #[from(|g| g.choose(2))] side: usize,
) {
    assume(lazy.force());
    assert!(numbers(xs).len() <= 2 && one < 3 && side < 2 && u16::from(n) < 256);
}

/// The failing input is the smallest.
#[property(size = 9, should_fail)]
fn sums(#[from(|g| sized(3, g))] xs: List) -> bool {
    numbers(&xs).len() < 2
}

#[property(size = 6, should_fail)]
fn nothing_to_choose(#[from(|g| at_least_one(g))] n: i64) -> bool {
    n > 0
}

fn at_least_one(g: &mut Gen) -> i64 {
    let most = g.range(0, 3);
    g.range(1, most)
}

/// A property that catches panics does not take a void run for a passed one.
#[property(size = 4)]
fn caught(
    #[from(|g| std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| g.bool())).is_ok())] ended: bool,
) {
    assert!(ended, "a generator that was left has no value");
}

/// What is far beyond all sizes that are enumerated is drawn.
#[property(tests = 4000, seed = 1, should_fail)]
fn large_numbers(#[from(|g| sized(4, g))] xs: List) -> bool {
    numbers(&xs).iter().all(|x| x.unsigned_abs() < 1 << 33)
}

/// The ends of ranges are drawn, whatever the size.
#[property(tests = 4000, seed = 1, should_fail)]
fn ends(#[from(|g| g.range(-4, 1 << 40))] n: i64) -> bool {
    n < 1 << 40
}

/// So are the boundary values of other parameters.
#[property(tests = 20000, seed = 1, should_fail)]
fn boundaries(#[from(|g| g.bool())] _side: bool, m: u64) -> bool {
    m < u64::MAX
}

/// A generator that may go on forever is drawn, too.
#[property(tests = 2000, seed = 1)]
fn unbounded(#[from(|g| tree(i64::MIN, i64::MAX, g))] t: Tree) {
    assert!(labels(&t).is_sorted());
}

#[derive(Debug, Clone, PartialEq, Enumerable)]
enum Tree {
    Leaf,
    Node(Box<Tree>, i64, Box<Tree>),
}

fn tree(low: i64, high: i64, g: &mut Gen) -> Tree {
    if low == high || g.bool() {
        return Tree::Leaf;
    }
    let x = g.range(low, high);
    Tree::Node(Box::new(tree(low, x, g)), x, Box::new(tree(x, high, g)))
}

fn labels(t: &Tree) -> Vec<i64> {
    match t {
        Tree::Leaf => Vec::new(),
        Tree::Node(l, x, r) => [labels(l), vec![*x], labels(r)].concat(),
    }
}
