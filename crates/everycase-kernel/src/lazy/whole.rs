//! Complete derivations, read from an arena.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::Arc;

use super::arena::Arena;
use super::atom::is_atom;
use super::numbers::{Bounds, Class, Interval, Number, Numbers};
use super::slot::{OPEN, PLAIN, Slot};
use super::trail::Trail;
use crate::derivation::smallest::smallest_cells;
use crate::derivation::{Cell, Derivation};
use crate::derivations::Derivations;
use crate::eager::index::unrank_node;
use crate::error::SpaceError;
use crate::grammar::Tables;
use crate::grammar::{Kind, Leaf, NodeId};
use crate::{At, Range};

/// A position of a derivation that can be read.
#[derive(Clone, Debug)]
pub struct Reading {
    derivation: Arc<Derivation>,
    pos: u32,
}

impl Reading {
    /// Returns the position.
    pub fn at(&self) -> At<'_> {
        self.derivation.at(self.pos)
    }
}

/// How atoms are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Atoms {
    /// As the numbers that stand for them.
    AsNumbers,
    /// As open cells that hold the positions of these numbers.
    AsPositions,
}

/// An open position: its node, or its node and the possible numbers.
#[derive(Clone)]
pub(crate) enum Open {
    Node(u32),
    Number(u32, Arc<Leaf>, Interval),
}

impl Arena {
    /// Reads the derivation at a position; `given` returns the cells for open parts.
    pub(super) fn reading(&self, pos: u32, given: impl FnMut(&Open) -> Vec<Cell>) -> Option<Reading> {
        self.reading_with(pos, Atoms::AsNumbers, given)
    }

    /// Reads the derivation at a position, with atoms as numbers or as positions.
    #[inline]
    pub(super) fn reading_with(
        &self,
        pos: u32,
        atoms: Atoms,
        given: impl FnMut(&Open) -> Vec<Cell>,
    ) -> Option<Reading> {
        if self.slots[pos as usize].node == PLAIN {
            let (derivation, pos) = self.lifted_at(pos)?;
            return Some(Reading { derivation: Arc::clone(derivation), pos });
        }
        // The value is the only field of a wrapper.
        Some(Reading { derivation: Arc::new(self.fill_with(pos, atoms, given)?), pos: 1 })
    }

    /// Returns the smallest cells for an open part.
    pub(super) fn smallest(&self, open: &Open) -> Vec<Cell> {
        match (open, &self.tables) {
            (Open::Node(node), Some(tables)) => smallest_cells(tables, NodeId(*node)),
            (Open::Node(_), None) => Vec::new(),
            (Open::Number(_, leaf, interval), _) => smallest_number(leaf, *interval),
        }
    }

    /// Returns the first derivation of a size that agrees with all decisions; `left` of the size is
    /// for open parts.
    pub(super) fn of_size(&self, left: u32) -> Option<Derivation> {
        let tables = self.tables.as_ref()?;
        let sizes = sizes(tables, &self.open()?, left)?;
        self.fill_by_size(&sizes, |_| Vec::new(), |_| 0)
    }

    /// Returns the open parts, in the order of the decisions.
    pub(super) fn open(&self) -> Option<Vec<Open>> {
        let mut open = Vec::new();
        self.fill(0, |part| {
            open.push(part.clone());
            Vec::new()
        })?;
        Some(open)
    }

    /// Returns the derivation with open parts of these sizes. `of_derivations` and `of_numbers`
    /// choose an index below a count.
    pub(super) fn fill_by_size(
        &self,
        sizes: &[u32],
        mut of_derivations: impl FnMut(&[u64]) -> Vec<u64>,
        mut of_numbers: impl FnMut(u128) -> u128,
    ) -> Option<Derivation> {
        let tables = self.tables.as_ref()?;
        let mut sizes = sizes.iter();
        self.fill(0, |open| {
            let size = sizes.next().copied().unwrap_or(0);
            match open {
                Open::Node(node) => {
                    let index = of_derivations(tables.node(NodeId(*node), size));
                    unrank_node(tables, NodeId(*node), size, index).cells
                }
                Open::Number(node, leaf, interval) => {
                    let size = size - tables.grammar.node(NodeId(*node)).cost;
                    let i = of_numbers(leaf.count_in(size, *interval));
                    number(leaf, leaf.nth_in(size, i, *interval).unwrap_or(interval.lo))
                }
            }
        })
    }

    /// Returns the numbers after deciding those that are ordered, which have to be decided
    /// together.
    fn settled(&self) -> Cow<'_, Numbers> {
        let settled = if self.numbers.are_related() { self.numbers.settled() } else { None };
        settled.map_or(Cow::Borrowed(&self.numbers), Cow::Owned)
    }

    /// Returns the derivation at a position; `given` returns the cells for open parts, in the order
    /// of the decisions.
    pub(super) fn fill(&self, pos: u32, given: impl FnMut(&Open) -> Vec<Cell>) -> Option<Derivation> {
        self.fill_with(pos, Atoms::AsNumbers, given)
    }

    #[inline]
    fn fill_with(
        &self,
        pos: u32,
        atoms: Atoms,
        mut given: impl FnMut(&Open) -> Vec<Cell>,
    ) -> Option<Derivation> {
        let tables = self.tables.as_ref()?;
        // Settling takes long, and is of no use if all numbers are known, or are atoms that are
        // read as positions.
        let settled = OnceCell::new();
        let mut derivation = Derivation::new(Arc::clone(tables));
        let cells = &mut derivation.cells;
        // As everywhere, the value is the only field of a wrapper.
        cells.push(Cell { kids: 1, ..Cell::default() });
        cells.push(Cell::default());
        let mut stack = vec![(pos, 1)];
        while let Some((pos, to)) = stack.pop() {
            let Slot { word, kids: fields, node } = self.slots[pos as usize];
            let kids = cells.len() as u32;
            let part = if word == OPEN {
                given(&Open::Node(node))
            } else if let Kind::Sum { alternatives, payload } = &tables.grammar.node(NodeId(node)).kind {
                let arity = alternatives[word as usize].arity;
                cells[to as usize] = Cell { word: u64::from(word), kids, node, ..Cell::default() };
                cells.resize((kids + arity) as usize, Cell::default());
                if atoms == Atoms::AsPositions && is_atom(payload.as_ref()) {
                    let node = self.slots[fields as usize].node;
                    let atom = Cell { word: u64::from(fields), node, ..Cell::default() };
                    cells[kids as usize] = atom.opened();
                    continue;
                }
                stack.extend((fields..fields + arity).zip(kids..kids + arity).rev());
                continue;
            } else {
                let mut number_at = self.numbers.get(word as usize);
                if number_at.known.bounds.interval.single().is_none() {
                    number_at = settled.get_or_init(|| self.settled()).get(word as usize);
                }
                let Number { known, leaf, .. } = number_at;
                let Bounds { interval, class, smallest, .. } = known.bounds;
                // Only searches up to a size have classes, and those take the smallest number.
                let possible = if class.is_all() { interval } else { Interval::just(smallest) };
                let mut part = match interval.single() {
                    Some(place) => number(leaf, place),
                    None => given(&Open::Number(node, Arc::clone(leaf), possible)),
                };
                part.iter_mut().take(1).for_each(|cell| cell.node = node);
                part
            };
            if let [head, rest @ ..] = &part[..] {
                let shift = kids.wrapping_sub(1);
                cells[to as usize] = Cell { kids: head.kids.wrapping_add(shift), ..*head };
                cells.extend(rest.iter().map(|cell| Cell { kids: cell.kids.wrapping_add(shift), ..*cell }));
            }
        }
        Some(derivation)
    }
}

impl Trail {
    /// Returns the derivation of the run, with the smallest values for what it had not decided.
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    pub fn derivation(&self, derivations: &Derivations, size: u32) -> Result<Derivation, SpaceError> {
        let tables = derivations.expanded(size)?;
        let mut arena = Arena::new();
        arena.slots.clone_from(&self.slots);
        // Lifted values are not part of the derivation, so what is put here is never read.
        let nothing = Arc::new(Leaf::exact(Range::of(1, 0)));
        let known = self.numbers.iter();
        arena.numbers = known
            .map(|known| Number { known: *known, used: [false; 2], leaf: Arc::clone(&nothing) })
            .collect();
        for slot in self.slots.iter().filter(|slot| slot.word != OPEN && slot.node != PLAIN) {
            let Kind::Leaf(leaf) = &tables.grammar.node(NodeId(slot.node)).kind else { continue };
            arena.numbers.set_leaf(slot.word as usize, leaf);
        }
        arena.tables = Some(tables);
        arena.fill(0, |open| arena.smallest(open)).ok_or(SpaceError::Empty { size })
    }
}

/// Returns sizes for open parts with the sum `size`: each the smallest for which the later parts
/// can make up the rest.
fn sizes(tables: &Tables, open: &[Open], size: u32) -> Option<Vec<u32>> {
    let is_possible = |part: &Open, size: u32| match part {
        Open::Node(node) => !tables.node(NodeId(*node), size).is_empty(),
        Open::Number(node, leaf, interval) => {
            let cost = tables.grammar.node(NodeId(*node)).cost;
            size.checked_sub(cost).is_some_and(|size| leaf.count_in(size, *interval) > 0)
        }
    };
    // The possible sums of the parts from each one on.
    let mut sums = vec![vec![false; size as usize + 1]; open.len() + 1];
    sums[open.len()][0] = true;
    for (i, part) in open.iter().enumerate().rev() {
        for own in (0..=size).filter(|&own| is_possible(part, own)) {
            for rest in 0..=size - own {
                sums[i][(own + rest) as usize] |= sums[i + 1][rest as usize];
            }
        }
    }
    let mut left = size;
    let choose = |(i, part): (usize, &Open)| {
        let own = (0..=left).find(|&own| is_possible(part, own) && sums[i + 1][(left - own) as usize])?;
        left -= own;
        Some(own)
    };
    open.iter().enumerate().map(choose).collect()
}

/// Returns the cells of the number at a place.
fn number(leaf: &Leaf, place: u128) -> Vec<Cell> {
    let value = leaf.at_place(place);
    let mut cells = vec![Cell { word: value as u64, kids: 1, ..Cell::default() }];
    if leaf.is_wide() {
        cells.push(Cell::high(value));
    }
    cells
}

/// Returns the cells of the smallest number of an interval.
fn smallest_number(leaf: &Leaf, interval: Interval) -> Vec<Cell> {
    number(leaf, leaf.smallest_place(interval, Class::ALL).map_or(interval.lo, |(_, place)| place))
}
