//! Failures gathered over a run, grouped by their causes.
//!
//! Two failures are of one group if they are of one kind and of one site. A collector keeps the smallest input of each group and
//! counts how often the property failed so. It is full once it has as many groups as its limit: then the run ends at the input
//! that brought the last of them. With a limit of one that is the first failure.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;

use crate::error::CheckError;
use crate::failures::{Failures, Found, Gathered, Tally};
use crate::phase::Phase;
use crate::verdict::Group;

/// The failures of a run.
pub struct Collector {
    limit: NonZeroUsize,
    groups: BTreeMap<Group, Kept>,
    /// Did a failure end the run?
    is_full: bool,
}

/// The failures of one group.
pub struct Kept {
    /// The smallest input of the group, with its failure.
    pub found: Found,
    /// What is known of where it was found.
    pub at: At,
    /// How many inputs failed so, counted in each phase; in a search of inputs that are decided on demand, how many classes of inputs.
    pub count: u64,
    /// Of these, those of the last search: the next one meets them again.
    searched: u64,
}

impl Kept {
    fn size(&self) -> u32 {
        self.found.input.size()
    }
}

/// Where a failure was found.
#[derive(Debug, Clone, Copy)]
pub struct At {
    /// The phase.
    pub phase: Phase,
    /// How many inputs this part has run up to it.
    pub tests: u64,
    /// Has this part itself run all inputs of smaller sizes, and come to a verdict on each of them?
    pub is_smallest: bool,
}

impl Collector {
    /// Returns a collector that is full once it has `limit` groups.
    pub fn new(limit: NonZeroUsize) -> Collector {
        Collector { limit, groups: BTreeMap::new(), is_full: false }
    }

    /// Returns the number of groups that it takes.
    pub(crate) fn limit(&self) -> NonZeroUsize {
        self.limit
    }

    /// Returns whether the run is to end because of what has been found.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// Returns whether the run ends at its first failure.
    pub fn wants_one(&self) -> bool {
        self.limit == NonZeroUsize::MIN
    }

    /// Returns where the parts of a job gather their failures. Groups that have been found do not count towards the limit again.
    pub fn failures(&self) -> Failures {
        let known: BTreeSet<Group> = self.groups.keys().cloned().collect();
        let left = self.limit.get().saturating_sub(known.len());
        Failures::new(known, left)
    }

    /// Adds the failures of a stage; where the property was run on classes of inputs, the next search meets them again.
    ///
    /// # Errors
    /// When `at` cannot tell where one of them was found.
    pub(crate) fn add(
        &mut self,
        gathered: Gathered,
        is_search: bool,
        at: impl Fn(&Found) -> Result<At, CheckError>,
    ) -> Result<(), CheckError> {
        let mut groups: Vec<(Group, Tally)> = gathered.groups.into_iter().collect();
        groups.sort_by_key(|(_, tally)| tally.first.at());
        for (group, tally) in groups {
            let size = tally.smallest.input.size();
            let is_better = match self.groups.get(&group) {
                None if self.groups.len() >= self.limit.get() => continue,
                None => true,
                Some(kept) => size < kept.size() || size == kept.size() && !kept.at.is_smallest,
            };
            let (mut count, mut searched) =
                self.groups.get(&group).map_or((0, 0), |kept| (kept.count, kept.searched));
            let more = if is_search { tally.count.saturating_sub(searched) } else { tally.count };
            count += more;
            searched += if is_search { more } else { 0 };
            if is_better {
                let at = at(&tally.smallest)?;
                self.groups.insert(group, Kept { found: tally.smallest, at, count, searched });
            } else if let Some(kept) = self.groups.get_mut(&group) {
                (kept.count, kept.searched) = (count, searched);
            }
        }
        self.is_full |= gathered.end.is_some() || self.groups.len() >= self.limit.get();
        Ok(())
    }

    /// Takes the failures, the smallest input first.
    pub(crate) fn take(&mut self) -> Vec<(Group, Kept)> {
        let mut groups: Vec<(Group, Kept)> = std::mem::take(&mut self.groups).into_iter().collect();
        groups.sort_by_key(|(_, kept)| kept.size());
        groups
    }
}
