//! Properties that are not deterministic have no score, and mutants with which a property does not
//! end are undecided.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use everycase_kernel::{Derivation, Derivations, Range, Shape};

use super::tests::pattern;
use super::*;
use crate::check::Finding;
use crate::run::verdict::{Cause, Failure, Verdict};
use crate::settings::Settings;

type Run = dyn Fn(u64, &mut dyn FnMut(u64) -> u64) -> bool + Send + Sync;

/// A property of a function from numbers to numbers.
struct Numbers {
    space: Derivations,
    function: Box<dyn Fn(u64) -> u64 + Send + Sync>,
    run: Box<Run>,
}

impl Target for Numbers {
    fn function(&self) -> &'static str {
        "f"
    }

    fn arguments(&self) -> &Derivations {
        &self.space
    }

    fn results(&self) -> Option<&Derivations> {
        Some(&self.space)
    }

    fn input(&self, input: &Derivation) -> Option<String> {
        Some(format!("n = {}", input.root().bits()))
    }

    fn run(&self, input: &Derivation, calls: Rc<RefCell<dyn Calls>>) -> Verdict {
        let mut is_stopped = false;
        let mut call = |n: u64| {
            if is_stopped {
                return 0;
            }
            let encoded = |n: u64| self.space.parse(&[n]).unwrap();
            let mut original = |others: Option<&Derivation>| {
                let n = others.map_or(n, |others| others.root().bits());
                ReturnValue::Encoded(encoded((self.function)(n)))
            };
            let answer = calls.borrow_mut().call(&encoded(n), &mut original);
            is_stopped = answer == Answer::Stop;
            match answer {
                Answer::Result(result) => result.root().bits(),
                Answer::ResultOn(others) => (self.function)(others.root().bits()),
                Answer::AsBefore => (self.function)(n),
                // The end of every loop here.
                Answer::Stop => 0,
            }
        };
        if (self.run)(input.root().bits(), &mut call) {
            Verdict::Passed
        } else {
            Verdict::Failed(Box::new(Failure::of(Cause::Returned("false".to_owned()))))
        }
    }

    fn application(&self, arguments: &Derivation) -> String {
        format!("f {}", arguments.root().bits())
    }

    fn pattern(&self, names: &[(usize, &str)]) -> String {
        pattern(1, names)
    }

    fn shown(&self, result: &Derivation) -> String {
        result.root().bits().to_string()
    }
}

fn scored(
    function: impl Fn(u64) -> u64 + Send + Sync + 'static,
    run: impl Fn(u64, &mut dyn FnMut(u64) -> u64) -> bool + Send + Sync + 'static,
    settings: Settings,
) -> (Arc<dyn Target>, Score) {
    let numbers = Derivations::new(Shape::range(Range::unsigned(16)));
    let target = Numbers { space: numbers.clone(), function: Box::new(function), run: Box::new(run) };
    let target: Arc<dyn Target> = Arc::new(target);
    let plan = Settings { seed: Some(3), tests: Some(1_000), ..settings }.fill("p");
    let score = score("p", &numbers, &target, &Mutation::ALL, &plan).unwrap();
    (target, score)
}

fn standing((target, score): &(Arc<dyn Target>, Score)) -> Standing {
    ScoreReport::new("p", &**target, score, None).standing()
}

#[test]
fn a_property_of_a_function_that_counts_its_calls_is_not_deterministic() {
    let calls = AtomicU64::new(0);
    let counting = move |_| calls.fetch_add(1, Ordering::Relaxed) % 1_000;
    let scored = scored(counting, |n, f| f(n) < 1_000, Settings::default());
    assert_eq!(standing(&scored), Standing::Nondeterministic);
    let report = ScoreReport::new("p", &*scored.0, &scored.1, None);
    assert_eq!(
        report.text(crate::report::Detail::Full),
        "p of f: no score: the property is not deterministic: on n = 0 it had another verdict or made other \n    calls when it was run once more"
            .replace(" \n", "\n")
    );
}

#[test]
fn a_property_that_calls_the_function_on_other_inputs_each_time_is_not_deterministic() {
    let runs = AtomicU64::new(0);
    let other = move |n: u64, f: &mut dyn FnMut(u64) -> u64| {
        let at = (n + runs.fetch_add(1, Ordering::Relaxed)) % 50_000;
        f(at) == at
    };
    assert_eq!(standing(&scored(|n| n, other, Settings::default())), Standing::Nondeterministic);
}

#[test]
fn a_property_that_fails_when_it_runs_again_is_not_deterministic() {
    // It kills every mutant only because it is the second run.
    let runs = AtomicU64::new(0);
    let second = move |n: u64, f: &mut dyn FnMut(u64) -> u64| {
        f(n);
        runs.fetch_add(1, Ordering::Relaxed).is_multiple_of(3)
    };
    assert_eq!(standing(&scored(|n| n, second, Settings::default())), Standing::Nondeterministic);
}

#[test]
fn calls_in_another_order_are_the_same_calls() {
    let runs = AtomicU64::new(0);
    let either = move |n: u64, f: &mut dyn FnMut(u64) -> u64| {
        let is_even = runs.fetch_add(1, Ordering::Relaxed).is_multiple_of(2);
        let all = if is_even { [n / 2, n] } else { [n, n / 2] };
        all.iter().all(|n| f(*n) == *n)
    };
    let scored = scored(|n| n, either, Settings::default());
    assert_eq!((standing(&scored), scored.1.share()), (Standing::Scored, Some(1.0)));
}

#[test]
fn a_mutant_that_is_called_without_end_is_undecided() {
    let until_zero = |n: u64, f: &mut dyn FnMut(u64) -> u64| {
        let mut left = n;
        while left > 0 {
            left = f(left);
        }
        true
    };
    let (_, score) = scored(|n| n / 2, until_zero, Settings::default());
    assert!(matches!(score.checked.finding, Finding::Nothing));
    assert!(score.exhaustive.undecided > 10 && score.exhaustive.survived > 100, "{:?}", score.exhaustive);
    assert_eq!(score.exhaustive.killed, 0);
}

#[test]
fn a_mutant_that_never_ends_is_no_failure_of_the_property() {
    let end = |n: u64, f: &mut dyn FnMut(u64) -> u64| {
        if n > 20 && f(n) != n {
            loop {
                std::thread::park();
            }
        }
        true
    };
    let scored = scored(
        |n| n,
        end,
        Settings { case_time: Some(Duration::from_millis(20)), jobs: Some(2), ..Settings::default() },
    );
    let (target, score) = &scored;
    assert!(matches!(score.checked.finding, Finding::Nothing) && score.hung.is_some());
    assert_eq!((score.exhaustive.undecided, score.sampled.undecided), (1, 0));
    let report = ScoreReport::new("p", &**target, score, None);
    assert_eq!(report.standing(), Standing::Undecided);
    let text = report.text(crate::report::Detail::Full);
    assert!(text.contains("a mutant did not end, and ended the score"), "{text}");
}
