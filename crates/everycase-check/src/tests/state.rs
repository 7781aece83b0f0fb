//! Properties that keep state between their runs, and failures of several kinds.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use super::structures::with_structures;
use super::*;

fn failed(what: &str) -> Verdict {
    Verdict::Failed(Box::new(Failure::of(Cause::Returned(what.to_owned()))))
}

fn returned(found: &Counterexample) -> &str {
    let Cause::Returned(what) = &found.failure.cause else { panic!("{found:?}") };
    what
}

/// Fails on lists of at least three elements, and on everything after that.
fn poisons() -> Arc<dyn Subject> {
    let is_broken = AtomicBool::new(false);
    subject(move |input, _| {
        if is_broken.load(Ordering::SeqCst) {
            return failed("poisoned");
        }
        if list(input).len() < 3 {
            return Verdict::Passed;
        }
        let failed = failed("too long");
        is_broken.store(true, Ordering::SeqCst);
        failed
    })
}

/// Fails as soon as its lists have had a hundred elements together.
fn grows() -> Arc<dyn Subject> {
    let elements = AtomicU64::new(0);
    holds(move |input| {
        let more = list(input).len() as u64;
        elements.fetch_add(more, Ordering::SeqCst) + more < 100
    })
}

#[test]
fn the_first_failure_is_shown_as_it_is_if_inputs_that_passed_fail_after_it() {
    for jobs in [1, 3] {
        let settings = || Settings { jobs: Some(jobs), ..tests(1000) };
        let found = counterexample(run(&lists(), &poisons(), settings()));
        assert_eq!((returned(&found), list(&found.input).len()), ("too long", 3), "{found:?}");
        assert!(found.keeps_state && !found.flaky && found.minimal == Minimal::No, "{found:?}");
        let drawn = counterexample(with_structures(&lists(), &poisons(), settings()));
        assert_eq!(returned(&drawn), "too long", "{drawn:?}");
        assert!(drawn.keeps_state && list(&drawn.input).len() > 2, "{drawn:?}");
        let grown = counterexample(run(&lists(), &grows(), settings()));
        assert!(grown.keeps_state && grown.minimal == Minimal::No, "{grown:?}");
    }
}

#[test]
fn failures_after_the_first_one_are_no_findings_if_the_property_keeps_state() {
    let limit = NonZeroUsize::new(3).unwrap();
    let plan = tests(1000).fill("property");
    let collected = collect("property", &lists(), &poisons(), &plan, &[], limit).unwrap();
    let [group] = &collected.groups[..] else { panic!("{:?}", collected.groups) };
    assert_eq!(returned(&group.counterexample), "too long");
    assert!(group.counterexample.keeps_state);
}

#[test]
fn a_saved_input_after_which_others_fail_is_not_shrunk() {
    let saved = [lists().parse(&[1, 5, 1, 6, 1, 7, 1, 8, 0]).unwrap()];
    let checked = check("property", &lists(), &poisons(), &tests(1000).fill("property"), &saved).unwrap();
    let found = counterexample(checked);
    assert_eq!((returned(&found), &found.input), ("too long", &saved[0]));
    assert!(found.keeps_state && found.shrunk_from.is_none(), "{found:?}");
}

#[test]
fn a_run_that_ended_because_of_state_is_taken_over_at_its_first_failure() {
    let long = holds(|input| list(input).len() < 3);
    let input = lists().parse(&[1, 5, 1, 6, 1, 7, 1, 8, 0]).unwrap();
    let failure = Failure::of(Cause::Returned("false".to_owned()));
    let (stream, tests) = (Stream::Search, 70);
    let (inputs, start) = (vec![input], Instant::now());
    let death = Death { failure, stream, tests, inputs, start, why: Why::KeepsState };
    let plan = Settings { isolate: Some(true), ..settings() }.fill("property");
    let taken = |subject| counterexample(take_over("property", &lists(), subject, &plan, &death).unwrap());
    let found = taken(&long);
    assert_eq!((list(&found.input), found.minimal), (vec![0, 0, 0], Minimal::Locally));
    assert!(!found.keeps_state && !found.flaky);
    // In a process of its own the input passes: only state makes it fail.
    let found = taken(&holds(|_| true));
    assert!(found.keeps_state && found.flaky && found.input == death.inputs[0], "{found:?}");
}

/// Fails on long lists, and in another way on those of two elements of which the second one is at
/// least `least`.
fn two_ways(least: u64) -> Arc<dyn Subject> {
    subject(move |input, _| match list(input)[..] {
        [_, second] if second >= least => failed("two"),
        ref list if list.len() > 11 => failed("too long"),
        _ => Verdict::Passed,
    })
}

#[test]
fn shrinking_keeps_to_the_failure_that_was_found() {
    let saved = [lists().parse(&[[1, 7].repeat(20), vec![0]].concat()).unwrap()];
    let checked = check("property", &lists(), &two_ways(0), &tests(1000).fill("property"), &saved).unwrap();
    let found = counterexample(checked);
    assert_eq!((returned(&found), list(&found.input)), ("too long", vec![0; 12]));
    assert_eq!(found.minimal, Minimal::Locally);
}

#[test]
fn a_smaller_input_that_fails_in_another_way_is_a_second_finding() {
    let checked = with_structures(&lists(), &two_ways(100), tests(20_000));
    let further = checked.further.clone();
    let found = counterexample(checked);
    assert_eq!((returned(&found), list(&found.input)), ("too long", vec![0; 12]), "{found:?}");
    let [other] = &further[..] else { panic!("{further:?}") };
    assert_eq!((returned(other), list(&other.input), other.minimal), ("two", vec![0, 100], Minimal::Size));
}

#[test]
fn a_saved_input_comes_back_unless_a_smaller_one_fails() {
    // The simplest list of this size is another one.
    let two = holds(|input| !matches!(list(input)[..], [0, 1] | [1, 0]));
    let saved = [lists().parse(&[1, 1, 1, 0, 0]).unwrap()];
    let replayed = |subject: &Arc<dyn Subject>, saved: &[Derivation]| {
        counterexample(check("property", &lists(), subject, &tests(1000).fill("property"), saved).unwrap())
    };
    let found = replayed(&two, &saved);
    assert_eq!((list(&found.input), found.minimal), (vec![1, 0], Minimal::Locally));
    assert!(found.shrunk_from.is_none());
    let larger = [lists().parse(&[1, 9, 1, 8, 0]).unwrap()];
    let long = holds(|input| list(input).len() < 2);
    assert_eq!(list(&replayed(&long, &larger).input), [0, 0]);
}

#[test]
fn shrinking_takes_about_as_many_runs_as_the_budget_before_the_search_below_begins() {
    let runs = Arc::new(AtomicU64::new(0));
    let own = Arc::clone(&runs);
    let subject = holds(move |input| {
        own.fetch_add(1, Ordering::Relaxed);
        let items = list(input);
        items != [20] && items.iter().collect::<BTreeSet<_>>().len() < 24
    });
    let budget = 800;
    let found = counterexample(with_structures(&lists(), &subject, tests(budget)));
    assert_eq!((found.stream, found.minimal), (Stream::Structures, Minimal::Size), "{found:?}");
    assert_eq!(list(&found.input), [20]);
    let (runs, few) = (runs.load(Ordering::Relaxed), 100);
    let spent = found.tests + budget;
    assert!((spent..=spent + budget / 4 + few).contains(&runs), "{runs} {}", found.tests);
}
