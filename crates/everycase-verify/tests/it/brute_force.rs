//! Random generators: what a check by running claims of them is what trying everything shows.
//!
//! A program follows from a seed. [`programs`] makes it, [`meaning`] says which values belong to its coverage type and what it
//! produces, and [`claims`] compares. `docs/soundness.md` has the commands.

mod claims;
mod meaning;
mod observed;
mod predicates;
mod programs;
mod proofs;
mod random;
mod terms;
mod values;

use std::time::Instant;

use claims::Tally;
use everycase_check::control::stack::within;

/// Returns a number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).unwrap_or_default();
    if text.is_empty() { default } else { text.parse().unwrap_or_else(|_| panic!("{name}: a number")) }
}

#[test]
fn every_claim_about_a_random_generator_is_what_brute_force_shows() {
    claims_are_what_brute_force_shows(0);
}

#[test]
fn every_claim_about_a_random_generator_of_further_seeds_is_what_brute_force_shows() {
    claims_are_what_brute_force_shows(1);
}

/// Judges the generators of a share of the seeds: shares run at once.
fn claims_are_what_brute_force_shows(share: u64) {
    let cases = setting("EVERYCASE_VERIFY_CASES", 150);
    let first = setting("EVERYCASE_VERIFY_SEED", 0) + share * cases;
    let most = setting("EVERYCASE_VERIFY_WRONG", 1);
    let start = Instant::now();
    let mut tally = Tally::default();
    let mut wrong = 0;
    for seed in first..first + cases {
        // The interpreter recurses, and is not optimised.
        let judged = within("judge", || claims::judge(seed, &mut tally)).expect("a thread");
        if let Err(what) = judged {
            println!("seed {seed}: {what}\n");
            wrong += 1;
            assert!(wrong < most, "{wrong} wrong claims, after {tally:?}");
        }
    }
    println!("{tally:?} in {:?}", start.elapsed());
    assert_eq!(wrong, 0);
    // Answers are not left open where they can be given.
    let judged = cases.saturating_sub(tally.unknown);
    assert!(tally.undecided * 10 <= judged, "{tally:?}");
    assert!(tally.open * 10 <= tally.members, "{tally:?}");
    assert!(cases < 100 || tally.observed * 25 >= tally.incomplete, "{tally:?}");
    let shares = [tally.covers, tally.incomplete, tally.unsound, tally.finite, tally.proved, tally.both];
    assert!(cases < 100 || shares.iter().all(|share| share * 25 >= cases), "{tally:?}");
    assert!(cases < 100 || tally.crashes * 50 >= cases, "{tally:?}");
    // Draws alone find most of what is wrong.
    assert!(tally.drawn * 4 >= tally.outside * 3, "{tally:?}");
}

#[test]
#[ignore = "takes minutes, and needs a solver: EVERYCASE_VERIFY_CASES=2000 cargo test --release -p everycase-verify --test it proved -- --ignored"]
fn no_random_generator_that_misses_a_value_is_proved() {
    let first = setting("EVERYCASE_VERIFY_SEED", 0);
    let cases = setting("EVERYCASE_VERIFY_CASES", 100);
    let start = Instant::now();
    let mut tally = proofs::Tally::default();
    let wrong: Vec<String> =
        (first..first + cases).filter_map(|seed| proofs::judge(seed, &mut tally).err()).collect();
    println!("{tally:?} in {:?}", start.elapsed());
    assert!(wrong.is_empty(), "{} of {cases}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(tally.proved > 0, "{tally:?}");
}
