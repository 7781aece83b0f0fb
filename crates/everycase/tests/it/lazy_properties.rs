//! Properties over lazy values: how they are searched, drawn and reported, whatever the number of threads.
//!
//! The properties that are ignored are the ones run by the tests, each in a process of its own.

use std::panic::AssertUnwindSafe;

use crate::support::transcript::transcript;
use everycase::prelude::*;

#[derive(Debug, Clone, PartialEq, Enumerable)]
enum Tree {
    Leaf,
    Node(Box<Tree>, u8, Box<Tree>),
}

fn is_ordered(tree: Lazy<Tree>) -> bool {
    is_between(tree, None, None)
}

fn is_between(tree: Lazy<Tree>, low: Option<Lazy<u8>>, high: Option<Lazy<u8>>) -> bool {
    match tree.force() {
        TreeView::Leaf => true,
        TreeView::Node(left, key, right) => {
            low.is_none_or(|low| key.gt(low))
                && high.is_none_or(|high| key.lt(high))
                && is_between(left, low, Some(key))
                && is_between(right, Some(key), high)
        }
    }
}

fn insert(tree: Tree, k: u8) -> Tree {
    match tree {
        Tree::Leaf => Tree::Node(Box::new(Tree::Leaf), k, Box::new(Tree::Leaf)),
        Tree::Node(left, key, right) if k < key => Tree::Node(Box::new(insert(*left, k)), key, right),
        Tree::Node(left, key, right) if k > key => Tree::Node(left, key, Box::new(insert(*right, k))),
        same @ Tree::Node(..) => same,
    }
}

/// Forgets the right subtree of a tree whose root has a left one.
fn insert_badly(tree: Tree, k: u8) -> Tree {
    match tree {
        Tree::Node(left, key, right) if k < key && *left != Tree::Leaf => Tree::Node(
            Box::new(insert(*left, k)),
            key,
            Box::new(if k == 0 { insert(*right, 0) } else { *right }),
        ),
        tree => insert(tree, k),
    }
}

#[property(size = 12)]
fn insert_keeps_order(t: Lazy<Tree>, k: u8) {
    assume(is_ordered(t));
    assert!(is_ordered(Lazy::from(insert(t.value(), k))));
}

#[property(size = 20, should_fail)]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it lazy_properties"]
fn a_planted_bug(t: Lazy<Tree>, k: u8) {
    assume(is_ordered(t));
    assert!(is_ordered(Lazy::from(insert_badly(t.value(), k))), "out of order");
}

#[property(size = 20, should_fail)]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it lazy_properties"]
fn a_planted_bug_met_eagerly(t: Tree, k: u8) {
    assume(is_ordered(Lazy::from(t.clone())));
    assert!(is_ordered(Lazy::from(insert_badly(t, k))), "out of order");
}

#[property(size = 11)]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it lazy_properties"]
fn a_bound(t: Lazy<Tree>, k: u8) {
    assume(is_ordered(t));
    label(if k == 0 { "zero" } else { "more" });
}

#[property(size = 11)]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it lazy_properties"]
fn a_bound_met_eagerly(t: Tree, k: u8) {
    assume(is_ordered(Lazy::from(t)));
    let _ = k;
}

#[property(tests = 2_000, size = 30, seed = 7)]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it lazy_properties"]
fn a_budget(t: Lazy<Tree>, k: u8) {
    assume(is_ordered(t));
    label(if k == 0 { "zero" } else { "more" });
}

#[property(tests = 40_000, size = 50, seed = 7)]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it lazy_properties"]
fn a_large_budget(t: Lazy<Tree>) {
    assume(is_ordered(t));
}

/// Satisfied by few, and to be looked at whole.
fn is_rare(list: &[u8], of: u64) -> bool {
    list.iter().fold(7, |hash, x| (hash * 31 + u64::from(*x)) % of) == 0
}

#[property(tests = 200_000, size = 15, seed = 7)]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it lazy_properties"]
fn rare(list: Lazy<Vec<u8>>) {
    assume(is_rare(&list.value(), 7_001));
}

#[property(tests = 500_000, size = 16, seed = 7)]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it lazy_properties"]
fn hopeless(list: Lazy<Vec<u8>>) {
    let list = list.value();
    assume(list.is_empty() || is_rare(&list, 1_000_000_007));
}

#[property(tests = 200_000, size = 15, seed = 7)]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it lazy_properties"]
fn hardly_any(list: Lazy<Vec<u8>>) {
    let list = list.value();
    assume(list.is_empty() || is_rare(&list, 1_000_000_007));
}

#[property(size = 14, should_fail)]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it lazy_properties"]
fn late_parameters(t: Lazy<Tree>, a: u8, b: u8) {
    assume(matches!(t.force(), TreeView::Node(..)));
    if let TreeView::Node(left, ..) = t.force() {
        assume(matches!(left.force(), TreeView::Node(..)));
    }
    assert!(a < 3, "{a}");
    assert!(u32::from(a) + u32::from(b) < 1_000);
}

#[property(size = 14, should_fail)]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it lazy_properties"]
fn parts(t: Lazy<Tree>, k: u8) -> Result<(), String> {
    match t.force() {
        TreeView::Node(left, key, _) if key.force() == 3 => match left.force() {
            TreeView::Leaf => Err("a leaf".to_owned()),
            TreeView::Node(..) => Ok(()),
        },
        _ => Ok(()),
    }?;
    assert!(k < 255);
    Ok(())
}

#[property(size = 10, tests = 5_000)]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it lazy_properties"]
fn of_every_kind(t: Lazy<Option<u8>>, (a, mut b): (u8, bool), text: &str, list: &mut [bool]) {
    assume(t.force().is_some());
    b ^= a > 3;
    list.reverse();
    assert_eq!(text.len() + usize::from(b) >= usize::from(b), list.len() < usize::MAX);
}

#[property(size = 12)]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it lazy_properties"]
fn depends_on_more(t: Lazy<Tree>) {
    use std::sync::atomic::{AtomicBool, Ordering};
    static ODD: AtomicBool = AtomicBool::new(false);
    assume(ODD.fetch_xor(true, Ordering::Relaxed));
    t.force();
}

// With several threads each may happen to see one state only.
#[property(size = 12, jobs = 1)]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it lazy_properties"]
fn looks_now_and_then(t: Lazy<Tree>) {
    use std::sync::atomic::{AtomicBool, Ordering};
    static ODD: AtomicBool = AtomicBool::new(false);
    if ODD.fetch_xor(true, Ordering::Relaxed) {
        t.force();
    }
}

#[property(size = 10, tests = 2_000)]
fn what_was_made_lazy_is_gone_with_its_case(k: u8) {
    thread_local! {
        static LAST: std::cell::Cell<Option<Lazy<u8>>> = const { std::cell::Cell::new(None) };
    }
    let last = LAST.replace(Some(Lazy::from(k)));
    if let Some(last) = last {
        assert!(std::panic::catch_unwind(AssertUnwindSafe(|| last.force())).is_err(), "of another case");
    }
}

/// Where these two fail.
const LAZY: u32 = 63;
const EAGER: u32 = 70;

const SMALLEST: &str = "    let t: Tree = Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf), 0, Box::new(Tree::Leaf))), 1, Box::new(Tree::Leaf));
    let k: u8 = 0;
";

/// The words of a transcript, however its lines are broken.
fn words(test: &str) -> String {
    transcript(test).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_planted_bug_is_found_by_its_smallest_input_as_it_is_eagerly() {
    let check = |name: &str| {
        let line = if name == "a_planted_bug" { LAZY } else { EAGER };
        let start = format!(
            "testing {name}: failed as expected with counterexample:\n{SMALLEST}  panicked at \
             crates/everycase/tests/it/lazy_properties.rs:{line}:5: out of order\n    "
        );
        let report = transcript(name);
        assert!(report.starts_with(&start), "{report}");
        assert!(report.ends_with(" tests in TIME; no smaller input fails"), "{report}");
    };
    check("a_planted_bug");
    check("a_planted_bug_met_eagerly");
}

#[test]
fn as_many_inputs_are_covered_as_eagerly_in_fewer_runs() {
    assert_eq!(
        transcript("a_bound"),
        "testing a_bound: ok, all 4,278 inputs up to size 11 (in TIME, up to the given size)\n  exactly: all 4,278 inputs \
         up to size 11 in 595 runs; 9 runs discarded (1.5%)\n    (in TIME, up to the given size)\n 98.4% more\n  1.5% \
         zero"
    );
    assert_eq!(
        transcript("a_bound_met_eagerly"),
        "testing a_bound_met_eagerly: ok, all 4,278 inputs up to size 11, 49.1% discarded (in TIME)\n  exactly: all 4,278 \
         inputs up to size 11; 2,101 discarded (49.1%) (in TIME, up to the given size)"
    );
}

#[test]
fn a_budget_in_tests_ends_a_search_at_the_same_run_whatever_the_threads() {
    let told = words("a_budget");
    let searched = "testing a_budget: ok, all 829 inputs up to size 9, 965 drawn (in TIME, all tests made) exactly: all 829 \
                    inputs up to size 9 in 345 runs and 310 runs up to size 10, not all; ";
    assert!(told.starts_with(searched) && told.contains(" (in TIME, seed 7, all tests made) "), "{told}");
}

#[test]
fn sizes_that_are_too_large_to_enumerate_are_drawn() {
    // How many structures are drawn depends on the constants of the crate's sources, which are among the numbers.
    let told = words("a_large_budget");
    let searched = " exactly: all 4,121,423,632,112 inputs up to size 33 in 3,211 runs and 1,429 runs up to size 34, not all; ";
    let drawn = "; satisfying inputs drawn uniformly of every 4th size 38 to 42 (1 each); none \
                 found of every 12th size 34 to 46 within 1,000 runs; ";
    assert!(
        told.starts_with("testing a_large_budget: ok, all 4,121,423,632,112 inputs up to size 33, 15,002 ")
    );
    assert!(told.contains(searched) && told.contains(drawn), "{told}");
    assert!(told.ends_with(" (in TIME, seed 7, all tests made)"), "{told}");
}

#[test]
fn sizes_of_which_too_many_runs_find_nothing_are_given_up() {
    let told = words("hopeless");
    let given_up = "none found of sizes 15 to 16 within 20,000 runs; ";
    assert!(told.starts_with("testing hopeless: ok, ") && told.contains(given_up), "{told}");
}

#[test]
fn draws_that_take_too_many_runs_backtrack_and_those_in_vain_are_told() {
    // How many structures are drawn depends on the constants of the crate's sources, which are among the numbers.
    let told = words("rare");
    let searched =
        " exactly: all 41,761 inputs up to size 13 in 41,761 runs and 31,107 runs up to size 14, not all; ";
    let drawn = " drawn by structure, up to size 29; satisfying inputs drawn uniformly of sizes 14 to 15 (2 to 6 each); by \
                 backtracking of size 14 (1), each at most 1,001 times as likely as another; ";
    let warned = " (in TIME, seed 7, all tests made) warning: 99.9% of the runs on undecided inputs were discarded \
                  (97,839 of 97,867): let the assumption test first what fails most often, or draw from a generator of inputs that \
                  meet it warning: 41,761 runs for the 41,761 inputs up to size 13: `Lazy` saves little here; look at parts of the \
                  inputs before `value()`, or take plain parameters";
    assert!(told.contains(searched) && told.contains(drawn) && told.ends_with(warned), "{told}");
    let told = words("hardly_any");
    let in_vain = "none found of sizes 14 to 15 within 12,500 runs; ";
    assert!(told.starts_with("testing hardly_any: ok, ") && told.contains(in_vain), "{told}");
}

#[test]
fn a_plain_parameter_is_decided_where_it_is_first_mentioned() {
    let report = transcript("late_parameters");
    let start = "testing late_parameters: failed as expected with counterexample:\n    let t: Tree = Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf), 0, Box::new(Tree::Leaf))), 0, \
                 Box::new(Tree::Leaf));    // looked at: Tree::Node(Box::new(Tree::Node(_, _, _)), _, _)\n    let a: u8 = \
                 3;\n    let b: u8 = 0;    // looked at: _\n  panicked at ";
    assert!(report.starts_with(start), "{report}");
    let end = ": 3\n    127 | fn late_parameters(t: Lazy<Tree>, a: u8, b: u8) {\n    132 |     assert!(a < 3, \"{a}\");    <- fails \
               here\n  after 24 tests in TIME; no smaller input fails";
    assert!(report.ends_with(end), "{report}");
}

#[test]
fn what_was_not_looked_at_is_told() {
    assert_eq!(
        transcript("parts"),
        "testing parts: failed as expected with counterexample:\n    let t: Tree = Tree::Node(Box::new(Tree::Leaf), 3, \
         Box::new(Tree::Leaf));    // looked at: Tree::Node(Box::new(Tree::Leaf), 3, _)\n    let k: u8 = 0;    // looked \
         at: _\n  returned Err(\"a leaf\")\n  after 43 tests in TIME; no smaller input fails"
    );
}

#[test]
fn plain_parameters_of_every_kind_stand_beside_lazy_ones() {
    assert_eq!(
        words("of_every_kind"),
        "testing of_every_kind: ok, all 3,340 inputs up to size 10 (in TIME, up to the given size) exactly: all 3,340 \
         inputs up to size 10 in 1,055 runs; 1 run discarded (<0.1%) (in TIME, up to the given size)"
    );
}

#[test]
fn a_property_that_depends_on_more_than_its_input_is_told_of() {
    use crate::support::process::{Crate, Ran, full_name};

    // With one thread the two ends come in this order.
    let mut command = Crate::new().command_of(&full_name("depends_on_more"));
    let ran = Ran::of(command.env("EVERYCASE_JOBS", "1").env("EVERYCASE_REGRESSIONS", "0").output().unwrap());
    let expected = "testing depends_on_more: failed with counterexample:\n    let t: Tree = Tree::Leaf;\n  is not \
                    deterministic: of two runs on this input, one was discarded and one passed\n  after 1 test in ";
    assert!(!ran.passed && ran.stderr.contains(expected), "{}", ran.stderr);
}

#[test]
fn a_property_that_looks_at_more_the_second_time_may_keep_state() {
    use crate::support::process::{Crate, Ran, full_name};

    // With several threads each may happen to see one state only.
    let mut command = Crate::new().command_of(&full_name("looks_now_and_then"));
    let ran = Ran::of(command.env("EVERYCASE_JOBS", "1").output().unwrap());
    let expected = "testing looks_now_and_then: cannot be checked: two runs on the same decisions looked at different parts \
                    of the input, or ended differently";
    let told = if ran.passed { ran.stdout } else { ran.stderr };
    let words: Vec<&str> = told.split_whitespace().collect();
    assert!(words.join(" ").contains(expected), "{told}");
}
