//! One thread's part of a search: one run for each class of inputs that look the same to the property (Paper II).
//!
//! Classes that agree in their first decisions are a unit. Every thread walks over all units in the same order, so that
//! they agree on their numbers without communication, and runs all classes of its own ones but only the first of any other.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use everycase_kernel::Derivations;
use everycase_kernel::lazy::{Partial, Trail};

use super::probe;
use crate::done::Done;
use crate::error::CheckError;
use crate::failures::{Found, Trial};
use crate::pool::Job;
use crate::shard::Shard;
use crate::stats::Labels;
use crate::verdict::{Cause, Failure, Verdict};
use crate::worker::{Watched, Worker};

/// The search of all inputs up to a size.
///
/// It is one of all sizes up to a bound and not of exactly one size. The latter makes 1 to 6 % fewer runs in the papers'
/// programs (bound after bound), but each has more to count: it takes as long in four of the five programs of the benchmark
/// `search`, and 1.7 to 2.3 times as long in the fifth. What is known before a run is worth more: the run of a class is a run
/// on its smallest input, which names what hangs or ends the process.
#[derive(Clone)]
pub struct Bound {
    /// The space.
    pub derivations: Derivations,
    /// The size.
    pub size: u32,
    /// The units to run, by number.
    pub part: Shard,
    /// How many decisions the classes of a unit agree in.
    pub prefix: usize,
    /// How many classes to run at most.
    pub most: u64,
    /// Has the property come to an end on every smaller input?
    pub ended: bool,
}

/// The job of searching one bound.
pub struct Search {
    bound: Bound,
    trial: Trial,
    /// What is decided of the input at hand, for the watch.
    trail: Arc<Mutex<Trail>>,
}

impl Search {
    /// Returns the job of searching a bound.
    pub fn new(bound: Bound, trial: Trial) -> Search {
        Search { bound, trial, trail: Arc::default() }
    }
}

impl Job for Search {
    type Done = Done;

    fn run(&self, worker: &Worker<'_>) -> Result<Done, CheckError> {
        let Search { bound, trial: Trial { subject, failures }, .. } = self;
        let mut done = Done::default();
        // Only a subject with a lazy side is searched.
        let Some(subject) = subject.lazily() else { return Ok(done) };
        let mut run = Partial::new();
        if !run.begin(&bound.derivations, bound.size)? {
            return Ok(done);
        }
        let trail = worker.is_watched().then_some(&self.trail);
        if let Some(trail) = trail {
            run.watch(Arc::clone(trail));
        }
        let mut labels = Labels::default();
        // Runs made, those for others too; classes of this part; and of these, those of the unit.
        let (mut runs, mut own, mut of_unit) = (0u64, 0u64, 0u64);
        let mut unit = 0;
        loop {
            let is_own = bound.part.owns(unit);
            if runs > 0 && worker.is_over() {
                done.stopped = true;
                break;
            }
            if is_own && own == bound.most {
                done.spent = true;
                break;
            }
            if failures.have_ended_before(unit, of_unit + 1) {
                break;
            }
            if is_own {
                worker.begin(unit, bound.size);
            } else {
                worker.pass_by(unit);
            }
            if let Some(trail) = trail {
                run.note(&mut trail.lock().unwrap_or_else(PoisonError::into_inner));
            }
            labels.clear();
            run.begin_run();
            let Some(verdict) = worker.case(|| subject.run_lazily(&mut run, &mut labels)) else {
                if is_own {
                    worker.take_back(bound.size);
                }
                done.stopped = true;
                break;
            };
            probe::probe(runs, &verdict, &run.depth(), || {
                run.begin_again();
                let again = worker.case(|| subject.run_lazily(&mut run, &mut Labels::default()));
                run.end_again();
                Some((again?, run.depth()))
            })?;
            runs += 1;
            if is_own {
                own += 1;
                of_unit += 1;
                let verdict = if bound.ended { verdict.without_limit() } else { verdict };
                worker.count(&verdict, &labels, unit, || run.derivation(run.root()));
                if let Verdict::Failed(failure) = verdict
                    && let Some(input) = run.derivation(run.root())
                    && !failures.add(Found { position: unit, nth: of_unit, input, failure: *failure })
                {
                    break;
                }
            }
            // The classes of an own unit are run by this thread alone; the other classes of a foreign unit by another.
            if !(if is_own { run.next_class() } else { run.next_class_beyond(bound.prefix) }) {
                break;
            }
            if run.depth() <= bound.prefix {
                if of_unit > 0 {
                    done.units.push((unit, of_unit));
                }
                (unit, of_unit) = (unit + 1, 0);
            }
        }
        // With nothing of its own, too, so that all know how many units there are.
        done.units.push((unit, of_unit));
        done.was_cut = run.was_cut();
        done.counts = worker.take_counts();
        Ok(done)
    }

    fn left_behind(&self, at: &Watched, limit: Duration) -> Result<Done, CheckError> {
        let (position, counts) = (at.position(), at.take_counts());
        let trail = self.trail.lock().unwrap_or_else(PoisonError::into_inner);
        let input = trail.derivation(&self.bound.derivations, self.bound.size)?;
        let (nth, failure) = (counts.inputs(), Failure::of(Cause::Hung(limit)));
        self.trial.failures.end_with(Found { position, nth, input, failure });
        // Which units its runs belong to is lost with the thread.
        Ok(Done { units: vec![(position, nth)], counts, ..Done::default() })
    }
}
