//! The smallest derivation of each node of a grammar, without counting.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::compiled::{Alternative, Grammar, Kind, NodeId};

/// For each node the size of its smallest derivation; `None` if it has none in the expanded part of
/// the grammar.
#[derive(Clone)]
pub(crate) struct Smallest(Vec<Option<u32>>);

/// An alternative of a node, some of whose fields have no size yet.
struct Waiting<'g> {
    node: NodeId,
    alternative: &'g Alternative,
    /// The number of these fields.
    missing: usize,
}

impl Smallest {
    /// Computes the sizes in ascending order (Knuth's generalization of Dijkstra's algorithm): an
    /// alternative has a size once all of its fields have theirs, and it is not smaller than they
    /// are. So each node and each field is visited once, also in a nested type, whose members lead
    /// to each other in a long chain.
    pub(crate) fn new(grammar: &Grammar) -> Self {
        let count = grammar.node_count();
        let mut smallest = Self(vec![None; count]);
        let mut waiting: Vec<Waiting<'_>> = Vec::new();
        // For each node the alternatives that it is a field of, as often as it is one.
        let mut places: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut next = BinaryHeap::new();
        for node in (0..count as u32).map(NodeId) {
            let cost = grammar.node(node).cost;
            match &grammar.node(node).kind {
                Kind::Unexpanded => {}
                Kind::Leaf(leaf) => {
                    next.extend(leaf.smallest_size().map(|size| Reverse((size.saturating_add(cost), node))));
                }
                Kind::Sum { alternatives, .. } => {
                    for alternative in &**alternatives {
                        let mut missing = 0;
                        for (_, field) in grammar.fields(alternative.fields) {
                            places[field.0 as usize].push(waiting.len());
                            missing += 1;
                        }
                        if missing == 0 {
                            next.push(Reverse((alternative.cost.saturating_add(cost), node)));
                        }
                        waiting.push(Waiting { node, alternative, missing });
                    }
                }
            }
        }
        while let Some(Reverse((size, node))) = next.pop() {
            if smallest.node(node).is_some() {
                continue;
            }
            smallest.0[node.0 as usize] = Some(size);
            for &place in &places[node.0 as usize] {
                let Waiting { node, alternative, missing } = &mut waiting[place];
                *missing -= 1;
                if *missing == 0
                    && let Some(size) = smallest.alternative(grammar, alternative)
                {
                    next.push(Reverse((size.saturating_add(grammar.node(*node).cost), *node)));
                }
            }
        }
        smallest
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
