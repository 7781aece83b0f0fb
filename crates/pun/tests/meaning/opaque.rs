//! Inputs of abstract types: applications of what their module exports.

use std::path::PathBuf;

use everycase_check::check::Finding;
use everycase_check::settings::{Plan, Settings};
use pun::Limits;
use pun::check::{Checks, Report};
use pun::core::Program;
use pun::inputs::Inputs;
use pun::load;
use pun::show::show;

fn program(name: &str) -> Program {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/opaque").join(name);
    let loaded = load::load(&path);
    loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

fn number(checks: &Checks, name: &str) -> usize {
    checks.properties().iter().position(|property| *property.name == *name).expect(name)
}

fn checked(checks: &Checks, name: &str) -> Report {
    let number = number(checks, name);
    let settings = Settings { tests: Some(3_000), ..Checks::settings(&checks.properties()[number]) };
    let plan: Plan = settings.fill(name);
    checks.check(number, &plan, &[]).expect("it can be checked")
}

#[test]
fn a_property_elsewhere_gets_values_that_functions_of_the_module_make() {
    let checks = Checks::new(program("uses.pun"), Limits::default()).expect("some can be checked");
    for name in [
        "sets-are-ascending",
        "in-lists",
        "in-pairs",
        "in-data",
        "in-results",
        "on-stacks",
        "drawn-after",
        "unaffected",
    ] {
        let report = checked(&checks, name);
        assert!(matches!(report.checked.finding, Finding::Nothing), "{name}: {report:?}");
        let is_counted =
            report.counted_as.iter().any(|what| what.starts_with("values of set as applications"));
        assert_eq!(is_counted, name != "unaffected", "{name}: {:?}", report.counted_as);
    }
}

#[test]
fn a_report_names_what_may_make_values_and_is_not_applied() {
    let checks = Checks::new(program("pairs.pun"), Limits::default()).expect("it can be checked");
    assert_eq!(
        checked(&checks, "not-negative").counted_as,
        [
            "values of counter as applications of what the module counters exports except both, from-function, held, many, some"
        ]
    );
}

#[test]
fn a_counterexample_is_the_smallest_application_with_what_it_makes() {
    let checks = Checks::new(program("uses.pun"), Limits::default()).expect("some can be checked");
    let found = |name: &str| {
        let report = checked(&checks, name);
        let inputs = report.counterexample.expect("it does not hold").inputs;
        inputs.into_iter().map(|input| (input.value, input.evaluated)).collect::<Vec<_>>()
    };
    assert_eq!(
        found("sets-are-small"),
        [("insert 0 (insert 1 empty)".into(), Some("[ascending [0, 1]]".into()))]
    );
    assert_eq!(
        found("stacks-are-small"),
        [("push false (push false new)".into(), Some("[on false [on false bottom]]".into()))]
    );
    // A constructor that is exported makes values, too; one that is not does not.
    assert_eq!(checked(&checks, "odd-ones").counterexample.map(|found| found.inputs), None);
}

#[test]
fn in_its_own_module_a_type_has_all_the_values_of_its_constructors() {
    let checks = Checks::new(program("sets.pun"), Limits::default()).expect("they can be checked");
    let inputs = checked(&checks, "not-all-are-ascending").counterexample.expect("it does not hold").inputs;
    assert_eq!(inputs[0].value, "[ascending [0, 0]]");
    assert_eq!(inputs[0].evaluated, None);
}

#[test]
fn what_cannot_be_made_is_refused_and_nothing_else_is() {
    let checks = Checks::new(program("uses.pun"), Limits::default()).expect("some can be checked");
    let refused: Vec<_> = (0..checks.properties().len())
        .filter_map(|number| {
            let diagnostic = checks.refused(number)?;
            Some((&*checks.properties()[number].name, diagnostic.message.clone()))
        })
        .collect();
    assert_eq!(
        refused,
        [
            ("seals", "nothing that the module `stacks` exports makes a value of `sealed`".to_owned()),
            ("over", "functions over the abstract type `set` cannot be inputs".to_owned()),
        ]
    );
}

#[test]
fn there_are_as_many_applications_of_a_size_as_by_hand() {
    let mut program = program("uses.pun");
    let ty = load::ty(&mut program, "set").expect("a type");
    let inputs = Inputs::new(program, std::slice::from_ref(&ty)).expect("there are some");
    let all = inputs.enumeration(&ty);
    let integers = |bits: u32| if bits == 0 { 1u64 } else { 1 << bits };
    let mut counts: Vec<u64> = Vec::new();
    for size in 0..=8u32 {
        let less = |n: u32| counts.get(n as usize).copied().unwrap_or(0);
        let Some(left) = size.checked_sub(1) else {
            counts.push(0);
            continue;
        };
        let empty = u64::from(left == 0);
        let inserted: u64 = (0..=left).map(|bits| integers(bits) * less(left - bits)).sum();
        let united: u64 = (0..=left).map(|first| less(first) * less(left - first)).sum();
        counts.push(empty + inserted + united + less(left));
        assert_eq!(all.count(size).expect("it can be counted"), counts[size as usize].into(), "size {size}");
    }
    let mut shown = Vec::new();
    for size in 0..=2 {
        all.of_size(size, |value| {
            shown.push(show(inputs.program(), &value, Some(&ty)));
            true
        })
        .expect("they can be enumerated");
    }
    assert_eq!(shown, ["empty", "insert 0 empty", "smallest-removed empty"]);
}

#[test]
fn an_application_that_ends_with_an_error_is_no_input() {
    let checks = Checks::new(program("uses.pun"), Limits::default()).expect("some can be checked");
    // `smallest-removed empty` is among those of size 2.
    let report = checked(&checks, "sets-are-ascending");
    assert!(report.checked.coverage.discards() > 0, "{:?}", report.checked.coverage);
}

#[test]
fn a_type_without_finite_values_fails_its_property_and_not_the_file() {
    let text = "data d = c d . property none (x : d) . x == x . property some (n : integer) . n == n .";
    let program = load::load_text("endless.pun", text).program.expect("a program");
    let checks = Checks::new(program, Limits::default()).expect("one can be checked");
    let refused = checks.refused(0).expect("there are no inputs");
    assert!(refused.message.contains("`d` has no finite values"), "{refused:?}");
    assert_eq!(refused.labels.len(), 2);
    assert_eq!(checks.refused(1), None);
    assert!(matches!(checked(&checks, "some").checked.finding, Finding::Nothing));
}
