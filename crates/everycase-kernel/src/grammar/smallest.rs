//! The smallest derivation of each node of a grammar, without counting.

use super::compiled::{Alternative, Grammar, Kind, NodeId};

/// For each node the size of its smallest derivation; `None` if it has none in the expanded part of the grammar.
#[derive(Clone)]
pub(crate) struct Smallest(Vec<Option<u32>>);

impl Smallest {
    /// Computes the least fixed point: sizes only decrease, and each is a sum of sizes of other nodes.
    pub(crate) fn new(grammar: &Grammar) -> Self {
        let mut smallest = Self(vec![None; grammar.node_count()]);
        let order = grammar.farthest_first(u32::MAX);
        loop {
            let mut changed = false;
            for &id in &order {
                let node = grammar.node(id);
                let content = match &node.kind {
                    Kind::Unexpanded => None,
                    Kind::Leaf(leaf) => leaf.smallest_size(),
                    Kind::Sum { alternatives, .. } => {
                        alternatives.iter().filter_map(|a| smallest.alternative(grammar, a)).min()
                    }
                };
                let size = content.map(|size| size.saturating_add(node.cost));
                changed |= size != smallest.0[id.0 as usize];
                smallest.0[id.0 as usize] = size;
            }
            if !changed {
                return smallest;
            }
        }
    }

    /// Returns the size of a node's smallest derivation.
    pub(crate) fn node(&self, id: NodeId) -> Option<u32> {
        self.0[id.0 as usize]
    }

    /// Returns the size of an alternative's smallest derivation.
    pub(crate) fn alternative(&self, grammar: &Grammar, alternative: &Alternative) -> Option<u32> {
        grammar.fields(alternative.fields).try_fold(alternative.cost, |sum, (pay, field)| {
            Some(sum.saturating_add(pay).saturating_add(self.node(field)?))
        })
    }

    /// Returns the first of the alternatives with the smallest size.
    pub(crate) fn first(&self, grammar: &Grammar, alternatives: &[Alternative]) -> Option<usize> {
        let sizes = alternatives.iter().map(|a| self.alternative(grammar, a));
        sizes.enumerate().filter_map(|(i, size)| Some((size?, i))).min().map(|(_, i)| i)
    }

    /// Appends the words of the first of a node's smallest derivations. The node must have one.
    pub(crate) fn write(&self, grammar: &Grammar, id: NodeId, words: &mut Vec<u64>) {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            match &grammar.node(id).kind {
                Kind::Unexpanded => {}
                Kind::Leaf(leaf) => leaf.write(leaf.smallest().unwrap_or_default(), words),
                Kind::Sum { alternatives, .. } => {
                    let Some(chosen) = self.first(grammar, alternatives) else { continue };
                    if alternatives.len() > 1 {
                        words.push(chosen as u64);
                    }
                    let first = open.len();
                    open.extend(grammar.fields(alternatives[chosen].fields).map(|(_, field)| field));
                    open[first..].reverse();
                }
            }
        }
    }
}
