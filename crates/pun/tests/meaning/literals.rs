//! The numbers and texts that programs mention.

use everycase_check::literals::Literals;
use pun::load::load_text;

fn found(text: &str) -> Literals {
    pun::literals(&load_text("literals.pun", text).program.expect("a program"))
}

#[test]
fn literals_of_terms_patterns_properties_and_coverage_types_are_found() {
    let literals = found(
        "f : integer -> string -> integer .
         f n s = case (n - 31, s) of ; (-7, \"stop\") -> 100 ; (42, 'g' :: 'o' :: r) -> f 8 r ; _ -> if s == ['h', 'i'] then 5 else 6 .
         property p (x from int-range 1000 2000) (c : character) . c == 'q' || x /= 1048 .",
    );
    assert_eq!(literals.integers, [-31, -7, 5, 6, 8, 31, 42, 100, 1000, 1048, 2000]);
    assert_eq!(literals.texts, ["go", "hi", "q", "stop"]);
}

#[test]
fn the_preludes_literals_are_not_the_programs() {
    assert!(found("id x = x .").is_empty());
    assert_eq!(found("f x = x + 1 .").integers, [1]);
}

#[test]
fn large_integers_and_long_strings_are_bounded() {
    let largest = u128::MAX;
    assert_eq!(found(&format!("x = {largest} . y = {largest}0 .")).integers, [-1]);
    let long = "ab".repeat(5_000);
    let texts = found(&format!("x = \"{long}\" .")).texts;
    assert!(!texts.is_empty() && texts.iter().all(|text| long.contains(text.as_str())));
    let digits = "0123456789".repeat(4);
    assert_eq!(found(&format!("x = \"{digits}\" .")).texts, [&digits[..32], &digits[32..]]);
    assert_eq!(found("x = \"\" .").texts, [""; 0]);
}
