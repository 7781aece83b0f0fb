//! Random finite functions and properties of them.

use std::collections::{BTreeMap, BTreeSet};

use everycase_kernel::{Alternative, Derivation, Derivations, Random, SeedableRng, Shape};

use crate::settings::seed::Seed;
use crate::strength::mutant::below;

/// An argument of a call.
#[derive(Clone, Copy, Debug)]
pub(super) enum Term {
    Input(usize),
    Value(usize),
    /// The result of an earlier call.
    Result(usize),
}

/// A function and a property of it.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) seed: u64,
    /// The numbers of values of the arguments, of the result, and of the inputs of the property.
    pub(super) arguments: Vec<usize>,
    pub(super) result: usize,
    pub(super) inputs: Vec<usize>,
    /// The results by arguments.
    pub(super) table: BTreeMap<Vec<usize>, usize>,
    pub(super) calls: Vec<Vec<Term>>,
    /// In 10: how many inputs are discarded, how many make no call, how many wrong results are
    /// accepted.
    pub(super) discarded: u64,
    pub(super) silent: u64,
    pub(super) accepted: u64,
}

/// Returns whether a random set, with `share` of 10 of all values, has a value.
pub(super) fn is_in(set: u64, share: u64, value: impl IntoIterator<Item = usize>) -> bool {
    value.into_iter().fold(Seed(set), |seed, part| seed.child(part as u64)).0 % 10 < share
}

impl Case {
    pub(super) fn random(seed: u64) -> Case {
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
    pub(super) fn other(&self, seed: u64) -> Case {
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
    pub(super) fn derivations(&self) -> Derivations {
        Derivations::new(Shape::product(self.inputs.iter().map(|n| numbers(*n))))
    }

    /// Runs the property on an input.
    pub(super) fn says(&self, input: &[usize], f: &mut dyn FnMut(&[usize]) -> usize) -> Said {
        let results = self.results(input, f);
        // What has been accepted of the function itself does not depend on the set.
        let own = self.results(input, &mut |arguments| self.table[arguments]);
        if is_in(self.seed ^ 1, self.discarded, input.iter().copied()) {
            return Said::Discarded;
        }
        let all = input.iter().chain(&results).copied();
        if results == own || is_in(self.seed ^ 2, self.accepted, all) { Said::Passed } else { Said::Failed }
    }

    pub(super) fn results(&self, input: &[usize], f: &mut dyn FnMut(&[usize]) -> usize) -> Vec<usize> {
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
    pub(super) fn called(&self, input: &[usize], f: &dyn Fn(&[usize]) -> usize) -> BTreeSet<Vec<usize>> {
        let mut called = BTreeSet::new();
        self.results(input, &mut |arguments| {
            called.insert(arguments.to_vec());
            f(arguments)
        });
        called
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Passed,
    Discarded,
    Failed,
}

/// Returns all tuples of numbers below some numbers.
pub(super) fn tuples(below: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for &n in below {
        let longer = |tuple: Vec<usize>| (0..n).map(move |last| [tuple.clone(), vec![last]].concat());
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// Returns the shape of the numbers below `n`, each with itself as its size.
pub(super) fn numbers(n: usize) -> Shape {
    let one = |i: usize| Alternative::new("n", (0..i).map(|_| Shape::product([]).pay(1)));
    Shape::choice((0..n).map(one))
}

pub(super) fn read(tuple: &Derivation) -> Vec<usize> {
    // Each number has several values, and is a word.
    tuple.words().into_iter().map(|word| word as usize).collect()
}
