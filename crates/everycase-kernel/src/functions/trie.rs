//! Finite maps over any shape of keys: generalised tries (Hinze, "Generalizing generalized tries").
//!
//! A non-empty map is a non-empty trie over a list of key positions, the key's own at first. Over no position it is
//! a value. Over a sum it is a non-empty selection of the alternatives, each with a trie over that alternative's
//! fields and the positions that waited. Over a range it is a non-empty selection of integers: first of sizes (bit
//! lengths), then, within a size, of the places of its integers, bit by bit; integers are never spelt out. Every
//! finite map is exactly one derivation, also where there are finitely many keys.
//!
//! # Sizes
//!
//! A map costs 1, as the end of a list does. Beyond that it costs what is in its trie: each constructor, each integer
//! and each value as much as in its own shape, and what keys begin with in common is paid once. So
//!
//! - a map of one entry has size 1 + key + value;
//! - a map has at most the size 1 + the sum of its keys and values;
//! - keys that differ in their first constructor share nothing;
//! - two integers of the same bit length *n* that part at the *k*-th bit from below (the sign counts as the bit
//!   above all others) share *n* - *k* of it, integers of different bit lengths share nothing.
//!
//! Keys of size 0 cost nothing, so a set of `()` has size 1 whether it is empty or not. Maps that are keys themselves
//! share what their own tries begin with.
//!
//! # Layout
//!
//! The positions of a trie follow those of the key. Where all keys agree, a trie has the key's own position: that
//! alternative of a sum, the integer itself of a range. Only where they part comes one more alternative, under which
//! the choices are split in halves: `left`, `right` or `both`. A half is paid for as soon as it is entered, as far as
//! the cheapest choice in it goes: what cannot be afforded at a size is then never expanded.

mod decode;
mod encode;

pub(crate) use decode::visit;
pub(crate) use encode::write;

use std::sync::Arc;

use super::domain::{Domain, Field, Stack, classes, push};
use crate::grammar::Kind;
use crate::grammar::Tables;
use crate::{Alternative, Key, Shape};

/// A family of tries: one shape for each list of key positions.
pub(crate) struct Trie {
    domain: Domain,
    value: Shape,
    cost: Cost,
    name: Key,
    nothing: Shape,
}

/// What several keys cost together.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cost {
    /// What keys have in common is paid once.
    Shared,
    /// Each integer costs all its bits, and each entry 1 more.
    Each,
}

/// Finite maps, the empty one included.
pub(crate) fn maps(key: &Shape, value: &Shape) -> Shape {
    struct Maps;
    let (key, value) = (key.clone(), value.clone());
    Shape::named(Key::of::<Maps>().under(&key).under(&value), move || {
        let trie = Trie::new(&key, &value, Cost::Shared);
        let entries = trie.all();
        let empty = Alternative::new("empty", []).pay(1);
        let entries = Alternative::new("entries", [entries]).pay(1);
        Shape::choice([empty, entries]).with_payload(trie)
    })
}

/// Finite maps of at least one entry.
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

/// How many keys a part of a trie must hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Least {
    One,
    Two,
}

/// An alternative's number in a fork.
const LEFT: usize = 0;
const RIGHT: usize = 1;
const BOTH: usize = 2;

/// At a range: all keys agree.
const AGREE: usize = 0;
const PART: usize = 1;

/// Returns where the sizes `lo..=hi` of a range are split: small sizes stay near the top.
fn split_sizes(lo: u32, hi: u32) -> u32 {
    let doubled = (2 * lo).max(lo + 1);
    if doubled <= hi { doubled } else { lo + (hi - lo).div_ceil(2) }
}

/// Returns where alternatives `lo..hi` are split.
fn split_sum(lo: usize, hi: usize) -> usize {
    lo + (hi - lo) / 2
}

/// Returns the bits that tell `count` integers apart.
fn bits(count: u128) -> u32 {
    128 - count.saturating_sub(1).leading_zeros()
}

/// Returns how many of `count` places that differ in their lowest `depth` bits have the highest of these clear.
fn low_half(depth: u32, count: u128) -> u128 {
    count.min(1 << (depth - 1))
}

/// Integers of one size that agree in their higher bits.
#[derive(Clone, Copy)]
struct Places {
    /// How many bits are still open, and how many integers that leaves.
    depth: u32,
    count: u128,
    /// What an integer costs, where that is not shared.
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
    fn new(key: &Shape, value: &Shape, cost: Cost) -> Arc<Self> {
        let name = Key::of::<Self>().under(key).under(value).with(u64::from(cost == Cost::Each));
        Arc::new(Self { domain: Domain::new(key), value: value.clone(), cost, name, nothing: Shape::empty() })
    }

    /// Returns what stands for a part of a trie whose keys are wrongly recursive: the keys, so that the error names them.
    fn wrong(&self) -> Shape {
        Shape::product([self.domain.shape().clone()])
    }

    /// Tries over whole keys.
    fn all(self: &Arc<Self>) -> Shape {
        match self.domain.root() {
            Ok(root) => self.after(vec![root]),
            Err(_) => self.wrong(),
        }
    }

    fn name(&self, kind: u64, numbers: impl IntoIterator<Item = u64>, stack: &[Field]) -> Key {
        let stack = stack.iter().map(|field| field.number());
        numbers.into_iter().chain(stack).fold(self.name.clone().with(kind), Key::with)
    }

    /// Tries over the positions of a stack.
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
                    let one = Alternative::new("agree", [node.shape.clone(), trie.after(stack.clone())])
                        .pay(top.pay);
                    let several = trie.sizes(top, lo, hi, Least::Two, &stack);
                    let paid = top.pay.saturating_add(node.cost).saturating_add(lo);
                    Shape::choice([one, Alternative::new("part", [several]).pay(paid)])
                }
            }
        })
    }

    /// Tries whose keys all take the `i`-th alternative of a sum, which is paid.
    fn taking(self: &Arc<Self>, tables: &Tables, sum: Field, i: usize, stack: &Stack) -> Shape {
        let Kind::Sum { alternatives, .. } = &tables.grammar.node(sum.node).kind else {
            return self.wrong();
        };
        let mut stack = stack.clone();
        push(&mut stack, &tables.grammar, &alternatives[i]);
        self.after(stack)
    }

    /// Tries whose keys take alternatives `lo..hi` of a sum, `least` of them; the cheapest is paid.
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

    /// Tries whose keys take integers of the sizes `lo..=hi`, `least` of them; what one of size `lo` costs is paid.
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

    /// Tries whose keys take the integers at some places, `least` of them; what one of them costs is paid.
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

/// Returns what an alternative of a sum costs. What is paid around the sum is paid for each of them, so that it does not
/// matter in which of the two ways a shape was written.
fn cost(tables: &Tables, sum: Field, i: usize) -> u32 {
    let node = tables.grammar.node(sum.node);
    let own = match &node.kind {
        Kind::Sum { alternatives, .. } => alternatives[i].cost,
        _ => 0,
    };
    own.saturating_add(sum.pay).saturating_add(node.cost)
}

/// Keys, `least` of them, on two sides: each side with what it costs alone, and what both cost together.
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
