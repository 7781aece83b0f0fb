//! Failures of properties over lazy values: saved and replayed, in processes of their own, and inputs that hang.
//!
//! The tests that are ignored are the ones run by the others.

use crate::support::process::Crate;
use crate::support::transcript::transcript;
use everycase::__private::{self as private, IntoOutcome, Site};
use everycase::Settings;
use everycase::lazy::ListView;
use everycase::prelude::*;

#[derive(Debug, Clone, PartialEq, Enumerable)]
enum Tree {
    Leaf,
    Node(Box<Tree>, u8, Box<Tree>),
}

#[property(size = 14, case_time = "500ms", should_fail)]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it lazy_replays"]
fn hangs(t: Lazy<Tree>) {
    if let TreeView::Node(left, key, _) = t.force()
        && let TreeView::Node(..) = left.force()
        && key.gt(6)
    {
        std::thread::sleep(std::time::Duration::from_secs(60 * 60));
    }
}

#[property(tests = 20_000, seed = 7, case_time = "500ms", should_fail)]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it lazy_replays"]
fn hangs_where_large(list: Lazy<Vec<u8>>) {
    let (mut rest, mut length) = (list, 0);
    while let ListView::Cons(first, next) = rest.force() {
        assume(first.lt(2));
        // Twice as many classes.
        let _ = first.lt(1);
        (rest, length) = (next, length + 1);
    }
    if length > 16 {
        std::thread::sleep(std::time::Duration::from_secs(60 * 60));
    }
}

/// Runs a property whose crate is the directory that the environment names.
fn run(name: &str, settings: Settings, property: fn(Lazy<Tree>, &dyn Fn() -> u8) -> bool) {
    let dir = std::env::var("RUNNER_CRATE").expect("these tests are run by the others");
    let site = Site {
        name,
        module: module_path!(),
        test: &format!("{}::{name}", module_path!()),
        should_panic: false,
        file: "tests/bytes.rs",
        line: 7,
        manifest_dir: &dir,
        package: Some("everycase"),
        binary: None,
        tmpdir: Some("/tmp"),
    };
    let t = private::Parameter {
        name: "t",
        pattern: "t",
        ty: Some("Tree"),
        lent: None,
        space: Tree::space(),
        own: None,
        uses: private::Uses::NONE,
    };
    let k = private::Parameter {
        name: "k",
        pattern: "k",
        ty: Some("u8"),
        lent: None,
        space: u8::space(),
        own: None,
        uses: private::Uses::NONE,
    };
    private::Property::new(site, settings).run_in_parts(
        (t, k),
        module_path!(),
        move |(t, k): (private::Undecided<'_, Tree>, private::Undecided<'_, u8>)| {
            let k = std::cell::Cell::new(Some(k));
            property(t.lazy(), &|| k.take().map_or(0, private::Undecided::value)).into_outcome()
        },
    );
}

fn left_is_a_leaf(t: Lazy<Tree>, _: &dyn Fn() -> u8) -> bool {
    match t.force() {
        TreeView::Leaf => true,
        TreeView::Node(left, ..) => matches!(left.force(), TreeView::Leaf),
    }
}

#[test]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it lazy_replays"]
fn child_fails() {
    run("child_fails", Settings { size: Some(12), seed: Some(7), ..Settings::default() }, left_is_a_leaf);
}

#[test]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it lazy_replays"]
fn child_aborts() {
    let settings = Settings { size: Some(12), seed: Some(7), isolate: Some(true), ..Settings::default() };
    run("child_aborts", settings, |t, k| {
        if !left_is_a_leaf(t, k) && k() > 1 {
            std::process::abort();
        }
        true
    });
}

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
