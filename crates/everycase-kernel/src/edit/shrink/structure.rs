//! Candidates with another structure: parts cut out, lifted, changed to another alternative, or copied from elsewhere.

use std::collections::BTreeSet;

use super::parts::{Edit, Parts};
use crate::grammar::{Alternative, Kind, NodeId};

impl Parts {
    /// Returns an edit that replaces the part `cut` levels of the same node above part `i` by part `i`: this removes list
    /// elements and lifts subtrees. Long cuts begin only at every quarter of their length, so there are about four times as
    /// many cuts as parts.
    pub(super) fn cut(&self, i: usize, cut: u32) -> Option<Edit> {
        let inner = &self.all[i].words;
        let outer = self.outer(i, cut)?;
        let around = &self.all[outer].words;
        Some(Edit::new(
            outer,
            vec![(around.start..inner.start, Vec::new()), (inner.end..around.end, Vec::new())],
        ))
    }

    fn outer(&self, i: usize, cut: u32) -> Option<usize> {
        let begin = self.all[i].nesting.checked_sub(cut)?;
        if !begin.is_multiple_of((cut / 4).max(1)) {
            return None;
        }
        let mut around = std::iter::successors(Some(i), |&part| self.all[part].around);
        around.nth(cut as usize)
    }

    /// Returns such edits for one level, each also lowering by one the integers of a node that exceed the removed level's
    /// number: they may refer to levels, such as indices into the list.
    pub(super) fn renumbered(&self, i: usize) -> Vec<Edit> {
        let Some(outer) = self.outer(i, 1) else { return Vec::new() };
        let (inner, around) = (&self.all[i].words, &self.all[outer].words);
        let gone = [around.start..inner.start, inner.end..around.end];
        let level = u128::from(self.all[outer].nesting);
        let names = |leaf: usize| {
            let part = &self.all[leaf];
            let kept = !gone.iter().any(|gone| gone.contains(&part.words.start));
            kept && part.value > level && part.value < 1 << 127
        };
        let named: Vec<usize> = self.leaves.iter().copied().filter(|&leaf| names(leaf)).collect();
        let nodes: BTreeSet<NodeId> = named.iter().map(|&leaf| self.all[leaf].node).collect();
        let edit = |node| {
            let of_node = named.iter().copied().filter(|&leaf| self.all[leaf].node == node);
            let lowered = of_node.map(|leaf| {
                let words = self.leaf_words(leaf, self.all[leaf].value - 1);
                (self.all[leaf].words.clone(), words)
            });
            Edit::new(outer, gone.iter().map(|gone| (gone.clone(), Vec::new())).chain(lowered).collect())
        };
        nodes.into_iter().map(edit).collect()
    }

    /// Returns other words for part `i`: the smallest of its node, and other alternatives.
    pub(super) fn reshaped(&self, i: usize) -> Vec<Vec<u64>> {
        let part = &self.all[i];
        let grammar = &self.tables.grammar;
        let Kind::Sum { alternatives, .. } = self.kind(part.node) else { return Vec::new() };
        let mut words = Vec::new();
        if self.tables.smallest().node(part.node).is_some() && part.size > 0 {
            let mut smallest = Vec::new();
            self.tables.smallest().write(grammar, part.node, &mut smallest);
            words.push(smallest);
        }
        let budget = part.size.saturating_sub(grammar.node(part.node).cost);
        for (number, alternative) in (0..).zip(&**alternatives) {
            let fits =
                self.tables.smallest().alternative(grammar, alternative).is_some_and(|size| size <= budget);
            if fits && u128::from(number) != part.value {
                words.extend(self.refilled(i, number, alternative));
            }
        }
        words
    }

    /// Returns the words of another alternative for part `i`, with its fields taken from the parts below: in order from the
    /// front, from the back, or none. Remaining fields are the smallest of their kind.
    fn refilled(&self, i: usize, number: u64, alternative: &Alternative) -> [Vec<u64>; 3] {
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
            // The outermost of those that end last.
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

    /// Returns the fields of an alternative that hold decisions; a field without a choice is replaced by its own fields.
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

    /// Returns the parts of the same node inside part `i`, at 1, 2, 4, ... levels, the deepest first.
    pub(super) fn lifted(&self, i: usize) -> Vec<Vec<u64>> {
        let part = &self.all[i];
        let inside = |&inner: &usize| {
            let inner = &self.all[inner];
            inner.node == part.node && (inner.nesting - part.nesting).is_power_of_two()
        };
        let mut inner: Vec<usize> = (i + 1..part.last).filter(inside).collect();
        inner.sort_by_key(|&inner| std::cmp::Reverse(self.all[inner].nesting));
        inner.into_iter().map(|inner| self.words_of(inner)).collect()
    }

    /// Returns smaller parts of the same node elsewhere, at the level of part `i` and the one below: for each level the
    /// smallest, the median and the largest.
    pub(super) fn cousins(&self, i: usize) -> Vec<Vec<u64>> {
        let part = &self.all[i];
        if self.leaf(i).is_some() {
            return Vec::new();
        }
        let levels = [part.nesting, part.nesting + 1].into_iter();
        let ranked = levels.filter_map(|level| self.ranks.get(&(part.node, level)));
        let cousins = ranked.flat_map(|ranked| {
            let smaller = &ranked[..ranked.partition_point(|&other| self.rank(other) < self.rank(i))];
            [smaller.first(), smaller.get(smaller.len() / 2), smaller.last()].into_iter().flatten()
        });
        cousins
            .filter(|cousin| !(i..part.last).contains(cousin))
            .map(|&cousin| self.words_of(cousin))
            .collect()
    }
}
