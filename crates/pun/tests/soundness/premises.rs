//! Draws of properties with several premises.
//!
//! Draws that reach the same state share what they learn. A value that only a later premise looks at is a part of this state
//! until that premise has been decided.

use everycase_check::settings::Settings;
use pun::Limits;
use pun::check::Checks;
use pun::load::load_text;

#[test]
fn what_a_later_premise_refutes_is_not_shared_by_inputs_that_differ_before() {
    for property in [
        "(xs : list character) . not (elem 'a' xs) ==> is-sorted xs ==> true",
        "(xs : list character) . all (\\x -> x /= 'a') xs ==> is-sorted (reverse xs) ==> true",
        "(xs : list integer) (ys : list integer) . not (elem 1 xs) ==> is-sorted xs ==> if elem 1 ys then true else \
         is-sorted ys ==> true",
    ] {
        let text = format!("property p {property} .");
        let program = load_text("premises.pun", &text).program.unwrap_or_else(|| panic!("{text}"));
        let checks = Checks::new(program, Limits::default()).expect("it compiles");
        // Draws come after the search, and with overflow checks they end with a panic where counts are wrong.
        let plan = Settings { tests: Some(30_000), seed: Some(1), ..Settings::default() }.fill("premises");
        let report = checks.check(0, &plan, &[]).unwrap_or_else(|error| panic!("{text}\n{error}"));
        assert!(report.counterexample.is_none(), "{text}");
    }
}
