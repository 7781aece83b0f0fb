//! Properties by mutants: each small mutant against all small inputs (Paper IV, section 5), as `FitSpec` does.
//!
//! A mutant is a function as before with exceptions, one derivation of a [shape](exceptions_shape). It is run with every prepared input of
//! every property that exercises one of its exceptions. Mutants that change the same exercised calls in the same way count as one. The
//! properties that kill a mutant are a set; sets with their numbers of mutants and their smallest mutants are all that is kept.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::num::NonZeroUsize;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use everycase_kernel::function::{decode_exceptions, exceptions_shape};
use everycase_kernel::{Derivation, Derivations};

use super::in_place::{Change, InPlace};
use super::mutant::Mutant;
use super::prepare::{Prepared, prepare};
use super::reach::fingerprint;
use super::target::Target;
use crate::budget::Budget;
use crate::error::CheckError;
use crate::pool::Pool;
use crate::runner::Runner;
use crate::settings::Plan;
use crate::shard::Shard;
use crate::stats::Labels;
use crate::stop::ends_now;
use crate::sweep::{End, Sweep};
use crate::verdict::{Subject, Undecided, Verdict};
use crate::worker::was_ended;

/// The largest number of properties of a matrix.
pub const MOST_PROPERTIES: usize = 64;

/// The largest number of mutants that are run, so that those found can be told apart.
const MOST_MUTANTS: u64 = 1 << 20;

/// The part of the time, as a divisor, in which the inputs of the properties are prepared.
const PREPARED: u32 = 4;

/// The largest number of sets that are kept while minimal complete sets are sought.
const MOST_SETS: usize = 1_000;

/// A property of a set, with the inputs that it is run on.
pub struct Suite {
    /// The name of the property.
    pub property: String,
    /// The property with the function.
    pub target: Arc<dyn Target>,
    /// Its inputs.
    pub derivations: Derivations,
    /// How many of its inputs to run, the smallest ones.
    pub inputs: usize,
}

/// Which properties kill which mutants.
pub struct Matrix {
    /// The sets of properties that kill some mutant and no other property does; bit `i` of a set is property `i`. The empty set
    /// is of survivors.
    pub sets: BTreeMap<u64, Set>,
    /// The inputs of each property.
    pub inputs: Vec<Inputs>,
    /// The largest size of which all mutants were run.
    pub through: Option<u32>,
    /// Whether some mutants of the next size were run, too.
    pub has_more: bool,
    /// The number of mutants that met a limit.
    pub undecided: u64,
    /// The time in which the inputs were prepared.
    pub preparation: Duration,
    /// Why no more mutants were run.
    pub ended: MatrixEnded,
}

/// Why no more mutants were run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatrixEnded {
    /// There are no others.
    AllRun,
    /// The budget was spent.
    Budget,
    /// The runs with a mutant did not end within the time for one input.
    Hung,
    /// It was interrupted.
    Interrupted,
}

impl MatrixEnded {
    /// Returns its name in records.
    pub fn name(self) -> &'static str {
        match self {
            MatrixEnded::AllRun => "all run",
            MatrixEnded::Budget => "budget",
            MatrixEnded::Hung => "hung",
            MatrixEnded::Interrupted => "interrupted",
        }
    }
}

/// The inputs of a property on which mutants are run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Inputs {
    /// How many there are: those on which the property holds and calls the function.
    pub count: usize,
    /// The largest size of which these are all.
    pub through: Option<u32>,
    /// Whether the property has no others.
    pub is_all: bool,
    /// Whether the property failed on an input, with the function itself. It is then not run with mutants.
    pub has_failed: bool,
}

/// The mutants that a set of properties kills.
#[derive(Debug, Clone)]
pub struct Set {
    /// How many they are.
    pub mutants: u64,
    /// The smallest of them, by the exercised calls that it changes.
    pub smallest: Vec<Change>,
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

    /// Returns the sets of properties that kill every mutant which any property kills, of which no smaller part does; `None` if they are
    /// too many to find.
    pub fn minimal_complete(&self) -> Option<Vec<u64>> {
        // A set that has another one as a part is met whenever that one is.
        let wanted = minimal(self.sets.keys().copied().filter(|set| *set != 0).collect());
        let mut found: Vec<u64> = vec![0];
        // Berge's algorithm: the minimal sets that meet each of the sets so far.
        for set in wanted {
            let (mut meet, miss): (Vec<u64>, Vec<u64>) = found.iter().partition(|own| **own & set != 0);
            for own in miss {
                meet.extend((0..64).map(|bit| 1 << bit).filter(|bit| set & bit != 0).map(|bit| own | bit));
            }
            found = minimal(meet);
            if found.len() > MOST_SETS {
                return None;
            }
        }
        found.sort_unstable_by_key(|set| (set.count_ones(), *set));
        Some(found)
    }

    /// Returns the pairs of properties of which the first [implies](Matrix::implies) the second.
    pub fn implied(&self) -> Vec<(usize, usize)> {
        let all = 0..self.inputs.len();
        let pairs = all.clone().flat_map(|one| all.clone().map(move |other| (one, other)));
        pairs.filter(|&(one, other)| one != other && self.implies(one, other)).collect()
    }

    /// Returns whether the first property kills every mutant that the second kills: the second is then implied by the first, as far as
    /// these mutants tell.
    pub fn implies(&self, one: usize, other: usize) -> bool {
        self.sets.keys().all(|set| set >> other & 1 == 0 || set >> one & 1 == 1)
    }
}

/// Returns the sets of which no other one is a part.
fn minimal(mut sets: Vec<u64>) -> Vec<u64> {
    sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
    let mut minimal: Vec<u64> = Vec::new();
    for set in sets {
        if !minimal.iter().any(|other| other & set == *other) {
            minimal.push(set);
        }
    }
    minimal
}

/// Runs small mutants by size against small inputs, within the budget of a plan: its time, or as many mutants as it has tests. The
/// properties are of one function, deterministic, and at most the first [`MOST_PROPERTIES`] are run. The whole is run, whatever part
/// the plan is of. Returns `None` when the results of the function cannot be encoded, or there is no property.
///
/// # Errors
/// When the inputs or the mutants cannot be enumerated.
pub fn matrix(name: &str, suite: &[Suite], plan: &Plan) -> Result<Option<Matrix>, CheckError> {
    let Some((first, results)) = suite.first().and_then(|first| Some((first, first.target.results()?)))
    else {
        return Ok(None);
    };
    let start = Instant::now();
    let after = |time: Duration| start.checked_add(time);
    let mut pool = Pool::new(name, plan)?;
    let suite = &suite[..suite.len().min(MOST_PROPERTIES)];
    let prepared = prepare(suite, plan, &mut pool, plan.budget.time.and_then(|time| after(time / PREPARED)))?;
    drop(pool);
    let preparation = start.elapsed();
    let inputs = prepared.iter().map(|property| property.of).collect();
    let mutants = Derivations::new(exceptions_shape(first.target.arguments().shape(), results.shape()));
    let exercised = Calls::new(&prepared);
    let mutated = Arc::new(Mutated { prepared, exercised, sets: Mutex::default() });
    let subject: Arc<dyn Subject> = Arc::clone(&mutated) as Arc<dyn Subject>;
    let mut runner = Runner::new(name, plan, &subject, NonZeroUsize::MIN)?;
    let deadline = plan.budget.time.and_then(after);
    // The size bound is about the inputs of properties.
    let budget = Budget { size: None, ..plan.budget };
    let mut sweep = Sweep::new(&mutants, &runner.pool.until(deadline), budget, Shard::WHOLE, plan.seed)?;
    if !plan.stop.is_wanted() {
        sweep.exhaust(
            &mut runner,
            End { inputs: budget.tests.unwrap_or(u64::MAX).min(MOST_MUTANTS), deadline },
        )?;
    }
    let sets = std::mem::take(&mut *mutated.sets.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(Some(Matrix {
        sets: sets
            .into_iter()
            .map(|(set, found)| (set, Set { mutants: found.mutants.len() as u64, smallest: found.smallest }))
            .collect(),
        inputs,
        through: sweep.exhausted.as_ref().map(|all| all.through),
        has_more: sweep.stopped_at.as_ref().is_some_and(|some| some.done > 0),
        undecided: sweep.undecided,
        preparation,
        ended: match () {
            () if runner.collector.is_full() => MatrixEnded::Hung,
            () if plan.stop.is_wanted() => MatrixEnded::Interrupted,
            () if sweep.is_complete() => MatrixEnded::AllRun,
            () => MatrixEnded::Budget,
        },
    }))
}

/// The subject of a sweep whose inputs are mutants.
struct Mutated {
    prepared: Vec<Prepared>,
    exercised: Calls,
    sets: Mutex<BTreeMap<u64, Found>>,
}

/// The calls that the prepared inputs exercise, each once, by number.
#[derive(Default)]
struct Calls {
    /// The arguments and the words of the result, if it is known.
    all: Vec<(Derivation, Option<Vec<u64>>)>,
    /// The calls of each input of each property.
    of: Vec<Vec<Vec<usize>>>,
}

/// The mutants that a set of properties kills.
struct Found {
    /// Fingerprints of what they change. Mutants that change the same calls in the same way are one.
    mutants: HashSet<u128>,
    smallest: Vec<Change>,
    place: (u32, Vec<u64>),
}

impl Calls {
    fn new(prepared: &[Prepared]) -> Calls {
        let (mut calls, mut places) = (Calls::default(), HashMap::new());
        for property in prepared {
            let inputs = property.inputs.iter().map(|(_, exercised)| {
                let calls = exercised.calls().iter().map(|call| {
                    let result = call.result.as_ref().map(Derivation::words);
                    *places.entry((call.arguments.words(), result.clone())).or_insert_with(|| {
                        calls.all.push((call.arguments.clone(), result));
                        calls.all.len() - 1
                    })
                });
                calls.collect()
            });
            let inputs = inputs.collect();
            calls.of.push(inputs);
        }
        calls
    }
}

impl Mutated {
    /// Runs a property on the inputs that exercise a changed call until it fails; `None` when a limit was met. Adds the changes.
    fn kills(
        &self,
        property: usize,
        mutant: &Rc<Mutant>,
        is_changed: &[bool],
        changes: &mut Vec<Change>,
    ) -> Option<bool> {
        let Prepared { target, inputs, .. } = &self.prepared[property];
        let mut is_known = true;
        for ((input, exercised), calls) in inputs.iter().zip(&self.exercised.of[property]) {
            if !calls.iter().any(|call| is_changed[*call]) {
                continue;
            }
            if ends_now() {
                return None;
            }
            let in_place = InPlace::new(target, mutant, exercised);
            let verdict = target.run(input, in_place.clone());
            let is_stopped = in_place.borrow().is_stopped();
            for change in std::mem::take(&mut in_place.borrow_mut().changes) {
                if !changes.iter().any(|known| known.arguments == change.arguments) {
                    changes.push(change);
                }
            }
            match verdict {
                _ if is_stopped => is_known = false,
                Verdict::Failed(_) => return Some(true),
                Verdict::Undecided(_) => is_known = false,
                Verdict::Passed | Verdict::Discarded => {}
            }
        }
        is_known.then_some(false)
    }
}

impl Subject for Mutated {
    fn run(&self, input: &Derivation, _: &mut Labels) -> Verdict {
        let function = decode_exceptions(input.root());
        let mut behaviour = Vec::new();
        let is_changed = self.exercised.all.iter().enumerate().map(|(place, (arguments, result))| {
            let exception = function.result_of(arguments).as_ref();
            let changed =
                exception.filter(|exception| result.as_ref().is_some_and(|known| known != *exception));
            behaviour.extend(changed.map(|result| (place, result.clone())));
            changed.is_some()
        });
        let is_changed: Vec<bool> = is_changed.collect();
        if behaviour.is_empty() {
            // It agrees with the function on all that is exercised.
            return Verdict::Discarded;
        }
        let mutant = Rc::new(Mutant::Except(function));
        let mut changes = Vec::new();
        let mut set = 0;
        for property in 0..self.prepared.len() {
            let Some(kills) = self.kills(property, &mutant, &is_changed, &mut changes) else {
                let message = "a mutant met a limit".to_owned();
                let undecided = Undecided { message, location: None, may_fail: false };
                return Verdict::Undecided(Box::new(undecided));
            };
            set |= u64::from(kills) << property;
        }
        if changes.is_empty() || was_ended() {
            // The time was over within a run, and the mutant is not counted.
            return Verdict::Discarded;
        }
        let place = (input.size(), input.words());
        let behaviour = fingerprint(&behaviour);
        let mut sets = self.sets.lock().unwrap_or_else(PoisonError::into_inner);
        let own = sets.entry(set).or_insert_with(|| Found {
            mutants: HashSet::new(),
            smallest: changes.clone(),
            place: place.clone(),
        });
        own.mutants.insert(behaviour);
        if place < own.place {
            (own.smallest, own.place) = (changes, place);
        }
        Verdict::Passed
    }
}
