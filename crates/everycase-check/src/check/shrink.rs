//! A smaller input for a failure.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use everycase_kernel::{Derivation, Derivations, SpaceError};

use super::phases::Check;
use super::result::{Counterexample, Minimal};
use crate::collector::At;
use crate::error::CheckError;
use crate::failures::Found;
use crate::jobs::{Each, Given};
use crate::phase::Phase;
use crate::verdict::{Failure, Group};

/// The longest time that shrinking takes, however slow a property is.
pub const LONGEST_SHRINK: Duration = Duration::from_secs(10);

/// Tells whether an input fails, or ends the search for others.
type Fails<'f> = dyn FnMut(&Derivation) -> ControlFlow<(), bool> + 'f;

/// What has come of one input more.
enum Once {
    /// It does not fail.
    Holds,
    /// It is not known.
    Undecided,
    /// It fails.
    Fails(Failure),
}

/// Returns whether a failure is of a group, if there is one to be of.
fn is_of(group: Option<&Group>, failure: &Failure) -> bool {
    group.is_none_or(|group| *group == Group::of(failure))
}

impl Check<'_> {
    /// Shrinks a failing input, as long as it fails and is of the group given, and runs the property on it once more.
    pub(super) fn counterexample(
        &mut self,
        found: Found,
        at: At,
        (group, longest): (Option<&Group>, Duration),
    ) -> Result<Counterexample, CheckError> {
        let At { phase, tests, is_smallest } = at;
        let Found { input, failure, .. } = found;
        let saved = (phase == Phase::Replay).then(|| input.clone());
        let (minimal, shrunk_from) = (Minimal::No, None);
        let mut counterexample =
            Counterexample { input, failure, phase, minimal, tests, flaky: false, shrunk_from };
        if is_smallest {
            counterexample.minimal = Minimal::Size;
            if phase == Phase::Exhaustive
                && !counterexample.failure.is_hang()
                && !counterexample.failure.is_limit()
            {
                // Letters and digits in place of other characters of their sizes: nothing smaller fails all the same.
                self.reduce(&mut counterexample, (group, longest), |all, input, fails| {
                    all.nicer(input, fails)
                })?;
            }
        } else if counterexample.failure.is_limit() {
            // Alone, an input that meets a limit is undecided, and so is a smaller one.
        } else if self.plan.isolate || !counterexample.failure.is_hang() {
            // In this process every smaller input that hangs too would leave a thread behind.
            let ended = self.reduce(&mut counterexample, (group, longest), |all, input, fails| {
                all.shrink(input, fails)
            })?;
            counterexample.minimal = if ended { Minimal::Locally } else { Minimal::No };
        }
        // What hangs, or meets a limit, would take its time again.
        let is_quick = !counterexample.failure.is_hang() && !counterexample.failure.is_limit();
        if is_quick && self.runner.pool.has_threads() {
            match self.once(&counterexample.input)? {
                Once::Fails(failure) if is_of(group, &failure) => counterexample.failure = failure,
                Once::Fails(_) | Once::Holds | Once::Undecided => counterexample.flaky = true,
            }
        }
        counterexample.shrunk_from = saved.filter(|saved| saved.words() != counterexample.input.words());
        Ok(counterexample)
    }

    /// Takes another input that fails, as `reduce` finds it. Returns whether it has come to its end.
    fn reduce(
        &mut self,
        counterexample: &mut Counterexample,
        (group, longest): (Option<&Group>, Duration),
        reduce: impl FnOnce(&Derivations, &Derivation, &mut Fails<'_>) -> Result<Derivation, SpaceError>,
    ) -> Result<bool, CheckError> {
        let derivations = self.derivations.clone();
        let start = Instant::now();
        let isolated = self.plan.isolate;
        let mut problem = None;
        let mut cut_short = false;
        let mut last = None;
        // Was any input next to the smallest one so far undecided?
        let mut is_unknown = false;
        let smallest = reduce(&derivations, &counterexample.input, &mut |candidate| {
            if start.elapsed() > longest || self.plan.stop.is_wanted() {
                cut_short = true;
                return ControlFlow::Break(());
            }
            match self.once(candidate) {
                Ok(Once::Fails(failure)) if failure.is_hang() && !isolated => {
                    cut_short = true;
                    ControlFlow::Break(())
                }
                Ok(Once::Fails(failure)) if is_of(group, &failure) => {
                    last = Some(failure);
                    is_unknown = false;
                    ControlFlow::Continue(true)
                }
                Ok(Once::Undecided) => {
                    is_unknown = true;
                    ControlFlow::Continue(false)
                }
                Ok(Once::Fails(_) | Once::Holds) => ControlFlow::Continue(false),
                Err(error) => {
                    problem = Some(error);
                    ControlFlow::Break(())
                }
            }
        })?;
        if let Some(error) = problem {
            return Err(error);
        }
        counterexample.input = smallest;
        if let Some(failure) = last {
            counterexample.failure = failure;
        }
        // Without a thread nothing was tried.
        Ok(!cut_short && !is_unknown && self.runner.pool.has_threads())
    }

    /// Runs the property on an input, which counts nowhere.
    fn once(&mut self, input: &Derivation) -> Result<Once, CheckError> {
        let inputs = Given([input.clone()].into());
        let done = self.runner.first_on_one(|trial| Each { inputs, within: None, trial }, None)?;
        Ok(match done.gathered.found().next() {
            Some(found) => Once::Fails(found.failure.clone()),
            None if done.counts.undecided > 0 => Once::Undecided,
            None => Once::Holds,
        })
    }
}
