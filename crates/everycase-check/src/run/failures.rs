//! The failures that the threads of a job collect, with the same result for any number of threads.
//!
//! Inputs have positions in the order of the whole run. The job ends at the position that completes
//! the required number of new groups, or at the first failure like the one that is sought. Threads
//! beyond it stop; threads before it continue, because they may find a failure at an earlier
//! position.
//!
//! The failure that happened first is kept beside the groups, wherever it is in that order: if the
//! property keeps state between its runs, it may have caused all others.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use everycase_kernel::Derivation;
use everycase_kernel::lazy::Probe;

use crate::run::verdict::{Failure, Group, Subject};
use everycase_kernel::sorted::{SortedMap, sort_by_key};

/// A position in the order of a run, and the index of an input at that position, for instance
/// within a unit of a search.
type Position = (u64, u64);

/// An input on which a subject fails.
#[derive(Debug, Clone)]
pub struct FailingInput {
    /// Its position.
    pub position: u64,
    /// Its index at that position.
    pub nth: u64,
    /// The input.
    pub input: Derivation,
    /// How the subject fails.
    pub failure: Failure,
}

/// A case that has not returned in time. That is not a failure yet: the machine may be busy.
#[derive(Debug, Clone)]
pub(crate) struct Hang {
    /// Its input, and how the subject fails on it if it does not return either when it is run
    /// alone.
    pub(crate) found: FailingInput,
    /// The size under which it was counted, if it was.
    pub(crate) counted: Option<u32>,
}

/// What the parts of a job share: the subject and the failures.
#[derive(Clone)]
pub struct Trial {
    /// What runs the inputs.
    pub subject: Arc<dyn Subject>,
    /// The failures found.
    pub failures: Arc<Failures>,
    /// Which runs on inputs decided on demand are repeated.
    pub probe: Probe,
}

/// The failures that the parts of a job collect.
pub struct Failures {
    /// Groups found earlier.
    known: SortedMap<Group, ()>,
    /// The number of new groups that ends the job.
    left: usize,
    /// A failure like this one ends the job.
    sought: Option<Failure>,
    /// Inputs of later positions do not matter.
    last: AtomicU64,
    gathering: Mutex<Gathering>,
}

struct Gathering {
    groups: SortedMap<Group, GroupSummary>,
    earliest: Option<FailingInput>,
    end: Position,
    /// The first case that has not returned in time. Threads beyond it stop.
    hangs: Vec<Hang>,
}

/// The failures of one group.
pub(crate) struct GroupSummary {
    /// The first failure.
    pub(crate) first: FailingInput,
    /// The smallest input, the first of its size.
    pub(crate) smallest: FailingInput,
    /// The number of failing inputs.
    pub(crate) count: u64,
}

/// The collected failures.
#[derive(Default)]
pub(crate) struct FailureSummary {
    pub(crate) groups: SortedMap<Group, GroupSummary>,
    /// The failure that happened first.
    pub(crate) earliest: Option<FailingInput>,
    /// The failure that ended the job, if any.
    pub(crate) end: Option<Position>,
    /// A case that has not returned in time, before any failure that ended the job.
    pub(crate) hangs: Vec<Hang>,
}

impl FailingInput {
    pub(crate) fn at(&self) -> (u64, u64) {
        (self.position, self.nth)
    }
}

impl FailureSummary {
    /// Returns the smallest input of each group.
    pub(crate) fn found(&self) -> impl Iterator<Item = &FailingInput> {
        self.groups.values().map(|summary| &summary.smallest)
    }

    /// Returns the first failure caused by a limit of the tool.
    pub(crate) fn first_limit(&self) -> Option<&FailingInput> {
        let first = self.groups.values().map(|summary| &summary.first);
        first.filter(|found| found.failure.is_limit()).min_by_key(|found| found.at())
    }

    /// Adds a failure that ends the job. Failures beyond it do not count.
    pub(crate) fn end_with(&mut self, found: FailingInput) {
        let end = found.at();
        self.end = Some(end);
        forget(&mut self.groups, end);
        let group = Group::of(&found.failure);
        match self.groups.get_mut(&group) {
            Some(known) => _ = known.add(found),
            None => self.groups.insert(group, GroupSummary::of(found)),
        }
    }
}

impl Failures {
    /// Returns a collection that ends the job with `left` new groups, at least one.
    pub(crate) fn new(known: SortedMap<Group, ()>, left: usize) -> Failures {
        let left = left.max(1);
        let gathering = Gathering {
            groups: SortedMap::default(),
            earliest: None,
            end: (u64::MAX, u64::MAX),
            hangs: Vec::new(),
        };
        let (last, gathering) = (AtomicU64::new(u64::MAX), Mutex::new(gathering));
        Failures { known, left, sought: None, last, gathering }
    }

    /// Returns the same collection, which also ends the job at the first failure like this one.
    pub(crate) fn seeking(self, sought: Option<Failure>) -> Failures {
        Failures { sought, ..self }
    }

    /// Returns a collection in which only a case that does not return ends the job.
    pub(crate) fn open() -> Failures {
        Failures::new(SortedMap::default(), usize::MAX)
    }

    /// Returns a collection that ends the job at a position and not earlier.
    pub(crate) fn until(end: Position) -> Failures {
        let failures = Failures::open();
        failures.gathering().end = end;
        failures.last.store(end.0, Ordering::Relaxed);
        failures
    }

    /// Returns whether the job has ended before this input.
    pub fn have_ended_before(&self, position: u64, nth: u64) -> bool {
        let last = self.last.load(Ordering::Relaxed);
        position > last || position == last && (position, nth) > self.gathering().end
    }

    /// Adds a failure. Returns whether the part continues.
    pub fn add(&self, found: FailingInput) -> bool {
        let at = found.at();
        // Of a property that is not deterministic, further runs say nothing.
        let is_end = found.failure.is_not_deterministic()
            || self.sought.as_ref().is_some_and(|sought| sought.is_like(&found.failure));
        let gathering = &mut *self.gathering();
        gathering.note(&found);
        if at > gathering.end {
            return false;
        }
        if is_end {
            gathering.end = at;
        }
        let is_first = match gathering.groups.get_mut(&Group::of(&found.failure)) {
            None => {
                gathering.groups.insert(Group::of(&found.failure), GroupSummary::of(found));
                true
            }
            Some(summary) => summary.add(found),
        };
        if is_first || is_end {
            let mut firsts: Vec<Position> = gathering.firsts(&self.known).collect();
            sort_by_key(&mut firsts, |first| *first);
            if let Some(&end) = firsts.get(self.left - 1) {
                gathering.end = gathering.end.min(end);
            }
            forget(&mut gathering.groups, gathering.end);
            self.last.fetch_min(gathering.end.0, Ordering::Relaxed);
        }
        at < gathering.end
    }

    /// Notes a case that has not returned in time. No part begins an input of a later position;
    /// what was found there already counts unless the case fails.
    pub(crate) fn suspend(&self, hang: Hang) {
        let at = hang.found.at();
        let gathering = &mut *self.gathering();
        if at <= gathering.end {
            gathering.hangs.push(hang);
            self.last.fetch_min(at.0, Ordering::Relaxed);
        }
    }

    /// Returns whether the first failure ends the job.
    pub(crate) fn end_at_first(&self) -> bool {
        self.left == 1 && self.known.is_empty()
    }

    /// Takes the collected failures.
    pub(crate) fn take(&self) -> FailureSummary {
        let gathering = &mut *self.gathering();
        let end = (gathering.end < (u64::MAX, u64::MAX)).then_some(gathering.end);
        let mut groups = std::mem::take(&mut gathering.groups);
        if self.end_at_first() {
            // Failures that other threads found after it do not count.
            for summary in groups.values_mut() {
                summary.count = 1;
            }
        }
        let mut hangs = std::mem::take(&mut gathering.hangs);
        hangs.retain(|hang| end.is_none_or(|end| hang.found.at() <= end));
        sort_by_key(&mut hangs, |hang| hang.found.at());
        FailureSummary { groups, earliest: gathering.earliest.take(), end, hangs }
    }

    fn gathering(&self) -> MutexGuard<'_, Gathering> {
        self.gathering.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Gathering {
    /// Notes a failure that happened before all others.
    fn note(&mut self, found: &FailingInput) {
        if self.earliest.as_ref().is_none_or(|earliest| found.failure.when < earliest.failure.when) {
            self.earliest = Some(found.clone());
        }
    }

    /// Returns the first position of each new group.
    fn firsts(&self, known: &SortedMap<Group, ()>) -> impl Iterator<Item = Position> {
        let new = self.groups.iter().filter(|(group, _)| !known.has(group));
        new.map(|(_, summary)| summary.first.at())
    }
}

/// Removes failures that other threads found beyond the end.
fn forget(groups: &mut SortedMap<Group, GroupSummary>, end: Position) {
    groups.retain(|summary| summary.first.at() <= end);
    for summary in groups.values_mut().filter(|summary| summary.smallest.at() > end) {
        summary.smallest = summary.first.clone();
    }
}

impl GroupSummary {
    fn of(found: FailingInput) -> GroupSummary {
        GroupSummary { first: found.clone(), smallest: found, count: 1 }
    }

    /// Adds a failure. Returns whether it precedes all others.
    fn add(&mut self, found: FailingInput) -> bool {
        self.count += 1;
        let rank = |found: &FailingInput| (found.input.size(), found.at());
        if rank(&found) < rank(&self.smallest) {
            self.smallest = found.clone();
        }
        let is_first = found.at() < self.first.at();
        if is_first {
            self.first = found;
        }
        is_first
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::run::verdict::Cause;
    use crate::testing::shapes::bytes;

    fn found(position: u64, cause: Cause) -> FailingInput {
        let input = bytes().parse(&[position]).unwrap();
        FailingInput { position, nth: 0, input, failure: Failure::of(cause) }
    }

    #[test]
    fn a_failure_beyond_a_late_case_counts_unless_the_case_fails() {
        let suspended = || {
            let failures = Failures::new(SortedMap::default(), 2);
            assert!(failures.add(found(9, Cause::Returned("false".to_owned()))));
            failures.suspend(Hang { found: found(5, Cause::Hung(Duration::from_secs(1))), counted: Some(1) });
            assert!(failures.have_ended_before(6, 0) && !failures.have_ended_before(4, 0));
            failures.take()
        };
        let mut gathered = suspended();
        let hang = gathered.hangs.pop().unwrap();
        assert_eq!(gathered.found().map(|found| found.position).collect::<Vec<_>>(), [9]);
        assert_eq!(gathered.end, None);
        gathered.end_with(hang.found);
        assert_eq!(gathered.found().map(|found| found.position).collect::<Vec<_>>(), [5]);
        assert_eq!(gathered.end, Some((5, 0)));
    }

    #[test]
    fn a_case_that_is_late_beyond_the_end_does_not_matter() {
        let failures = Failures::new(SortedMap::default(), 1);
        failures.suspend(Hang { found: found(9, Cause::Hung(Duration::from_secs(1))), counted: Some(1) });
        assert!(!failures.add(found(5, Cause::Returned("false".to_owned()))));
        let gathered = failures.take();
        assert!(gathered.hangs.is_empty() && gathered.end == Some((5, 0)));
    }
}
