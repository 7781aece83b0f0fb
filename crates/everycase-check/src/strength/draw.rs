//! Draws mutants that differ from the function on a call that a property has made.

use everycase_kernel::{BigUint, Derivation, Random, Rng};

use super::mutant::{ATTEMPTS, Difference, Mutant, Mutation, below, mutated};
use super::systematic::{self, SMALLEST};
use super::target::{Exercise, Exercises, Target};
use crate::settings::seed::Seed;

/// Draws a mutant that differs, or may differ, from the function on an exercised call; `None` if
/// none is found.
pub(super) fn draw(
    target: &dyn Target,
    mutation: Mutation,
    exercised: &Exercises,
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
            return { constants }.map(|mutant| mutant.with_difference(target, exercised)).find_map(|it| it);
        }
        Mutation::Argument => {
            let arguments = target.of_result_type();
            Mutant::Argument(*arguments.get(below(rng, arguments.len()))?)
        }
        Mutation::Exchanged => {
            let (one, other) = pair?;
            Mutant::Exchanged(one, other)
        }
        Mutation::Rewritten | Mutation::Paired => {
            let mut left = systematic::mutants(target, mutation, &encoded().collect::<Vec<_>>());
            return std::iter::from_fn(|| {
                (!left.is_empty()).then(|| left.swap_remove(below(rng, left.len())))
            })
            .find_map(|mutant| mutant.with_difference(target, exercised));
        }
    };
    drawn.with_difference(target, exercised)
}

/// Draws a constant function: one of the smallest results, or the result of a call. Where results
/// cannot be encoded, it is the result of the function itself on the arguments of a call, or on
/// arguments near them.
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
