//! Lists: sized, sorted, without duplicates.

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

/// Lists of at most `n` numbers.
#[generator(given = 0 <= n, covers = |xs: &List| len(xs) <= n)]
pub(crate) fn sized(n: i64, g: &mut Gen) -> List {
    if n == 0 || g.bool() { Nil } else { Cons(g.int(), Box::new(sized(n - 1, g))) }
}

/// Whether the numbers ascend, and none is below `low`.
fn is_sorted(low: i64, xs: &List) -> bool {
    match xs {
        Nil => true,
        Cons(x, rest) => low <= *x && is_sorted(*x, rest),
    }
}

/// Ascending lists of at most `n` numbers, none of them below `low`.
#[generator(given = 0 <= n, covers = |xs: &List| is_sorted(low, xs) && len(xs) <= n)]
pub(crate) fn sorted(n: i64, low: i64, g: &mut Gen) -> List {
    if n == 0 {
        return Nil;
    }
    match g.choose(2) {
        0 => Nil,
        _ => {
            let x = g.range(low, i64::MAX);
            Cons(x, Box::new(sorted(n - 1, x, g)))
        }
    }
}

fn contains(x: i64, xs: &List) -> bool {
    match xs {
        Nil => false,
        Cons(y, rest) => x == *y || contains(x, rest),
    }
}

fn is_unique(xs: &List) -> bool {
    match xs {
        Nil => true,
        Cons(x, rest) => !contains(*x, rest) && is_unique(rest),
    }
}

/// Lists of at most `n` different numbers.
#[generator(given = 0 <= n, covers = |xs: &List| is_unique(xs) && len(xs) <= n)]
pub(crate) fn unique(n: i64, g: &mut Gen) -> List {
    if n == 0 || g.bool() {
        return Nil;
    }
    let rest = unique(n - 1, g);
    let x = g.int();
    if contains(x, &rest) { rest } else { Cons(x, Box::new(rest)) }
}
