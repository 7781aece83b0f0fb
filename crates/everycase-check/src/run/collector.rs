//! Collects the failures of a run, grouped by cause.
//!
//! Two failures are in one group if they have the same kind and site. A collector keeps the
//! smallest input of each group and counts its failures. It is full when it has as many groups as
//! its limit: the run then ends at the input that completed the last of them. With a limit of one
//! that is the first failure.

use std::num::NonZeroUsize;

use crate::claims::stream::Stream;
use crate::run::error::CheckError;
use crate::run::failures::{FailingInput, FailureSummary, Failures};
use crate::run::verdict::{Failure, Group};
use everycase_kernel::sorted::{SortedMap, sort_by_key};

/// The failures of a run.
pub struct Collector {
    limit: NonZeroUsize,
    /// Groups that were found before the run, and do not count towards the limit.
    known: SortedMap<Group, ()>,
    groups: SortedMap<Group, GroupEntry>,
    /// The failure that happened first.
    earliest: Option<(FailingInput, At)>,
    /// A failure like this one ends the run.
    sought: Option<Failure>,
    /// Whether a failure ended the run.
    is_full: bool,
}

/// The failures of one group.
pub struct GroupEntry {
    /// The smallest input of the group, with its failure.
    pub found: FailingInput,
    /// Where it was found.
    pub at: At,
    /// The number of failing inputs, counted in each stream; for inputs decided on demand, the
    /// number of equivalence classes.
    pub count: u64,
    /// How many of these are of the last search, which the next one repeats.
    searched: u64,
}

impl GroupEntry {
    fn size(&self) -> u32 {
        self.found.input.size()
    }
}

/// Where a failure was found.
#[derive(Debug, Clone, Copy)]
pub struct At {
    /// The stream.
    pub stream: Stream,
    /// The number of inputs this part has run up to it.
    pub tests: u64,
    /// Whether this part has run all smaller inputs, each with a verdict.
    pub is_smallest: bool,
}

impl Collector {
    /// Returns a collector that is full with `limit` groups.
    pub fn new(limit: NonZeroUsize) -> Collector {
        Collector::beyond([], limit)
    }

    /// Returns a collector that is full with `limit` groups that are not among `known`. It collects
    /// the failures of these, too.
    pub fn beyond(known: impl IntoIterator<Item = Group>, limit: NonZeroUsize) -> Collector {
        let known = known.into_iter().map(|group| (group, ())).collect();
        Collector { limit, known, groups: SortedMap::default(), earliest: None, sought: None, is_full: false }
    }

    /// Returns a collector that is full with a failure like this one, or with `limit` groups.
    pub(crate) fn seeking(sought: Failure, limit: NonZeroUsize) -> Collector {
        Collector { sought: Some(sought), ..Collector::new(limit) }
    }

    /// Returns the number of groups that count towards the limit.
    fn new_groups(&self) -> usize {
        self.groups.keys().filter(|group| !self.known.has(group)).count()
    }

    /// Returns the number of groups that it takes.
    pub(crate) fn limit(&self) -> NonZeroUsize {
        self.limit
    }

    /// Returns whether the run is to end because of what has been found.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// Returns whether the first failure ends the run.
    pub fn wants_one(&self) -> bool {
        self.limit == NonZeroUsize::MIN && self.known.is_empty() && self.sought.is_none()
    }

    /// Returns an empty collection for the failures of a job. Known groups do not count towards its
    /// limit again.
    pub fn failures(&self) -> Failures {
        let left = self.limit.get().saturating_sub(self.new_groups());
        let known = self.known.keys().chain(self.groups.keys());
        let known = known.map(|group| (group.clone(), ())).collect();
        Failures::new(known, left).seeking(self.sought.clone())
    }

    /// Adds the failures of a stage. If inputs were decided on demand, the next search meets them
    /// again.
    ///
    /// # Errors
    /// If `at` cannot tell where one of them was found.
    pub(crate) fn add(
        &mut self,
        gathered: FailureSummary,
        is_search: bool,
        at: impl Fn(&FailingInput) -> Result<At, CheckError>,
    ) -> Result<(), CheckError> {
        // A limit of the tool is not due to the property's state.
        if let Some(found) = gathered.earliest.filter(|found| !found.failure.is_limit())
            && self.earliest.as_ref().is_none_or(|(first, _)| found.failure.when < first.failure.when)
        {
            let at = at(&found)?;
            self.earliest = Some((found, at));
        }
        let mut groups = gathered.groups.into_entries();
        sort_by_key(&mut groups, |(_, summary)| summary.first.at());
        for (group, summary) in groups {
            let size = summary.smallest.input.size();
            let is_better = match self.groups.get(&group) {
                None if self.new_groups() >= self.limit.get() && !self.known.has(&group) => continue,
                None => true,
                Some(kept) => size < kept.size() || size == kept.size() && !kept.at.is_smallest,
            };
            let (mut count, mut searched) =
                self.groups.get(&group).map_or((0, 0), |kept| (kept.count, kept.searched));
            let more = if is_search { summary.count.saturating_sub(searched) } else { summary.count };
            count += more;
            searched += if is_search { more } else { 0 };
            if is_better {
                let at = at(&summary.smallest)?;
                self.groups.insert(group, GroupEntry { found: summary.smallest, at, count, searched });
            } else if let Some(kept) = self.groups.get_mut(&group) {
                (kept.count, kept.searched) = (count, searched);
            }
        }
        self.is_full |= gathered.end.is_some() || self.new_groups() >= self.limit.get();
        Ok(())
    }

    /// Takes the failure that happened first.
    pub(crate) fn take_earliest(&mut self) -> Option<(FailingInput, At)> {
        self.earliest.take()
    }

    /// Returns the failures, the smallest input first.
    pub(crate) fn take(&mut self) -> Vec<(Group, GroupEntry)> {
        let mut groups = std::mem::take(&mut self.groups).into_entries();
        sort_by_key(&mut groups, |(_, kept)| kept.size());
        groups
    }
}
