//! A mutant in the place of the function: it answers the calls of a run, and the calls that it
//! changes are noted.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use everycase_kernel::Derivation;

use super::change::Change;
use super::mutant::Mutant;
use super::target::{Answer, Calls, Exercises, Original, ReturnValue, Target};

/// The number of changes that are kept to be shown.
pub(super) const SHOWN: usize = 16;

/// A run with a mutant ends when it makes this many calls more than [`FACTOR`] times the calls of
/// the function.
const CALLS: u64 = 1_000;
/// See [`CALLS`].
const FACTOR: u64 = 100;

/// Puts a mutant into the place of the function.
pub(super) struct InPlace {
    target: Arc<dyn Target>,
    mutant: Arc<Mutant>,
    /// The calls of the run with the function.
    exercised: Arc<Exercises>,
    /// The calls that are left before the run ends.
    left: u64,
    /// The first changes, each once.
    pub(super) changes: Vec<Change>,
}

impl InPlace {
    /// Returns the mutant in the place of the function, for a run after one with the function.
    pub(super) fn new(
        target: &Arc<dyn Target>,
        mutant: &Arc<Mutant>,
        exercised: &Arc<Exercises>,
    ) -> Rc<RefCell<InPlace>> {
        let left = exercised.made().saturating_mul(FACTOR).saturating_add(CALLS);
        let (target, mutant) = (Arc::clone(target), Arc::clone(mutant));
        Rc::new(RefCell::new(InPlace {
            target,
            mutant,
            exercised: Arc::clone(exercised),
            left,
            changes: Vec::new(),
        }))
    }

    /// Returns whether the run made too many calls.
    pub(super) fn is_stopped(&self) -> bool {
        self.left == 0
    }

    /// Returns whether an answer is another result than the function's, or may be.
    fn is_change(&self, arguments: &Derivation, answer: &Answer, original: Original<'_>) -> bool {
        let mut known = |arguments: &Derivation| match self.exercised.call(arguments) {
            Some(call) => call.result.clone(),
            // Only calls that follow from a change are not known.
            None => original(Some(arguments)).encoded().cloned(),
        };
        match answer {
            Answer::AsBefore | Answer::Stop => false,
            Answer::Result(_) if matches!(*self.mutant, Mutant::Everywhere(_)) => true,
            Answer::Result(result) => known(arguments).as_ref() != Some(result),
            Answer::ResultOn(others) => {
                let result = known(others);
                result.is_none() || result != known(arguments)
            }
        }
    }
}

impl Calls for InPlace {
    fn aside(&mut self, arguments: &Derivation, original: Original<'_>) -> Answer {
        self.left = self.left.saturating_sub(1);
        if self.is_stopped() {
            return Answer::Stop;
        }
        match self.mutant.answer(&*self.target, arguments, original) {
            // Where the function has no result, the mutant is as before.
            Answer::ResultOn(others) if original(Some(&others)) == ReturnValue::Nothing => Answer::AsBefore,
            answer => answer,
        }
    }

    fn call(&mut self, arguments: &Derivation, original: Original<'_>) -> Answer {
        let answer = self.aside(arguments, original);
        if self.changes.len() < SHOWN
            && !self.changes.iter().any(|change| change.arguments == *arguments)
            && self.is_change(arguments, &answer, original)
        {
            self.changes.push(Change { arguments: arguments.clone(), answer: answer.clone() });
        }
        answer
    }
}
