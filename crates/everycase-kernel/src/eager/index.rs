//! From an index to a value and back (Paper I, sections 2 and 3), without enumeration.
//!
//! Within a size the order follows the paper: alternatives in order; fields by the size of the
//! first field, then by the first field, then by the rest. A split is searched for from both ends
//! at once, because in large values one side of most splits is small.

use std::cmp::Ordering;
use std::sync::Arc;

use super::alternatives::SizedAlternative;
use crate::derivation::{Cell, Derivation};
use crate::grammar::Tables;
use crate::grammar::limbs;
use crate::grammar::{Grammar, Kind, NodeId, ProductId};

/// Returns the derivation of this size and index. The index must be below their number.
pub(crate) fn unrank(tables: &Arc<Tables>, size: u32, index: Vec<u64>) -> Derivation {
    unrank_node(tables, Grammar::ROOT, size, index)
}

/// Returns the same for any node, whose derivation replaces the root's.
pub(crate) fn unrank_node(tables: &Arc<Tables>, node: NodeId, size: u32, mut index: Vec<u64>) -> Derivation {
    let mut derivation = Derivation::new(Arc::clone(tables));
    let grammar = &tables.grammar;
    let cells = &mut derivation.cells;
    let mut scratch = Vec::new();
    // Waiting fields: their list, first position, size and index.
    let mut waiting: Vec<(ProductId, u32, u32, Vec<u64>)> = Vec::new();
    let (mut pos, mut node, mut size) = (0u32, node, size);
    cells.push(Cell::default());
    loop {
        let kids = cells.len() as u32;
        let mut fields = None;
        let word = if let Kind::Leaf(leaf) = &grammar.node(node).kind {
            let place = limbs::to_u128(&index).unwrap_or(0);
            let value = leaf.nth(size - grammar.node(node).cost, place).unwrap_or(0);
            if leaf.is_wide() {
                cells.push(Cell { parent: pos, ..Cell::high(value) });
            }
            value as u64
        } else {
            let chosen = find_alternative(tables, node, size, &mut index);
            cells.resize(cells.len() + chosen.arity as usize, Cell { parent: pos, ..Cell::default() });
            fields = chosen.fields.map(|list| (list, kids, chosen.left, std::mem::take(&mut index)));
            u64::from(chosen.number)
        };
        let position = &mut cells[pos as usize];
        *position = Cell { word, kids, node: node.0, ..*position };
        let Some((list, kid, left, within)) = fields.or_else(|| waiting.pop()) else { return derivation };
        let product = grammar.product(list);
        index = within;
        let mut own = left;
        if let Some(rest) = product.rest {
            let (k, before) = find_split(tables, list, left, &index, &mut scratch);
            limbs::subtract(&mut index, &before);
            let remainder = limbs::divide(&mut index, tables.rest_count(list, left, k));
            waiting.push((rest, kid + 1, left - k, remainder));
            own = k;
        }
        (pos, node, size) = (kid, product.head, own - product.pay);
    }
}

/// Returns the alternative that contains `index`, and turns `index` into the index within it.
fn find_alternative(tables: &Tables, node: NodeId, size: u32, index: &mut Vec<u64>) -> SizedAlternative {
    let mut options = SizedAlternative::all(tables, node, size).peekable();
    while let Some(chosen) = options.next() {
        let count = chosen.count(tables);
        if options.peek().is_none() || limbs::compare(index, count) == Ordering::Less {
            return chosen;
        }
        limbs::subtract(index, count);
    }
    // Unreachable: the index is below the count.
    SizedAlternative { number: 0, arity: 0, fields: None, left: 0 }
}

/// Returns the split that contains `index`, and the number of tuples before it.
fn find_split(
    tables: &Tables,
    product: ProductId,
    size: u32,
    index: &[u64],
    scratch: &mut Vec<u64>,
) -> (u32, Vec<u64>) {
    let (mut lo, mut hi) = tables.split_bounds(product, size);
    if lo + 1 >= hi {
        return (lo, Vec::new());
    }
    let total = tables.product(product, size);
    // `below` tuples precede split `lo`, `above` tuples precede split `hi`.
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

/// Returns the index of a derivation among the derivations of its size. The tables must cover that
/// size.
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
                // From the last field to the first: the rank of a list is the number of tuples in
                // earlier splits, plus the rank of the first field times the number of rests, plus
                // the rank of the rest.
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
