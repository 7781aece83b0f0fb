//! Letters in place of other characters, and other words in place of parts.

use std::ops::ControlFlow;

use super::common::list;
use everycase_kernel::{Derivation, Derivations, Range, Shape};

fn texts() -> Derivations {
    Derivations::new(list(Shape::range(Range::chars())))
}

fn text(d: &Derivation) -> String {
    let (mut at, mut all) = (d.root(), String::new());
    while at.alternative() == 1 {
        all.extend(at.field(0).character());
        at = at.field(1);
    }
    all
}

fn of_text(text: &str) -> Derivation {
    let list = texts().encode(|to| {
        for c in text.chars() {
            to.alternative(1)?;
            to.bits(u64::from(u32::from(c)))?;
        }
        to.alternative(0)
    });
    list.unwrap()
}

/// The text with letters, and the number of runs.
fn lettered(start: &str, fails: impl Fn(&str) -> bool) -> (String, u32) {
    assert!(fails(start));
    let mut runs = 0;
    let found = texts().with_letters(&of_text(start), |candidate| {
        runs += 1;
        ControlFlow::Continue(fails(&text(candidate)))
    });
    (text(&found.unwrap()), runs)
}

#[test]
fn characters_that_do_not_matter_become_letters_in_one_run() {
    assert_eq!(lettered("\0\0", |text| text.len() == 2), ("aa".to_owned(), 1));
    assert_eq!(lettered("\u{1}\0", |text| text.len() == 2), ("ba".to_owned(), 1));
    // Letters and digits stay, and their letters are not used for others.
    assert_eq!(lettered("a\0b7", |text| text.len() == 4), ("acb7".to_owned(), 1));
    assert_eq!(lettered("xyz9", |_| true), ("xyz9".to_owned(), 0));
    assert_eq!(lettered("", |_| true), (String::new(), 0));
}

#[test]
fn characters_are_replaced_everywhere_if_the_others_are_in_their_range() {
    let other = |own| match own {
        0 => Some(u128::from(b'a')),
        own if own == u128::from(b'b') => Some(1),
        _ => None,
    };
    let replaced = texts().with_characters(&of_text("\0b\0c"), other).unwrap();
    assert_eq!(text(&replaced), "a\u{1}ac");
    assert_eq!(texts().characters(&replaced).unwrap(), [0x61, 1, 0x61, 0x63]);
    let surrogate = |own| (own == u128::from(b'c')).then_some(0xd800);
    assert_eq!(text(&texts().with_characters(&replaced, surrogate).unwrap()), "a\u{1}ac");
}

#[test]
fn characters_that_matter_stay_and_the_others_become_letters() {
    assert_eq!(lettered("\0=\0\u{1}", |text| text.contains('=')).0, "a=ab");
    // Equal ones that differ in what they mean are tried alone.
    let is_first = |text: &str| text.starts_with('\0') && text.len() == 3;
    assert_eq!(lettered("\0\0\0", is_first).0, "\0aa");
    let is_ascending = |text: &str| text.chars().is_sorted() && text.chars().count() == 3;
    assert_eq!(lettered("\0\u{1}\u{2}", is_ascending).0, "abc");
    let controls = |text: &str| text.chars().all(char::is_control);
    assert_eq!(lettered("\u{1}\u{2}\u{1}", controls).0, "\u{1}\u{2}\u{1}");
}

#[test]
fn characters_beyond_ascii_that_matter_become_familiar_ones() {
    let has = |bytes: usize| move |text: &str| text.chars().any(|c| c.len_utf8() == bytes);
    assert_eq!(lettered("\u{80}", has(2)).0, "é");
    assert_eq!(lettered("\u{800}\0", has(3)).0, "中a");
    assert_eq!(lettered("\u{10000}", has(4)).0, "😀");
    // Familiar ones stay, and no other one becomes equal to them.
    assert_eq!(
        lettered("中\u{800}", |text| text.chars().filter(|c| c.len_utf8() == 3).count() == 2).0,
        "中\u{800}"
    );
    // ASCII characters that matter stay.
    assert_eq!(lettered("=", |text| text.contains('=')).0, "=");
}

#[test]
fn a_text_with_more_characters_than_letters_keeps_some() {
    let start: String = (0..40u8).map(|c| char::from(c + 200)).collect();
    let (found, runs) = lettered(&start, |text| text.chars().count() == 40);
    assert_eq!(found.chars().filter(char::is_ascii_lowercase).count(), 26);
    assert!(runs <= 26 + 3, "{runs}");
}

#[test]
fn stopping_early_returns_what_fails() {
    let mut runs = 0;
    let found = texts().with_letters(&of_text("\0=\u{1}!"), |candidate| {
        runs += 1;
        if runs > 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(text(candidate).contains('=')) }
    });
    assert!(text(&found.unwrap()).contains('='));
}

#[test]
fn parts_take_the_first_of_other_words_that_fails() {
    let space = Derivations::new(list(Shape::range(Range::unsigned(32))));
    let of = |numbers: &[u64]| {
        let list = space.encode(|to| {
            for &number in numbers {
                to.alternative(1)?;
                to.bits(number)?;
            }
            to.alternative(0)
        });
        list.unwrap()
    };
    let numbers = |d: &Derivation| -> Vec<u64> {
        let (mut at, mut all) = (d.root(), Vec::new());
        while at.alternative() == 1 {
            all.push(at.field(0).bits());
            at = at.field(1);
        }
        all
    };
    let others = |at: everycase_kernel::At<'_>| match at.number() {
        Some(number) if number > 100 => vec![vec![100], vec![1000]],
        _ => Vec::new(),
    };
    let replaced = |start: &[u64], fails: &dyn Fn(&[u64]) -> bool| {
        let found = space.with_words(&of(start), others, |d| ControlFlow::Continue(fails(&numbers(d))));
        numbers(&found.unwrap())
    };
    assert_eq!(replaced(&[7, 512, 300, 512], &|_| true), [7, 100, 100, 100]);
    assert_eq!(replaced(&[7, 512, 300, 512], &|all| all[1] > 500), [7, 1000, 100, 1000]);
    assert_eq!(replaced(&[512, 512], &|all| all[0] == 512), [512, 100]);
    assert_eq!(replaced(&[512, 512], &|all| all == [512, 512]), [512, 512]);
}

#[test]
fn a_size_without_characters_is_that_of_the_rest() {
    let is_character = |at: everycase_kernel::At<'_>| at.character().is_some();
    for start in ["", "\0", "abc", "\u{10FFFF}x"] {
        let without = of_text(&"\0".repeat(start.chars().count())).size();
        assert_eq!(of_text(start).size_without(is_character), without, "{start:?}");
    }
    assert_eq!(of_text("ab").size_without(|at| at.alternative() == 1), 0);
}
