//! A run over a derivation that is given: positions are decided as they are there, once they are looked at.

use std::sync::Arc;

use super::known::Number;
use super::numbers::Interval;
use super::partial::{NONE, OPEN, Partial, Slot, Taken};
use crate::derivation::Derivation;
use crate::grammar::{Kind, Leaf, NodeId};

/// What is followed.
pub(super) struct Following {
    derivation: Derivation,
    /// The cell of each slot; of a slot that was lifted, none that is ever asked for.
    cells: Vec<u32>,
}

impl Following {
    fn cell(&self, pos: u32) -> u32 {
        self.cells.get(pos as usize).copied().unwrap_or(0)
    }

    /// The number that a position holds, by its place.
    pub(super) fn place(&self, pos: u32, leaf: &Leaf) -> u128 {
        leaf.place(self.derivation.leaf_value(self.cell(pos)))
    }
}

impl Partial {
    /// Begins anew with a derivation that is given. What is looked at is as it is there; what is never looked at stays
    /// open, and is not shown ([`show`](Self::show)).
    pub fn begin_following(&mut self, derivation: &Derivation) {
        self.reset();
        let derivation = derivation.clone();
        self.tables = Some(Arc::clone(&derivation.tables));
        // The grammar's root is a wrapper with the value as its only field.
        let value = derivation.cells.first().map_or(0, |wrapper| wrapper.kids);
        let node = derivation.cells.get(value as usize).map_or(0, |cell| cell.node);
        self.slots.push(Slot { word: OPEN, kids: 0, node });
        self.following = Some(Box::new(Following { derivation, cells: vec![value] }));
    }

    /// The derivation that is followed, at its root.
    pub(super) fn followed(&self, pos: u32) -> Option<Derivation> {
        let following = self.following.as_ref().filter(|_| pos == self.root())?;
        Some(following.derivation.clone())
    }

    /// Decides a sum as it is in the derivation followed, if there is one.
    pub(super) fn follow(&mut self, pos: u32) -> Option<Taken> {
        let Following { derivation, cells } = &mut **self.following.as_mut()?;
        let cell = derivation.cells[cells[pos as usize] as usize];
        let Kind::Sum { alternatives, .. } = &derivation.tables.grammar.node(NodeId(cell.node)).kind else {
            return Some(Taken { alternative: 0, fields: NONE });
        };
        let alternative = cell.word as u32;
        let arity = alternatives[alternative as usize].arity;
        let kids = self.slots.len() as u32;
        let slot = &mut self.slots[pos as usize];
        (slot.word, slot.kids) = (alternative, kids);
        cells.resize(kids as usize, 0);
        for field in cell.kids..cell.kids + arity {
            let node = derivation.cells[field as usize].node;
            self.slots.push(Slot { word: OPEN, kids: 0, node });
            cells.push(field);
        }
        Some(Taken { alternative, fields: kids })
    }

    /// Begins a number: it may be any of its range as long as nothing else is asked.
    pub(super) fn follow_number(&mut self, pos: u32) -> Option<usize> {
        let derivation = &self.following.as_ref()?.derivation;
        let node = self.slots[pos as usize].node;
        let Kind::Leaf(leaf) = &derivation.tables.grammar.node(NodeId(node)).kind else { return None };
        // A boundary value lies anywhere in its range, however small it counts.
        let interval = leaf.clip(Interval::ALL, leaf.range().largest_size().unwrap_or(0));
        self.numbers.push(Number::new(interval, Arc::clone(leaf)));
        let slot = &mut self.slots[pos as usize];
        (slot.word, slot.kids) = (self.numbers.len() as u32 - 1, NONE);
        Some(self.numbers.len() - 1)
    }
}
