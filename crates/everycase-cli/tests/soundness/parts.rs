//! Checks in parts and their merged record: parts that end, that are ended by a signal, and records that are copies.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::oracle::claims::{Mode, Records};
use super::oracle::process::{Finished, Signal, run, run_until};
use super::runs::Files;
use crate::dice::Dice;

/// Where the records of parts are.
const RECORDS: &str = "parts/";

impl Files<'_, '_> {
    /// Checks in parts, and merges what they have recorded.
    pub(crate) fn in_parts(&mut self, dice: &mut Dice, mode: &Mode) {
        match dice.below(8) {
            0 | 1 => self.killed(dice, mode),
            2 => self.copied(mode),
            7 => self.unwritable(mode),
            _ => self.finished(dice, mode),
        }
    }

    fn merge(&self) -> Finished {
        run(&mut self.command(&["merge", RECORDS, "--format", "json"]), self.directory)
    }

    /// All parts end. Then one is run again, and ended by a signal: its finished record stays.
    fn finished(&mut self, dice: &mut Dice, mode: &Mode) {
        let of = 2 + dice.below(2);
        self.outcome.mode = format!("{of} parts {}", mode.arguments.join(" "));
        let mut fails = false;
        for part in 0..of {
            let mode = part_of(mode, part, of);
            let Some(records) = self.check(&mode, None, false) else { return };
            fails |= records.outcome() == "failed";
        }
        let finished = self.merge();
        let whole = Mode { time: None, ..mode.clone() };
        let Some(merged) = self.judge(&whole, &finished, false) else { return };
        if fails != (merged.outcome() == "failed") {
            self.wrong("merge", format!("a part fails: {fails}, but together: {}", merged.outcome()));
        }
        if fails || dice.percent(50) {
            return;
        }
        let again = part_of(mode, 0, of);
        let signal = if dice.percent(70) { Signal::Terminate } else { Signal::Kill };
        if self.ended(&["random.pun"], &again, random_time(dice, mode), signal).is_late {
            let outcome = Records::read(&self.merge().stdout).map(|records| records.outcome().to_owned());
            if outcome.as_deref() != Some(merged.outcome()) {
                let detail =
                    format!("{}, but {outcome:?} after a rerun ended by {signal:?}", merged.outcome());
                self.wrong("a finished record", detail);
            }
        }
    }

    /// Runs a check that a signal ends after a time.
    fn ended(&self, files: &[&str], mode: &Mode, after: Duration, signal: Signal) -> Finished {
        let mut command = self.command(&["check", "--format", "json"]);
        command.args(files).args(&mode.arguments).env("EVERYCASE_REGRESSIONS", "0");
        run_until(&mut command, self.directory, after, signal)
    }

    /// All parts are ended by a signal while they check the second of two properties: together they have not passed.
    fn killed(&mut self, dice: &mut Dice, whole: &Mode) {
        let signal = if dice.percent(70) { Signal::Kill } else { Signal::Terminate };
        self.outcome.mode = format!("2 parts {} ended by {signal:?}", whole.arguments.join(" "));
        fs::write(self.directory.join("first.pun"), "property holds . true .\n").expect("there is room");
        let parts: Vec<_> = (0..2)
            .map(|part| {
                let mode = part_of(whole, part, 2);
                let after = random_time(dice, whole);
                self.ended(&["first.pun", "random.pun"], &mode, after, signal)
            })
            .collect();
        let ends = |part: &Finished| {
            let finishes = part.stdout.matches("\"event\":\"finish\"").count();
            finishes == 2 && !part.stdout.contains("\"outcome\":\"interrupted\"")
        };
        if !parts.iter().all(ends) {
            let merged = self.merge();
            if merged.status == Some(0) {
                self.wrong(
                    "merge of what has not ended",
                    format!("exit 0\n{}{}", merged.stdout, merged.stderr),
                );
            }
        }
    }

    /// The records of a part cannot be written, which is an error: without them, the part has not ended.
    fn unwritable(&mut self, mode: &Mode) {
        self.outcome.mode = format!("a part without records {}", mode.arguments.join(" "));
        fs::write(self.directory.join("parts"), "").expect("there is room");
        let part = part_of(mode, 0, 2);
        let finished = run(self.command(&["check", "random.pun"]).args(&part.arguments), self.directory);
        if finished.status != Some(2) {
            self.wrong(
                "records that are not written",
                format!("exit {:?}\n{}", finished.status, finished.stderr),
            );
        }
    }

    /// The record of one part is copied to the place of the other: together they have not passed.
    fn copied(&mut self, mode: &Mode) {
        self.outcome.mode = format!("a copied part {}", mode.arguments.join(" "));
        let part = part_of(mode, 0, 2);
        if self.check(&part, None, false).is_none() {
            return;
        }
        let Some(record) = find(&self.directory.join(RECORDS), "0-of-2.ndjson") else {
            return self.wrong("no record", "the part leaves no file".to_owned());
        };
        fs::copy(&record, record.with_file_name("1-of-2.ndjson")).expect("there is room");
        let merged = self.merge();
        if merged.status == Some(0) {
            self.wrong("merge of a copy", format!("exit 0\n{}{}", merged.stdout, merged.stderr));
        }
    }
}

/// How a part is checked: by a number of tests.
fn part_of(mode: &Mode, part: usize, of: usize) -> Mode {
    let shard = format!("{part}/{of}");
    let mut arguments = mode.arguments.clone();
    arguments.extend(["--shard", &shard, "--records", RECORDS].map(str::to_owned));
    if !arguments.iter().any(|own| own == "--tests") {
        arguments.extend(["--tests", "3000"].map(str::to_owned));
    }
    Mode { arguments, time: None, is_part: true, ..mode.clone() }
}

/// A time within which a check has begun, and often has not ended.
fn random_time(dice: &mut Dice, mode: &Mode) -> Duration {
    let most = mode.time.unwrap_or_default().as_millis() as usize;
    Duration::from_millis(20 + dice.below(most + 1) as u64)
}

/// The file of a name in a directory or below.
fn find(directory: &Path, name: &str) -> Option<PathBuf> {
    fs::read_dir(directory).ok()?.filter_map(Result::ok).find_map(|entry| {
        let path = entry.path();
        if path.is_dir() { find(&path, name) } else { (entry.file_name() == *name).then_some(path) }
    })
}
