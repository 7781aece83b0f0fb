//! Counterexamples in reports: letters and numbers of few digits; a part of a counterexample that is
//! too large to be shown, or to stand in a command line.
//!
//! The properties are subjects, run in processes.

use std::fs;
use std::path::Path;

use crate::support::process::{Crate, Ran, full_name};

fn statements(ran: &Ran) -> Vec<&str> {
    ran.stderr.lines().map(str::trim).filter(|line| line.starts_with("let ")).collect()
}

/// Checks what a failing property shows, that it is saved so, and that it comes back as it is.
#[track_caller]
fn shows(name: &str, expected: &[&str], how_found: &str) {
    let dir = Crate::new();
    let first = dir.run(name, &[]);
    assert_eq!(statements(&first), expected, "{}", first.stderr);
    let words = first.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(&format!("{how_found} replay: ")), "{}", first.stderr);
    let saved = || fs::read_to_string(dir.path().join("tests/everycase-regressions")).unwrap();
    let before = saved();
    let again = dir.run(name, &[]);
    assert_eq!(statements(&again), expected, "{}", again.stderr);
    assert!(again.stderr.contains("\n  saved already: "), "{}", again.stderr);
    assert_eq!(saved(), before);
}

#[test]
fn characters_that_do_not_matter_are_letters() {
    let how_found = "no smaller input fails; letters for readability";
    shows("two_characters", &[r#"let text: String = String::from("aa");"#], how_found);
}

#[test]
fn characters_that_matter_stay_as_they_are() {
    let other = "let other: char = 'a';    // fails with each of the 32 smallest values";
    let expected = [r#"let text: String = String::from("=a");"#, other];
    shows("before_the_end", &expected, "no smaller input fails; letters for readability");
}

#[test]
fn floating_point_numbers_have_few_digits_where_these_fail_too() {
    let how_found = "no smaller input fails; fewer digits for readability";
    shows("tiny", &["let number: f64 = 1e-31;"], how_found);
}

#[test]
fn a_bound_on_sizes_bounds_what_is_shown() {
    shows("of_a_bounded_size", &[r#"let text: String = String::from("\0");"#], "no smaller input fails");
}

#[test]
fn a_large_counterexample_is_shown_in_part_and_replayed_from_a_file() {
    let dir = Crate::new();
    let first = dir.run("long", &[]);
    assert!(!first.passed && first.stderr.len() < 16_000, "{} bytes", first.stderr.len());
    assert!(first.stderr.contains(" bytes left out */ "), "{}", first.stderr);
    let command = format!("cargo test -p everycase --test subjects -- --exact {}", full_name("long"));
    let value = replay_value(&first.stderr, &command);
    let (file, id) = value.split_once('#').unwrap();
    assert_eq!(
        (Path::new(file), id.len()),
        (&*dir.path().join("tests/everycase-regressions"), 16),
        "{value}"
    );
    let unsaved = dir.run("long", &[("EVERYCASE_REGRESSIONS", "0")]);
    let scratch = replay_value(&unsaved.stderr, &command);
    assert!(scratch.contains("everycase-replays#"), "{scratch}");
    for value in [value, scratch] {
        let replayed = dir.run("long", &[("EVERYCASE_REPLAY", value)]);
        assert!(replayed.stderr.contains("; the input replayed\n"), "{}", replayed.stderr);
        // Only the shrinking, which takes all of its time, differs between the two runs.
        let ran = if value == scratch { &unsaved } else { &first };
        assert_eq!(statements(&replayed), statements(ran));
    }
    let again = dir.run("long", &[]);
    assert!(again.stderr.contains("after 1 test in "), "{}", again.stderr);
    assert!(again.stderr.contains("; an input that failed before"), "{}", again.stderr);
}

/// The value of `EVERYCASE_REPLAY` in a report.
fn replay_value<'r>(report: &'r str, command: &str) -> &'r str {
    let line =
        report.lines().find_map(|line| line.strip_prefix("  replay: EVERYCASE_REPLAY=")).expect(report);
    line.strip_suffix(command).expect(report).trim()
}
