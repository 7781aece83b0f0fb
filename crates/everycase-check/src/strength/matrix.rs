//! Properties by mutants: each small mutant against all small inputs (Paper IV, section 5), as `FitSpec` does.
//!
//! A mutant is a function as before with exceptions, one derivation of a [shape](exceptions_shape). It is run with every prepared input of
//! every property that exercises one of its exceptions. The properties that kill it are a set; sets with their numbers of mutants and
//! their smallest mutants are all that is kept, so that any number of mutants can be run.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use everycase_kernel::function::{decode_exceptions, exceptions_shape};
use everycase_kernel::{Derivation, Derivations};

use super::in_place::{Change, InPlace};
use super::mutant::{Difference, Mutant};
use super::target::{Exercised, Target, Watch};
use crate::check::{Checked, check};
use crate::error::CheckError;
use crate::settings::Plan;
use crate::stats::Labels;
use crate::verdict::{Subject, Undecided, Verdict};

/// The largest number of properties of a matrix.
pub(crate) const MOST_PROPERTIES: usize = 64;

/// A property of a set, with the inputs that it is run on.
pub struct Suite {
    /// The property with the function.
    pub target: Arc<dyn Target>,
    /// Its inputs.
    pub derivations: Derivations,
    /// How many of its inputs to run, the smallest ones.
    pub inputs: usize,
}

/// Which properties kill which mutants.
pub struct Matrix {
    /// The check whose inputs were the mutants: how many of which sizes.
    pub checked: Checked,
    /// The sets of properties that kill some mutant and no other property does; bit `i` of a set is property `i`. The empty set
    /// is of survivors.
    pub sets: BTreeMap<u64, Set>,
    /// The number of inputs run of each property.
    pub inputs: Vec<usize>,
}

/// The mutants that a set of properties kills.
#[derive(Debug, Clone)]
pub struct Set {
    /// How many they are.
    pub mutants: u64,
    /// The smallest of them, by the exercised calls that it changes.
    pub smallest: Vec<Change>,
    place: (u32, Vec<u64>),
}

impl Matrix {
    /// Returns the number of mutants that differ from the function on an exercised call.
    pub fn mutants(&self) -> u64 {
        self.sets.values().map(|set| set.mutants).sum()
    }

    /// Returns the number of mutants that some of these properties kill.
    pub fn killed_by(&self, properties: u64) -> u64 {
        self.sets.iter().filter(|(set, _)| *set & properties != 0).map(|(_, set)| set.mutants).sum()
    }

    /// Returns the sets of properties that kill every mutant which any property kills, of which no smaller part does.
    pub fn minimal_complete(&self) -> Vec<u64> {
        let all = self.sets.keys().fold(0, |all, set| all | set);
        let wanted: Vec<u64> = self.sets.keys().copied().filter(|set| *set != 0).collect();
        let mut found: Vec<u64> = vec![0];
        // Berge's algorithm: the minimal sets that meet each of the sets so far.
        for set in wanted {
            let (mut meet, miss): (Vec<u64>, Vec<u64>) = found.iter().partition(|own| **own & set != 0);
            for own in miss {
                for property in (0..64).map(|bit| 1 << bit).filter(|bit| set & bit != 0) {
                    let grown = own | property;
                    if !meet.iter().any(|other| other & grown == *other) {
                        meet.push(grown);
                    }
                }
            }
            meet.sort_by_key(|own| own.count_ones());
            let mut minimal: Vec<u64> = Vec::new();
            for own in meet {
                if !minimal.iter().any(|other| other & own == *other) {
                    minimal.push(own);
                }
            }
            found = minimal;
        }
        debug_assert!(found.iter().all(|own| own & !all == 0), "only properties that kill");
        found.sort_unstable();
        found
    }

    /// Returns the pairs of properties of which the first kills every mutant that the second kills: the second is then implied by
    /// the first, as far as these mutants tell.
    pub fn implied(&self, properties: usize) -> Vec<(usize, usize)> {
        let pairs = (0..properties).flat_map(|one| (0..properties).map(move |other| (one, other)));
        let implies = |&(one, other): &(usize, usize)| {
            one != other && self.sets.keys().all(|set| set >> other & 1 == 0 || set >> one & 1 == 1)
        };
        pairs.filter(implies).collect()
    }
}

/// Runs small mutants against small inputs, within the budget of a plan. The properties are of one function, and at most
/// [`MOST_PROPERTIES`]. Returns `None` when the results of the function cannot be encoded.
///
/// # Errors
/// When the inputs or the mutants cannot be enumerated.
pub fn matrix(name: &str, suite: &[Suite], plan: &Plan) -> Result<Option<Matrix>, CheckError> {
    let Some(first) = suite.first() else {
        return Err(CheckError::Space(everycase_kernel::SpaceError::Empty { size: 0 }));
    };
    let mut prepared = Vec::new();
    for Suite { target, derivations, inputs } in suite.iter().take(MOST_PROPERTIES) {
        prepared.push(Prepared::new(target, derivations, *inputs)?);
    }
    let inputs = prepared.iter().map(|property| property.inputs.len()).collect();
    let (arguments, results) = (first.target.arguments(), first.target.results());
    let Some(results) = results else { return Ok(None) };
    let mutants = Derivations::new(exceptions_shape(arguments.shape(), results.shape()));
    let mutated = Arc::new(Mutated { prepared, sets: Mutex::default() });
    let subject: Arc<dyn Subject> = Arc::clone(&mutated) as Arc<dyn Subject>;
    let checked = check(name, &mutants, &subject, plan, &[])?;
    let sets = std::mem::take(&mut *mutated.sets.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(Some(Matrix { checked, sets, inputs }))
}

/// A property with its inputs and the calls that it makes on each.
struct Prepared {
    target: Arc<dyn Target>,
    inputs: Vec<(Derivation, Arc<Exercised>)>,
}

impl Prepared {
    fn new(target: &Arc<dyn Target>, derivations: &Derivations, most: usize) -> Result<Prepared, CheckError> {
        let mut inputs = Vec::new();
        let largest = derivations.largest_size()?;
        let mut size = 0;
        'sizes: while largest.is_none_or(|largest| size <= largest) {
            let mut walk = derivations.of_size(size)?;
            while let Some(input) = walk.next() {
                if inputs.len() == most {
                    break 'sizes;
                }
                let watch = Rc::new(RefCell::new(Watch::default()));
                let verdict = target.run(input, watch.clone());
                let exercised = watch.take().exercised;
                if verdict == Verdict::Passed && !exercised.is_empty() {
                    inputs.push((input.clone(), Arc::new(exercised)));
                }
            }
            size += 1;
        }
        Ok(Prepared { target: Arc::clone(target), inputs })
    }

    /// Runs the property with a mutant until it fails; `None` when a limit was met. Adds the exercised changes.
    fn kills(&self, mutant: &Rc<Mutant>, changes: &mut Vec<Change>) -> Option<bool> {
        let target = &self.target;
        let mut is_known = true;
        for (input, exercised) in &self.inputs {
            if mutant.difference(&**target, exercised) != Difference::Known {
                continue;
            }
            let in_place = InPlace::new(target, mutant, exercised);
            let verdict = target.run(input, in_place.clone());
            is_known &= !in_place.borrow().is_stopped();
            for change in std::mem::take(&mut in_place.borrow_mut().changes) {
                if !changes.iter().any(|known| known.arguments == change.arguments) {
                    changes.push(change);
                }
            }
            match verdict {
                Verdict::Failed(_) => return Some(true),
                Verdict::Undecided(_) => is_known = false,
                Verdict::Passed | Verdict::Discarded => {}
            }
        }
        is_known.then_some(false)
    }
}

/// The subject of a check whose inputs are mutants.
struct Mutated {
    prepared: Vec<Prepared>,
    sets: Mutex<BTreeMap<u64, Set>>,
}

impl Subject for Mutated {
    fn run(&self, input: &Derivation, _: &mut Labels) -> Verdict {
        let mutant = Rc::new(Mutant::Except(decode_exceptions(input.root())));
        let mut changes = Vec::new();
        let mut set = 0;
        for (i, property) in self.prepared.iter().enumerate() {
            let Some(kills) = property.kills(&mutant, &mut changes) else {
                let message = "a mutant met a limit".to_owned();
                let undecided = Undecided { message, location: None, may_fail: false };
                return Verdict::Undecided(Box::new(undecided));
            };
            set |= u64::from(kills) << i;
        }
        if changes.is_empty() {
            // It agrees with the function on all that is exercised.
            return Verdict::Discarded;
        }
        let place = (input.size(), input.words());
        let mut sets = self.sets.lock().unwrap_or_else(PoisonError::into_inner);
        let own = sets.entry(set).or_insert_with(|| Set {
            mutants: 0,
            smallest: changes.clone(),
            place: place.clone(),
        });
        own.mutants += 1;
        if place < own.place {
            (own.smallest, own.place) = (changes, place);
        }
        Verdict::Passed
    }
}
