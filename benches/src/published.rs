//! The published mean number of tests to failure for the original's laws and bugs, and why a cell here may differ.

use crate::bst::{Bug, Operation};
use crate::laws::Named;

const TABLE: &str = include_str!("../data/hughes_mttf.csv");

/// Mean tests to failure of the original's run; 0 where it never failed.
pub fn tests_to_failure(law: &str, bug: Bug) -> Option<f64> {
    mean(law, bug.number())
}

/// Returns the same for the bug of a number, from 1 on.
pub fn mean(law: &str, bug: usize) -> Option<f64> {
    let row =
        TABLE.lines().find_map(|line| line.strip_prefix("prop_")?.strip_prefix(law)?.strip_prefix(','))?;
    row.split(',').nth(bug.checked_sub(1)?)?.parse().ok()
}

/// Returns why this cell is found on one side and not on the other.
pub fn reason(law: &Named, bug: Bug, found_here: bool) -> &'static str {
    let called = bug.operation().is_some_and(|operation| law.calls.contains(&operation));
    match (found_here, called, bug) {
        (false, false, _) if bug.operation() == Some(Operation::Insert) => {
            "the law does not call insert: found there only because that suite's generator does, so its inputs were not valid trees"
        }
        (false, true, _) if law.name == "UnionPreservesEquiv" => {
            "missed on plain inputs, found on lazy ones: four trees, two by two equivalent; the smallest that fail have size 18 (bug 7) and 20 (bug 8), with 61 and 913 million inputs up to there"
        }
        (true, _, Bug::InsertForgets) => {
            "not found there: that suite's generator inserts, so its trees never had more than one key"
        }
        (true, _, _) => "not found there, for no reason known here",
        (false, _, _) => "missed here, for no reason known",
    }
}
