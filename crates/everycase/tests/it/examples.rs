//! `#[property(examples = [..])]`: given inputs run first.

use std::sync::Mutex;

use crate::support::process::Crate;
use everycase::prelude::*;

/// What a failing subject prints, with its words on one line: lines are broken at different places.
#[track_caller]
fn report(subject: &str) -> String {
    let ran = Crate::new().run(subject, &[]);
    assert!(!ran.passed, "{}", ran.stdout);
    ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ")
}

mod properties {
    use super::*;

    pub(super) static SEEN: Mutex<Vec<(u8, String)>> = Mutex::new(Vec::new());

    #[property(tests = 20, examples = [(200, "first"), (Default::default(), "second",), LAST()])]
    pub(super) fn seen(n: u8, text: &str) {
        SEEN.lock().unwrap().push((n, text.to_owned()));
    }

    #[allow(non_snake_case)]
    fn LAST() -> (u8, String) {
        (7, String::from("third"))
    }

    #[property(tests = 100, should_fail, examples = [vec![1, 2], vec![3, 200], vec![200]])]
    pub(super) fn expected(list: &[u8]) -> bool {
        !list.contains(&200)
    }

    #[property(tests = 10, examples = [3])]
    pub(super) fn discarded(n: u8) {
        assume(n != 3);
    }
}

#[test]
fn examples_run_before_all_other_inputs() {
    properties::seen();
    let seen = properties::SEEN.lock().unwrap();
    let examples = [(200, "first"), (0, "second"), (7, "third")].map(|(n, text)| (n, text.to_owned()));
    // The property may have run in a test of its own, too.
    assert!(seen.len() >= 23);
    assert!(seen.windows(3).any(|three| three == examples) && examples.contains(&seen[0]));
}

#[test]
fn a_failing_example_is_shown_as_it_is() {
    let report = report("failing");
    assert!(report.contains("let list: &[u8] = &vec![3, 200]; let n: u64 = 77;"), "{report}");
    assert!(
        report.contains("after 2 tests in") && report.contains("; example 2 of the property"),
        "{report}"
    );
    assert!(!report.contains("saved") && report.contains("replay: "), "{report}");
    properties::expected();
    properties::discarded();
}

#[test]
fn examples_run_in_the_process_of_an_isolated_property() {
    let isolated = report("isolated");
    assert!(
        isolated.contains("let n: u8 = 5;") && isolated.contains("example 2 of the property"),
        "{isolated}"
    );
    let fatal = report("fatal");
    assert!(fatal.contains("let n: u8 = 200;") && fatal.contains("example 2 of the property"), "{fatal}");
}

#[test]
fn examples_of_lazy_properties_are_plain_values() {
    let report = report("lazily");
    assert!(report.contains("let x: Option<u8> = None; let n: u8 = 1;"), "{report}");
    assert!(report.contains("example 2 of the property"), "{report}");
}

#[test]
fn a_value_that_is_no_input_is_an_error() {
    let outside = report("outside");
    assert!(outside.contains("example 2, `12`, is not an input of the property: "), "{outside}");
    let without_inverse = report("without_inverse");
    assert!(
        without_inverse.contains("example 1, `4`, is not an input of the property: "),
        "{without_inverse}"
    );
}
