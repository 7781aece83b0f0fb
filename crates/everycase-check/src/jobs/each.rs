//! One thread's part of some inputs, run one by one.

use std::time::Duration;

use everycase_kernel::{Derivation, Derivations, SpaceError};

use crate::done::Done;
use crate::error::CheckError;
use crate::failures::{Found, Hang, Trial};
use crate::pool::Job;
use crate::stats::Labels;
use crate::verdict::{Cause, Failure, Verdict};
use crate::worker::{Watched, Worker};

/// Inputs in some order, each with its position in the order of the whole run.
pub trait Inputs: Send + Sync + 'static {
    /// Calls `run` with the position, the size and the derivation of each input of this part until it returns `false`.
    ///
    /// # Errors
    /// If the inputs cannot be enumerated.
    fn each(&self, run: impl FnMut(u64, u32, &Derivation) -> bool) -> Result<(), SpaceError>;

    /// Returns the input at a position.
    ///
    /// # Errors
    /// If there is none.
    fn input(&self, position: u64) -> Result<Derivation, SpaceError>;

    /// Returns the number of inputs of this part up to and including a position.
    fn up_to(&self, position: u64) -> u64;

    /// Returns whether the property has a verdict on every input that is smaller than these.
    fn all_smaller_ended(&self) -> bool {
        false
    }
}

/// The space of all inputs, if the inputs of the job are derivations of another space with other sizes: boundary values cost
/// almost nothing in theirs.
#[derive(Clone)]
pub struct Within {
    /// The space of all inputs.
    pub derivations: Derivations,
    /// The size bound in it, if there is one.
    pub size: Option<u32>,
}

impl Within {
    /// Returns whether an input is within the bound.
    fn has(&self, input: &Derivation) -> Result<bool, SpaceError> {
        let Some(size) = self.size else { return Ok(true) };
        Ok(self.in_all(input)?.size() <= size)
    }

    /// Returns the same input as a derivation of the space of all inputs.
    fn in_all(&self, input: &Derivation) -> Result<Derivation, SpaceError> {
        self.derivations.parse(&input.words())
    }
}

/// The job of running inputs one by one.
pub struct Each<I> {
    /// The inputs.
    pub inputs: I,
    /// The space of all inputs with its size bound, if it is another one.
    pub within: Option<Within>,
    /// What runs them.
    pub trial: Trial,
}

impl<I: Inputs> Each<I> {
    /// Returns the number of inputs run up to and including a position.
    pub(crate) fn count_until(&self, last: u64) -> Result<u64, SpaceError> {
        let Some(within) = self.within.as_ref().filter(|within| within.size.is_some()) else {
            return Ok(self.inputs.up_to(last));
        };
        let mut count = 0;
        let mut problem = None;
        self.inputs.each(|position, _, input| {
            match within.has(input) {
                Ok(has) => count += u64::from(has && position <= last),
                Err(error) => problem = Some(error),
            }
            position < last && problem.is_none()
        })?;
        problem.map_or(Ok(count), Err)
    }

    /// Returns an input as a derivation of the space of all inputs.
    fn in_all(&self, input: &Derivation) -> Result<Derivation, SpaceError> {
        self.within.as_ref().map_or_else(|| Ok(input.clone()), |within| within.in_all(input))
    }
}

impl<I: Inputs> Job for Each<I> {
    type Done = Done;

    fn run(&self, worker: &Worker<'_>) -> Result<Done, CheckError> {
        let Trial { subject, failures, .. } = &self.trial;
        let mut done = Done::default();
        let mut labels = Labels::default();
        let mut first = true;
        let mut problem = None;
        self.inputs.each(|position, size, input| {
            if failures.have_ended_before(position, 0) {
                return false;
            }
            let fits = match self.within.as_ref().map(|within| within.has(input)) {
                None => true,
                Some(Ok(fits)) => fits,
                Some(Err(error)) => {
                    problem = Some(error);
                    return false;
                }
            };
            // One case is run however late it is, so that a busy machine cannot leave a property untested.
            if worker.is_over() && !(first && fits) {
                done.stopped = true;
                return false;
            }
            if !fits {
                return true;
            }
            first = false;
            labels.clear();
            worker.begin(position, size);
            let Some(verdict) = worker.case(|| subject.run(input, &mut labels)) else {
                worker.take_back(size);
                done.stopped = true;
                return false;
            };
            let verdict = if self.inputs.all_smaller_ended() { verdict.without_limit() } else { verdict };
            worker.count(&verdict, &labels, position, || self.in_all(input).ok());
            let Verdict::Failed(failure) = verdict else { return true };
            match self.in_all(input).map(|input| Found { position, nth: 0, input, failure: *failure }) {
                // A subject in another process watches the time of its cases itself.
                Ok(found) if found.failure.is_hang() => {
                    failures.suspend(Hang { found, counted: Some(size) });
                    false
                }
                Ok(found) => failures.add(found),
                Err(error) => {
                    problem = Some(error);
                    false
                }
            }
        })?;
        done.counts = worker.take_counts();
        problem.map_or(Ok(done), |error| Err(error.into()))
    }

    fn left_behind(&self, at: &Watched, limit: Duration) -> Result<Done, CheckError> {
        let position = at.position();
        let input = self.in_all(&self.inputs.input(position)?)?;
        let failure = Failure::of(Cause::Hung(limit));
        let found = Found { position, nth: 0, input, failure };
        self.trial.failures.suspend(Hang { found, counted: at.counted_size() });
        Ok(Done { counts: at.take_counts(), ..Done::default() })
    }
}
