//! The failures that the threads at work on one job gather, with the same result for any number of threads.
//!
//! Inputs have positions in the order of the whole run. The job ends at the position with which it has as many new groups of
//! failures as are asked for: threads that are beyond it stop, and those that have not reached it go on, because they may find one
//! at an earlier position.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use everycase_kernel::Derivation;

use crate::verdict::{Failure, Group, Subject};

/// A position in the order of a run, and among the inputs of that position, such as those of one unit of a search.
type Position = (u64, u64);

/// An input on which a subject fails.
#[derive(Debug, Clone)]
pub struct Found {
    /// Its position.
    pub position: u64,
    /// Which one of that position it is.
    pub nth: u64,
    /// The input.
    pub input: Derivation,
    /// How the subject fails.
    pub failure: Failure,
}

/// What the parts of a job share: the subject, and the failures found.
#[derive(Clone)]
pub struct Trial {
    /// What runs the inputs.
    pub subject: Arc<dyn Subject>,
    /// Where failures go.
    pub failures: Arc<Failures>,
}

/// The failures that the parts of a job gather together.
pub struct Failures {
    /// Groups that were found before.
    known: BTreeSet<Group>,
    /// How many new groups end the job.
    left: usize,
    /// No input of a later position is of interest.
    last: AtomicU64,
    gathering: Mutex<Gathering>,
}

struct Gathering {
    groups: BTreeMap<Group, Tally>,
    end: Position,
}

/// The failures of one group.
pub(crate) struct Tally {
    /// The first failure.
    pub(crate) first: Found,
    /// The smallest input, the first of its size.
    pub(crate) smallest: Found,
    /// How many inputs failed so.
    pub(crate) count: u64,
}

/// What the parts of a job have gathered.
#[derive(Default)]
pub(crate) struct Gathered {
    pub(crate) groups: BTreeMap<Group, Tally>,
    /// The failure that has ended the job, if one has.
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
        self.groups.values().map(|tally| &tally.smallest)
    }

    /// Returns the first failure by a limit of the tool.
    pub(crate) fn first_limit(&self) -> Option<&Found> {
        let first = self.groups.values().map(|tally| &tally.first);
        first.filter(|found| found.failure.is_limit()).min_by_key(|found| found.at())
    }
}

impl Failures {
    /// Returns failures that end with `left` groups, one at least, besides those that are known.
    pub(crate) fn new(known: BTreeSet<Group>, left: usize) -> Failures {
        let left = left.max(1);
        let gathering = Gathering { groups: BTreeMap::new(), end: (u64::MAX, u64::MAX) };
        Failures { known, left, last: AtomicU64::new(u64::MAX), gathering: Mutex::new(gathering) }
    }

    /// Returns failures that nothing ends but a case that hangs.
    pub(crate) fn open() -> Failures {
        Failures::new(BTreeSet::new(), usize::MAX)
    }

    /// Returns failures that end at a position and not before.
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

    /// Adds a failure. Returns whether the part goes on.
    pub fn add(&self, found: Found) -> bool {
        self.put(found, false)
    }

    /// Adds a failure that ends the job in any case, such as a case that hangs.
    pub fn end_with(&self, found: Found) {
        self.put(found, true);
    }

    fn put(&self, found: Found, is_end: bool) -> bool {
        let at = found.at();
        let gathering = &mut *self.gathering();
        if at > gathering.end {
            return false;
        }
        let group = Group::of(&found.failure);
        if is_end {
            gathering.end = at;
        }
        let is_first = match gathering.groups.get_mut(&group) {
            None => {
                let tally = Tally { first: found.clone(), smallest: found, count: 1 };
                gathering.groups.insert(group, tally);
                true
            }
            Some(tally) => tally.add(found),
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

    /// Takes what was gathered.
    pub(crate) fn take(&self) -> Gathered {
        let gathering = &mut *self.gathering();
        let end = (gathering.end < (u64::MAX, u64::MAX)).then_some(gathering.end);
        let mut groups = std::mem::take(&mut gathering.groups);
        if self.end_at_first() {
            // What other threads have found after it does not count.
            for tally in groups.values_mut() {
                tally.count = 1;
            }
        }
        Gathered { groups, end }
    }

    fn gathering(&self) -> MutexGuard<'_, Gathering> {
        self.gathering.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Gathering {
    /// Returns where each group that was not known is first.
    fn firsts(&self, known: &BTreeSet<Group>) -> impl Iterator<Item = Position> {
        let new = self.groups.iter().filter(|(group, _)| !known.contains(group));
        new.map(|(_, tally)| tally.first.at())
    }

    /// Drops what other threads have found beyond the end.
    fn forget(&mut self) {
        let end = self.end;
        if end == (u64::MAX, u64::MAX) {
            return;
        }
        self.groups.retain(|_, tally| tally.first.at() <= end);
        for tally in self.groups.values_mut().filter(|tally| tally.smallest.at() > end) {
            tally.smallest = tally.first.clone();
        }
    }
}

impl Tally {
    /// Adds a failure. Returns whether it comes before all others.
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
