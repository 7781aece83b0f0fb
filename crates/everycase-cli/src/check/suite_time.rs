//! The time of a suite, divided among the properties of a program.
//!
//! A property has an equal share of what the properties before it have left: 3 s for three
//! properties are 1 s for the first, and 1.5 s for each other one if the first is done at once.

use std::time::Duration;

use everycase_check::report::Report;
use everycase_check::settings::Plan;

/// The time of a suite that is left, and the properties that have a share of it.
#[derive(Default)]
pub(super) struct SuiteTime {
    spent: Duration,
    /// The number of properties with a share.
    all: u32,
    /// The number of them that were not run.
    left: u32,
}

impl SuiteTime {
    /// Returns the time of a suite with the properties of these plans.
    pub(super) fn of(plans: impl Iterator<Item = Plan>) -> Self {
        let all = plans.filter(|plan| plan.suite_time.is_some()).count() as u32;
        Self { spent: Duration::ZERO, all, left: all }
    }

    /// Gives the next property its share, if it has one. Returns the note about it.
    pub(super) fn divide(&mut self, plan: &mut Plan) -> Option<String> {
        let suite = plan.suite_time?;
        let share = suite.saturating_sub(self.spent) / self.left.max(1);
        self.left = self.left.saturating_sub(1);
        Some(plan.take_share(suite, share, u64::from(self.all)))
    }

    /// Takes what a property needed of its share. Shrinking has a time of its own.
    pub(super) fn spend(&mut self, plan: &Plan, report: &Report) {
        let Some(share) = plan.suite_time.and(plan.budget.time) else { return };
        let took = report.covered.as_ref().map_or(Duration::ZERO, |covered| covered.time);
        self.spent += took.min(share);
    }
}
