//! Position to value and value to position (Paper I, sections 2 and 3): one descent, no enumeration.
//!
//! Within a size the order is that of the paper: alternatives in order, and for fields first by the size of the
//! first field, then by the first field, then by the rest. Finding a split walks the sizes from both ends at once,
//! since in a large value one side of most splits is small.

use std::cmp::Ordering;

use crate::count::Tables;
use crate::derivation::Derivation;
use crate::descent::{Chosen, Decision, Guide, Place};
use crate::grammar::{Kind, NodeId, ProductId};
use crate::limbs;

/// Walks to the value at an index among those of its size.
pub(crate) struct Unrank {
    index: Vec<u64>,
    /// Indices into the rests of the splits passed, innermost last.
    rests: Vec<Vec<u64>>,
    scratch: Vec<u64>,
}

impl Unrank {
    /// `index` must be below the number of values of the size that the descent starts with.
    pub(crate) fn new(index: Vec<u64>) -> Self {
        Self { index, rests: Vec::new(), scratch: Vec::new() }
    }
}

impl Guide for Unrank {
    fn node(&mut self, tables: &Tables, _: Place, node: NodeId, size: u32) -> Decision {
        if let Kind::Leaf(leaf) = &tables.grammar.node(node).kind {
            let index = limbs::to_u128(&self.index).unwrap_or(0);
            let value = leaf.nth(size - tables.grammar.node(node).cost, index).unwrap_or(0);
            return Decision::Leaf { value, wide: leaf.is_wide() };
        }
        let mut options = Chosen::all(tables, node, size).peekable();
        while let Some(chosen) = options.next() {
            let count = chosen.count(tables);
            if options.peek().is_none() || limbs::compare(&self.index, count) == Ordering::Less {
                return Decision::Sum(chosen);
            }
            limbs::subtract(&mut self.index, count);
        }
        Decision::Sum(Chosen { number: 0, arity: 0, fields: None, left: 0 })
    }

    fn split(&mut self, tables: &Tables, _: Place, product: ProductId, size: u32) -> u32 {
        let (k, before) = find_split(tables, product, size, &self.index, &mut self.scratch);
        limbs::subtract(&mut self.index, &before);
        let rest = tables.rest_count(product, size, k);
        let remainder = limbs::divide(&mut self.index, rest);
        self.rests.push(remainder);
        k
    }

    fn resume(&mut self) {
        self.index = self.rests.pop().unwrap_or_default();
    }
}

/// The split that holds `index`, and the number of tuples before it.
fn find_split(
    tables: &Tables,
    product: ProductId,
    size: u32,
    index: &[u64],
    scratch: &mut Vec<u64>,
) -> (u32, Vec<u64>) {
    let (mut lo, mut hi) = tables.split_bounds(product, size);
    let total = tables.product(product, size);
    // `below` tuples come before split `lo`, `above` of them before split `hi`.
    let (mut below, mut above) = (Vec::new(), total.to_vec());
    let term = |k, scratch: &mut Vec<u64>| {
        limbs::multiply(scratch, tables.head_count(product, k), tables.rest_count(product, size, k));
    };
    while lo + 1 < hi {
        term(lo, scratch);
        let before = below.clone();
        limbs::add(&mut below, scratch);
        if limbs::compare(index, &below) == Ordering::Less {
            return (lo, before);
        }
        lo += 1;
        if lo + 1 < hi {
            term(hi - 1, scratch);
            limbs::subtract(&mut above, scratch);
            hi -= 1;
            if limbs::compare(index, &above) != Ordering::Less {
                return (hi, above);
            }
        }
    }
    (lo, below)
}

/// The place of a derivation among the values of its size. The tables must cover that size.
pub(crate) fn rank(derivation: &Derivation) -> Vec<u64> {
    let tables = &*derivation.tables;
    let grammar = &tables.grammar;
    let sizes = derivation.sizes();
    let mut ranks: Vec<Vec<u64>> = vec![Vec::new(); derivation.cells.len()];
    let mut scratch = Vec::new();
    // Fields are allocated after the position they belong to.
    for (pos, cell) in derivation.cells.iter().enumerate().rev().filter(|(_, cell)| cell.is_position()) {
        let node = grammar.node(NodeId(cell.node));
        match &node.kind {
            Kind::Unexpanded => {}
            Kind::Leaf(leaf) => {
                let place = leaf.position(derivation.leaf_value(pos as u32));
                ranks[pos] = limbs::from_u128(place.map_or(0, |(_, i)| i));
            }
            Kind::Sum { alternatives, .. } => {
                let size = sizes[pos] - node.cost;
                let chosen = &alternatives[cell.word as usize];
                let mut rank = Vec::new();
                for alternative in &alternatives[..cell.word as usize] {
                    limbs::add(&mut rank, tables.alternative(alternative, size));
                }
                // From the last field to the first: the rank of a list is that of its splits before, then of the
                // first field by the number of rests, then of the rest.
                let mut fields: Vec<_> =
                    std::iter::successors(chosen.fields, |&list| grammar.product(list).rest)
                        .zip(cell.kids..)
                        .collect();
                let (mut tail, mut left) = (Vec::new(), 0);
                while let Some((list, kid)) = fields.pop() {
                    let own = sizes[kid as usize] + grammar.product(list).pay;
                    let mut head = std::mem::take(&mut ranks[kid as usize]);
                    left += own;
                    if grammar.product(list).rest.is_some() {
                        limbs::multiply(&mut scratch, &head, tables.rest_count(list, left, own));
                        std::mem::swap(&mut head, &mut scratch);
                        limbs::add(&mut head, &tail);
                        let (lo, _) = tables.split_bounds(list, left);
                        for k in lo..own {
                            limbs::multiply(
                                &mut scratch,
                                tables.head_count(list, k),
                                tables.rest_count(list, left, k),
                            );
                            limbs::add(&mut head, &scratch);
                        }
                    }
                    tail = head;
                }
                limbs::add(&mut rank, &tail);
                ranks[pos] = rank;
            }
        }
    }
    std::mem::take(&mut ranks[0])
}
