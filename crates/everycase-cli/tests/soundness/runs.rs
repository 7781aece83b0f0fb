//! Runs of the command on one property, as users make them: with a budget, every phase, saved failures, in several modes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value as Json;

use super::oracle::claims::{Judge, Mode, Records, Wrong};
use super::oracle::known::Known;
use super::oracle::process::{Finished, run};
use super::oracle::property::{Property, Truth};
use super::oracle::shown;
use super::oracle::summary::Outcome;
use crate::dice::Dice;

/// How checks are made.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// The command under test.
    pub(crate) command: PathBuf,
    /// The time of each check; without it the default of a second.
    pub(crate) time: Option<Duration>,
    /// How many inputs brute force tries.
    pub(crate) inputs: usize,
}

/// The file of saved failures.
const SAVED: &str = "everycase-regressions";

/// Checks a property in one of the modes.
pub(crate) fn judge(dice: &mut Dice, property: &Property, options: &Options) -> Outcome {
    let directory = tempfile::tempdir().expect("there is room for a directory");
    fs::write(directory.path().join("random.pun"), property.to_string()).expect("there is room for a file");
    let mut known = Known::new(property, options.inputs);
    let mut files =
        Files { directory: directory.path(), options, known: &mut known, outcome: Outcome::default() };
    files.any_mode(dice);
    let mut outcome = files.outcome;
    outcome.fails = known.failure.is_some() || matches!(property.truth, Truth::Fails(_));
    outcome
}

/// A program in a directory of its own.
pub(crate) struct Files<'a, 'p> {
    pub(crate) directory: &'a Path,
    options: &'a Options,
    known: &'a mut Known<'p>,
    pub(crate) outcome: Outcome,
}

impl Files<'_, '_> {
    fn any_mode(&mut self, dice: &mut Dice) {
        let time = self.options.time;
        let default = Duration::from_secs(1);
        let mut mode = Mode { time: Some(time.unwrap_or(default)), jobs: 1, saves: true, ..Mode::default() };
        let with = |text: String| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let budget = time.map(|time| with(format!("--time {}ms", time.as_millis()))).unwrap_or_default();
        mode.arguments = match dice.below(20) {
            0 | 1 => with("--jobs 1".into()),
            2 | 3 => {
                mode.jobs = 2;
                with("--jobs 2".into())
            }
            4 => {
                mode.time = mode.time.map(|time| 3 * time);
                with(format!("--time {}ms", 3 * time.unwrap_or(default).as_millis()))
            }
            5 | 6 => {
                let size = self.known.through().unwrap_or(0) / 2 + dice.below(12) as u32;
                mode.size = Some(size);
                with(format!("--size {size}"))
            }
            7 => {
                mode.time = None;
                with(format!("--tests {}", 1 + dice.below(3000)))
            }
            8 | 9 => {
                mode.saves = false;
                mode.arguments = budget;
                return self.in_parts(dice, &mode);
            }
            10 => with("--isolate".into()),
            11 => with(format!("--seed {}", dice.number())),
            _ => Vec::new(),
        };
        if mode.time.is_some() && !mode.arguments.iter().any(|own| own == "--time") {
            mode.arguments.extend(budget);
        }
        self.outcome.mode = mode.arguments.join(" ");
        self.saved(&mode);
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.options.command);
        command.current_dir(self.directory).env("NO_COLOR", "1").stdin(Stdio::null()).args(arguments);
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("EVERYCASE_")) {
            command.env_remove(name);
        }
        command
    }

    /// Runs a check and judges it.
    pub(crate) fn check(&mut self, mode: &Mode, replay: Option<&str>, replayed: bool) -> Option<Records> {
        let mut command = self.command(&["check", "random.pun", "--format", "json"]);
        command.args(&mode.arguments);
        if let Some(replay) = replay {
            command.env("EVERYCASE_REPLAY", replay);
        }
        if !mode.saves {
            command.env("EVERYCASE_REGRESSIONS", "0");
        }
        let finished = run(&mut command, self.directory);
        self.judge(mode, &finished, replayed)
    }

    pub(crate) fn judge(&mut self, mode: &Mode, finished: &Finished, replayed: bool) -> Option<Records> {
        let wrong = &mut self.outcome.wrong;
        let Some(records) = Records::read(&finished.stdout).filter(|_| !finished.is_late) else {
            let kind = if finished.is_late { "it does not end" } else { "no record" };
            wrong.push(Wrong { kind, detail: finished.stderr.clone() });
            return None;
        };
        let status = match records.outcome() {
            "passed" => 0,
            "error" => 2,
            // A part fails only by a counterexample.
            outcome if mode.is_part && outcome != "failed" => 0,
            _ => 1,
        };
        if finished.status != Some(status) {
            let detail = format!("{:?}, not {status}\n{}", finished.status, finished.stderr);
            wrong.push(Wrong { kind: "exit status", detail });
        }
        let property = self.known.property;
        let read = |failure: &Json| shown::inputs(property, failure);
        let mut judge = Judge { known: &mut *self.known, mode, read: &read, wrong };
        judge.records(&records, replayed);
        judge.taken(finished.taken, records.outcome() == "failed");
        self.outcome.is_found |= records.outcome() == "failed";
        Some(records)
    }

    pub(crate) fn wrong(&mut self, kind: &'static str, detail: String) {
        self.outcome.wrong.push(Wrong { kind, detail });
    }

    /// Checks once, and again with what was saved, and by the replay line.
    fn saved(&mut self, mode: &Mode) {
        let Some(first) = self.check(mode, None, false) else { return };
        let path = self.directory.join(SAVED);
        let saved = || fs::read_to_string(&path).unwrap_or_default();
        let before = saved();
        if let Some(wrong) = first.not_saved(&before) {
            self.outcome.wrong.push(wrong);
        }
        // A failure that is wrong itself is not followed up.
        let Some(failure) = first.failure.as_ref().filter(|_| self.outcome.wrong.is_empty()) else { return };
        if let Some(second) = self.check(mode, None, true) {
            self.outcome.wrong.extend(first.not_again(&second, "saved failure"));
            if first.shown() == second.shown() && saved() != before {
                self.wrong("saved", format!("the file changes:\n{before}\n{}", saved()));
            }
        }
        let replay = failure["derivation"].as_str().unwrap_or_default().to_owned();
        let alone = Mode { saves: false, size: None, ..mode.clone() };
        if let Some(replayed) = self.check(&alone, Some(&replay), true) {
            self.outcome.wrong.extend(first.not_again(&replayed, "replay line"));
        }
    }
}
