//! Long lists: structures beyond the sizes whose structures can be counted.
//!
//! Counting takes work and memory with the square of the size or more, and of lists of texts it ends before a thousand. A longer one is made
//! of structures that are counted: a list in one of them goes on with the elements of such lists in others of the same size. So its
//! elements are as in shorter lists, and nothing is claimed of the distribution of what is made.

use std::ops::ControlFlow;

use rand_core::Rng;

use super::{below, one_of};
use crate::derivation::{Cell, Derivation};
use crate::derivations::Uniform;
use crate::error::SpaceError;
use crate::grammar::{Alternative, Grammar, Kind, NodeId};

/// The number of draws in a row without an element of the list after which it stays as it is.
const IDLE: u32 = 16;

impl Grammar {
    /// Returns whether there are lists among the nodes so far.
    pub(crate) fn has_sequences(&self) -> bool {
        (0..self.node_count() as u32).any(|node| self.is_sequence(node))
    }

    /// Returns whether the derivations of a node are lists.
    fn is_sequence(&self, node: u32) -> bool {
        let Kind::Sum { alternatives, .. } = &self.node(NodeId(node)).kind else { return false };
        alternatives.iter().any(|alternative| self.is_cons(node, alternative))
    }

    /// Returns whether an alternative of a node is an element before the rest of a list.
    fn is_cons(&self, node: u32, alternative: &Alternative) -> bool {
        let rest = || self.fields(alternative.fields).nth(1).map(|(_, rest)| rest);
        alternative.label == "cons" && alternative.arity == 2 && rest() == Some(NodeId(node))
    }
}

impl Derivation {
    /// Returns whether a position is an element before the rest of a list.
    fn is_cons(&self, at: usize) -> bool {
        let Cell { node, word, .. } = self.cells[at];
        let grammar = &self.tables.grammar;
        let Kind::Sum { alternatives, .. } = &grammar.node(NodeId(node)).kind else { return false };
        alternatives.get(word as usize).is_some_and(|alternative| grammar.is_cons(node, alternative))
    }

    /// Returns the positions that are lists, but not the rest of one.
    fn sequences(&self) -> Vec<usize> {
        let mut is_rest = vec![false; self.cells.len()];
        let mut lists = Vec::new();
        for at in (0..self.cells.len()).filter(|&at| self.cells[at].is_position()) {
            if self.is_cons(at) {
                is_rest[self.cells[at].kids as usize + 1] = true;
            }
            // Fields are allocated after the position they belong to.
            if !is_rest[at] && self.tables.grammar.is_sequence(self.cells[at].node) {
                lists.push(at);
            }
        }
        lists
    }

    /// Returns the end of a list and the number of its elements.
    fn end_of(&self, list: usize) -> (usize, u32) {
        let (mut at, mut length) = (list, 0);
        while self.is_cons(at) {
            (at, length) = (self.cells[at].kids as usize + 1, length + 1);
        }
        (at, length)
    }

    /// Puts the element at a position of another derivation at the end of a list. Returns the new end.
    fn append(&mut self, end: usize, from: &Derivation, cons: usize) -> usize {
        let Cell { word, kids, .. } = from.cells[cons];
        let (first, nil) = (self.cells.len(), self.cells[end]);
        self.cells[end] = Cell { word, kids: first as u32, ..nil };
        self.cells.extend([from.cells[kids as usize], nil]);
        let mut open = vec![first];
        while let Some(at) = open.pop() {
            let Cell { node, word, kids, .. } = self.cells[at];
            let arity = match &self.tables.grammar.node(NodeId(node)).kind {
                Kind::Leaf(leaf) => u32::from(leaf.is_wide()),
                Kind::Sum { alternatives, .. } => alternatives.get(word as usize).map_or(0, |it| it.arity),
                Kind::Unexpanded => 0,
            };
            let own = self.cells.len();
            self.cells[at].kids = own as u32;
            self.cells.extend_from_slice(&from.cells[kids as usize..(kids + arity) as usize]);
            open.extend((own..own + arity as usize).filter(|&kid| self.cells[kid].is_position()));
        }
        first + 1
    }
}

/// Draws a structure of size `of`, in which one list then goes on until the size of the whole is at most `size`. Half of the lists end where
/// their length is a round number, a power of two, or one more or less. Returns the size.
///
/// # Errors
/// [`SpaceError::Empty`] if there is no structure of size `of`.
pub(super) fn draw<R: Rng + ?Sized>(
    structures: &mut Uniform,
    (of, size): (u32, u32),
    rng: &mut R,
) -> Result<u32, SpaceError> {
    let mut whole = structures.structure_of_size(of, rng)?.clone();
    let lists = whole.sequences();
    // Each kind of list is as likely.
    let mut kinds: Vec<u32> = lists.iter().map(|&list| whole.cells[list].node).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let kind = one_of(&kinds, rng).copied();
    let lists: Vec<usize> = lists.into_iter().filter(|&list| Some(whole.cells[list].node) == kind).collect();
    let Some(&list) = one_of(&lists, rng) else { return Ok(of) };
    let (end, length) = whole.end_of(list);
    let is_round = below(2, rng) == 0;

    let mut reached = of;
    let mut ends = vec![(end, whole.cells.len(), of)];
    let mut idle = 0;
    while idle < IDLE {
        idle += 1;
        let part = structures.structure_of_size(of, rng)?;
        let sizes = part.sizes();
        let elements =
            (0..part.cells.len()).filter(|&at| Some(part.cells[at].node) == kind && part.is_cons(at));
        let added = elements.into_iter().try_for_each(|cons| {
            reached = reached.saturating_add(sizes[cons] - sizes[part.cells[cons].kids as usize + 1]);
            if reached > size {
                return ControlFlow::Break(());
            }
            idle = 0;
            let end = whole.append(ends[ends.len() - 1].0, part, cons);
            ends.push((end, whole.cells.len(), reached));
            ControlFlow::Continue(())
        });
        if added.is_break() {
            break;
        }
    }
    let added = ends.len() as u32 - 1;
    let wanted = if is_round { round(length + added).max(length) } else { length + added };
    let (end, cells, reached) = ends[(wanted - length) as usize];
    // What was added after this end is no part of the list any more.
    let nil = whole.cells[ends[ends.len() - 1].0];
    whole.cells.truncate(cells);
    whole.cells[end] = nil;
    *structures.structure() = whole;
    Ok(reached)
}

/// Returns the largest length up to this one that is a round number, a power of two, or one more or less than one.
fn round(length: u32) -> u32 {
    let powers = (0..u32::BITS).map(|k| 1 << k).flat_map(|power: u32| [power - 1, power, power + 1]);
    let tens = (1..=9).map(|k| 10u32.pow(k)).flat_map(|power| [power, 2 * power, power.saturating_mul(5)]);
    powers.chain(tens).filter(|&round| round <= length).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_lengths_are_powers_of_two_with_their_neighbours_and_round_numbers() {
        let round = |lengths: &[u32]| lengths.iter().map(|&length| round(length)).collect::<Vec<_>>();
        assert_eq!(round(&[0, 1, 5, 6, 10, 12, 30, 31, 70, 99]), [0, 1, 5, 5, 10, 10, 20, 31, 65, 65]);
        assert_eq!(round(&[1_022, 1_026, 5_555, 9_999, 10_000]), [1_000, 1_025, 5_000, 8_193, 10_000]);
    }
}
