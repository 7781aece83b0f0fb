//! Random programs with random properties: what is claimed of them in every mode of checking is what trying all inputs with
//! the reference interpreter shows. `docs/soundness.md` tells more.

mod abstracts;
mod claims;
mod coverage;
mod dice;
mod expected;
mod modes;
#[path = "../../src/soundness/inputs/naive.rs"]
mod naive;
mod normal;
mod open_numbers;
mod premises;
mod programs;
mod repeated;
mod run;
mod shared;
mod strength;
mod terms;
mod typed;
mod types;
mod values;

use std::time::Instant;

use pun::{core, value};

use crate::modes::Tally;
use crate::run::{Place, run};

/// A number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).unwrap_or_default();
    if text.is_empty() { default } else { text.parse().unwrap_or_else(|_| panic!("{name}: a number")) }
}

#[test]
fn every_claim_is_what_brute_force_shows() {
    let cases = setting("EVERYCASE_SOUNDNESS", 1_000);
    let seed = setting("EVERYCASE_SOUNDNESS_SEED", 1);
    // The number of wrong claims that are printed.
    let most = setting("EVERYCASE_SOUNDNESS_WRONG", 1);
    let (start, place) = (Instant::now(), Place::new("soundness"));
    let mut tally = Tally::default();
    let mut wrong = 0;
    for number in 0.. {
        if tally.properties >= cases {
            break;
        }
        // One seed in a million programs is another one's.
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(number);
        if let Err(what) = run(seed, &place, &mut tally, most == 1) {
            println!("{what}\n");
            wrong += 1;
            assert!(wrong < most, "{wrong} wrong claims, after {tally:?}");
        }
    }
    println!("{tally:?} in {:?}", start.elapsed());
    assert_eq!(wrong, 0);
}
