//! Runs that end with the process: the next run of the property is isolated and finds the input.
//!
//! The properties are subjects, each run in a process of its own.

// Elsewhere processes end in other words.
#![cfg(unix)]

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::process::Crate;
use crate::support::subjects::program;

/// Starts a property that waits, and returns its process once it does.
fn waiting(dir: &Crate, test: &str) -> Child {
    let mut command = dir.command(test);
    command.env("RUNNER_WAITS", "1").stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn().unwrap();
    let start = Instant::now();
    while !dir.path().join("waits").exists() {
        assert!(start.elapsed() < Duration::from_secs(100), "it does not start");
        sleep(Duration::from_millis(5));
    }
    child
}

/// Ends a process by a signal.
fn kill(mut child: Child, signal: &str) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success() && !child.wait().unwrap().success());
}

/// What the run after an unfinished one says first.
fn note(name: &str) -> String {
    format!(
        "note: the last run of `{name}` did not finish; until it passes, it runs in a process of its own\n"
    )
}

#[test]
fn the_second_run_finds_the_smallest_input_that_ends_the_process() {
    for (test, how) in [
        ("exits", "exit status 0"),
        ("aborts", "signal 6 (SIGABRT)"),
        ("overflows", "signal 6 (SIGABRT): fatal runtime error: stack overflow, aborting"),
        ("panics_twice", "signal 6 (SIGABRT): thread caused non-unwinding panic. aborting."),
    ] {
        let dir = Crate::new();
        let first = dir.run(test, &[]);
        assert!(first.stdout.contains("\nrunning 1 test\n") && !first.stdout.contains("test result"));
        assert_eq!(first.passed, test == "exits", "{}", first.stderr);
        let file = dir.path().join("tests/everycase-regressions");
        assert!(!file.exists(), "{test}: nothing is known yet");

        let second = dir.run_captured(test, &[]);
        assert!(!second.passed && second.stderr.starts_with(&note(test)), "{test}: {}", second.stderr);
        let report = format!(
            "testing {test}: failed with counterexample:\n    let input: u8 = 9;\n  ended its process with {how}\n"
        );
        assert!(second.stdout.contains(&report), "{test}: {}{}", second.stdout, second.stderr);
        assert!(second.stdout.contains("no smaller input fails"), "{test}: {}", second.stdout);
        assert!(fs::read_to_string(&file).unwrap().contains(" 9 died # let input: u8 = 9;\n"));

        let mended = [("RUNNER_MENDED", "1")];
        let third = dir.run(test, &mended);
        assert!(third.passed && third.stderr.starts_with(&note(test)), "{test}: {}", third.stderr);
        let fourth = dir.run(test, &mended);
        assert!(fourth.passed && !fourth.stderr.contains(&note(test)), "{test}: {}", fourth.stderr);
    }
}

#[test]
fn a_property_that_ends_its_process_fails_until_it_passes_whether_its_input_is_saved_or_not() {
    let dir = Crate::new();
    let nothing_saved = [("EVERYCASE_REGRESSIONS", "0")];
    assert!(dir.run("exits", &nothing_saved).passed);
    for _ in 0..2 {
        assert!(!dir.run("exits", &nothing_saved).passed);
    }
}

#[test]
fn what_can_be_said_before_the_end_names_the_way_to_find_the_input() {
    let name = |test: &str| format!("thread '{test} (EVERYCASE_ISOLATE=1 finds the input)' ");
    let ran = Crate::new().run_captured("overflows", &[]);
    assert!(ran.stderr.contains(&name("overflows")), "{}", ran.stderr);
    let ran = Crate::new().run_captured("panics_twice", &[]);
    let last = name("panics_twice") + "panicked at crates/everycase/tests/subjects/unfinished.rs:";
    assert!(ran.stderr.contains(&last), "{}", ran.stderr);
    assert!(ran.stderr.contains(": dropped: panic in a destructor during cleanup\n"), "{}", ran.stderr);
    let isolated = Crate::new().run("panics_twice", &[("EVERYCASE_ISOLATE", "1")]);
    assert!(isolated.stderr.contains("thread 'panics_twice' panicked at "), "{}", isolated.stderr);
}

#[test]
fn a_run_that_is_killed_is_isolated_the_next_time_and_saves_nothing() {
    for signal in ["-INT", "-TERM", "-KILL"] {
        let dir = Crate::new();
        kill(waiting(&dir, "waits"), signal);
        let next = dir.run("waits", &[]);
        assert!(next.passed && next.stderr == note("waits"), "{signal}: {}", next.stderr);
        assert!(next.stdout.contains("testing waits: ok, all 512 inputs there are"), "{}", next.stdout);
        let last = dir.run("waits", &[]);
        assert!(last.passed && last.stderr.is_empty(), "{signal}: {}", last.stderr);
        assert!(!dir.path().join("tests/everycase-regressions").exists());
    }
}

#[test]
fn a_run_beside_one_that_still_runs_is_a_run_like_any_other() {
    let dir = Crate::new();
    let other = waiting(&dir, "waits");
    let beside = dir.run("waits", &[]);
    assert!(beside.passed && beside.stderr.is_empty(), "{}", beside.stderr);
    kill(other, "-KILL");
    assert!(dir.run("waits", &[]).stderr == note("waits"), "its marker is still there");
}

#[test]
fn the_isolated_run_has_the_seed_of_the_run_that_did_not_finish() {
    let dir = Crate::new();
    let child = waiting(&dir, "waits");
    let markers = program().with_file_name("everycase-running");
    let process = format!("\nprocess {}\n", child.id());
    let texts = fs::read_dir(markers).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()));
    let own = texts.filter_map(Result::ok).find(|text| text.contains(&process)).unwrap();
    assert!(own.starts_with("subjects::unfinished::waits\n"), "{own}");
    let seed = own.trim_end().rsplit('\n').next().unwrap();
    kill(child, "-KILL");
    let next = dir.run("waits", &[]);
    assert!(next.stdout.contains(&format!(", {seed})")), "{seed}: {}", next.stdout);
    let seed = [("EVERYCASE_SEED", "4711")];
    fs::remove_file(dir.path().join("waits")).unwrap();
    kill(waiting(&dir, "waits"), "-KILL");
    let chosen = dir.run("waits", &seed);
    assert!(chosen.stdout.contains(", seed 4711)"), "{}", chosen.stdout);
}

#[test]
fn a_property_that_cannot_be_isolated_runs_as_it_can() {
    let dir = Crate::new();
    kill(waiting(&dir, "has_another_name"), "-KILL");
    let next = dir.run("has_another_name", &[]);
    assert!(next.passed && next.stderr == note("nowhere"), "{}", next.stderr);
    assert!(next.stdout.contains("testing nowhere: ok, all 512 inputs there are"), "{}", next.stdout);
    assert!(next.stdout.contains("note: it cannot be isolated: "), "{}", next.stdout);
    let last = dir.run("has_another_name", &[]);
    assert!(last.passed && last.stderr.is_empty(), "{}", last.stderr);
}

#[test]
fn a_check_that_did_not_finish_is_told() {
    let dir = Crate::new();
    assert!(dir.run("checks", &[("RUNNER_WAITS", "1")]).passed);
    let next = dir.run("checks", &[]);
    let note = "note: the last run of a check of `unfinished::checks` did not finish; ";
    assert!(next.passed && next.stderr.starts_with(note), "{}", next.stderr);
    assert!(dir.run("checks", &[]).stderr.is_empty());
}
