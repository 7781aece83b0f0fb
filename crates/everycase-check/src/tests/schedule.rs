//! The schedule of a run. Only these tests have its figures: they change with the table of streams,
//! and other tests assert relations.

use super::lazy::Ascending;
use super::structures::with_structures;
use super::*;
use crate::streams::table::{TABLE, WHOLE};

/// Returns the part of a budget that a stream has by the table, of complete inputs.
pub(super) fn share(stream: Stream, tests: u64) -> u64 {
    let row = TABLE.iter().find(|row| row.stream == stream).unwrap();
    tests * u64::from(row.share[0]) / u64::from(WHOLE)
}

/// Returns the number of inputs that a stream has run.
pub(super) fn tests_of(checked: &CheckResult, stream: Stream) -> u64 {
    checked.coverage.of(stream).map(|claim| claim.tally.ran).sum()
}

/// The inputs of each stream in a run of 4,096 tests.
fn ran(derivations: &Derivations, subject: &Arc<dyn Subject>) -> [u64; 4] {
    let checked = with_structures(derivations, subject, tests(4_096));
    TABLE.each_ref().map(|row| tests_of(&checked, row.stream))
}

/// Trees with a number in each node.
fn trees() -> Shape {
    struct Tree;
    Shape::named(Key::of::<Tree>(), || {
        let number = Shape::range(Range::signed(32));
        let node = Alternative::new("node", [trees(), number, trees()]);
        Shape::choice([Alternative::new("leaf", []).pay(1), node.pay(1)])
    })
}

#[test]
fn the_inputs_of_each_stream_are_these() {
    let complete = holds(|_| true);
    assert_eq!(ran(&lists(), &complete), [1536, 512, 1536, 512]);
    assert_eq!(ran(&Derivations::new(trees()), &complete), [1536, 512, 1536, 512]);
    let checked = run(&lists(), &holds(|_| true), tests(1000));
    assert_eq!(
        checked.coverage.to_string(),
        "all 378 inputs up to size 8 and 122 of the 610 of size 9; 11 to 45 uniform of each size 9 to 29"
    );
}

#[test]
fn the_runs_of_each_stream_of_inputs_that_are_decided_on_demand_are_these() {
    let ascending: Arc<dyn Subject> = Ascending::new(|_: &[u64]| Verdict::Passed);
    assert_eq!(ran(&lists(), &ascending), [2048, 512, 1024, 512]);
}
