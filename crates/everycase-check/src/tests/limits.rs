//! Inputs on which the property meets a limit: undecided ones, and what may be claimed beside them.

use super::structures::with_structures;
use super::*;

fn limit(may_fail: bool) -> Verdict {
    let message = "it takes too long".to_owned();
    Verdict::Undecided(Box::new(ToolLimit { message, location: None, may_fail }))
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
                    assert!(checked.coverage.undecided() > 0, "part {k} of {of}: {}", checked.coverage);
                }
            }
        }
    }
}

#[test]
fn the_undecided_input_that_is_shown_is_the_smallest_among_all_inputs_of_the_space() {
    // Among structures all numbers have the same size.
    let numbers = Derivations::new(Shape::range(Range::unsigned(64)));
    let met = Arc::new(AtomicU64::new(u64::MAX));
    let least = Arc::clone(&met);
    let meets = move |n: u64| n >= 1 << 40 && least.fetch_min(n, Ordering::Relaxed) > 0;
    let checked = with_structures(&numbers, &limited(meets, false, |_| false), tests(2000));
    let smallest = checked.undecided.unwrap().input;
    let met = met.load(Ordering::Relaxed);
    assert_eq!(smallest.size(), u64::BITS - met.leading_zeros(), "{met} and {}", smallest.root().bits());
    assert!((41..64).contains(&smallest.size()), "{met}");
}

#[test]
fn what_is_undecided_is_neither_covered_nor_discarded() {
    let checked = run(&bytes(), &limited(|n| n % 100 == 99, false, |_| false), tests(1000));
    assert!(matches!(checked.finding, Finding::Nothing));
    let stated = "all 256 inputs there are but 2 undecided; 2 inputs undecided";
    assert_eq!(checked.coverage.to_string(), stated);
    assert!(!checked.coverage.is_complete());
    assert_eq!(checked.coverage.stats().tests(), 254);
    let smallest = checked.undecided.unwrap();
    assert_eq!((smallest.input.root().bits(), smallest.limit.message.as_str()), (99, "it takes too long"));
}

#[test]
fn nothing_decided_is_a_finding() {
    let none = run(&bytes(), &limited(|_| true, false, |_| false), tests(1000));
    assert!(matches!(none.finding, Finding::Unreached(Vacuity::NoneDecided)));
    let some = subject(|input, _| if input.root().bits() < 9 { Verdict::Discarded } else { limit(false) });
    assert!(matches!(run(&bytes(), &some, tests(1000)).finding, Finding::Unreached(Vacuity::NoneDecided)));
}

#[test]
fn a_limit_met_in_draws_is_no_failure() {
    for may_fail in [false, true] {
        let long =
            subject(move |input, _| if list(input).len() > 9 { limit(may_fail) } else { Verdict::Passed });
        let checked = run(&lists(), &long, tests(2000));
        assert!(matches!(checked.finding, Finding::Nothing), "{:?}", checked.finding);
        let coverage = &checked.coverage;
        assert!(coverage.exhausted().unwrap().undecided == 0 && coverage.undecided() > 0, "{coverage}");
    }
}

#[test]
fn nothing_is_claimed_of_inputs_that_are_undecided() {
    // A smaller one may fail, which is not beside the smallest that fails.
    let found = counterexample(run(&bytes(), &limited(|n| n == 80, false, |n| n >= 150), tests(1000)));
    assert_eq!(found.input.root().bits(), 150);
    assert_eq!(found.minimal, Minimal::Locally);
    let found = counterexample(run(&bytes(), &limited(|n| n < 150, false, |n| n >= 150), tests(1000)));
    assert_eq!((found.input.root().bits(), found.minimal), (150, Minimal::No));
}

/// Returns a property that fails on lists of at least six elements and meets a limit on shorter
/// ones, and the further failures of a check that begins with a saved list of six.
fn limited_in_shrinking(limits: impl Fn(usize) -> Option<bool> + Send + Sync + 'static) -> CheckResult {
    let subject = subject(move |input, _| {
        let length = list(input).len();
        match limits(length) {
            Some(may_fail) => limit(may_fail),
            None if length < 6 => Verdict::Passed,
            None => fails(),
        }
    });
    let saved = [lists().parse(&[[1, 0].repeat(6), vec![0]].concat()).unwrap()];
    check("property", &lists(), &subject, &tests(1000).fill("property"), &saved).unwrap()
}

#[test]
fn a_limit_met_in_shrinking_is_a_second_finding_where_every_smaller_input_has_ended() {
    let checked = limited_in_shrinking(|length| (length == 3).then_some(true));
    let [other] = &checked.further[..] else { panic!("{:?}", checked.further) };
    assert_eq!((list(&other.input), other.minimal), (vec![0, 0, 0], Minimal::Size));
    assert!(other.failure.is_limit() && !other.flaky, "{other:?}");
    let found = counterexample(checked);
    assert_eq!((list(&found.input), found.minimal), (vec![0; 6], Minimal::No));
    assert!(returned_false(&found), "{found:?}");
    // Not where a smaller input is undecided, nor where the tool's limit is not the property's
    // fault.
    for limits in
        [|length| (length == 3).then_some(false), |length| (2..=3).contains(&length).then_some(length == 3)]
    {
        let checked = limited_in_shrinking(limits);
        assert!(checked.further.is_empty(), "{:?}", checked.further);
        let found = counterexample(checked);
        assert_eq!((list(&found.input), found.minimal), (vec![0; 6], Minimal::No));
    }
}
