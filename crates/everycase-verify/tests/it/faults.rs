//! Claims about a generator that leaves its type, crashes, or has finitely many values: by examples.

use everycase_check::report::Detail;
use everycase_verify::bounds::{BoundedResult, Bounds};
use everycase_verify::choosing::GeneratorChoice;
use everycase_verify::verdict::Verdict;
use everycase_verify::verifier::Verifier;
use pun::load::load_text;

/// Checks the first generator of a text, and returns the report as well.
fn check(text: &str, bounds: &Bounds) -> (Verdict, BoundedResult, String) {
    let loaded = load_text("faults.pun", text);
    let program = loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let verifier = Verifier::new(program).unwrap_or_else(|problems| panic!("{problems:?}"));
    let generator = &verifier.generators()[0];
    let verified = verifier.verify(generator, bounds, None);
    let report = generator.text(&verified, "faults.pun", Detail::Brief);
    (verified.verdict(), verified.bounded.expect("it can be run"), report)
}

const TRUNCATING: &str = "
generator between : (lo : integer) -> (hi : integer | lo <= hi) -> [v : integer | lo <= v && v <= hi] .
between lo hi = lo + rem (bits 16 - 32768) (hi - lo + 1) .
rem a b = if a < 0 then 0 - ((0 - a) mod b) else a mod b .
bits n = if n == 0 then 0 else 2 * bits (n - 1) + (0 <+> 1) .
";

#[test]
fn a_result_that_needs_many_choices_is_drawn_where_the_enumeration_does_not_get_to_it() {
    let (verdict, bounded, report) = check(TRUNCATING, &Bounds::to_size(0));
    let outside = bounded.outside.expect("half of the draws are outside");
    assert_eq!((verdict, outside.choices.len()), (Verdict::Unsound, 16), "{report}");
    assert!(report.contains("is unsound") && report.contains("    choices: "), "{report}");
}

#[test]
fn draws_follow_from_the_seed() {
    let choices = |seed| {
        let bounds = Bounds { seed, ..Bounds::to_size(0) };
        let outside = check(TRUNCATING, &bounds).1.outside.expect("half of the draws are outside");
        (outside.values, outside.choices)
    };
    assert_eq!(choices(1), choices(1));
    assert_ne!(choices(1), choices(2));
}

#[test]
fn choices_on_which_a_generator_crashes_are_shown_and_errors_of_its_own_are_not() {
    let crashing =
        "generator above : (lo : integer) -> (n : integer | lo <= n) -> [v : integer | lo < v && v <= n] .
above lo n = int-range (lo + 1) n .";
    let (verdict, bounded, report) = check(crashing, &Bounds::to_size(4));
    assert_eq!((verdict, bounded.verdict()), (Verdict::Crashes, Verdict::Crashes));
    for part in [
        "covers all ",
        ", but crashes",
        "    `above 0 0` can crash: there is no integer from 1 to 0 (faults.pun:2:14)",
        "    choices: none",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
    let later = "generator small : () -> [v : integer | 0 <= v && v <= 3] .
small () = let n = int-range 0 3 in if bool-gen () then n else int-range (n + 1) 3 .";
    let (_, bounded, report) = check(later, &Bounds::to_size(4));
    let (crash, _) = bounded.crash.expect("it crashes after 3");
    assert_eq!(crash.choices, [GeneratorChoice::Integer(3.into()), GeneratorChoice::Side(false)], "{report}");
    let by_error = "generator even : () -> [v : integer | v mod 2 == 0] .
even () = let n = int-gen () in if n mod 2 == 0 then n else error \"odd\" .";
    let (verdict, bounded, report) = check(by_error, &Bounds::to_size(4));
    assert_eq!((verdict, bounded.crash.is_none()), (Verdict::Covers, true), "{report}");
}

#[test]
fn both_faults_of_a_generator_are_reported() {
    let text = "generator mid : (n : integer | 0 <= n) -> [v : integer | 0 <= v && v <= n] .
mid n = int-range 1 (n + 1) .";
    let (verdict, bounded, report) = check(text, &Bounds::to_size(6));
    assert_eq!((verdict, bounded.missing.is_empty()), (Verdict::Incomplete, false));
    for part in [
        "mid is incomplete and unsound",
        "`mid 0` never produces 0",
        "`mid 0` can produce 1, which does not belong to its coverage type\n    choices: 1\n",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
}

#[test]
fn a_type_of_which_all_values_there_are_were_run_is_proved_without_a_solver() {
    let colors = "data color = red | green | blue .
generator other : (c : color) -> [d : color | d /= c] .
other c = case c of ; red -> green <+> blue ; green -> red <+> blue ; blue -> red <+> green .";
    let (verdict, bounded, report) = check(colors, &Bounds::to_size(6));
    assert_eq!((verdict, bounded.covered), (Verdict::Proved, 6));
    assert!(report.contains("other covers all 6 values, which are all there are (in "), "{report}");
    let numbers = "generator few : (n : integer | 0 <= n && n <= 3) -> [v : integer | 0 <= v && v <= n] .
few n = pick 0 n .
pick lo n = if lo == n then lo else lo <+> pick (lo + 1) n .";
    let (verdict, _, report) = check(numbers, &Bounds::to_size(300));
    assert_eq!(verdict, Verdict::Proved);
    let claim = "few covers all 10 values, which are all there are, with integers of up to 127 bits (in ";
    assert!(report.contains(claim), "{report}");
}

#[test]
fn a_type_of_which_not_all_values_were_run_or_decided_is_not_proved() {
    // There are larger values, which are not produced.
    let larger = "generator few : [v : integer | 0 <= v && v <= 100] . few = int-range 0 99 .";
    assert_eq!(check(larger, &Bounds::to_size(5)).0, Verdict::Covers);
    assert_eq!(check(larger, &Bounds::to_size(7)).0, Verdict::Incomplete);
    // It is not known whether this is among them: a run on it meets an error.
    let open = "generator flip : [b : boolean | b || 1 div 0 == 1] . flip = true .";
    let (verdict, bounded, report) = check(open, &Bounds::to_size(5));
    assert!(bounded.is_finite && verdict != Verdict::Proved, "{report}");
}
