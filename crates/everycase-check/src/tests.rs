//! Whole checks of small subjects, with budgets that make them deterministic.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use everycase_kernel::{Alternative, BigUint, Derivation, Derivations, Key, Range, Shape};

use crate::check::*;
use crate::claims::stats::Labels;
use crate::claims::stream::Stream;
use crate::control::stop::Stop;
use crate::run::verdict::{Cause, Failure, Subject, ToolLimit, Verdict};
use crate::settings::shard::Shard;
use crate::settings::{Plan, Settings};
use crate::testing::shapes::{bytes, list, lists, numbers};

mod beside;
mod counting;
mod hangs;
mod lazy;
mod limits;
mod parts;
mod schedule;
mod state;
mod structures;
mod varied;

fn settings() -> Settings {
    Settings { seed: Some(7), ..Settings::default() }
}

fn tests(tests: u64) -> Settings {
    Settings { tests: Some(tests), ..settings() }
}

fn subject(f: impl Fn(&Derivation, &mut Labels) -> Verdict + Send + Sync + 'static) -> Arc<dyn Subject> {
    Arc::new(f)
}

fn holds(f: impl Fn(&Derivation) -> bool + Send + Sync + 'static) -> Arc<dyn Subject> {
    subject(move |input, _| if f(input) { Verdict::Passed } else { fails() })
}

fn fails() -> Verdict {
    Verdict::Failed(Box::new(Failure::of(Cause::Returned("false".to_owned()))))
}

fn run(derivations: &Derivations, subject: &Arc<dyn Subject>, settings: Settings) -> CheckResult {
    check("property", derivations, subject, &settings.fill("property"), &[]).unwrap()
}

fn counterexample(checked: CheckResult) -> Counterexample {
    match checked.finding {
        Finding::Counterexample(found) => *found,
        other => panic!("expected a counterexample, found {other:?}; {}", checked.coverage),
    }
}

fn returned_false(found: &Counterexample) -> bool {
    found.failure == Failure::of(Cause::Returned("false".to_owned()))
}

/// Returns the inputs a run visits, with how often.
fn visited(derivations: &Derivations, settings: Settings) -> BTreeMap<Vec<u64>, u32> {
    let seen = Arc::new(Mutex::new(BTreeMap::new()));
    let subject = {
        let seen = Arc::clone(&seen);
        holds(move |input| {
            *seen.lock().unwrap().entry(input.words()).or_insert(0) += 1;
            true
        })
    };
    run(derivations, &subject, settings);
    drop(subject);
    Arc::into_inner(seen).unwrap().into_inner().unwrap()
}

#[test]
fn a_run_that_is_stopped_ends_and_says_how_far_it_got() {
    for jobs in [1, 3] {
        let plan = Settings { jobs: Some(jobs), ..tests(1_000_000) }.fill("property");
        let stop = plan.stop.clone();
        let calls = AtomicU64::new(0);
        let subject = holds(move |_| {
            if calls.fetch_add(1, Ordering::Relaxed) == 100 {
                stop.stop();
            }
            std::thread::sleep(Duration::from_millis(1));
            true
        });
        let checked = check("property", &lists(), &subject, &plan, &[]).unwrap();
        assert!(matches!(checked.finding, Finding::Nothing), "{:?}", checked.finding);
        assert!((100..10_000).contains(&checked.coverage.inputs()), "{}", checked.coverage);
        assert!(checked.coverage.samples().next().is_none());
    }
}

#[test]
fn a_finite_type_is_covered_whole() {
    let checked = run(&bytes(), &holds(|_| true), tests(1000));
    assert_eq!(checked.coverage.to_string(), "all 256 inputs there are");
    assert!(matches!(checked.finding, Finding::Nothing));
    assert_eq!(checked.coverage.stats().tests(), 256);
}

#[test]
fn a_bound_on_sizes_is_searched_to_the_end() {
    let checked = run(&lists(), &holds(|_| true), Settings { size: Some(7), ..settings() });
    assert_eq!(checked.coverage.to_string(), "all 145 inputs up to size 7");
    assert_eq!(checked.ended, Ending::Size);
}

#[test]
fn a_budget_in_tests_is_spent_on_all_streams() {
    let checked = run(&lists(), &holds(|_| true), tests(1000));
    assert_eq!(checked.coverage.inputs(), 1000);
    let ran = |stream| schedule::tests_of(&checked, stream);
    assert_eq!(ran(Stream::Search) + ran(Stream::Draws), 1000, "{}", checked.coverage);
    for stream in [Stream::Search, Stream::Draws] {
        assert!(ran(stream) >= schedule::share(stream, 1000), "{stream}: {}", checked.coverage);
    }
}

#[test]
fn a_failure_found_by_exhaustive_search_is_size_minimal_and_the_first() {
    let found = counterexample(run(&lists(), &holds(|input| list(input).len() < 3), tests(1000)));
    assert_eq!(list(&found.input), [0, 0, 0]);
    assert_eq!((found.stream, found.minimal, found.flaky), (Stream::Search, Minimal::Size, false));
    assert_eq!(found.tests, 5);
}

#[test]
fn a_failure_found_by_sampling_is_shrunk_to_a_local_minimum() {
    let found = counterexample(run(&lists(), &holds(|input| list(input).len() < 12), tests(4000)));
    assert_eq!(found.stream, Stream::Draws);
    assert_eq!(found.minimal, Minimal::Locally);
    assert_eq!(list(&found.input), [0; 12]);
}

#[test]
fn every_run_with_the_same_seed_is_the_same_run_on_any_number_of_threads() {
    let one = visited(&lists(), tests(2000));
    assert_eq!(visited(&lists(), tests(2000)), one);
    assert_eq!(visited(&lists(), Settings { jobs: Some(3), ..tests(2000) }), one);
    assert_ne!(visited(&lists(), Settings { seed: Some(8), ..tests(2000) }), one);

    let odd = |jobs| {
        let subject = holds(|input| list(input).iter().all(|item| *item != 77));
        counterexample(run(&lists(), &subject, Settings { jobs: Some(jobs), ..tests(20_000) }))
    };
    let (one, three) = (odd(1), odd(3));
    assert_eq!((one.input.words(), one.tests), (three.input.words(), three.tests));
}

#[test]
fn saved_inputs_have_no_part_in_shares() {
    // One byte in two is odd.
    let odd = subject(|input, labels| {
        labels.mark("odd", input.root().bits() % 2 == 1, Some(50.0));
        Verdict::Passed
    });
    let even: Vec<Derivation> = (0..9u8).map(|n| bytes().parse(&[u64::from(n) * 2]).unwrap()).collect();
    let checked = check("property", &bytes(), &odd, &tests(1000).fill("property"), &even).unwrap();
    assert!(matches!(checked.finding, Finding::Nothing), "{:?}", checked.finding);
    assert_eq!((checked.coverage.ran(Stream::Replay), checked.coverage.stats().tests()), (9, 256));
}

#[test]
fn boundary_values_are_within_the_bound_on_sizes() {
    // A budget that does not reach all inputs of the size, so that boundary values have their turn.
    let seen = visited(&lists(), Settings { size: Some(12), ..tests(600) });
    let sizes = seen.keys().map(|words| lists().parse(words).unwrap().size());
    assert_eq!(sizes.max(), Some(12));
    let found =
        run(&numbers(), &holds(|input| input.root().bits() < 8), Settings { size: Some(3), ..settings() });
    assert!(matches!(found.finding, Finding::Counterexample(_)), "-1 is of size 1");
    let small = holds(|input| input.root().bits().cast_signed().unsigned_abs() < 8);
    let small = run(&numbers(), &small, Settings { size: Some(3), ..settings() });
    assert!(matches!(small.finding, Finding::Nothing));
    assert_eq!(
        (small.coverage.to_string().as_str(), small.ended),
        ("all 15 inputs up to size 3", Ending::Size)
    );
}

#[test]
fn a_saved_input_is_run_whatever_its_size() {
    let saved = [bytes().parse(&[200]).unwrap()];
    let plan = Settings { size: Some(3), ..settings() }.fill("property");
    let checked =
        check("property", &bytes(), &holds(|input| input.root().bits() < 100), &plan, &saved).unwrap();
    assert_eq!(counterexample(checked).stream, Stream::Replay);
}

#[test]
fn saved_inputs_are_run_first_and_shrunk_further() {
    let saved: Vec<Derivation> = [40u64, 100].map(|n| bytes().parse(&[n]).unwrap()).into();
    let subject = holds(|input| input.root().bits() < 50);
    let plan = tests(1000).fill("property");
    let checked = check("property", &bytes(), &subject, &plan, &saved).unwrap();
    let found = counterexample(checked);
    assert_eq!((found.stream, found.input.root().bits(), found.tests), (Stream::Replay, 50, 2));

    let checked = check("property", &bytes(), &holds(|_| true), &plan, &saved).unwrap();
    assert_eq!(checked.coverage.to_string(), "2 saved inputs; all 256 inputs there are");
}

#[test]
fn one_input_is_replayed_alone() {
    let input = bytes().parse(&[100]).unwrap();
    let plan = tests(1000).fill("property");
    let replayed =
        replay("property", &bytes(), &holds(|input| input.root().bits() < 50), &plan, &input).unwrap();
    assert_eq!(counterexample(replayed).input.root().bits(), 100);
    let replayed = replay("property", &bytes(), &holds(|_| true), &plan, &input).unwrap();
    assert!(matches!(replayed.finding, Finding::Nothing));
    assert_eq!(replayed.coverage.to_string(), "1 saved input");
}

#[test]
fn discards_are_counted_and_all_of_them_is_a_finding() {
    let even = subject(|input, _| match input.root().bits() % 2 {
        0 => Verdict::Passed,
        _ => Verdict::Discarded,
    });
    let checked = run(&bytes(), &even, tests(1000));
    assert_eq!(checked.coverage.to_string(), "all 256 inputs there are; 128 discarded (50%)");
    let checked = run(&bytes(), &subject(|_, _| Verdict::Discarded), tests(1000));
    assert!(matches!(checked.finding, Finding::Unreached(Vacuity::AllDiscarded)));
}

#[test]
fn a_property_without_inputs_is_a_finding() {
    use everycase_kernel::Shape;
    let none = run(&Derivations::new(Shape::empty()), &holds(|_| true), tests(10));
    assert!(matches!(none.finding, Finding::Unreached(Vacuity::NoValues)));
    let small = run(&lists(), &holds(|_| true), Settings { size: Some(0), ..settings() });
    let Finding::Unreached(why) = small.finding else { panic!() };
    assert_eq!(why, Vacuity::TooSmall { bound: 0, smallest: Some(1) });
}

#[test]
fn labels_count_and_missed_demands_are_a_finding() {
    let labelled = subject(|input, labels| {
        labels.mark("small", input.root().bits() < 16, Some(10.0));
        Verdict::Passed
    });
    let checked = run(&bytes(), &labelled, tests(1000));
    let Finding::Undershot(missed) = checked.finding else { panic!("{:?}", checked.finding) };
    let missed: Vec<String> = missed.iter().map(ToString::to_string).collect();
    assert_eq!(missed, ["`small` covers 6.2% of the inputs (16 of 256), at least 10% is required"]);
}

#[test]
fn a_failure_that_does_not_come_back_is_called_flaky() {
    let count = AtomicU64::new(0);
    let once = holds(move |_| count.fetch_add(1, Ordering::Relaxed) != 20);
    let found = counterexample(run(&bytes(), &once, tests(1000)));
    assert!(found.flaky);
}

#[test]
fn a_budget_in_time_ends_in_time_and_says_where_it_got_to() {
    let settings = Settings { time: Some(Duration::from_millis(200)), ..settings() };
    let checked = run(&lists(), &holds(|_| true), settings);
    assert!(checked.time < Duration::from_secs(5));
    let text = checked.coverage.to_string();
    assert!(text.starts_with("all ") && text.contains(" uniform of each size "), "{text}");
}

#[test]
fn the_smallest_budgets_still_run_something() {
    for budget in [tests(1), Settings { time: Some(Duration::from_nanos(1)), ..settings() }] {
        let checked = run(&lists(), &holds(|_| true), budget);
        assert!(checked.coverage.inputs() >= 1, "{}", checked.coverage);
        assert!(matches!(checked.finding, Finding::Nothing));
    }
}
