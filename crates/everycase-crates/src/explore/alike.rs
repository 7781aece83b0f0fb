//! Which functions of equal parameters usually agree: a caller may take one for the other.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::learn::Explorer;
use crate::candidates::CallableItem;
use crate::driver::Driver;
use crate::error::Error;
use crate::expression::Expression;
use crate::snippet::{FULL, Snippet, snippet};
use crate::worker::{Outcome, Parameter};

/// The most calls of each function that are compared.
const KEPT: usize = 256;
/// The fewest calls of both functions, and the fewest different results in which they agree.
const CALLS: u64 = 40;
const RESULTS: usize = 8;
/// A pair may differ in one call of this many.
const ONE_OF: u64 = 10;
/// The most pairs that are told.
const PAIRS: usize = 20;

/// Two functions of equal parameters that agree in nine of ten calls, and differ in some.
#[derive(Clone, Debug)]
pub struct Alike {
    /// The items, by their index, with the code of the smallest call that differs and its result.
    pub each: [(usize, Snippet, String); 2],
    /// The number of calls that were compared.
    pub calls: u64,
    /// How many of them differ.
    pub differing: u64,
}

/// The results of some calls of each function.
#[derive(Default)]
pub(super) struct Results {
    of: FxHashMap<u16, OfArguments>,
}

/// The types of results, and hashes of these, by the arguments.
type OfArguments = FxHashMap<Vec<Arc<Expression>>, (Option<u16>, u64)>;

/// Two calls that are compared.
struct Pair {
    calls: [u16; 2],
    compared: u64,
    differing: u64,
    /// The arguments of the smallest difference.
    arguments: Vec<Arc<Expression>>,
}

impl Results {
    /// Adds the result of a call, if it has one with a text.
    pub(super) fn add(&mut self, own: &Expression, outcome: &Outcome) {
        if let (Expression::Call(call, arguments), Some(result)) = (own, outcome.result())
            && !arguments.is_empty()
        {
            let of = self.of.entry(*call).or_default();
            if of.len() < KEPT {
                let ty = if let Outcome::Value { ty, .. } = outcome { *ty } else { None };
                of.insert(arguments.clone(), (ty, result));
            }
        }
    }

    /// Returns the pairs of calls of different items that usually agree, the likeliest first; of
    /// two items one.
    fn pairs(&self, parameters: &[Vec<Parameter>], item_of: &[usize]) -> Vec<Pair> {
        let mut groups: BTreeMap<&[Parameter], Vec<u16>> = BTreeMap::new();
        let mut calls: Vec<u16> = self.of.keys().copied().collect();
        calls.sort_unstable();
        for call in calls {
            groups.entry(&parameters[usize::from(call)]).or_default().push(call);
        }
        let mut of_items: BTreeMap<[usize; 2], Pair> = BTreeMap::new();
        for group in groups.values() {
            for (at, first) in group.iter().enumerate() {
                for second in &group[at + 1..] {
                    let items = [first, second].map(|own| item_of[usize::from(*own)]);
                    if items[0] != items[1]
                        && let Some(pair) = self.pair([*first, *second])
                        && of_items.get(&items).is_none_or(|known| known.compared < pair.compared)
                    {
                        of_items.insert(items, pair);
                    }
                }
            }
        }
        let mut all: Vec<Pair> = of_items.into_values().collect();
        all.sort_by_key(|own| own.differing * 1_000_000 / own.compared);
        all
    }

    fn pair(&self, calls: [u16; 2]) -> Option<Pair> {
        let [first, second] = calls.map(|own| &self.of[&own]);
        let (mut results, mut differing) = (FxHashSet::default(), Vec::new());
        let mut compared = 0;
        for (arguments, one) in first {
            let Some(other) = second.get(arguments) else { continue };
            compared += 1;
            if one == other {
                results.insert(one.1);
            } else {
                differing.push(arguments);
            }
        }
        let measure = |own: &Vec<Arc<Expression>>| Expression::Call(calls[0], own.clone()).measure();
        let arguments = (*differing.iter().min_by_key(|own| measure(own))?).clone();
        let differing = differing.len() as u64;
        let usually = compared >= CALLS && results.len() >= RESULTS && differing * ONE_OF <= compared;
        usually.then_some(Pair { calls, compared, differing, arguments })
    }
}

impl Explorer<'_> {
    /// Returns the functions that usually agree, each pair with a call that differs again and
    /// again.
    pub(super) fn alike(
        &mut self,
        driver: &Driver,
        items: &[CallableItem],
        library: &str,
    ) -> Result<Vec<Alike>, Error> {
        let mut all = Vec::new();
        for pair in self.results.pairs(&self.runner.signature.calls, &self.item_of) {
            let of = pair.calls.map(|own| self.item_of[usize::from(own)]);
            // Traits state what two of their methods have in common.
            if of.iter().all(|own| items[*own].name.starts_with('<')) {
                continue;
            }
            let calls = pair.calls.map(|own| Expression::Call(own, pair.arguments.clone()));
            let mut results = Vec::new();
            for own in calls.iter().chain(&calls) {
                results.push(self.runner.alone(own)?.0.words());
            }
            let [Some(first), Some(second), Some(again), Some(second_again)] = &results[..] else { continue };
            if (first, second) != (again, second_again) || first == second {
                continue;
            }
            let code = |own| snippet(own, (&driver.calls, &self.forms), library, FULL);
            let each = [(of[0], code(&calls[0]), first.clone()), (of[1], code(&calls[1]), second.clone())];
            all.push(Alike { each, calls: pair.compared, differing: pair.differing });
            if all.len() == PAIRS {
                break;
            }
        }
        Ok(all)
    }
}
