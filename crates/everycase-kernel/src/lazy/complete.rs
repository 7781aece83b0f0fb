//! Complete derivations: a run over a given one, or over each of a sequence in turn. A look at a
//! position decides it as in the derivation, and a predicate that wants the whole is lent the
//! derivation as it is.

use std::sync::Arc;

use super::arena::Arena;
use super::numbers::{Interval, Number};
use super::slot::{Slot, SumDecision};
use crate::derivation::{Cell, Derivation};
use crate::derivations::Derivations;
use crate::error::SpaceError;
use crate::grammar::{Kind, NodeId};

/// Complete derivations, made one after the other. Each is lent until the next one is made.
pub trait Sequence: Send {
    /// Goes to the next derivation, at first to the first one. Returns its place, or `None` after
    /// the last one.
    ///
    /// # Errors
    /// If the derivations cannot be counted.
    fn advance(&mut self) -> Result<Option<Place>, SpaceError>;

    /// Returns the derivation that the last [`advance`](Self::advance) went to.
    fn current(&self) -> Option<&Derivation>;

    /// Returns the space of all inputs, if these derivations are of a
    /// [companion](Derivations::structures) of it.
    fn exact(&self) -> Option<&Derivations> {
        None
    }
}

/// The place of a derivation in a sequence of which others may have parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its position in the order of the whole sequence.
    pub position: u64,
    /// The size under which it is counted.
    pub size: u32,
}

/// The owner of a run over complete derivations.
pub(super) struct Complete {
    source: Source,
    /// The cell of each slot. Slots of lifted values have a placeholder that is never read.
    cells: Vec<u32>,
    /// The positions that have been looked at, in the order of the first looks.
    pub(super) seen: Vec<u32>,
    /// Whether the arena has the positions of the current derivation. Of a sequence that is read as
    /// a whole, it has them only once one of them is forced.
    is_begun: bool,
    in_parts: bool,
}

enum Source {
    Given(Derivation),
    Sequence(Box<dyn Sequence>),
}

impl Source {
    #[inline]
    fn current(&self) -> Option<&Derivation> {
        match self {
            Self::Given(derivation) => Some(derivation),
            Self::Sequence(sequence) => sequence.current(),
        }
    }
}

/// Returns the cell of the value itself, and its node: the grammar's root is a wrapper with the
/// value as its only field.
#[inline]
fn root(derivation: &Derivation) -> (u32, u32) {
    let value = derivation.cells.first().map_or(0, |wrapper| wrapper.kids);
    (value, derivation.cells.get(value as usize).map_or(0, |cell| cell.node))
}

impl Complete {
    /// Begins with a given derivation.
    pub(super) fn given(arena: &mut Arena, derivation: &Derivation) -> Self {
        let (value, node) = root(derivation);
        arena.begin(Arc::clone(&derivation.tables), NodeId(node));
        let source = Source::Given(derivation.clone());
        Self { source, cells: vec![value], seen: Vec::new(), is_begun: true, in_parts: true }
    }

    /// Returns the owner of a sequence, before its first derivation.
    pub(super) fn sequence(arena: &mut Arena, sequence: Box<dyn Sequence>, in_parts: bool) -> Self {
        arena.slots.push(Slot::open(0));
        let source = Source::Sequence(sequence);
        Self { source, cells: Vec::new(), seen: Vec::new(), is_begun: false, in_parts }
    }

    /// Goes to the next derivation of a sequence.
    pub(super) fn advance(&mut self, arena: &mut Arena) -> Result<Option<Place>, SpaceError> {
        let Source::Sequence(sequence) = &mut self.source else { return Ok(None) };
        let place = sequence.advance()?;
        if self.is_begun {
            arena.restart();
            (self.is_begun, arena.tables) = (false, None);
        }
        if self.in_parts && place.is_some() {
            self.begin(arena);
        }
        Ok(place)
    }

    /// Begins with the positions of the current derivation.
    fn begin(&mut self, arena: &mut Arena) {
        let Some(derivation) = self.source.current() else { return };
        let (value, node) = root(derivation);
        arena.begin(Arc::clone(&derivation.tables), NodeId(node));
        self.seen.clear();
        self.cells.clear();
        self.cells.push(value);
        self.is_begun = true;
    }

    /// Returns the current derivation.
    #[inline]
    pub(super) fn current(&self) -> Option<&Derivation> {
        self.source.current()
    }

    /// Returns the space of all inputs, if the current derivation is of another one.
    pub(super) fn exact(&self) -> Option<&Derivations> {
        match &self.source {
            Source::Given(_) => None,
            Source::Sequence(sequence) => sequence.exact(),
        }
    }

    /// Returns the cell of a position.
    fn cell(&self, pos: u32) -> u32 {
        self.cells.get(pos as usize).copied().unwrap_or(0)
    }

    /// Decides a sum.
    pub(super) fn decide(&mut self, arena: &mut Arena, pos: u32) -> SumDecision {
        if !self.is_begun {
            self.begin(arena);
        }
        let Self { source, cells, seen, .. } = self;
        let Some(derivation) = source.current() else { return SumDecision::NUMBER };
        seen.push(pos);
        let Cell { word, kids: first, node, .. } = derivation.cells[cells[pos as usize] as usize];
        let Kind::Sum { alternatives, .. } = &derivation.tables.grammar.node(NodeId(node)).kind else {
            return SumDecision::NUMBER;
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
        SumDecision { alternative, fields: kids }
    }

    /// Begins the number at an open position: any number of its range is still possible. Returns
    /// its index.
    pub(super) fn look(&mut self, arena: &mut Arena, pos: u32) -> usize {
        if !self.is_begun {
            self.begin(arena);
        }
        self.seen.push(pos);
        let leaf = arena.leaf(pos);
        // A number of a structure may lie anywhere in its range.
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
        let value = self.current().map_or(0, |derivation| derivation.leaf_value(self.cell(pos)));
        (at, arena.numbers.get(at).leaf.place(value))
    }
}
