//! The decisions about the input of a run: by the caller or by the kernel, from which choices, and
//! to which of them a run goes back.

mod live;
mod naming;

use everycase_kernel::lazy::{Choices, Run};

use self::naming::Naming;
use super::snapshot::Snapshot;
use super::word::Word;

/// Who decides, what was decided, and where the run has stopped.
#[derive(Default)]
pub(super) struct Decisions {
    /// The number of the run's input.
    pub(super) run: u32,
    /// Whether the caller gives the values of positions; otherwise the kernel decides them.
    pub(super) caller_decides: bool,
    /// The operations that have made decisions, sorted by these, and by how far the run had got.
    pub(super) snapshots: Vec<Snapshot>,
    /// The source of choices, if the program makes any: three streams of positions.
    pub(super) choices: Option<Choices>,
    /// Names the machine's states, for draws that share what they learn.
    pub(super) naming: Naming,
    /// The number of times that runs have stopped for the caller.
    stops: usize,
    /// The number of the watched call at which the run has stopped.
    pub(super) watched: Option<usize>,
    /// The caller's answer to the choice or the watched call at which the run has stopped.
    pub(super) answer: Option<Word>,
    /// The depth of nested evaluations, each [aside](super::Machine::aside).
    pub(super) nested_evaluations: u32,
    /// An input without open positions.
    pub(super) nothing: Option<Box<Run>>,
}

impl Decisions {
    /// Discards the run.
    pub(super) fn reset(&mut self) {
        self.snapshots.clear();
        (self.watched, self.answer) = (None, None);
        self.naming.is_settled = false;
    }

    /// Returns the number of decisions before the operation that has made the last ones.
    pub(super) fn depth(&self) -> usize {
        self.snapshots.last().map_or(0, |last| last.mark.depth)
    }

    /// Returns whether there is a snapshot of an operation that began after this number of
    /// decisions.
    pub(super) fn has(&self, depth: usize) -> bool {
        self.snapshots.binary_search_by_key(&depth, |snapshot| snapshot.mark.depth).is_ok()
    }

    /// Returns whether a run without these snapshots makes the same decisions.
    pub(super) fn can_begin_again(&self) -> bool {
        !self.snapshots.is_empty() && !self.caller_decides && self.nested_evaluations == 0
    }

    /// Discards what follows the last operation that began before this number of decisions. Returns
    /// its snapshot.
    pub(super) fn back_to(&mut self, depth: usize) -> Option<Snapshot> {
        while self.snapshots.last().is_some_and(|last| last.mark.depth >= depth) {
            self.snapshots.pop();
        }
        self.snapshots.last().copied()
    }

    /// Returns the number of a new stop for the caller.
    pub(super) fn stop(&mut self) -> usize {
        self.stops += 1;
        self.stops
    }
}
