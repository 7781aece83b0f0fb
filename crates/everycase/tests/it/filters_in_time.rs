//! The time of a property covers the values that its filtered spaces make.
//!
//! The properties that are ignored are the ones run by the tests, each in a process of its own.

use std::time::{Duration, Instant};

use everycase::Space;
use everycase::prelude::*;

use crate::support::process::{Crate, Ran, full_name};

#[property(time = "500ms")]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it filters_in_time"]
fn of_no_value(#[from(u64::space().filter(1_000, |_| false))] n: u64) -> bool {
    n == 0
}

#[property(time = "500ms")]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it filters_in_time"]
fn of_many_values(#[from(u32::space().filter(30, |n| n.is_multiple_of(7_919)))] n: u32) -> bool {
    n.is_multiple_of(7_919)
}

#[property(time = "500ms")]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it filters_in_time"]
fn of_filtered_values(#[from(twice_filtered())] n: u32) -> bool {
    n.is_multiple_of(7_919)
}

fn twice_filtered() -> Space<u32> {
    u32::space().filter(32, |n| n.is_multiple_of(7_919)).filter(32, |n| n.is_multiple_of(2))
}

/// What a property prints, within the time that it may take.
#[track_caller]
fn in_time(test: &str) -> Ran {
    let start = Instant::now();
    let ran = Ran::of(Crate::new().command_of(&full_name(test)).output().unwrap());
    // The time is looked at several times, and there are other tests beside this one.
    assert!(start.elapsed() < Duration::from_secs(6), "{:?}", start.elapsed());
    ran
}

#[test]
fn a_filter_that_leaves_nothing_ends_with_the_time() {
    let ran = in_time("of_no_value");
    assert!(!ran.passed);
    assert!(
        ran.stderr.contains("not tested: time was up before any input was run to its end"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_filter_of_many_values_ends_with_the_time_and_claims_the_sizes_it_has_made() {
    for test in ["of_many_values", "of_filtered_values"] {
        let ran = in_time(test);
        assert!(ran.passed, "{}", ran.stderr);
        let sizes = ran.stdout.split("inputs up to size ").nth(1).expect(&ran.stdout);
        let size: u32 = sizes.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap();
        assert!((13..30).contains(&size), "{}", ran.stdout);
    }
}
