//! Characters of counterexamples are letters where the property fails on these, too.

use everycase_check::check::Finding;
use everycase_check::check::Minimal;
use everycase_check::settings::{Plan, Settings};
use pun::Limits;
use pun::check::Checks;
use pun::load::load_text;

/// The inputs of the counterexample to the only property.
fn found(text: &str) -> Vec<String> {
    let program = load_text("characters.pun", text).program.expect("a program");
    let checks = Checks::new(program, Limits::default()).expect("it can be checked");
    let settings = Settings { tests: Some(20_000), ..Settings::default() };
    let plan: Plan = settings.fill("characters");
    let report = checks.check(0, &plan, &[]).expect("it can be checked");
    let Finding::Counterexample(found) = &report.checked.finding else { panic!("{report:?}") };
    assert_eq!(found.minimal, Minimal::Size);
    report.counterexample.expect("a counterexample").inputs.into_iter().map(|input| input.value).collect()
}

#[test]
fn a_character_becomes_a_letter_if_that_fails() {
    assert_eq!(found("property p (c : character) . c < '@' ."), ["'a'"]);
    assert_eq!(found("property p (c : character) . c < '\\u{20}' ."), ["'a'"]);
    assert_eq!(found("property p (c : character) . c <= '~' || c == 'a' ."), ["'\\u{7f}'"]);
}

#[test]
fn characters_that_have_to_differ_become_different_letters_and_equal_ones_the_same() {
    assert_eq!(
        found("property p (c : character) (d : character) . c < '@' || d < '@' || c == d ."),
        ["'a'", "'A'"]
    );
    assert_eq!(found("property p (c : character) (d : character) . c < '@' || c /= d ."), ["'a'", "'a'"]);
}

#[test]
fn a_smaller_character_is_replaced_by_a_letter_too() {
    assert_eq!(found("property p (s : string) . s == \"\" ."), ["\"a\""]);
}
