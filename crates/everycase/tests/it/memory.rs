//! Draws and counting keep within their memory limits: the resident memory of processes that need much memory in a short time.
//!
//! The processes run subjects. Only Linux tells how much memory a process has held.

#![cfg(target_os = "linux")]

use crate::support::process::Crate;

const MIB: u64 = 1 << 20;

/// What a process may hold beside what draws have learned.
const BESIDE: u64 = 64 * MIB;

/// Runs a subject, which prints numbers behind a mark.
fn numbers(test: &str, tests: &str) -> Vec<u64> {
    let ran = Crate::new().run(test, &[("EVERYCASE_TESTS", tests)]);
    assert!(ran.passed, "{}{}", ran.stdout, ran.stderr);
    let line = ran.stdout.lines().find_map(|line| line.strip_prefix("bytes:")).expect("it printed numbers");
    line.split_whitespace().map(|number| number.parse().expect("a number")).collect()
}

#[test]
fn draws_hold_no_more_than_their_limit_and_say_what_they_hold() {
    let numbers = numbers("child_samples", "1");
    let [told, resident, peak] = numbers[..] else { panic!("{numbers:?}") };
    assert!(peak < (4 + 8) * MIB, "{numbers:?}");
    assert!(told > MIB, "too little to tell anything: {numbers:?}");
    // A thread's first allocations count as well.
    assert!(resident.abs_diff(told) < told / 4 + MIB, "{numbers:?}");
}

#[test]
fn a_property_of_many_draws_stays_within_its_memory() {
    let peak = numbers("child_draws_of_many_sizes", "12000")[0];
    assert!(peak < 256 * MIB + BESIDE, "{peak}");
}

#[test]
fn counting_stays_within_its_memory() {
    for child in ["child_counts_families", "child_counts_trees"] {
        let numbers = numbers(child, "1");
        let [limit, peak] = numbers[..] else { panic!("{numbers:?}") };
        assert!(limit / 2 < peak && peak < limit + 16 * MIB, "{child}: {numbers:?}");
    }
}
