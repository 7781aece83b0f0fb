//! Default runs against brute force: random properties, each run as `cargo test` runs a `#[property]`, in a process of its own,
//! with a budget of time, every phase, and saved failures.

mod inputs;
mod kinds;
#[path = "../../../../everycase-cli/tests/soundness/oracle/mod.rs"]
#[allow(dead_code, reason = "properties of pun need more")]
mod oracle;
mod runs;

use std::time::Duration;

use crate::dice::Dice;
use oracle::property::Property;
use oracle::summary::judge_all;
use runs::Options;

pub(crate) use runs::run_in_the_process;

/// How many properties are run by default, and for how long each.
const PROPERTIES: u64 = 60;
const TIME: Duration = Duration::from_millis(100);

/// A random property, and the kind of its parameters.
fn random(seed: u64) -> (Dice, usize, Property) {
    let mut dice = Dice::new(seed);
    let first = if dice.percent(50) { kinds::DEMAND } else { 0 };
    let kind = first + dice.below(kinds::KINDS - first);
    let property = Property::of(format!("p{seed}"), &mut dice, kinds::sources(kind));
    (dice, kind, property)
}

/// Runs random properties: `EVERYCASE_DEFAULT_RUNS` of them with the default budget, or a few with a shorter one.
pub(crate) fn judge(child: &'static str) {
    let setting = |name, default| {
        std::env::var(name).map_or(default, |text| text.parse::<u64>().expect("it is a number"))
    };
    let first = setting("EVERYCASE_SOUNDNESS_SEED", 1);
    let asked = setting("EVERYCASE_DEFAULT_RUNS", 0);
    let properties = if asked == 0 { PROPERTIES } else { asked };
    let options = Options {
        child,
        time: (asked == 0).then_some(TIME),
        inputs: if asked == 0 { 3_000 } else { 20_000 },
    };
    judge_all(first..first + properties, setting("EVERYCASE_SOUNDNESS_WRONG", 1), |seed| {
        let (mut dice, kind, property) = random(seed);
        let outcome = runs::judge(&mut dice, seed, kind, &property, &options);
        (format!("{}\n{property}{:?}", kinds::described(kind), property.truth), outcome)
    });
}
