//! Whole values: lifted into a run, and read out of one.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

use rand_core::Rng;

use super::chooser::Open;
use super::known::{Number, Numbers};
use super::numbers::Interval;
use super::partial::{NONE, OPEN, PLAIN, Partial, Slot};
use super::room::Room;
use crate::At;
use crate::derivation::{Cell, Derivation};
use crate::eager::index::unrank_node;
use crate::eager::sample::{below, below_natural};
use crate::grammar::Tables;
use crate::grammar::{Kind, Leaf, NodeId};

/// A position of a derivation, to be read.
#[derive(Clone, Debug)]
pub struct Reading {
    derivation: Arc<Derivation>,
    pos: u32,
}

impl Reading {
    /// The position.
    pub fn at(&self) -> At<'_> {
        self.derivation.at(self.pos)
    }
}

impl Partial {
    /// The position of a derivation of which nothing is open, until the run goes back to before it was lifted.
    pub fn lift(&mut self, derivation: &Derivation) -> u32 {
        let start = self.slots.len() as u32;
        let grammar = &derivation.tables.grammar;
        for (pos, cell) in (0..).zip(&derivation.cells) {
            let slot = if !cell.is_position() {
                Slot { word: 0, kids: 0, node: PLAIN }
            } else if let Kind::Leaf(leaf) = &grammar.node(NodeId(cell.node)).kind {
                let interval = Interval::just(leaf.place(derivation.leaf_value(pos)));
                self.numbers.push(Number::new(interval, Arc::clone(leaf)));
                Slot { word: self.numbers.len() as u32 - 1, kids: NONE, node: PLAIN }
            } else {
                Slot { word: cell.word as u32, kids: start + cell.kids, node: PLAIN }
            };
            self.slots.push(slot);
        }
        // The value is the only field of a wrapper.
        let root = self.slots.get(start as usize).map_or(start, |wrapper| wrapper.kids);
        self.lifted.push((start, Arc::new(derivation.clone())));
        root
    }

    /// Forgets everything if anything was lifted.
    pub fn forget_lifted(&mut self) {
        if !self.lifted.is_empty() {
            self.reset();
        }
    }

    /// Decides all that is open at a position and below it.
    pub fn force_all(&mut self, pos: u32) {
        let Some(tables) = self.tables.clone() else { return };
        let mut stack = vec![pos];
        while let Some(pos) = stack.pop() {
            let node = self.slots[pos as usize].node;
            if node == PLAIN {
                continue;
            }
            match &tables.grammar.node(NodeId(node)).kind {
                Kind::Sum { alternatives, .. } => {
                    let taken = self.force(pos);
                    let arity = alternatives[taken.alternative as usize].arity;
                    stack.extend((taken.fields..taken.fields + arity).rev());
                }
                Kind::Leaf(_) => {
                    self.number(pos);
                }
                Kind::Unexpanded => {}
            }
        }
    }

    /// What stands at a position, with what is open there taken to be the smallest.
    pub fn read(&self, pos: u32) -> Option<Reading> {
        self.reading(pos, |open| self.smallest(open))
    }

    /// What stands at a position, with what is open there marked ([`At::is_open`]).
    pub fn show(&self, pos: u32) -> Option<Reading> {
        self.reading(pos, |open| {
            let mut cells = self.smallest(open);
            cells.iter_mut().take(1).for_each(|cell| *cell = cell.opened());
            cells
        })
    }

    fn reading(&self, pos: u32, given: impl FnMut(&Open) -> Vec<Cell>) -> Option<Reading> {
        if self.slots[pos as usize].node == PLAIN {
            let (derivation, pos) = self.lifted_at(pos)?;
            return Some(Reading { derivation: Arc::clone(derivation), pos });
        }
        // The value is the only field of a wrapper.
        Some(Reading { derivation: Arc::new(self.fill(pos, given)?), pos: 1 })
    }

    /// Returns the derivation of what stands at a position, with what is open there taken to be the smallest. In a search of one
    /// size, the root's derivation is of that size: each open part is then the smallest for which the others can make up the rest.
    ///
    /// It is complete, but only [`root`](Self::root)'s is one of the shape. Where a derivation is followed, it is the root's.
    pub fn derivation(&self, pos: u32) -> Option<Derivation> {
        if let Some(derivation) = self.followed(pos) {
            return Some(derivation);
        }
        if matches!(self.room, Room::Exact(_)) && pos == self.root() {
            return self.of_size();
        }
        self.fill(pos, |open| self.smallest(open))
    }

    /// The smallest that can be decided.
    fn smallest(&self, open: &Open) -> Vec<Cell> {
        match (open, &self.tables) {
            // Its tables need not have counted so far. Nobody looks behind what is not shown.
            (Open::Node(node), _) if self.following.is_some() => {
                vec![Cell { node: *node, ..Cell::default() }]
            }
            (Open::Node(node), Some(tables)) => {
                let least = tables.smallest(NodeId(*node)).unwrap_or(0);
                unrank_node(tables, NodeId(*node), least, Vec::new()).cells
            }
            (Open::Node(_), None) => Vec::new(),
            (Open::Number(_, leaf, interval), _) => {
                let size = leaf.smallest_in(*interval, u32::MAX).unwrap_or(0);
                number(leaf, leaf.nth_in(size, 0, *interval).unwrap_or(interval.lo))
            }
        }
    }

    /// The first derivation of the size that agrees with all that has been looked at.
    fn of_size(&self) -> Option<Derivation> {
        let tables = self.tables.as_ref()?;
        let sizes = sizes(tables, &self.open()?, self.left.size)?;
        self.fill_by_size(&sizes, |_| Vec::new(), |_| 0)
    }

    /// A derivation of the size drawn that agrees with all that has been looked at, each with equal probability.
    pub fn complete<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Option<Derivation> {
        let tables = Arc::clone(self.tables.as_ref()?);
        let open = self.open()?;
        let sizes = self.chooser.as_mut()?.sizes(&tables, &open, &mut |n| below(n, rng));
        let rng = RefCell::new(rng);
        self.fill_by_size(
            &sizes,
            |count| below_natural(count, &mut *rng.borrow_mut()),
            |count| below(count, &mut *rng.borrow_mut()),
        )
    }

    /// What is open, in the order of the decisions.
    fn open(&self) -> Option<Vec<Open>> {
        let mut open = Vec::new();
        self.fill(self.root(), |part| {
            open.push(part.clone());
            Vec::new()
        })?;
        Some(open)
    }

    /// The derivation with what is open of these sizes: of so many derivations or numbers of a size, the ones chosen.
    fn fill_by_size(
        &self,
        sizes: &[u32],
        mut of_derivations: impl FnMut(&[u64]) -> Vec<u64>,
        mut of_numbers: impl FnMut(u128) -> u128,
    ) -> Option<Derivation> {
        let tables = self.tables.as_ref()?;
        let mut sizes = sizes.iter();
        self.fill(self.root(), |open| {
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

    /// Returns the numbers with those of them decided that are in some order, which have to be decided together.
    fn settled(&self) -> Cow<'_, Numbers> {
        let settled = if self.numbers.are_related() { self.numbers.settled() } else { None };
        settled.map_or(Cow::Borrowed(&self.numbers), Cow::Owned)
    }

    /// What stands at a position, with what is open there given, in the order of the decisions.
    fn fill(&self, pos: u32, mut given: impl FnMut(&Open) -> Vec<Cell>) -> Option<Derivation> {
        let tables = self.tables.as_ref()?;
        let numbers = self.settled();
        let mut derivation = Derivation::new(Arc::clone(tables));
        let cells = &mut derivation.cells;
        // As everywhere the value is the only field of a wrapper.
        cells.push(Cell { kids: 1, ..Cell::default() });
        cells.push(Cell::default());
        let mut stack = vec![(pos, 1)];
        while let Some((pos, to)) = stack.pop() {
            let Slot { word, kids: fields, node } = self.slots[pos as usize];
            let kids = cells.len() as u32;
            let part = if word == OPEN {
                given(&Open::Node(node))
            } else if let Kind::Sum { alternatives, .. } = &tables.grammar.node(NodeId(node)).kind {
                let arity = alternatives[word as usize].arity;
                cells[to as usize] = Cell { word: u64::from(word), kids, node, ..Cell::default() };
                cells.resize((kids + arity) as usize, Cell::default());
                stack.extend((fields..fields + arity).zip(kids..kids + arity).rev());
                continue;
            } else {
                let Number { known, leaf } = numbers.get(word as usize);
                let mut part = match known.bounds.interval.single() {
                    Some(place) => number(leaf, place),
                    None => given(&Open::Number(node, Arc::clone(leaf), known.bounds.interval)),
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

/// Sizes for what is open that add up to one: each the smallest for which the parts after it can make up the rest.
fn sizes(tables: &Tables, open: &[Open], size: u32) -> Option<Vec<u32>> {
    let is_possible = |part: &Open, size: u32| match part {
        Open::Node(node) => !tables.node(NodeId(*node), size).is_empty(),
        Open::Number(node, leaf, interval) => {
            let cost = tables.grammar.node(NodeId(*node)).cost;
            size.checked_sub(cost).is_some_and(|size| leaf.count_in(size, *interval) > 0)
        }
    };
    // What the parts from each one on can add up to.
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

/// The cells of a number, which stands at a place.
fn number(leaf: &Leaf, place: u128) -> Vec<Cell> {
    let value = leaf.at_place(place);
    let mut cells = vec![Cell { word: value as u64, kids: 1, ..Cell::default() }];
    if leaf.is_wide() {
        cells.push(Cell::high(value));
    }
    cells
}
