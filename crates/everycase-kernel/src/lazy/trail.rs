//! What a run has decided, kept where another thread can read it: the input of a run that never ends.

use std::sync::{Arc, Mutex, PoisonError};

use super::known::{Known, Number};
use super::partial::{OPEN, PLAIN, Partial, Slot};
use crate::Range;
use crate::derivation::Derivation;
use crate::derivations::Derivations;
use crate::error::SpaceError;
use crate::grammar::{Kind, Leaf, NodeId};

/// The decisions of a run.
#[derive(Clone, Default)]
pub struct Trail {
    slots: Vec<Slot>,
    numbers: Vec<Known>,
}

impl Partial {
    /// Notes what has been decided. Before a run of a search that is all there is to know of its class: what is decided
    /// later takes the smallest option. Time in the number of positions, without an allocation once the trail is long
    /// enough.
    pub fn note(&self, trail: &mut Trail) {
        trail.slots.clone_from(&self.slots);
        trail.numbers.clear();
        trail.numbers.extend(self.numbers.iter().map(|number| number.known));
    }

    /// Notes each decision of the draws to come as soon as it is made, and in a search those that change which numbers are
    /// the smallest.
    pub fn watch(&mut self, trail: Arc<Mutex<Trail>>) {
        self.trail = Some(trail);
    }

    /// Notes that a draw begins.
    pub(super) fn note_draw(&self) {
        if let Some(trail) = &self.trail {
            self.note(&mut trail.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// Notes all numbers again if one has been decided that is in some order with others.
    pub(super) fn note_order(&self, at: usize) {
        if self.trail.is_some() && self.numbers.get(at).known.is_ordered() {
            self.note_draw();
        }
    }

    /// Notes what is now at a position of a draw, and behind it.
    #[inline]
    pub(super) fn note_position(&self, pos: u32) {
        let Some(trail) = &self.trail else { return };
        let mut trail = trail.lock().unwrap_or_else(PoisonError::into_inner);
        let Trail { slots, numbers, .. } = &mut *trail;
        slots.extend_from_slice(self.slots.get(slots.len()..).unwrap_or_default());
        slots[pos as usize] = self.slots[pos as usize];
        let word = self.slots[pos as usize].word as usize;
        numbers.extend(self.numbers.iter().skip(numbers.len()).map(|number| number.known));
        if let Some(known) = numbers.get_mut(word) {
            *known = self.numbers.get(word).known;
        }
    }
}

impl Trail {
    /// The derivation of the run, with what it had not decided taken to be the smallest.
    ///
    /// # Errors
    /// When the shape is wrongly recursive.
    pub fn derivation(&self, derivations: &Derivations, size: u32) -> Result<Derivation, SpaceError> {
        let mut run = Partial::new();
        run.begin(derivations, size)?;
        let Some(tables) = run.tables.clone() else { return Err(SpaceError::Empty { size }) };
        run.slots.clone_from(&self.slots);
        // What was lifted is not part of the derivation: whatever stands there is never read.
        let nothing = Arc::new(Leaf::exact(Range::of(1, 0)));
        let known = self.numbers.iter();
        run.numbers = known.map(|known| Number { known: *known, leaf: Arc::clone(&nothing) }).collect();
        for slot in self.slots.iter().filter(|slot| slot.word != OPEN && slot.node != PLAIN) {
            let Kind::Leaf(leaf) = &tables.grammar.node(NodeId(slot.node)).kind else { continue };
            run.numbers.set_leaf(slot.word as usize, leaf);
        }
        run.derivation(run.root()).ok_or(SpaceError::Empty { size })
    }
}
