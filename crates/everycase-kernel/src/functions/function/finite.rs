//! The number of values of an argument, if it is small.

use std::collections::HashMap;

use crate::functions::domain::{Domain, classes};
use crate::grammar::{Alternative, Grammar, Kind, Leaf, NodeId};

/// The maximal number of argument values for which functions are tables.
pub const TABLE: u64 = 32;

/// The maximal depth to which values are counted.
const DEPTH: u32 = 64;

/// The numbers of values of the positions of a domain with at most [`TABLE`] values.
pub(super) struct Values {
    of_nodes: HashMap<NodeId, Option<u64>>,
    count: u64,
}

impl Values {
    #[inline]
    pub(super) fn of(domain: &Domain) -> Option<Self> {
        let root = domain.root().ok()?;
        let mut of_nodes = HashMap::new();
        let count = below(domain, root.node, 0, &mut of_nodes)?;
        Some(Self { of_nodes, count })
    }

    /// Returns the number of values of the whole domain.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Returns whether an alternative of a position has no values.
    #[inline]
    pub(super) fn is_dead(&self, grammar: &Grammar, alternative: &Alternative) -> bool {
        grammar.fields(alternative.fields).any(|(_, field)| self.of_nodes.get(&field) == Some(&Some(0)))
    }
}

#[inline]
fn below(domain: &Domain, id: NodeId, depth: u32, known: &mut HashMap<NodeId, Option<u64>>) -> Option<u64> {
    if let Some(known) = known.get(&id) {
        return *known;
    }
    // A node that leads back to itself has no values or infinitely many.
    known.insert(id, None);
    if depth > DEPTH {
        return None;
    }
    let tables = domain.expanded(id).ok()?;
    let count = match &tables.grammar.node(id).kind {
        Kind::Unexpanded => None,
        Kind::Leaf(leaf) => integers(leaf),
        Kind::Sum { alternatives, .. } => alternatives.iter().try_fold(0, |sum, alternative| {
            let mut fields = tables.grammar.fields(alternative.fields);
            let tuples = fields.try_fold(1, |count, (_, field)| {
                few(u128::from(count) * u128::from(below(domain, field, depth + 1, known)?))
            })?;
            few(u128::from(sum) + u128::from(tuples))
        }),
    };
    known.insert(id, count);
    count
}

#[inline]
fn integers(leaf: &Leaf) -> Option<u64> {
    let Some((lo, hi)) = classes(leaf) else { return Some(0) };
    (lo..=hi).try_fold(0, |sum, size| few(u128::from(sum) + leaf.count(size).min(u128::from(TABLE) + 1)))
}

fn few(count: u128) -> Option<u64> {
    u64::try_from(count).ok().filter(|count| *count <= TABLE)
}
