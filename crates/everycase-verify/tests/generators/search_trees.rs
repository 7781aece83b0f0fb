//! Search trees.

use everycase::coverage::forall;
use everycase::lazy::implies;
use everycase::prelude::*;

#[derive(Debug, Clone, PartialEq, Enumerable)]
pub(crate) enum Tree {
    Leaf,
    Node(Box<Tree>, i64, Box<Tree>),
}
use Tree::*;

impl Tree {
    fn contains(&self, u: i64) -> bool {
        match self {
            Leaf => false,
            Node(l, x, r) => u == *x || l.contains(u) || r.contains(u),
        }
    }
}

fn below(x: i64, t: &Tree) -> bool {
    match t {
        Leaf => true,
        Node(l, y, r) => *y < x && below(x, l) && below(x, r),
    }
}

fn above(x: i64, t: &Tree) -> bool {
    match t {
        Leaf => true,
        Node(l, y, r) => x < *y && above(x, l) && above(x, r),
    }
}

fn is_bst(t: &Tree) -> bool {
    match t {
        Leaf => true,
        Node(l, x, r) => below(*x, l) && above(*x, r) && is_bst(l) && is_bst(r),
    }
}

#[generator(given = lo < hi, covers = |t: &Tree| is_bst(t) && forall(|u: i64| implies(|| t.contains(u), || lo < u && u < hi)))]
pub(crate) fn between(lo: i64, hi: i64, g: &mut Gen) -> Tree {
    if hi <= lo + 1 {
        return Leaf;
    }
    match g.choose(2) {
        0 => Leaf,
        _ => {
            let x = g.range(lo + 1, hi - 1);
            let left = between(lo, x, g);
            let right = between(x, hi, g);
            Node(Box::new(left), x, Box::new(right))
        }
    }
}

#[property(size = 10)]
fn below_bounds(x: i64, t: Tree, u: i64) -> bool {
    implies(|| below(x, &t) && t.contains(u), || u < x)
}

#[property(size = 10)]
fn above_bounds(x: i64, t: Tree, u: i64) {
    assume(above(x, &t) && t.contains(u));
    assert!(x < u);
}
