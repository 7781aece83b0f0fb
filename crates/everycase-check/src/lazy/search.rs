//! One thread's part of a search: one run for each equivalence class of inputs (Paper II).

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use everycase_kernel::lazy::{self, Holder, NotDeterministic, Part, Run, Trail};
use everycase_kernel::{Derivation, Derivations, SpaceError};

use super::confirm::{Confirmed, confirmed};
use super::execution;
use crate::done::Done;
use crate::error::CheckError;
use crate::failures::{Found, Hang, Trial};
use crate::pool::Job;
use crate::shard::Shard;
use crate::stats::Labels;
use crate::verdict::{Cause, Failure, Verdict};
use crate::worker::{Watched, Worker};

/// The search of all inputs up to a size.
///
/// It covers all sizes up to a bound, not one size at a time. Searches of one size at a time make 1 to 6 % fewer runs in the
/// papers' programs (bound after bound), but each run has more to count: they take as long in four of the five programs of the
/// benchmark `search`, and 1.7 to 2.3 times as long in the fifth. With a bound, the input of a run is also known beforehand: it
/// is the smallest of its class. So an input that hangs or ends the process can be named.
#[derive(Clone)]
pub struct Bound {
    /// The space.
    pub derivations: Derivations,
    /// The space of all inputs, if the search is of its structures or boundary values.
    pub within: Option<Derivations>,
    /// The size.
    pub size: u32,
    /// The part, as the numbers of its units.
    pub part: Shard,
    /// The number of decisions in which the classes of a unit agree.
    pub prefix: usize,
    /// The maximal number of classes to run.
    pub most: u64,
    /// Whether the property has a verdict on every smaller input.
    pub ended: bool,
}

impl Bound {
    /// Returns an input as a derivation of the space of all inputs.
    fn in_all(&self, input: Derivation) -> Result<Derivation, SpaceError> {
        match &self.within {
            Some(all) => all.parse(&input.words()),
            None => Ok(input),
        }
    }
}

/// The job of searching one bound.
pub struct Search {
    bound: Bound,
    trial: Trial,
    /// The decisions of the current input, for the pool.
    trail: Arc<Mutex<Trail>>,
    /// The finished units, each with the number of its runs.
    units: Mutex<Vec<(u64, u64)>>,
}

impl Search {
    /// Returns the job of searching a bound.
    pub fn new(bound: Bound, trial: Trial) -> Search {
        Search { bound, trial, trail: Arc::default(), units: Mutex::default() }
    }
}

impl Job for Search {
    type Done = Done;

    fn run(&self, worker: &Worker<'_>) -> Result<Done, CheckError> {
        let Search { bound, trial: Trial { subject, failures, probe }, .. } = self;
        let mut done = Done::default();
        // Only lazy subjects are searched.
        let Some(subject) = subject.lazily() else { return Ok(done) };
        let mut run = Run::new();
        if !run.begin_search(&bound.derivations, bound.size)? {
            return Ok(done);
        }
        let part = Part { index: bound.part.index(), of: bound.part.of(), prefix: bound.prefix };
        run.with(|search: &mut lazy::Search, _| search.set_part(part));
        let trail = worker.is_watched().then_some(&self.trail);
        if let Some(trail) = trail {
            run.watch(Arc::clone(trail), worker.deciding());
        }
        let mut labels = Labels::default();
        // The numbers of classes of this part, and of those in the current unit.
        let (mut own, mut of_unit) = (0u64, 0u64);
        let (mut unit, mut is_begun) = (0, false);
        while let Some(class) = lazy::Search::next(&mut run) {
            if class.unit != unit {
                if of_unit > 0 {
                    self.done_units().push((unit, of_unit));
                }
                (unit, of_unit) = (class.unit, 0);
            }
            if std::mem::replace(&mut is_begun, true) && worker.is_over() {
                done.stopped = true;
                break;
            }
            if class.is_own && own == bound.most {
                done.spent = true;
                break;
            }
            if failures.have_ended_before(unit, of_unit + 1) {
                break;
            }
            if class.is_own {
                worker.begin(unit, bound.size);
            } else {
                worker.pass_by(unit);
            }
            if let Some(trail) = trail {
                run.note(&mut trail.lock().unwrap_or_else(PoisonError::into_inner));
            }
            let execute = execution(subject, worker, &mut labels);
            let executed = lazy::Search::execute(&mut run, *probe, execute);
            let verdict = match executed {
                Ok(verdict) => verdict,
                Err(NotDeterministic) => match confirmed(subject, worker, &run)? {
                    Confirmed::Finding(input, failure) => {
                        let input = bound.in_all(input)?;
                        failures.add(Found { position: unit, nth: of_unit + 1, input, failure });
                        done.stopped = true;
                        break;
                    }
                    Confirmed::Unknown(verdict) => verdict,
                },
            };
            let Some(verdict) = verdict else {
                if class.is_own {
                    worker.take_back(bound.size);
                }
                done.stopped = true;
                break;
            };
            if class.is_own {
                own += 1;
                of_unit += 1;
                let verdict = if bound.ended { verdict.without_limit() } else { verdict };
                let input = || run.derivation(run.root()).and_then(|input| bound.in_all(input).ok());
                worker.count(&verdict, &labels, unit, input);
                if let Verdict::Failed(failure) = verdict
                    && let Some(input) = input()
                    && !failures.add(Found { position: unit, nth: of_unit, input, failure: *failure })
                {
                    break;
                }
            } else {
                done.reaches_elsewhere |= matches!(verdict, Verdict::Passed | Verdict::Failed(_));
            }
        }
        // The last unit is added even without classes, so that all parts know the number of units.
        done.units = std::mem::take(&mut *self.done_units());
        done.units.push((unit, of_unit));
        done.was_cut = run.was_cut();
        done.counts = worker.take_counts();
        Ok(done)
    }

    fn left_behind(&self, at: &Watched, limit: Duration) -> Result<Done, CheckError> {
        let (position, counted, counts) = (at.position(), at.counted_size(), at.take_counts());
        let trail = self.trail.lock().unwrap_or_else(PoisonError::into_inner);
        let input = self.bound.in_all(trail.derivation(&self.bound.derivations, self.bound.size)?)?;
        let mut units = std::mem::take(&mut *self.done_units());
        let of_unit = counts.inputs() - units.iter().map(|(_, runs)| runs).sum::<u64>();
        units.push((position, of_unit));
        // Each thread runs the first class of other threads' units; the owner counts it.
        let nth = of_unit.max(1);
        let failure = Failure::of(Cause::Hung(limit));
        let found = Found { position, nth, input, failure };
        self.trial.failures.suspend(Hang { found, counted });
        Ok(Done { counts, units, ..Done::default() })
    }
}

impl Search {
    fn done_units(&self) -> MutexGuard<'_, Vec<(u64, u64)>> {
        self.units.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
