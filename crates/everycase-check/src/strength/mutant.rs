//! Mutants: functions that differ from the one under test on some input that a property exercises.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use everycase_kernel::function::Function;
use everycase_kernel::{BigUint, Derivation, Random, Rng, SeedableRng};

use super::target::{Calls, Exercised, Original, Target, exchanged};

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
    Everywhere(u64),
    /// The results for these arguments, by their words.
    At(HashMap<Vec<u64>, Derivation>),
    /// The one result.
    Constant(Derivation),
    /// The result is the argument with this number.
    Argument(usize),
    /// These arguments are exchanged.
    Exchanged(usize, usize),
    /// As before with exceptions, which are the words of results.
    Except(Function<Option<Vec<u64>>>),
}

/// A call whose result a mutant has changed.
#[derive(Debug, Clone)]
pub struct Change {
    /// The arguments.
    pub arguments: Derivation,
    /// The result of the mutant.
    pub result: Derivation,
}

/// The largest number of attempts to find a mutant that differs on an exercised call.
const ATTEMPTS: usize = 8;

impl Mutant {
    /// Draws a mutant that differs from the function on a call that was exercised; `None` if none is found.
    pub fn draw(
        target: &dyn Target,
        mutation: Mutation,
        exercised: &Exercised,
        pair: Option<(usize, usize)>,
        rng: &mut Random,
    ) -> Option<Mutant> {
        let calls = exercised.calls();
        match mutation {
            Mutation::Everywhere => {
                let seed = rng.next_u64();
                let of = &calls.first()?.result;
                target.results().mutant(of, rng).ok()??;
                Some(Mutant::Everywhere(seed))
            }
            Mutation::Single | Mutation::Several(_) => {
                let most = if let Mutation::Several(most) = mutation { most as usize } else { 1 };
                let mut chosen: Vec<usize> = (0..calls.len()).collect();
                let count = most.min(calls.len());
                for i in 0..count {
                    let other = i + below(rng, calls.len() - i);
                    chosen.swap(i, other);
                }
                let mutated = chosen[..count].iter().map(|&i| {
                    let result = target.results().mutant(&calls[i].result, rng).ok()??;
                    Some((calls[i].arguments.words(), result))
                });
                Some(Mutant::At(mutated.collect::<Option<_>>()?)).filter(|_| count > 0)
            }
            Mutation::Constant => {
                let constant = (0..ATTEMPTS).find_map(|attempt| {
                    let constant = if attempt % 2 == 0 {
                        target.results().index(&BigUint::from(below(rng, attempt + 1))).ok()?
                    } else {
                        calls.get(below(rng, calls.len()))?.result.clone()
                    };
                    calls.iter().any(|call| call.result != constant).then_some(constant)
                });
                constant.map(Mutant::Constant)
            }
            Mutation::Argument => {
                let arguments = target.of_result_type();
                let argument = *arguments.get(below(rng, arguments.len()))?;
                let differs = calls
                    .iter()
                    .any(|call| call.arguments.root().field(argument).words() != call.result.words());
                differs.then_some(Mutant::Argument(argument))
            }
            Mutation::Exchanged => {
                let (one, other) = pair?;
                let differs = calls
                    .iter()
                    .any(|call| call.exchanged.as_ref().is_some_and(|result| *result != call.result));
                differs.then_some(Mutant::Exchanged(one, other))
            }
        }
    }

    /// Returns the result of a call if it is another one than the function's.
    fn result(
        &self,
        target: &dyn Target,
        arguments: &Derivation,
        original: Original<'_>,
    ) -> Option<Derivation> {
        match self {
            Mutant::Everywhere(seed) => {
                let result = original(None)?;
                let mut hasher = DefaultHasher::new();
                arguments.words().hash(&mut hasher);
                let mut rng = Random::seed_from_u64(seed ^ hasher.finish());
                target.results().mutant(&result, &mut rng).ok()?
            }
            Mutant::At(results) => results.get(&arguments.words()).cloned(),
            Mutant::Constant(result) => Some(result.clone()),
            Mutant::Argument(i) => target.results().parse(&arguments.root().field(*i).words()).ok(),
            Mutant::Exchanged(one, other) => original(Some(&exchanged(arguments, (*one, *other))?)),
            Mutant::Except(function) => target.results().parse(function.result_of(arguments).as_ref()?).ok(),
        }
    }

    /// Returns whether the mutant has another result than the function for an exercised call.
    pub(super) fn differs(&self, target: &dyn Target, exercised: &Exercised) -> bool {
        exercised.calls().iter().any(|call| {
            let original = &mut |_: Option<&Derivation>| Some(call.result.clone());
            self.result(target, &call.arguments, original).is_some_and(|result| result != call.result)
        })
    }
}

/// Puts a mutant into the place of the function, and notes what it changes.
pub(super) struct InPlace<'m> {
    pub(super) target: &'m dyn Target,
    pub(super) mutant: &'m Mutant,
    /// The first changes, each once.
    pub(super) changes: Vec<Change>,
}

/// The number of changes that are kept to be shown.
const SHOWN: usize = 16;

impl Calls for InPlace<'_> {
    fn call(&mut self, arguments: &Derivation, original: Original<'_>) -> Option<Derivation> {
        let result = self.mutant.result(self.target, arguments, original)?;
        if self.changes.len() < SHOWN && !self.changes.iter().any(|change| change.arguments == *arguments) {
            self.changes.push(Change { arguments: arguments.clone(), result: result.clone() });
        }
        Some(result)
    }
}

/// Draws a number below `n`; 0 if `n` is 0.
pub(super) fn below(rng: &mut Random, n: usize) -> usize {
    // The bias of a remainder of 64 bits is far below what any score could show.
    usize::try_from(rng.next_u64() % (n as u64).max(1)).unwrap_or_default()
}
