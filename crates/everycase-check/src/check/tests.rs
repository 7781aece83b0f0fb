//! Whole checks of small subjects, with budgets that make them deterministic.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use everycase_kernel::{Alternative, BigUint, Derivation, Derivations, Key, Range, Shape};

use super::*;
use crate::phase::Phase;
use crate::settings::{Plan, Settings};
use crate::shapes::{bytes, list, lists, numbers};
use crate::shard::Shard;
use crate::stats::Labels;
use crate::stop::Stop;
use crate::verdict::{Cause, Failure, Subject, Undecided, Verdict};

mod structures;

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

fn run(derivations: &Derivations, subject: &Arc<dyn Subject>, settings: Settings) -> Checked {
    check("property", derivations, subject, &settings.fill("property"), &[]).unwrap()
}

fn counterexample(checked: Checked) -> Counterexample {
    match checked.finding {
        Finding::Counterexample(found) => *found,
        other => panic!("expected a counterexample, found {other:?}; {}", checked.coverage),
    }
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
        assert!(checked.coverage.samples.is_empty() && checked.coverage.edges.is_none());
    }
}

#[test]
fn a_finite_type_is_covered_whole() {
    let checked = run(&bytes(), &holds(|_| true), tests(1000));
    assert_eq!(checked.coverage.to_string(), "all 256 inputs there are");
    assert!(matches!(checked.finding, Finding::Nothing));
    assert_eq!(checked.stats.tests(), 256);
}

#[test]
fn a_bound_on_sizes_is_searched_to_the_end() {
    let checked = run(&lists(), &holds(|_| true), Settings { size: Some(7), ..settings() });
    assert_eq!(checked.coverage.to_string(), "all 145 inputs up to size 7");
    assert_eq!(checked.ended, Ended::Size);
}

/// Paths of which each node is of a family of its own, so that the grammar doubles from one size to the next; with `ends`
/// each of them may be the last one, and else there is no value.
fn families(number: u64, ends: bool) -> Shape {
    struct Families;
    Shape::named(Key::of::<Families>().with(number).with(ends.into()), move || {
        let below = |number| Alternative::new("step", [families(number, ends)]).pay(1);
        let end = ends.then(|| Alternative::new("end", []).pay(1));
        Shape::choice(end.into_iter().chain([below(2 * number), below(2 * number + 1)]))
    })
}

#[test]
fn inputs_that_take_too_much_memory_to_count_are_left_out_and_the_report_says_so() {
    let checked = run(&Derivations::new(families(1, true)), &holds(|_| true), tests(1_000_000));
    assert_eq!(checked.ended, Ended::Memory);
    let all = checked.coverage.exhausted.as_ref().expect("small ones can be counted");
    assert!(!all.finite && all.count == BigUint::from((1u64 << all.through) - 1), "{}", checked.coverage);
    assert!((10..20).contains(&all.through), "{}", checked.coverage);
}

#[test]
fn inputs_too_large_for_a_size_are_not_looked_for_beyond_the_memory_of_counting() {
    let settings = Settings { size: Some(3), ..settings() };
    let checked = run(&Derivations::new(families(1, false)), &holds(|_| true), settings);
    let Finding::Unreached(why) = checked.finding else { panic!("{:?}", checked.finding) };
    assert_eq!(why, Unreached::TooSmall { bound: 3, smallest: None });
}

#[test]
fn a_budget_in_tests_is_spent_on_all_phases() {
    let checked = run(&lists(), &holds(|_| true), tests(1000));
    assert_eq!(
        checked.coverage.to_string(),
        "all 378 inputs up to size 8 and 122 of the 610 of size 9; 6 to 22 uniform of each size 9 to 29; \
         250 edge inputs"
    );
    assert_eq!(checked.coverage.inputs(), 1000);
}

#[test]
fn a_failure_found_by_exhaustive_search_is_size_minimal_and_the_first() {
    let found = counterexample(run(&lists(), &holds(|input| list(input).len() < 3), tests(1000)));
    assert_eq!(list(&found.input), [0, 0, 0]);
    assert_eq!((found.phase, found.minimal, found.flaky), (Phase::Exhaustive, Minimal::Size, false));
    assert_eq!(found.tests, 5);
}

#[test]
fn a_failure_found_by_sampling_is_shrunk_to_a_local_minimum() {
    let found = counterexample(run(&lists(), &holds(|input| list(input).len() < 12), tests(4000)));
    assert_eq!(found.phase, Phase::Sampling);
    assert_eq!(found.minimal, Minimal::Locally);
    assert_eq!(list(&found.input), [0; 12]);
}

#[test]
fn a_failure_at_the_edges_is_found_and_shrunk() {
    let max = holds(|input| input.root().bits() != i64::MIN.cast_unsigned());
    let found = counterexample(run(&numbers(), &max, tests(2000)));
    assert_eq!(found.phase, Phase::Edges);
    assert_eq!(found.input.root().bits(), i64::MIN.cast_unsigned());
    assert_eq!(found.input.size(), 64, "it is an input of the space itself");
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
fn the_union_of_all_parts_is_exactly_the_unsharded_run() {
    for derivations in [lists(), bytes(), numbers()] {
        let whole = visited(&derivations, tests(1500));
        for of in [2, 3, 5] {
            let mut union: BTreeMap<Vec<u64>, u32> = BTreeMap::new();
            // Parts on unequal machines: some with more threads; and one run again, which changes nothing.
            for k in 0..of {
                let part = || Settings { shard: Shard::new(k, of), jobs: Some(1 + k % 2), ..tests(1500) };
                let seen = visited(&derivations, part());
                assert_eq!(visited(&derivations, part()), seen);
                for (input, times) in seen {
                    *union.entry(input).or_default() += times;
                }
            }
            assert_eq!(union, whole, "{of} parts");
        }
    }
}

#[test]
fn parts_say_which_part_they_are() {
    let part = Settings { shard: Shard::new(1, 4), ..tests(1000) };
    let checked = run(&bytes(), &holds(|_| true), part);
    assert_eq!(checked.coverage.to_string(), "part 1 of 4: 64 of all 256 inputs there are");
}

#[test]
fn a_part_of_which_all_is_discarded_holds_only_if_another_part_is_put_to_the_test() {
    use everycase_kernel::Shape;
    let of_parts = |only: Option<u64>| {
        [0, 1].map(|k| {
            let one = subject(move |input, _| match only {
                Some(only) if input.root().bits() == only => Verdict::Passed,
                _ => Verdict::Discarded,
            });
            run(&bytes(), &one, Settings { shard: Shard::new(k, 2), ..tests(1000) }).finding
        })
    };
    for finding in of_parts(Some(7)) {
        assert!(matches!(finding, Finding::Nothing), "{finding:?}");
    }
    for finding in of_parts(None) {
        assert!(matches!(finding, Finding::Unreached(Unreached::AllDiscarded)), "{finding:?}");
    }
    // A part without any input is fine, and says so.
    let one = Derivations::new(Shape::unit());
    let none = run(&one, &holds(|_| true), Settings { shard: Shard::new(1, 2), ..tests(10) });
    assert!(matches!(none.finding, Finding::Nothing));
    assert_eq!(none.coverage.brief(), "part 1/2: 0 of the one input there is");
    let empty = run(
        &Derivations::new(Shape::empty()),
        &holds(|_| true),
        Settings { shard: Shard::new(1, 2), ..tests(10) },
    );
    assert!(matches!(empty.finding, Finding::Unreached(Unreached::NoValues)));
}

#[test]
fn shares_are_judged_by_a_whole_run_only() {
    // Every other byte is even, and every other one is part 0's.
    let odd = subject(|input, labels| {
        labels.mark("odd", input.root().bits() % 2 == 1, Some(40.0));
        Verdict::Passed
    });
    assert!(matches!(run(&bytes(), &odd, tests(1000)).finding, Finding::Nothing));
    for k in 0..2 {
        let part = run(&bytes(), &odd, Settings { shard: Shard::new(k, 2), ..tests(1000) });
        assert!(matches!(part.finding, Finding::Nothing), "{:?}", part.finding);
        assert!(!part.coverage.tells_shares());
    }
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
    assert_eq!((checked.coverage.replayed, checked.stats.tests()), (9, 256));
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
        ("all 15 inputs up to size 3", Ended::Size)
    );
}

#[test]
fn a_saved_input_is_run_whatever_its_size() {
    let saved = [bytes().parse(&[200]).unwrap()];
    let plan = Settings { size: Some(3), ..settings() }.fill("property");
    let checked =
        check("property", &bytes(), &holds(|input| input.root().bits() < 100), &plan, &saved).unwrap();
    assert_eq!(counterexample(checked).phase, Phase::Replay);
}

#[test]
fn what_a_thread_has_counted_counts_though_it_hangs() {
    let hangs = holds(|input| {
        if input.root().bits() == 42 {
            std::thread::sleep(Duration::from_secs(3));
        }
        true
    });
    let settings = Settings { case_time: Some(Duration::from_millis(300)), ..tests(1000) };
    let checked = run(&bytes(), &hangs, settings);
    assert_eq!(checked.coverage.inputs(), 43);
    assert_eq!(counterexample(checked).tests, 43);
}

#[test]
fn saved_inputs_are_run_first_and_shrunk_further() {
    let saved: Vec<Derivation> = [40u64, 100].map(|n| bytes().parse(&[n]).unwrap()).into();
    let subject = holds(|input| input.root().bits() < 50);
    let plan = tests(1000).fill("property");
    let checked = check("property", &bytes(), &subject, &plan, &saved).unwrap();
    let found = counterexample(checked);
    assert_eq!((found.phase, found.input.root().bits(), found.tests), (Phase::Replay, 50, 2));

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
    assert!(matches!(checked.finding, Finding::Unreached(Unreached::AllDiscarded)));
}

fn limit(may_fail: bool) -> Verdict {
    let message = "it takes too long".to_owned();
    Verdict::Undecided(Box::new(Undecided { message, location: None, may_fail }))
}

/// Returns a property that meets a limit on some numbers and fails on others.
fn limited(
    meets: impl Fn(u64) -> bool + Send + Sync + 'static,
    may_fail: bool,
    fails_on: impl Fn(u64) -> bool + Send + Sync + 'static,
) -> Arc<dyn Subject> {
    subject(move |input, _| match input.root().bits() {
        number if meets(number) => limit(may_fail),
        number if fails_on(number) => fails(),
        _ => Verdict::Passed,
    })
}

#[test]
fn a_limit_is_a_failure_where_every_smaller_input_has_ended() {
    let found = counterexample(run(&bytes(), &limited(|n| n >= 5, true, |_| false), tests(1000)));
    assert_eq!((found.input.root().bits(), found.minimal, found.flaky), (5, Minimal::Size, false));
    assert!(found.failure.is_limit());
    // Not where a smaller one is undecided.
    let uneven = subject(|input, _| match input.root().bits() {
        3 => limit(false),
        n if n >= 5 => limit(true),
        _ => Verdict::Passed,
    });
    let checked = run(&bytes(), &uneven, tests(1000));
    assert!(matches!(checked.finding, Finding::Nothing), "{:?}", checked.finding);
}

/// 3 belongs to part 1 of 2 and to part 1 of 3, and part 0 of 2 has inputs from 70 on.
#[test]
fn a_part_fails_by_a_limit_only_where_every_smaller_input_of_the_whole_has_ended() {
    let verdict = |limited: u64| {
        move |n: u64| match n {
            3 if limited == 3 => limit(false),
            n if n >= 70 => limit(true),
            _ => Verdict::Passed,
        }
    };
    for (limited, fails) in [(0, true), (3, false)] {
        let verdict = verdict(limited);
        let subject = subject(move |input, _| verdict(input.root().bits()));
        for jobs in 1..=2 {
            for (k, of) in [(0, 1), (0, 2), (1, 2), (2, 3)] {
                let settings = Settings { shard: Shard::new(k, of), jobs: Some(jobs), ..tests(1000) };
                let checked = run(&bytes(), &subject, settings);
                let has_failed = matches!(checked.finding, Finding::Counterexample(_));
                assert_eq!(has_failed, fails, "part {k} of {of}, {jobs} jobs: {}", checked.coverage);
                if !fails {
                    assert!(checked.coverage.undecided > 0, "part {k} of {of}: {}", checked.coverage);
                }
            }
        }
    }
}

#[test]
fn the_undecided_input_that_is_shown_is_the_smallest_among_all_inputs_of_the_space() {
    // Among the boundary values 2^63 costs less than 2.
    let numbers = Derivations::new(Shape::range(Range::unsigned(64)));
    let checked = run(&numbers, &limited(|n| n >= 1 << 40, false, |_| false), tests(400));
    let smallest = checked.undecided.unwrap().input;
    assert_eq!(smallest.size(), 41, "{}", smallest.root().bits());
}

#[test]
fn what_is_undecided_is_neither_covered_nor_discarded() {
    let checked = run(&bytes(), &limited(|n| n % 100 == 99, false, |_| false), tests(1000));
    assert!(matches!(checked.finding, Finding::Nothing));
    let stated = "all 256 inputs there are but 2 undecided; 2 inputs undecided";
    assert_eq!(checked.coverage.to_string(), stated);
    assert!(!checked.coverage.is_complete());
    assert_eq!(checked.stats.tests(), 254);
    let smallest = checked.undecided.unwrap();
    assert_eq!((smallest.input.root().bits(), smallest.limit.as_str()), (99, "it takes too long"));
}

#[test]
fn nothing_decided_is_a_finding() {
    let none = run(&bytes(), &limited(|_| true, false, |_| false), tests(1000));
    assert!(matches!(none.finding, Finding::Unreached(Unreached::NoneDecided)));
    let some = subject(|input, _| if input.root().bits() < 9 { Verdict::Discarded } else { limit(false) });
    assert!(matches!(run(&bytes(), &some, tests(1000)).finding, Finding::Unreached(Unreached::NoneDecided)));
}

#[test]
fn a_limit_met_in_draws_is_no_failure() {
    for may_fail in [false, true] {
        let long =
            subject(move |input, _| if list(input).len() > 9 { limit(may_fail) } else { Verdict::Passed });
        let checked = run(&lists(), &long, tests(2000));
        assert!(matches!(checked.finding, Finding::Nothing), "{:?}", checked.finding);
        let coverage = &checked.coverage;
        assert!(coverage.exhausted.as_ref().unwrap().undecided == 0 && coverage.undecided > 0, "{coverage}");
    }
}

#[test]
fn nothing_is_claimed_of_inputs_that_are_undecided() {
    // The smallest that fails has a smaller one beside it that may.
    let found = counterexample(run(&bytes(), &limited(|n| n == 99, false, |n| n >= 150), tests(1000)));
    assert_eq!(found.input.root().bits(), 150);
    assert_eq!(found.minimal, Minimal::Locally);
    let found = counterexample(run(&bytes(), &limited(|n| n < 150, false, |n| n >= 150), tests(1000)));
    assert_eq!((found.input.root().bits(), found.minimal), (150, Minimal::No));
}

#[test]
fn a_property_without_inputs_is_a_finding() {
    use everycase_kernel::Shape;
    let none = run(&Derivations::new(Shape::empty()), &holds(|_| true), tests(10));
    assert!(matches!(none.finding, Finding::Unreached(Unreached::NoValues)));
    let small = run(&lists(), &holds(|_| true), Settings { size: Some(0), ..settings() });
    let Finding::Unreached(why) = small.finding else { panic!() };
    assert_eq!(why, Unreached::TooSmall { bound: 0, smallest: Some(1) });
}

/// Returns a family of shapes without values, of which each has the next one as its field. Counts those that are expanded,
/// and ends the run at the tenth.
fn without_end(number: u64, expanded: &Arc<AtomicU64>, stop: &Stop) -> everycase_kernel::Shape {
    use everycase_kernel::{Alternative, Key, Shape};
    struct Family;
    let (expanded, stop) = (Arc::clone(expanded), stop.clone());
    Shape::named(Key::of::<Family>().with(number), move || {
        if expanded.fetch_add(1, Ordering::Relaxed) == 10 {
            stop.stop();
        }
        Shape::choice([Alternative::new("", [without_end(number + 1, &expanded, &stop)]).pay(1)])
    })
}

#[test]
fn counting_ends_with_the_run_in_every_phase() {
    let plan = settings().fill("property");
    let expanded = Arc::new(AtomicU64::new(0));
    let derivations = Derivations::new(without_end(0, &expanded, &plan.stop));
    check("property", &derivations, &holds(|_| true), &plan, &[]).unwrap();
    assert!(expanded.load(Ordering::Relaxed) <= 12, "{expanded:?}");
}

#[test]
fn a_property_whose_first_input_takes_all_the_time_had_no_time() {
    let time = Duration::from_millis(50);
    let endless = subject(move |_, _| {
        while !crate::stop::ends_now() {
            std::thread::yield_now();
        }
        Verdict::Passed
    });
    let timed = Settings { time: Some(time), jobs: Some(1), ..settings() };
    let checked = run(&bytes(), &endless, timed);
    assert!(matches!(checked.finding, Finding::Unreached(Unreached::NoTime)), "{:?}", checked.finding);
}

#[test]
fn a_cycle_without_pay_is_an_error() {
    use everycase_kernel::{Key, Shape};
    struct Loop;
    fn cycle() -> Shape {
        Shape::named(Key::of::<Loop>(), cycle)
    }
    let plan = tests(10).fill("property");
    let error = check("property", &Derivations::new(cycle()), &holds(|_| true), &plan, &[]).unwrap_err();
    assert!(error.to_string().starts_with("the inputs cannot be enumerated: the recursion "), "{error}");
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
    assert_eq!(missed, ["`small` covers 6.2% of the inputs (16 of 256), but 10% is demanded"]);
}

#[test]
fn a_case_that_hangs_is_reported_with_its_input_and_left_behind() {
    let free = Arc::new(AtomicBool::new(false));
    for jobs in [1, 3] {
        let hangs = {
            let free = Arc::clone(&free);
            holds(move |input| {
                while input.root().bits() == 42 && !free.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_millis(5));
                }
                true
            })
        };
        let limit = Duration::from_millis(500);
        let settings = Settings { case_time: Some(limit), jobs: Some(jobs), ..tests(1000) };
        let found = counterexample(run(&bytes(), &hangs, settings));
        assert_eq!(found.input.root().bits(), 42);
        assert_eq!(found.failure, Failure::of(Cause::Hung(limit)));
    }
    free.store(true, Ordering::Relaxed);
}

#[test]
fn a_failure_before_a_hang_is_the_one_reported() {
    let hangs = holds(|input| {
        if input.root().bits() == 33 {
            std::thread::sleep(Duration::from_millis(1500));
        }
        input.root().bits() != 32
    });
    let settings = Settings { case_time: Some(Duration::from_millis(500)), jobs: Some(2), ..tests(1000) };
    let found = counterexample(run(&bytes(), &hangs, settings));
    assert_eq!(found.input.root().bits(), 32);
}

#[test]
fn slow_cases_within_the_limit_are_no_hangs() {
    let slow = holds(|_| {
        std::thread::sleep(Duration::from_millis(20));
        true
    });
    let settings = Settings {
        case_time: Some(Duration::from_secs(5)),
        time: Some(Duration::from_millis(200)),
        ..settings()
    };
    let checked = run(&lists(), &slow, settings);
    assert!(matches!(checked.finding, Finding::Nothing));
    assert!(checked.time < Duration::from_secs(3), "{:?}", checked.time);
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
    assert!(
        text.starts_with("all ") && text.contains(" uniform of each size ") && text.contains(" edge input"),
        "{text}"
    );
}

#[test]
fn sizes_in_the_thousands_are_a_bound_like_any_other() {
    let checked = run(&lists(), &holds(|_| true), Settings { size: Some(5000), ..tests(100) });
    assert_eq!(checked.coverage.inputs(), 100);
    let checked = run(&bytes(), &holds(|_| true), Settings { size: Some(u32::MAX), ..tests(1000) });
    assert_eq!(checked.coverage.to_string(), "all 256 inputs there are");
}

#[test]
fn the_smallest_budgets_still_run_something() {
    for budget in [tests(1), Settings { time: Some(Duration::from_nanos(1)), ..settings() }] {
        let checked = run(&lists(), &holds(|_| true), budget);
        assert!(checked.coverage.inputs() >= 1, "{}", checked.coverage);
        assert!(matches!(checked.finding, Finding::Nothing));
    }
}

#[test]
fn a_thread_lost_to_a_hang_does_not_stop_shrinking() {
    // On two threads one hangs at a large input while the other fails at a smaller one.
    let hangs = holds(|input| {
        let items = list(input);
        if items.len() >= 13 {
            std::thread::sleep(Duration::from_millis(1500));
        }
        items.len() < 12
    });
    let settings = Settings { case_time: Some(Duration::from_millis(500)), jobs: Some(2), ..tests(4000) };
    let found = counterexample(run(&lists(), &hangs, settings));
    if !found.failure.is_hang() {
        assert_eq!(list(&found.input), [0; 12]);
    }
}

/// Returns a run that ended at lists of sevens.
fn death(phase: Phase, lengths: &[usize]) -> Death {
    let sevens = |&length: &usize| lists().parse(&[[1, 7].repeat(length), vec![0]].concat()).unwrap();
    let inputs = lengths.iter().map(sevens).collect();
    let failure = Failure::of(Cause::Died("signal 9 (SIGKILL)".to_owned()));
    Death { failure, phase, tests: 70, inputs, start: Instant::now() }
}

fn taken_over(plan: &Plan, subject: &Arc<dyn Subject>, death: &Death) -> Result<Checked, CheckError> {
    take_over("property", &lists(), subject, plan, death)
}

#[test]
fn a_run_that_died_is_taken_over_at_the_input_that_ends_its_process_again() {
    let dies = holds(|input| list(input).len() < 3);
    let plan = Settings { isolate: Some(true), ..settings() }.fill("property");
    // One of two threads was at a list that is short enough.
    let death = death(Phase::Sampling, &[2, 5]);
    let found = counterexample(taken_over(&plan, &dies, &death).unwrap());
    assert_eq!(list(&found.input), [0, 0, 0]);
    assert_eq!((found.phase, found.minimal, found.flaky), (Phase::Sampling, Minimal::Locally, false));
    assert_eq!(found.tests, 70);

    // By size, and replayed, there is nothing to shrink.
    let death = Death { phase: Phase::Exhaustive, ..death };
    let found = counterexample(taken_over(&plan, &dies, &death).unwrap());
    assert_eq!((&found.input, found.minimal), (&death.inputs[1], Minimal::Size));
    let plan = Plan { replay: Some("1:1".to_owned()), ..plan };
    let found = counterexample(taken_over(&plan, &dies, &death).unwrap());
    assert_eq!((&found.input, found.minimal), (&death.inputs[1], Minimal::No));
}

#[test]
fn a_death_that_does_not_come_back_is_called_flaky() {
    let death = death(Phase::Sampling, &[2, 5]);
    let found = counterexample(taken_over(&settings().fill("property"), &holds(|_| true), &death).unwrap());
    assert_eq!((&found.input, &found.failure), (&death.inputs[0], &death.failure));
    assert!(found.flaky);
}

#[test]
fn a_death_before_the_first_input_is_an_error() {
    let death = death(Phase::Replay, &[]);
    let error = taken_over(&settings().fill("property"), &holds(|_| true), &death).unwrap_err();
    assert_eq!(error.to_string(), "before the first input it ended its process with signal 9 (SIGKILL)");
}

#[test]
fn hangs_are_shrunk_where_they_cost_nothing() {
    let hangs = subject(|input, _| match list(input).len() {
        0..3 => Verdict::Passed,
        _ => Verdict::Failed(Box::new(Failure::of(Cause::Hung(Duration::from_secs(1))))),
    });
    let death = death(Phase::Sampling, &[5]);
    let plan = Settings { isolate: Some(true), ..settings() }.fill("property");
    let found = counterexample(taken_over(&plan, &hangs, &death).unwrap());
    assert_eq!((list(&found.input), found.minimal), (vec![0, 0, 0], Minimal::Locally));
    // In place each of them would leave a thread behind.
    let found = counterexample(taken_over(&settings().fill("property"), &hangs, &death).unwrap());
    assert_eq!((&found.input, found.minimal), (&death.inputs[0], Minimal::No));
}

#[test]
fn the_first_inputs_are_as_many_as_a_small_part_of_the_time_counts() {
    let plan = settings().fill("property");
    let expanded = Arc::new(AtomicU64::new(0));
    let endless = Derivations::new(without_end(0, &expanded, &plan.stop));
    // The tenth shape ends it, and with it the count of the sizes that follow.
    first("property", &endless, &holds(|_| true), &plan, 1_000, 10).unwrap();
    assert!(expanded.load(Ordering::Relaxed) <= 12, "{expanded:?}");
}
