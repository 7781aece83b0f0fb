//! Properties in processes of their own: the environment, what reaches the terminal, and processes side by side.
//!
//! The properties are subjects, each the only test of its process.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::support::process::{Crate, Ran};
use crate::support::subjects::program;

#[test]
fn a_property_that_holds_says_what_was_covered() {
    let ran = Crate::new().run("child_holds", &[]);
    assert!(ran.passed && ran.stderr.is_empty(), "{}", ran.stderr);
    let expected = "testing holds: ok, all 256 inputs there are; 1 discarded (0.3%) (in ";
    assert!(ran.stdout.contains(expected), "{}", ran.stdout);
    assert!(ran.stdout.contains("50.1% high\n 49.8% low"), "{}", ran.stdout);
}

#[test]
fn in_continuous_integration_the_default_is_the_same_run_on_every_machine() {
    let crate_dir = Crate::new();
    let covered = |vars: &[(&str, &str)]| {
        let ran = crate_dir.run("child_holds_by_default", vars);
        assert!(ran.passed, "{}", ran.stderr);
        let (covered, how) = ran.stdout.rsplit_once("(in ").expect("it ends with the time");
        let (_, covered) = covered.split_once("exactly: ").expect("it has many inputs");
        let how = how.split_once(", ").and_then(|(_, how)| how.split_once(')')).expect("it says the seed");
        (covered.to_owned(), how.0.to_owned())
    };
    let in_ci = covered(&[("CI", "true")]);
    assert!(in_ci.1.starts_with("seed ") && in_ci.1.ends_with(", all tests of CI made"), "{in_ci:?}");
    assert_eq!(in_ci, covered(&[("CI", "1"), ("EVERYCASE_JOBS", "2")]));
    assert!(covered(&[("CI", "false")]).1.ends_with(", time is up"));
    assert!(covered(&[("CI", "true"), ("EVERYCASE_TIME", "50ms")]).1.ends_with(", time is up"));
    assert!(covered(&[("CI", "true"), ("EVERYCASE_TESTS", "50")]).1.ends_with(", all tests made"));
}

#[test]
fn the_time_of_a_suite_is_divided_among_the_properties_of_its_last_run() {
    let crate_dir = Crate::new();
    // The times are kept beside the binary.
    let binary = crate_dir.path().join("suite-0123456789abcdef");
    fs::copy(program(), &binary).unwrap();
    let run = |test: &str, vars: &[(&str, &str)]| {
        let usual = crate_dir.command(test);
        let mut command = std::process::Command::new(&binary);
        command.args(usual.get_args()).env("RUNNER_CRATE", crate_dir.path()).env_remove("CI");
        command.env("EVERYCASE_SUITE_TIME", "200ms").envs(vars.iter().copied());
        Ran::of(command.output().unwrap())
    };
    let says = |test: &str, note: &str| {
        let ran = run(test, &[]);
        assert!(ran.passed && ran.stdout.contains(&format!("\n  note: {note}\n")), "{note}: {}", ran.stdout);
    };
    says("child_holds_by_default", "the first run of a suite of 200ms: each property has its default time");
    says("child_holds_by_default", "200ms of the 200ms of a suite of 1 property");
    says("child_is_done_at_once", "100ms of the 200ms of a suite of 2 properties");
    let ran = run("child_holds_by_default", &[]);
    let (share, _) = ran.stdout.split_once("ms of the 200ms of a suite of 2 properties").unwrap();
    let share: u32 = share.rsplit(' ').next().unwrap().parse().unwrap();
    assert!((101..=200).contains(&share), "what is done at once leaves its share: {}", ran.stdout);
    assert!(crate_dir.path().join("everycase-suite/suite").exists());
    // A number of tests is not divided, and a part of a run has no time.
    assert!(!run("child_holds", &[]).stdout.contains("suite"));
    let part = run("child_holds_by_default", &[("EVERYCASE_SHARD", "0/2")]);
    assert!(!part.passed && part.stderr.contains("cannot be checked"), "{}", part.stderr);
}

/// The lines of the only file of observations in a directory.
fn observations(directory: &Path) -> Vec<serde_json::Value> {
    let files: Vec<_> = fs::read_dir(directory).unwrap().map(|file| file.unwrap().path()).collect();
    let [file] = &files[..] else { panic!("{files:?}") };
    assert_eq!(file.file_name().unwrap(), "everycase-bytes--tests--holds.jsonl");
    fs::read_to_string(file).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn observations_have_each_case_with_its_input_its_labels_and_how_it_ended() {
    let crate_dir = Crate::new();
    let directory = crate_dir.path().join("observed");
    let ran = crate_dir.run("child_holds", &[("EVERYCASE_OBSERVE", directory.to_str().unwrap())]);
    assert!(ran.passed, "{}", ran.stderr);
    let lines = observations(&directory);
    let (info, cases) = lines.split_last().unwrap();
    assert_eq!((&info["type"], &info["content"]), (&"info".into(), &"all 256 cases of the run".into()));
    let mut seen: Vec<u8> = Vec::new();
    for case in cases {
        let keys: Vec<&str> = case.as_object().unwrap().keys().map(String::as_str).collect();
        let expected = [
            "arguments",
            "coverage",
            "features",
            "how_generated",
            "metadata",
            "property",
            "representation",
            "run_start",
            "status",
            "status_reason",
            "timing",
            "type",
        ];
        let mut sorted = keys.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, expected);
        assert_eq!((&case["type"], &case["property"]), (&"test_case".into(), &"bytes::tests::holds".into()));
        let k: u8 = case["arguments"]["k"].as_str().unwrap().parse().unwrap();
        assert_eq!(case["representation"], format!("let k: u8 = {k};"));
        let is_discarded = k == 3;
        assert_eq!(case["status"], if is_discarded { "gave_up" } else { "passed" });
        assert_eq!(case["status_reason"] == "", !is_discarded);
        for (label, has) in [("low", k < 128), ("high", k >= 128)] {
            assert_eq!(case["features"][label], has.to_string());
        }
        assert_eq!(case["features"]["k"], k);
        assert_eq!(case["features"]["low (table)"], if k < 128 { "yes" } else { "no" });
        assert_eq!(case["features"]["size of the input"], u8::BITS - k.leading_zeros());
        assert!(case["timing"]["execute:test"].as_f64().unwrap() >= 0.0 && case["run_start"].is_number());
        seen.push(k);
    }
    seen.sort_unstable();
    assert_eq!(seen, (0..=255).collect::<Vec<u8>>());
}

#[test]
fn observations_of_a_failing_property_end_with_its_counterexample() {
    let crate_dir = Crate::new();
    let directory = crate_dir.path().join("observed");
    let ran = crate_dir.run("child_fails_at_77", &[("EVERYCASE_OBSERVE", directory.to_str().unwrap())]);
    assert!(!ran.passed);
    let lines = observations(&directory);
    let failed: Vec<_> = lines.iter().filter(|line| line["status"] == "failed").collect();
    let [found, last] = &failed[..] else {
        panic!("the failure that was found and the smallest: {failed:?}")
    };
    assert_eq!(last["how_generated"], "the counterexample of the report");
    assert_eq!([&found["representation"], &last["representation"]], ["let k: u8 = 77;"; 2]);
    assert!(last["status_reason"].as_str().unwrap().starts_with("panicked at "), "{last}");

    let file = crate_dir.path().join("a file");
    fs::write(&file, "").unwrap();
    let ran = crate_dir.run("child_holds", &[("EVERYCASE_OBSERVE", file.to_str().unwrap())]);
    assert!(!ran.passed && ran.stderr.contains("EVERYCASE_OBSERVE: "), "{}", ran.stderr);
}

#[test]
fn a_failing_property_prints_its_report_and_nothing_else() {
    let ran = Crate::new().run("child_fails_at_77", &[]);
    assert!(!ran.passed);
    assert!(
        ran.stderr.starts_with("\ntesting holds: failed with counterexample:\n    let k: u8 = 77;\n"),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.stderr.matches("panicked at").count(), 1, "{}", ran.stderr);
    assert!(!ran.stderr.contains("thread '"), "{}", ran.stderr);
}

#[test]
fn an_input_that_only_the_property_s_stack_has_room_for_is_reported() {
    let ran = Crate::new().run("child_decodes_deep_inputs", &[]);
    assert!(!ran.passed);
    assert!(
        ran.stderr.contains(" failed with counterexample:\n    let input: u16 = 300;\n"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_panic_of_another_thread_is_printed_as_ever_and_no_part_of_the_report() {
    let ran = Crate::new().run("child_panics_beside_another_thread", &[]);
    assert!(!ran.passed);
    assert_eq!(ran.stderr.matches("thread 'another'").count(), 1, "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("of another thread").count(), 1, "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("of the property").count(), 1, "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("thread '").count(), 1, "{}", ran.stderr);
}

#[test]
fn the_replay_line_replays_the_input() {
    let dir = Crate::new();
    let failed = dir.run("child_fails_at_77", &[]);
    fs::remove_file(dir.path().join("tests/everycase-regressions")).unwrap();
    let replayed = dir.run("child_fails_at_77", &[("EVERYCASE_REPLAY", failed.token())]);
    assert!(!replayed.passed);
    assert!(replayed.stderr.contains("    let k: u8 = 77;\n"), "{}", replayed.stderr);
    assert!(replayed.stderr.contains("; the input replayed\n"), "{}", replayed.stderr);
    assert!(!dir.path().join("tests/everycase-regressions").exists(), "a replay saves nothing");

    // The bug mended, the same line passes; what is no replay line is an error.
    let mended = dir.run("child_holds", &[("EVERYCASE_REPLAY", failed.token())]);
    assert!(mended.passed, "{}", mended.stderr);
    for (token, message) in [
        ("rubbish", "EVERYCASE_REPLAY: found `rubbish`, expected what a report's replay line says"),
        ("0000000000000001:4d", "EVERYCASE_REPLAY is for inputs of another shape"),
    ] {
        let ran = dir.run("child_holds", &[("EVERYCASE_REPLAY", token)]);
        assert!(!ran.passed && ran.stderr.contains(message), "{}", ran.stderr);
    }
    let shape = failed.token().split(':').next().unwrap();
    let ran = dir.run("child_holds", &[("EVERYCASE_REPLAY", &format!("{shape}:4d.4d"))]);
    assert!(!ran.passed && ran.stderr.contains("does not fit the shape"), "{}", ran.stderr);
}

#[test]
fn malformed_variables_fail_the_test_with_what_was_expected() {
    let dir = Crate::new();
    for (name, value, message) in [
        ("EVERYCASE_SEED", "lucky", "EVERYCASE_SEED: found `lucky`, expected a seed from 0 to"),
        ("EVERYCASE_SHARD", "3/3", "EVERYCASE_SHARD: found `3/3`, expected a part `k/n` counted from 0"),
        ("EVERYCASE_TIME", "soon", "EVERYCASE_TIME: found `soon`, expected a time such as `10s`"),
        ("EVERYCASE_TEST", "9", "unknown setting EVERYCASE_TEST; did you mean EVERYCASE_TESTS?"),
    ] {
        let ran = dir.run("child_holds", &[(name, value)]);
        assert!(!ran.passed);
        assert!(
            ran.stderr.starts_with(&format!("\ntesting holds: cannot be checked: {message}")),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn the_environment_overrules_the_attribute() {
    let ran = Crate::new().run("child_holds", &[("EVERYCASE_TESTS", "10"), ("EVERYCASE_JOBS", "2")]);
    assert!(ran.passed, "{}", ran.stderr);
    let claim = "all 4 inputs up to size 2; 1 by the order of numbers, up to size 1; 4 drawn by structure";
    assert!(ran.stdout.contains(claim), "{}", ran.stdout);
}

#[test]
fn a_hanging_input_ends_the_test_and_not_the_patience() {
    let dir = Crate::new();
    let start = Instant::now();
    let ran = dir.run("child_hangs", &[]);
    assert!(!ran.passed);
    assert!(ran.stderr.contains("    let k: u8 = 9;\n  did not return within 500ms\n"), "{}", ran.stderr);
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn parts_run_by_processes_of_their_own_record_to_one_file() {
    let dir = Crate::new();
    let records = dir.path().join("records.ndjson");
    let path = records.to_str().unwrap();
    let parts: Vec<_> = (0..3)
        .map(|k| {
            let shard = format!("{k}/3");
            let mut command = dir.command("child_holds");
            command
                .env("EVERYCASE_SHARD", shard)
                .env("EVERYCASE_TESTS", "1000")
                .env("EVERYCASE_RECORDS", path);
            command.stdout(std::process::Stdio::null()).spawn().unwrap()
        })
        .collect();
    for mut part in parts {
        assert!(part.wait().unwrap().success());
    }
    let text = fs::read_to_string(&records).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 6, "{text}");
    assert!(
        lines.iter().all(|line| line.starts_with(r#"{"everycase":3,"kind":"property","event":""#)),
        "{text}"
    );
    let tests: u64 = lines
        .iter()
        .filter(|line| line.contains(r#""event":"finish""#))
        .map(|line| {
            line.split(r#","tests":"#).nth(2).unwrap().split(',').next().unwrap().parse::<u64>().unwrap()
        })
        .sum();
    assert_eq!(tests, 256, "{text}");
}

#[test]
fn a_failure_is_recorded_with_its_input() {
    let dir = Crate::new();
    let records = dir.path().join("records.ndjson");
    dir.run("child_fails_at_77", &[("EVERYCASE_RECORDS", records.to_str().unwrap())]);
    let text = fs::read_to_string(&records).unwrap();
    let failure = text.lines().find(|line| line.contains(r#""event":"failure""#)).unwrap();
    for part in [
        r#""name":"holds","module":"bytes::tests","file":"tests/bytes.rs","line":7,"seed":"7","stream":"search""#,
        r#""inputs":[{"name":"k","value":"77","statement":"let k: u8 = 77;"}],"uses":[],"caveats":[],"message":"panicked at "#,
        r#""hung":false,"died":false,"flaky":false,"keeps_state":false,"derivation":""#,
        r#""replay":"EVERYCASE_REPLAY="#,
        r#""regression":"bytes::tests::holds "#,
    ] {
        assert!(failure.contains(part), "{part} is not in {failure}");
    }
    let finish = text.lines().last().unwrap();
    assert!(finish.contains(r#""event":"finish""#) && finish.contains(r#""outcome":"failed""#), "{finish}");
}

#[test]
fn records_that_cannot_be_written_fail_the_test() {
    let dir = Crate::new();
    let nowhere = dir.path().join("tests/bytes.rs/records.ndjson");
    let ran = dir.run("child_holds", &[("EVERYCASE_RECORDS", nowhere.to_str().unwrap())]);
    assert!(!ran.passed, "{}", ran.stdout);
    assert!(ran.stderr.contains("error: EVERYCASE_RECORDS: "), "{}", ran.stderr);
}

#[test]
fn an_input_that_failed_once_is_marked_and_fails_again_only_if_it_fails_twice() {
    let dir = Crate::new();
    let first = dir.run("child_fails_once", &[]);
    assert!(
        !first.passed && first.stderr.contains("flaky: it passed when it was run on this input once more")
    );
    let saved = fs::read_to_string(dir.path().join("tests/everycase-regressions")).unwrap();
    assert!(saved.ends_with(" 9 flaky # let k: u8 = 9;\n"), "{saved}");

    // It fails again in this process, and passes once more.
    let again = dir.run("child_fails_once", &[]);
    assert!(again.passed, "{}", again.stderr);
    let place = dir.path().join("tests/everycase-regressions:6: flaky: the input ");
    let note = |what: &str| {
        let more = "(let k: u8 = 9;); you may delete the line";
        format!("note: {}{what} {more}\n", place.display())
    };
    assert_eq!(again.stderr, note("failed again, and passed when it was run once more"));
    assert!(again.stdout.contains("holds: ok, 1 saved input; all 256 inputs there are "), "{}", again.stdout);
    let passes = dir.run_captured("child_fails_once", &[("RUNNER_PASSES", "1")]);
    assert!(passes.passed && passes.stderr == note("passes"), "{}", passes.stderr);

    let always = dir.run("child_fails_once", &[("RUNNER_ALWAYS", "1")]);
    assert!(!always.passed && always.stderr.contains("; an input that failed before, "), "{}", always.stderr);
    assert!(!always.stderr.contains("flaky"), "{}", always.stderr);
    let now = fs::read_to_string(dir.path().join("tests/everycase-regressions")).unwrap();
    assert_eq!(now, saved);
}

#[test]
fn a_property_that_fails_by_chance_has_one_saved_input_whatever_it_fails_on() {
    let dir = Crate::new();
    let file = dir.path().join("tests/everycase-regressions");
    let first = dir.run("child_fails_once_where_told", &[("RUNNER_FAILS_AT", "9")]);
    assert!(first.stderr.contains("\n  saved, to be run first next time: "), "{}", first.stderr);
    let before = fs::read_to_string(&file).unwrap();
    for at in ["20", "30"] {
        let ran = dir.run("child_fails_once_where_told", &[("RUNNER_FAILS_AT", at)]);
        let report = format!("    let k: u8 = {at};\n  returned false\n  flaky: ");
        assert!(!ran.passed && ran.stderr.contains(&report), "{}", ran.stderr);
        let why = format!("\n  not saved: {} has a flaky failure of this property already\n", file.display());
        assert!(ran.stderr.contains(&why), "{}", ran.stderr);
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
}

#[test]
fn a_saved_input_that_turns_out_to_be_flaky_is_marked_then() {
    let dir = Crate::new();
    dir.run("child_fails_once", &[("RUNNER_ALWAYS", "1")]);
    let file = dir.path().join("tests/everycase-regressions");
    let before = fs::read_to_string(&file).unwrap();
    assert!(before.ends_with(" 9 # let k: u8 = 9;\n"), "{before}");
    assert!(!dir.run("child_fails_once", &[]).passed);
    let after = fs::read_to_string(&file).unwrap();
    assert!(after.starts_with(&before) && after.ends_with(" 9 flaky # let k: u8 = 9;\n"), "{after}");
    assert!(dir.run("child_fails_once", &[]).passed);
}

#[test]
fn a_stale_entry_is_announced_where_the_test_passes_and_its_output_is_kept_back() {
    let dir = Crate::new();
    let file = dir.path().join("tests/everycase-regressions");
    fs::write(&file, "bytes::tests::holds 0123456789abcdef 1.2 # let k: Old = Old;\n").unwrap();
    let stale = format!("note: {}:1: stale: the types of the inputs have changed", file.display());
    for isolate in ["0", "1"] {
        let ran = dir.run_captured("child_holds", &[("EVERYCASE_ISOLATE", isolate)]);
        // There is no test of the property's name to isolate.
        assert_eq!(ran.passed, isolate == "0", "{}", ran.stderr);
        assert!(ran.stderr.starts_with(&stale), "{}", ran.stderr);
        assert_eq!(ran.stderr.matches("stale").count(), 1, "{}", ran.stderr);
    }
}

#[test]
fn a_panic_while_inputs_are_built_names_the_property() {
    let ran = Crate::new().run("child_builds_inputs_that_panic", &[]);
    let expected = "cannot be checked: building its inputs panicked at crates/everycase/tests/subjects/runner_process.rs:";
    assert!(!ran.passed && ran.stderr.contains(expected), "{}", ran.stderr);
    assert!(ran.stderr.contains(": no space for 3"), "{}", ran.stderr);
}

#[test]
fn processes_that_fail_side_by_side_all_save_their_inputs() {
    let dir = Crate::new();
    let children: Vec<_> = (100..112u8)
        .map(|at| {
            let mut command = dir.command("child_fails_where_told");
            command.env("RUNNER_FAILS_AT", at.to_string());
            command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn().unwrap()
        })
        .collect();
    for mut child in children {
        assert!(!child.wait().unwrap().success());
    }
    let saved = fs::read_to_string(dir.path().join("tests/everycase-regressions")).unwrap();
    for at in 100..112 {
        assert_eq!(saved.matches(&format!("# let k: u8 = {at};\n")).count(), 1, "{saved}");
    }
    assert_eq!(saved.lines().filter(|line| !line.starts_with('#')).count(), 12, "{saved}");
    let left = fs::read_dir(dir.path().join("tests")).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<_> =
        left.filter(|name| Path::new(name).extension().is_some_and(|end| end == "tmp")).collect();
    assert!(left.is_empty(), "{left:?}");
}
