//! Mutants: functions that differ from the one under test on some input that a property exercises.

use std::collections::HashMap;

use everycase_kernel::{Derivation, Random, Rewrite, Rng, SeedableRng};

use super::change::Change;
use super::reach::fingerprint;
use super::target::{Answer, Exercise, Exercises, Original, ReturnValue, Target, exchanged};
use crate::settings::seed::Seed;

/// How mutants are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mutation {
    /// The result of every call is mutated, each in a way that depends on the arguments (Paper IV,
    /// section 3).
    Everywhere,
    /// The result of one exercised call is mutated (section 3, 'Mutating single outputs').
    Single,
    /// The results of at most this many exercised calls are mutated.
    Several(u32),
    /// The result is always the same.
    Constant,
    /// The result is one of the arguments.
    Argument,
    /// Two arguments are exchanged.
    Exchanged,
    /// Every result is edited in the same way: reversed, negated, one more.
    Rewritten,
    /// The results of two exercised calls are exchanged, or both are one other result.
    Paired,
}

impl Mutation {
    /// All of them.
    pub const ALL: [Mutation; 8] = [
        Mutation::Everywhere,
        Mutation::Single,
        Mutation::Several(3),
        Mutation::Constant,
        Mutation::Argument,
        Mutation::Exchanged,
        Mutation::Rewritten,
        Mutation::Paired,
    ];

    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Mutation::Everywhere => "everywhere",
            Mutation::Single => "single",
            Mutation::Several(_) => "several",
            Mutation::Constant => "constant",
            Mutation::Argument => "argument",
            Mutation::Exchanged => "exchanged",
            Mutation::Rewritten => "rewritten",
            Mutation::Paired => "paired",
        }
    }
}

/// A function that differs from the one under test: the same arguments have the same result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mutant {
    /// Every result is mutated by the arguments and this seed.
    Everywhere(Seed),
    /// The results for these arguments, by their words.
    At(HashMap<Vec<u64>, Derivation>),
    /// The one result.
    Constant(Derivation),
    /// The result is always the function's own result on these arguments.
    ConstantOf(Derivation),
    /// The result is the argument with this number.
    Argument(usize),
    /// These arguments are exchanged.
    Exchanged(usize, usize),
    /// The result is the function's result, rewritten.
    Rewritten(Rewrite),
    /// The arguments that the function may change are left as they are.
    Unchanged,
}

/// Whether a mutant differs from the function on the calls of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// It agrees with the function on all of them.
    None,
    /// It is not known: results that cannot be encoded cannot be compared.
    Unknown,
    /// It has another result for one of them.
    Known,
}

/// The kinds that are functions of their own, whatever is drawn, in the order in which they are
/// shown.
pub(super) const SYSTEMATIC: [Mutation; 4] =
    [Mutation::Argument, Mutation::Constant, Mutation::Rewritten, Mutation::Paired];

/// The largest number of attempts to find a mutant that differs on an exercised call.
pub(super) const ATTEMPTS: usize = 8;

impl Mutant {
    /// Returns the mutant, unless it is known to agree with the function on all exercised calls.
    pub(super) fn with_difference(
        self,
        target: &dyn Target,
        exercised: &Exercises,
    ) -> Option<(Mutant, Difference)> {
        let difference = self.difference(target, exercised);
        (difference != Difference::None).then_some((self, difference))
    }

    /// Returns the function as one line, `sort _ = [0]`, or in words with the first of the calls
    /// that it changes; `None` if the mutant is a table, or random.
    pub(super) fn law(&self, target: &dyn Target, changes: &[Change]) -> Option<String> {
        let pattern = |names: &[(usize, &str)]| target.pattern(names);
        let example = |what: String| {
            let first = changes.first().map(|change| format!(", so that {}", change.equation(target)));
            format!("{} {what}{}", target.plain_name(), first.unwrap_or_default())
        };
        match self {
            Mutant::Everywhere(_) | Mutant::At(_) => None,
            Mutant::Constant(result) => Some(format!("{} = {}", pattern(&[]), target.shown(result))),
            Mutant::ConstantOf(others) => Some(format!("{} = {}", pattern(&[]), target.application(others))),
            Mutant::Argument(i) => Some(format!("{} = x", pattern(&[(*i, "x")]))),
            Mutant::Exchanged(one, other) => {
                let sides = [[(*one, "x"), (*other, "y")], [(*one, "y"), (*other, "x")]];
                Some(sides.map(|side| pattern(&side)).join(" = "))
            }
            Mutant::Rewritten(rewrite) => Some(example(format!("with {rewrite}"))),
            Mutant::Unchanged => Some(example("that leaves its arguments as they are".to_owned())),
        }
    }

    /// Returns what the mutant returns for a call.
    pub(super) fn answer(
        &self,
        target: &dyn Target,
        arguments: &Derivation,
        original: Original<'_>,
    ) -> Answer {
        let results = target.results();
        let parsed =
            |words: &[u64]| results.and_then(|results| results.parse(words).ok()).map(Answer::Result);
        let answer = match self {
            Mutant::Everywhere(seed) => match original(None) {
                ReturnValue::Encoded(result) => {
                    let rng = &mut random(*seed, &arguments.words());
                    mutated(target, arguments, &result, rng).map(Answer::Result)
                }
                ReturnValue::Opaque | ReturnValue::Nothing => None,
            },
            Mutant::At(results) => results.get(&arguments.words()).cloned().map(Answer::Result),
            Mutant::Constant(result) => Some(Answer::Result(result.clone())),
            Mutant::ConstantOf(others) if others == arguments => None,
            Mutant::ConstantOf(others) => Some(Answer::ResultOn(others.clone())),
            Mutant::Argument(i) => parsed(&arguments.root().field(*i).words()),
            Mutant::Rewritten(rewrite) => match (results, original(None)) {
                (Some(results), ReturnValue::Encoded(result)) => {
                    results.rewritten(&result, *rewrite).ok().flatten().map(Answer::Result)
                }
                _ => None,
            },
            Mutant::Unchanged => match original(None) {
                ReturnValue::Encoded(result) => {
                    target.unchanged(arguments, &result).and_then(|words| parsed(&words))
                }
                ReturnValue::Opaque | ReturnValue::Nothing => None,
            },
            Mutant::Exchanged(one, other) => {
                exchanged(arguments, (*one, *other)).and_then(|others| match original(Some(&others)) {
                    ReturnValue::Encoded(result) => Some(Answer::Result(result)),
                    ReturnValue::Opaque => Some(Answer::ResultOn(others)),
                    ReturnValue::Nothing => None,
                })
            }
        };
        let is_possible = |answer: &Answer| match answer {
            Answer::Result(result) => target.admits(arguments, result),
            Answer::AsBefore | Answer::ResultOn(_) | Answer::Stop => true,
        };
        answer.filter(is_possible).unwrap_or(Answer::AsBefore)
    }

    /// Returns what the mutant returns for an exercised call.
    pub(super) fn answer_for(&self, target: &dyn Target, call: &Exercise) -> Answer {
        let known = |result: &Option<Derivation>| match result {
            Some(result) => ReturnValue::Encoded(result.clone()),
            None => ReturnValue::Opaque,
        };
        let original = &mut |others: Option<&Derivation>| match others {
            None => known(&call.result),
            Some(_) => call.exchanged.clone().unwrap_or(ReturnValue::Nothing),
        };
        self.answer(target, &call.arguments, original)
    }

    /// Returns whether the mutant has another result than the function for an exercised call.
    pub(super) fn difference(&self, target: &dyn Target, exercised: &Exercises) -> Difference {
        let differences = exercised.calls().iter().map(|call| {
            let result = match self.answer_for(target, call) {
                Answer::AsBefore | Answer::Stop => return Difference::None,
                Answer::Result(result) => Some(result),
                Answer::ResultOn(others) => exercised.call(&others).and_then(|other| other.result.clone()),
            };
            match (result, &call.result) {
                (Some(result), Some(known)) if result == *known => Difference::None,
                (Some(_), Some(_)) => Difference::Known,
                _ => Difference::Unknown,
            }
        });
        differences.max().unwrap_or(Difference::None)
    }

    /// Returns a number that two mutants have in common which do the same on the exercised calls.
    pub(super) fn behaviour(&self, target: &dyn Target, exercised: &Exercises) -> u128 {
        let answers = exercised.calls().iter().map(|call| match self.answer_for(target, call) {
            Answer::AsBefore | Answer::Stop => (false, call.result.as_ref().map(Derivation::words)),
            Answer::Result(result) => (false, Some(result.words())),
            Answer::ResultOn(others) => (true, Some(others.words())),
        });
        fingerprint(&answers.collect::<Vec<_>>())
    }
}

/// Draws a result that is another one than this, and that the function may have for these
/// arguments.
pub(super) fn mutated(
    target: &dyn Target,
    arguments: &Derivation,
    result: &Derivation,
    rng: &mut Random,
) -> Option<Derivation> {
    let results = target.results()?;
    (0..ATTEMPTS).find_map(|_| {
        let mutant = results.mutant(result, rng).ok()??;
        target.admits(arguments, &mutant).then_some(mutant)
    })
}

/// Draws a number below `n`; 0 if `n` is 0.
pub(super) fn below(rng: &mut Random, n: usize) -> usize {
    // The bias of a remainder of 64 bits is far below what any score could show.
    usize::try_from(rng.next_u64() % (n as u64).max(1)).unwrap_or_default()
}

/// Returns the random numbers for some words.
pub(super) fn random(seed: Seed, words: &[u64]) -> Random {
    Random::seed_from_u64(words.iter().fold(seed, |seed, word| seed.child(*word)).0)
}
