//! Finite maps over any shape of keys: generalised tries (Hinze, "Generalizing generalized tries").
//!
//! A non-empty map is a non-empty trie over a list of key positions, initially the whole key. Over
//! no position it is a value. Over a sum it is a non-empty selection of the alternatives, each with
//! a trie over that alternative's fields and the waiting positions. Over a range it is a non-empty
//! selection of integers: first of sizes (bit lengths), then, within a size, of ranks, bit by bit.
//! Integers are never listed. Every finite map is exactly one derivation, even if there are
//! finitely many keys.
//!
//! # Sizes
//!
//! A map costs 1, like the end of a list, plus the cost of its trie: each constructor, integer and
//! value costs what it costs in its own shape, and common prefixes of keys are paid once. So
//!
//! - a map of one entry has size 1 + key + value;
//! - a map has at most the size 1 + the sum of its keys and values;
//! - keys that differ in their first constructor share nothing;
//! - two integers of bit length *n* that differ first at the *k*-th bit from below (the sign counts
//!   as the highest bit) share *n* less *k* bits; integers of different bit lengths share nothing.
//!
//! Keys of size 0 cost nothing, so a set of `()` has size 1 whether it is empty or not. Keys that
//! are maps share the common prefixes of their own tries.
//!
//! # Layout
//!
//! The positions of a trie follow the positions of the key. Where all keys agree, a trie has the
//! key's own position: the alternative of a sum, or the integer of a range. Where they differ,
//! there is one more alternative, under which the choices are split into halves: `left`, `right` or
//! `both`. The cost of the cheapest choice in a half is paid on entering it, so what a size cannot
//! afford is never expanded.

mod decode;
mod encode;

pub(crate) use decode::visit;
pub(crate) use encode::{DuplicateKeys, write};

use std::sync::Arc;

use super::domain::{Domain, Field, Stack, classes, push};
use super::lists;
use crate::grammar::Kind;
use crate::grammar::Tables;
use crate::{Alternative, Key, Shape};

/// A family of tries, with one shape for each list of key positions.
pub(crate) struct Trie {
    domain: Domain,
    value: Shape,
    cost: Cost,
    name: Key,
    nothing: Shape,
}

/// How the costs of several keys combine.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cost {
    /// Common prefixes are paid once.
    Shared,
    /// Each integer costs all its bits, and each entry costs 1 more.
    Each,
}

/// Returns the shape of finite maps, including the empty one.
#[inline]
pub(crate) fn maps(key: &Shape, value: &Shape) -> Shape {
    struct Maps;
    let (key, value) = (key.clone(), value.clone());
    Shape::named(Key::of::<Maps>().under(&key).under(&value), move || {
        let trie = Trie::new(&key, &value, Cost::Shared);
        let entries = trie.all();
        let empty = Alternative::new("empty", []).pay(1);
        let entries = Alternative::new("entries", [entries]).pay(1);
        let exact = Shape::choice([empty, entries]).with_payload(trie);
        let lists = lists::shape(&key, &value, &exact);
        exact.with_lists(lists)
    })
}

/// Returns the shape of finite maps with at least one entry.
#[inline]
pub(crate) fn entries(key: &Shape, value: &Shape, cost: Cost) -> Shape {
    struct Entries;
    let (key, value) = (key.clone(), value.clone());
    let name = Key::of::<Entries>().under(&key).under(&value).with(u64::from(cost == Cost::Each));
    Shape::named(name, move || {
        let trie = Trie::new(&key, &value, cost);
        let entries = trie.all();
        Shape::choice([Alternative::new("entries", [entries])]).with_payload(trie)
    })
}

/// The least number of keys in a part of a trie.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Least {
    One,
    Two,
}

/// The number of an alternative in a fork.
const LEFT: usize = 0;
const RIGHT: usize = 1;
const BOTH: usize = 2;

/// At a range: all keys agree.
const AGREE: usize = 0;
const PART: usize = 1;

/// Returns where the sizes `lo..=hi` of a range are split; small sizes stay near the top.
fn split_sizes(lo: u32, hi: u32) -> u32 {
    let doubled = (2 * lo).max(lo + 1);
    if doubled <= hi { doubled } else { lo + (hi - lo).div_ceil(2) }
}

/// Returns where alternatives `lo..hi` are split.
fn split_sum(lo: usize, hi: usize) -> usize {
    lo + (hi - lo) / 2
}

/// Returns the number of bits that distinguish `count` integers.
fn bits(count: u128) -> u32 {
    128 - count.saturating_sub(1).leading_zeros()
}

/// Returns how many of `count` ranks that differ in their lowest `depth` bits have the highest of
/// these bits clear.
fn low_half(depth: u32, count: u128) -> u128 {
    count.min(1 << (depth - 1))
}

/// Integers of one size that agree in their higher bits.
#[derive(Clone, Copy)]
struct Places {
    /// The number of open bits, and of integers.
    depth: u32,
    count: u128,
    /// The cost of an integer, if it is not shared.
    each: u32,
}

impl Places {
    fn low(self) -> Self {
        Self { depth: self.depth - 1, count: low_half(self.depth, self.count), ..self }
    }

    fn high(self) -> Self {
        Self { depth: self.depth - 1, count: self.count - low_half(self.depth, self.count), ..self }
    }
}

impl Trie {
    #[inline]
    fn new(key: &Shape, value: &Shape, cost: Cost) -> Arc<Self> {
        let name = Key::of::<Self>().under(key).under(value).with(u64::from(cost == Cost::Each));
        Arc::new(Self { domain: Domain::new(key), value: value.clone(), cost, name, nothing: Shape::empty() })
    }

    /// Returns the keys' shape in place of a part of a trie whose keys recurse without paying, so
    /// that the error names them.
    fn wrong(&self) -> Shape {
        Shape::product([self.domain.shape().clone()])
    }

    /// Returns the shape of tries over whole keys.
    #[inline]
    fn all(self: &Arc<Self>) -> Shape {
        match self.domain.root() {
            Ok(root) => self.after(vec![root]),
            Err(_) => self.wrong(),
        }
    }

    #[inline]
    fn name(&self, kind: u64, numbers: impl IntoIterator<Item = u64>, stack: &[Field]) -> Key {
        let stack = stack.iter().map(|field| field.number());
        numbers.into_iter().chain(stack).fold(self.name.clone().with(kind), Key::with)
    }

    /// Returns the shape of tries over the positions of a stack.
    #[inline]
    fn after(self: &Arc<Self>, mut stack: Stack) -> Shape {
        let trie = Arc::clone(self);
        let name = self.name(0, [], &stack);
        let Some(top) = stack.pop() else {
            return if self.cost == Cost::Each { self.value.clone().pay(1) } else { self.value.clone() };
        };
        Shape::named(name, move || {
            let Ok(tables) = trie.domain.expanded(top.node) else {
                return trie.wrong();
            };
            let node = tables.grammar.node(top.node);
            match &node.kind {
                Kind::Unexpanded => trie.wrong(),
                Kind::Sum { alternatives, .. } => {
                    let one = (0..).zip(&**alternatives).map(|(i, a)| {
                        let taking = trie.taking(&tables, top, i, &stack);
                        Alternative::new(a.label, [taking]).pay(cost(&tables, top, i))
                    });
                    let count = alternatives.len();
                    let several = (count > 1).then(|| {
                        let cheapest = (0..count).map(|i| cost(&tables, top, i)).min().unwrap_or(0);
                        let parting = trie.sum(top, 0, count, Least::Two, &stack);
                        Alternative::new("part", [parting]).pay(cheapest)
                    });
                    Shape::choice(one.chain(several))
                }
                Kind::Leaf(leaf) => {
                    let Some((lo, hi)) = classes(leaf) else {
                        return trie.nothing.clone();
                    };
                    // What names on the way to a far range pay is part of the node, not of its
                    // shape.
                    let outside = node.cost.saturating_sub(node.shape.root_cost());
                    let one = Alternative::new("agree", [node.shape.clone(), trie.after(stack.clone())])
                        .pay(top.pay.saturating_add(outside));
                    let several = trie.sizes(top, lo, hi, Least::Two, &stack);
                    let paid = top.pay.saturating_add(node.cost).saturating_add(lo);
                    Shape::choice([one, Alternative::new("part", [several]).pay(paid)])
                }
            }
        })
    }

    /// Returns the shape of tries whose keys all take the `i`-th alternative of a sum, whose cost
    /// is paid.
    #[inline]
    fn taking(self: &Arc<Self>, tables: &Tables, sum: Field, i: usize, stack: &Stack) -> Shape {
        let Kind::Sum { alternatives, .. } = &tables.grammar.node(sum.node).kind else {
            return self.wrong();
        };
        let mut stack = stack.clone();
        push(&mut stack, &tables.grammar, &alternatives[i]);
        self.after(stack)
    }

    /// Returns the shape of tries whose keys take alternatives `lo..hi` of a sum, at least `least`;
    /// the cheapest is paid.
    #[inline]
    fn sum(self: &Arc<Self>, sum: Field, lo: usize, hi: usize, least: Least, stack: &Stack) -> Shape {
        if hi - lo == 1 {
            return match (least, self.domain.expanded(sum.node)) {
                (Least::Two, _) => self.nothing.clone(),
                (Least::One, Ok(tables)) => self.taking(&tables, sum, lo, stack),
                (Least::One, Err(_)) => self.wrong(),
            };
        }
        let numbers = [sum.number(), lo as u64, hi as u64];
        let (trie, own) = (Arc::clone(self), stack.clone());
        Shape::named(self.name(1 + least as u64, numbers, stack), move || {
            let Ok(tables) = trie.domain.expanded(sum.node) else {
                return trie.wrong();
            };
            let cheapest = |lo, hi| (lo..hi).map(|i| cost(&tables, sum, i)).min().unwrap_or(0);
            let middle = split_sum(lo, hi);
            let (first, second) = (cheapest(lo, middle), cheapest(middle, hi));
            let left = |least| trie.sum(sum, lo, middle, least, &own);
            let right = |least| trie.sum(sum, middle, hi, least, &own);
            let paid = first.min(second);
            fork(least, (left, first - paid), (right, second - paid), first.saturating_add(second) - paid)
        })
    }

    /// Returns the shape of tries whose keys take integers of sizes `lo..=hi`, at least `least`;
    /// the cost of size `lo` is paid.
    #[inline]
    fn sizes(self: &Arc<Self>, range: Field, lo: u32, hi: u32, least: Least, stack: &Stack) -> Shape {
        let numbers = [range.number(), u64::from(lo), u64::from(hi)];
        let (trie, own) = (Arc::clone(self), stack.clone());
        let Ok(tables) = self.domain.expanded(range.node) else {
            return self.wrong();
        };
        let node = tables.grammar.node(range.node);
        let Kind::Leaf(leaf) = &node.kind else {
            return self.wrong();
        };
        let cost = range.pay.saturating_add(node.cost);
        if lo == hi {
            let count = leaf.count(lo);
            let each = if self.cost == Cost::Each { cost.saturating_add(lo) } else { 0 };
            return self.places(Places { depth: bits(count), count, each }, least, stack);
        }
        Shape::named(self.name(3 + least as u64, numbers, stack), move || {
            let middle = split_sizes(lo, hi);
            let left = |least| trie.sizes(range, lo, middle - 1, least, &own);
            let right = |least| trie.sizes(range, middle, hi, least, &own);
            fork(least, (left, 0), (right, middle - lo), cost.saturating_add(middle))
        })
    }

    /// Returns the shape of tries whose keys take integers of these ranks, at least `least`; the
    /// cost of one is paid.
    #[inline]
    fn places(self: &Arc<Self>, places: Places, least: Least, stack: &Stack) -> Shape {
        let Places { depth, count, each } = places;
        if count == 0 || count == 1 && least == Least::Two {
            return self.nothing.clone();
        }
        if depth == 0 {
            return self.after(stack.clone());
        }
        let numbers = [u64::from(depth), count as u64, (count >> 64) as u64, u64::from(each)];
        let (trie, own) = (Arc::clone(self), stack.clone());
        Shape::named(self.name(5 + least as u64, numbers, stack), move || {
            let left = |least| trie.places(places.low(), least, &own);
            let right = |least| trie.places(places.high(), least, &own);
            fork(least, (left, 0), (right, 0), if trie.cost == Cost::Each { each } else { depth })
        })
    }
}

/// Returns the cost of an alternative of a sum. The cost around the sum is added to each, so that
/// both ways to write a shape are the same.
#[inline]
fn cost(tables: &Tables, sum: Field, i: usize) -> u32 {
    let node = tables.grammar.node(sum.node);
    let own = match &node.kind {
        Kind::Sum { alternatives, .. } => alternatives[i].cost,
        _ => 0,
    };
    own.saturating_add(sum.pay).saturating_add(node.cost)
}

/// Returns a choice of keys on two sides, at least `least`: each side with its own cost, and both
/// with theirs together.
#[inline]
fn fork<L: Fn(Least) -> Shape, R: Fn(Least) -> Shape>(
    least: Least,
    (left, left_cost): (L, u32),
    (right, right_cost): (R, u32),
    both: u32,
) -> Shape {
    Shape::choice([
        Alternative::new("left", [left(least)]).pay(left_cost),
        Alternative::new("right", [right(least)]).pay(right_cost),
        Alternative::new("both", [left(Least::One), right(Least::One)]).pay(both),
    ])
}
