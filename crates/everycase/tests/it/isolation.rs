//! Properties whose inputs end or hang the process are reported with these inputs.
//!
//! The properties are subjects, each run in a process of its own.

// Elsewhere processes end in other words.
#![cfg(unix)]

use std::fs;
use std::process::Command;

use crate::support::process::{Crate, Ran};

mod within {
    use everycase::prelude::*;

    // As written by a user, and run as one of this binary's own tests.
    #[property(isolate)]
    fn a_property_in_a_module_is_isolated_by_its_path() -> bool {
        std::env::var_os("__EVERYCASE_CHILD").is_some()
    }
}

/// A report in which the line that says how a failure was found has no breaks, and says neither how many inputs were
/// tried nor how long shrinking took.
fn how_found(report: &str) -> String {
    let Some((before, after)) = report.split_once("\n  after ") else { return report.to_owned() };
    let end = after.match_indices('\n').map(|(at, _)| at).find(|at| !after[at + 1..].starts_with("    "));
    let (how, rest) = after.split_at(end.unwrap_or(after.len()));
    let mut how = how.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(at) = how.find("; shrunk in ") {
        how.truncate(at);
    }
    if let Some((start, tried)) = how.split_once("not shrunk further: ") {
        assert!(
            tried.ends_with("fails in this way") || tried.ends_with("does not fail in this way"),
            "{how}"
        );
        how = format!("{start}TRIED");
    }
    format!("{before}\n  after {how}{rest}")
}

/// The report of a test that failed, its times and words left out.
fn report(ran: &Ran) -> String {
    assert!(!ran.passed, "{}", ran.stdout);
    let report = &ran.stderr[ran.stderr.find("testing ").expect(&ran.stderr)..];
    let report = how_found(report);
    let line = |line: &str| {
        let line = line.split_once(" tests in ").map_or(line.to_owned(), |(line, rest)| {
            format!("{line} tests in TIME{}", &rest[rest.find(';').unwrap_or(0)..])
        });
        line.split_once("EVERYCASE_REPLAY=").map_or(line.clone(), |(line, _)| format!("{line}COMMAND"))
    };
    report.lines().take_while(|line| !line.contains("saved")).map(line).collect::<Vec<_>>().join("\n")
}

fn saved(dir: &Crate) -> String {
    fs::read_to_string(dir.path().join("tests/everycase-regressions")).unwrap()
}

#[test]
fn a_stack_overflow_is_reported_with_the_smallest_input() {
    let dir = Crate::new();
    let ran = dir.run("overflows", &[]);
    let expected = "\
testing overflows: failed with counterexample:
    let input: Vec<u8> = vec![0, 0, 0, 0];
  ended its process with signal 6 (SIGABRT): fatal runtime error: stack overflow, aborting
  after 2 tests in TIME; drawn by structure, TRIED
  replay: COMMAND";
    assert_eq!(report(&ran), expected);
    assert!(saved(&dir).contains("# let input: Vec<u8> = vec![0, 0, 0, 0];\n"), "{}", saved(&dir));
    // What the process itself said of it is not kept back.
    assert!(ran.stderr.contains("has overflowed its stack"), "{}", ran.stderr);
}

#[test]
fn an_overflow_of_a_stack_of_ordinary_size_is_found() {
    let ran = Crate::new().run("recurses", &[]);
    assert!(!ran.passed && ran.stderr.contains("has overflowed its stack"), "{}", ran.stderr);
    let ran = Crate::new().run("recurses", &[("EVERYCASE_ISOLATE", "1")]);
    let report = report(&ran);
    assert!(
        report.contains("failed with counterexample:\n    let input: Nest = Nest(vec![Nest(vec!["),
        "{report}"
    );
    assert!(report.contains("stack overflow"), "{report}");
    // What is found is not the code of the type itself.
    let levels = report.matches("Nest(").count();
    assert!((100..600).contains(&levels), "{levels} in {report}");
}

#[test]
fn no_larger_input_is_run_after_a_failure_that_could_end_the_process() {
    let ran = Crate::new().run("fails_and_aborts_beside", &[("EVERYCASE_JOBS", "1")]);
    let report = report(&ran);
    assert!(report.contains("    let input: u8 = 0;\n  returned false\n"), "{report}");
}

#[test]
fn a_saved_input_that_ends_the_process_and_its_replay_are_survived() {
    let dir = Crate::new();
    let first = dir.run("aborts", &[]);
    let input = "testing aborts: failed with counterexample:\n    let input: u8 = 77;\n  ended its process with signal 6 (SIGABRT)\n";
    let end = "after 78 tests in TIME; no smaller input fails\n  replay: COMMAND";
    assert_eq!(report(&first), format!("{input}  {end}"));
    let before = saved(&dir);

    let again = dir.run("aborts", &[]);
    let end = "; an input that failed before, TRIED\n";
    assert!(report(&again).starts_with(&format!("{input}  after 1 test in ")), "{}", again.stderr);
    assert!(report(&again).contains(end), "{}", again.stderr);
    assert_eq!(saved(&dir), before);

    let replayed = dir.run("aborts", &[("EVERYCASE_REPLAY", first.token())]);
    assert!(report(&replayed).starts_with(&format!("{input}  after 1 test in ")), "{}", replayed.stderr);
    assert!(report(&replayed).contains("; the input replayed\n"), "{}", replayed.stderr);
}

#[test]
fn a_saved_input_that_ended_the_process_is_isolated_in_a_plain_run_and_announced_before() {
    let dir = Crate::new();
    dir.run("aborts", &[]);
    assert!(saved(&dir).contains(" 4d died # let input: u8 = 77;\n"), "{}", saved(&dir));
    let before = saved(&dir);
    let plain = dir.run("aborts", &[("EVERYCASE_ISOLATE", "0")]);
    let expected = "testing aborts: failed with counterexample:\n    let input: u8 = 77;\n  ended its process with \
                    signal 6 (SIGABRT)\n  after 1 test in ";
    assert!(report(&plain).starts_with(expected), "{}", plain.stderr);
    assert!(report(&plain).contains("; an input that failed before, "), "{}", plain.stderr);
    let announced = "note: `aborts` runs an input that ended its process before in a process of its own: let input: u8 = 77; (";
    assert!(plain.stderr.starts_with(announced), "{}", plain.stderr);
    assert_eq!(saved(&dir), before);

    // Where the harness keeps back what is printed, it is announced all the same.
    let captured = dir.run_captured("aborts", &[("EVERYCASE_ISOLATE", "0")]);
    assert!(!captured.passed && captured.stderr.starts_with(announced), "{}", captured.stderr);

    // The bug mended, the plain run goes on to new inputs.
    let mended = dir.run("aborts", &[("EVERYCASE_ISOLATE", "0"), ("RUNNER_MENDED", "1")]);
    assert!(mended.passed && mended.stderr.starts_with(announced), "{}", mended.stderr);
    assert!(
        mended.stdout.contains("testing aborts: ok, 1 saved input; all 256 inputs there are"),
        "{}",
        mended.stdout
    );
}

#[test]
fn of_several_threads_the_one_that_ended_the_process_is_found() {
    let dir = Crate::new();
    for at in ["0", "9", "200"] {
        let ran = dir.run("aborts_where_told", &[("RUNNER_FAILS_AT", at)]);
        let input = format!("    let input: u8 = {at};\n  ended its process with signal 6 (SIGABRT)\n");
        assert!(report(&ran).contains(&input), "{}", ran.stderr);
    }
}

#[test]
fn large_inputs_that_end_the_process_are_shrunk() {
    let ran = Crate::new().run("aborts_at_large_inputs", &[]);
    let report = report(&ran);
    let twelve = ["false"; 12].join(", ");
    assert!(report.contains(&format!("    let input: Vec<bool> = vec![{twelve}];\n")), "{report}");
    let how = "; drawn by structure, TRIED\n";
    assert!(report.contains(how), "{report}");
}

#[test]
fn an_end_that_does_not_come_back_is_told_so() {
    let ran = Crate::new().run("aborts_once", &[]);
    let expected = "\
testing aborts_once: failed with counterexample:
    let input: u8 = 9;
  ended its process with signal 6 (SIGABRT)
  flaky: it passed when it was run on this input once more, so it depends on more than its inputs
  after 10 tests in TIME; not shrunk to the end
  replay: COMMAND";
    assert_eq!(report(&ran), expected);
}

#[test]
fn an_end_of_the_process_may_be_what_is_expected() {
    let ran = Crate::new().run("should_abort", &[]);
    assert!(ran.passed, "{}", ran.stderr);
    let expected = "testing should_abort: failed as expected with counterexample:\n    let input: u8 = 9;\n";
    assert!(ran.stdout.contains(expected), "{}", ran.stdout);
}

#[test]
fn a_property_that_exits_is_reported_with_its_last_words() {
    let ran = Crate::new().run("exits", &[]);
    let expected = "    let input: u8 = 9;\n  ended its process with exit status 3: no more of this\n";
    assert!(report(&ran).contains(expected), "{}", ran.stderr);
}

#[test]
fn inputs_that_hang_are_reported_and_made_smaller() {
    let ran = Crate::new().run("hangs", &[]);
    let expected = "\
testing hangs: failed with counterexample:
    let input: u8 = 9;
  did not return within 500ms
  the limit is set by EVERYCASE_CASE_TIME, `#[property(case_time = \"..\")]` or everycase.toml
  after 10 tests in TIME; no smaller input fails
  replay: COMMAND";
    assert_eq!(report(&ran), expected);

    let report = report(&Crate::new().run("hangs_at_large_inputs", &[]));
    let six = ["false"; 6].join(", ");
    assert!(report.contains(&format!("    let input: Vec<bool> = vec![{six}];\n")), "{report}");
    assert!(report.contains("; drawn by structure, TRIED\n"), "{report}");
}

#[test]
fn an_input_that_hangs_without_isolation_is_made_smaller_in_processes_of_their_own() {
    let plain = [("EVERYCASE_ISOLATE", "0"), ("EVERYCASE_SHRINK_TIME", "1m")];
    let dir = Crate::new();
    let ran = dir.run("hangs_at_large_inputs", &plain);
    let input = format!("    let input: Vec<bool> = vec![{}];\n", ["false"; 6].join(", "));
    assert!(report(&ran).contains(&format!("{input}  did not return within 200ms\n")), "{}", report(&ran));
    assert!(report(&ran).contains("; drawn by structure, TRIED\n"), "{}", report(&ran));
    assert!(saved(&dir).lines().last().unwrap().contains(&["false"; 6].join(", ")), "{}", saved(&dir));

    // An input that hangs in this process only is shown as it was found.
    let ran = Crate::new().run("hangs_here", &plain);
    assert!(report(&ran).contains("\n  did not return within 200ms\n"), "{}", report(&ran));
    assert!(report(&ran).contains("; drawn by structure, not shrunk to the end\n"), "{}", report(&ran));
}

#[test]
fn an_input_that_hangs_while_another_one_is_shrunk_is_a_second_finding() {
    for isolate in ["0", "1"] {
        let dir = Crate::new();
        dir.run("hangs_at_three_elements", &[("RUNNER_MENDED", "1")]);
        assert!(saved(&dir).contains("vec![0, 0, 0, 0, 0, 0]"), "{}", saved(&dir));
        let ran = dir.run("hangs_at_three_elements", &[("EVERYCASE_ISOLATE", isolate)]);
        let report = &ran.stderr;
        assert!(
            !ran.passed && report.contains("testing hangs_at_three_elements: failed in 2 ways:"),
            "{report}"
        );
        let (first, second) = report.split_once("2 of 2:\n").expect(report);
        let six = "1 of 2:\n    let input: Vec<u8> = vec![0, 0, 0, 0, 0, 0];\n  panicked at ";
        assert!(first.contains(six), "{report}");
        // The input that hangs is next to it.
        assert!(first.contains("; an input that failed before, not shrunk to the end in "), "{report}");
        let three = "    let input: Vec<u8> = vec![0, 0, 0];\n  did not return within 700ms\n";
        assert!(second.starts_with(three), "{report}");
        assert!(second.contains("; not shrunk to the end\n"), "{report}");
        // Both are run first from now on.
        assert_eq!(saved(&dir).lines().filter(|line| !line.starts_with('#')).count(), 2, "{}", saved(&dir));
    }
}

#[test]
fn a_failure_that_leaves_state_behind_is_shown_as_it_is_and_shrunk_in_isolation() {
    let dir = Crate::new();
    let plain = |name: &str| dir.run(name, &[("EVERYCASE_ISOLATE", "0")]);
    let first = plain("poisons");
    let last = plain("poisons");
    for ran in [&first, &last] {
        let report = &ran.stderr;
        assert!(report.contains(": assertion failed: list.len() < 3\n  keeps state: "), "{report}");
        assert!(report.contains("not shrunk\n") && !report.contains("PoisonError"), "{report}");
        assert!(!report.contains("flaky") && !report.contains("smaller input"), "{report}");
    }
    let is_input = |line: &&str| line.starts_with("    let input");
    let input = |ran: &Ran| ran.stderr.lines().find(is_input).unwrap().trim().to_owned();
    assert_eq!(input(&first), input(&last));
    assert!(last.stderr.contains("; an input that failed before, not shrunk\n"), "{}", last.stderr);
    // What is saved for a reader is cut.
    let start: String = input(&first).chars().take(60).collect();
    assert!(saved(&dir).contains(&format!("# {start}")), "{}", saved(&dir));

    let grown = plain("grows");
    assert!(grown.stderr.contains(" elements\n  keeps state: "), "{}", grown.stderr);

    let ran = Crate::new().run("poisons", &[]);
    let report = report(&ran);
    assert!(report.contains("    let input: Vec<u8> = vec![0, 0, 0];\n  panicked at "), "{report}");
    assert!(report.contains(": assertion failed: list.len() < 3\n  after "), "{report}");
    assert!(report.contains(", TRIED\n"), "{report}");

    // In a process of its own no input has a hundred elements.
    let ran = Crate::new().run("grows", &[]);
    assert!(ran.stderr.contains("\n  keeps state: ") && ran.stderr.contains("\n  flaky: "), "{}", ran.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn an_input_that_eats_the_memory_it_may_have_is_reported() {
    let dir = Crate::new();
    let command = dir.command("eats_memory");
    let mut limited = Command::new("sh");
    limited
        .args(["-c", "ulimit -v 4000000; exec \"$@\"", "sh"])
        .arg(command.get_program())
        .args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => limited.env(name, value),
            None => limited.env_remove(name),
        };
    }
    let ran = Ran::of(limited.output().unwrap());
    let expected = "    let input: u8 = 9;\n  ended its process with signal 6 (SIGABRT): memory allocation of 1073741824 bytes failed\n";
    assert!(report(&ran).contains(expected), "{}", ran.stderr);
}

#[test]
fn what_needs_no_isolation_is_reported_as_without_it() {
    let dir = Crate::new();
    let (there, here) = (dir.run("fails", &[]), dir.run("fails", &[("EVERYCASE_ISOLATE", "0")]));
    assert!(report(&there).contains("    let input: u8 = 9;\n  panicked at "), "{}", there.stderr);
    // The second finds what the first has saved.
    let same = |ran: &Ran| report(ran).split("\n  after ").next().unwrap().to_owned();
    assert_eq!(same(&there), same(&here));
    for (ran, prints) in [(&there, false), (&here, true)] {
        let printed = ["on stdout\n", "on stderr\n"];
        assert_eq!(
            [&ran.stdout, &ran.stderr].map(|text| printed.iter().any(|line| text.contains(line))),
            [prints; 2]
        );
        assert_eq!(ran.stdout.matches("running 1 test").count(), 1, "{}", ran.stdout);
    }

    let ran = dir.run("holds", &[]);
    assert!(ran.passed && ran.stderr.is_empty(), "{}", ran.stderr);
    assert!(ran.stdout.contains("\ntesting holds: ok, all 256 inputs there are (in "), "{}", ran.stdout);
    assert!(!ran.stdout.contains("at 9"), "{}", ran.stdout);
}

#[test]
fn a_saved_input_whose_property_is_not_a_test_is_announced_to_one_of_the_same_module_and_type() {
    let dir = Crate::new();
    let file = dir.path().join("tests/everycase-regressions");
    dir.run("fails", &[]);
    let line = saved(&dir).lines().last().unwrap().to_owned();
    let of = |name: &str| line.replace("isolation::fails ", &format!("isolation::{name} "));
    let others = [of("old"), of("holds"), of("within::old")].join("\n");
    for isolate in ["0", "1"] {
        fs::write(&file, format!("{others}\n")).unwrap();
        let ran = dir.run("fails", &[("EVERYCASE_ISOLATE", isolate)]);
        let note = format!(
            "note: {}:1: saved for `subjects::isolation::old`, which is not a test of this binary; if the property was \
             renamed, perhaps to `fails`, change the name in the line\n",
            file.display()
        );
        assert_eq!(ran.stderr.matches(&note).count(), 1, "{}", ran.stderr);
        assert_eq!(ran.stderr.matches("saved for ").count(), 1, "{}", ran.stderr);
        // Now it has a line of its own.
        let ran = dir.run("fails", &[("EVERYCASE_ISOLATE", isolate)]);
        assert!(!ran.stderr.contains("saved for "), "{}", ran.stderr);
    }
}

#[test]
fn what_an_isolated_property_prints_is_shown_in_a_replay_and_its_end_if_it_ends_its_process() {
    let dir = Crate::new();
    let ran = dir.run("prints_a_lot", &[]);
    assert!(report(&ran).contains("    let input: u16 = 1500;\n  panicked at "), "{}", report(&ran));
    assert!(!ran.stdout.contains("on stdout") && !ran.stderr.contains("on stderr"));

    let long_line = |stream: &str| format!("{stream} {}", "x".repeat(8 << 10));
    let replayed = dir.run("prints_a_lot", &[("EVERYCASE_REPLAY", ran.token())]);
    assert_eq!(replayed.stdout.matches(&long_line("on stdout")).count(), 1, "{}", replayed.stdout);
    assert_eq!(replayed.stderr.matches(&long_line("on stderr")).count(), 1, "{}", replayed.stderr);
    assert!(report(&replayed).contains("the input replayed"), "{}", replayed.stderr);

    let died = Crate::new().run("prints_a_lot", &[("RUNNER_ABORTS", "1")]);
    assert!(report(&died).contains("(SIGABRT): no further\n"), "{}", report(&died));
    let before = &died.stderr[..died.stderr.find("testing ").unwrap()];
    assert!(before.starts_with('[') && before.ends_with(" of output left out]\nno further\n\n"), "{before}");
    assert_eq!(before.lines().count(), 3, "{before}");
    assert!(died.stdout.len() < 6 << 10, "{}", died.stdout.len());
}

#[test]
fn the_environment_isolates_and_so_does_a_settings_file() {
    let dir = Crate::new();
    for (vars, file) in [(vec![("EVERYCASE_ISOLATE", "1")], ""), (vec![], "isolate = true\n")] {
        fs::write(dir.path().join("everycase.toml"), file).unwrap();
        let ran = dir.run("aborts_if_isolated", &vars);
        assert!(report(&ran).contains("    let input: u8 = 9;\n"), "{}", ran.stderr);
    }
}

#[test]
fn a_death_is_recorded_as_one() {
    let dir = Crate::new();
    let records = dir.path().join("records.ndjson");
    dir.run("aborts", &[("EVERYCASE_RECORDS", records.to_str().unwrap())]);
    let text = fs::read_to_string(&records).unwrap();
    let events: Vec<&str> = text
        .lines()
        .map(|line| line.split("\"event\":\"").nth(1).unwrap().split('"').next().unwrap())
        .collect();
    assert_eq!(events, ["start", "failure", "finish"], "{text}");
    let failure = r#""message":"ended its process with signal 6 (SIGABRT)","fault":"ended its process with signal 6 (SIGABRT)","place":null,"hung":false,"died":true"#;
    assert!(text.contains(failure) && text.contains(r#""outcome":"failed""#), "{text}");
}

#[test]
fn a_property_that_is_no_test_cannot_be_isolated() {
    let ran = Crate::new().run("is_not_the_name_of_its_test", &[]);
    let expected = "testing nowhere: cannot be checked: it cannot be isolated: `subjects::isolation::nowhere` is not the name of anything that this program can run alone";
    assert_eq!(report(&ran), expected);
}

#[test]
fn a_check_has_no_name_to_be_isolated_by_and_says_so() {
    let ran = Crate::new().run("checks", &[]);
    assert!(ran.passed, "{}", ran.stderr);
    let note = "\n  note: a `check` is not isolated: only a `#[property]` has a name to run it by";
    assert!(ran.stdout.contains(note), "{}", ran.stdout);
}
