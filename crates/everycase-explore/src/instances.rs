//! The instances of polymorphic functions: which types their type variables stand for.
//!
//! A function that is polymorphic in a type knows nothing of its values and can only compare them. So it does the same with atoms
//! in the same order, and nothing is lost if its variables stand for atoms (parametricity). That is not so where values of a
//! type exist for certain arguments only. In
//!
//! ```text
//! format-integer : format integer        format-list : format a -> format (list a)        show : format a -> a -> string
//! ```
//!
//! with an abstract type `format`, there is no `format` of atoms. So `a` in `show` stands for `integer` too, and for
//! `list integer`.
//!
//! These further types are found from what makes values. A *pattern* is a type of which a value can be made, other than the type
//! constructor on distinct variables. Round 1 has the patterns of results (and of what is inside them); round `n` those of
//! functions and constructors whose arguments have patterns of earlier rounds: `format integer` in round 1, `format (list
//! integer)` in round 2. An instance that needs a pattern of round `n` is of round `n`. What patterns leave open is atoms.
//!
//! This takes the place of the late unification of section 4.2.3, where a variable is refined while an expression grows: here a
//! position has a type without variables, and all its expressions are one nonterminal, whatever is around it.

use rustc_hash::FxHashSet;

use crate::library::Signature;
use crate::types::{Substitution, Type};

/// What is known after some rounds.
#[derive(Clone, Debug, Default)]
struct Round {
    patterns: Vec<Type>,
    /// The types of the results of functions, with what patterns say about their variables.
    results: Vec<Type>,
}

/// The rounds so far; round 0 knows no patterns.
#[derive(Debug)]
pub(crate) struct Instances {
    rounds: Vec<Round>,
    /// Whether another round would find nothing.
    is_complete: bool,
}

impl Instances {
    /// Returns the instances of a library's functions.
    pub(crate) fn new(signature: &Signature) -> Instances {
        let results = signature.providers().map(|(_, function)| function.result.canonical());
        let results: FxHashSet<Type> = results.collect();
        let mut results: Vec<Type> = results.into_iter().collect();
        results.sort();
        Instances { rounds: vec![Round { patterns: Vec::new(), results }], is_complete: false }
    }

    /// Computes rounds until `round`, and returns it; the last one if there are no more.
    fn round(&mut self, signature: &Signature, round: usize) -> &Round {
        while self.rounds.len() <= round && !self.is_complete {
            let last = &self.rounds[self.rounds.len() - 1];
            let next = next(signature, last);
            if next.patterns.len() == last.patterns.len() && next.results.len() == last.results.len() {
                self.is_complete = true;
            } else {
                self.rounds.push(next);
            }
        }
        &self.rounds[round.min(self.rounds.len() - 1)]
    }

    /// Returns whether there is a round after this one.
    pub(crate) fn has_more(&mut self, signature: &Signature, round: usize) -> bool {
        self.round(signature, round + 1);
        round + 1 < self.rounds.len()
    }

    /// Returns the types of the results of functions in a round, and of earlier ones.
    pub(crate) fn results(&mut self, signature: &Signature, round: usize) -> Vec<Type> {
        self.round(signature, round).results.clone()
    }

    /// Returns the instances of some types that share variables: of this round and earlier ones, without variables, each once, in
    /// a fixed order.
    pub(crate) fn of(&mut self, signature: &Signature, types: &[Type], round: usize) -> Vec<Vec<Type>> {
        let closed = |substitution: &Substitution| -> Vec<Type> {
            types.iter().map(|ty| substitution.apply(ty).closed()).collect()
        };
        let patterns = &self.round(signature, round).patterns;
        let mut found: Vec<Vec<Type>> = joins(types, patterns).iter().map(closed).collect();
        found.sort();
        found.dedup();
        found
    }

    /// Returns the instances of a round that are not of an earlier one.
    pub(crate) fn new_of(&mut self, signature: &Signature, types: &[Type], round: usize) -> Vec<Vec<Type>> {
        let mut own = self.of(signature, types, round);
        if round > 0 {
            let before = self.of(signature, types, round - 1);
            own.retain(|instance| !before.contains(instance));
        }
        own
    }
}

/// Returns the round after another.
fn next(signature: &Signature, last: &Round) -> Round {
    let mut results = FxHashSet::default();
    for (_, function) in signature.providers() {
        for join in joins(&function.parameters, &last.patterns) {
            results.insert(join.apply(&function.result).canonical());
        }
    }
    let mut patterns: FxHashSet<Type> = last.patterns.iter().cloned().collect();
    for result in &results {
        let inside = signature.reached(result);
        let found = inside.iter().chain([result]).map(Type::canonical);
        patterns.extend(found.filter(is_special));
    }
    for (number, data) in (0..).zip(&signature.datas) {
        let variables = (0..data.parameters).map(Type::Variable);
        let general = Type::data(crate::types::DataId(number), variables);
        for (_, constructor) in signature.numbered(crate::types::DataId(number)) {
            let fields: Vec<Type> = constructor.fields.iter().map(|field| field.ty.clone()).collect();
            let found =
                joins(&fields, &last.patterns).into_iter().map(|join| join.apply(&general).canonical());
            patterns.extend(found.filter(is_special));
        }
    }
    let mut round =
        Round { patterns: patterns.into_iter().collect(), results: results.into_iter().collect() };
    round.patterns.sort();
    round.results.sort();
    round
}

/// Returns whether a type says more than its type constructor.
fn is_special(ty: &Type) -> bool {
    let Type::Data(_, arguments) = ty else { return false };
    // Canonical types number their variables from 0.
    (0..).zip(arguments.iter()).any(|(number, argument)| *argument != Type::Variable(number))
}

/// Returns what the variables of some types may stand for, so that each part of the types is left as it is or has a pattern.
fn joins(types: &[Type], patterns: &[Type]) -> Vec<Substitution> {
    let mut parts = Vec::new();
    for ty in types {
        ty.parts(&mut parts);
    }
    let has_variables = |part: &&&Type| {
        let mut inside = Vec::new();
        part.parts(&mut inside);
        inside.iter().any(|part| matches!(part, Type::Variable(_)))
    };
    let parts: FxHashSet<&Type> = parts.iter().filter(has_variables).copied().collect();
    let mut parts: Vec<&Type> = parts.into_iter().filter(|part| matches!(part, Type::Data(..))).collect();
    parts.sort();
    let mut joins = vec![Substitution::default()];
    let mut fresh = FRESH;
    for part in parts {
        for i in 0..joins.len() {
            for pattern in patterns {
                let mut join = joins[i].clone();
                let apart = pattern.apart(fresh);
                if join.unify(part, &apart) {
                    joins.push(join);
                    fresh += VARIABLES;
                }
            }
        }
    }
    joins
}

/// Numbers above those of variables in signatures.
const FRESH: u32 = 1 << 16;
/// More than a pattern has variables.
const VARIABLES: u32 = 1 << 8;
