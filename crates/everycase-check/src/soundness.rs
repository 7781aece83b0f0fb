//! The check engine against brute force: random properties of random spaces, in every mode.
//!
//! A case is a space and a property of it, a premise and a conclusion, in a small language that is
//! evaluated on complete inputs and on inputs decided on demand. The claims of [`check`] are
//! compared with the property's verdicts on all inputs of the naive enumeration, and with the
//! subject's own counts.
//!
//! ```sh
//! EVERYCASE_SOUNDNESS=100000 EVERYCASE_SOUNDNESS_SEED=7 cargo test --release -p everycase-check soundness
//! ```
//! checks 100,000 cases.

mod cases;
mod claims;
mod collected;
mod merged;
mod modes;
mod properties;
mod runs;
mod spaces;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use cases::Case;

/// The default number of cases.
const CASES: u64 = 1_000;
/// The default number of cases whose checks continue after failures, each in about twice as many
/// modes.
const COLLECTED: u64 = 300;
/// Cases whose parts are put together.
const MERGED: u64 = 300;

fn variable(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name}: found `{text}`, expected a number")))
}

/// Checks random cases on all processors.
fn each_case(cases: u64, check: fn(&Case) -> u64) {
    let cases = variable("EVERYCASE_SOUNDNESS").unwrap_or(cases);
    let first = variable("EVERYCASE_SOUNDNESS_SEED").unwrap_or(0);
    let next = AtomicU64::new(first);
    let start = Instant::now();
    let checks = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + cases {
                        break;
                    }
                    checks.fetch_add(check(&Case::random(seed)), Ordering::Relaxed);
                }
            });
        }
    });
    println!("{cases} cases from {first} on: {} checks in {:?}", checks.into_inner(), start.elapsed());
}

#[test]
fn every_mode_agrees_with_brute_force() {
    each_case(CASES, Case::check);
}

#[test]
fn a_check_that_goes_on_finds_every_cause_in_every_mode() {
    each_case(COLLECTED, Case::collect);
}

#[test]
fn parts_claim_together_no_more_than_they_have_done() {
    each_case(MERGED, Case::merge);
}
