//! The strength of sets of properties, `everycase::strength(&[..])`.

mod support;

use std::fs;
use std::panic::catch_unwind;

use everycase::prelude::*;
use everycase::{Settings, Strength, strength, strength_with};
use serde_json::Value;
use support::process::Crate;

fn both(a: bool, b: bool) -> bool {
    a & b
}

fn not(a: bool) -> bool {
    !a
}

/// Properties, which are also tests of their own.
mod properties {
    use super::*;

    #[property(of = both)]
    pub(super) fn symmetry(a: bool, b: bool) -> bool {
        both(a, b) == both(b, a)
    }

    #[property(of = both)]
    pub(super) fn identity(a: bool) -> bool {
        both(a, true) == a
    }

    #[property(of = both)]
    pub(super) fn zero(a: bool) -> bool {
        !both(a, false)
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
    complement, does_not_hold, falsity, idempotence, identity, no_property, of_nothing, symmetry, tautology,
    zero,
};

fn of(properties: &[fn()]) -> Vec<Strength> {
    let settings = Settings { tests: Some(1_000), seed: Some(11), ..Settings::default() };
    strength_with(settings, properties)
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
    assert!(both.to_string().contains("minimal complete: identity and zero"), "{both}");
}

#[test]
fn the_smallest_wrong_function_that_all_let_through_is_shown() {
    let all = of(&[symmetry, tautology]);
    let [both] = &*all else { panic!("{all:?}") };
    // Symmetry fails on the half of all functions.
    assert_eq!((both.mutants, both.killed), (15, 8), "{both}");
    assert_eq!(both.survivor.as_deref(), Some("both(false, false) = true"), "{both}");
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
        (no_property as fn(), "function 1 of the list is no property: it needs the attribute"),
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
#[ignore = "run by the tests of this file: cargo test -p everycase --test strength_suite"]
fn is_recorded() {
    strength(&[symmetry, zero]);
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
