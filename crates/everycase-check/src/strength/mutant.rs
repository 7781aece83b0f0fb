//! Mutants: functions that differ from the one under test on some input that a property exercises.

use std::collections::HashMap;

use everycase_kernel::{BigUint, Derivation, Random, Rng, SeedableRng};

use super::target::{Answer, Exercise, Exercised, Original, Returned, Target, exchanged};
use crate::seed::Seed;

/// How mutants are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mutation {
    /// The result of every call is mutated, each in a way that depends on the arguments (Paper IV, section 3).
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
}

impl Mutation {
    /// All of them.
    pub const ALL: [Mutation; 6] = [
        Mutation::Everywhere,
        Mutation::Single,
        Mutation::Several(3),
        Mutation::Constant,
        Mutation::Argument,
        Mutation::Exchanged,
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
        }
    }
}

/// A function that differs from the one under test.
pub enum Mutant {
    /// Every result is mutated by the arguments and this seed.
    Everywhere(Seed),
    /// The results for these arguments, by their words.
    At(HashMap<Vec<u64>, Derivation>),
    /// The one result.
    Constant(Derivation),
    /// The result is always that of the function itself on these arguments.
    ConstantOf(Derivation),
    /// The result is the argument with this number.
    Argument(usize),
    /// These arguments are exchanged.
    Exchanged(usize, usize),
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

/// A constant that is no result of a call is one of this many smallest results.
const SMALLEST: usize = 8;

/// The largest number of attempts to find a mutant that differs on an exercised call.
const ATTEMPTS: usize = 8;

impl Mutant {
    /// Draws a mutant that differs from the function on a call that was exercised, as far as is known; `None` if none is found.
    pub fn draw(
        target: &dyn Target,
        mutation: Mutation,
        exercised: &Exercised,
        pair: Option<(usize, usize)>,
        rng: &mut Random,
    ) -> Option<(Mutant, Difference)> {
        let calls = exercised.calls();
        let encoded = || calls.iter().filter_map(|call| Some((call, call.result.as_ref()?)));
        let drawn = match mutation {
            Mutation::Everywhere => {
                let seed = Seed(rng.next_u64());
                let (call, result) = encoded().next()?;
                mutated(target, &call.arguments, result, rng)?;
                return Some((Mutant::Everywhere(seed), Difference::Known));
            }
            Mutation::Single | Mutation::Several(_) => {
                let most = if let Mutation::Several(most) = mutation { most as usize } else { 1 };
                let mut chosen: Vec<(&Exercise, &Derivation)> = encoded().collect();
                let count = most.min(chosen.len());
                for i in 0..count {
                    let other = i + below(rng, chosen.len() - i);
                    chosen.swap(i, other);
                }
                let results = chosen[..count].iter().map(|(call, result)| {
                    Some((call.arguments.words(), mutated(target, &call.arguments, result, rng)?))
                });
                Mutant::At(results.collect::<Option<_>>()?)
            }
            Mutation::Constant => {
                let constants = (0..ATTEMPTS).filter_map(|_| constant(target, calls, rng));
                return { constants }
                    .map(|mutant| mutant.with_difference(target, exercised))
                    .find_map(|it| it);
            }
            Mutation::Argument => {
                let arguments = target.of_result_type();
                Mutant::Argument(*arguments.get(below(rng, arguments.len()))?)
            }
            Mutation::Exchanged => {
                let (one, other) = pair?;
                Mutant::Exchanged(one, other)
            }
        };
        drawn.with_difference(target, exercised)
    }

    fn with_difference(self, target: &dyn Target, exercised: &Exercised) -> Option<(Mutant, Difference)> {
        let difference = self.difference(target, exercised);
        (difference != Difference::None).then_some((self, difference))
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
                Returned::Encoded(result) => {
                    let rng = &mut random(*seed, &arguments.words());
                    mutated(target, arguments, &result, rng).map(Answer::Result)
                }
                Returned::Opaque | Returned::Nothing => None,
            },
            Mutant::At(results) => results.get(&arguments.words()).cloned().map(Answer::Result),
            Mutant::Constant(result) => Some(Answer::Result(result.clone())),
            Mutant::ConstantOf(others) if others == arguments => None,
            Mutant::ConstantOf(others) => Some(Answer::ResultOn(others.clone())),
            Mutant::Argument(i) => parsed(&arguments.root().field(*i).words()),
            Mutant::Exchanged(one, other) => {
                exchanged(arguments, (*one, *other)).and_then(|others| match original(Some(&others)) {
                    Returned::Encoded(result) => Some(Answer::Result(result)),
                    Returned::Opaque => Some(Answer::ResultOn(others)),
                    Returned::Nothing => None,
                })
            }
        };
        let is_possible = |answer: &Answer| match answer {
            Answer::Result(result) => target.admits(arguments, result),
            Answer::AsBefore | Answer::ResultOn(_) | Answer::Stop => true,
        };
        answer.filter(is_possible).unwrap_or(Answer::AsBefore)
    }

    /// Returns whether the mutant has another result than the function for an exercised call.
    pub(super) fn difference(&self, target: &dyn Target, exercised: &Exercised) -> Difference {
        let differences = exercised.calls().iter().map(|call| {
            let known = |result: &Option<Derivation>| match result {
                Some(result) => Returned::Encoded(result.clone()),
                None => Returned::Opaque,
            };
            let original = &mut |others: Option<&Derivation>| match others {
                None => known(&call.result),
                Some(_) => call.exchanged.clone().unwrap_or(Returned::Nothing),
            };
            let result = match self.answer(target, &call.arguments, original) {
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
}

/// Draws a result that is another one than this, and that the function may have for these arguments.
fn mutated(
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

/// Draws a constant function: one of the smallest results, or the result of a call. Where results cannot be encoded, it is the result
/// of the function itself on the arguments of a call, or on arguments near them.
fn constant(target: &dyn Target, calls: &[Exercise], rng: &mut Random) -> Option<Mutant> {
    let is_simple = below(rng, 2) == 0;
    let call = calls.get(below(rng, calls.len()))?;
    match (target.results(), &call.result) {
        (Some(results), _) if is_simple => {
            results.index(&BigUint::from(below(rng, SMALLEST))).ok().map(Mutant::Constant)
        }
        (_, Some(result)) => Some(Mutant::Constant(result.clone())),
        (Some(_), None) => Some(Mutant::ConstantOf(call.arguments.clone())),
        (None, None) if is_simple => Some(Mutant::ConstantOf(call.arguments.clone())),
        (None, None) => target.arguments().mutant(&call.arguments, rng).ok()?.map(Mutant::ConstantOf),
    }
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
