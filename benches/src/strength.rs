//! The strength of properties in pun: the cases behind `docs/benchmarks/strength.md`.

pub mod booleans;
pub mod bugs;
pub mod cost;
pub mod fitspec;
pub mod paper;
pub mod rank;

use std::time::Duration;

use everycase_check::settings::seed::Seed;
use everycase_check::settings::{Plan, Settings};
use everycase_check::strength::{Matrix, Mutation, Score, Suite, matrix, score};
use pun::check::Checks;
use pun::strength::{Mention, mentioned};

/// Returns the number of the property of a name.
fn number(checks: &Checks, name: &str) -> usize {
    let all = checks.properties().iter();
    all.map(|property| &*property.name).position(|own| own == name).expect("there is such a property")
}

/// Returns the functions of the program whose results a property is about.
fn functions(checks: &Checks, number: usize) -> Vec<Mention> {
    let all = mentioned(checks.program(), &checks.properties()[number]).into_iter();
    all.filter(|function| function.is_own(checks.program()) && !function.is_assumed).collect()
}

/// Returns the plan of a run with this number of tests, or with the default time.
fn plan(name: &str, tests: Option<u64>, jobs: Option<u64>) -> Plan {
    let seed = Some(Seed::of_name(name).0);
    Settings { tests, seed, jobs, ..Settings::default() }.fill(name)
}

/// Returns the score of a property with a function; `None` if the function cannot be mutated.
fn scored(
    checks: &Checks,
    number: usize,
    function: &Mention,
    mutations: &[Mutation],
    plan: &Plan,
) -> Option<Score> {
    let property = &checks.properties()[number];
    let target = checks.target(number, function).ok()?;
    score(&property.name, &checks.derivations(property), &target, mutations, plan).ok()
}

/// The kinds of mutants that the tables call every kind: each but those that are systematic.
const KINDS: [Mutation; 6] = [
    Mutation::Everywhere,
    Mutation::Single,
    Mutation::Several(3),
    Mutation::Constant,
    Mutation::Argument,
    Mutation::Exchanged,
];

/// Returns the matrix of properties of a function by its small mutants: those among these properties that mention the function,
/// with their number.
fn matrix_of(
    checks: &Checks,
    function: &str,
    properties: &[&str],
    inputs: usize,
    plan: &Plan,
) -> (Matrix, Vec<usize>) {
    let mut numbers = Vec::new();
    let mut suite = Vec::new();
    for name in properties {
        let number = number(checks, name);
        let own = functions(checks, number).into_iter().find(|own| own.name(checks.program()) == function);
        if let Some(own) = own {
            let target = checks.target(number, &own).expect("the function can be mutated");
            let derivations = checks.derivations(&checks.properties()[number]);
            suite.push(Suite { property: (*name).to_owned(), target, derivations, inputs });
            numbers.push(number);
        }
    }
    let run = matrix(function, &suite, &[], plan).expect("the mutants can be enumerated");
    (run.expect("the results can be encoded"), numbers)
}

/// Returns a share as a percentage, which is 100 for the whole only; nothing without a whole.
#[expect(clippy::cast_precision_loss, reason = "a percentage with one digit")]
fn percent(part: u64, whole: u64) -> String {
    match format!("{:.1}%", part as f64 * 100.0 / whole.max(1) as f64) {
        _ if whole == 0 => String::new(),
        rounded if rounded == "100.0%" && part < whole => ">99.9%".to_owned(),
        rounded => rounded,
    }
}

/// Returns the numbers of mutants killed and of all.
fn killed(score: &Score) -> (u64, u64) {
    let (one, other) = (score.exhaustive, score.sampled);
    (one.killed + other.killed, one.mutants() + other.mutants())
}

/// Returns a time in seconds.
fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}
