//! Whole checks of a small lazy subject.

mod cost;
mod hangs;
mod ranks;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use everycase_kernel::lazy::Run;
use everycase_kernel::{Alternative, Derivations, Range, Shape};

use crate::check::{CheckError, CheckResult, Finding, Minimal, check};
use crate::claims::DrawEnding;
use crate::claims::stats::Labels;
use crate::run::verdict::{Cause, Failure, Profile, Subject, ToolLimit, Verdict};
use crate::settings::Settings;
use crate::settings::shard::Shard;
use crate::testing::shapes::{list, lists};

/// A property of ascending lists of bytes; those that a search or a draw reaches are noted.
pub(super) struct Ascending<F> {
    property: F,
    seen: Mutex<Vec<Vec<u64>>>,
}

impl<F: Fn(&[u64]) -> Verdict + Send + Sync> Ascending<F> {
    pub(super) fn new(property: F) -> Arc<Self> {
        Arc::new(Self { property, seen: Mutex::default() })
    }
}

impl<F: Fn(&[u64]) -> Verdict + Send + Sync> Subject for Ascending<F> {
    fn run(&self, run: &mut Run, _: &mut Labels) -> Verdict {
        let Some(items) = look(run) else { return Verdict::Discarded };
        if !run.is_replay() {
            self.seen.lock().unwrap().push(items.clone());
        }
        (self.property)(&items)
    }

    fn profile(&self) -> Profile {
        Profile::parts()
    }
}

/// Returns the list, if it ascends.
fn look(run: &mut Run) -> Option<Vec<u64>> {
    let (mut at, mut last) = (run.root(), None);
    let mut items = Vec::new();
    loop {
        let taken = run.force(at);
        if taken.alternative == 0 {
            return Some(items);
        }
        let (item, rest) = (taken.fields, taken.fields + 1);
        if last.is_some_and(|last| run.is_below(item, last, false)) {
            return None;
        }
        let value = run.number(item);
        items.push(value as u64);
        (at, last) = (rest, Some(value));
    }
}

fn fails() -> Verdict {
    Verdict::Failed(Box::new(Failure::of(Cause::Returned("false".to_owned()))))
}

fn run(subject: &Arc<dyn Subject>, settings: Settings) -> Result<CheckResult, CheckError> {
    check("lazy", &lists(), subject, &Settings { seed: Some(7), ..settings }.fill("lazy"), &[])
}

fn searched(shard: Shard, jobs: u64) -> Vec<Vec<u64>> {
    let ascending = Ascending::new(|_: &[u64]| Verdict::Passed);
    let subject: Arc<dyn Subject> = Arc::clone(&ascending) as _;
    let settings = Settings { size: Some(9), shard: Some(shard), jobs: Some(jobs), ..Settings::default() };
    let checked = run(&subject, settings).unwrap();
    assert!(checked.coverage.lazily);
    assert_eq!(checked.coverage.exhausted().unwrap().through, 9);
    drop(subject);
    ascending.seen.lock().unwrap().clone()
}

/// Returns all ascending lists of the size and less.
fn expected(size: u32) -> BTreeSet<Vec<u64>> {
    let mut all = BTreeSet::new();
    for size in 0..=size {
        let lists = lists();
        let mut walk = lists.of_size(size).unwrap();
        while let Some(input) = walk.next() {
            all.insert(list(input));
        }
    }
    all.retain(|items| items.is_sorted());
    all
}

#[test]
fn a_search_meets_every_input_that_satisfies_the_assumption_whatever_the_threads_and_parts() {
    let expected = expected(9);
    for jobs in 1..=3 {
        let seen: BTreeSet<_> = searched(Shard::WHOLE, jobs).into_iter().collect();
        assert_eq!(seen, expected, "{jobs} threads");
    }
    for of in 2..=3 {
        let parts = (0..of).flat_map(|k| searched(Shard::new(k, of).unwrap(), 1 + k));
        assert_eq!(parts.collect::<BTreeSet<_>>(), expected, "{of} parts");
    }
}

#[test]
fn the_failure_reported_is_the_first_of_the_smallest_size_whatever_the_threads() {
    let found = |jobs| {
        let subject: Arc<dyn Subject> =
            Ascending::new(
                |items: &[u64]| {
                    if items.iter().sum::<u64>() > 9 { fails() } else { Verdict::Passed }
                },
            );
        let settings = Settings { size: Some(12), jobs: Some(jobs), ..Settings::default() };
        let Finding::Counterexample(found) = run(&subject, settings).unwrap().finding else { panic!() };
        assert_eq!(found.minimal, Minimal::Size);
        (found.input.words(), found.tests)
    };
    let first = found(1);
    assert_eq!(first.0, [1, 10, 0]);
    for jobs in 2..=5 {
        assert_eq!(found(jobs), first, "{jobs} threads");
    }
}

#[test]
fn draws_satisfy_the_assumption_and_follow_from_the_seed_whatever_the_threads() {
    let drawn = |jobs| {
        let ascending =
            Ascending::new(|items: &[u64]| if items.len() > 12 { fails() } else { Verdict::Passed });
        let subject: Arc<dyn Subject> = ascending;
        let settings = Settings { tests: Some(20_000), jobs: Some(jobs), ..Settings::default() };
        let checked = run(&subject, settings).unwrap();
        let Finding::Counterexample(found) = checked.finding else { panic!("{}", checked.coverage) };
        let items = list(&found.input);
        assert!(items.is_sorted() && items.len() == 13, "{items:?} is drawn and shrunk");
        (items, found.tests)
    };
    let first = drawn(1);
    assert_eq!(drawn(2), first);
    assert_eq!(drawn(3), first);
}

#[test]
fn a_budget_in_tests_is_never_exceeded() {
    for tests in [1, 2, 10, 100, 1_000, 5_000] {
        for jobs in 1..=2 {
            let ascending = Ascending::new(|_: &[u64]| Verdict::Passed);
            let subject: Arc<dyn Subject> = Arc::clone(&ascending) as _;
            let checked =
                run(&subject, Settings { tests: Some(tests), jobs: Some(jobs), ..Settings::default() });
            let covered = checked.unwrap().coverage;
            assert!(covered.inputs() <= tests.max(1), "{tests}: {covered}");
            assert!(covered.drawn().iter().all(|drawn| drawn.ended == DrawEnding::No), "{covered}");
        }
    }
}

#[test]
fn a_property_that_ends_differently_on_the_same_input_is_found() {
    let odd = AtomicU64::new(0);
    let subject: Arc<dyn Subject> = Ascending::new(move |_: &[u64]| {
        if odd.fetch_add(1, Ordering::Relaxed).is_multiple_of(2) {
            Verdict::Passed
        } else {
            Verdict::Discarded
        }
    });
    let checked = run(&subject, Settings { size: Some(9), jobs: Some(1), ..Settings::default() });
    let Finding::Counterexample(found) = checked.unwrap().finding else { panic!("nothing was found") };
    let endings = ["passed".to_owned(), "was discarded".to_owned()];
    assert_eq!(found.failure.cause, Cause::NotDeterministic(endings));
    assert_eq!((found.minimal, found.tests), (Minimal::No, 1));
}

/// Looks at a list in every other run, and passes.
struct LooksNowAndThen {
    looks: AtomicU64,
    is_pure: bool,
}

impl Subject for LooksNowAndThen {
    fn run(&self, run: &mut Run, _: &mut Labels) -> Verdict {
        if self.looks.fetch_add(1, Ordering::Relaxed) % 2 == 1 {
            run.force(run.root());
        }
        Verdict::Passed
    }

    fn profile(&self) -> Profile {
        Profile { is_pure: self.is_pure, ..Profile::parts() }
    }
}

#[test]
fn a_difference_that_plain_runs_do_not_show_is_a_defect_if_the_property_is_pure() {
    for is_pure in [false, true] {
        let subject: Arc<dyn Subject> = Arc::new(LooksNowAndThen { looks: AtomicU64::new(0), is_pure });
        let error = run(&subject, Settings { size: Some(9), ..Settings::default() }).unwrap_err();
        assert_eq!(matches!(error, CheckError::Defect(_)), is_pure, "{error}");
        assert_eq!(error == CheckError::NotDeterministic, !is_pure, "{error}");
    }
}

/// Two lists; it fails where both have an item, which is all it looks at.
struct BothHaveItems;

impl Subject for BothHaveItems {
    fn run(&self, run: &mut Run, _: &mut Labels) -> Verdict {
        let lists = run.force(run.root()).fields;
        if run.force(lists).alternative == 1 && run.force(lists + 1).alternative == 1 {
            fails()
        } else {
            Verdict::Passed
        }
    }

    fn profile(&self) -> Profile {
        Profile::parts()
    }
}

#[test]
fn no_part_claims_any_size_of_what_another_part_refutes() {
    let both = Derivations::new(Shape::product([lists().shape().clone(), lists().shape().clone()]));
    let subject: Arc<dyn Subject> = Arc::new(BothHaveItems);
    for of in 1..=3 {
        for k in 0..of {
            let settings = Settings { size: Some(10), shard: Shard::new(k, of), ..Settings::default() };
            let checked = check("both", &both, &subject, &settings.fill("both"), &[]).unwrap();
            let Finding::Counterexample(found) = checked.finding else {
                panic!("part {k} of {of}: {}", checked.coverage)
            };
            assert_eq!((found.input.size(), found.minimal), (4, Minimal::Size));
        }
    }
}

/// A property of 32 numbers, which fails where the first is below the next three, and each other
/// below the one after it.
struct InOrder;

impl Subject for InOrder {
    fn run(&self, run: &mut Run, _: &mut Labels) -> Verdict {
        if run.is_replay() {
            return Verdict::Discarded;
        }
        let first = run.force(run.root()).fields;
        let mut pairs = (4..32).step_by(2).map(|at| (at, at + 1)).chain((1..4).map(|at| (0, at)));
        if pairs.all(|(low, high)| run.is_below_both(first + low, first + high)) {
            fails()
        } else {
            Verdict::Passed
        }
    }

    fn profile(&self) -> Profile {
        Profile::parts()
    }
}

/// The smallest failing inputs take 15: -1 below three zeros, and 14 pairs of a 0 and a 1. There
/// are too many signs to try them all.
#[test]
fn a_failing_class_has_a_counterexample_though_its_numbers_have_too_many_signs_to_try_them_all() {
    let numbers = (0..32).map(|_| Shape::range(Range::signed(127)));
    let derivations = Derivations::new(Shape::choice([Alternative::new("numbers", numbers)]));
    let subject: Arc<dyn Subject> = Arc::new(InOrder);
    let plan = Settings { size: Some(15), tests: Some(10_000), ..Settings::default() }.fill("test");
    let checked = check("test", &derivations, &subject, &plan, &[]).unwrap();
    assert!(matches!(checked.finding, Finding::Counterexample(_)), "{}", checked.coverage);
    assert_eq!(checked.coverage.undecided(), 0);
}

/// COMMON is 4 here, so parts share all but the smallest bounds.
#[test]
fn a_part_of_a_search_fails_by_a_limit_only_where_every_smaller_input_of_the_whole_has_ended() {
    let limit = |may_fail| {
        let message = "it takes too long".to_owned();
        Verdict::Undecided(Box::new(ToolLimit { message, location: None, may_fail }))
    };
    for is_first_undecided in [false, true] {
        let property = move |items: &[u64]| match items {
            [7] if is_first_undecided => limit(false),
            [3, 4, ..] => limit(true),
            _ => Verdict::Passed,
        };
        let subject: Arc<dyn Subject> = Ascending::new(property);
        for of in 1..=3 {
            let parts = (0..of).map(|k| {
                let settings = Settings { size: Some(12), shard: Shard::new(k, of), ..Settings::default() };
                run(&subject, settings).unwrap()
            });
            let parts: Vec<CheckResult> = parts.collect();
            let has_failed = |part: &CheckResult| matches!(part.finding, Finding::Counterexample(_));
            assert_eq!(parts.iter().any(has_failed), !is_first_undecided, "{of} parts");
            assert!(parts.iter().all(|part| has_failed(part) || part.coverage.undecided() > 0 || of > 1));
        }
    }
}
