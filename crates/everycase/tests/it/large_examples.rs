//! Counterexamples that are too large to be shown, or to stand in a command line.

use everycase::prelude::*;

use crate::support::process::{Crate, full_name};

#[property(tests = 60_000, seed = 7, shrink_time = "1s")]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it large_examples"]
fn lists_are_short(list: Vec<u8>) -> bool {
    list.len() < 3_000
}

#[test]
fn a_large_counterexample_is_shown_in_part_and_replayed_from_where_it_is_saved() {
    let dir = Crate::new();
    let first = dir.run("lists_are_short", &[]);
    assert!(!first.passed && first.stderr.len() < 16_000, "{} bytes", first.stderr.len());
    assert!(first.stderr.contains(" bytes left out */ "), "{}", first.stderr);
    let test = full_name("lists_are_short");
    let replay = format!(
        "\n  replay: cargo test -p everycase --test it -- --include-ignored --exact {test}    (the saved input is run first)\n"
    );
    assert!(first.stderr.contains(&replay), "{}", first.stderr);
    // The saved input is run first.
    let again = dir.run("lists_are_short", &[]);
    assert!(again.stderr.contains("after 1 test in "), "{}", again.stderr);
    assert!(again.stderr.contains("; an input that failed before"), "{}", again.stderr);

    let unsaved = dir.run("lists_are_short", &[("EVERYCASE_REGRESSIONS", "0")]);
    assert!(unsaved.stderr.contains("(the input is too long for a command line, and it is not saved)"));
}
