//! Snapshots for backtracking to decisions: a few numbers, since nothing is overwritten.
//!
//! A snapshot includes what the run has used of its [limits](super::Limits). So a resumed run ends like one from the beginning,
//! whatever other runs have used.

use everycase_kernel::lazy::{Choices, Run};

use super::Machine;
use super::state::{Mark, Snapshot};

impl Machine {
    /// Returns the state before the current operation, which has not changed anything yet, after this number of decisions.
    pub(super) fn mark(&self, decisions: usize) -> Mark {
        Mark {
            decisions,
            stack: self.stack.mark(),
            store: self.store.mark(),
            fuel: self.meter.fuel,
            choices: self.choices.as_ref().map_or([0; 3], Choices::positions),
        }
    }

    /// Takes a snapshot of the operation that began at `mark` if it has made a decision since: when that decision changes, the
    /// operation is repeated from its beginning. To be called before the operation waits or ends. All decisions of an operation
    /// share one snapshot.
    pub(super) fn decided(&mut self, input: &Run, mark: &Mark) {
        let is_taken = || self.snapshots.last().is_some_and(|last| last.mark.decisions == mark.decisions);
        if input.depth() > mark.decisions && !is_taken() {
            self.take_snapshot(mark);
        }
    }

    /// Takes a snapshot. The stack of snapshots is sorted by their decisions, and by how far the run had got.
    pub(super) fn take_snapshot(&mut self, mark: &Mark) {
        debug_assert!(
            self.snapshots.last().is_none_or(|last| last.mark.precedes(mark)),
            "{mark:?} is before {:?}",
            self.snapshots.last()
        );
        let protected = self.stack.protected.max(mark.stack.top);
        self.stack.protected = protected;
        self.snapshots.push(Snapshot { mark: *mark, protected });
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

    /// Goes back to before the last of the first `decisions` decisions. Returns whether this run made it.
    pub(super) fn restore(&mut self, decisions: usize) -> bool {
        while self.snapshots.last().is_some_and(|last| last.mark.decisions >= decisions) {
            self.snapshots.pop();
        }
        let Some(&Snapshot { mark, protected, .. }) = self.snapshots.last() else { return false };
        self.store.restore(&mark.store);
        self.forget_waiting();
        self.stack.restore(&mark.stack);
        self.stack.protected = protected;
        self.meter.refuel(mark.fuel);
        if let Some(choices) = &mut self.choices {
            choices.set_positions(mark.choices);
        }
        true
    }

    /// Goes back to the demand with this number. Returns whether this run made it.
    pub(super) fn restore_demand(&mut self, number: usize) -> bool {
        let is_there =
            self.snapshots.binary_search_by_key(&number, |snapshot| snapshot.mark.decisions).is_ok();
        is_there && self.restore(number + 1)
    }
}
