//! One thread's part of a search: one run for each class of inputs that look the same to the property (Paper II).
//!
//! Classes that agree in their first decisions are a unit. Every thread walks over all units in the same order, so that
//! they agree on their numbers without a word, and runs all classes of its own ones but only the first of any other.

use std::sync::Arc;

use everycase_kernel::Derivations;
use everycase_kernel::lazy::Partial;

use super::probe;
use crate::error::CheckError;
use crate::pool::{Done, Found};
use crate::shard::Shard;
use crate::stats::Labels;
use crate::turn::Turn;
use crate::verdict::{LazySubject, Verdict};
use crate::work::Case;

/// The search of all inputs up to a size.
///
/// It is one of all sizes up to a bound and not of exactly one size. The latter makes 1 to 6 % fewer runs in the papers'
/// programs (bound after bound), but each has more to count: it takes as long in four of the five programs of the benchmark
/// `search`, and 1.7 to 2.3 times as long in the fifth. What is known before a run is worth more: the run of a class is a run
/// on its smallest input, which names what hangs or ends the process.
#[derive(Clone)]
pub(crate) struct Search {
    pub(crate) derivations: Derivations,
    /// The size.
    pub(crate) bound: u32,
    /// The units to run, by number.
    pub(crate) part: Shard,
    /// How many decisions the classes of a unit agree in.
    pub(crate) prefix: usize,
    /// How many classes to run at most.
    pub(crate) most: u64,
    /// Has the property come to an end on every smaller input?
    pub(crate) ended: bool,
}

impl Search {
    pub(crate) fn run(&self, subject: &dyn LazySubject, turn: &Turn<'_>) -> Result<Done, CheckError> {
        let mut done = Done::default();
        let mut run = Partial::new();
        if !run.begin(&self.derivations, self.bound)? {
            return Ok(done);
        }
        if let Some(trail) = turn.trail() {
            run.watch(Arc::clone(trail));
        }
        let mut labels = Labels::default();
        // Runs made, those for others too; classes of this part; and of these, those of the unit.
        let (mut runs, mut own, mut of_unit) = (0u64, 0u64, 0u64);
        let mut unit = 0;
        loop {
            let is_own = self.part.owns(unit);
            if runs > 0 && turn.is_over() {
                done.stopped = true;
                break;
            }
            if is_own && own == self.most {
                done.spent = true;
                break;
            }
            if turn.has_failed_before(unit) {
                break;
            }
            let case = Case::Lazy { size: self.bound };
            if is_own {
                turn.begin(unit, case, self.bound);
            } else {
                turn.pass_by(unit, case);
            }
            if let Some(trail) = turn.trail() {
                run.note(&mut trail.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
            }
            labels.clear();
            run.begin_run();
            let Some(verdict) = turn.case(|| subject.run_lazily(&mut run, &mut labels)) else {
                if is_own {
                    turn.take_back(self.bound);
                }
                done.stopped = true;
                break;
            };
            probe::probe(runs, &verdict, &run.depth(), || {
                run.begin_again();
                let again = turn.case(|| subject.run_lazily(&mut run, &mut Labels::default()));
                run.end_again();
                Some((again?, run.depth()))
            })?;
            runs += 1;
            if is_own {
                own += 1;
                of_unit += 1;
                let verdict = if self.ended { verdict.without_limit() } else { verdict };
                turn.count(&verdict, &labels, unit, || run.derivation(run.root()));
                if let Verdict::Failed(failure) = verdict
                    && let Some(input) = run.derivation(run.root())
                {
                    turn.fail(unit);
                    done.failure = Some(Found { position: unit, input, failure: *failure });
                    break;
                }
            }
            // The classes of an own unit are run by this thread alone; the other classes of a foreign unit by another.
            if !(if is_own { run.next_class() } else { run.next_class_beyond(self.prefix) }) {
                break;
            }
            if run.depth() <= self.prefix {
                if of_unit > 0 {
                    done.units.push((unit, of_unit));
                }
                (unit, of_unit) = (unit + 1, 0);
            }
        }
        // With nothing of its own, too, so that all know how many units there are.
        done.units.push((unit, of_unit));
        done.was_cut = run.was_cut();
        done.counts = turn.take_counts();
        Ok(done)
    }
}
