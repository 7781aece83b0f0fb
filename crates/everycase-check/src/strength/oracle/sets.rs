//! Matrices against all functions of the type.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use everycase_kernel::{Derivation, Random, SeedableRng};

use super::case::{Case, Said, read, tuples};
use super::{Finite, plan};
use crate::report::Detail;
use crate::settings::Settings;
use crate::strength::matrix::CLAIMED;
use crate::strength::mutant::below;
use crate::strength::{
    Answer, Change, Matrix, MatrixEnding, Mutation, Suite, SuiteReport, Systematic, matrix,
};

/// The largest number of mutants of a matrix that is compared.
const MUTANTS: usize = 1_500;

/// Compares the matrix of some properties of a function with all functions of its type.
pub(super) fn check_matrix(seed: u64) {
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
    let mut jobs = || Some(1 + below(rng, 3) as u64);
    let settings = Settings { tests: Some(100_000), jobs: jobs(), ..Settings::default() };
    let found = matrix("oracle", &suite, &Mutation::ALL, &plan(settings)).unwrap().unwrap();
    assert!(found.ended == MatrixEnding::AllRun && found.is_settled, "{cases:?}");
    check_times(&suite, &found, jobs(), seed);

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
        let target = Finite::new(&cases[0], false);
        for Systematic { mutant, .. } in &survivors.systematic {
            let g = |arguments: &[usize]| {
                let original = &mut |_: Option<&Derivation>| target.write_result(f(arguments));
                match mutant.answer(&target, &target.write(arguments), original) {
                    Answer::Result(result) => result.root().alternative(),
                    _ => f(arguments),
                }
            };
            assert!(exercised.iter().any(|arguments| g(arguments) != f(arguments)), "{mutant:?} {cases:?}");
            assert_eq!(kills(&g), 0, "{mutant:?} {cases:?}");
        }
        let result = |change: &Change| match &change.answer {
            Answer::Result(result) => (read(&change.arguments), result.root().alternative()),
            answer => panic!("{answer:?}"),
        };
        let changes: BTreeMap<Vec<usize>, usize> = survivors.smallest.iter().map(result).collect();
        assert!(changes.iter().any(|(arguments, result)| *result != f(arguments)), "{cases:?}");
        let g = |arguments: &[usize]| changes.get(arguments).copied().unwrap_or_else(|| f(arguments));
        assert_eq!(kills(&g), 0, "{cases:?}");
    }
    // The minimal complete sets equal the minimal ones among all sets.
    let properties = 1u64 << cases.len();
    let dead = found.killed_by(u64::MAX);
    let complete: Vec<u64> = (0..properties).filter(|set| found.killed_by(*set) == dead).collect();
    let is_minimal = |set: &u64| !complete.iter().any(|part| part != set && part & set == *part);
    let minimal: BTreeSet<u64> = complete.iter().copied().filter(is_minimal).collect();
    assert_eq!(found.minimal_complete().unwrap().into_iter().collect::<BTreeSet<u64>>(), minimal);
}

/// A run of any time makes the claims of a longer run or none, and each survivor it names survives.
fn check_times(suite: &[Suite], all: &Matrix, jobs: Option<u64>, seed: u64) {
    let claimed = Settings { tests: Some(CLAIMED), jobs, ..Settings::default() };
    let claimed = matrix("oracle", suite, &Mutation::ALL, &plan(claimed)).unwrap().unwrap();
    let counts = |found: &Matrix| found.sets.iter().map(|(set, of)| (*set, of.mutants)).collect::<Vec<_>>();
    let surviving = |found: &Matrix| found.sets.get(&0).map_or(0, |set| set.mutants);
    let time = Some(Duration::from_micros(100 << (seed % 9)));
    let timed = Settings { time, jobs, ..Settings::default() };
    let timed = matrix("oracle", suite, &Mutation::ALL, &plan(timed)).unwrap().unwrap();
    let is_cut = timed.inputs.iter().any(|inputs| inputs.is_cut);
    if timed.is_settled {
        assert!(!is_cut);
        assert_eq!(counts(&timed), counts(&claimed));
        assert_eq!(timed.minimal_complete(), claimed.minimal_complete());
        assert_eq!(timed.implied(), claimed.implied());
    }
    let beyond = timed.beyond.as_ref().map_or(0, |beyond| beyond.survived);
    assert!(is_cut || surviving(&timed) + beyond <= surviving(all));
    assert!(is_cut || timed.ended != MatrixEnding::AllRun || surviving(&timed) + beyond == surviving(all));
    let text = SuiteReport::new(suite, &timed).text(Detail::Full);
    let has_claim = ["minimal", "implied", "kill the same"].iter().any(|claim| text.contains(claim));
    let is_refused = text.contains("no set is called minimal or complete");
    assert!(!has_claim || timed.is_settled || is_refused, "{text}");
    for (name, inputs) in suite.iter().map(|own| &own.property).zip(&timed.inputs) {
        let has_run = inputs.count > 0 || !inputs.is_cut;
        assert!(has_run || is_refused && text.contains(name.as_str()), "{text}");
        assert!(has_run || !text.contains(&format!(" {name} has no inputs")), "{text}");
    }
}
