//! The parts of a derivation for shrinking: their decisions, levels and classes.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::derivation::Derivation;
use crate::edit::parts::{Parts, preorder};
use crate::grammar::{Kind, NodeId, Tables};
use crate::sorted::sort_by_key;

/// The order of candidates: by size, then by the decisions in pre-order.
pub(super) type Measure = (u32, Vec<Decision>);

/// The number of an alternative, or the size of an integer and its rank among the integers of its
/// size.
pub(super) type Decision = (u32, u128);

pub(super) fn measure(derivation: &Derivation) -> Measure {
    let decisions = preorder(derivation).into_iter().map(|(pos, _)| decision(derivation, pos));
    (derivation.size(), decisions.collect())
}

fn decision(derivation: &Derivation, pos: u32) -> Decision {
    let cell = derivation.cells[pos as usize];
    match &derivation.tables.grammar.node(NodeId(cell.node)).kind {
        Kind::Leaf(leaf) => leaf.rank(derivation.leaf_value(pos)).unwrap_or_default(),
        _ => (0, u128::from(cell.word)),
    }
}

/// The parts of a derivation, and what the choice of candidates needs to know of them.
pub(super) struct Candidates {
    pub(super) parts: Parts,
    pub(super) order: Measure,
    /// The parts of each node at each nesting level, in pre-order; none is inside another.
    pub(super) levels: HashMap<(NodeId, u32), Vec<usize>>,
    /// The integers, in pre-order.
    pub(super) leaves: Vec<usize>,
    /// The class of each part. Equal parts have the same class.
    pub(super) class: Vec<usize>,
    /// The equal parts of each class, in pre-order.
    pub(super) classes: Vec<Vec<usize>>,
    /// One part of each class at each level, the smallest first.
    pub(super) ranks: HashMap<(NodeId, u32), Vec<usize>>,
    /// The least amount by which the only number was lowered, if it is a small part of the number.
    pub(super) stride: Option<u128>,
}

impl Candidates {
    pub(super) fn new(tables: &Arc<Tables>, derivation: &Derivation) -> Self {
        let parts = Parts::new(tables, derivation);
        let mut levels: HashMap<_, Vec<usize>> = HashMap::new();
        for (i, part) in parts.all.iter().enumerate() {
            levels.entry((part.node, part.nesting)).or_default().push(i);
        }
        let leaves = (0..parts.all.len()).filter(|&i| parts.leaf(i).is_some()).collect();
        let class = vec![0; parts.all.len()];
        let order = measure(derivation);
        let (classes, ranks) = (Vec::new(), HashMap::new());
        let mut candidates = Self { parts, order, levels, leaves, class, classes, ranks, stride: None };
        candidates.classify();
        candidates
    }

    /// Numbers the classes of equal parts, from the leaves upwards.
    fn classify(&mut self) {
        let mut numbers: HashMap<(NodeId, u128, Vec<usize>), usize> = HashMap::new();
        for i in (0..self.parts.all.len()).rev() {
            let below = self.parts.children(i).map(|child| self.class[child]).collect();
            let part = &self.parts.all[i];
            let next = numbers.len();
            self.class[i] = *numbers.entry((part.node, part.value, below)).or_insert(next);
        }
        let mut ranks = HashMap::new();
        self.classes = vec![Vec::new(); numbers.len()];
        for (i, &class) in self.class.iter().enumerate() {
            self.classes[class].push(i);
        }
        for (&level, parts) in &self.levels {
            let mut seen = HashSet::new();
            let mut ranked = parts.clone();
            ranked.retain(|&part| seen.insert(self.class[part]));
            sort_by_key(&mut ranked, |&part| self.rank(part));
            ranks.insert(level, ranked);
        }
        self.ranks = ranks;
    }

    /// Returns the key that orders parts of a node: the size, then the decisions.
    pub(super) fn rank(&self, i: usize) -> (u32, &[Decision]) {
        (self.parts.all[i].size, self.decisions(i))
    }

    /// Returns the decisions of a part, in pre-order.
    pub(super) fn decisions(&self, i: usize) -> &[Decision] {
        &self.order.1[i..self.parts.all[i].last]
    }
}
