//! Default runs against brute force: random properties, each checked by the command as users check them, with a budget of time,
//! every phase, and saved failures.

#[allow(dead_code, reason = "properties in Rust need more")]
mod oracle;
mod parts;
mod runs;

use std::path::PathBuf;

use crate::dice::Dice;
use oracle::property::Property;
use oracle::summary::{Cases, judge_all};
use runs::Options;

/// Checks random properties; `EVERYCASE_SOUNDNESS_COMMAND` is another command to be judged.
pub(crate) fn judge() {
    let command = std::env::var_os("EVERYCASE_SOUNDNESS_COMMAND");
    let command = command.map_or_else(|| env!("CARGO_BIN_EXE_everycase").into(), PathBuf::from);
    let cases = Cases::from_env();
    let options = Options { command, time: cases.time, inputs: cases.inputs };
    judge_all(&cases, |seed| {
        let dice = &mut Dice::new(seed);
        let property = Property::random(format!("p{seed}"), dice);
        let outcome = runs::judge(dice, &property, &options);
        (format!("{property}{:?}", property.truth), outcome)
    });
}
