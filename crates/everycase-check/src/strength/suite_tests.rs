//! The report of a set of properties, and the ends of a matrix.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use everycase_kernel::{Derivation, Derivations};

use super::tests::{AND, OF_AND, Property, of_booleans, of_sort, plan, six};
use super::*;
use crate::report::Detail;
use crate::run::verdict::Verdict;
use crate::settings::{Plan, Settings};

fn named(names: &[&str], properties: &[Property]) -> Vec<Suite> {
    let suite = names.iter().zip(properties);
    suite
        .map(|(name, of)| Suite { property: (*name).to_owned(), inputs: 8, ..of_booleans(AND, *of) })
        .collect()
}

fn report(suite: &[Suite], plan: &Plan) -> SuiteReport {
    SuiteReport::new(suite, &matrix("f", suite, &Mutation::ALL, plan).unwrap().unwrap())
}

const NAMES: [&str; 6] = ["idempotent", "commutative", "associative", "unit", "zero", "left-zero"];

#[test]
fn the_properties_of_conjunction_have_minimal_complete_sets() {
    let report = report(&named(&NAMES, &OF_AND), &plan(100_000, 2));
    let text = "f: 15 mutants, each on up to 8 inputs of each property: 100% killed
  11 systematic (constant, argument, rewritten, paired), 4 small (all there are)
  killed by idempotent 80%, commutative 53.3%, associative 53.3%, unit 80%, zero 80%, left-zero 80%
  minimal complete, judged by these 15 mutants: unit and zero; idempotent and commutative and unit;
    idempotent and commutative and zero; idempotent and commutative and left-zero; commutative and
    unit and left-zero; idempotent and zero and left-zero
  implied: associative by idempotent";
    assert_eq!(report.text(Detail::Brief), text);
}

#[test]
fn properties_that_kill_the_same_and_that_are_implied_are_named() {
    let both: Property = |[a, b, c], f| OF_AND[4]([a, b, c], f) && OF_AND[3]([a, b, c], f);
    let suite = named(
        &["zero", "again", "both", "nothing"],
        &[OF_AND[4], OF_AND[4], both, |_, f| {
            f((true, true));
            true
        }],
    );
    let report = report(&suite, &plan(100_000, 2));
    assert_eq!(report.equal, [vec![0, 1]]);
    assert_eq!(report.implied, [(0, 2)]);
    assert_eq!(report.minimal, Some(vec![vec![2]]));
    let text = report.text(Detail::Brief);
    assert!(text.contains("\n  kill the same: zero, again\n  implied: zero by both"), "{text}");
    assert!(text.lines().all(|line| line.len() <= 100), "{text}");
    let record = report.record().line();
    let record: serde_json::Value = serde_json::from_str(&record).unwrap();
    assert_eq!(record["implied"][0]["by"], "both");
    assert_eq!(record["mutants"], 15);
}

#[test]
fn of_more_than_64_properties_the_first_are_run() {
    let names: Vec<String> = (0..70).map(|i| format!("p{i}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let report = report(&named(&names, &[OF_AND[1]; 70]), &plan(1_000, 2));
    assert_eq!((report.properties.len(), report.more_properties), (64, 6));
    assert!(report.text(Detail::Brief).contains("these are the first 64 properties; 6 more are left out"));
    // Each property alone is a minimal complete set.
    assert_eq!(report.minimal.unwrap().len(), 64);
}

#[test]
fn a_property_that_does_not_hold_is_not_run_with_mutants() {
    let wrong: Property = |[a, b, _], f| f((a, b)) == a;
    let report = report(&named(&["wrong", "unit"], &[wrong, OF_AND[3]]), &plan(1_000, 1));
    assert!(report.properties[0].1.has_failed);
    assert!(report.text(Detail::Brief).contains("killed by wrong does not hold, unit "));
}

#[test]
fn the_inputs_are_prepared_within_half_of_the_time() {
    let timed = |time, jobs| {
        let settings = Settings { time: Some(time), jobs: Some(jobs), seed: Some(1), ..Settings::default() };
        settings.fill("f")
    };
    // All inputs of lists are endless.
    let suite = |(derivations, target): (Derivations, Arc<dyn Target>)| Suite {
        property: "p".to_owned(),
        derivations,
        target,
        inputs: usize::MAX,
    };
    let [first, ..] = six();
    let suites = [suite(first)];
    let start = Instant::now();
    let found = matrix("f", &suites, &Mutation::ALL, &timed(Duration::from_millis(200), 2)).unwrap().unwrap();
    assert!(found.preparation >= Duration::from_millis(40) && start.elapsed() < Duration::from_secs(2));
    assert!(found.inputs[0].count > 0 && found.ended == MatrixEnding::Budget);
    // A property that is slow.
    let slow = of_sort(|list, f| {
        std::thread::sleep(Duration::from_millis(10));
        f(list).len() < 1_000
    });
    let start = Instant::now();
    let found =
        matrix("f", &[suite(slow)], &Mutation::ALL, &timed(Duration::from_millis(100), 1)).unwrap().unwrap();
    assert!(start.elapsed() < Duration::from_secs(2) && found.inputs[0].count > 0);
    // One that calls the function on no input.
    let silent = of_sort(|_, _| true);
    let found = matrix("f", &[suite(silent)], &Mutation::ALL, &timed(Duration::from_millis(100), 1))
        .unwrap()
        .unwrap();
    assert_eq!((found.inputs[0].count, found.mutants()), (0, 0));
}

#[test]
fn an_interrupted_matrix_says_so() {
    let plan = plan(1_000, 1);
    plan.stop.stop();
    let report = report(&named(&NAMES, &OF_AND), &plan);
    assert_eq!(report.ended, MatrixEnding::Interrupted);
    assert!(report.text(Detail::Brief).starts_with("f: interrupted, 0 mutants"));
}

/// A property that does not end with a wrong function.
struct Endless(Arc<dyn Target>);

impl Target for Endless {
    fn function(&self) -> &str {
        self.0.function()
    }

    fn arguments(&self) -> &Derivations {
        self.0.arguments()
    }

    fn results(&self) -> Option<&Derivations> {
        self.0.results()
    }

    fn run(&self, input: &Derivation, calls: Rc<RefCell<dyn Calls>>) -> Verdict {
        match self.0.run(input, calls) {
            Verdict::Failed(_) => loop {
                std::thread::park();
            },
            verdict => verdict,
        }
    }

    fn application(&self, arguments: &Derivation) -> String {
        self.0.application(arguments)
    }

    fn pattern(&self, names: &[(usize, &str)]) -> String {
        self.0.pattern(names)
    }

    fn shown(&self, result: &Derivation) -> String {
        self.0.shown(result)
    }
}

#[test]
fn a_mutant_that_hangs_ends_the_matrix() {
    let mut suite = named(&["unit"], &[OF_AND[3]]);
    suite[0].target = Arc::new(Endless(Arc::clone(&suite[0].target)));
    let settings =
        Settings { tests: Some(1_000), case_time: Some(Duration::from_millis(20)), ..Settings::default() };
    let report = report(&suite, &settings.fill("f"));
    assert_eq!(report.ended, MatrixEnding::Hung);
    assert!(report.text(Detail::Brief).contains("did not end within the time for one input"));
}
