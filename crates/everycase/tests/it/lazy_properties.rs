//! Properties over lazy values: how they are searched, drawn and reported, whatever the number of threads.
//!
//! The properties are subjects, each run in a process of its own.

use std::panic::AssertUnwindSafe;

use crate::support::process::Crate;
use crate::support::transcript::transcript;
use everycase::prelude::*;

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

const SMALLEST: &str = "    let t: Tree = Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf), 0, Box::new(Tree::Leaf))), 1, Box::new(Tree::Leaf));
    let k: u8 = 0;
";

/// The line at which a subject begins.
fn line_of(name: &str) -> usize {
    let source = include_str!("../subjects/lazy_properties.rs");
    let begins = |line: &str| line.starts_with(&format!("fn {name}("));
    source.lines().position(begins).expect("the subject") + 1
}

/// The words of a transcript, however its lines are broken.
fn words(test: &str) -> String {
    transcript(test).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_property_that_holds_is_ok() {
    let report = transcript("insert_keeps_order");
    assert!(report.starts_with("testing insert_keeps_order: ok, "), "{report}");
}

#[test]
fn a_planted_bug_is_found_by_its_smallest_input_as_it_is_eagerly() {
    let check = |name: &str| {
        // The second statement fails.
        let line = line_of(name) + 2;
        let start = format!(
            "testing {name}: failed as expected with counterexample:\n{SMALLEST}  panicked at \
             crates/everycase/tests/subjects/lazy_properties.rs:{line}:5: out of order\n    "
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
                  (97,839 of 97,867): test the condition that fails most often first, or draw from a generator of inputs that \
                  meet the assumption warning: 41,761 runs for the 41,761 inputs up to size 13: `Lazy` saves little here; look at parts of the \
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
    let line = line_of("late_parameters");
    let end = format!(
        ": 3\n    {line} | fn late_parameters(t: Lazy<Tree>, a: u8, b: u8) {{\n    {} |     assert!(a < 3, \"{{a}}\");    <- fails \
         here\n  after 24 tests in TIME; no smaller input fails",
        line + 5
    );
    assert!(report.ends_with(&end), "{report}");
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
    // With one thread the two ends come in this order.
    let vars = [("EVERYCASE_JOBS", "1"), ("EVERYCASE_REGRESSIONS", "0")];
    let ran = Crate::new().run("depends_on_more", &vars);
    let expected = "testing depends_on_more: failed with counterexample:\n    let t: Tree = Tree::Leaf;\n  is not \
                    deterministic: of two runs on this input, one was discarded and one passed\n  after 1 test in ";
    assert!(!ran.passed && ran.stderr.contains(expected), "{}", ran.stderr);
}

#[test]
fn a_property_that_looks_at_more_the_second_time_may_keep_state() {
    // With several threads each may happen to see one state only.
    let ran = Crate::new().run("looks_now_and_then", &[("EVERYCASE_JOBS", "1")]);
    let expected = "testing looks_now_and_then: cannot be checked: two runs on the same decisions looked at different parts \
                    of the input, or ended differently";
    let told = if ran.passed { ran.stdout } else { ran.stderr };
    let words: Vec<&str> = told.split_whitespace().collect();
    assert!(words.join(" ").contains(expected), "{told}");
}
