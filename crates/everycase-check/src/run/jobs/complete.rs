//! One thread's part of some complete inputs.

use std::time::Duration;

use everycase_kernel::lazy::{NotDeterministic, Probe, Run, Sequence};
use everycase_kernel::{Derivation, SpaceError};

use super::work::{Case, Cases, work};
use crate::run::done::Done;
use crate::run::error::CheckError;
use crate::run::failures::{FailingInput, Hang, Trial};
use crate::run::pool::Job;
use crate::run::verdict::{Cause, Failure, Verdict};
use crate::run::worker::{Worker, WorkerState};

/// Inputs in some order, each with its position in the order of the whole run.
pub trait Inputs: Send + Sync + 'static {
    /// Returns the inputs of this part, before the first.
    ///
    /// # Errors
    /// If the inputs cannot be enumerated.
    fn sequence(&self) -> Result<Box<dyn Sequence>, SpaceError>;

    /// Returns the input at a position, as a derivation of the space of all inputs.
    ///
    /// # Errors
    /// If the position has no input.
    fn input(&self, position: u64) -> Result<Derivation, SpaceError>;

    /// Returns the number of inputs of this part up to and including a position.
    fn up_to(&self, position: u64) -> u64;

    /// Returns whether the property has a verdict on every input that is smaller than these.
    fn all_smaller_ended(&self) -> bool {
        false
    }
}

/// The job of running inputs one by one.
pub struct Each<I> {
    /// The inputs.
    pub inputs: I,
    /// The largest size of an input, if inputs of the job may have other sizes than they are
    /// counted under.
    pub bound: Option<u32>,
    /// What runs them.
    pub trial: Trial,
}

impl<I: Inputs> Each<I> {
    /// Returns the number of inputs run up to and including a position.
    pub(crate) fn count_until(&self, last: u64) -> Result<u64, SpaceError> {
        let Some(bound) = self.bound else { return Ok(self.inputs.up_to(last)) };
        let mut run = Run::new();
        run.begin_sequence(self.inputs.sequence()?, false);
        let mut count = 0;
        while run.next_complete()?.is_some_and(|place| place.position <= last) {
            count += u64::from(is_within(&run, bound));
        }
        Ok(count)
    }
}

/// Returns whether the input of a run is within a size bound.
fn is_within(run: &Run, bound: u32) -> bool {
    run.input().is_none_or(|input| input.size() <= bound)
}

impl<I: Inputs> Job for Each<I> {
    type Done = Done;

    fn run(&self, worker: &Worker<'_>) -> Result<Done, CheckError> {
        let mut run = Run::new();
        run.begin_sequence(self.inputs.sequence()?, self.trial.subject.profile().is_lazy());
        let (bound, all_smaller_ended) = (self.bound, self.inputs.all_smaller_ended());
        work(Complete { run, bound, all_smaller_ended, is_late: false }, &self.trial, worker)
    }

    fn left_behind(&self, at: &WorkerState, limit: Duration) -> Result<Done, CheckError> {
        let position = at.position();
        let input = self.inputs.input(position)?;
        let failure = Failure::of(Cause::Hung(limit));
        let found = FailingInput { position, nth: 0, input, failure };
        self.trial.failures.suspend(Hang { found, counted: at.counted_size() });
        Ok(Done { counts: at.take_counts(), ..Done::default() })
    }
}

/// The cases of complete inputs.
struct Complete {
    run: Run,
    bound: Option<u32>,
    all_smaller_ended: bool,
    /// Whether the time was over before an input within the bound was found.
    is_late: bool,
}

impl Cases for Complete {
    fn next(&mut self, worker: &Worker<'_>) -> Result<Option<Case>, CheckError> {
        loop {
            let Some(place) = self.run.next_complete()? else { return Ok(None) };
            if self.bound.is_none_or(|bound| is_within(&self.run, bound)) {
                return Ok(Some(Case { position: place.position, nth: 0, size: place.size, is_own: true }));
            }
            if worker.is_over() {
                self.is_late = true;
                return Ok(None);
            }
        }
    }

    fn run(&mut self) -> &mut Run {
        &mut self.run
    }

    fn execute(
        &mut self,
        _: Probe,
        mut execute: impl FnMut(&mut Run) -> Option<Verdict>,
    ) -> Result<Option<Verdict>, NotDeterministic> {
        Ok(execute(&mut self.run))
    }

    fn judge(&mut self, verdict: Verdict) -> Verdict {
        if self.all_smaller_ended { verdict.without_limit() } else { verdict }
    }

    fn end(self, done: &mut Done) {
        done.stopped |= self.is_late;
    }
}
