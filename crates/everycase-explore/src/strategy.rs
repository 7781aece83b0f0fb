//! The order in which expressions are run (section 4.4 of the thesis).

use everycase_check::settings::Plan;

/// The order in which expressions are run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// By size, those of all functions together; then uniform draws of larger sizes.
    #[default]
    Size,
    /// The same for one function after the other, each with the same share of the time and the tests.
    Split,
    /// Depth-first, all up to the size bound at once, without searches of smaller bounds. Without a bound it is the same as by size.
    Depth,
}

impl Strategy {
    /// Returns which functions are tested together, and the plan for each.
    pub(crate) fn shares(self, functions: &[u32], plan: &Plan) -> Vec<(Vec<u32>, Plan)> {
        match self {
            Strategy::Size => vec![(functions.to_vec(), plan.clone())],
            Strategy::Depth => {
                let mut own = plan.clone();
                own.budget.first = plan.budget.size.unwrap_or(0);
                vec![(functions.to_vec(), own)]
            }
            Strategy::Split => {
                let parts = u32::try_from(functions.len()).unwrap_or(u32::MAX).max(1);
                let mut own = plan.clone();
                own.budget.time = plan.budget.time.map(|time| time / parts);
                own.budget.tests = plan.budget.tests.map(|tests| tests.div_ceil(parts.into()));
                functions.iter().map(|function| (vec![*function], own.clone())).collect()
            }
        }
    }
}
