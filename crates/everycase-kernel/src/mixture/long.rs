//! Long lists: structures beyond the sizes whose structures can be counted.
//!
//! Counting takes work and memory with the square of the size or more, and of lists of texts it ends before a thousand. A longer one is made
//! of structures that are counted: a list in one of them goes on with the elements of such lists in others of the same size. So its
//! elements are as in shorter lists, and nothing is claimed of the distribution of what is made. In half of the lists elements are repeated,
//! with their numbers: all are equal, or each is one of a few.

use rand_core::Rng;

use super::constants::Constants;
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

    /// Removes the elements of a list with this end.
    fn clear(&mut self, list: usize, end: usize) {
        let nil = self.cells[end];
        let mut open = if list == end { Vec::new() } else { self.fields(list) };
        while let Some(at) = open.pop() {
            open.extend(self.fields(at));
            self.cells[at] = Cell::removed();
        }
        self.cells[list] = nil;
    }

    /// Returns the cells of the fields of a position; of a wide number, its high half.
    fn fields(&self, at: usize) -> Vec<usize> {
        let Cell { kids, .. } = self.cells[at];
        (kids as usize..kids as usize + self.arity(at)).collect()
    }

    fn arity(&self, at: usize) -> usize {
        let Cell { node, word, .. } = self.cells[at];
        if !self.cells[at].is_position() {
            return 0;
        }
        match &self.tables.grammar.node(NodeId(node)).kind {
            Kind::Leaf(leaf) => usize::from(leaf.is_wide()),
            Kind::Sum { alternatives, .. } => {
                alternatives.get(word as usize).map_or(0, |it| it.arity as usize)
            }
            Kind::Unexpanded => 0,
        }
    }

    /// Puts the element at a position of another derivation at the end of a list. Returns the new end.
    fn append(&mut self, end: usize, from: &Derivation, cons: usize) -> usize {
        let Cell { word, kids, .. } = from.cells[cons];
        let (first, nil) = (self.cells.len(), self.cells[end]);
        self.cells[end] = Cell { word, kids: first as u32, ..nil };
        self.cells.extend([from.cells[kids as usize], nil]);
        let mut open = vec![first];
        while let Some(at) = open.pop() {
            let (kids, own) = (self.cells[at].kids as usize, self.cells.len());
            let arity = self.arity(at);
            self.cells[at].kids = own as u32;
            self.cells.extend_from_slice(&from.cells[kids..kids + arity]);
            open.extend(own..own + arity);
        }
        first + 1
    }
}

/// Cells that are those of an earlier element once more, but for the end of the list.
#[derive(Clone, Copy)]
pub(super) struct Copied {
    from: usize,
    to: usize,
    len: usize,
}

impl Copied {
    /// Copies the numbers of the earlier element.
    pub(super) fn fill(self, derivation: &mut Derivation) {
        // The second cell is the rest of the list.
        for i in (0..self.len).filter(|i| *i != 1) {
            derivation.cells[self.to + i].word = derivation.cells[self.from + i].word;
        }
    }
}

/// Draws a structure of size `of`, in which one list then goes on as long as the size of the whole is at most `size`. Half of the lists end
/// where their length is a round number, a power of two, or one more or less; a fourth where it is a number of the code, or one more or less,
/// if there is one. Returns the size, and adds to `copied`.
///
/// # Errors
/// [`SpaceError::Empty`] if there is no structure of size `of`.
pub(super) fn draw<R: Rng + ?Sized>(
    structures: &mut Uniform,
    (of, size): (u32, u32),
    constants: &Constants,
    copied: &mut Vec<Copied>,
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
    let (mut end, mut length) = whole.end_of(list);
    let few = match below(4, rng) {
        0 => 1,
        1 => 2 + below(3, rng),
        _ => usize::MAX,
    };
    let mut reached = of;
    if few < usize::MAX {
        let sizes = whole.sizes();
        reached -= sizes[list] - sizes[end];
        whole.clear(list, end);
        (end, length) = (list, 0);
    }

    // An element and its place in the list cost at least 2, nearly always.
    let lengths = (length + 1, (length + size.saturating_sub(reached) / 2).max(length + 1));
    let wanted = match below(4, rng) {
        0 => None,
        1 => constant(constants, lengths, rng),
        _ => round(lengths, rng),
    };
    let wanted = wanted.map_or(usize::MAX, |wanted| (wanted - length) as usize);
    let mut long = Long { end, reached, whole, blocks: Vec::new(), most: wanted, size };
    let mut idle = 0;
    while idle < IDLE && long.blocks.len() < few {
        idle += 1;
        let part = structures.structure_of_size(of, rng)?;
        let sizes = part.sizes();
        let elements =
            (0..part.cells.len()).filter(|&at| Some(part.cells[at].node) == kind && part.is_cons(at));
        for cons in elements.take(few - long.blocks.len()) {
            idle = 0;
            let added = sizes[cons] - sizes[part.cells[cons].kids as usize + 1];
            if !long.push(part, cons, added) {
                idle = IDLE;
                break;
            }
        }
    }
    if long.blocks.len() == few {
        let (first, blocks) = (long.whole.clone(), long.blocks.clone());
        while let Some(block) = one_of(&blocks, rng)
            && long.push(&first, block.cons, block.added)
            && let Some(&Block { from: to, .. }) = long.blocks.last()
        {
            copied.push(Copied { from: block.from, to, len: long.whole.cells.len() - to });
        }
    }
    *structures.structure() = long.whole;
    Ok(long.reached)
}

/// A structure in which a list goes on.
struct Long {
    whole: Derivation,
    /// The end of the list.
    end: usize,
    /// The size of the whole, and the largest that it may have.
    reached: u32,
    size: u32,
    /// The elements that were added.
    blocks: Vec<Block>,
    /// The largest number of them.
    most: usize,
}

/// An element that was added.
#[derive(Clone, Copy)]
struct Block {
    /// Its position in the list.
    cons: usize,
    /// The first cell of its fields.
    from: usize,
    /// The size that it adds.
    added: u32,
}

impl Long {
    /// Adds the element at a position of another derivation. Returns whether there was room for it.
    fn push(&mut self, from: &Derivation, cons: usize, added: u32) -> bool {
        let reached = self.reached.saturating_add(added);
        // An element that adds nothing would be added without end.
        let fits = reached <= self.size && self.blocks.len() < self.most && added > 0;
        if fits {
            self.blocks.push(Block { cons: self.end, from: self.whole.cells.len(), added });
            self.end = self.whole.append(self.end, from, cons);
            self.reached = reached;
        }
        fits
    }
}

/// Returns a number of the code within these bounds, or one more or less.
fn constant<R: Rng + ?Sized>(constants: &Constants, (least, most): (u32, u32), rng: &mut R) -> Option<u32> {
    let numbers = &constants.numbers;
    let [first, end] =
        [least.into(), u128::from(most) + 2].map(|bound| numbers.partition_point(|&it| it < bound));
    let number = u32::try_from(*one_of(&numbers[first..end], rng)?).ok()?;
    Some((number + below(3, rng) as u32).saturating_sub(1).clamp(least, most))
}

/// Returns a length within these bounds that is a round number, a power of two, or one more or less than one.
fn round<R: Rng + ?Sized>((least, most): (u32, u32), rng: &mut R) -> Option<u32> {
    let powers = (4..u32::BITS - 1).map(|k| 1 << k).flat_map(|power: u32| [power - 1, power, power + 1]);
    let tens = (1..=8).map(|k| 10u32.pow(k)).flat_map(|power| [power, 2 * power, 5 * power]);
    let lengths: Vec<u32> = powers.chain(tens).filter(|length| (least..=most).contains(length)).collect();
    one_of(&lengths, rng).copied()
}
