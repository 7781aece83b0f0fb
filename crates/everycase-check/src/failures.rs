//! The failures that the threads of a job collect, with the same result for any number of threads.
//!
//! Inputs have positions in the order of the whole run. The job ends at the position that completes the required number of new
//! groups, or at the first failure like the one that is sought. Threads beyond it stop; threads before it continue, because they may
//! find a failure at an earlier position.
//!
//! The failure that happened first is kept beside the groups, wherever it is in that order: if the property keeps state between its
//! runs, it may have caused all others.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use everycase_kernel::Derivation;
use everycase_kernel::lazy::Probe;

use crate::verdict::{Failure, Group, Subject};

/// A position in the order of a run, and the index of an input at that position, for instance within a unit of a search.
type Position = (u64, u64);

/// An input on which a subject fails.
#[derive(Debug, Clone)]
pub struct Found {
    /// Its position.
    pub position: u64,
    /// Its index at that position.
    pub nth: u64,
    /// The input.
    pub input: Derivation,
    /// How the subject fails.
    pub failure: Failure,
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
    known: BTreeSet<Group>,
    /// The number of new groups that ends the job.
    left: usize,
    /// A failure like this one ends the job.
    sought: Option<Failure>,
    /// Inputs of later positions do not matter.
    last: AtomicU64,
    gathering: Mutex<Gathering>,
}

struct Gathering {
    groups: BTreeMap<Group, GroupSummary>,
    earliest: Option<Found>,
    end: Position,
}

/// The failures of one group.
pub(crate) struct GroupSummary {
    /// The first failure.
    pub(crate) first: Found,
    /// The smallest input, the first of its size.
    pub(crate) smallest: Found,
    /// The number of failing inputs.
    pub(crate) count: u64,
}

/// The collected failures.
#[derive(Default)]
pub(crate) struct Gathered {
    pub(crate) groups: BTreeMap<Group, GroupSummary>,
    /// The failure that happened first.
    pub(crate) earliest: Option<Found>,
    /// The failure that ended the job, if any.
    pub(crate) end: Option<Position>,
}

impl Found {
    pub(crate) fn at(&self) -> (u64, u64) {
        (self.position, self.nth)
    }
}

impl Gathered {
    /// Returns the smallest input of each group.
    pub(crate) fn found(&self) -> impl Iterator<Item = &Found> {
        self.groups.values().map(|summary| &summary.smallest)
    }

    /// Returns the first failure caused by a limit of the tool.
    pub(crate) fn first_limit(&self) -> Option<&Found> {
        let first = self.groups.values().map(|summary| &summary.first);
        first.filter(|found| found.failure.is_limit()).min_by_key(|found| found.at())
    }
}

impl Failures {
    /// Returns a collection that ends the job with `left` new groups, at least one.
    pub(crate) fn new(known: BTreeSet<Group>, left: usize) -> Failures {
        let left = left.max(1);
        let gathering = Gathering { groups: BTreeMap::new(), earliest: None, end: (u64::MAX, u64::MAX) };
        let (last, gathering) = (AtomicU64::new(u64::MAX), Mutex::new(gathering));
        Failures { known, left, sought: None, last, gathering }
    }

    /// Returns the same collection, which also ends the job at the first failure like this one.
    pub(crate) fn seeking(self, sought: Option<Failure>) -> Failures {
        Failures { sought, ..self }
    }

    /// Returns a collection in which only a case that hangs ends the job.
    pub(crate) fn open() -> Failures {
        Failures::new(BTreeSet::new(), usize::MAX)
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
    pub fn add(&self, found: Found) -> bool {
        self.put(found, false)
    }

    /// Adds a failure that ends the job, such as a case that hangs.
    pub fn end_with(&self, found: Found) {
        self.put(found, true);
    }

    fn put(&self, found: Found, is_end: bool) -> bool {
        let at = found.at();
        let is_end = is_end || self.sought.as_ref().is_some_and(|sought| sought.is_like(&found.failure));
        let gathering = &mut *self.gathering();
        gathering.note(&found);
        if at > gathering.end {
            return false;
        }
        let group = Group::of(&found.failure);
        if is_end {
            gathering.end = at;
        }
        let is_first = match gathering.groups.get_mut(&group) {
            None => {
                let summary = GroupSummary { first: found.clone(), smallest: found, count: 1 };
                gathering.groups.insert(group, summary);
                true
            }
            Some(summary) => summary.add(found),
        };
        if is_first || is_end {
            let mut firsts: Vec<Position> = gathering.firsts(&self.known).collect();
            firsts.sort_unstable();
            if let Some(&end) = firsts.get(self.left - 1) {
                gathering.end = gathering.end.min(end);
            }
            gathering.forget();
            self.last.store(gathering.end.0, Ordering::Relaxed);
        }
        at < gathering.end
    }

    /// Returns whether the first failure ends the job.
    pub(crate) fn end_at_first(&self) -> bool {
        self.left == 1 && self.known.is_empty()
    }

    /// Takes the collected failures.
    pub(crate) fn take(&self) -> Gathered {
        let gathering = &mut *self.gathering();
        let end = (gathering.end < (u64::MAX, u64::MAX)).then_some(gathering.end);
        let mut groups = std::mem::take(&mut gathering.groups);
        if self.end_at_first() {
            // Failures that other threads found after it do not count.
            for summary in groups.values_mut() {
                summary.count = 1;
            }
        }
        Gathered { groups, earliest: gathering.earliest.take(), end }
    }

    fn gathering(&self) -> MutexGuard<'_, Gathering> {
        self.gathering.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Gathering {
    /// Notes a failure that happened before all others.
    fn note(&mut self, found: &Found) {
        if self.earliest.as_ref().is_none_or(|earliest| found.failure.when < earliest.failure.when) {
            self.earliest = Some(found.clone());
        }
    }

    /// Returns the first position of each new group.
    fn firsts(&self, known: &BTreeSet<Group>) -> impl Iterator<Item = Position> {
        let new = self.groups.iter().filter(|(group, _)| !known.contains(group));
        new.map(|(_, summary)| summary.first.at())
    }

    /// Removes failures that other threads found beyond the end.
    fn forget(&mut self) {
        let end = self.end;
        if end == (u64::MAX, u64::MAX) {
            return;
        }
        self.groups.retain(|_, summary| summary.first.at() <= end);
        for summary in self.groups.values_mut().filter(|summary| summary.smallest.at() > end) {
            summary.smallest = summary.first.clone();
        }
    }
}

impl GroupSummary {
    /// Adds a failure. Returns whether it precedes all others.
    fn add(&mut self, found: Found) -> bool {
        self.count += 1;
        let rank = |found: &Found| (found.input.size(), found.at());
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
