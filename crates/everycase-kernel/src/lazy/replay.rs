//! Replay: a run over a given derivation. A look at a position decides it as in that derivation.

use std::sync::Arc;

use super::arena::Arena;
use super::numbers::{Interval, Number};
use super::slot::{Slot, Taken};
use crate::derivation::{Cell, Derivation};
use crate::grammar::{Kind, NodeId};

/// The owner of a run that replays.
pub(super) struct Replay {
    derivation: Derivation,
    /// The cell of each slot. Slots of lifted values have a placeholder that is never read.
    cells: Vec<u32>,
    /// The positions that have been looked at, in the order of the first looks.
    pub(super) seen: Vec<u32>,
}

impl Replay {
    /// Begins the replay of a derivation.
    pub(super) fn begin(arena: &mut Arena, derivation: &Derivation) -> Self {
        // The grammar's root is a wrapper with the value as its only field.
        let value = derivation.cells.first().map_or(0, |wrapper| wrapper.kids);
        let node = derivation.cells.get(value as usize).map_or(0, |cell| cell.node);
        arena.begin(Arc::clone(&derivation.tables), NodeId(node));
        Self { derivation: derivation.clone(), cells: vec![value], seen: Vec::new() }
    }

    /// Returns the derivation that is replayed.
    pub(super) fn derivation(&self) -> &Derivation {
        &self.derivation
    }

    /// Returns the cell of a position.
    fn cell(&self, pos: u32) -> u32 {
        self.cells.get(pos as usize).copied().unwrap_or(0)
    }

    /// Decides a sum.
    pub(super) fn decide(&mut self, arena: &mut Arena, pos: u32) -> Taken {
        let Self { derivation, cells, seen } = self;
        seen.push(pos);
        let Cell { word, kids: first, node, .. } = derivation.cells[cells[pos as usize] as usize];
        let Kind::Sum { alternatives, .. } = &derivation.tables.grammar.node(NodeId(node)).kind else {
            return Taken::NUMBER;
        };
        let alternative = word as u32;
        let arity = alternatives[alternative as usize].arity;
        let kids = arena.slots.len() as u32;
        let slot = &mut arena.slots[pos as usize];
        (slot.word, slot.kids) = (alternative, kids);
        cells.resize(kids as usize, 0);
        for field in first..first + arity {
            arena.slots.push(Slot::open(derivation.cells[field as usize].node));
            cells.push(field);
        }
        Taken { alternative, fields: kids }
    }

    /// Begins the number at an open position: any number of its range is still possible. Returns its index.
    pub(super) fn look(&mut self, arena: &mut Arena, pos: u32) -> usize {
        self.seen.push(pos);
        let leaf = arena.leaf(pos);
        // A boundary value of small size may lie anywhere in its range.
        let interval = leaf.clip(Interval::ALL, leaf.range().largest_size().unwrap_or(0));
        arena.put_number(pos, Number::new(interval, leaf))
    }

    /// Decides the number at a position.
    pub(super) fn number(&self, arena: &mut Arena, pos: u32) {
        let (at, place) = self.place(arena, pos);
        arena.numbers.set(at, Interval::just(place));
    }

    /// Decides on which side of a pivot, within its bounds, the number at a position is.
    pub(super) fn split(&self, arena: &mut Arena, pos: u32, pivot: u128) {
        let (at, place) = self.place(arena, pos);
        let [low, high] = arena.numbers.interval(at).split(pivot);
        arena.numbers.set(at, if place < pivot { low } else { high });
    }

    /// Returns the index of the number at a position, and its place.
    pub(super) fn place(&self, arena: &Arena, pos: u32) -> (usize, u128) {
        let at = arena.slots[pos as usize].word as usize;
        (at, arena.numbers.get(at).leaf.place(self.derivation.leaf_value(self.cell(pos))))
    }
}
