//! Snapshots for backtracking to decisions: a few numbers, since nothing is overwritten.
//!
//! A snapshot has a mark of each part of the machine, and includes what the run has used of its
//! [limits](super::Limits). So a resumed run ends like one from the beginning, whatever other runs
//! have used.

use everycase_kernel::lazy::{Choices, Run};

use super::{Machine, stack, store};

/// The state of a machine before an operation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    /// The number of decisions made before it.
    pub(super) depth: usize,
    pub(super) stack: stack::Mark,
    pub(super) store: store::Mark,
    fuel: u64,
    choices: [u32; 3],
}

/// The mark of an operation that has made a decision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Snapshot {
    pub(super) mark: Mark,
    pub(super) protected: usize,
}

impl Mark {
    /// Returns whether a run reaches this state, and later the other one.
    fn precedes(&self, other: &Self) -> bool {
        self.depth <= other.depth && self.store.precedes(&other.store)
    }
}

impl Machine {
    /// Returns the state before the current operation, which has not changed anything yet, after
    /// this number of decisions.
    pub(super) fn mark(&self, depth: usize) -> Mark {
        Mark {
            depth,
            stack: self.stack.mark(),
            store: self.store.mark(),
            fuel: self.meter.fuel,
            choices: self.decisions.choices.as_ref().map_or([0; 3], Choices::positions),
        }
    }

    /// Takes a snapshot of the operation that began at `mark` if it has made a decision since: when
    /// that decision changes, the operation is repeated from its beginning. To be called before the
    /// operation waits or ends. All decisions of an operation share one snapshot.
    pub(super) fn decided(&mut self, input: &Run, mark: &Mark) {
        let last = self.decisions.snapshots.last();
        if input.depth() > mark.depth && last.is_none_or(|last| last.mark.depth != mark.depth) {
            self.take_snapshot(mark);
        }
    }

    /// Takes a snapshot. The stack of snapshots is sorted by their decisions, and by how far the
    /// run had got.
    pub(super) fn take_snapshot(&mut self, mark: &Mark) {
        let snapshots = &mut self.decisions.snapshots;
        debug_assert!(
            snapshots.last().is_none_or(|last| last.mark.precedes(mark)),
            "{mark:?} is before {:?}",
            snapshots.last()
        );
        let protected = self.stack.protect(&mark.stack);
        snapshots.push(Snapshot { mark: *mark, protected });
    }

    /// Has the kernel decide something of an input for the operation that began at `mark`.
    pub(super) fn decide<T>(
        &mut self,
        input: &mut Run,
        mark: &Mark,
        decide: impl FnOnce(&mut Run) -> T,
    ) -> T {
        let decided = decide(input);
        self.decided(input, mark);
        decided
    }

    /// Goes back to before the last of the first `decisions` decisions. Returns whether this run
    /// made it.
    pub(super) fn restore(&mut self, decisions: usize) -> bool {
        let Some(Snapshot { mark, protected }) = self.decisions.back_to(decisions) else { return false };
        self.store.restore(&mark.store);
        self.reports.restore(&self.store);
        self.stack.restore(&mark.stack, protected);
        self.meter.refuel(mark.fuel);
        if let Some(choices) = &mut self.decisions.choices {
            choices.set_positions(mark.choices);
        }
        true
    }

    /// Goes back to the demand with this number. Returns whether this run made it.
    pub(super) fn restore_demand(&mut self, number: usize) -> bool {
        self.decisions.has(number) && self.restore(number + 1)
    }
}
