//! What a run has decided, kept where another thread can read it: the input of a run that never ends.

use std::sync::{Arc, Mutex, PoisonError};

use super::numbers::Interval;
use super::partial::{Number, OPEN, PLAIN, Partial, Slot};
use crate::derivation::Derivation;
use crate::derivations::Derivations;
use crate::error::SpaceError;
use crate::grammar::{Kind, NodeId};

/// The decisions of a run.
#[derive(Clone, Default)]
pub struct Trail {
    slots: Vec<Slot>,
    intervals: Vec<Interval>,
}

impl Partial {
    /// Notes what has been decided. Before a run of a search that is all there is to know of its class: what is decided
    /// later takes the smallest option. Time in the number of positions, without an allocation once the trail is long
    /// enough.
    pub fn note(&self, trail: &mut Trail) {
        trail.slots.clone_from(&self.slots);
        trail.intervals.clear();
        trail.intervals.extend(self.numbers.iter().map(|number| number.interval));
    }

    /// Notes each decision of the draws to come as soon as it is made.
    pub fn watch(&mut self, trail: Arc<Mutex<Trail>>) {
        self.trail = Some(trail);
    }

    /// Notes that a draw begins.
    pub(super) fn note_draw(&self) {
        if let Some(trail) = &self.trail {
            self.note(&mut trail.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// Notes what is now at a position of a draw, and behind it.
    #[inline]
    pub(super) fn note_position(&self, pos: u32) {
        let Some(trail) = &self.trail else { return };
        let mut trail = trail.lock().unwrap_or_else(PoisonError::into_inner);
        let Trail { slots, intervals } = &mut *trail;
        slots.extend_from_slice(self.slots.get(slots.len()..).unwrap_or_default());
        slots[pos as usize] = self.slots[pos as usize];
        let word = self.slots[pos as usize].word as usize;
        let numbers = self.numbers.get(intervals.len()..).unwrap_or_default();
        intervals.extend(numbers.iter().map(|number| number.interval));
        if let (Some(interval), Some(number)) = (intervals.get_mut(word), self.numbers.get(word)) {
            *interval = number.interval;
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
        for slot in self.slots.iter().filter(|slot| slot.word != OPEN && slot.node != PLAIN) {
            let Kind::Leaf(leaf) = &tables.grammar.node(NodeId(slot.node)).kind else { continue };
            let number = |interval| Number { interval, leaf: Arc::clone(leaf) };
            let known = self.intervals.len().max(slot.word as usize + 1);
            // What was lifted is not part of the derivation: whatever stands there is never read.
            run.numbers.resize_with(known, || number(Interval::ALL));
            if let Some(&interval) = self.intervals.get(slot.word as usize) {
                run.numbers[slot.word as usize] = number(interval);
            }
        }
        run.derivation(run.root()).ok_or(SpaceError::Empty { size })
    }
}
