//! Peano naturals, compared as lazily as they can be.

use std::cmp::Ordering;

use everycase::{Enumerable, Lazy};

/// A natural number. Of size 1 more than its value.
#[allow(missing_docs)]
#[derive(Debug, Clone, PartialEq, Eq, Hash, Enumerable)]
pub enum Nat {
    Zero,
    Succ(Box<Nat>),
}

impl From<u32> for Nat {
    fn from(n: u32) -> Self {
        (0..n).fold(Nat::Zero, |n, _| Nat::Succ(Box::new(n)))
    }
}

impl From<&Nat> for u32 {
    fn from(mut n: &Nat) -> u32 {
        let mut value = 0;
        while let Nat::Succ(less) = n {
            n = less;
            value += 1;
        }
        value
    }
}

/// Returns whether two numbers are equal. Decides neither further than the lesser of both.
pub fn equal(mut a: Lazy<Nat>, mut b: Lazy<Nat>) -> bool {
    loop {
        match (a.force(), b.force()) {
            (NatView::Zero, NatView::Zero) => return true,
            (NatView::Succ(x), NatView::Succ(y)) => (a, b) = (x, y),
            _ => return false,
        }
    }
}

/// Returns whether the first number is less than the second. Decides neither further than the lesser of both.
pub fn less(mut a: Lazy<Nat>, mut b: Lazy<Nat>) -> bool {
    loop {
        let NatView::Succ(y) = b.force() else { return false };
        let NatView::Succ(x) = a.force() else { return true };
        (a, b) = (x, y);
    }
}

/// Returns how two numbers compare. Decides neither further than the lesser of both.
pub fn compare(mut a: Lazy<Nat>, mut b: Lazy<Nat>) -> Ordering {
    loop {
        match (a.force(), b.force()) {
            (NatView::Zero, NatView::Zero) => return Ordering::Equal,
            (NatView::Zero, NatView::Succ(_)) => return Ordering::Less,
            (NatView::Succ(_), NatView::Zero) => return Ordering::Greater,
            (NatView::Succ(x), NatView::Succ(y)) => (a, b) = (x, y),
        }
    }
}
