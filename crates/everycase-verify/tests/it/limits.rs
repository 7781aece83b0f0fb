//! Checks that end early, and programs that do not end.

use std::time::Duration;

use everycase_verify::bounds::{BoundedResult, Bounds, End};
use everycase_verify::verdict::Verdict;
use everycase_verify::verifier::Verifier;
use pun::load::load_text;

/// Lists of at most `n` booleans.
const BITS: &str = "
generator bits : (n : integer | 0 <= n) -> [bs : list boolean | up-to bs n] .
bits n = if n == 0 then [] else [] <+> (bool-gen () :: bits (n - 1)) .
up-to : list a -> integer -> boolean .
up-to xs n = case xs of ; [] -> 0 <= n ; _ :: rest -> up-to rest (n - 1) .
";

/// How many values `BITS` has up to a size: arguments have the size of their bits, a list of `k` booleans has `2 * k + 1`.
fn bits(size: u32) -> u64 {
    let values = |n: u64, length: u64| {
        let own = u64::from(u64::BITS - n.leading_zeros()) + 2 * length + 1;
        if own <= u64::from(size) { 1 << length } else { 0 }
    };
    (0..1 << size)
        .map(|n: u64| (0..=n.min(u64::from(size))).map(|length| values(n, length)).sum::<u64>())
        .sum()
}

fn check(text: &str, bounds: &Bounds) -> BoundedResult {
    let loaded = load_text("limits.pun", text);
    let program = loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let verifier = Verifier::new(program).unwrap_or_else(|problems| panic!("{problems:?}"));
    verifier.generators()[0].bounded(bounds).expect("it can be run")
}

/// Asserts that nothing was found, neither values that are missing nor results outside of the type.
fn assert_nothing_found(bounded: &BoundedResult) {
    assert!(bounded.missing.is_empty() && bounded.outside.is_none(), "{bounded:?}");
}

#[test]
fn a_size_of_zero_leaves_the_values_of_size_zero() {
    let text = "generator zero : (n : integer) -> [v : integer | v == n] . zero n = n .";
    let bounded = check(text, &Bounds::to_size(0));
    assert_eq!((bounded.verdict(), bounded.covered, bounded.through), (Verdict::Covers, 1, Some(0)));
    assert_eq!((bounded.end, bounded.is_finite), (End::Size, false));
    assert_nothing_found(&bounded);
    let text = "generator one : (n : integer) -> [v : integer | v == n] . one n = n + 1 .";
    let bounded = check(text, &Bounds::to_size(0));
    assert_eq!(
        (bounded.verdict(), bounded.missing.len(), bounded.missing[0].size),
        (Verdict::Incomplete, 1, 0)
    );
    let bounded = check(BITS, &Bounds::to_size(0));
    assert_eq!((bounded.verdict(), bounded.through), (Verdict::Vacuous, Some(0)));
}

#[test]
fn no_time_leaves_nothing_known() {
    let bounded = check(BITS, &Bounds { time: Some(Duration::ZERO), size: None, ..Bounds::to_size(0) });
    assert_eq!((bounded.verdict(), bounded.end), (Verdict::Undecided, End::Time));
    assert_eq!((bounded.covered, bounded.through, bounded.outputs_through), (0, None, None));
    assert!(!bounded.is_finite && !bounded.outputs_are_whole);
    assert_nothing_found(&bounded);
}

#[test]
fn a_check_that_is_interrupted_before_it_begins_leaves_nothing_known() {
    let bounds = Bounds { size: None, ..Bounds::to_size(0) };
    bounds.stop.stop();
    let bounded = check(BITS, &bounds);
    assert_eq!((bounded.verdict(), bounded.end), (Verdict::Undecided, End::Interrupted));
    assert_eq!((bounded.covered, bounded.through, bounded.outputs_through), (0, None, None));
    assert_nothing_found(&bounded);
}

#[test]
fn an_interrupted_check_says_what_it_has_covered() {
    let bounds = Bounds { size: None, ..Bounds::to_size(0) };
    let stop = bounds.stop.clone();
    let interrupting = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        stop.stop();
    });
    let bounded = check(BITS, &bounds);
    interrupting.join().expect("it only waits");
    assert_eq!(bounded.end, End::Interrupted);
    assert!(bounded.time < Duration::from_secs(5), "{:?}", bounded.time);
    let through = bounded.through.expect("the first sizes take microseconds");
    assert_eq!((bounded.verdict(), bounded.covered), (Verdict::Covers, bits(through)));
    assert_eq!(bounded.covered, check(BITS, &Bounds::to_size(through)).covered);
    assert_nothing_found(&bounded);
}

#[test]
fn a_type_without_values_is_vacuous_and_not_covered() {
    let no_results = "generator none : () -> [b : boolean | b && not b] . none () = error \"none\" .";
    let bounded = check(no_results, &Bounds::to_size(6));
    assert_eq!((bounded.verdict(), bounded.end, bounded.covered), (Verdict::Vacuous, End::Whole, 0));
    assert!(bounded.is_finite && bounded.outputs_are_whole);
    assert_nothing_found(&bounded);
    let no_arguments = "generator none : (n : integer | n < n) -> [v : integer | v == n] . none n = n .";
    let bounded = check(no_arguments, &Bounds::to_size(6));
    assert_eq!((bounded.verdict(), bounded.covered), (Verdict::Vacuous, 0));
    assert_nothing_found(&bounded);
    // What it produces is outside of the type all the same.
    let bounded = check(
        "generator any : () -> [b : boolean | b && not b] . any () = bool-gen () .",
        &Bounds::to_size(6),
    );
    assert_eq!((bounded.verdict(), bounded.covered), (Verdict::Unsound, 0));
}

#[test]
fn a_generator_that_does_not_end_is_not_known_to_miss_anything() {
    for body in ["loop n", "loop (n + 1)", "let b = bool-gen () in loop (if b then n else n + 1)"] {
        let text =
            format!("generator loop : (n : integer) -> [bs : list boolean | bs == bs] . loop n = {body} .");
        let bounded = check(&text, &Bounds::to_size(2));
        assert_eq!(bounded.verdict(), Verdict::Undecided, "{body}: {bounded:?}");
        assert!(bounded.not_found.count > 0 && !bounded.outputs_are_whole, "{body}");
        assert_nothing_found(&bounded);
    }
}

#[test]
fn a_value_that_is_found_without_a_branch_that_does_not_end_is_produced() {
    let text =
        "generator loop : (n : integer) -> [bs : list boolean | bs == []] . loop n = [] <+> loop (n + 1) .";
    let bounded = check(text, &Bounds::to_size(3));
    assert_eq!((bounded.verdict(), bounded.covered), (Verdict::Covers, 7), "{bounded:?}");
    assert_nothing_found(&bounded);
}

const LARGE: &str = "
list-of : integer -> integer -> list integer .
list-of n m = if n == 0 then [] else m :: list-of (n - 1) m .
total : list integer -> integer .
total xs = case xs of ; [] -> 0 ; x :: rest -> x + total rest .
";

#[test]
fn a_generator_that_needs_too_much_memory_is_not_known_to_miss_anything() {
    let text = format!(
        "generator large : () -> [n : integer | n == 0] . large () = total (list-of 1000000000 0) .{LARGE}"
    );
    let bounded = check(&text, &Bounds::to_size(2));
    assert_eq!((bounded.verdict(), bounded.not_found.count), (Verdict::Undecided, 1), "{bounded:?}");
    assert_eq!((bounded.outputs_through, bounded.outputs_are_whole), (None, false), "{bounded:?}");
    assert_nothing_found(&bounded);
}

#[test]
fn a_predicate_that_needs_too_much_memory_leaves_open_which_values_belong_to_the_type() {
    let text = format!(
        "generator large : () -> [n : integer | n == total (list-of 1000000000 0)] . large () = int-gen () .{LARGE}"
    );
    let bounded = check(&text, &Bounds::to_size(1));
    assert_eq!((bounded.verdict(), bounded.unclear.count), (Verdict::Undecided, 3), "{bounded:?}");
    assert_eq!((bounded.outputs_through, bounded.outputs_are_whole), (Some(0), false), "{bounded:?}");
    assert_nothing_found(&bounded);
}

#[test]
fn a_predicate_that_ends_with_an_error_leaves_open_which_values_belong_to_the_type() {
    let text = "generator parts : () -> [n : integer | 6 div n == 3] . parts () = int-range -1 2 .";
    let bounded = check(text, &Bounds::to_size(3));
    assert_eq!((bounded.verdict(), bounded.unclear.count), (Verdict::Unsound, 1), "{bounded:?}");
    let text = "generator parts : () -> [n : integer | 6 div n == 3] . parts () = 0 <+> 2 .";
    let bounded = check(text, &Bounds::to_size(3));
    assert_eq!((bounded.verdict(), bounded.unclear.count), (Verdict::Undecided, 1), "{bounded:?}");
    assert_eq!((bounded.outputs_through, bounded.outputs_are_whole), (Some(0), false), "{bounded:?}");
}
