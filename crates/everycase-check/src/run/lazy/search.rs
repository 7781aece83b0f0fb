//! One thread's part of a search: one run for each equivalence class of inputs (Paper II).

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use everycase_kernel::Derivations;
use everycase_kernel::lazy::{self, Holder, NotDeterministic, Part, Probe, Run, Trail};

use crate::run::done::{Depths, Done, Unit};
use crate::run::error::CheckError;
use crate::run::failures::{FailingInput, Hang, Trial};
use crate::run::jobs::{Case, Cases, exact, work};
use crate::run::pool::Job;
use crate::run::verdict::{Cause, Failure, Verdict};
use crate::run::worker::{Worker, WorkerState};
use crate::settings::shard::Shard;

/// The search of all inputs up to a size.
///
/// It covers all sizes up to a bound, not one size at a time. Searches of one size at a time make 1
/// to 6 % fewer runs in the papers' programs (bound after bound), but each run has more to count:
/// they take as long in four of the five programs of the benchmark `search`, and 1.7 to 2.3 times
/// as long in the fifth. With a bound, the input of a run is also known beforehand: it is the
/// smallest of its class. So an input that hangs or ends the process can be named.
#[derive(Clone)]
pub struct Bound {
    /// The space.
    pub derivations: Derivations,
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
    /// How many parameters may be displaced, if the numbers of structures are
    /// [sorted](lazy::Search::sort).
    pub displaced: Option<usize>,
    /// How far all threads have got.
    pub front: Arc<Front>,
}

impl Bound {
    /// Returns the search of all inputs up to a size, as a whole, that ends after `most` classes.
    pub fn new(derivations: Derivations, size: u32, most: u64, ended: bool) -> Bound {
        let (part, front) = (Shard::WHOLE, Arc::default());
        Bound { derivations, size, part, prefix: 1, most, ended, displaced: None, front }
    }

    /// Returns the bound with a limit on displaced parameters.
    pub fn displaced(self, displaced: Option<usize>) -> Bound {
        Bound { displaced, ..self }
    }
}

/// The units of a search up to which all threads have got, with their runs.
#[derive(Default)]
pub struct Front(Mutex<Units>);

#[derive(Default)]
struct Units {
    /// The number of units that are finished with all before, and of their runs.
    first: u64,
    runs: u64,
    /// The units that are finished, but not all before, each with its runs; the first on top.
    further: BinaryHeap<Reverse<(u64, u64)>>,
}

impl Front {
    /// Notes that a unit is finished, after this number of runs.
    fn finish(&self, unit: u64, runs: u64) {
        let units = &mut *self.lock();
        units.further.push(Reverse((unit, runs)));
        while let Some(&Reverse((unit, runs))) = units.further.peek()
            && unit <= units.first
        {
            units.further.pop();
            if unit == units.first {
                units.first += 1;
                units.runs += runs;
            }
        }
    }

    /// Returns whether the units before this one are known to have at least `most` runs.
    fn is_spent(&self, unit: u64, most: u64) -> bool {
        let units = self.lock();
        units.runs >= most && units.first <= unit
    }

    fn lock(&self) -> MutexGuard<'_, Units> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The job of searching one bound.
pub struct Search {
    bound: Bound,
    trial: Trial,
    /// The decisions of the current input, for the pool.
    trail: Arc<Mutex<Trail>>,
    /// The finished units.
    units: Mutex<Vec<Unit>>,
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
        let Search { bound, trial, .. } = self;
        let mut run = Run::new();
        if !run.begin_search(&bound.derivations, bound.size)? {
            return Ok(Done::default());
        }
        let part = Part { index: bound.part.index(), of: bound.part.of(), prefix: bound.prefix };
        run.with(|search: &mut lazy::Search, _| {
            search.set_part(part);
            bound.displaced.into_iter().for_each(|displaced| search.sort(displaced));
        });
        let trail = worker.is_watched().then_some(&self.trail);
        if let Some(trail) = trail {
            run.watch(Arc::clone(trail), worker.deciding());
        }
        let classes = Classes {
            of: self,
            run,
            trail,
            next: None,
            own: 0,
            of_unit: 0,
            unit: 0,
            differs_at: 0,
            depths: Depths::default(),
            spent: false,
        };
        work(classes, trial, worker)
    }

    fn left_behind(&self, at: &WorkerState, limit: Duration) -> Result<Done, CheckError> {
        let (position, counted, counts) = (at.position(), at.counted_size(), at.take_counts());
        let trail = self.trail.lock().unwrap_or_else(PoisonError::into_inner);
        let input =
            exact(&self.bound.derivations, trail.derivation(&self.bound.derivations, self.bound.size)?)?;
        let mut units = std::mem::take(&mut *self.done_units());
        let of_unit = counts.inputs();
        units.push(Unit { number: position, runs: of_unit, counts });
        // Each thread runs the first class of other threads' units; the owner counts it.
        let nth = of_unit.max(1);
        let failure = Failure::of(Cause::Hung(limit));
        let found = FailingInput { position, nth, input, failure };
        self.trial.failures.suspend(Hang { found, counted });
        Ok(Done { units, ..Done::default() })
    }
}

impl Search {
    fn done_units(&self) -> MutexGuard<'_, Vec<Unit>> {
        self.units.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The classes of one part.
struct Classes<'s> {
    of: &'s Search,
    run: Run,
    trail: Option<&'s Arc<Mutex<Trail>>>,
    /// The class that has not been run so far.
    next: Option<lazy::Class>,
    /// The numbers of classes of this part, and of classes in the current unit.
    own: u64,
    of_unit: u64,
    unit: u64,
    /// Where the last class differs from the one before.
    differs_at: usize,
    depths: Depths,
    /// Whether the budget of runs is spent.
    spent: bool,
}

impl Cases for Classes<'_> {
    fn next(&mut self, worker: &Worker<'_>) -> Result<Option<Case>, CheckError> {
        if self.next.is_none() {
            self.next = lazy::Search::next(&mut self.run);
        }
        let Some(lazy::Class { unit, is_own, .. }) = self.next else { return Ok(None) };
        if unit != self.unit {
            if self.of_unit > 0 {
                let (number, runs) = (self.unit, self.of_unit);
                self.of.bound.front.finish(number, runs);
                self.of.done_units().push(Unit { number, runs, counts: worker.take_counts() });
            }
            (self.unit, self.of_unit) = (unit, 0);
            if self.of.bound.front.is_spent(unit, self.of.bound.most) {
                self.spent = true;
                return Ok(None);
            }
        }
        if is_own && self.own == self.of.bound.most {
            self.spent = true;
            return Ok(None);
        }
        Ok(Some(Case { position: unit, nth: self.of_unit + 1, size: self.of.bound.size, is_own }))
    }

    fn run(&mut self) -> &mut Run {
        &mut self.run
    }

    fn execute(
        &mut self,
        probe: Probe,
        execute: impl FnMut(&mut Run) -> Option<Verdict>,
    ) -> Result<Option<Verdict>, NotDeterministic> {
        if let Some(trail) = self.trail {
            self.run.note(&mut trail.lock().unwrap_or_else(PoisonError::into_inner));
        }
        let verdict = lazy::Search::execute(&mut self.run, probe, execute)?;
        if verdict.is_some()
            && let Some(class) = self.next.take()
        {
            self.differs_at = class.differs_at;
        }
        Ok(verdict)
    }

    fn judge(&mut self, verdict: Verdict) -> Verdict {
        if self.of.bound.ended { verdict.without_limit() } else { verdict }
    }

    fn add(&mut self, verdict: &Verdict, is_own: bool) {
        let is_discarded = *verdict == Verdict::Discarded;
        self.run.with(|search: &mut lazy::Search, _| search.judged(is_discarded));
        if is_own {
            self.depths.add(self.differs_at);
        }
        self.own += u64::from(is_own);
        self.of_unit += u64::from(is_own);
    }

    fn end(self, done: &mut Done) {
        // The last unit is added even without classes, so that all parts know the number of units.
        done.units = std::mem::take(&mut *self.of.done_units());
        let (number, runs, counts) = (self.unit, self.of_unit, std::mem::take(&mut done.counts));
        done.units.push(Unit { number, runs, counts });
        done.was_cut = self.run.was_cut();
        done.spent = self.spent;
        done.depths = self.depths;
    }
}
