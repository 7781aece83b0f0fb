//! The mutants of a matrix, each run on every prepared input of every property, and what that has
//! shown.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use everycase_kernel::Derivation;
use everycase_kernel::lazy::Run;
use everycase_kernel::maps::entries;

use super::{Beyond, Set, Sizes, Systematic};
use crate::claims::stats::Labels;
use crate::control::stop::{is_cancelled, was_ended};
use crate::run::verdict::{Subject, ToolLimit, Verdict};
use crate::strength::change::Change;
use crate::strength::in_place::{InPlace, SHOWN};
use crate::strength::mutant::{Mutant, Mutation, SYSTEMATIC};
use crate::strength::prepare::PreparedProperty;
use crate::strength::reach::fingerprint;
use crate::strength::systematic;
use crate::strength::target::{Answer, Exercise};

/// The subject of a walk whose inputs are mutants.
pub(super) struct MatrixSubject {
    prepared: Vec<PreparedProperty>,
    exercised: Calls,
    /// The systematic mutants, by number.
    pub(super) systematic: Vec<Arc<Mutant>>,
    sets: Mutex<BTreeMap<u64, KillSet>>,
}

/// The calls that the prepared inputs exercise, each once, by number.
#[derive(Default)]
struct Calls {
    /// The property, the input and the place of the call among the calls of the input.
    places: Vec<[usize; 3]>,
    /// The words of the result, if it is known.
    all: Vec<Option<Vec<u64>>>,
    /// The calls with these arguments: several if their results differ, because not all arguments
    /// can be encoded.
    with: HashMap<Vec<u64>, Vec<usize>>,
    /// The calls of each input of each property.
    of: Vec<Vec<Vec<usize>>>,
}

/// A mutant with what it changes.
struct MutantEffect {
    mutant: Arc<Mutant>,
    /// Which exercised calls it changes.
    calls: Vec<bool>,
    /// A fingerprint of the exercised calls with their new results.
    behaviour: u128,
}

/// The size and the words of a small mutant.
type Place = (u32, Vec<u64>);

/// The mutants that a set of properties kills.
#[derive(Default)]
struct KillSet {
    /// Their behaviours, each with the size of the smallest small mutant that has it, unless a
    /// systematic one does: mutants that change the same exercised calls in the same way are one.
    mutants: HashMap<u128, Option<u32>>,
    /// Of each behaviour of systematic mutants the first, by its number.
    systematic: HashMap<u128, (usize, Vec<Change>)>,
    /// The smallest of the small ones, by its size and its words.
    smallest: Option<(Place, Vec<Change>)>,
}

impl Calls {
    fn new(prepared: &[PreparedProperty]) -> Calls {
        let mut calls = Calls::default();
        for (property, own) in prepared.iter().enumerate() {
            let inputs = own.inputs.iter().enumerate().map(|(input, (_, exercised))| {
                let made = exercised.calls().iter().enumerate();
                made.map(|(place, call)| calls.number(call, [property, input, place])).collect()
            });
            let inputs = inputs.collect();
            calls.of.push(inputs);
        }
        calls
    }

    /// Returns the number of a call.
    fn number(&mut self, call: &Exercise, place: [usize; 3]) -> usize {
        let result = call.result.as_ref().map(Derivation::words);
        let with = self.with.entry(call.arguments.words()).or_default();
        if let Some(known) = with.iter().find(|known| self.all[**known] == result) {
            return *known;
        }
        self.all.push(result);
        self.places.push(place);
        with.push(self.all.len() - 1);
        self.all.len() - 1
    }

    /// Returns the calls, in the order of their numbers.
    fn calls<'p>(&self, prepared: &'p [PreparedProperty]) -> impl Iterator<Item = &'p Exercise> {
        self.places.iter().map(|[property, input, place]| {
            let (_, exercised) = &prepared[*property].inputs[*input];
            &exercised.calls()[*place]
        })
    }

    /// Notes the calls that an exception changes. Returns whether there are any, or it is for
    /// arguments of no exercised call: a mutant may be called on them after another change.
    fn change(&self, arguments: &[u64], result: &[u64], is_changed: &mut [bool]) -> bool {
        let Some(with) = self.with.get(arguments) else { return true };
        let changed = with.iter().filter(|call| self.all[**call].as_ref().is_some_and(|own| own != result));
        changed.map(|call| is_changed[*call] = true).count() > 0
    }
}

impl MatrixSubject {
    /// Returns the subject with systematic mutants of some kinds.
    pub(super) fn new(prepared: Vec<PreparedProperty>, mutations: &[Mutation]) -> MatrixSubject {
        let exercised = Calls::new(&prepared);
        let mut calls: Vec<(&Exercise, &Derivation)> = exercised
            .calls(&prepared)
            .filter(|call| exercised.with[&call.arguments.words()].len() == 1)
            .filter_map(|call| Some((call, call.result.as_ref()?)))
            .collect();
        calls.sort_by_cached_key(|(call, _)| (call.arguments.size(), call.arguments.words()));
        let kinds = SYSTEMATIC.into_iter().filter(|kind| mutations.contains(kind));
        let systematic = prepared.first().map_or(Vec::new(), |first| {
            kinds.flat_map(|kind| systematic::mutants(&*first.target, kind, &calls)).map(Arc::new).collect()
        });
        MatrixSubject { prepared, exercised, systematic, sets: Mutex::default() }
    }

    /// Returns the mutant of an input of the walk. Returns `None` if it changes no exercised call.
    fn mutant(&self, input: &Derivation) -> Option<MutantEffect> {
        match self.systematic.get(input.root().alternative()) {
            Some(mutant) => self.systematic(mutant),
            None => self.small(input),
        }
    }

    fn systematic(&self, mutant: &Arc<Mutant>) -> Option<MutantEffect> {
        let target = &*self.prepared.first()?.target;
        let mut behaviour = Vec::new();
        let is_changed = self.exercised.calls(&self.prepared).map(|call| {
            // Calls whose results are not known are run, and are not part of the behaviour.
            let Some(known) = &call.result else { return true };
            let Answer::Result(result) = mutant.answer_for(target, call) else { return false };
            let is_other = result != *known;
            if is_other {
                behaviour.push((call.arguments.words(), result.words()));
            }
            is_other
        });
        let is_changed = is_changed.collect();
        MutantEffect::new(mutant, is_changed, behaviour)
    }

    /// Returns the mutant of a map. Returns `None` where an exception is the function's own result,
    /// or is not possible: a smaller map does the same.
    fn small(&self, input: &Derivation) -> Option<MutantEffect> {
        let target = &*self.prepared.first()?.target;
        let results = target.results()?;
        let (mut exceptions, mut is_changed) = (HashMap::new(), vec![false; self.exercised.all.len()]);
        let (mut are_changes, mut behaviour) = (true, Vec::new());
        entries(input.root().field(0), |arguments, result| {
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
        let mutant = are_changes.then(|| Arc::new(Mutant::At(exceptions)))?;
        MutantEffect::new(&mutant, is_changed, behaviour)
    }

    /// Returns what the mutants so far have shown.
    pub(super) fn sets(&self) -> BTreeMap<u64, Set> {
        let sets = self.sets.lock().unwrap_or_else(PoisonError::into_inner);
        let set = |found: &KillSet| {
            let mut systematic: Vec<&(usize, Vec<Change>)> = found.systematic.values().collect();
            systematic.sort_unstable_by_key(|(number, _)| *number);
            let systematic = systematic.into_iter().map(|(number, changes)| Systematic {
                mutant: Arc::clone(&self.systematic[*number]),
                changes: changes.clone(),
            });
            let mut by_size = BTreeMap::new();
            for size in found.mutants.values().flatten() {
                *by_size.entry(*size).or_default() += 1;
            }
            Set {
                mutants: found.mutants.len() as u64,
                by_size,
                systematic: systematic.collect(),
                smallest: found.smallest.as_ref().map_or(Vec::new(), |(_, changes)| changes.clone()),
            }
        };
        sets.iter().map(|(properties, found)| (*properties, set(found))).collect()
    }

    /// Returns what the mutants after the mutants of some sets have shown.
    pub(super) fn beyond(&self, before: &BTreeMap<u64, Set>, sizes: Sizes) -> Beyond {
        let all = self.sets();
        let sum = |sets: &BTreeMap<u64, Set>| sets.values().map(|set| set.mutants).sum::<u64>();
        let surviving = |sets: &BTreeMap<u64, Set>| sets.get(&0).map_or(0, |set| set.mutants);
        let is_first = surviving(before) == 0;
        Beyond {
            sizes,
            mutants: sum(&all) - sum(before),
            survived: surviving(&all) - surviving(before),
            survivor: all.get(&0).filter(|_| is_first).map(|set| set.smallest.clone()),
        }
    }

    /// Runs a property on the inputs that exercise a changed call until it fails; `None` when a
    /// limit was met. Adds the changes.
    fn kills(&self, property: usize, mutant: &MutantEffect, changes: &mut Vec<Change>) -> Option<bool> {
        let PreparedProperty { target, inputs, .. } = &self.prepared[property];
        let mut is_known = true;
        for ((input, exercised), calls) in inputs.iter().zip(&self.exercised.of[property]) {
            if !calls.iter().any(|call| mutant.calls[*call]) {
                continue;
            }
            if is_cancelled() {
                return None;
            }
            let in_place = InPlace::new(target, &mutant.mutant, exercised);
            let verdict = target.run(input, in_place.clone());
            let is_stopped = in_place.borrow().is_stopped();
            for change in std::mem::take(&mut in_place.borrow_mut().changes) {
                if changes.len() < SHOWN && !changes.iter().any(|known| known.arguments == change.arguments) {
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

impl MutantEffect {
    /// Returns a mutant with what it changes; `None` if that is nothing.
    fn new(
        mutant: &Arc<Mutant>,
        is_changed: Vec<bool>,
        mut behaviour: Vec<(Vec<u64>, Vec<u64>)>,
    ) -> Option<MutantEffect> {
        behaviour.sort_unstable();
        behaviour.dedup();
        let mutant = Arc::clone(mutant);
        (!behaviour.is_empty()).then(|| MutantEffect {
            mutant,
            calls: is_changed,
            behaviour: fingerprint(&behaviour),
        })
    }
}

impl Subject for MatrixSubject {
    fn run(&self, input: &mut Run, _: &mut Labels) -> Verdict {
        let Some(input) = input.whole() else { return Verdict::Discarded };
        let Some(mutant) = self.mutant(input) else { return Verdict::Discarded };
        let mut changes = Vec::new();
        let mut set = 0;
        for property in 0..self.prepared.len() {
            let Some(kills) = self.kills(property, &mutant, &mut changes) else {
                let message = "a mutant met a limit".to_owned();
                let undecided = ToolLimit { message, location: None, may_fail: false };
                return Verdict::Undecided(Box::new(undecided));
            };
            set |= u64::from(kills) << property;
        }
        if changes.is_empty() || was_ended() {
            // The time was over within a run, and the mutant is not counted.
            return Verdict::Discarded;
        }
        let mut sets = self.sets.lock().unwrap_or_else(PoisonError::into_inner);
        let own = sets.entry(set).or_default();
        let number = input.root().alternative();
        let is_systematic = number < self.systematic.len();
        let size = (!is_systematic).then(|| input.size());
        let known = own.mutants.entry(mutant.behaviour).or_insert(size);
        *known = (*known).min(size);
        if is_systematic {
            match own.systematic.get(&mutant.behaviour) {
                Some((known, _)) if *known < number => {}
                _ => drop(own.systematic.insert(mutant.behaviour, (number, changes))),
            }
        } else {
            let place = (input.size(), input.words());
            if own.smallest.as_ref().is_none_or(|(known, _)| place < *known) {
                own.smallest = Some((place, changes));
            }
        }
        Verdict::Passed
    }
}
