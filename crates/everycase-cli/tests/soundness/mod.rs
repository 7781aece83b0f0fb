//! Default runs against brute force: random properties, each checked by the command as users check them, with a budget of time,
//! every phase, and saved failures.

#[allow(dead_code, reason = "properties in Rust need more")]
mod oracle;
mod parts;
mod runs;

use std::path::PathBuf;
use std::time::Duration;

use crate::dice::Dice;
use oracle::property::Property;
use oracle::summary::judge_all;
use runs::Options;

/// How many properties are checked by default, and for how long each.
const PROPERTIES: u64 = 60;
const TIME: Duration = Duration::from_millis(100);

/// Checks random properties: `EVERYCASE_DEFAULT_RUNS` of them with the default budget, or a few with a shorter one.
pub(crate) fn judge(setting: impl Fn(&str, u64) -> u64) {
    let first = setting("EVERYCASE_SOUNDNESS_SEED", 1);
    let asked = setting("EVERYCASE_DEFAULT_RUNS", 0);
    let command = std::env::var_os("EVERYCASE_SOUNDNESS_COMMAND");
    let options = Options {
        command: command.map_or_else(|| env!("CARGO_BIN_EXE_everycase").into(), PathBuf::from),
        time: (asked == 0).then_some(TIME),
        inputs: if asked == 0 { 3_000 } else { 20_000 },
    };
    let properties = if asked == 0 { PROPERTIES } else { asked };
    judge_all(first..first + properties, setting("EVERYCASE_SOUNDNESS_WRONG", 1), |seed| {
        let dice = &mut Dice::new(seed);
        let property = Property::random(format!("p{seed}"), dice);
        let outcome = runs::judge(dice, &property, &options);
        (format!("{property}{:?}", property.truth), outcome)
    });
}
