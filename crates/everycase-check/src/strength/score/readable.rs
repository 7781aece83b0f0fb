//! Survivors that people read more easily: letters in place of other characters, as in
//! counterexamples.
//!
//! The smallest survivor of a property of texts is mostly `f("\0") = "\u{1}"`. Once it is known,
//! the property is run on inputs with letters, while the calls with the same numbers return what
//! they returned, or the same with these letters: `f("a") = "a"` where the property demands that
//! the result is a part of the argument. Then the results get letters. What is shown has survived,
//! too.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use everycase_kernel::sorted::SortedMap;
use everycase_kernel::{Derivation, Derivations};

use super::{ScoreSubject, Survivor};
use crate::run::error::CheckError;
use crate::run::pool::{Job, Pool};
use crate::run::verdict::Verdict;
use crate::run::worker::{Worker, WorkerState};
use crate::settings::Plan;
use crate::strength::change::Change;
use crate::strength::in_place::InPlace;
use crate::strength::mutant::{Difference, Mutant};
use crate::strength::target::Answer;
use crate::system::miri::Instant;

/// Gives the changes of survivors letters in place of other characters, where the property lets the
/// mutant through all the same.
pub(super) fn run(
    scored: &Arc<ScoreSubject>,
    name: &str,
    derivations: &Derivations,
    plan: &Plan,
    survivors: &mut [Survivor],
) -> Result<(), CheckError> {
    if survivors.is_empty() {
        return Ok(());
    }
    let all: Arc<[Survivor]> = survivors.to_vec().into();
    let mut pool = Pool::new(name, plan)?;
    let deadline = Instant::now().checked_add(plan.shrink_time);
    let job = |thread: u64| {
        (thread == 0).then(|| Readable {
            scored: Arc::clone(scored),
            derivations: derivations.clone(),
            survivors: Arc::clone(&all),
        })
    };
    for (place, changes) in pool.run(job, deadline)?.into_iter().flatten() {
        survivors[place].changes = changes;
    }
    Ok(())
}

/// The survivors, one after the other.
struct Readable {
    scored: Arc<ScoreSubject>,
    derivations: Derivations,
    survivors: Arc<[Survivor]>,
}

/// The results of calls, by the number of the call among the calls of a run with the function.
type Results = Vec<(usize, Derivation)>;

impl Job for Readable {
    /// The changes in place of the changes of the survivor with this number.
    type Done = Vec<(usize, Vec<Change>)>;

    fn run(&self, worker: &Worker<'_>) -> Result<Self::Done, CheckError> {
        let mut done = Vec::new();
        for (place, survivor) in self.survivors.iter().enumerate() {
            if worker.is_over() {
                break;
            }
            if let Some(changes) = self.readable(worker, survivor)? {
                done.push((place, changes));
            }
        }
        Ok(done)
    }

    fn left_behind(&self, _: &WorkerState, _: Duration) -> Result<Self::Done, CheckError> {
        // A run that does not end: the survivors are shown as they are.
        Ok(Vec::new())
    }
}

impl Readable {
    /// Returns the changes of a survivor with letters; `None` if they stay as they are.
    fn readable(&self, worker: &Worker<'_>, survivor: &Survivor) -> Result<Option<Vec<Change>>, CheckError> {
        let Some(mut results) = self.results(worker, survivor) else { return Ok(None) };
        let mut best = None;
        let mut try_out = |input: &Derivation, results: &Results| {
            if worker.is_over() {
                return ControlFlow::Break(());
            }
            let Some(changes) = worker.case(|| self.changes(input, results)) else {
                return ControlFlow::Break(());
            };
            let survives = changes.is_some();
            best = changes.or(best.take());
            ControlFlow::Continue(survives)
        };
        let mut best_input = survivor.input.clone();
        let input = self.derivations.with_letters(&survivor.input, |input| {
            if let Some(changed) = self.as_in(&results, &best_input, input)
                && try_out(input, &changed)?
            {
                (results, best_input) = (changed, input.clone());
                return ControlFlow::Continue(true);
            }
            let survives = try_out(input, &results)?;
            if survives {
                best_input = input.clone();
            }
            ControlFlow::Continue(survives)
        })?;
        let Some(of_results) = self.scored.target.results() else { return Ok(best) };
        for number in 0..results.len() {
            let result = of_results.with_letters(&results[number].1, |result| {
                let mut others = results.clone();
                others[number].1 = result.clone();
                try_out(&input, &others)
            })?;
            results[number].1 = result;
        }
        Ok(best)
    }

    /// Returns results in which characters are replaced as in an input; `None` if they have none of
    /// these characters.
    fn as_in(&self, results: &Results, before: &Derivation, after: &Derivation) -> Option<Results> {
        let characters = |input| self.derivations.characters(input).ok();
        let pairs = characters(before)?.into_iter().zip(characters(after)?);
        let others: SortedMap<u128, u128> = pairs.filter(|(own, other)| own != other).collect();
        let of_results = self.scored.target.results()?;
        let changed = |(number, result): &(usize, Derivation)| {
            Some((*number, of_results.with_characters(result, |own| others.get(&own).copied()).ok()?))
        };
        let changed: Results = results.iter().map(changed).collect::<Option<_>>()?;
        (changed != *results).then_some(changed)
    }

    /// Returns the results of a survivor, if it differs from the function on calls of its input
    /// only, and by results that are known.
    fn results(&self, worker: &Worker<'_>, survivor: &Survivor) -> Option<Results> {
        if survivor.difference != Difference::Known {
            return None;
        }
        let (_, exercised) = worker.case(|| self.scored.watched(&survivor.input, None))?;
        let result = |change: &Change| match &change.answer {
            Answer::Result(result) => {
                let calls = exercised.calls();
                let number = calls.iter().position(|call| call.arguments == change.arguments)?;
                Some((number, result.clone()))
            }
            Answer::AsBefore | Answer::ResultOn(_) | Answer::Stop => None,
        };
        survivor.changes.iter().map(result).collect()
    }

    /// Returns the calls that a mutant with these results changes, if the property lets it through.
    fn changes(&self, input: &Derivation, results: &Results) -> Option<Vec<Change>> {
        let target = &self.scored.target;
        let (verdict, exercised) = self.scored.watched(input, None);
        let mut table = HashMap::new();
        for (number, result) in results {
            let call = exercised.calls().get(*number)?;
            let is_other = call.result.as_ref().is_some_and(|own| own != result);
            if !is_other || !target.admits(&call.arguments, result) {
                return None;
            }
            table.insert(call.arguments.words(), result.clone());
        }
        let in_place = InPlace::new(target, &Arc::new(Mutant::At(table)), &exercised);
        let with_mutant = target.run(input, in_place.clone());
        let in_place = &mut *in_place.borrow_mut();
        let survives = verdict == Verdict::Passed
            && matches!(with_mutant, Verdict::Passed | Verdict::Discarded)
            && !in_place.is_stopped()
            && in_place.changes.len() == results.len();
        survives.then(|| std::mem::take(&mut in_place.changes))
    }
}
