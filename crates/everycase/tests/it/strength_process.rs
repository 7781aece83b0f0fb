//! Measurements of strength under the settings of a run, and of functions that misbehave when they are mutated.
//!
//! The properties are subjects, each run in a process of its own.

use std::fs;
use std::time::{Duration, Instant};

use crate::support::process::{Crate, Ran};
use serde_json::Value;

/// Runs a property and returns its output.
fn run(test: &str, vars: &[(&str, &str)]) -> Ran {
    Crate::new().run(test, vars)
}

const UNSAVED: (&str, &str) = ("EVERYCASE_REGRESSIONS", "0");
const MEASURED: (&str, &str) = ("EVERYCASE_STRENGTH", "1");

/// Returns the report of the strength without the time that the check took.
fn report(ran: &Ran) -> String {
    let lines = ran.stdout.lines().skip_while(|line| !line.contains(" of next: "));
    lines.take_while(|line| !line.starts_with("test ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_property_of_no_function_has_all_streams_where_strength_is_asked_for() {
    let ran = run("is_of_no_function", &[MEASURED]);
    assert!(ran.passed && ran.stdout.contains(" drawn by structure"), "{}", ran.stdout);
}

#[test]
fn nothing_is_measured_unless_it_is_asked_for() {
    let ran = run("is_weak", &[]);
    assert!(ran.passed && report(&ran).is_empty(), "{}", ran.stdout);
}

#[test]
fn the_budget_and_the_seed_are_those_of_the_check_for_any_number_of_threads() {
    let all =
        [("EVERYCASE_JOBS", "1"), ("EVERYCASE_JOBS", "3")].map(|jobs| run("is_weak", &[MEASURED, jobs]));
    let [one, three] = all.map(|ran| report(&ran));
    assert!(one.starts_with("is_weak of next: "), "{one}");
    assert_eq!(one, three);
    let more = report(&run("is_weak", &[MEASURED, ("EVERYCASE_TESTS", "2000")]));
    assert!(more.starts_with("is_weak of next: ") && more != one, "{more}");
}

#[test]
fn a_limit_of_time_holds_for_the_measurement_too() {
    let vars = [MEASURED, ("EVERYCASE_TIME", "100ms"), ("EVERYCASE_TESTS", "1000000000")];
    let dir = Crate::new();
    let start = Instant::now();
    let ran = dir.run("is_weak", &vars);
    assert!(ran.passed && report(&ran).starts_with("is_weak of next: "), "{}", ran.stdout);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn a_replay_and_a_property_that_should_fail_are_not_measured() {
    let ran = run("should_fail", &[MEASURED]);
    assert!(ran.passed && !ran.stdout.contains(" of next: "), "{}", ran.stdout);
    let failed = run("fails_at_77", &[MEASURED, UNSAVED]);
    assert!(!failed.passed && !failed.stderr.contains(" of next: "), "{}", failed.stderr);
    let token = failed.token();
    let ran = run("fails_at_77", &[MEASURED, UNSAVED, ("EVERYCASE_REPLAY", token), ("PASSES", "1")]);
    assert!(ran.passed && !ran.stdout.contains(" of next: "), "{}", ran.stdout);
}

/// The records of the strength in a file.
fn scores(text: &str) -> Vec<Value> {
    let records = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    records.filter(|record| record["kind"] == "strength").collect()
}

#[test]
fn the_mutants_of_the_parts_of_a_run_are_those_of_the_whole() {
    let mutants = |vars: &[(&str, &str)]| {
        let dir = Crate::new();
        let records = dir.path().join("parts/");
        let vars = [vars, &[MEASURED, ("EVERYCASE_RECORDS", records.to_str().unwrap())]].concat();
        // A part of this run need not have a mutant that is killed.
        dir.run("is_weak", &vars);
        let parts = fs::read_dir(records.read_dir().unwrap().next().unwrap().unwrap().path()).unwrap();
        let texts = parts.map(|part| fs::read_to_string(part.unwrap().path()).unwrap());
        let all = texts.flat_map(|text| scores(&text));
        all.map(|score| [&score["killed"], &score["mutants"]].map(|n| n.as_u64().unwrap()))
            .collect::<Vec<_>>()
    };
    let bounds = [("EVERYCASE_SIZE", "4"), ("EVERYCASE_TESTS", "1000")];
    let whole = mutants(&bounds);
    let part = |shard| mutants(&[&bounds[..], &[("EVERYCASE_SHARD", shard)]].concat());
    let parts: Vec<_> = ["0/2", "1/2"].into_iter().flat_map(part).collect();
    assert_eq!([0, 1].map(|i| parts.iter().map(|part| part[i]).sum::<u64>()), whole[0], "{parts:?}");
}

#[test]
fn only_a_whole_run_decides_about_the_least_strength() {
    let of = |shard| {
        let least = ("EVERYCASE_MIN_STRENGTH", "100");
        run("is_weak", &[least, ("EVERYCASE_TESTS", "1000"), ("EVERYCASE_SHARD", shard)]).passed
    };
    assert_eq!(["0/1", "0/2", "1/2"].map(of), [false, true, true]);
}

#[test]
fn a_property_that_panics_with_a_wrong_function_kills_it() {
    let ran = run("panics_when_mutated", &[]);
    assert!(ran.passed, "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn a_property_that_calls_a_wrong_function_for_ever_is_undecided() {
    let ran = run("steps_to_0", &[]);
    assert!(ran.passed && ran.stdout.contains(" more undecided"), "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn a_property_that_hangs_with_a_wrong_function_has_no_score_and_does_not_fail() {
    let ran = run("hangs_when_mutated", &[]);
    let expected = "a mutant did not end, and ended the score";
    assert!(ran.passed && ran.stdout.contains(expected), "{}{}", ran.stdout, ran.stderr);
    let ran = run("hangs_when_mutated", &[("EVERYCASE_MIN_STRENGTH", "50")]);
    assert!(!ran.passed && ran.stderr.contains(expected), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stderr.contains("error: a score of at least 50% is required"), "{}", ran.stderr);
}

/// Elsewhere processes end in other words.
#[cfg(unix)]
#[test]
fn an_isolated_property_that_ends_its_process_with_a_wrong_function_has_no_score_and_does_not_fail() {
    let isolated = ("EVERYCASE_ISOLATE", "1");
    let ran = run("aborts_when_mutated", &[isolated]);
    let expected = "no score: with a wrong function in its place the property ended its process";
    assert!(ran.passed && ran.stdout.contains(expected), "{}{}", ran.stdout, ran.stderr);
    let ran = run("aborts_when_mutated", &[isolated, ("EVERYCASE_MIN_STRENGTH", "50")]);
    assert!(!ran.passed && ran.stderr.contains(expected), "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn an_isolated_property_has_the_score_and_the_records_of_one_that_is_not() {
    let of = |vars: &[(&str, &str)]| {
        let dir = Crate::new();
        let records = dir.path().join("parts/");
        let vars = [vars, &[MEASURED, ("EVERYCASE_RECORDS", records.to_str().unwrap())]].concat();
        let ran = dir.run("is_weak", &vars);
        let part = records.read_dir().unwrap().next().unwrap().unwrap().path().join("0-of-1.ndjson");
        let text = fs::read_to_string(part).unwrap();
        assert_eq!(text.lines().count(), 3, "{text}");
        (report(&ran), scores(&text))
    };
    assert_eq!(of(&[("EVERYCASE_ISOLATE", "1")]), of(&[]));
}

#[test]
fn a_property_with_side_effects_does_not_fail_for_them() {
    let ran = run("depends_on_the_number_of_calls", &[]);
    assert!(
        ran.stdout.contains("depends_on_the_number_of_calls of counted: "),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
    assert!(!ran.stderr.contains("counterexample"), "{}", ran.stderr);
}

#[test]
fn a_property_that_is_not_deterministic_fails_with_an_input() {
    let ran = run("calls_every_other_time", &[]);
    let expected =
        "calls_every_other_time of next: no score: the property is not deterministic: on let x: u8 =";
    assert!(!ran.passed && ran.stderr.replace("\n    ", " ").contains(expected), "{}", ran.stderr);
}

#[test]
fn calls_on_other_threads_are_reported() {
    let ran = run("calls_on_another_thread", &[]);
    let text = ran.stdout.replace("\n    ", " ");
    assert!(text.contains("can be mutated: calls on other threads are not replaced"), "{text}{}", ran.stderr);
    assert!(ran.stdout.contains("no score: "), "{}", ran.stdout);
}
