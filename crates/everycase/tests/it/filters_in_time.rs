//! The time of a property covers the values that its filtered spaces make.
//!
//! The properties are subjects, each run in a process of its own.

use std::time::{Duration, Instant};

use crate::support::process::{Crate, Ran};

/// What a property prints, within the time that it may take.
#[track_caller]
fn in_time(test: &str) -> Ran {
    let dir = Crate::new();
    let start = Instant::now();
    let ran = dir.run(test, &[]);
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
