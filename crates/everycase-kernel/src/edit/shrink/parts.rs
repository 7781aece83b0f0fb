//! The parts of a derivation in pre-order, and edits that replace some of them.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use crate::derivation::Derivation;
use crate::grammar::Tables;
use crate::grammar::{Kind, Leaf, NodeId};

/// The order of candidates: by size, then by the decisions in pre-order.
pub(super) type Measure = (u32, Vec<Decision>);

/// The number of an alternative, or the size of an integer and its rank among those of that size.
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

/// Returns the positions in pre-order, each with the index of its parent.
fn preorder(derivation: &Derivation) -> Vec<(u32, Option<usize>)> {
    let grammar = &derivation.tables.grammar;
    let mut order = Vec::new();
    let mut stack = vec![(0u32, None)];
    while let Some((pos, parent)) = stack.pop() {
        let cell = derivation.cells[pos as usize];
        let own = order.len();
        order.push((pos, parent));
        if let Kind::Sum { alternatives, .. } = &grammar.node(NodeId(cell.node)).kind {
            let arity = alternatives[cell.word as usize].arity;
            stack.extend((cell.kids..cell.kids + arity).rev().map(|kid| (kid, Some(own))));
        }
    }
    order
}

pub(super) struct Parts {
    /// The grammar, expanded as far as the size of the derivation that the search began with: the smallest derivation of any
    /// part is no larger.
    pub(super) tables: Arc<Tables>,
    pub(super) words: Vec<u64>,
    pub(super) all: Vec<Part>,
    pub(super) order: Measure,
    /// The parts of each node at each nesting level, in pre-order; none is inside another.
    pub(super) levels: HashMap<(NodeId, u32), Vec<usize>>,
    /// The integers, in pre-order.
    pub(super) leaves: Vec<usize>,
    /// The equal parts of each class, in pre-order.
    pub(super) classes: Vec<Vec<usize>>,
    /// One part of each class at each level, the smallest first.
    pub(super) ranks: HashMap<(NodeId, u32), Vec<usize>>,
    pub(super) deepest: u32,
}

pub(super) struct Part {
    pub(super) node: NodeId,
    /// The alternative of a sum, or the value of an integer.
    pub(super) value: u128,
    /// The range of its words.
    pub(super) words: Range<usize>,
    /// The index after the last part below it.
    pub(super) last: usize,
    /// The nearest enclosing part of the same node.
    pub(super) around: Option<usize>,
    /// The number of enclosing parts of the same node.
    pub(super) nesting: u32,
    pub(super) size: u32,
    /// The class of equal parts.
    pub(super) class: usize,
}

/// Replacements of words, from front to back.
pub(super) struct Edit {
    /// The first part that changes.
    pub(super) at: usize,
    replaced: Vec<(Range<usize>, Vec<u64>)>,
}

impl Edit {
    pub(super) fn new(at: usize, mut replaced: Vec<(Range<usize>, Vec<u64>)>) -> Self {
        replaced.sort_by_key(|(range, _)| range.start);
        Self { at, replaced }
    }
}

impl Parts {
    pub(super) fn new(tables: &Arc<Tables>, derivation: &Derivation) -> Self {
        let sizes = derivation.sizes();
        let preorder = preorder(derivation);
        let mut parts = Self {
            tables: Arc::clone(tables),
            words: derivation.words(),
            all: Vec::with_capacity(preorder.len()),
            order: measure(derivation),
            levels: HashMap::new(),
            leaves: Vec::new(),
            classes: Vec::new(),
            ranks: HashMap::new(),
            deepest: 0,
        };
        let mut word = 0;
        // The innermost open part of each node, and all open parts.
        let mut innermost: HashMap<NodeId, usize> = HashMap::new();
        let mut open: Vec<usize> = Vec::new();
        for (i, &(pos, parent)) in preorder.iter().enumerate() {
            while open.last().copied() != parent {
                parts.close(&mut open, &mut innermost, i, word);
            }
            let node = NodeId(derivation.cells[pos as usize].node);
            let around = innermost.insert(node, i);
            let nesting = around.map_or(0, |around| parts.all[around].nesting + 1);
            parts.deepest = parts.deepest.max(nesting);
            parts.levels.entry((node, nesting)).or_default().push(i);
            let (value, length) = match &tables.grammar.node(node).kind {
                Kind::Leaf(leaf) => {
                    parts.leaves.push(i);
                    (derivation.leaf_value(pos), if leaf.is_wide() { 2 } else { 1 })
                }
                Kind::Sum { alternatives, .. } => {
                    let word = derivation.cells[pos as usize].word;
                    (u128::from(word), usize::from(alternatives.len() > 1))
                }
                Kind::Unexpanded => (0, 0),
            };
            let size = sizes[pos as usize];
            parts.all.push(Part { node, value, words: word..word, last: i, around, nesting, size, class: 0 });
            open.push(i);
            word += length;
        }
        while !open.is_empty() {
            parts.close(&mut open, &mut innermost, preorder.len(), word);
        }
        parts.classify();
        parts
    }

    fn close(
        &mut self,
        open: &mut Vec<usize>,
        innermost: &mut HashMap<NodeId, usize>,
        last: usize,
        word: usize,
    ) {
        let Some(closed) = open.pop() else { return };
        let part = &mut self.all[closed];
        (part.last, part.words.end) = (last, word);
        match part.around {
            Some(around) => innermost.insert(part.node, around),
            None => innermost.remove(&part.node),
        };
    }

    /// Numbers the classes of equal parts, from the leaves upwards.
    fn classify(&mut self) {
        let mut numbers: HashMap<(NodeId, u128, Vec<usize>), usize> = HashMap::new();
        for i in (0..self.all.len()).rev() {
            let below = self.children(i).map(|child| self.all[child].class).collect();
            let part = &self.all[i];
            let next = numbers.len();
            let class = *numbers.entry((part.node, part.value, below)).or_insert(next);
            self.all[i].class = class;
        }
        let mut ranks = HashMap::new();
        self.classes = vec![Vec::new(); numbers.len()];
        for (i, part) in self.all.iter().enumerate() {
            self.classes[part.class].push(i);
        }
        for (&level, parts) in &self.levels {
            let mut seen = HashSet::new();
            let mut ranked = parts.clone();
            ranked.retain(|&part| seen.insert(self.all[part].class));
            ranked.sort_by_key(|&part| self.rank(part));
            ranks.insert(level, ranked);
        }
        self.ranks = ranks;
    }

    /// Returns the key that orders parts of a node: the size, then the decisions.
    pub(super) fn rank(&self, i: usize) -> (u32, &[Decision]) {
        (self.all[i].size, self.decisions(i))
    }

    pub(super) fn children(&self, i: usize) -> impl Iterator<Item = usize> + '_ {
        let mut next = i + 1;
        std::iter::from_fn(move || {
            let child = (next < self.all[i].last).then_some(next)?;
            next = self.all[child].last;
            Some(child)
        })
    }

    pub(super) fn kind(&self, node: NodeId) -> &Kind {
        &self.tables.grammar.node(node).kind
    }

    pub(super) fn leaf(&self, i: usize) -> Option<&Leaf> {
        match self.kind(self.all[i].node) {
            Kind::Leaf(leaf) => Some(leaf),
            _ => None,
        }
    }

    pub(super) fn words_of(&self, i: usize) -> Vec<u64> {
        self.words[self.all[i].words.clone()].to_vec()
    }

    /// Returns the decisions of a part, in pre-order.
    pub(super) fn decisions(&self, i: usize) -> &[Decision] {
        &self.order.1[i..self.all[i].last]
    }

    /// Returns an edit that replaces these parts, none of which is inside another.
    pub(super) fn replace(&self, parts: impl IntoIterator<Item = (usize, Vec<u64>)>) -> Edit {
        let parts: Vec<_> = parts.into_iter().collect();
        let at = parts.iter().map(|&(part, _)| part).min().unwrap_or_default();
        let replaced = parts.into_iter().map(|(part, words)| (self.all[part].words.clone(), words));
        Edit::new(at, replaced.collect())
    }

    pub(super) fn edited(&self, edit: &Edit) -> Vec<u64> {
        let mut words = Vec::with_capacity(self.words.len());
        let mut from = 0;
        for (range, replacement) in &edit.replaced {
            words.extend_from_slice(&self.words[from..range.start]);
            words.extend_from_slice(replacement);
            from = range.end;
        }
        words.extend_from_slice(&self.words[from..]);
        words
    }
}
