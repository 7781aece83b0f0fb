//! The order in which expressions are run (section 4.4 of the thesis).
//!
//! Depth is size here: the cost of the smallest expression that a run stands for. The thesis counts the steps and choices on the way
//! to an expression instead. Each of these decides one position, which costs 1 or more except for pairs and `()`, so an expression of
//! some depth in the thesis has at least about that size; but positions that are never looked at count here, with their least
//! size. The thesis splits its time at every choice, here it is split among functions. Its random strategy takes each
//! alternative of a choice with the same probability; here each expression of a size is equally likely.

use std::time::{Duration, Instant};

use everycase_check::settings::Plan;

/// The order in which expressions are run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// By size, those of all functions together; then uniform draws of larger sizes.
    #[default]
    Size,
    /// The same for one function after the other. Each has the same share of the tests, and of the time that the functions before it
    /// have left.
    Split,
    /// Depth-first, all up to the size bound at once, without searches of smaller bounds. Without a bound it is the same as by size.
    Depth,
    /// Uniform draws only, of the sizes up to the bound; without a bound, up to size 20.
    Random,
}

impl Strategy {
    /// Returns which functions are tested together.
    pub(crate) fn shares(self, functions: &[u32]) -> Vec<Vec<u32>> {
        match self {
            Strategy::Size | Strategy::Depth | Strategy::Random => vec![functions.to_vec()],
            Strategy::Split => functions.iter().map(|function| vec![*function]).collect(),
        }
    }

    /// Returns the plan of the next share: of `shares` in all, `left` have not begun. `start` is when the first one began.
    pub(crate) fn plan(self, plan: &Plan, start: Instant, shares: usize, left: usize) -> Plan {
        let mut own = plan.clone();
        own.budget.structures = true;
        match self {
            Strategy::Size => {}
            Strategy::Depth => own.budget.first = plan.budget.size.unwrap_or(0),
            Strategy::Random => own.budget.draws_only = true,
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
