//! Systematic mutants: functions that are wrong in the same way on all arguments, such as the
//! identity, a constant, or the function followed by 'reversed'. A mutant that is wrong in its own
//! way on each call is noticed by nearly any property that compares two calls; a programmer's error
//! is more often one of these. They are made of the types and the calls alone.

use everycase_kernel::{BigUint, Derivation, Rewrite};

use super::mutant::{Mutant, Mutation};
use super::target::{Exercise, Target};

/// A constant that is not the result of a call is one of this many smallest results.
pub(super) const SMALLEST: usize = 8;

/// The number of calls whose results become constants, and are paired.
const CALLS: usize = 8;

/// Returns the systematic mutants of a kind, for calls with their results. Some of them may agree
/// with the function on all calls, and some with each other.
pub(super) fn mutants(
    target: &dyn Target,
    mutation: Mutation,
    calls: &[(&Exercise, &Derivation)],
) -> Vec<Mutant> {
    let calls = &calls[..calls.len().min(CALLS)];
    match mutation {
        // What these change is drawn, or is not known without further calls.
        Mutation::Everywhere | Mutation::Single | Mutation::Several(_) | Mutation::Exchanged => Vec::new(),
        Mutation::Constant => {
            let results = calls.iter().map(|(_, result)| (*result).clone());
            smallest(target).chain(results).map(Mutant::Constant).collect()
        }
        Mutation::Argument => target.of_result_type().iter().map(|place| Mutant::Argument(*place)).collect(),
        Mutation::Rewritten => {
            Rewrite::all().into_iter().map(Mutant::Rewritten).chain([Mutant::Unchanged]).collect()
        }
        Mutation::Paired => paired(target, calls),
    }
}

/// Returns the smallest results.
fn smallest(target: &dyn Target) -> impl Iterator<Item = Derivation> + '_ {
    (0..SMALLEST).map_while(|place| target.results()?.index(&BigUint::from(place)).ok())
}

/// Returns the mutants that exchange the results of two calls, or give both the same other result.
fn paired(target: &dyn Target, calls: &[(&Exercise, &Derivation)]) -> Vec<Mutant> {
    let pairs = (0..calls.len()).flat_map(|one| (one + 1..calls.len()).map(move |other| (one, other)));
    let of_pair = |(one, other): (usize, usize)| {
        let [one, other] = [one, other].map(|place| calls[place]);
        let at = |result: &Derivation, second: &Derivation| {
            let changes = [(one.0, result), (other.0, second)];
            Mutant::At(changes.map(|(call, to)| (call.arguments.words(), to.clone())).into())
        };
        let exchanged = (one.1 != other.1).then(|| at(other.1, one.1));
        let third = smallest(target).find(|result| result != one.1 && result != other.1);
        exchanged.into_iter().chain(third.map(|third| at(&third, &third)))
    };
    pairs.flat_map(of_pair).collect()
}
