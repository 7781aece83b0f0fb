//! Shrinking of failures.

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

/// The maximal time of shrinking, however slow a property is.
pub const LONGEST_SHRINK: Duration = Duration::from_secs(10);

/// Returns whether an input fails, or stops the shrinking.
type Fails<'f> = dyn FnMut(&Derivation) -> ControlFlow<(), bool> + 'f;

/// The result of one more run.
enum Once {
    /// It does not fail.
    Holds,
    /// It is undecided.
    Undecided,
    /// It fails.
    Fails(Failure),
}

/// Returns whether a failure belongs to a group, if one is given.
fn is_of(group: Option<&Group>, failure: &Failure) -> bool {
    group.is_none_or(|group| *group == Group::of(failure))
}

impl Check<'_> {
    /// Shrinks a failing input as long as it fails in the given group, and runs the property on it once more.
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
        if counterexample.failure.is_not_deterministic() {
            // Of such a property, one more run says nothing about this or a smaller input.
            return Ok(counterexample);
        }
        if is_smallest {
            counterexample.minimal = Minimal::Size;
            if phase == Phase::Exhaustive
                && !counterexample.failure.is_hang()
                && !counterexample.failure.is_limit()
            {
                self.prefer_letters(&mut counterexample, (group, longest))?;
            }
        } else if counterexample.failure.is_limit() {
            // A limit met by a single input makes it undecided, and so for smaller ones.
        } else if self.plan.isolate || !counterexample.failure.is_hang() {
            // In this process, every smaller input that hangs would leave a thread behind.
            let ended = self.reduce(&mut counterexample, (group, longest), |all, input, fails| {
                all.shrink(input, fails)
            })?;
            counterexample.minimal = if ended { Minimal::Locally } else { Minimal::No };
            // Elsewhere smaller inputs are known to end, and some may fail in other ways.
            let is_drawn = matches!(phase, Phase::Ranks | Phase::Structural | Phase::Sampling | Phase::Edges);
            if group.is_none() && is_drawn && !self.plan.isolate && self.plan.budget.structures {
                self.search_below(&mut counterexample)?;
                if counterexample.minimal == Minimal::Size {
                    self.prefer_letters(&mut counterexample, (group, longest))?;
                }
            }
        }
        // An input that hangs or meets a limit would take that time again.
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

    /// Tries letters and digits in place of other characters of the same sizes.
    fn prefer_letters(
        &mut self,
        counterexample: &mut Counterexample,
        limits: (Option<&Group>, Duration),
    ) -> Result<(), CheckError> {
        self.reduce(counterexample, limits, |all, input, fails| all.nicer(input, fails))?;
        Ok(())
    }

    /// Replaces the counterexample by one that `reduce` finds. Returns whether `reduce` ran to its end.
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
        // Whether a neighbour of the smallest input so far was undecided.
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
        // Without threads nothing was tried.
        Ok(!cut_short && !is_unknown && self.runner.pool.has_threads())
    }

    /// Runs the property on an input, outside of all counts.
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
