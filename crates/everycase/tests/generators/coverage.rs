//! The promises of generators.

use everycase::coverage::{exists, forall};
use everycase::lazy::implies;
use everycase::prelude::*;

#[derive(Debug, Clone, PartialEq, Enumerable)]
pub(crate) enum List {
    Nil,
    Cons(i64, Box<List>),
}

use List::{Cons, Nil};

fn len(xs: &List) -> i64 {
    match xs {
        Nil => 0,
        Cons(_, rest) => 1 + len(rest),
    }
}

#[generator(given = 0 <= n, covers = |xs: &List| len(xs) <= n, decreases = n)]
fn sized(n: i64, g: &mut Gen) -> List {
    if n == 0 || g.bool() { Nil } else { Cons(g.int(), Box::new(sized(n - 1, g))) }
}

#[generator(given = 0 <= n, covers = |xs: &List| len(xs) <= n, test = false)]
fn full(n: i64, g: &mut Gen) -> List {
    if n == 0 { Nil } else { Cons(g.int(), Box::new(full(n - 1, g))) }
}

#[generator(covers = |side: &usize| *side < 3, test = false)]
fn sides(g: &mut Gen) -> usize {
    g.choose(4)
}

#[generator(covers = |pair: &(bool, bool)| pair.0 || pair.1, test = false)]
fn pairs(last: bool, g: &mut Gen) -> (bool, bool) {
    if g.bool() { (true, g.bool()) } else { (last, true) }
}

#[generator(covers = |b: &bool| forall(|n: i64| implies(|| n > 300, || *b)), test = false)]
fn unclear(g: &mut Gen) -> bool {
    g.bool()
}

#[generator(given = exists(|m: u8| i64::from(m) == n), covers = |m: &i64| *m <= n && 0 <= *m)]
fn up_to(n: i64, g: &mut Gen) -> i64 {
    g.range(0, n)
}

/// Borrowed arguments, and the choices in the middle.
#[generator(given = len(xs) <= 1, covers = |b: &bool| *b || !flip)]
fn borrowed(xs: &List, g: &mut Gen, flip: bool) -> bool {
    let _ = xs;
    if flip { true } else { g.bool() }
}

#[generator(covers = |n: &i64| *n < *n, test = false)]
fn promises_nothing(g: &mut Gen) -> i64 {
    let low = g.int();
    g.range(low, low - 1)
}

#[test]
fn a_value_that_no_choices_produce_is_missing() {
    let report = __pairs_coverage();
    assert_eq!(report.verdict(), "incomplete", "{report}");
    let text = report.to_string();
    assert!(
        text.contains("`pairs(true)` never produces (false, true), which its coverage type promises"),
        "{text}"
    );
    assert!(text.contains("no choices of any size produce it"), "{text}");
}

#[test]
fn a_value_among_infinitely_many_results_is_not_found() {
    let report = __full_coverage();
    assert_eq!(report.verdict(), "undecided");
    assert!(report.is_finding());
    let text = report.to_string();
    assert!(
        text.contains(
            "no choices found with which `full(1)` produces List::Nil: no choices up to size 10 produce it"
        ),
        "{text}"
    );
}

#[test]
fn a_result_that_is_not_promised_is_unsound() {
    let report = __sides_coverage();
    assert_eq!(report.verdict(), "unsound", "{report}");
    assert!(
        report.to_string().contains("`sides()` can produce 3, which does not belong to its coverage type")
    );
}

#[test]
fn what_depends_on_values_that_were_not_tried_is_not_claimed() {
    let report = __unclear_coverage();
    assert!(!report.is_finding(), "{report}");
    assert_eq!(report.verdict(), "covers", "{report}");
    assert!(
        report.to_string().contains("quantifiers: tried on values up to size 8, at most 1,000 of a type")
    );
}

#[test]
fn nothing_promised_is_a_finding() {
    let report = __promises_nothing_coverage();
    assert_eq!(report.verdict(), "vacuous", "{report}");
    assert!(report.is_finding());
}

#[test]
fn a_quantifier_over_all_values_of_a_finite_type_is_decided() {
    assert!(forall(|b: bool| u8::from(b) < 2));
    assert!(!forall(|n: u8| n < 255));
    assert!(exists(|n: i64| n == -255));
    assert!(!exists(|n: i64| n == 256));
}
