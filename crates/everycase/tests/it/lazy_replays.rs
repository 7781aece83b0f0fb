//! Failures of properties over lazy values: saved and replayed, in processes of their own, and inputs that hang.
//!
//! The properties are subjects.

use crate::support::process::Crate;
use crate::support::transcript::transcript;

const SMALLEST: &str = "    let t: Tree = Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf), 0, Box::new(Tree::Leaf))), 0, Box::new(Tree::Leaf));
";

#[test]
fn a_failure_is_saved_and_run_first_and_replayed() {
    let dir = Crate::new();
    let looked = SMALLEST.trim_end();
    let shown = format!(
        "{looked}    // looked at: Tree::Node(Box::new(Tree::Node(_, _, _)), _, _)\n    let k: u8 = 0;    // looked at: _\n"
    );
    let first = dir.run("child_fails", &[]);
    assert!(first.stderr.contains(&shown), "{}", first.stderr);
    assert!(first.stderr.contains("after 9 tests in "), "{}", first.stderr);
    let second = dir.run("child_fails", &[]);
    assert!(second.stderr.contains(&shown), "{}", second.stderr);
    assert!(second.stderr.contains("; an input that failed before,"), "{}", second.stderr);
    let replayed = dir.run("child_fails", &[("EVERYCASE_REPLAY", first.token())]);
    assert!(replayed.stderr.contains(&shown), "{}", replayed.stderr);
    assert!(replayed.stderr.contains("; the input replayed\n"), "{}", replayed.stderr);
}

#[cfg(unix)]
#[test]
fn the_input_that_ends_the_process_is_named() {
    let dir = Crate::new();
    let ran = dir.run("child_aborts", &[]);
    let shown = format!("{SMALLEST}    let k: u8 = 2;\n  ended its process with signal 6 (SIGABRT)");
    assert!(ran.stderr.contains(&shown), "{}", ran.stderr);
    assert!(ran.stderr.contains("; no smaller input fails"), "{}", ran.stderr);
    let replayed = dir.run("child_aborts", &[("EVERYCASE_REPLAY", ran.token())]);
    assert!(replayed.stderr.contains(&shown), "{}", replayed.stderr);
}

#[test]
fn an_input_that_hangs_is_named_in_a_search_and_among_draws() {
    let report = |name: &str, input: &str, found: &str| {
        format!(
            "testing {name}: failed as expected with counterexample:\n    let {input};\n  did not return within 500ms\n  \
             the limit is set by EVERYCASE_CASE_TIME, `#[property(case_time = \"..\")]` or everycase.toml\n  {found}"
        )
    };
    let t = "t: Tree = Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf), 0, Box::new(Tree::Leaf))), 7, Box::new(Tree::Leaf))";
    let found = "after 18 tests in TIME; no smaller input fails";
    assert_eq!(transcript("hangs"), report("hangs", t, found));
    // How far it is shrunk in the time depends on where it was found.
    let report = transcript("hangs_where_large");
    let start =
        "testing hangs_where_large: failed as expected with counterexample:\n    let list: Vec<u8> = vec![";
    assert!(report.starts_with(start), "{report}");
    assert!(report.ends_with(" tests in TIME; drawn by structure, not shrunk to the end"), "{report}");
}
