//! A derivation cut into its parts, in pre-order, and edits that replace some of them.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use crate::derivation::Derivation;
use crate::derivations::Derivations;
use crate::error::SpaceError;
use crate::grammar::{Alternative, Kind, Leaf, NodeId, Tables};
use crate::sorted::sort_by_key;

impl Derivations {
    /// Returns the grammar, expanded to the size of a derivation plus `more`, and the derivation in
    /// it.
    pub(super) fn located(
        &self,
        derivation: &Derivation,
        more: u32,
    ) -> Result<(Arc<Tables>, Derivation), SpaceError> {
        let derivation = self.parse(&derivation.words())?;
        let tables = self.expanded(derivation.size().saturating_add(more))?;
        Ok((tables, derivation))
    }
}

/// Returns the positions in pre-order, each with the index of its parent.
pub(super) fn preorder(derivation: &Derivation) -> Vec<(u32, Option<usize>)> {
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

/// The parts of a derivation.
pub(super) struct Parts {
    /// The grammar, expanded at least to the size of the derivation that an edit began with, so
    /// that the smallest derivation of each part is known.
    pub(super) tables: Arc<Tables>,
    pub(super) words: Vec<u64>,
    pub(super) all: Vec<Part>,
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
}

/// Replacements of words, from front to back.
pub(super) struct Edit {
    /// The first part that changes.
    pub(super) at: usize,
    replaced: Vec<(Range<usize>, Vec<u64>)>,
}

impl Edit {
    pub(super) fn new(at: usize, mut replaced: Vec<(Range<usize>, Vec<u64>)>) -> Self {
        sort_by_key(&mut replaced, |(range, _)| range.start);
        Self { at, replaced }
    }
}

impl Parts {
    /// Returns the parts of a derivation of a grammar.
    pub(super) fn new(tables: &Arc<Tables>, derivation: &Derivation) -> Self {
        let sizes = derivation.sizes();
        let preorder = preorder(derivation);
        let mut parts = Self {
            tables: Arc::clone(tables),
            words: derivation.words(),
            all: Vec::with_capacity(preorder.len()),
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
            let (value, length) = match &tables.grammar.node(node).kind {
                Kind::Leaf(leaf) => (derivation.leaf_value(pos), if leaf.is_wide() { 2 } else { 1 }),
                Kind::Sum { alternatives, .. } => {
                    let word = derivation.cells[pos as usize].word;
                    (u128::from(word), usize::from(alternatives.len() > 1))
                }
                Kind::Unexpanded => (0, 0),
            };
            let size = sizes[pos as usize];
            parts.all.push(Part { node, value, words: word..word, last: i, around, nesting, size });
            open.push(i);
            word += length;
        }
        while !open.is_empty() {
            parts.close(&mut open, &mut innermost, preorder.len(), word);
        }
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

    /// Returns the words of part `i`, an integer, with another value.
    pub(super) fn leaf_words(&self, i: usize, value: u128) -> Vec<u64> {
        let mut words = Vec::new();
        if let Some(leaf) = self.leaf(i) {
            leaf.write(value, &mut words);
        }
        words
    }

    /// Returns an edit that replaces these parts, none of which is inside another.
    #[inline]
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

    /// Returns an edit that replaces the part `cut` levels of the same node above part `i` by part
    /// `i`: this removes list elements and lifts subtrees. Long cuts begin only at every quarter of
    /// their length, so there are about four times as many cuts as parts.
    pub(super) fn cut(&self, i: usize, cut: u32) -> Option<Edit> {
        let inner = &self.all[i].words;
        let outer = self.outer(i, cut)?;
        let around = &self.all[outer].words;
        Some(Edit::new(
            outer,
            vec![(around.start..inner.start, Vec::new()), (inner.end..around.end, Vec::new())],
        ))
    }

    /// Returns the part of the same node `cut` levels up, if a cut of this length begins there.
    pub(super) fn outer(&self, i: usize, cut: u32) -> Option<usize> {
        let begin = self.all[i].nesting.checked_sub(cut)?;
        if !begin.is_multiple_of((cut / 4).max(1)) {
            return None;
        }
        let mut around = std::iter::successors(Some(i), |&part| self.all[part].around);
        around.nth(cut as usize)
    }

    /// Returns the words of another alternative for part `i`, with its fields taken from the parts
    /// below: in order from the front, from the back, or none. Remaining fields are the smallest of
    /// their kind.
    pub(super) fn refilled(&self, i: usize, number: u64, alternative: &Alternative) -> [Vec<u64>; 3] {
        let slots = self.slots(alternative);
        let mut below = i + 1..self.all[i].last;
        let from_front = slots.iter().map(|&slot| {
            let found = below.clone().find(|&part| self.all[part].node == slot)?;
            below.start = self.all[found].last;
            Some(found)
        });
        let from_front = from_front.collect::<Vec<_>>();
        let mut end = self.all[i].last;
        let from_back = slots.iter().rev().map(|&slot| {
            let fitting =
                (i + 1..end).filter(|&part| self.all[part].node == slot && self.all[part].last <= end);
            // The outermost of the parts that end last.
            let found = fitting.max_by_key(|&part| (self.all[part].last, std::cmp::Reverse(part)))?;
            end = found;
            Some(found)
        });
        let mut from_back = from_back.collect::<Vec<_>>();
        from_back.reverse();
        [from_front, from_back, vec![None; slots.len()]].map(|found| {
            let mut words = vec![number];
            for (&slot, found) in slots.iter().zip(found) {
                match found {
                    Some(part) => words.extend_from_slice(&self.words[self.all[part].words.clone()]),
                    None => self.tables.smallest().write(&self.tables.grammar, slot, &mut words),
                }
            }
            words
        })
    }

    /// Returns the fields of an alternative that hold decisions; a field without a choice is
    /// replaced by its own fields.
    fn slots(&self, alternative: &Alternative) -> Vec<NodeId> {
        let grammar = &self.tables.grammar;
        let mut slots = Vec::new();
        let mut open: Vec<NodeId> = grammar.fields(alternative.fields).map(|(_, field)| field).collect();
        open.reverse();
        while let Some(node) = open.pop() {
            match self.kind(node) {
                Kind::Sum { alternatives, .. } if alternatives.len() == 1 => {
                    let first = open.len();
                    open.extend(grammar.fields(alternatives[0].fields).map(|(_, field)| field));
                    open[first..].reverse();
                }
                _ => slots.push(node),
            }
        }
        slots
    }
}
