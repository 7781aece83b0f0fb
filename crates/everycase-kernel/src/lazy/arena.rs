//! The arena of a run: positions, numbers and lifted values. It makes no decisions itself.

use std::any::Any;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};

use super::numbers::{Interval, Number, Numbers};
use super::plan::Plan;
use super::slot::{NONE, OPEN, PLAIN, Slot, SumDecision};
use super::trail::Trail;
use crate::Range;
use crate::derivation::Derivation;
use crate::grammar::Tables;
use crate::grammar::{Kind, Leaf, NodeId};

/// What is known about a derivation of a shape, position by position.
///
/// A position is a number. The owner of a run decides open positions here, and truncates them when
/// it goes back.
pub struct Arena {
    pub(super) tables: Option<Arc<Tables>>,
    pub(super) plan: Plan,
    pub(super) slots: Vec<Slot>,
    pub(super) numbers: Numbers,
    /// Complete derivations that were added, each with the position of its first slot.
    lifted: Vec<(u32, Arc<Derivation>)>,
    /// Where decisions are recorded as they are made.
    pub(super) trail: Option<Arc<Mutex<Trail>>>,
    /// The number of looks at positions.
    pub(super) looks: u64,
    pub(super) id: u32,
}

/// The next run's number; unique within a process, up to 32 bits.
static NEXT_ID: AtomicU32 = AtomicU32::new(1);

impl Arena {
    pub(super) const fn new() -> Self {
        Self {
            tables: None,
            plan: Plan::new(),
            slots: Vec::new(),
            numbers: Numbers::new(),
            lifted: Vec::new(),
            trail: None,
            looks: 0,
            id: 0,
        }
    }

    /// Removes everything; positions handed out before become invalid.
    pub(super) fn reset(&mut self) {
        self.tables = None;
        self.plan.clear();
        self.slots.clear();
        self.numbers.clear();
        self.numbers.was_cut = false;
        self.lifted.clear();
        self.trail = None;
        self.id = NEXT_ID.fetch_add(1, Relaxed);
    }

    /// Begins with a value of which only the node is known.
    pub(super) fn begin(&mut self, tables: Arc<Tables>, root: NodeId) {
        self.reset();
        self.tables = Some(tables);
        self.slots.push(Slot::open(root.0));
    }

    /// Removes everything but the node of the value.
    pub(super) fn restart(&mut self) {
        self.truncate(1, 0);
        self.numbers.clear();
        if let Some(root) = self.slots.first_mut() {
            root.word = OPEN;
        }
    }

    /// Truncates to the first `slots` positions and the first `numbers` numbers.
    #[inline]
    pub(super) fn truncate(&mut self, slots: u32, numbers: u32) {
        self.slots.truncate(slots as usize);
        self.numbers.truncate(numbers as usize);
        if !self.lifted.is_empty() {
            self.lifted.retain(|(start, _)| *start < slots);
        }
    }

    /// Takes the `i`-th option of a sum, whose options begin at `start` in the plan.
    #[inline]
    pub(super) fn take(&mut self, pos: u32, start: u32, i: u32) -> SumDecision {
        let option = self.plan.option(start, i);
        let kids = self.slots.len() as u32;
        let slot = &mut self.slots[pos as usize];
        (slot.word, slot.kids) = (option.alternative, kids);
        self.slots.extend_from_slice(self.plan.fields(option));
        SumDecision { alternative: option.alternative, fields: kids }
    }

    /// Returns the range at a position.
    pub(super) fn leaf(&self, pos: u32) -> Arc<Leaf> {
        match self.kind(pos) {
            Some(Kind::Leaf(leaf)) => Arc::clone(leaf),
            _ => Arc::new(Leaf::exact(Range::of(1, 0))),
        }
    }

    /// Returns the range at a position that will be decided, as the plan has it.
    pub(super) fn planned_leaf(&mut self, pos: u32) -> Arc<Leaf> {
        let node = self.slots[pos as usize].node;
        match self
            .tables
            .as_deref()
            .filter(|_| node != PLAIN)
            .map(|tables| &tables.grammar.node(NodeId(node)).kind)
        {
            Some(Kind::Leaf(leaf)) => self.plan.leaf(node, leaf),
            _ => self.leaf(pos),
        }
    }

    /// Puts a number at a position. Returns its index.
    pub(super) fn put_number(&mut self, pos: u32, number: Number) -> usize {
        let at = self.numbers.len();
        self.numbers.push(number);
        let slot = &mut self.slots[pos as usize];
        (slot.word, slot.kids) = (at as u32, NONE);
        at
    }

    /// Returns the positions of the fields of a decided sum.
    pub(super) fn fields(&self, pos: u32) -> std::ops::Range<u32> {
        let Slot { word, kids, .. } = self.slots[pos as usize];
        match self.kind(pos) {
            Some(Kind::Sum { alternatives, .. }) if word != OPEN => {
                kids..kids + alternatives[word as usize].arity
            }
            _ => 0..0,
        }
    }

    /// Returns the payload of a position, set by
    /// [`Shape::with_payload`](crate::Shape::with_payload).
    pub(super) fn payload<P: Any>(&self, pos: u32) -> Option<&P> {
        match self.kind(pos) {
            Some(Kind::Sum { payload: Some(payload), .. }) => payload.downcast_ref(),
            _ => None,
        }
    }

    /// Returns the kind of a position.
    pub(super) fn kind(&self, pos: u32) -> Option<&Kind> {
        let node = self.slots[pos as usize].node;
        let (tables, node) = if node == PLAIN {
            let (derivation, cell) = self.lifted_at(pos)?;
            (&derivation.tables, derivation.cells[cell as usize].node)
        } else {
            (self.tables.as_ref()?, node)
        };
        Some(&tables.grammar.node(NodeId(node)).kind)
    }

    /// Appends a complete derivation. Returns its position.
    #[inline]
    pub(super) fn lift(&mut self, derivation: &Derivation) -> u32 {
        let start = self.slots.len() as u32;
        let grammar = &derivation.tables.grammar;
        for (pos, cell) in (0..).zip(&derivation.cells) {
            let slot = if !cell.is_position() {
                Slot { word: 0, kids: 0, node: PLAIN }
            } else if cell.is_open() {
                // An atom is read as its position in this run; nothing looks at the number here.
                Slot { word: OPEN, kids: NONE, node: PLAIN }
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

    /// Returns whether a value was lifted.
    pub(super) fn has_lifted(&self) -> bool {
        !self.lifted.is_empty()
    }

    /// Returns the derivation lifted to a position, and the index of its cell there.
    pub(super) fn lifted_at(&self, pos: u32) -> Option<(&Arc<Derivation>, u32)> {
        let at = self.lifted.partition_point(|(start, _)| *start <= pos).checked_sub(1)?;
        let (start, derivation) = &self.lifted[at];
        Some((derivation, pos - start))
    }

    /// Records everything in the trail, if there is one.
    pub(super) fn note_all(&self) {
        if let Some(trail) = &self.trail {
            trail.lock().unwrap_or_else(PoisonError::into_inner).note(&self.slots, &self.numbers);
        }
    }

    /// Records all numbers again if an ordered one was decided.
    pub(super) fn note_order(&self, at: usize) {
        if self.trail.is_some() && self.numbers.get(at).known.is_ordered() {
            self.note_all();
        }
    }

    /// Records the state of a position, and what was added after it.
    #[inline]
    pub(super) fn note_position(&self, pos: u32) {
        if let Some(trail) = &self.trail {
            let mut trail = trail.lock().unwrap_or_else(PoisonError::into_inner);
            trail.note_position(pos, &self.slots, &self.numbers);
        }
    }
}
