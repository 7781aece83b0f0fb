//! The inputs on which the mutants of a matrix are run: the smallest ones on which each property
//! holds and calls the function.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use everycase_kernel::{Derivation, Derivations, SpaceError, Until};

use super::matrix::{Inputs, Suite};
use super::target::{Exercises, Target, Watch};
use crate::run::error::CheckError;
use crate::run::pool::{Job, Pool};
use crate::run::verdict::Verdict;
use crate::run::worker::{Worker, WorkerState};
use crate::settings::Plan;
use crate::streams::source::{COUNTS, GAP};
use crate::system::miri::Instant;

/// Inputs are sought among this many times as many ...
const TRIED: usize = 64;
/// ... and this many more.
const TRIED_MORE: usize = 10_000;

/// A property with its inputs and the calls that it makes on each.
pub(super) struct PreparedProperty {
    pub(super) target: Arc<dyn Target>,
    pub(super) inputs: Vec<(Derivation, Arc<Exercises>)>,
    pub(super) of: Inputs,
}

/// Prepares the inputs of properties, on the threads of a pool.
pub(super) fn prepare(
    suite: &[Suite],
    plan: &Plan,
    pool: &mut Pool,
    deadline: Option<Instant>,
) -> Result<Vec<PreparedProperty>, CheckError> {
    let prepared = |Suite { target, .. }: &Suite| PreparedProperty {
        target: Arc::clone(target),
        inputs: Vec::new(),
        // Until its preparation ends.
        of: Inputs { is_cut: true, ..Inputs::default() },
    };
    let all: Arc<[Mutex<PreparedProperty>]> = suite.iter().map(|own| Mutex::new(prepared(own))).collect();
    let (jobs, until) = (pool.jobs() as usize, pool.until(deadline));
    let job = |thread: u64| {
        let own = (thread as usize..suite.len()).step_by(jobs);
        let own = own.map(|place| (place, suite[place].derivations.clone(), suite[place].inputs));
        Some(Preparation {
            own: own.collect(),
            size: plan.budget.size,
            until: until.clone(),
            all: Arc::clone(&all),
        })
    };
    pool.run(job, deadline)?;
    // A thread that was left behind keeps its property locked no longer than it adds an input.
    let take = |own: &Mutex<PreparedProperty>| {
        let own = &mut *own.lock().unwrap_or_else(PoisonError::into_inner);
        let inputs = if own.of.has_failed { Vec::new() } else { std::mem::take(&mut own.inputs) };
        PreparedProperty {
            target: Arc::clone(&own.target),
            of: Inputs { count: inputs.len(), ..own.of },
            inputs,
        }
    };
    Ok(all.iter().map(take).collect())
}

/// One thread's part of the preparation.
struct Preparation {
    /// The properties by number, with their inputs and how many of them are wanted.
    own: Vec<(usize, Derivations, usize)>,
    size: Option<u32>,
    until: Until,
    all: Arc<[Mutex<PreparedProperty>]>,
}

impl Job for Preparation {
    type Done = ();

    fn run(&self, worker: &Worker<'_>) -> Result<(), CheckError> {
        for (place, derivations, most) in &self.own {
            let is_cut = match self.property(worker, &self.all[*place], derivations, *most) {
                // What was prepared by then is used.
                Err(SpaceError::OutOfTime) => true,
                Err(SpaceError::TooLarge { .. }) => false,
                is_cut => is_cut?,
            };
            self.all[*place].lock().unwrap_or_else(PoisonError::into_inner).of.is_cut = is_cut;
        }
        Ok(())
    }

    fn left_behind(&self, _: &WorkerState, _: Duration) -> Result<(), CheckError> {
        Ok(())
    }
}

impl Preparation {
    /// Prepares the inputs of a property. Returns whether the time was over before.
    fn property(
        &self,
        worker: &Worker<'_>,
        prepared: &Mutex<PreparedProperty>,
        derivations: &Derivations,
        most: usize,
    ) -> Result<bool, SpaceError> {
        let lock = || prepared.lock().unwrap_or_else(PoisonError::into_inner);
        let target = Arc::clone(&lock().target);
        let derivations = derivations.until(self.until.clone().within_memory(COUNTS));
        let (bound, largest) = (self.size, derivations.largest_size()?);
        let (mut size, mut last, mut tried, mut found) = (0, 0, 0, 0);
        while largest.is_none_or(|largest| size <= largest)
            && bound.is_none_or(|bound| size <= bound)
            && size - last <= GAP
        {
            let mut walk = derivations.of_size(size)?;
            while let Some(input) = walk.next() {
                (last, tried) = (size, tried + 1);
                if found == most || tried > most.saturating_mul(TRIED).saturating_add(TRIED_MORE) {
                    return Ok(false);
                }
                if worker.is_over() {
                    return Ok(true);
                }
                worker.pass_by(tried as u64);
                let watch = Rc::new(RefCell::new(Watch::default()));
                let Some(verdict) = worker.case(|| target.run(input, watch.clone())) else { return Ok(true) };
                let exercised = watch.take().exercised;
                match verdict {
                    Verdict::Failed(_) => {
                        lock().of.has_failed = true;
                        return Ok(false);
                    }
                    Verdict::Passed if !exercised.is_empty() => {
                        lock().inputs.push((input.clone(), Arc::new(exercised)));
                        found += 1;
                    }
                    Verdict::Passed | Verdict::Discarded | Verdict::Undecided(_) => {}
                }
            }
            let of = &mut lock().of;
            of.through = Some(size);
            of.is_all = largest.is_some_and(|largest| size >= largest);
            size += 1;
        }
        Ok(false)
    }
}
