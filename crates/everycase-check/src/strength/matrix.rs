//! Properties by mutants: each small mutant against all small inputs (Paper IV, section 5), as `FitSpec` does.
//!
//! A mutant is a function as before except on some arguments: a [finite map](map_shape) from arguments to results, so that 'as before'
//! costs nothing, and one exception costs the sizes of its argument and its result. A mutant is run with every prepared input of every
//! property that exercises one of its exceptions. Mutants that change the same exercised calls in the same way, and are killed by the
//! same properties, count as one. The properties that kill a mutant are a set; sets with their numbers of mutants and their
//! smallest mutants are all that is kept.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::num::NonZeroUsize;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use everycase_kernel::maps::{entries, map_shape};
use everycase_kernel::{Derivation, Derivations};

use super::in_place::{Change, InPlace};
use super::mutant::Mutant;
use super::prepare::{Prepared, prepare};
use super::reach::fingerprint;
use super::target::{Exercise, Target};
use crate::budget::Budget;
use crate::collector::Collector;
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
    let mutants = Derivations::new(map_shape(first.target.arguments().shape(), results.shape()));
    let exercised = Calls::new(&prepared);
    let mutated = Arc::new(Mutated { prepared, exercised, sets: Mutex::default() });
    let subject: Arc<dyn Subject> = Arc::clone(&mutated) as Arc<dyn Subject>;
    let mut runner = Runner::new(name, plan, &subject, Collector::new(NonZeroUsize::MIN))?;
    let deadline = plan.budget.time.and_then(after);
    // The size bound is about the inputs of properties.
    let budget = Budget { size: None, ..plan.budget };
    let mut sweep = Sweep::new(&mutants, &runner.pool.until(deadline), budget, Shard::WHOLE, plan.seed)?;
    if !plan.stop.is_wanted() {
        let inputs = budget.tests.unwrap_or(u64::MAX).min(MOST_MUTANTS);
        sweep.exhaust(&mut runner, End { inputs, deadline })?;
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
    /// The words of the result, if it is known.
    all: Vec<Option<Vec<u64>>>,
    /// The calls with these arguments: several if their results differ, because not all arguments can be encoded.
    with: HashMap<Vec<u64>, Vec<usize>>,
    /// The calls of each input of each property.
    of: Vec<Vec<Vec<usize>>>,
}

/// A small mutant.
struct Small {
    mutant: Rc<Mutant>,
    /// Which exercised calls it changes.
    is_changed: Vec<bool>,
    /// A fingerprint of the exercised calls with their new results.
    behaviour: u128,
}

/// The mutants that a set of properties kills.
struct Found {
    /// Their behaviours: mutants that change the same exercised calls in the same way are one.
    mutants: HashSet<u128>,
    smallest: Vec<Change>,
    place: (u32, Vec<u64>),
}

impl Calls {
    fn new(prepared: &[Prepared]) -> Calls {
        let mut calls = Calls::default();
        for property in prepared {
            let inputs = property
                .inputs
                .iter()
                .map(|(_, exercised)| exercised.calls().iter().map(|call| calls.number(call)).collect());
            let inputs = inputs.collect();
            calls.of.push(inputs);
        }
        calls
    }

    /// Returns the number of a call.
    fn number(&mut self, call: &Exercise) -> usize {
        let result = call.result.as_ref().map(Derivation::words);
        let with = self.with.entry(call.arguments.words()).or_default();
        if let Some(known) = with.iter().find(|known| self.all[**known] == result) {
            return *known;
        }
        self.all.push(result);
        with.push(self.all.len() - 1);
        self.all.len() - 1
    }

    /// Notes the calls that an exception changes. Returns whether there are any, or it is for arguments of no exercised call: a mutant may
    /// be called on them after another change.
    fn change(&self, arguments: &[u64], result: &[u64], is_changed: &mut [bool]) -> bool {
        let Some(with) = self.with.get(arguments) else { return true };
        let changed = with.iter().filter(|call| self.all[**call].as_ref().is_some_and(|own| own != result));
        changed.map(|call| is_changed[*call] = true).count() > 0
    }
}

impl Mutated {
    /// Returns the mutant of a map. Returns `None` where an exception is the function's own result, or is not possible: a smaller map
    /// does the same.
    fn mutant(&self, map: &Derivation) -> Option<Small> {
        let target = &*self.prepared.first()?.target;
        let results = target.results()?;
        let (mut exceptions, mut is_changed) = (HashMap::new(), vec![false; self.exercised.all.len()]);
        let (mut are_changes, mut behaviour) = (true, Vec::new());
        entries(map.root(), |arguments, result| {
            let (arguments, words) = (arguments.words(), result.words());
            let parsed = (target.arguments().parse(&arguments), results.parse(&words));
            let (Ok(own), Ok(result)) = parsed else { return are_changes = false };
            are_changes = are_changes
                && target.admits(&own, &result)
                && self.exercised.change(&arguments, &words, &mut is_changed);
            if self.exercised.with.contains_key(&arguments) {
                behaviour.push((arguments.clone(), words));
            }
            exceptions.insert(arguments, result);
        });
        (are_changes && !behaviour.is_empty()).then(|| Small {
            mutant: Rc::new(Mutant::At(exceptions)),
            is_changed,
            behaviour: fingerprint(&behaviour),
        })
    }

    /// Runs a property on the inputs that exercise a changed call until it fails; `None` when a limit was met. Adds the changes.
    fn kills(&self, property: usize, mutant: &Small, changes: &mut Vec<Change>) -> Option<bool> {
        let Prepared { target, inputs, .. } = &self.prepared[property];
        let mut is_known = true;
        for ((input, exercised), calls) in inputs.iter().zip(&self.exercised.of[property]) {
            if !calls.iter().any(|call| mutant.is_changed[*call]) {
                continue;
            }
            if ends_now() {
                return None;
            }
            let in_place = InPlace::new(target, &mutant.mutant, exercised);
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
        let Some(mutant) = self.mutant(input) else { return Verdict::Discarded };
        let mut changes = Vec::new();
        let mut set = 0;
        for property in 0..self.prepared.len() {
            let Some(kills) = self.kills(property, &mutant, &mut changes) else {
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
        let mut sets = self.sets.lock().unwrap_or_else(PoisonError::into_inner);
        let own = sets.entry(set).or_insert_with(|| Found {
            mutants: HashSet::new(),
            smallest: changes.clone(),
            place: place.clone(),
        });
        own.mutants.insert(mutant.behaviour);
        if place < own.place {
            (own.smallest, own.place) = (changes, place);
        }
        Verdict::Passed
    }
}
