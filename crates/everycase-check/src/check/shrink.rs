//! Shrinking of failures.
//!
//! Shrinking keeps to the failure that was found. A counterexample that was drawn is first shrunk
//! for as long as is proportional to the budget; then all inputs below it are
//! [searched](super::below) by size, which often takes no time and gives the smallest one. Only if
//! neither ends, shrinking goes on until `shrink_time` is over.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

use everycase_kernel::{Derivation, Derivations, SpaceError};

use super::below::SHARE;
use super::readable::size_of_structure;
use super::result::{Counterexample, Minimal};
use super::streams::Check;
use crate::claims::stream::Stream;
use crate::run::collector::At;
use crate::run::error::CheckError;
use crate::run::failures::FailingInput;
use crate::run::jobs::{Each, InputList};
use crate::run::runner::Runner;
use crate::run::undecided_input::UndecidedInput;
use crate::run::verdict::{Failure, Group};
use crate::system::miri::Instant;

/// Returns whether an input fails, or stops the shrinking.
pub(super) type Fails<'f> = dyn FnMut(&Derivation) -> ControlFlow<(), bool> + 'f;

/// Replaces a failing input by a simpler one.
pub(super) type Reduce<'r> =
    &'r dyn Fn(&Derivations, &Derivation, &mut Fails<'_>) -> Result<Derivation, SpaceError>;

/// The result of one more run.
pub(super) enum Once {
    /// It does not fail.
    Holds,
    /// It met a limit of the tool.
    Undecided(Box<UndecidedInput>),
    /// It fails.
    Fails(Failure),
}

impl Once {
    /// Runs the property on an input, outside of all counts.
    pub(super) fn of(runner: &mut Runner, input: &Derivation) -> Result<Once, CheckError> {
        let inputs = InputList([input.clone()].into());
        let done = runner.first_on_one(|trial| Each { inputs, bound: None, trial }, None)?;
        Ok(match (done.gathered.found().next(), done.counts.unknown) {
            (Some(found), _) => Once::Fails(found.failure.clone()),
            (None, Some(unknown)) => Once::Undecided(unknown),
            (None, None) => Once::Holds,
        })
    }
}

/// The failures that are the same as the one that is shrunk.
pub(super) enum Same {
    /// Those of a group, in a check that goes on after failures.
    Of(Group),
    /// Those that are like this one.
    Like(Failure),
}

impl Same {
    pub(super) fn has(&self, failure: &Failure) -> bool {
        match self {
            Same::Of(group) => *group == Group::of(failure),
            Same::Like(first) => first.is_like(failure),
        }
    }
}

/// The shrinking of one failure.
pub(super) struct Shrinking {
    pub(super) same: Same,
    /// When it has to end.
    pub(super) end: Instant,
    /// The inputs, as words, that hung or met a limit: with more time they may fail in the same
    /// way.
    unknown: HashSet<Vec<u64>>,
    /// The smallest of them that met a limit.
    pub(super) limit: Option<Box<UndecidedInput>>,
    /// Inputs on which the property fails in other ways.
    pub(super) further: Vec<Counterexample>,
    /// The number of simpler inputs that were run since the last one that fails.
    tried: u64,
}

impl Shrinking {
    /// Keeps an input on which the property fails in another way. Returns whether this way is new.
    pub(super) fn keep_other(&mut self, other: Counterexample) -> bool {
        let is_new = !self.further.iter().any(|known| known.failure.is_like(&other.failure));
        if is_new {
            // The stream is the counterexample's, which may be an input that failed before.
            self.further.push(Counterexample { stream: Stream::Search, ..other });
        }
        is_new
    }

    /// Returns whether its time is over.
    pub(super) fn is_over(&self) -> bool {
        Instant::now() > self.end
    }

    /// Returns whether some input has hung.
    pub(super) fn has_hang(&self) -> bool {
        self.further.iter().any(|other| other.failure.is_hang())
    }

    /// Returns whether it is unknown of a simpler input next to this one whether the property fails
    /// on it in the same way. An input is run only once, but may be next to several.
    fn is_beside_unknown(&self, all: &Derivations, input: &Derivation) -> Result<bool, SpaceError> {
        Ok(!self.unknown.is_empty()
            && all.smaller(input)?.any(|candidate| self.unknown.contains(&candidate.words())))
    }
}

/// How long a stage of shrinking lasts.
#[derive(Clone, Copy)]
pub(super) struct Stage {
    pub(super) end: Instant,
    pub(super) runs: u64,
}

/// How a stage of shrinking ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StageEnding {
    /// Nothing simpler fails.
    Minimal,
    /// Something simpler next to it was undecided, or hung.
    Unknown,
    /// Its time or its runs are spent.
    Spent,
}

impl Check<'_> {
    /// Shrinks a failing input as long as it fails in the same way: with a cause of the group, if
    /// one is given. Runs the property on it once more. Further inputs follow it on which the
    /// property fails in other ways.
    pub(super) fn counterexample(
        &mut self,
        found: FailingInput,
        at: At,
        (group, longest): (Option<&Group>, Duration),
    ) -> Result<Vec<Counterexample>, CheckError> {
        let first = Counterexample::unshrunk(found, at, self.start);
        if first.failure.is_not_deterministic() {
            // Of such a property, one more run says nothing about this or a smaller input.
            return Ok(vec![first]);
        }
        let mut counterexample = first.clone();
        let same = self.same(&first, group)?;
        let end = Instant::now() + longest;
        let mut shrinking =
            Shrinking { same, end, unknown: HashSet::new(), limit: None, further: Vec::new(), tried: 0 };
        let failure = &counterexample.failure;
        let is_quick = !failure.is_hang() && !failure.is_limit();
        if at.is_smallest {
            counterexample.minimal = Minimal::Size;
            if at.stream == Stream::Search && is_quick {
                self.make_readable(&mut counterexample, &mut shrinking)?;
            }
        } else if !counterexample.failure.is_limit() && (self.plan.isolate || is_quick) {
            // A limit met by a single input makes it undecided, and so for smaller ones. In this
            // process, every smaller input that hangs would leave a thread behind.
            let start = Instant::now();
            self.shrink(&mut counterexample, &mut shrinking)?;
            counterexample.shrunk_in = start.elapsed();
            self.search_limit(&mut counterexample, &mut shrinking)?;
        }
        if at.stream == Stream::Replay && first.input.words() != counterexample.input.words() {
            counterexample.shrunk_from = Some(first.input.clone());
        }
        if self.plan.varies && self.runs_again(&counterexample) {
            // The last input that is run is the counterexample itself.
            self.vary(&mut counterexample, &shrinking)?;
        }
        let mut all = vec![self.run_again(counterexample, &first, &shrinking.same)?];
        for other in shrinking.further {
            let same = self.same(&other, None)?;
            all.push(self.run_again(other.clone(), &other, &same)?);
        }
        Ok(all)
    }

    /// Returns which failures are the same as the first one.
    fn same(&mut self, first: &Counterexample, group: Option<&Group>) -> Result<Same, CheckError> {
        if let Some(group) = group {
            return Ok(Same::Of(group.clone()));
        }
        // Smaller inputs are run as a whole. An input that was decided on demand may fail
        // elsewhere.
        let is_lazy = self.runner.subject.profile().is_lazy() && self.runs_again(first);
        Ok(Same::Like(match is_lazy.then(|| self.once(&first.input)).transpose()? {
            Some(Once::Fails(failure)) => failure,
            _ => first.failure.clone(),
        }))
    }

    /// Returns whether a failing input can be run again: one that hangs or meets a limit would take
    /// that time again.
    fn runs_again(&self, found: &Counterexample) -> bool {
        !found.failure.is_hang() && !found.failure.is_limit() && self.runner.pool.has_threads()
    }

    /// Runs the property on a counterexample once more. If it fails in another way, the property
    /// keeps state, so the first failure is all that is known.
    fn run_again(
        &mut self,
        counterexample: Counterexample,
        first: &Counterexample,
        same: &Same,
    ) -> Result<Counterexample, CheckError> {
        if !self.runs_again(&counterexample) {
            return Ok(counterexample);
        }
        Ok(match (self.once(&counterexample.input)?, same) {
            (Once::Fails(failure), _) if same.has(&failure) => Counterexample { failure, ..counterexample },
            (Once::Fails(_), Same::Like(_)) => Counterexample { keeps_state: true, ..first.clone() },
            (Once::Fails(_) | Once::Holds | Once::Undecided(_), _) => {
                Counterexample { flaky: true, varied: Vec::new(), ..counterexample }
            }
        })
    }

    /// Shrinks a counterexample, and says how far it is minimal.
    fn shrink(&mut self, found: &mut Counterexample, shrinking: &mut Shrinking) -> Result<(), CheckError> {
        let whole = Stage { end: shrinking.end, runs: u64::MAX };
        let first = found.input.words();
        let is_drawn = found.stream.is_sample();
        let is_one = matches!(shrinking.same, Same::Like(_));
        let ended = if is_one && is_drawn && !self.plan.isolate && self.plan.budget.structures {
            self.shrink_and_search(found, shrinking, whole)?
        } else if found.stream == Stream::Replay {
            // A saved input comes back as it is unless one with a smaller structure fails.
            match self.reduce(found, shrinking, whole, &smaller)? {
                StageEnding::Minimal if found.input.words() != first => {
                    self.reduce(found, shrinking, whole, &simpler)?
                }
                ended => ended,
            }
        } else {
            self.reduce(found, shrinking, whole, &simpler)?
        };
        if found.minimal != Minimal::Size && ended == StageEnding::Minimal {
            found.minimal = Minimal::Locally;
            found.tried = shrinking.tried;
        }
        // A saved input that is not shrunk comes back as it is.
        if found.stream == Stream::Replay && found.input.words() == first {
            return Ok(());
        }
        self.make_readable(found, shrinking)
    }

    /// Shrinks a counterexample for a part of the budget, searches below it, and shrinks it further
    /// if neither has come to an end.
    fn shrink_and_search(
        &mut self,
        found: &mut Counterexample,
        shrinking: &mut Shrinking,
        whole: Stage,
    ) -> Result<StageEnding, CheckError> {
        let share = self.plan.budget.time.and_then(|time| Instant::now().checked_add(time / SHARE));
        let runs = self.plan.budget.tests.unwrap_or(u64::MAX);
        let first = Stage { end: share.map_or(whole.end, |share| share.min(whole.end)), runs };
        let ended = self.reduce(found, shrinking, first, &simpler)?;
        let size = found.input.size();
        let searched = self.search_below(found, shrinking)?;
        let is_smaller = found.input.size() < size;
        if found.minimal != Minimal::No || ended != StageEnding::Spent && !is_smaller {
            return Ok(ended);
        }
        let ended = self.reduce(found, shrinking, whole, &simpler)?;
        if searched.is_some_and(|through| found.input.size() <= through.saturating_add(1)) {
            found.minimal = Minimal::Size;
        }
        Ok(ended)
    }

    /// Replaces the counterexample by one that `reduce` finds.
    pub(super) fn reduce(
        &mut self,
        found: &mut Counterexample,
        shrinking: &mut Shrinking,
        mut stage: Stage,
        reduce: Reduce<'_>,
    ) -> Result<StageEnding, CheckError> {
        // In this process, an input that hangs has left threads behind.
        let ends_with_hang = !self.plan.isolate;
        if !self.runner.pool.has_threads() || ends_with_hang && shrinking.has_hang() {
            return Ok(StageEnding::Unknown);
        }
        let derivations = self.derivations.clone();
        let mut problem = None;
        let mut last = None;
        let mut ended = StageEnding::Minimal;
        shrinking.tried = 0;
        let smallest = reduce(&derivations, &found.input, &mut |candidate| {
            if shrinking.unknown.contains(&candidate.words()) {
                return ControlFlow::Continue(false);
            }
            let start = Instant::now();
            if start > stage.end || stage.runs == 0 || self.plan.stop.is_wanted() {
                ended = StageEnding::Spent;
                return ControlFlow::Break(());
            }
            stage.runs -= 1;
            shrinking.tried += 1;
            match self.once(candidate) {
                Ok(Once::Fails(failure)) if shrinking.same.has(&failure) => {
                    last = Some(failure);
                    shrinking.tried = 0;
                    ControlFlow::Continue(true)
                }
                Ok(Once::Fails(failure)) if failure.is_hang() => {
                    shrinking.unknown.insert(candidate.words());
                    let hang = Counterexample { input: candidate.clone(), failure, ..found.clone() };
                    if shrinking.keep_other(Counterexample { minimal: Minimal::No, ..hang }) {
                        // What the first of them took is not time of shrinking.
                        stage.end += start.elapsed();
                        shrinking.end = shrinking.end.max(stage.end);
                    }
                    if ends_with_hang {
                        ended = StageEnding::Unknown;
                        return ControlFlow::Break(());
                    }
                    ControlFlow::Continue(false)
                }
                Ok(Once::Undecided(unknown)) => {
                    shrinking.unknown.insert(candidate.words());
                    UndecidedInput::keep(&mut shrinking.limit, Some(unknown));
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
        if ended == StageEnding::Minimal && shrinking.is_beside_unknown(&derivations, &smallest)? {
            ended = StageEnding::Unknown;
        }
        found.input = smallest;
        if let Some(failure) = last {
            found.failure = failure;
        }
        Ok(ended)
    }

    /// Runs the property on an input, outside of all counts.
    pub(super) fn once(&mut self, input: &Derivation) -> Result<Once, CheckError> {
        Once::of(&mut self.runner, input)
    }
}

/// Replaces a failing input by simpler ones.
fn simpler(all: &Derivations, input: &Derivation, fails: &mut Fails<'_>) -> Result<Derivation, SpaceError> {
    all.shrink(input, fails)
}

/// Replaces a failing input by ones with smaller structures.
fn smaller(all: &Derivations, input: &Derivation, fails: &mut Fails<'_>) -> Result<Derivation, SpaceError> {
    let mut size = size_of_structure(input);
    all.shrink(input, |candidate| {
        let own = size_of_structure(candidate);
        if own >= size {
            return ControlFlow::Continue(false);
        }
        let fails = fails(candidate);
        if fails == ControlFlow::Continue(true) {
            size = own;
        }
        fails
    })
}
