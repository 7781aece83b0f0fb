//! The scores of random properties of random finite functions, against brute force from the
//! definitions of Paper IV.
//!
//! A case is a table of a function of one or two arguments, and a property: calls of the function,
//! on its own inputs and on results of earlier calls, and a set of accepted results. The property
//! notes every run, so that the counts, the survivors and the exercised inputs of a score can be
//! computed from what was run and compared.
//!
//! `EVERYCASE_STRENGTH_CASES=100000 cargo test --release -p everycase-check --lib strength::oracle`
//! checks 100,000 cases.

mod case;
mod sets;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use everycase_kernel::{Derivation, Derivations, Random, SeedableRng, Shape};

use self::case::{Case, Said, numbers, read, tuples};
use super::mutant::below;
use super::systematic::mutants;
use super::tests::pattern;
use super::*;
use crate::check::{Ending, Finding};
use crate::control::stop::Stop;
use crate::run::verdict::{Cause, Failure, Verdict};
use crate::settings::shard::Shard;
use crate::settings::{Plan, Settings};

/// The default number of cases.
const CASES: u64 = 100;

/// A run with a mutant.
#[derive(Clone, Debug)]
struct Run {
    input: Vec<usize>,
    answers: BTreeMap<Vec<usize>, usize>,
    said: Said,
}

/// A case as a target.
struct Finite {
    case: Arc<Case>,
    arguments: Derivations,
    results: Derivations,
    is_opaque: bool,
    exchangeable: Vec<(usize, usize)>,
    of_result_type: Vec<usize>,
    /// The number of runs after which the check is interrupted.
    stop_after: u64,
    stop: Stop,
    runs: AtomicU64,
    /// The inputs that passed with the function, and the runs with mutants.
    passed: Mutex<BTreeSet<Vec<usize>>>,
    mutated: Mutex<Vec<Run>>,
}

impl Finite {
    fn new(case: &Arc<Case>, is_opaque: bool) -> Finite {
        let types = &case.arguments;
        Finite {
            case: Arc::clone(case),
            arguments: Derivations::new(Shape::product(types.iter().map(|n| numbers(*n)))),
            results: Derivations::new(numbers(case.result)),
            is_opaque,
            exchangeable: if types.len() == 2 && types[0] == types[1] { vec![(0, 1)] } else { Vec::new() },
            of_result_type: (0..types.len()).filter(|i| types[*i] == case.result && !is_opaque).collect(),
            stop_after: u64::MAX,
            stop: Stop::default(),
            runs: AtomicU64::new(0),
            passed: Mutex::default(),
            mutated: Mutex::default(),
        }
    }

    fn write(&self, arguments: &[usize]) -> Derivation {
        let words: Vec<u64> = arguments.iter().map(|n| *n as u64).collect();
        self.arguments.parse(&words).unwrap()
    }

    fn write_result(&self, result: usize) -> ReturnValue {
        let words = [result as u64];
        let words = if self.case.result > 1 { &words[..] } else { &[] };
        if self.is_opaque {
            ReturnValue::Opaque
        } else {
            ReturnValue::Encoded(self.results.parse(words).unwrap())
        }
    }
}

impl Target for Finite {
    fn function(&self) -> &'static str {
        "f"
    }

    fn arguments(&self) -> &Derivations {
        &self.arguments
    }

    fn results(&self) -> Option<&Derivations> {
        (!self.is_opaque).then_some(&self.results)
    }

    fn exchangeable(&self) -> &[(usize, usize)] {
        &self.exchangeable
    }

    fn of_result_type(&self) -> &[usize] {
        &self.of_result_type
    }

    fn run(&self, input: &Derivation, calls: Rc<RefCell<dyn Calls>>) -> Verdict {
        if self.runs.fetch_add(1, Ordering::Relaxed) == self.stop_after {
            self.stop.stop();
        }
        let (input, table) = (read(input), &self.case.table);
        let (mut answers, mut is_mutated) = (BTreeMap::new(), false);
        let said = self.case.says(&input, &mut |arguments| {
            let encoded = self.write(arguments);
            let mut original = |others: Option<&Derivation>| {
                self.write_result(table[&others.map_or(arguments.to_vec(), read)])
            };
            let answer = calls.borrow_mut().call(&encoded, &mut original);
            is_mutated |= answer != Answer::AsBefore;
            let result = match answer {
                Answer::AsBefore => table[arguments],
                Answer::Result(result) => result.root().alternative(),
                Answer::ResultOn(others) => table[&read(&others)],
                Answer::Stop => panic!("there are at most four calls"),
            };
            let known = *answers.entry(arguments.to_vec()).or_insert(result);
            assert_eq!(known, result, "a mutant is a function: {:?}", self.case);
            result
        });
        if is_mutated {
            self.mutated.lock().unwrap().push(Run { input, answers, said });
        } else if said == Said::Passed {
            self.passed.lock().unwrap().insert(input);
        }
        match said {
            Said::Passed => Verdict::Passed,
            Said::Discarded => Verdict::Discarded,
            Said::Failed => Verdict::Failed(Box::new(Failure::of(Cause::Returned("false".to_owned())))),
        }
    }

    fn application(&self, arguments: &Derivation) -> String {
        format!("f {:?}", read(arguments))
    }

    fn pattern(&self, names: &[(usize, &str)]) -> String {
        pattern(self.case.arguments.len(), names)
    }

    fn shown(&self, result: &Derivation) -> String {
        result.root().alternative().to_string()
    }
}

/// A score with what was run for it.
struct ScoreRun {
    target: Arc<Finite>,
    score: Score,
    passed: BTreeSet<Vec<usize>>,
    mutated: Vec<Run>,
}

impl ScoreRun {
    fn new(case: &Arc<Case>, is_opaque: bool, mutations: &[Mutation], plan: &Plan) -> ScoreRun {
        ScoreRun::interrupted(case, is_opaque, mutations, plan, u64::MAX)
    }

    fn interrupted(
        case: &Arc<Case>,
        is_opaque: bool,
        mutations: &[Mutation],
        plan: &Plan,
        stop_after: u64,
    ) -> ScoreRun {
        let target = Finite { stop_after, stop: plan.stop.clone(), ..Finite::new(case, is_opaque) };
        let target = Arc::new(target);
        let inputs = case.derivations();
        let of: Arc<dyn Target> = target.clone();
        let score = score("oracle", &inputs, &of, mutations, plan).unwrap();
        let passed = std::mem::take(&mut *target.passed.lock().unwrap());
        let mutated = std::mem::take(&mut *target.mutated.lock().unwrap());
        ScoreRun { target, score, passed, mutated }
    }

    /// Compares every claim of the score with what was run.
    fn check(&self, mutations: &[Mutation]) {
        let ScoreRun { score, passed, .. } = self;
        let (case, f) = (&*self.target.case, |arguments: &[usize]| self.target.case.table[arguments]);
        let sum = |count: fn(&Tally) -> u64| count(&score.exhaustive) + count(&score.sampled);
        assert!(matches!(score.checked.finding, Finding::Nothing | Finding::Unreached(_)), "{case:?}");
        assert!(score.unsteady.is_none() && score.hung.is_none(), "{case:?}");
        if sum(Tally::inputs) == 0 && !score.checked.coverage.shard.is_whole() {
            // A part whose inputs are all discarded runs the inputs of the other parts, too.
            return;
        }
        let of = |said: fn(Said) -> bool| self.mutated.iter().filter(|run| said(run.said)).count() as u64;
        let differs = |run: &Run| run.answers.iter().any(|(arguments, result)| *result != f(arguments));
        let changed = self.mutated.iter().filter(|run| differs(run)).count() as u64;
        assert_eq!(sum(|tally| tally.killed), of(|said| said == Said::Failed), "{case:?}");
        let survived = sum(|tally| tally.survived);
        if self.target.is_opaque {
            assert_eq!(survived, 0, "{case:?}");
            assert_eq!(sum(|tally| tally.not_known), of(|said| said != Said::Failed), "{case:?}");
        } else {
            // No mutant that agrees with the function on all exercised calls is run at all.
            assert_eq!(changed, self.mutated.len() as u64, "{case:?}");
            assert_eq!(survived, of(|said| said != Said::Failed), "{case:?}");
            assert_eq!(sum(|tally| tally.not_known), 0, "{case:?}");
            if case.accepted == 0 && case.discarded < 10 {
                assert_eq!(survived, 0, "a complete specification: {case:?}");
            }
            if case.accepted == 10 {
                assert_eq!(sum(|tally| tally.killed), 0, "a tautology: {case:?}");
            }
        }
        assert_eq!(sum(|tally| tally.undecided), 0);
        // Each input that passed is counted once, where all inputs were run.
        let silent = passed.iter().filter(|input| case.called(input, &f).is_empty()).count() as u64;
        if score.checked.ended == Ending::AllSeen && score.checked.coverage.shard.is_whole() {
            let all = tuples(&case.inputs);
            let own =
                all.iter().filter(|input| case.says(input, &mut |arguments| f(arguments)) == Said::Passed);
            assert_eq!(own.count(), passed.len(), "{case:?}");
            assert_eq!(score.exhaustive.unexercised, silent, "{case:?}");
            let counted = score.exhaustive.mutants() + score.exhaustive.without_mutant;
            assert_eq!(counted - score.again.mutants(), passed.len() as u64 - silent, "{case:?}");
            assert_eq!(score.sampled, Tally::default());
            if case.result > 1 && mutations.contains(&Mutation::Everywhere) && !self.target.is_opaque {
                assert_eq!(score.exhaustive.without_mutant, 0, "{case:?}");
            }
        }
        self.check_again();
        self.check_kinds(mutations);
        self.check_survivors();
        self.check_reach();
    }

    /// Where inputs have several mutants, no two are the same on the calls of the function itself
    /// that the run with the mutant makes.
    fn check_again(&self) {
        let ScoreRun { target, score, mutated, .. } = self;
        let (case, f) = (&*target.case, |arguments: &[usize]| target.case.table[arguments]);
        let most = score.budget.tests.unwrap_or(u64::MAX);
        assert!(score.exhaustive.mutants() <= most.max(1), "{case:?}");
        if target.is_opaque || score.again == Tally::default() {
            return;
        }
        let mut known = BTreeSet::new();
        for Run { input, answers, .. } in mutated {
            let called = case.called(input, &f);
            let made: Option<Vec<usize>> = called.iter().map(|call| answers.get(call).copied()).collect();
            if let Some(made) = made {
                assert!(known.insert((input.clone(), made)), "{input:?} {answers:?} {case:?}");
            }
        }
    }

    /// Each mutant is of its kind.
    fn check_kinds(&self, mutations: &[Mutation]) {
        let &[mutation] = mutations else { return };
        let f = |arguments: &Vec<usize>| self.target.case.table[arguments];
        for Run { answers, .. } in &self.mutated {
            let changed = answers.iter().filter(|(arguments, result)| **result != f(arguments)).count();
            let is = match mutation {
                Mutation::Everywhere => changed == answers.len(),
                Mutation::Single => changed == 1,
                Mutation::Several(most) => (1..=most as usize).contains(&changed),
                Mutation::Constant => answers.values().collect::<BTreeSet<_>>().len() == 1,
                Mutation::Argument => {
                    let own = self.target.of_result_type.iter();
                    own.clone().any(|i| answers.iter().all(|(arguments, result)| arguments[*i] == *result))
                }
                Mutation::Exchanged => {
                    answers.iter().all(|(args, result)| *result == f(&vec![args[1], args[0]]))
                }
                // Of the rewrites only one changes anything where a result is one of some
                // constants.
                Mutation::Rewritten => {
                    answers.iter().all(|(args, result)| *result == (f(args) + 1) % self.target.case.result)
                }
                Mutation::Paired => (1..=2).contains(&changed),
            };
            assert!(is, "{mutation:?} {answers:?} {:?}", self.target.case);
        }
    }

    /// Survivors survive, are changed only where they say so, and are the smallest.
    fn check_survivors(&self) {
        let ScoreRun { target, score, mutated, .. } = self;
        let (case, f) = (&*target.case, |arguments: &[usize]| target.case.table[arguments]);
        for survivor in &score.survivors {
            let input = read(&survivor.input);
            let result = |change: &Change| match &change.answer {
                Answer::Result(result) => result.root().alternative(),
                Answer::ResultOn(others) => f(&read(others)),
                answer => panic!("{answer:?}"),
            };
            let changes: BTreeMap<Vec<usize>, usize> =
                survivor.changes.iter().map(|change| (read(&change.arguments), result(change))).collect();
            assert!(!changes.is_empty() && changes.len() == survivor.changes.len(), "{case:?}");
            if !target.is_opaque {
                assert!(changes.iter().all(|(arguments, result)| *result != f(arguments)), "{case:?}");
                assert!(case.called(&input, &f).iter().any(|arguments| changes.contains_key(arguments)));
            }
            let g = |arguments: &[usize]| changes.get(arguments).copied().unwrap_or_else(|| f(arguments));
            assert_ne!(case.says(&input, &mut |arguments| g(arguments)), Said::Failed, "{case:?}");
        }
        let place = |input: &[usize]| (input.iter().sum::<usize>(), input.to_vec());
        let smallest =
            mutated.iter().filter(|run| run.said != Said::Failed).map(|run| place(&run.input)).min();
        let first = score.survivors.first().map(|survivor| place(&read(&survivor.input)));
        assert_eq!(first, smallest, "{case:?}");
        assert!(score.survivors.is_sorted_by_key(|survivor| place(&read(&survivor.input))));
    }

    /// The exercised inputs are the inputs of the runs that passed.
    fn check_reach(&self) {
        let case = &*self.target.case;
        let called = |input: &Vec<usize>| case.called(input, &|arguments| case.table[arguments]);
        let exercised: BTreeSet<Vec<usize>> = self.passed.iter().flat_map(called).collect();
        let all = tuples(&case.arguments);
        for of in self.score.reach.by_size(&self.target.arguments, 4) {
            let is_of = |arguments: &&Vec<usize>| arguments.iter().sum::<usize>() == of.size as usize;
            assert_eq!(of.exercised, exercised.iter().filter(is_of).count() as u64, "{case:?}");
            assert_eq!(of.all, all.iter().filter(is_of).count().into(), "{case:?}");
        }
    }

    /// Returns what must not depend on the number of threads.
    fn outcome(&self) -> (Tally, Tally, Vec<Survivor>) {
        (self.score.exhaustive, self.score.sampled, self.score.survivors.clone())
    }
}

fn plan(settings: Settings) -> Plan {
    // Boundary values have no mutants.
    settings.fill("oracle")
}

/// Checks a case in several modes.
fn check(seed: u64) {
    let case = Arc::new(Case::random(seed));
    let rng = &mut Random::seed_from_u64(seed ^ 0x6f72_6163_6c65);
    let is_opaque = below(rng, 5) == 0;
    let one = [Mutation::ALL[below(rng, Mutation::ALL.len())]];
    let mutations: &[Mutation] = if below(rng, 2) == 0 { &one } else { &Mutation::ALL };
    let tests = [3, 8, 20, 1_000][below(rng, 4)];
    let whole = Settings { seed: Some(below(rng, 100) as u64), tests: Some(tests), ..Settings::default() };
    check_functions(&case, is_opaque, mutations);
    let jobs = |jobs| Settings { jobs: Some(jobs), ..whole.clone() };
    let first = ScoreRun::new(&case, is_opaque, mutations, &plan(jobs(1)));
    first.check(mutations);
    let several = ScoreRun::new(&case, is_opaque, mutations, &plan(jobs(2 + below(rng, 3) as u64)));
    several.check(mutations);
    assert_eq!(first.outcome(), several.outcome(), "{case:?}");
    let of = 2 + below(rng, 2) as u64;
    let parts: Vec<ScoreRun> = (0..of)
        .map(|k| {
            let part = Settings { shard: Shard::new(k, of), ..jobs(1 + below(rng, 2) as u64) };
            let part = ScoreRun::new(&case, is_opaque, mutations, &plan(part));
            part.check(mutations);
            part
        })
        .collect();
    // A check that ends at any point.
    let time =
        Settings { tests: None, time: Some(Duration::from_micros(10 << below(rng, 9))), ..whole.clone() };
    let jobs = Some(1 + below(rng, 4) as u64);
    let timed = Settings { jobs, shard: Shard::new(0, 1 + below(rng, 2) as u64), ..time };
    ScoreRun::new(&case, is_opaque, mutations, &plan(timed)).check(mutations);
    let interrupted = plan(Settings { jobs, ..whole });
    let stop_after = below(rng, 60) as u64;
    ScoreRun::interrupted(&case, is_opaque, mutations, &interrupted, stop_after).check(mutations);
    let report = |of: &ScoreRun| ScoreReport::new("p", &*of.target, &of.score, None);
    let whole = report(&first);
    let merged = ScoreReport::merge(parts.iter().map(report).collect()).unwrap();
    // Parts do not know which inputs other parts exercise.
    let exercised = |report: &ScoreReport| report.reached.as_ref().map(|reached| reached.exercised);
    assert!(exercised(&merged) <= exercised(&whole), "{case:?}");
    assert_eq!(ScoreReport { reached: whole.reached.clone(), ..merged }, whole, "{case:?}");
}

/// Each systematic mutant is a function of the type: it has a result for all arguments, and the
/// same whenever it is called.
fn check_functions(case: &Arc<Case>, is_opaque: bool, mutations: &[Mutation]) {
    let target = Finite::new(case, is_opaque);
    let known =
        case.table.iter().map(|(arguments, result)| (target.write(arguments), target.write_result(*result)));
    let mut watch = Watch::default();
    known.clone().for_each(|(arguments, result)| drop(watch.call(&arguments, &mut |_| result.clone())));
    let calls: Vec<(&Exercise, &Derivation)> =
        watch.exercised.calls().iter().filter_map(|call| Some((call, call.result.as_ref()?))).collect();
    for mutant in mutations.iter().flat_map(|mutation| mutants(&target, *mutation, &calls)) {
        for (arguments, result) in known.clone() {
            let answer = || mutant.answer(&target, &arguments, &mut |_| result.clone());
            let first = answer();
            assert_eq!(first, answer(), "{mutant:?} {case:?}");
            let number = match first {
                Answer::AsBefore => continue,
                Answer::Result(result) => result.root().alternative(),
                answer => panic!("{answer:?} of {mutant:?} {case:?}"),
            };
            assert!(number < case.result, "{mutant:?} {case:?}");
        }
    }
}

fn each_case(check: fn(u64)) {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let first = number("EVERYCASE_STRENGTH_SEED").unwrap_or(0);
    (first..first + number("EVERYCASE_STRENGTH_CASES").unwrap_or(CASES)).for_each(check);
}

#[test]
fn scores_agree_with_brute_force_in_every_mode() {
    each_case(check);
}

#[test]
fn matrices_agree_with_all_functions_of_the_type() {
    each_case(sets::check_matrix);
}
