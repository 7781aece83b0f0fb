//! `everycase check` against brute force: the programs of pun's oracle, checked by the command in its modes, among them files of
//! failures, settings in the source, parts, and a time that is up.
//!
//! `EVERYCASE_SOUNDNESS` is the number of programs, `EVERYCASE_SOUNDNESS_SEED` the seed of the first one.

#[path = "../../pun/tests/soundness/claims.rs"]
#[allow(dead_code, reason = "it judges more than the command prints")]
mod claims;
#[path = "soundness/mod.rs"]
mod default_runs;
#[path = "../../pun/tests/soundness/dice.rs"]
mod dice;
#[path = "../../pun/tests/soundness/expected.rs"]
#[allow(dead_code, reason = "closed terms are judged elsewhere")]
mod expected;
#[path = "../../pun/src/soundness/inputs/naive.rs"]
mod naive;
#[path = "../../pun/tests/soundness/programs.rs"]
mod programs;
mod support;
#[path = "../../pun/tests/soundness/terms.rs"]
mod terms;
#[path = "../../pun/tests/soundness/types.rs"]
mod types;
#[path = "../../pun/tests/soundness/values.rs"]
mod values;

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pun::load::load_text;
use pun::{core, value};
use serde_json::Value as Json;

use crate::claims::Case;
use crate::dice::Dice;
use crate::expected::{Brute, Expected, Said};
use crate::programs::{Program, program};
use crate::support::{everycase, text};
use crate::values::Values;

/// How many properties a program has.
const PROPERTIES: usize = 3;

/// A program on disk, in a directory of its own, where failures are kept.
struct Files {
    directory: tempfile::TempDir,
    program: Program,
}

/// What the command has said.
struct Output {
    status: Option<i32>,
    /// The last record of each property.
    records: Vec<Json>,
    notes: String,
}

/// How the command is called.
#[derive(Clone, Debug, Default)]
struct Mode {
    arguments: Vec<String>,
    /// The largest size, wherever that is given.
    size: Option<u32>,
    tests: Option<u64>,
    /// Does only the size end the check?
    to_the_end: bool,
    is_part: bool,
    /// Are failures kept in the file?
    keeps: bool,
}

impl Files {
    fn new(program: Program) -> Self {
        let files = Self { directory: tempfile::tempdir().expect("a directory"), program };
        files.write(&files.program);
        files
    }

    fn write(&self, program: &Program) {
        let (text, library) = program.texts();
        fs::write(self.path("random.pun"), text).expect("a file");
        if let Some(library) = library {
            fs::write(self.path("library.pun"), library).expect("a file");
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn saved(&self) -> String {
        fs::read_to_string(self.path("everycase-regressions")).unwrap_or_default()
    }

    fn check(&self, mode: &Mode) -> Output {
        let path = self.path("random.pun");
        let mut command = everycase(&["check", path.to_str().expect("a path"), "--format", "json"]);
        command.args(&mode.arguments);
        if mode.keeps {
            command.env_remove("EVERYCASE_REGRESSIONS");
        }
        let output = command.output().expect("it runs");
        let records = text(&output.stdout);
        let all = records.lines().map(|line| serde_json::from_str::<Json>(line).expect("it is JSON"));
        let mut records = Vec::new();
        let mut failure = Json::Null;
        for mut record in all {
            match record["event"].as_str().expect("it is text") {
                "failure" => failure = record,
                "finish" => {
                    record["found"] = failure.take();
                    records.push(record);
                }
                event => assert_eq!(event, "start"),
            }
        }
        Output { status: output.status.code(), records, notes: text(&output.stderr) }
    }
}

/// A property with what it says of all inputs of the first sizes.
struct Known {
    program: Arc<pun::core::Program>,
    expected: Expected,
}

impl Known {
    /// Of the property of a number, if all is known of it.
    fn of(files: &Files, number: usize) -> Option<Self> {
        let alone = vec![files.program.properties[number].clone()];
        let alone = Program { properties: alone, ..files.program.clone() };
        let name = files.path("random.pun").display().to_string();
        let program: Arc<_> = load_text(&name, &alone.texts().0).program.expect("it is a program").into();
        let inputs = Values::inputs(&program).expect("there are inputs");
        let program = Arc::clone(inputs.program());
        let mut values = Values::new(&program, inputs);
        let expected = Expected::of(&Brute::new(&program, &program.properties[0]), &mut values, 100);
        let is_known = expected.is_known && !expected.sizes.is_empty();
        is_known.then(|| Self { program: Arc::clone(&program), expected })
    }

    /// Judges the record of a check.
    fn judge(&self, mode: &Mode, record: &Json) {
        let number = |field: &str| record[field].as_u64().expect("it is a number");
        let outcome = record["outcome"].as_str().expect("it is text");
        assert!(matches!(outcome, "passed" | "failed" | "unreached"), "{outcome}");
        assert!(number("discards") <= number("tests"), "more is discarded than run");
        assert_eq!(number("undecided"), 0, "all is decided within the limits");
        let replayed = replayed(record);
        if let Some(tests) = mode.tests {
            assert!(number("tests") <= tests + replayed, "{tests} tests");
        }
        if outcome == "failed" {
            self.judge_failure(mode, record, replayed);
        }
        let failure = self.expected.smallest_failure();
        let all = &record["exhausted"];
        if !all.is_null() {
            let through = u32::try_from(all["through_size"].as_u64().expect("a size")).expect("a size");
            let is_all = all["finite"] == true || all["of_any_size"] == true;
            if through <= self.expected.through() && all["finite"] == false {
                assert_eq!(all["of"], self.expected.up_to(through).count.to_string(), "up to size {through}");
            }
            let seen = if is_all { u32::MAX } else { through };
            if all["divided"] == false {
                assert!(failure.is_none_or(|failure| failure > seen), "it fails at size {failure:?}");
            }
            let reached = self.expected.up_to(through);
            let reached = reached.passed + reached.failed > 0;
            assert!(outcome != "unreached" || !reached, "some inputs meet its premise");
        }
        let Some(size) = mode.size.filter(|_| mode.to_the_end && !mode.is_part) else { return };
        let fails = failure.is_some_and(|failure| failure <= size);
        assert_eq!(outcome == "failed", fails, "the smallest failure is of size {failure:?}");
    }

    fn judge_failure(&self, mode: &Mode, record: &Json, replayed: u64) {
        let brute = Brute::new(&self.program, &self.program.properties[0]);
        let case = Case { program: &self.program, brute: &brute, expected: &self.expected };
        let failure = &record["found"];
        let inputs = failure["inputs"].as_array().expect("it is a list");
        let shown: Vec<&str> =
            inputs.iter().map(|input| input["value"].as_str().expect("it is text")).collect();
        let found = failure["tests"].as_u64().expect("it is a number");
        assert!(1 <= found && Some(found) <= record["tests"].as_u64(), "found after {found} tests");
        let Some((said, size)) = case.say_shown(&shown).expect("terms are shown") else { return };
        let wanted = if failure["message"] == "false" { Said::False } else { Said::Fault };
        assert!(said == wanted || said == Said::Unknown, "{shown:?}: {said:?}, not {wanted:?}");
        let Some(size) = size else { return };
        assert!(replayed > 0 || mode.size.is_none_or(|most| size <= most), "{shown:?} is of size {size}");
        if mode.to_the_end && replayed == 0 && !mode.is_part {
            let smallest = self.expected.smallest_failure().map(u64::from);
            assert_eq!(smallest, failure["size"].as_u64(), "{shown:?} stands for the smallest");
            assert!(smallest == Some(size.into()) || failure["readable"].is_string(), "{shown:?}");
        }
    }
}

/// How many inputs were run because they had failed before.
fn replayed(record: &Json) -> u64 {
    let first = &record["claims"][0];
    if first["stream"] == "replay" { first["tests"].as_u64().expect("it is a number") } else { 0 }
}

fn is_failed(record: &Json) -> bool {
    record["outcome"] == "failed"
}

/// Runs the command and judges all that it says.
fn check(files: &Files, known: &[Option<Known>], mode: &Mode) -> Output {
    let output = files.check(mode);
    let described = || format!("{mode:?}\n{}\n{:#?}\n{}", files.program, output.records, output.notes);
    assert_eq!(output.records.len(), PROPERTIES, "a record for each property: {}", described());
    // A part fails only by a counterexample.
    let fails = |record: &Json| record["outcome"] != "passed" && (!mode.is_part || is_failed(record));
    let found = output.records.iter().any(fails);
    assert_eq!(output.status, Some(found.into()), "{}", described());
    for (known, record) in known.iter().zip(&output.records) {
        let Some(known) = known else { continue };
        let judged = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| known.judge(mode, record)));
        assert!(judged.is_ok(), "{}", described());
    }
    output
}

/// What does not depend on the time.
fn claims(output: &Output) -> Vec<[&Json; 4]> {
    output
        .records
        .iter()
        .map(|record| {
            [&record["outcome"], &record["claims"], &record["found"]["inputs"], &record["discards"]]
        })
        .collect()
}

/// Checks a program in all modes.
fn judge(seed: u64) {
    let dice = &mut Dice::new(seed);
    let files = Files::new(program(dice, PROPERTIES));
    let known: Vec<_> = (0..PROPERTIES).map(|number| Known::of(&files, number)).collect();
    let through = known.iter().flatten().map(|known| known.expected.through()).min();
    let Some(through) = through else { return };
    let size = dice.below(through as usize + 1) as u32;
    let arguments = |text: String| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let whole = Mode {
        arguments: arguments(format!("--size {size} --tests 100000")),
        size: Some(size),
        to_the_end: true,
        ..Mode::default()
    };
    let alone = check(&files, &known, &whole);
    let with = |text: String| Mode {
        arguments: [whole.arguments.clone(), arguments(text)].concat(),
        ..whole.clone()
    };

    let jobs = 2 + dice.below(2);
    let threads = check(&files, &known, &with(format!("--jobs {jobs}")));
    for (one, several) in claims(&alone).into_iter().zip(claims(&threads)) {
        assert!(
            one == several || one[0] == "failed" && (one[0], one[2]) == (several[0], several[2]),
            "{jobs} threads"
        );
    }

    let of = 2 + dice.below(2);
    let part = |part| Mode { is_part: true, ..with(format!("--shard {part}/{of}")) };
    let parts: Vec<Output> = (0..of).map(|k| check(&files, &known, &part(k))).collect();
    for (place, record) in alone.records.iter().enumerate() {
        let some = parts.iter().any(|part| is_failed(&part.records[place]));
        assert_eq!(some, is_failed(record), "some part fails: {}", files.program);
    }

    in_the_source(&files, &known, dice, size, &alone);
    saved(&files, &known, &whole, &alone);

    let time = Duration::from_millis(1 + dice.below(6) as u64);
    let start = Instant::now();
    check(
        &files,
        &known,
        &Mode { arguments: arguments(format!("--time {}ms", time.as_millis())), ..Mode::default() },
    );
    // Shrinking has its own end; other tests run at the same time.
    assert!(start.elapsed() < 3 * time + Duration::from_secs(12), "{time:?} for each property");
}

/// `with size` and `with tests` bound a check as the command's own arguments do.
fn in_the_source(files: &Files, known: &[Option<Known>], dice: &mut Dice, size: u32, alone: &Output) {
    let tests = if dice.percent(50) { 100_000 } else { 1 + dice.below(40) as u64 };
    let bounded =
        |property: &String| property.replacen(" . ", &format!(" with size {size}, tests {tests} . "), 1);
    let properties = files.program.properties.iter().map(bounded).collect();
    files.write(&Program { properties, ..files.program.clone() });
    let to_the_end = tests == 100_000;
    let mode = Mode { size: Some(size), tests: Some(tests), to_the_end, ..Mode::default() };
    let output = check(files, known, &mode);
    files.write(&files.program);
    assert!(!to_the_end || claims(&output) == claims(alone), "{:#?}\n{:#?}", output.records, alone.records);
}

/// Failures are saved, run first the next time, and harmless where the property is mended or its inputs are others.
fn saved(files: &Files, known: &[Option<Known>], whole: &Mode, alone: &Output) {
    let keeps = Mode { keeps: true, ..whole.clone() };
    let first = check(files, known, &keeps);
    assert_eq!(claims(&first), claims(alone));
    let saved = files.saved();
    for record in first.records.iter().filter(|record| is_failed(record)) {
        let line = record["found"]["regression"].as_str().expect("it is text");
        assert_eq!(saved.lines().filter(|own| *own == line).count(), 1, "{saved}");
    }
    if saved.is_empty() {
        return;
    }
    let again = check(files, known, &keeps);
    for (before, record) in first.records.iter().zip(&again.records) {
        assert_eq!(is_failed(before), is_failed(record));
        assert_eq!(replayed(record), u64::from(is_failed(before)), "it is the first input that is run");
    }

    let holds = |property: &String| {
        let (head, body) = property.split_once(" . ").expect("there is a body");
        format!("{head} . ({}) || true .\n", body.trim_end().trim_end_matches(" ."))
    };
    let properties = files.program.properties.iter().map(holds).collect();
    files.write(&Program { properties, ..files.program.clone() });
    let mended = files.check(&keeps);
    files.write(&files.program);
    for (before, record) in first.records.iter().zip(&mended.records) {
        assert_eq!(replayed(record) > 0, is_failed(before), "saved inputs are run");
        assert!(!is_failed(record) || record["found"]["message"] != "false", "{}\n{record:#}", files.program);
    }

    let fingerprint =
        |line: &str| line.split(' ').nth(1).map(|word| line.replacen(word, "0123456789abcdef", 1));
    let lines = files.saved();
    let lines = lines.lines().map(|line| {
        let own = line.starts_with("random::").then(|| fingerprint(line).expect("there is one"));
        own.unwrap_or_else(|| line.to_owned())
    });
    let stale: String = lines.flat_map(|line| [line, "\n".to_owned()]).collect();
    fs::write(files.path("everycase-regressions"), &stale).expect("a file");
    let after = check(files, known, &keeps);
    assert_eq!(claims(&after), claims(alone));
    assert!(after.notes.contains(": stale: "), "{}", after.notes);
    assert!(files.saved().starts_with(&stale), "lines are only added");
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("it is a number"))
}

#[test]
fn every_claim_of_the_command_is_what_brute_force_shows() {
    let first = setting("EVERYCASE_SOUNDNESS_SEED", 1);
    for seed in first..first + setting("EVERYCASE_SOUNDNESS", 50) {
        let judged = std::panic::catch_unwind(|| judge(seed));
        assert!(judged.is_ok(), "EVERYCASE_SOUNDNESS_SEED={seed} EVERYCASE_SOUNDNESS=1 runs this case again");
    }
}

#[test]
fn default_runs_claim_what_brute_force_shows() {
    default_runs::judge();
}
