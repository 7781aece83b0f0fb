//! `#[property(examples = [..])]`: given inputs run first.

use std::sync::Mutex;

use everycase::prelude::*;

/// What a failing test unwinds with.
fn report(test: fn()) -> Option<String> {
    let payload = std::panic::catch_unwind(test).err()?;
    let report = payload.downcast::<String>().expect("a report is text");
    // Lines are broken at different places.
    Some(report.split_whitespace().collect::<Vec<_>>().join(" "))
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

    pub(super) fn small(list: &[u8], n: u64) -> bool {
        !list.contains(&200) || n < 9
    }

    #[property(tests = 100, examples = [(&[1, 2], 3), (&[3, 200], 77)])]
    #[ignore = "it fails, and runs in the tests of this file: cargo test -p everycase --test examples"]
    pub(super) fn failing(list: &[u8], n: u64) -> bool {
        small(list, n)
    }

    #[property(tests = 100, examples = [7, 12])]
    #[ignore = "it fails, and runs in the tests of this file: cargo test -p everycase --test examples"]
    pub(super) fn outside(#[from(0..10)] n: u8) {
        let _ = n;
    }

    #[property(tests = 100, examples = [4])]
    #[ignore = "it fails, and runs in the tests of this file: cargo test -p everycase --test examples"]
    pub(super) fn without_inverse(#[from(u8::space().map(|n| n / 2))] n: u8) {
        let _ = n;
    }

    #[property(size = 6, examples = [(Some(3), 9), (None, 1)])]
    #[ignore = "it fails, and runs in the tests of this file: cargo test -p everycase --test examples"]
    pub(super) fn lazily(x: Lazy<Option<u8>>, n: u8) {
        assert!(x.value().is_some() || n != 1);
    }

    #[property(tests = 10, isolate, examples = [3, 5])]
    #[ignore = "it fails, and runs in the tests of this file: cargo test -p everycase --test examples"]
    pub(super) fn isolated(n: u8) -> bool {
        n != 5
    }

    #[property(tests = 10, isolate, examples = [3, 200])]
    #[ignore = "it fails, and runs in the tests of this file: cargo test -p everycase --test examples"]
    pub(super) fn fatal(n: u8) {
        if n == 200 {
            std::process::abort();
        }
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
    let report = report(properties::failing).unwrap();
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
    let isolated = report(properties::isolated).unwrap();
    assert!(
        isolated.contains("let n: u8 = 5;") && isolated.contains("example 2 of the property"),
        "{isolated}"
    );
    let fatal = report(properties::fatal).unwrap();
    assert!(fatal.contains("let n: u8 = 200;") && fatal.contains("example 2 of the property"), "{fatal}");
}

#[test]
fn examples_of_lazy_properties_are_plain_values() {
    let report = report(properties::lazily).unwrap();
    assert!(report.contains("let x: Option<u8> = None; let n: u8 = 1;"), "{report}");
    assert!(report.contains("example 2 of the property"), "{report}");
}

#[test]
fn a_value_that_is_no_input_is_an_error() {
    let outside = report(properties::outside).unwrap();
    assert!(outside.contains("example 2, `12`, is not an input of the property: "), "{outside}");
    let without_inverse = report(properties::without_inverse).unwrap();
    assert!(
        without_inverse.contains("example 1, `4`, is not an input of the property: "),
        "{without_inverse}"
    );
}
