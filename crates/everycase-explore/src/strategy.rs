//! The order in which expressions are run (section 4.4 of the thesis).
//!
//! The thesis splits its time at every choice; here it is split among functions. Its other orders
//! are budgets of a plan: depth-first is a [first bound][first], random is
//! [draws only][draws].
//!
//! [first]: everycase_check::settings::budget::Budget::first
//! [draws]: everycase_check::settings::budget::Budget::draws_only

use std::time::{Duration, Instant};

use everycase_check::settings::Plan;

/// The order in which expressions are run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// By size, the tests of all functions together; then uniform draws of larger sizes.
    #[default]
    Size,
    /// The same for one function after the other. Each has the same share of the tests, and of the
    /// time that the functions before it have left.
    Split,
}

impl Strategy {
    /// Returns which functions are tested together.
    pub(crate) fn shares(self, functions: &[u32]) -> Vec<Vec<u32>> {
        match self {
            Strategy::Size => vec![functions.to_vec()],
            Strategy::Split => functions.iter().map(|function| vec![*function]).collect(),
        }
    }

    /// Returns the plan of the next share: of `shares` in all, `left` have not begun. `start` is
    /// when the first one began.
    pub(crate) fn plan(self, plan: &Plan, start: Instant, shares: usize, left: usize) -> Plan {
        let mut own = plan.clone();
        own.budget.structures = true;
        match self {
            Strategy::Size => {}
            Strategy::Split => {
                let time = |time: Duration| {
                    time.saturating_sub(start.elapsed()) / u32::try_from(left).unwrap_or(u32::MAX).max(1)
                };
                own.budget.time = plan.budget.time.map(time);
                own.budget.tests = plan.budget.tests.map(|tests| tests.div_ceil(shares.max(1) as u64));
            }
        }
        own
    }
}
