//! A property as the test harness sees it: the name in a replay line, and whether a test that should panic has failed.
//!
//! The properties are subjects, each run in a process of its own.

use std::process::Command;

use crate::support::process::{Crate, Ran, full_name};
use crate::support::subjects::program;
use everycase::prelude::*;

/// Runs a property of this file; nothing is saved.
fn run(test: &str, vars: &[(&str, &str)]) -> Ran {
    Crate::new().run(test, &[vars, &[("EVERYCASE_REGRESSIONS", "0")]].concat())
}

#[cfg(unix)]
#[test]
fn the_replay_line_runs_exactly_the_test_that_failed() {
    let tests =
        ["named::r#match::sub::r#try", "named::r#match::sub::plain", "named::beside", "named::generic"];
    for test in tests {
        let ran = run(test, &[]);
        let line = ran.stderr.lines().find_map(|line| line.trim().strip_prefix("replay: "));
        let line = line.unwrap_or_else(|| panic!("{test}: {}{}", ran.stdout, ran.stderr));
        let cargo = " cargo test -p everycase --test subjects -- ";
        assert!(line.contains(cargo), "{line}");
        let script = line.replace(cargo, " \"$0\" --nocapture ");
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(script).arg(program());
        let replayed = Ran::of(shell.env("EVERYCASE_REGRESSIONS", "0").output().unwrap());
        assert!(!replayed.passed, "{line}: {}", replayed.stdout);
        assert!(replayed.stdout.contains("\nrunning 1 test\n"), "{line}: {}", replayed.stdout);
        assert!(
            replayed.stdout.contains(&format!("\ntest {} ... ", full_name(test))),
            "{line}: {}",
            replayed.stdout
        );
        assert!(replayed.stderr.contains("; the input replayed\n"), "{line}: {}", replayed.stderr);
    }
}

#[property(isolate)]
fn r#loop() -> bool {
    std::env::var_os("__EVERYCASE_CHILD").is_some()
}

#[test]
fn a_property_that_should_panic_passes_if_it_fails_with_the_text() {
    for (test, passes) in [("panics", true), ("panics_with_text", true), ("panics_with_other_text", false)] {
        for isolate in ["0", "1"] {
            let ran = run(test, &[("EVERYCASE_ISOLATE", isolate)]);
            assert_eq!(ran.passed, passes, "{test}: {}{}", ran.stdout, ran.stderr);
            let report = format!("testing {test}: failed with counterexample:\n    let n: u8 = 77;\n");
            assert!(ran.stderr.contains(&report), "{}", ran.stderr);
        }
    }
    assert!(!run("holds", &[]).passed);
}

#[test]
fn a_property_that_should_panic_fails_if_nothing_was_tested() {
    for (test, vars, why) in [
        ("discards", ("EVERYCASE_TIME", "1s"), "its assumption discarded every"),
        ("discards", ("EVERYCASE_ISOLATE", "1"), "its assumption discarded every"),
        ("discards_below_the_attribute", ("EVERYCASE_TIME", "1s"), "assumption discarded"),
        ("discards_under_a_condition", ("EVERYCASE_TIME", "1s"), "assumption discarded"),
        ("panics", ("EVERYCASE_TIME", "banana"), "EVERYCASE_TIME: found `banana`"),
        ("panics_with_text", ("EVERYCASE_REPLAY", "not this one"), "EVERYCASE_REPLAY: found `not this one`"),
        ("demands_more", ("EVERYCASE_TIME", "1s"), "at least 50% is required"),
        ("has_no_inputs", ("EVERYCASE_TIME", "1s"), "there are no inputs"),
    ] {
        let ran = run(test, &[vars]);
        assert!(!ran.passed, "{test} {vars:?}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains("test did not panic as expected"), "{test}: {}", ran.stdout);
        assert!(ran.stderr.contains(why), "{test} {vars:?}: {}", ran.stderr);
    }
}

#[test]
fn a_blank_line_is_before_each_report_that_the_harness_does_not_keep_back() {
    let (of_try, of_holds) = ("named::r#match::sub::r#try", "holds");
    let none = &[("EVERYCASE_REGRESSIONS", "0")];
    for isolate in ["0", "1"] {
        let vars = &[("EVERYCASE_ISOLATE", isolate)];
        let failed = run(of_try, vars).stderr;
        assert!(failed.starts_with("\ntesting try: failed"), "{failed}");
        let passed = run(of_holds, vars).stdout;
        assert!(passed.contains("\n\ntesting holds: ok, "), "{passed}");
    }
    let kept = Crate::new().run_captured(of_try, none);
    assert!(kept.stdout.contains(" stdout ----\ntesting try: failed"), "{}", kept.stdout);
}
