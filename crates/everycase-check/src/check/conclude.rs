//! The conclusions of a check: what it found, why it ended, and whether the property was tested at
//! all.

use std::time::Duration;

use everycase_kernel::{BigUint, Derivations, SpaceError};

use super::result::{CheckResult, Ending, FailureCollection, FailureGroup, Finding, Vacuity};
use super::streams::Check;
use crate::run::collector::GroupEntry;
use crate::run::error::CheckError;
use crate::run::verdict::Group;
use crate::settings::budget::Budget;
use crate::streams::source::{COUNTS, FIRST_GAP, GAP, SizeLimit};
use everycase_kernel::sorted::sort_by_key;

impl Check<'_> {
    /// Shrinks the failures. If none were found, finds out whether the property was tested at all.
    pub(super) fn conclude(mut self) -> Result<FailureCollection, CheckError> {
        let found = self.runner.collector.take();
        let is_one = self.runner.collector.wants_one();
        let mut further = Vec::new();
        let mut groups = Vec::new();
        if let Some(first) = self.first_of_state()? {
            // All other failures may be due to this one.
            groups.push(FailureGroup { group: Group::of(&first.failure), count: 1, counterexample: first });
        } else {
            let longest = self.plan.shrink_time / u32::try_from(found.len()).unwrap_or(u32::MAX).max(1);
            for (group, GroupEntry { found, at, count, .. }) in found {
                let same = (!is_one).then_some(&group);
                let mut all = self.counterexample(found, at, (same, longest))?.into_iter();
                let counterexamples = all.next();
                further.extend(all);
                groups.extend(counterexamples.map(|counterexample| FailureGroup {
                    group,
                    count,
                    counterexample,
                }));
            }
            sort_by_key(&mut groups, |group| group.counterexample.size());
        }
        let finding = match groups.first() {
            Some(smallest) => Finding::Counterexample(Box::new(smallest.counterexample.clone())),
            None => match self.unreached()? {
                Some(why) => Finding::Unreached(why),
                None => match self.coverage.missed() {
                    missed if missed.is_empty() => Finding::Nothing,
                    missed => Finding::Undershot(missed),
                },
            },
        };
        let limit = self.runner.collector.limit();
        let checked = CheckResult { further, ..self.finish(finding) };
        Ok(if is_one { checked.into() } else { FailureCollection { checked, groups, limit } })
    }

    /// Ends the check.
    pub(super) fn finish(self, finding: Finding) -> CheckResult {
        let ended = self.ended(&finding);
        CheckResult {
            coverage: self.coverage,
            undecided: self.undecided,
            late: self.runner.late,
            corrected: self.corrected,
            finding,
            further: Vec::new(),
            time: self.start.elapsed(),
            ended,
        }
    }

    /// Returns why the check has ended.
    fn ended(&self, finding: &Finding) -> Ending {
        let Budget { time, at_most, tests, .. } = self.plan.budget;
        let is_after = |time: Option<Duration>| time.is_some_and(|time| self.start.elapsed() >= time);
        let is_cut = is_after(at_most) && tests.is_some_and(|tests| self.coverage.inputs() < tests);
        match finding {
            Finding::Counterexample(_) if self.ends_with_failure() => Ending::Failure,
            _ if self.plan.stop.is_wanted() => Ending::Interrupted,
            _ if self.coverage.is_complete() => Ending::AllSeen,
            _ if self.is_done => Ending::Size,
            _ if is_after(time) || is_cut => Ending::Time,
            _ if self.limit == Some(SizeLimit::Memory) => Ending::Memory,
            _ if self.limit == Some(SizeLimit::Depth) => Ending::Depth,
            _ if tests.is_some() => Ending::Tests,
            _ => Ending::Time,
        }
    }

    /// Returns whether a failure ends the check.
    fn ends_with_failure(&self) -> bool {
        self.runner.collector.wants_one() || self.runner.collector.is_full()
    }

    /// Returns why the property was never tested, if it was not.
    fn unreached(&mut self) -> Result<Option<Vacuity>, CheckError> {
        // An interrupted check might still have tested it.
        let undecided = self.coverage.undecided();
        if self.coverage.inputs() > self.coverage.discards() + undecided || self.plan.stop.is_wanted() {
            return Ok(None);
        }
        if self.coverage.inputs() > 0 {
            let why = if undecided > 0 { Vacuity::NoneDecided } else { Vacuity::AllDiscarded };
            return Ok(Some(why));
        }
        if self.runner.pool.is_over(self.end) {
            return Ok(Some(Vacuity::NoTime));
        }
        match self.without_inputs() {
            Err(CheckError::Space(SpaceError::OutOfTime)) => Ok(Some(Vacuity::NoTime)),
            why => why,
        }
    }

    /// Returns why no input ran to its end, if the time left suffices to find out.
    fn without_inputs(&self) -> Result<Option<Vacuity>, CheckError> {
        if self.limit == Some(SizeLimit::Memory) {
            let size = self.coverage.exhausted().map_or(0, |all| all.through + 1);
            return Err(SpaceError::TooLarge { size }.into());
        }
        // Without a look at the smallest inputs nothing could be said.
        let until = self.runner.pool.until(self.end).within_memory(COUNTS).within_work(u64::MAX);
        let derivations = self.derivations.until(until);
        if let Some(largest) = derivations.largest_size()?
            && derivations.count_up_to(largest)? == BigUint::ZERO
        {
            return Ok(Some(Vacuity::NoValues));
        }
        let bound = self.plan.budget.size.unwrap_or(FIRST_GAP);
        if smallest_size(&derivations, 0, bound)?.is_some() {
            // A part may have no inputs while the whole run has some.
            return Ok(self.plan.shard.is_whole().then_some(Vacuity::NoTime));
        }
        // Beyond any realistic cost of a constructor, and still quick.
        let larger = smallest_size(&derivations, bound.saturating_add(1), bound.saturating_add(GAP - 1));
        let smallest = match larger {
            Err(CheckError::Space(SpaceError::TooLarge { .. })) => None,
            smallest => smallest?,
        };
        Ok(Some(Vacuity::TooSmall { bound, smallest }))
    }
}

/// Returns the smallest size between `first` and `last` that has inputs.
fn smallest_size(derivations: &Derivations, first: u32, last: u32) -> Result<Option<u32>, CheckError> {
    for size in first..=last {
        if derivations.count(size)? != BigUint::ZERO {
            return Ok(Some(size));
        }
    }
    Ok(None)
}
