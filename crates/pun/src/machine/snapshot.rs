//! Snapshots for backtracking to decisions: a few numbers, since nothing is overwritten.
//!
//! A snapshot includes what the run has used of its [limits](super::Limits). So a resumed run ends like one from the beginning,
//! whatever other runs have used.

use everycase_kernel::lazy::{Choices, Run};

use super::Machine;
use super::state::{Mark, Snapshot};
use super::word::Word;

impl Machine {
    /// Returns the state before the current operation, which has not changed anything yet.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            pc: self.pc - 1,
            base: self.base,
            top: self.top,
            nested: self.nested,
            heap: self.heap.len(),
            bigs: self.bigs.len(),
            big_words: self.big_words,
            linears: self.linears.len(),
            bound: self.bound.len(),
            updates: self.updates.len(),
            owed: self.owed.mark(),
            fuel: self.fuel,
            choices: self.choices.as_ref().map_or([0; 3], Choices::positions),
        }
    }

    /// Records that the current operation has made a decision: it is repeated when that decision changes. Several decisions of
    /// one operation share a snapshot.
    pub(super) fn decided(&mut self, mark: &Mark, decisions: usize) {
        if self.snapshots.last().is_some_and(|last| last.decisions == decisions) {
            return;
        }
        self.protected = self.protected.max(mark.top);
        self.snapshots.push(Snapshot { mark: *mark, decisions, protected: self.protected });
    }

    /// Has the kernel decide something of an input for the current operation, which has not changed anything yet.
    pub(super) fn decide<T>(&mut self, input: &mut Run, decide: impl FnOnce(&mut Run) -> T) -> T {
        let (mark, before) = (self.mark(), input.depth());
        let decided = decide(input);
        if input.depth() > before {
            self.decided(&mark, before);
        }
        decided
    }

    /// Goes back to before the last of the first `decisions` decisions. Returns whether this run made it.
    pub(super) fn restore(&mut self, decisions: usize) -> bool {
        while self.snapshots.last().is_some_and(|last| last.decisions >= decisions) {
            self.snapshots.pop();
        }
        let Some(&Snapshot { mark, protected, .. }) = self.snapshots.last() else { return false };
        while self.updates.len() > mark.updates
            && let Some((at, header, first)) = self.updates.pop()
        {
            (self.heap[at as usize], self.heap[at as usize + 1]) = (header, first);
        }
        for position in self.bound.drain(mark.bound..) {
            self.holes[position as usize] = Word::NONE;
        }
        self.heap.truncate(mark.heap);
        self.bigs.truncate(mark.bigs);
        self.linears.truncate(mark.linears);
        self.owed.back_to(mark.owed);
        self.forget_waiting();
        (self.pc, self.base, self.top) = (mark.pc, mark.base, mark.top);
        (self.nested, self.big_words) = (mark.nested, mark.big_words);
        self.refuel(mark.fuel);
        self.protected = protected;
        if let Some(choices) = &mut self.choices {
            choices.set_positions(mark.choices);
        }
        true
    }

    /// Goes back to the demand with this number. Returns whether this run made it.
    pub(super) fn restore_demand(&mut self, number: usize) -> bool {
        let is_there = self.snapshots.binary_search_by_key(&number, |snapshot| snapshot.decisions).is_ok();
        is_there && self.restore(number + 1)
    }

    /// Sets the value of a decided position.
    pub(super) fn bind(&mut self, position: u32, value: Word) {
        let at = position as usize;
        if at >= self.holes.len() {
            self.holes.resize(at + 1, Word::NONE);
        }
        self.holes[at] = value;
        self.bound.push(position);
    }

    /// Returns the value of a position, if it is decided.
    #[inline]
    pub(super) fn bound_to(&self, position: u32) -> Word {
        self.holes.get(position as usize).copied().unwrap_or(Word::NONE)
    }
}
