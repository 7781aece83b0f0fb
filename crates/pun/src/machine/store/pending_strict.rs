//! Values that the strict program evaluates and a run [on demand](crate::engine::Build::on_demand)
//! has passed on unevaluated.
//!
//! `let n = int-range 5 3 in []` has no value in the strict program. On demand its value is `[]` at
//! first; then `n` is evaluated, and the run ends with the error. In between the caller can see
//! that `[]` is not the value it looks for, and end the run.

use super::Store;
use crate::machine::word::{Tag, Word};

/// Delayed values, in the order in which they were made. Those before `at` are evaluated.
#[derive(Default)]
pub(in crate::machine) struct PendingStrict {
    all: Vec<u32>,
    at: usize,
}

/// A state to go back to.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::machine) struct Mark {
    all: usize,
    at: usize,
}

impl PendingStrict {
    pub(in crate::machine) fn mark(&self) -> Mark {
        Mark { all: self.all.len(), at: self.at }
    }

    pub(in crate::machine) fn back_to(&mut self, mark: Mark) {
        self.all.truncate(mark.all);
        self.at = mark.at;
    }
}

impl Store {
    /// Records that the strict program would evaluate a value now.
    pub(in crate::machine) fn owe(&mut self, word: Word) {
        if word.tag() == Tag::Delayed {
            self.pending_strict.all.push(word.at());
        }
    }

    /// Returns the first value that has still to be evaluated.
    pub(in crate::machine) fn next_pending(&mut self) -> Option<u32> {
        while let Some(&delayed) = self.pending_strict.all.get(self.pending_strict.at) {
            if self.value_of(delayed).is_none() {
                return Some(delayed);
            }
            self.pending_strict.at += 1;
        }
        None
    }
}
