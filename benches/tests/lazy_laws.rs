//! The laws on lazy values: each says what the plain one does, and finds the bugs that it can.

use std::fmt::Debug;
use std::time::Duration;

use everycase::lazy::search;
use everycase::{BigUint, Enumerable, Lazy};
use everycase_benches::bst::{BUGS, Bug};
use everycase_benches::laws::{LAWS, Law, Verdict};
use everycase_benches::lazy_laws::{Breaking, Breaks, LAZY_LAWS};

/// Checks a lazy law against the plain one on all inputs up to the size at which there are a thousand.
fn same<I: Enumerable + Debug>(name: &str, bug: Bug, law: fn(Bug, &I) -> Verdict, breaks: Breaking<I>) {
    let space = I::space();
    let inputs = |size| space.count_up_to(size).expect("the type is rightly recursive");
    let size = (0..100).find(|size| inputs(*size) > 1_000u32.into()).expect("there are thousands");
    let found = search(|input: Lazy<I>| {
        let broken = breaks(bug, input);
        // This decides all that is open, so that there is a run for each input.
        let input = input.value();
        assert_eq!(broken, law(bug, &input) == Some(false), "{name}, {bug}: {input:?}");
        true
    });
    let found = found.up_to(size).expect("the type is rightly recursive");
    assert_eq!(BigUint::from(found.count()), inputs(size));
}

#[test]
fn lazy_laws_say_what_the_plain_ones_say() {
    for (name, breaks) in LAZY_LAWS {
        let plain = LAWS.iter().find(|law| law.name == *name).expect("there is a plain one");
        for bug in BUGS.into_iter().chain([Bug::None]) {
            match (plain.law, *breaks) {
                (Law::KVTK(law), Breaks::KVTK(breaks)) => same(name, bug, law, breaks),
                (Law::KKT(law), Breaks::KKT(breaks)) => same(name, bug, law, breaks),
                (Law::TT(law), Breaks::TT(breaks)) => same(name, bug, law, breaks),
                (Law::TTK(law), Breaks::TTK(breaks)) => same(name, bug, law, breaks),
                (Law::TTP(law), Breaks::TTP(breaks)) => same(name, bug, law, breaks),
                (Law::TTT(law), Breaks::TTT(breaks)) => same(name, bug, law, breaks),
                (Law::TTTT(law), Breaks::TTTT(breaks)) => same(name, bug, law, breaks),
                _ => panic!("{name} takes other inputs"),
            }
        }
    }
}

/// Searches until a counterexample is found, and compares it.
fn finds(name: &str, bug: Bug, runs: u64, counterexample: &str) {
    let (_, breaks) = LAZY_LAWS.iter().find(|law| law.0 == name).expect("there is a lazy law of this name");
    let hunt = breaks.hunt(bug, Duration::from_secs(10 * 60));
    let found = hunt.input.unwrap_or_default().replace("Bst::", "").replace("Box::new", "");
    assert_eq!((hunt.runs, &*found), (runs, counterexample), "{name}, {bug}");
}

#[test]
fn a_hundred_runs_find_what_is_wrong_with_insertion_and_deletion() {
    finds("InsertPost", Bug::InsertKeeps, 41, "(0, -1, Branch((Leaf), 0, 0, (Leaf)), 0)");
    let two = "Branch((Leaf), -1, 0, (Branch((Leaf), 0, 0, (Leaf))))";
    finds("DeletePost", Bug::DeleteReversed, 155, &format!("(0, 0, {two})"));
    let (right, left) = (
        "Branch((Leaf), 0, 0, (Branch((Leaf), 1, 0, (Leaf))))",
        "Branch((Branch((Leaf), 0, 0, (Leaf))), 1, 0, (Leaf))",
    );
    finds("DeletePreservesEquiv", Bug::DeleteDropsAbove, 1_210, &format!("({right}, {left}, 0)"));
}

/// Four trees, two by two equivalent: 61,326,646 inputs up to the size of this one.
#[test]
fn union_of_equivalent_trees_shows_that_roots_are_trusted() {
    let one = "Branch((Leaf), 0, 0, (Leaf))";
    let (right, left) = (
        "Branch((Leaf), 0, 0, (Branch((Leaf), 1, 0, (Leaf))))",
        "Branch((Branch((Leaf), 0, 0, (Leaf))), 1, 0, (Leaf))",
    );
    let input = format!("({one}, {one}, {right}, {left})");
    finds("UnionPreservesEquiv", Bug::UnionTrustsRoots, 31_196, &input);
}

/// And 913,014,016 up to the size of this one.
#[test]
fn union_of_equivalent_trees_shows_that_priority_is_lost() {
    let one = "Branch((Leaf), 0, 0, (Leaf))";
    let (right, left) = (
        "Branch((Leaf), -1, 0, (Branch((Leaf), 0, 1, (Leaf))))",
        "Branch((Branch((Leaf), -1, 0, (Leaf))), 0, 1, (Leaf))",
    );
    let input = format!("({one}, {one}, {right}, {left})");
    finds("UnionPreservesEquiv", Bug::UnionLosesPriority, 114_103, &input);
}
