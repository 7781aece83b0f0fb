//! Candidates with another structure: parts cut out, lifted, changed to another alternative, or
//! copied from elsewhere.

use super::candidates::Candidates;
use crate::edit::parts::Edit;
use crate::grammar::{Kind, NodeId, Tables};
use crate::sorted::sort_by_key;

impl Candidates {
    /// Returns an edit that replaces all parts of a node that are in no other one by the smallest
    /// one, if part `i` is the first of several.
    pub(super) fn all_smallest(&self, i: usize) -> Option<Edit> {
        let node = self.parts.all[i].node;
        let outermost = self.levels.get(&(node, 0)).filter(|all| all.len() > 1 && all[0] == i)?;
        let smallest = self.smallest(node)?;
        Some(self.parts.replace(outermost.iter().map(|&part| (part, smallest.clone()))))
    }

    /// Returns the words of the smallest derivation of a node, if that is known.
    fn smallest(&self, node: NodeId) -> Option<Vec<u64>> {
        let Tables { grammar, .. } = &*self.parts.tables;
        self.parts.tables.smallest().node(node)?;
        let mut smallest = Vec::new();
        self.parts.tables.smallest().write(grammar, node, &mut smallest);
        Some(smallest)
    }

    /// Returns such edits for one level, each also lowering by one the integers of a node that
    /// exceed the removed level's number: they may refer to levels, such as indices into the list.
    pub(super) fn renumbered(&self, i: usize) -> Vec<Edit> {
        let Some(outer) = self.parts.outer(i, 1) else { return Vec::new() };
        let (inner, around) = (&self.parts.all[i].words, &self.parts.all[outer].words);
        let gone = [around.start..inner.start, inner.end..around.end];
        let level = u128::from(self.parts.all[outer].nesting);
        let names = |leaf: usize| {
            let part = &self.parts.all[leaf];
            let kept = !gone.iter().any(|gone| gone.contains(&part.words.start));
            kept && part.value > level && part.value < 1 << 127
        };
        let named: Vec<usize> = self.leaves.iter().copied().filter(|&leaf| names(leaf)).collect();
        let mut nodes: Vec<NodeId> = named.iter().map(|&leaf| self.parts.all[leaf].node).collect();
        sort_by_key(&mut nodes, |node| node.0);
        nodes.dedup();
        let edit = |node| {
            let of_node = named.iter().copied().filter(|&leaf| self.parts.all[leaf].node == node);
            let lowered = of_node.map(|leaf| {
                let words = self.parts.leaf_words(leaf, self.parts.all[leaf].value - 1);
                (self.parts.all[leaf].words.clone(), words)
            });
            Edit::new(outer, gone.iter().map(|gone| (gone.clone(), Vec::new())).chain(lowered).collect())
        };
        nodes.into_iter().map(edit).collect()
    }

    /// Returns an edit that cuts out one level and adds each of its numbers to the next one of its
    /// node, or to the one before it if there is none; a sum out of range is the last number of its
    /// sign.
    pub(super) fn merged(&self, i: usize) -> Option<Edit> {
        let outer = self.parts.outer(i, 1)?;
        let (inner, around) = (&self.parts.all[i], &self.parts.all[outer]);
        let gone = [around.words.start..inner.words.start, inner.words.end..around.words.end];
        let value = |part: usize| self.parts.all[part].value;
        let mut raised: Vec<(usize, u128)> = Vec::new();
        let between = |from: usize, to: usize| {
            let first = self.leaves.partition_point(|&leaf| leaf < from);
            self.leaves[first..].iter().copied().take_while(move |&leaf| leaf < to)
        };
        let lost = between(outer, i).chain(between(inner.last, around.last));
        for lost in lost.filter(|&lost| value(lost) != 0) {
            let node = self.parts.all[lost].node;
            let is_free = |&other: &usize| {
                self.parts.all[other].node == node && raised.iter().all(|&(raised, _)| raised != other)
            };
            let before = self.leaves[..self.leaves.partition_point(|&leaf| leaf < outer)].iter().copied();
            let next = between(i, inner.last).find(is_free).or_else(|| before.rev().find(is_free));
            if let Some(next) = next
                && let Some(sum) = self.parts.leaf(next).and_then(|leaf| leaf.sum(value(lost), value(next)))
            {
                raised.push((next, sum));
            }
        }
        if raised.is_empty() {
            return None;
        }
        let at = raised.iter().map(|&(part, _)| part).min().map_or(outer, |first| first.min(outer));
        let raised = raised
            .into_iter()
            .map(|(part, sum)| (self.parts.all[part].words.clone(), self.parts.leaf_words(part, sum)));
        Some(Edit::new(at, gone.into_iter().map(|gone| (gone, Vec::new())).chain(raised).collect()))
    }

    /// Returns other words for part `i`: the smallest of its node, and other alternatives.
    pub(super) fn reshaped(&self, i: usize) -> Vec<Vec<u64>> {
        let part = &self.parts.all[i];
        let grammar = &self.parts.tables.grammar;
        let Kind::Sum { alternatives, .. } = self.parts.kind(part.node) else { return Vec::new() };
        let mut words = Vec::new();
        words.extend(self.smallest(part.node).filter(|_| part.size > 0));
        let budget = part.size.saturating_sub(grammar.node(part.node).cost);
        for (number, alternative) in (0..).zip(&**alternatives) {
            let fits = self
                .parts
                .tables
                .smallest()
                .alternative(grammar, alternative)
                .is_some_and(|size| size <= budget);
            if fits && u128::from(number) != part.value {
                words.extend(self.parts.refilled(i, number, alternative));
            }
        }
        words
    }

    /// Returns the parts of the same node inside part `i`, at 1, 2, 4, ... levels, the deepest
    /// first.
    pub(super) fn lifted(&self, i: usize) -> Vec<Vec<u64>> {
        let part = &self.parts.all[i];
        let inside = |&inner: &usize| {
            let inner = &self.parts.all[inner];
            inner.node == part.node && (inner.nesting - part.nesting).is_power_of_two()
        };
        let mut inner: Vec<usize> = (i + 1..part.last).filter(inside).collect();
        sort_by_key(&mut inner, |&inner| std::cmp::Reverse(self.parts.all[inner].nesting));
        inner.into_iter().map(|inner| self.parts.words_of(inner)).collect()
    }

    /// Returns smaller parts of the same node elsewhere, at the level of part `i` and the one
    /// below: for each level the smallest, the median and the largest.
    pub(super) fn cousins(&self, i: usize) -> Vec<Vec<u64>> {
        let part = &self.parts.all[i];
        if self.parts.leaf(i).is_some() {
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
            .map(|&cousin| self.parts.words_of(cousin))
            .collect()
    }
}
