//! The decisions of a run, recorded where another thread can read them, to report the input of a
//! run that does not end.

use super::numbers::{Knowledge, Numbers};
use super::slot::Slot;

/// The decisions of a run.
#[derive(Clone, Default)]
pub struct Trail {
    pub(super) slots: Vec<Slot>,
    pub(super) numbers: Vec<Knowledge>,
}

impl Trail {
    /// Records everything. Takes time in the number of positions, without allocation once the trail
    /// is long enough.
    pub(super) fn note(&mut self, slots: &Vec<Slot>, numbers: &Numbers) {
        self.slots.clone_from(slots);
        self.numbers.clear();
        self.numbers.extend(numbers.iter().map(|number| number.known));
    }

    /// Records the state of a position, and what was added after it.
    pub(super) fn note_position(&mut self, pos: u32, now: &[Slot], numbers: &Numbers) {
        self.slots.extend_from_slice(now.get(self.slots.len()..).unwrap_or_default());
        let slot = now[pos as usize];
        self.slots[pos as usize] = slot;
        self.numbers.extend(numbers.iter().skip(self.numbers.len()).map(|number| number.known));
        if let Some(knowledge) = self.numbers.get_mut(slot.word as usize) {
            *knowledge = numbers.get(slot.word as usize).known;
        }
    }
}
