//! Two versions of a crate, of which each change is known: what is told, and that nothing else is.

use std::sync::OnceLock;

use everycase_check::report::Detail;
use everycase_check::settings::seed::Seed;
use everycase_crates::explore::Options;
use everycase_crates::report::Comparison;
use everycase_crates::worker::EndKind;

use crate::building::options::options;
use crate::building::pair::{Pair, copied, lines, manifest};

fn pair() -> &'static Pair {
    static PAIR: OnceLock<Pair> = OnceLock::new();
    PAIR.get_or_init(|| Pair::of(&manifest("versions/new"), &manifest("versions/old"), "versions/drivers"))
}

pub(crate) fn found() -> &'static Comparison {
    static FOUND: OnceLock<Comparison> = OnceLock::new();
    FOUND.get_or_init(|| pair().compared(&options(60_000)))
}

/// Each change that was made, and the function that has it.
const CHANGES: [&str; 18] = [
    "an error now check",
    "another error parse",
    "another panic blames",
    "another panic refuses",
    "another value Hidden::tells",
    "another value Level::of",
    "another value Point::moved",
    "another value Stack::len",
    "another value Stack::pop",
    "another value Stamp::third",
    "another value double",
    "another value one::Twin::mixed",
    "another value other::Twin::blended",
    "does not end now waits",
    "ends the process now recurses",
    "no longer fails half",
    "nothing now find",
    "panics now first",
];

#[test]
fn each_change_is_told_of_the_function_that_has_it_and_nothing_else_is() {
    assert_eq!(lines(found()), CHANGES);
    assert_eq!(found().renamed, []);
}

#[test]
fn the_form_of_a_type_and_what_was_removed_added_or_has_other_types_are_told_apart() {
    let own = found();
    let forms: Vec<(&str, &str, &str)> =
        own.forms.iter().map(|own| (&*own.ty, &*own.was, &*own.is)).collect();
    assert_eq!(forms, [("versions::Point", "(0, 0)", "Point(0; 0)")]);
    assert_eq!(own.removed, ["versions::gone"]);
    assert_eq!(own.added, ["versions::Ratio::ONE", "versions::come"]);
    assert_eq!(own.retyped, ["versions::wide"]);
    assert_eq!(
        own.release,
        "patch: no; minor: no, because of 1 function removed and 1 function with other types"
    );
}

#[test]
fn the_smallest_call_is_shown_with_both_ends() {
    let of = |function: &str| found().changes.iter().find(|own| own.function.ends_with(function)).unwrap();
    let first = of("::first");
    assert_eq!(first.code, ["let _ = versions::first(\"é\");"]);
    assert_eq!(first.was.words(), "2");
    assert!(first.is.words().starts_with("panics: end byte index 1 is not a char boundary"), "{first:?}");
    assert_eq!(first.is.place.as_deref().and_then(|own| own.split(':').next()), Some("src/lib.rs"));
    // The place is the caller's.
    assert_eq!((of("::blames").was.place.as_deref(), of("::blames").is.place.as_deref()), (None, None));
    assert_eq!(of("::check").code, ["let _ = versions::check(2);"]);
    assert_eq!(of("::check").is.words(), "error \"two\"");
    assert_eq!(of("::find").is.words(), "None");
    assert_eq!(of("::parse").was.words(), "error \"no number: \"");
}

#[test]
fn each_change_that_returns_reaches_the_changed_line_of_its_function() {
    let source = std::fs::read_to_string(manifest("versions/new").with_file_name("src/lib.rs")).unwrap();
    let changes = &found().changes;
    for own in changes.iter().filter(|own| !matches!(own.is.kind, EndKind::Death | EndKind::Hang)) {
        let name = own.function.rsplit("::").next().unwrap();
        let at = source.lines().position(|line| line.contains(&format!("fn {name}("))).unwrap() as u32 + 1;
        let first = |place: &String| -> u32 {
            let (_, lines) = place.split_once(':').unwrap();
            lines.split('-').next().unwrap().parse().unwrap()
        };
        let is_there = own.changed_code.iter().any(|place| (at..at + 4).contains(&first(place)));
        assert!(is_there, "{}, line {at}: {:?}", own.function, own.changed_code);
    }
    assert_eq!(changes.iter().filter(|own| own.changed_code.is_empty()).count(), 2);
}

#[test]
fn what_differs_within_a_version_is_named_and_no_change() {
    let own = found();
    for function in ["versions::counts", "versions::now", "versions::table", "versions::Stamp::third"] {
        assert!(own.unsteady.iter().any(|own| own == function), "{function}: {:?}", own.unsteady);
    }
    // Its calls with other arguments are compared.
    let line = "not compared where they differ within a version: calls of 4 functions (";
    assert!(own.text(usize::MAX, Detail::Full).contains(line), "{}", own.text(usize::MAX, Detail::Full));
}

#[test]
fn the_number_of_workers_and_the_seed_change_nothing_of_what_is_told() {
    let own = Options { jobs: 3, seed: Seed(9), ..options(60_000) };
    assert_eq!(lines(&pair().compared(&own)), CHANGES);
}

#[test]
fn a_crate_and_its_copy_differ_in_nothing() {
    let own = copied("versions/new").compared(&options(20_000));
    assert!(!own.has_changes(), "{}", own.text(usize::MAX, Detail::Full));
    assert!(own.added.is_empty());
}
