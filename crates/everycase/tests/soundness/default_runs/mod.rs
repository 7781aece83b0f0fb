//! Default runs against brute force: random properties, each run as `cargo test` runs a `#[property]`, in a process of its own,
//! with a budget of time, every phase, and saved failures.

mod inputs;
mod kinds;
#[path = "../../../../everycase-cli/tests/soundness/oracle/mod.rs"]
#[allow(dead_code, reason = "properties of pun need more")]
mod oracle;
mod runs;

use crate::dice::Dice;
use oracle::property::Property;
use oracle::summary::{Cases, judge_all};
use runs::Options;

/// A random property, and the kind of its parameters.
fn random(seed: u64) -> (Dice, usize, Property) {
    let mut dice = Dice::new(seed);
    let first = if dice.percent(50) { kinds::DEMAND } else { 0 };
    let kind = first + dice.below(kinds::KINDS - first);
    let property = Property::of(format!("p{seed}"), &mut dice, kinds::sources(kind));
    (dice, kind, property)
}

/// Runs random properties, each by the calling test in a process of its own.
pub(crate) fn judge(test: &'static str) {
    if let Some(seed) = runs::seed() {
        return runs::run_in_the_process(seed);
    }
    let cases = Cases::from_env();
    let options = Options { test, time: cases.time, inputs: cases.inputs };
    judge_all(&cases, |seed| {
        let (mut dice, kind, property) = random(seed);
        let outcome = runs::judge(&mut dice, seed, kind, &property, &options);
        (format!("{}\n{property}{:?}", kinds::described(kind), property.truth), outcome)
    });
}
