//! The scores of random properties of random finite functions, against brute force from the definitions of Paper IV.
//!
//! A case is a table of a function of one or two arguments, and a property: calls of the function, on its own inputs and on results
//! of earlier calls, and a set of accepted results. The property notes every run, so that the counts, the survivors and the
//! exercised inputs of a score can be computed from what was run and compared.
//!
//! `EVERYCASE_STRENGTH_CASES=100000 cargo test --release -p everycase-check --lib strength::oracle` checks 100,000 cases.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use everycase_kernel::{Alternative, Derivation, Derivations, Random, SeedableRng, Shape};

use super::mutant::below;
use super::*;
use crate::check::{Ended, Finding};
use crate::seed::Seed;
use crate::settings::{Plan, Settings};
use crate::shard::Shard;
use crate::stop::Stop;
use crate::verdict::{Cause, Failure, Verdict};

/// The default number of cases.
const CASES: u64 = 100;

/// An argument of a call.
#[derive(Clone, Copy, Debug)]
enum Term {
    Input(usize),
    Value(usize),
    /// The result of an earlier call.
    Result(usize),
}

/// A function and a property of it.
#[derive(Debug)]
struct Case {
    seed: u64,
    /// The numbers of values of the arguments, of the result, and of the inputs of the property.
    arguments: Vec<usize>,
    result: usize,
    inputs: Vec<usize>,
    /// The results by arguments.
    table: BTreeMap<Vec<usize>, usize>,
    calls: Vec<Vec<Term>>,
    /// In 10: how many inputs are discarded, how many make no call, how many wrong results are accepted.
    discarded: u64,
    silent: u64,
    accepted: u64,
}

/// Returns whether a random set, with `share` of 10 of all values, has a value.
fn is_in(set: u64, share: u64, value: impl IntoIterator<Item = usize>) -> bool {
    value.into_iter().fold(Seed(set), |seed, part| seed.child(part as u64)).0 % 10 < share
}

impl Case {
    fn random(seed: u64) -> Case {
        let rng = &mut Random::seed_from_u64(seed);
        let mut some = |from: usize, to: usize| from + below(rng, to - from + 1);
        let arguments: Vec<usize> = (0..some(1, 2)).map(|_| some(2, 3)).collect();
        let result = if some(0, 9) == 0 { 1 } else { some(2, 3) };
        let inputs: Vec<usize> = (0..some(1, 3)).map(|_| some(2, 3)).collect();
        let table = tuples(&arguments).into_iter().map(|tuple| (tuple, some(0, result - 1))).collect();
        let calls = (0..some(1, 4)).map(|call| {
            let term = |_: &usize| match some(0, if call > 0 { 3 } else { 2 }) {
                0 | 1 => Term::Input(some(0, inputs.len() - 1)),
                2 => Term::Value(some(0, 2)),
                _ => Term::Result(some(0, call - 1)),
            };
            arguments.iter().map(term).collect()
        });
        let calls = calls.collect();
        let [discarded, silent, accepted] = [[0u64, 3, 10], [0, 2, 10], [0, 5, 10]]
            .map(|of| if some(0, 9) == 0 { of[2] } else { of[some(0, 1)] });
        let accepted = if some(0, 4) == 0 { 10 } else { accepted };
        Case { seed, arguments, result, inputs, table, calls, discarded, silent, accepted }
    }

    /// Returns another property of the same function.
    fn other(&self, seed: u64) -> Case {
        let mut other = Case::random(seed);
        other.arguments.clone_from(&self.arguments);
        other.result = self.result;
        other.table.clone_from(&self.table);
        for call in &mut other.calls {
            call.resize(self.arguments.len(), Term::Input(0));
        }
        other
    }

    /// Returns the inputs of the property.
    fn derivations(&self) -> Derivations {
        Derivations::new(Shape::product(self.inputs.iter().map(|n| numbers(*n))))
    }

    /// Runs the property on an input.
    fn says(&self, input: &[usize], f: &mut dyn FnMut(&[usize]) -> usize) -> Said {
        let results = self.results(input, f);
        // What has been accepted of the function itself does not depend on the set.
        let own = self.results(input, &mut |arguments| self.table[arguments]);
        if is_in(self.seed ^ 1, self.discarded, input.iter().copied()) {
            return Said::Discarded;
        }
        let all = input.iter().chain(&results).copied();
        if results == own || is_in(self.seed ^ 2, self.accepted, all) { Said::Passed } else { Said::Failed }
    }

    fn results(&self, input: &[usize], f: &mut dyn FnMut(&[usize]) -> usize) -> Vec<usize> {
        let mut results = Vec::new();
        if is_in(self.seed ^ 3, self.silent, input.iter().copied()) {
            return results;
        }
        for call in &self.calls {
            let value = |term: &Term| match *term {
                Term::Input(i) => input[i],
                Term::Value(value) => value,
                Term::Result(call) => results[call],
            };
            let arguments: Vec<usize> =
                call.iter().zip(&self.arguments).map(|(term, of)| value(term) % of).collect();
            results.push(f(&arguments));
        }
        results
    }

    /// Returns the different arguments on which the property calls a function.
    fn called(&self, input: &[usize], f: &dyn Fn(&[usize]) -> usize) -> BTreeSet<Vec<usize>> {
        let mut called = BTreeSet::new();
        self.results(input, &mut |arguments| {
            called.insert(arguments.to_vec());
            f(arguments)
        });
        called
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Passed,
    Discarded,
    Failed,
}

/// Returns all tuples of numbers below some numbers.
fn tuples(below: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for &n in below {
        let longer = |tuple: Vec<usize>| (0..n).map(move |last| [tuple.clone(), vec![last]].concat());
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// Returns the shape of the numbers below `n`, each with itself as its size.
fn numbers(n: usize) -> Shape {
    let one = |i: usize| Alternative::new("n", (0..i).map(|_| Shape::product([]).pay(1)));
    Shape::choice((0..n).map(one))
}

fn read(tuple: &Derivation) -> Vec<usize> {
    // Each number has several values, and is a word.
    tuple.words().into_iter().map(|word| word as usize).collect()
}

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

    fn write_result(&self, result: usize) -> Returned {
        let words = [result as u64];
        let words = if self.case.result > 1 { &words[..] } else { &[] };
        if self.is_opaque { Returned::Opaque } else { Returned::Encoded(self.results.parse(words).unwrap()) }
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

    fn equation(&self, arguments: &Derivation, result: &Derivation) -> String {
        format!("{} = {}", self.application(arguments), result.root().alternative())
    }
}

/// A score with what was run for it.
struct Scored {
    target: Arc<Finite>,
    score: Score,
    passed: BTreeSet<Vec<usize>>,
    mutated: Vec<Run>,
}

impl Scored {
    fn new(case: &Arc<Case>, is_opaque: bool, mutations: &[Mutation], plan: &Plan) -> Scored {
        Scored::interrupted(case, is_opaque, mutations, plan, u64::MAX)
    }

    fn interrupted(
        case: &Arc<Case>,
        is_opaque: bool,
        mutations: &[Mutation],
        plan: &Plan,
        stop_after: u64,
    ) -> Scored {
        let target = Finite { stop_after, stop: plan.stop.clone(), ..Finite::new(case, is_opaque) };
        let target = Arc::new(target);
        let inputs = case.derivations();
        let of: Arc<dyn Target> = target.clone();
        let score = score("oracle", &inputs, &of, mutations, plan).unwrap();
        let passed = std::mem::take(&mut *target.passed.lock().unwrap());
        let mutated = std::mem::take(&mut *target.mutated.lock().unwrap());
        Scored { target, score, passed, mutated }
    }

    /// Compares every claim of the score with what was run.
    fn check(&self, mutations: &[Mutation]) {
        let Scored { score, passed, .. } = self;
        let (case, f) = (&*self.target.case, |arguments: &[usize]| self.target.case.table[arguments]);
        let sum = |count: fn(&Tally) -> u64| count(&score.exhaustive) + count(&score.sampled);
        assert!(matches!(score.checked.finding, Finding::Nothing | Finding::Unreached(_)), "{case:?}");
        assert!(score.unsteady.is_none() && score.hung.is_none(), "{case:?}");
        if sum(Tally::inputs) == 0 && !score.checked.coverage.shard.is_whole() {
            // A part of which all inputs are discarded runs those of the other parts, too.
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
        if score.checked.ended == Ended::AllSeen && score.checked.coverage.shard.is_whole() {
            let all = tuples(&case.inputs);
            let own =
                all.iter().filter(|input| case.says(input, &mut |arguments| f(arguments)) == Said::Passed);
            assert_eq!(own.count(), passed.len(), "{case:?}");
            assert_eq!(score.exhaustive.unexercised, silent, "{case:?}");
            let counted = score.exhaustive.mutants() + score.exhaustive.without_mutant;
            assert_eq!(counted, passed.len() as u64 - silent, "{case:?}");
            assert_eq!(score.sampled, Tally::default());
            if case.result > 1 && mutations.contains(&Mutation::Everywhere) && !self.target.is_opaque {
                assert_eq!(score.exhaustive.without_mutant, 0, "{case:?}");
            }
        }
        self.check_kinds(mutations);
        self.check_survivors();
        self.check_reach();
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
            };
            assert!(is, "{mutation:?} {answers:?} {:?}", self.target.case);
        }
    }

    /// Survivors survive, are changed only where they say so, and are the smallest.
    fn check_survivors(&self) {
        let Scored { target, score, mutated, .. } = self;
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

    /// The exercised inputs are those of the runs that passed.
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
    let one = [Mutation::ALL[below(rng, 6)]];
    let mutations: &[Mutation] = if below(rng, 2) == 0 { &one } else { &Mutation::ALL };
    let tests = [3, 8, 20, 1_000][below(rng, 4)];
    let whole = Settings { seed: Some(below(rng, 100) as u64), tests: Some(tests), ..Settings::default() };
    let jobs = |jobs| Settings { jobs: Some(jobs), ..whole.clone() };
    let first = Scored::new(&case, is_opaque, mutations, &plan(jobs(1)));
    first.check(mutations);
    let several = Scored::new(&case, is_opaque, mutations, &plan(jobs(2 + below(rng, 3) as u64)));
    several.check(mutations);
    assert_eq!(first.outcome(), several.outcome(), "{case:?}");
    let of = 2 + below(rng, 2) as u64;
    let parts: Vec<Scored> = (0..of)
        .map(|k| {
            let part = Settings { shard: Shard::new(k, of), ..jobs(1 + below(rng, 2) as u64) };
            let part = Scored::new(&case, is_opaque, mutations, &plan(part));
            part.check(mutations);
            part
        })
        .collect();
    // A check that ends at any point.
    let time =
        Settings { tests: None, time: Some(Duration::from_micros(10 << below(rng, 9))), ..whole.clone() };
    let jobs = Some(1 + below(rng, 4) as u64);
    let timed = Settings { jobs, shard: Shard::new(0, 1 + below(rng, 2) as u64), ..time };
    Scored::new(&case, is_opaque, mutations, &plan(timed)).check(mutations);
    let interrupted = plan(Settings { jobs, ..whole });
    let stop_after = below(rng, 60) as u64;
    Scored::interrupted(&case, is_opaque, mutations, &interrupted, stop_after).check(mutations);
    let report = |of: &Scored| ScoreReport::new("p", &*of.target, &of.score, None);
    let whole = report(&first);
    let merged = ScoreReport::merge(parts.iter().map(report).collect()).unwrap();
    // Parts do not know which inputs other parts exercise.
    let exercised = |report: &ScoreReport| report.reached.as_ref().map(|reached| reached.exercised);
    assert!(exercised(&merged) <= exercised(&whole), "{case:?}");
    assert_eq!(ScoreReport { reached: whole.reached.clone(), ..merged }, whole, "{case:?}");
}

/// The largest number of mutants of a matrix that is compared.
const MUTANTS: usize = 1_500;

/// Compares the matrix of some properties of a function with all functions of its type.
fn check_matrix(seed: u64) {
    let first = Case::random(seed);
    let mutants = (1 + first.result).pow(u32::try_from(first.table.len()).unwrap());
    if mutants > MUTANTS {
        return;
    }
    let rng = &mut Random::seed_from_u64(seed ^ 0x6d61_7472_6978);
    let others = (0..below(rng, 4) as u64).map(|i| first.other(seed.wrapping_mul(7) + i)).collect::<Vec<_>>();
    let cases: Vec<Arc<Case>> = std::iter::once(first).chain(others).map(Arc::new).collect();
    let suite = cases.iter().map(|case| Suite {
        property: case.seed.to_string(),
        target: Arc::new(Finite::new(case, false)),
        derivations: case.derivations(),
        inputs: 500,
    });
    let suite: Vec<Suite> = suite.collect();
    let jobs = Some(1 + below(rng, 3) as u64);
    let settings = Settings { tests: Some(100_000), jobs, ..Settings::default() };
    let found = matrix("oracle", &suite, &plan(settings)).unwrap().unwrap();
    assert_eq!(found.ended, MatrixEnded::AllRun, "{cases:?}");

    let f = |arguments: &[usize]| cases[0].table[arguments];
    let inputs = |case: &Case| {
        let mut inputs = tuples(&case.inputs);
        inputs.retain(|input| case.says(input, &mut |arguments| f(arguments)) == Said::Passed);
        inputs
    };
    let inputs: Vec<Vec<Vec<usize>>> = cases.iter().map(|case| inputs(case)).collect();
    let all =
        || cases.iter().zip(&inputs).flat_map(|(case, inputs)| inputs.iter().map(move |input| (case, input)));
    let exercised: BTreeSet<Vec<usize>> = all().flat_map(|(case, input)| case.called(input, &f)).collect();
    let kills = |g: &dyn Fn(&[usize]) -> usize| {
        let fails =
            |case: &Case, input: &Vec<usize>| case.says(input, &mut |arguments| g(arguments)) == Said::Failed;
        let killing = (0..).zip(cases.iter().zip(&inputs));
        killing.fold(0u64, |set, (place, (case, inputs))| {
            set | u64::from(inputs.iter().any(|input| fails(case, input))) << place
        })
    };
    let domain: Vec<&Vec<usize>> = cases[0].table.keys().collect();
    let mut expected: BTreeMap<u64, BTreeSet<Vec<usize>>> = BTreeMap::new();
    for results in tuples(&vec![cases[0].result; domain.len()]) {
        let g: BTreeMap<&Vec<usize>, usize> = domain.iter().copied().zip(results).collect();
        let behaviour: Vec<usize> = exercised.iter().map(|arguments| g[arguments]).collect();
        if exercised.iter().any(|arguments| g[arguments] != f(arguments)) {
            let set = kills(&|arguments| g[&arguments.to_vec()]);
            expected.entry(set).or_default().insert(behaviour);
        }
    }
    let expected: BTreeMap<u64, u64> =
        expected.into_iter().map(|(set, behaviours)| (set, behaviours.len() as u64)).collect();
    let sets: BTreeMap<u64, u64> = found.sets.iter().map(|(set, of)| (*set, of.mutants)).collect();
    assert_eq!(sets, expected, "{cases:?}");
    if let Some(survivors) = found.sets.get(&0) {
        let result = |change: &Change| match &change.answer {
            Answer::Result(result) => (read(&change.arguments), result.root().alternative()),
            answer => panic!("{answer:?}"),
        };
        let changes: BTreeMap<Vec<usize>, usize> = survivors.smallest.iter().map(result).collect();
        assert!(changes.iter().any(|(arguments, result)| *result != f(arguments)), "{cases:?}");
        let g = |arguments: &[usize]| changes.get(arguments).copied().unwrap_or_else(|| f(arguments));
        assert_eq!(kills(&g), 0, "{cases:?}");
    }
    // The minimal complete sets are those of all sets.
    let properties = 1u64 << cases.len();
    let dead = found.killed_by(u64::MAX);
    let complete: Vec<u64> = (0..properties).filter(|set| found.killed_by(*set) == dead).collect();
    let is_minimal = |set: &u64| !complete.iter().any(|part| part != set && part & set == *part);
    let minimal: BTreeSet<u64> = complete.iter().copied().filter(is_minimal).collect();
    assert_eq!(found.minimal_complete().unwrap().into_iter().collect::<BTreeSet<u64>>(), minimal);
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
    each_case(check_matrix);
}
