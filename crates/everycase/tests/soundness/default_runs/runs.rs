//! Runs of one property, each in a process that the binary of this test starts.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use everycase::__private::Site;
use everycase::Settings;
use serde_json::Value as Json;

use super::kinds;
use super::oracle::claims::{Judge, Mode, Records, Wrong};
use super::oracle::known::Known;
use super::oracle::process::run;
use super::oracle::property::{Property, Truth};
use super::oracle::summary::Outcome;
use crate::dice::Dice;

/// How properties are run.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// The test that is run in a process of its own.
    pub(crate) test: &'static str,
    /// The time of each run; without it the default of a second.
    pub(crate) time: Option<Duration>,
    /// How many inputs brute force tries.
    pub(crate) inputs: usize,
}

/// The variables that name the seed of the property and the directory that stands for its crate.
const SEED: &str = "DEFAULT_RUN_SEED";
const CRATE: &str = "DEFAULT_RUN_CRATE";

/// Returns the seed of the property that this process is to run, if there is one.
pub(crate) fn seed() -> Option<u64> {
    std::env::var(SEED).ok().map(|seed| seed.parse().expect("a number"))
}

/// Runs the property of a seed as the test that it would be.
pub(crate) fn run_in_the_process(seed: u64) {
    let directory = std::env::var(CRATE).expect("it is set with the seed");
    let (_, kind, property) = super::random(seed);
    let site = Site {
        name: "holds",
        module: "random",
        file: "tests/random.rs",
        line: 7,
        manifest_dir: &directory,
        package: Some("random"),
        binary: None,
        tmpdir: Some("/tmp"),
        test: "random::holds",
        should_panic: false,
    };
    kinds::run(kind, site, Settings::default(), Arc::new(property.body));
}

/// Runs a property in one of the modes.
pub(crate) fn judge(
    dice: &mut Dice,
    seed: u64,
    kind: usize,
    property: &Property,
    options: &Options,
) -> Outcome {
    let unique = format!("everycase-default-run-{}-{seed}", std::process::id());
    let directory = std::env::temp_dir().join(unique);
    fs::create_dir_all(directory.join("tests")).expect("there is room for a directory");
    fs::write(directory.join("tests/random.rs"), "").expect("there is room for a file");
    let mut known = Known::new(property, options.inputs);
    let mut crates =
        Crate { directory: &directory, seed, kind, options, known: &mut known, outcome: Outcome::default() };
    crates.any_mode(dice);
    let mut outcome = crates.outcome;
    outcome.fails = known.failure.is_some() || matches!(property.truth, Truth::Fails(_));
    // What is left does no harm.
    let _ = fs::remove_dir_all(&directory);
    outcome
}

/// A directory that stands for a crate with a property.
struct Crate<'a, 'p> {
    directory: &'a Path,
    seed: u64,
    kind: usize,
    options: &'a Options,
    known: &'a mut Known<'p>,
    outcome: Outcome,
}

impl Crate<'_, '_> {
    fn any_mode(&mut self, dice: &mut Dice) {
        let time = self.options.time.unwrap_or(Duration::from_secs(1));
        let mut mode = Mode { time: Some(time), jobs: 1, saves: true, ..Mode::default() };
        let budget = self.options.time.map(|time| format!("EVERYCASE_TIME={}ms", time.as_millis()));
        let mut part = None;
        let setting = match dice.below(12) {
            0 | 1 => {
                mode.jobs = 2;
                Some("EVERYCASE_JOBS=2".to_owned())
            }
            2 => {
                mode.time = Some(3 * time);
                Some(format!("EVERYCASE_TIME={}ms", 3 * time.as_millis()))
            }
            3 => {
                let size = self.known.through().unwrap_or(0) / 2 + dice.below(12) as u32;
                mode.size = Some(size);
                Some(format!("EVERYCASE_SIZE={size}"))
            }
            4 => {
                mode.time = None;
                Some(format!("EVERYCASE_TESTS={}", 1 + dice.below(3000)))
            }
            5 => Some(format!("EVERYCASE_SEED={}", dice.number())),
            6 => {
                (mode.is_part, mode.time) = (true, None);
                part = Some(format!("EVERYCASE_SHARD={}/2", dice.below(2)));
                Some(format!("EVERYCASE_TESTS={}", 1 + dice.below(3000)))
            }
            _ => None,
        };
        let has_budget = mode.time == Some(time);
        mode.arguments = setting.into_iter().chain(part).chain(budget.filter(|_| has_budget)).collect();
        self.outcome.mode = mode.arguments.join(" ");
        self.saved(&mode);
    }

    /// Runs the property and judges the run.
    fn run(&mut self, mode: &Mode, replay: Option<&str>, replayed: bool) -> Option<Records> {
        let path = self.directory.join("records");
        let _ = fs::remove_file(&path);
        let mut command = Command::new(std::env::current_exe().expect("this is a test"));
        command.args(["--exact", self.options.test]);
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("EVERYCASE_")) {
            command.env_remove(name);
        }
        command.env(SEED, self.seed.to_string()).env(CRATE, self.directory).env("EVERYCASE_RECORDS", &path);
        // Lists of the oracle's interpreter are cells, over which it recurses: it needs more than a thread has.
        if ["Vec", "String", "BTreeMap"].iter().any(|list| kinds::described(self.kind).contains(list)) {
            command.env("RUST_MIN_STACK", (64 << 20).to_string());
        } else {
            command.env_remove("RUST_MIN_STACK");
        }
        command.envs(mode.arguments.iter().filter_map(|setting| setting.split_once('=')));
        if let Some(replay) = replay {
            command.env("EVERYCASE_REPLAY", replay);
        }
        let finished = run(&mut command, self.directory);
        let read = fs::read_to_string(&path).ok().and_then(|text| Records::read(&text));
        let Some(records) = read.filter(|_| !finished.is_late) else {
            let kind = if finished.is_late { "it does not end" } else { "no record" };
            self.wrong(kind, format!("{}{}", finished.stdout, finished.stderr));
            return None;
        };
        // A part fails only by a counterexample.
        let outcome = records.outcome();
        let passes = outcome == "passed" || mode.is_part && outcome != "failed";
        if finished.status.map(|status| status == 0) != Some(passes) {
            self.wrong("exit status", format!("{:?} of {}", finished.status, records.outcome()));
        }
        let kind = self.kind;
        let read = |failure: &Json| kinds::read(kind, failure);
        let mut judge = Judge { known: &mut *self.known, mode, read: &read, wrong: &mut self.outcome.wrong };
        judge.records(&records, replayed);
        judge.taken(finished.taken, records.outcome() == "failed");
        self.outcome.is_found |= records.outcome() == "failed";
        Some(records)
    }

    fn wrong(&mut self, kind: &'static str, detail: String) {
        self.outcome.wrong.push(Wrong { kind, detail });
    }

    /// Runs a property once, and again with what was saved, and by the replay line.
    fn saved(&mut self, mode: &Mode) {
        let Some(first) = self.run(mode, None, false) else { return };
        let path = self.directory.join("tests/everycase-regressions");
        let saved = || fs::read_to_string(&path).unwrap_or_default();
        let before = saved();
        if let Some(wrong) = first.not_saved(&before) {
            self.outcome.wrong.push(wrong);
        }
        // A failure that is wrong itself is not followed up.
        let Some(failure) = first.failure.as_ref().filter(|_| self.outcome.wrong.is_empty()) else { return };
        if let Some(second) = self.run(mode, None, true) {
            self.outcome.wrong.extend(first.not_again(&second, "saved failure"));
            if first.shown() == second.shown() && saved() != before {
                self.wrong("saved", format!("the file changes:\n{before}\n{}", saved()));
            }
        }
        let replay = failure["derivation"].as_str().unwrap_or_default().to_owned();
        let alone = Mode { size: None, ..mode.clone() };
        if let Some(replayed) = self.run(&alone, Some(&replay), true) {
            self.outcome.wrong.extend(first.not_again(&replayed, "replay line"));
        }
    }
}
