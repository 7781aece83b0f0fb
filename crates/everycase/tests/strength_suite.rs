//! The strength of sets of properties, `everycase::strength::measure`.

#[path = "support/conjunction.rs"]
mod conjunction;
mod support;

use std::fs;
use std::panic::catch_unwind;

use everycase::Settings;
use everycase::prelude::*;
use everycase::strength::{Strength, measure_with};
use serde_json::Value;

use conjunction::{both, symmetry, zero};
use support::process::Crate;

fn not(a: bool) -> bool {
    !a
}

/// Properties, which are also tests of their own.
mod properties {
    use super::*;

    #[property(of = both)]
    pub(super) fn identity(a: bool) -> bool {
        both(a, true) == a
    }

    #[property(of = both)]
    pub(super) fn idempotence(a: bool) -> bool {
        both(a, a) == a
    }

    #[property(of = both)]
    pub(super) fn falsity() -> bool {
        !both(false, false)
    }

    #[property(of = both)]
    pub(super) fn tautology(a: bool, b: bool) -> bool {
        both(a, b) == both(a, b)
    }

    #[property(of = [both, not], tests = 100)]
    pub(super) fn complement(a: bool) -> bool {
        !both(a, not(a))
    }

    #[property]
    pub(super) fn of_nothing(a: bool) -> bool {
        both(a, a) == a
    }

    #[property(of = both, should_fail)]
    pub(super) fn does_not_hold(a: bool) -> bool {
        both(a, a) != a
    }

    pub(super) fn no_property() {}
}

use properties::{
    complement, does_not_hold, falsity, idempotence, identity, no_property, of_nothing, tautology,
};

/// Properties that tutorials give for three functions, and that wrong functions satisfy.
mod adversaries {
    use super::*;

    fn sorted(mut list: Vec<i8>) -> Vec<i8> {
        list.sort_unstable();
        list
    }

    fn sort_in_place(list: &mut [i8]) {
        list.sort_unstable();
    }

    fn increased(list: Vec<i8>) -> Vec<i8> {
        list.into_iter().map(|n| n.saturating_add(1)).collect()
    }

    #[property(of = sorted)]
    pub(super) fn adding_then_sorting(list: Vec<i8>) -> bool {
        sorted(increased(list.clone())) == increased(sorted(list))
    }

    #[property(of = sorted)]
    pub(super) fn same_length(list: Vec<i8>) -> bool {
        sorted(list.clone()).len() == list.len()
    }

    #[property(of = sorted)]
    pub(super) fn sorting_twice(list: Vec<i8>) -> bool {
        let once = sorted(list);
        sorted(once.clone()) == once
    }

    #[property(of = sort_in_place)]
    pub(super) fn keeps_the_sum(mut list: Vec<i8>) -> bool {
        let sum = |list: &[i8]| list.iter().map(|n| i64::from(*n)).sum::<i64>();
        let before = sum(&list);
        sort_in_place(&mut list);
        sum(&list) == before
    }

    fn runs(text: &str) -> Vec<(u32, char)> {
        let mut runs: Vec<(u32, char)> = Vec::new();
        for c in text.chars() {
            match runs.last_mut() {
                Some((count, last)) if *last == c => *count += 1,
                _ => runs.push((1, c)),
            }
        }
        runs
    }

    #[property(of = runs)]
    pub(super) fn counts_add_up(text: String) -> bool {
        runs(&text).iter().map(|(count, _)| *count as usize).sum::<usize>() == text.chars().count()
    }

    #[property(of = runs)]
    pub(super) fn counts_are_positive(text: String) -> bool {
        runs(&text).iter().all(|(count, _)| *count > 0)
    }

    #[property(of = runs)]
    pub(super) fn letters_in_order(text: String) -> bool {
        let mut letters: Vec<char> = text.chars().collect();
        letters.dedup();
        runs(&text).into_iter().map(|(_, c)| c).collect::<Vec<_>>() == letters
    }

    #[property(of = runs)]
    pub(super) fn neighbours_differ(text: String) -> bool {
        runs(&text).windows(2).all(|pair| pair[0].1 != pair[1].1)
    }

    fn diamond(last: u8) -> Vec<String> {
        let row = |letter: u8| {
            let [outer, inner] =
                [last - letter, (2 * letter).saturating_sub(1)].map(|n| " ".repeat(n.into()));
            let letters = char::from(b'A' + letter).to_string();
            let middle = if letter == 0 { letters } else { format!("{letters}{inner}{letters}") };
            format!("{outer}{middle}{outer}")
        };
        (0..=last).chain((0..last).rev()).map(row).collect()
    }

    #[property(of = diamond)]
    pub(super) fn height(last: u8) -> bool {
        diamond(last % 4).len() == usize::from(last % 4) * 2 + 1
    }

    #[property(of = diamond)]
    pub(super) fn square(last: u8) -> bool {
        diamond(last % 4).iter().all(|row| row.chars().count() == usize::from(last % 4) * 2 + 1)
    }

    #[property(of = diamond)]
    pub(super) fn first_rows(last: u8) -> bool {
        diamond(last % 4).first().is_some_and(|row| row.trim() == "A")
    }
}

#[test]
fn what_passes_a_tutorials_properties_is_shown() {
    use adversaries::{
        adding_then_sorting, counts_add_up, counts_are_positive, first_rows, height, keeps_the_sum,
        letters_in_order, neighbours_differ, same_length, sorting_twice, square,
    };
    for (properties, adversary) in [
        (&[adding_then_sorting, same_length][..], "survives: sorted(x) = x\n"),
        (&[adding_then_sorting, same_length, sorting_twice], "survives: sorted(x) = x\n"),
        (&[keeps_the_sum], "survives: sort_in_place that leaves its arguments as they are, so that"),
        (
            &[counts_add_up, counts_are_positive, letters_in_order, neighbours_differ],
            "survives: runs with field 1 of the elements of the list in reverse order, so that",
        ),
        (
            &[height, square, first_rows],
            "survives: diamond with each inner list in descending order, so that",
        ),
    ] {
        let settings = Settings { tests: Some(300), seed: Some(11), ..Settings::default() };
        let strength = &measure_with(settings, properties)[0];
        let text = strength.to_string().replace("\n    ", " ");
        assert!(text.contains(adversary), "{strength}");
        assert!(strength.killed < strength.mutants && !text.contains("minimal complete"), "{strength}");
    }
}

#[test]
fn without_enough_time_no_set_is_called_minimal() {
    let settings =
        Settings { time: Some(std::time::Duration::from_nanos(1)), seed: Some(11), ..Settings::default() };
    let both = &measure_with(settings, &[symmetry, zero])[0];
    assert!(!both.is_settled && both.minimal.is_none() && both.implied.is_empty(), "{both}");
    assert!(
        both.to_string().contains("no set is called minimal or complete: symmetry, zero did not run"),
        "{both}"
    );
}

fn of(properties: &[fn()]) -> Vec<Strength> {
    let settings = Settings { tests: Some(1_000), seed: Some(11), ..Settings::default() };
    measure_with(settings, properties)
}

#[test]
fn the_properties_that_suffice_and_those_that_are_implied_are_found() {
    let all = of(&[symmetry, identity, zero, idempotence, falsity, tautology]);
    let [both] = &*all else { panic!("{all:?}") };
    assert_eq!((both.function.as_str(), both.properties.len()), ("both", 6));
    // Four arguments with two results each, but for the function itself.
    assert_eq!((both.mutants, both.killed), (15, 15), "{both}");
    let minimal = both.minimal.as_ref().unwrap();
    let expected = [
        &["identity", "zero"][..],
        &["symmetry", "identity", "idempotence"],
        &["symmetry", "zero", "idempotence"],
        &["symmetry", "identity", "falsity"],
    ];
    assert!(expected.iter().all(|set| minimal.iter().any(|own| own == set)), "{both}");
    assert_eq!(minimal.len(), expected.len(), "{both}");
    let pairs: Vec<_> = both.implied.iter().map(|(one, by)| (one.as_str(), by.as_str())).collect();
    assert_eq!(pairs, [("falsity", "zero"), ("falsity", "idempotence")], "{both}");
    assert_eq!(both.survivor, None, "{both}");
    assert!(both.to_string().contains("judged by these 15 mutants: identity and zero"), "{both}");
}

#[test]
fn a_wrong_function_that_all_let_through_is_shown() {
    let all = of(&[symmetry, tautology]);
    let [both] = &*all else { panic!("{all:?}") };
    // Symmetry fails on the half of all functions.
    assert_eq!((both.mutants, both.killed), (15, 8), "{both}");
    // A systematic one comes first.
    assert_eq!(both.survivor.as_deref(), Some("both(_, _) = false"), "{both}");
    assert!(both.to_string().contains("survives: both, except that both(false, false) = true"), "{both}");
    assert!(both.to_string().contains("not complete: 7 mutants survive"), "{both}");
    assert_eq!(both.minimal.as_ref().unwrap(), &[["symmetry"]], "{both}");
}

#[test]
fn each_function_has_a_result_of_its_own() {
    let all = of(&[symmetry, complement]);
    let names: Vec<_> = all.iter().map(|one| (one.function.as_str(), one.properties.len())).collect();
    assert_eq!(names, [("both", 2), ("not", 1)]);
}

#[test]
fn what_is_no_property_of_a_function_is_refused() {
    for (property, expected) in [
        (no_property as fn(), "function 1 of the list is not a property: it needs the attribute"),
        (of_nothing, "`of_nothing` names no function: add `of = ..` to its attribute"),
        (does_not_hold, "`does_not_hold` does not hold: run it as a test"),
    ] {
        let ended = catch_unwind(|| of(&[property])).unwrap_err();
        let message = ended.downcast_ref::<String>().unwrap();
        assert!(message.contains(expected), "{message}");
    }
    // The properties are run again afterwards.
    symmetry();
}

#[test]
fn the_budget_and_the_records_are_those_of_the_environment() {
    let dir = Crate::new();
    let records = dir.path().join("records.ndjson");
    let vars = [("EVERYCASE_RECORDS", records.to_str().unwrap()), ("EVERYCASE_TESTS", "500")];
    let ran = dir.run("is_recorded", &vars);
    assert!(ran.passed && ran.stdout.contains("both: "), "{}", ran.stdout);
    let text = fs::read_to_string(records).unwrap();
    let record: Value = serde_json::from_str(text.trim()).unwrap();
    assert_eq!([&record["kind"], &record["function"]], ["suite", "both"]);
}

#[test]
fn the_example_of_the_guide_has_this_report() {
    let guide = include_str!("../../../docs/properties.md");
    let report = of(&[symmetry, zero])[0].to_string();
    let lines: Vec<&str> = report.lines().take_while(|line| !line.contains("killed by none")).collect();
    assert!(guide.contains(&lines.join("\n")), "{report}");
}
