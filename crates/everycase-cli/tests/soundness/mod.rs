//! Default runs against brute force: random properties, each checked as users check them, with the default budget and every phase.
//!
//! The oracle shares nothing with the engines: types, sizes, values, functions and laws are written from the documentation.

mod claims;
mod facts;
mod functions;
mod generators;
mod known;
mod laws;
mod process;
mod property;
mod runs;
mod shown;
mod terms;
mod values;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::dice::Dice;
use property::Property;
use runs::Options;

/// How many properties are checked by default, and for how long each.
const PROPERTIES: u64 = 60;
const TIME: Duration = Duration::from_millis(100);

/// Checks random properties, and fails with the claims that are wrong.
pub(crate) fn judge(setting: impl Fn(&str, u64) -> u64) {
    let first = setting("EVERYCASE_SOUNDNESS_SEED", 1);
    let asked = setting("EVERYCASE_DEFAULT_RUNS", 0);
    let most = setting("EVERYCASE_SOUNDNESS_WRONG", 1);
    let command = std::env::var_os("EVERYCASE_SOUNDNESS_COMMAND");
    let options = Options {
        command: command.map_or_else(|| env!("CARGO_BIN_EXE_everycase").into(), PathBuf::from),
        time: (asked == 0).then_some(TIME),
        inputs: if asked == 0 { 3_000 } else { 20_000 },
    };
    let properties = if asked == 0 { PROPERTIES } else { asked };
    let mut summary = Summary::default();
    let start = Instant::now();
    for seed in first..first + properties {
        let dice = &mut Dice::new(seed);
        let property = Property::random(dice);
        let outcome = runs::judge(dice, &property, &options);
        summary.add(&outcome);
        if outcome.wrong.is_empty() {
            continue;
        }
        eprintln!("\nEVERYCASE_SOUNDNESS_SEED={seed} EVERYCASE_DEFAULT_RUNS=1, check {}", outcome.mode);
        eprintln!("{property}{:?}", property.truth);
        outcome.wrong.iter().for_each(|wrong| eprintln!("  wrong: {}: {}", wrong.kind, wrong.detail));
        if summary.wrong >= most {
            break;
        }
    }
    eprintln!("{summary:?} in {:?}", start.elapsed());
    assert_eq!(summary.wrong, 0, "some claims are wrong");
}

/// What was checked.
#[derive(Debug, Default)]
struct Summary {
    properties: u64,
    /// Properties that fail on some known input, and how many of them were found to.
    failing: u64,
    found: u64,
    /// Properties with a wrong claim, and the claims by their kind.
    wrong: u64,
    kinds: BTreeMap<&'static str, u64>,
}

impl Summary {
    fn add(&mut self, outcome: &runs::Outcome) {
        self.properties += 1;
        self.failing += u64::from(outcome.fails);
        self.found += u64::from(outcome.fails && outcome.is_found);
        self.wrong += u64::from(!outcome.wrong.is_empty());
        for wrong in &outcome.wrong {
            *self.kinds.entry(wrong.kind).or_default() += 1;
        }
    }
}
