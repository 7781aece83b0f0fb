//! The parts of a machine's state: where choices stand, what a decision comes back to, and what names continuations.

use super::live::Live;
use super::stack;
use super::store;
use super::word::Word;

/// The state of a machine before an operation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    /// The number of decisions made before it.
    pub(super) decisions: usize,
    pub(super) stack: stack::Mark,
    pub(super) store: store::Mark,
    pub(super) fuel: u64,
    pub(super) choices: [u32; 3],
}

impl Mark {
    /// Returns whether a run reaches this state, and later the other one.
    pub(super) fn precedes(&self, other: &Self) -> bool {
        self.decisions <= other.decisions && self.store.precedes(&other.store)
    }
}

/// The mark of an operation that has made a decision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Snapshot {
    pub(super) mark: Mark,
    pub(super) protected: usize,
}

/// Names the states of the machine.
#[derive(Default)]
pub(super) struct Naming {
    pub(super) live: Live,
    /// Whether the premise is known to hold. Nothing is refuted from then on.
    pub(super) is_settled: bool,
    pub(super) waiting: Vec<Word>,
    /// The number of words by which the name may still grow.
    pub(super) left: u32,
}
