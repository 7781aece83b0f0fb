//! More mutants for each input, where all inputs have been run with one mutant each and the budget
//! is not spent.
//!
//! The mutants of an input are further draws from its random numbers. One that does on the recorded
//! calls what an earlier one did is not counted again. So the mutants of an input depend on the
//! input and the seed alone, and on their number, which is the same in all parts of a run that is
//! bounded by tests.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use everycase_kernel::{BigUint, Derivation, Random};

use super::{Outcome, ScoreSubject};
use crate::check::{CheckResult, Ending, Finding};
use crate::control::stop::was_ended;
use crate::run::error::CheckError;
use crate::run::pool::{Job, Pool};
use crate::run::worker::{Worker, WorkerState};
use crate::settings::Plan;
use crate::strength::mutant::Difference;
use crate::strength::tally::Tally;
use crate::strength::target::Exercises;
use crate::system::miri::Instant;

/// The largest number of inputs that are run again.
pub(super) const FEW: usize = 10_000;

/// The largest number of further mutants.
const MOST: u64 = 1 << 20;

/// An input has no more mutants when this many draws in a row were none, or known ones.
const IDLE: u32 = 32;

/// Runs further mutants of the inputs of a check that has ended before its budget was spent.
/// Returns what has become of them.
///
/// `exhaustive` are the mutants of the check, which began at `start`.
pub(super) fn run(
    scored: &Arc<ScoreSubject>,
    name: &str,
    plan: &Plan,
    checked: &CheckResult,
    (exhaustive, start): (Tally, Instant),
) -> Result<Tally, CheckError> {
    let few = std::mem::take(&mut scored.seen().few);
    let has_seen_all = matches!(checked.ended, Ending::AllSeen | Ending::Size)
        && matches!(checked.finding, Finding::Nothing)
        && scored.seen().unsteady.is_none();
    // A part may have run inputs of other parts, which it does not count.
    let are_counted = few.len() as u64 == exhaustive.inputs() - exhaustive.unexercised;
    let common = checked.coverage.common_stats();
    let is_divided = plan.shard.is_whole() || common.labels().all(|label| label.count == 0);
    if !has_seen_all || !are_counted || !is_divided || few.is_empty() || few.len() > FEW {
        return Ok(Tally::default());
    }
    let inputs = checked.coverage.exhausted().map_or(BigUint::ZERO, |all| all.count);
    let inputs = u64::try_from(&inputs).unwrap_or(u64::MAX).max(1);
    let most = plan.budget.tests.unwrap_or(MOST).min(MOST) / inputs;
    let deadline = plan.budget.longest().and_then(|time| start.checked_add(time));
    let mut pool = Pool::new(name, plan)?;
    let jobs = pool.jobs() as usize;
    let few: Arc<[(Derivation, Arc<Exercises>)]> = few.into_values().collect();
    let job = |thread: u64| {
        Some(Again { scored: Arc::clone(scored), few: Arc::clone(&few), first: thread as usize, jobs, most })
    };
    let done = pool.run(job, deadline)?;
    Ok(done.into_iter().fold(Tally::default(), |sum, own| sum + own))
}

/// One thread's share of the inputs.
struct Again {
    scored: Arc<ScoreSubject>,
    few: Arc<[(Derivation, Arc<Exercises>)]>,
    first: usize,
    jobs: usize,
    /// How many mutants each input has, including the mutant of the check.
    most: u64,
}

/// An input with what was drawn for it so far.
struct Drawing<'a> {
    input: &'a Derivation,
    exercised: &'a Arc<Exercises>,
    rng: Random,
    exchange: Option<(usize, usize)>,
    known: HashSet<u128>,
    idle: u32,
}

impl Job for Again {
    type Done = Tally;

    fn run(&self, worker: &Worker<'_>) -> Result<Tally, CheckError> {
        let mut tally = Tally::default();
        let own = self.few.iter().skip(self.first).step_by(self.jobs);
        let mut left: Vec<Drawing<'_>> =
            own.map(|(input, exercised)| Drawing::new(&self.scored, input, exercised)).collect();
        for _ in 1..self.most {
            for drawing in &mut left {
                if worker.is_over() {
                    return Ok(tally);
                }
                if let Some(own) = worker.case(|| drawing.next(&self.scored)) {
                    tally = tally + own;
                }
            }
            left.retain(|drawing| drawing.idle < IDLE);
        }
        Ok(tally)
    }

    fn left_behind(&self, _: &WorkerState, _: Duration) -> Result<Tally, CheckError> {
        // The mutant is still among those that run.
        Ok(Tally::default())
    }
}

impl<'a> Drawing<'a> {
    /// Returns an input after the mutant that the check has run.
    fn new(scored: &ScoreSubject, input: &'a Derivation, exercised: &'a Arc<Exercises>) -> Drawing<'a> {
        let (rng, exchange) = scored.drawing(input);
        let mut drawing = Drawing { input, exercised, rng, exchange, known: HashSet::new(), idle: 0 };
        drawing.draw(scored);
        drawing
    }

    /// Draws a mutant; `None` if none can be drawn, or it is known.
    fn draw(&mut self, scored: &ScoreSubject) -> Option<super::MutantDraw> {
        let drawn = scored.drawn(self.exercised, self.exchange, &mut self.rng);
        let new =
            drawn.filter(|drawn| self.known.insert(drawn.mutant.behaviour(&*scored.target, self.exercised)));
        self.idle = if new.is_some() { 0 } else { self.idle + 1 };
        new
    }

    /// Runs the next mutant.
    fn next(&mut self, scored: &ScoreSubject) -> Tally {
        let Some(drawn) = self.draw(scored) else { return Tally::default() };
        let mut tally = Tally::default();
        let outcome = scored.with_mutant(self.input, self.exercised, &drawn);
        if was_ended() {
            return tally;
        }
        match outcome {
            Outcome::Killed => tally.killed += 1,
            Outcome::Survived(survivor) => {
                let is_known = survivor.difference == Difference::Known;
                *(if is_known { &mut tally.survived } else { &mut tally.not_known }) += 1;
                scored.seen().keep(survivor);
            }
            Outcome::Undecided => tally.undecided += 1,
            Outcome::Unsteady | Outcome::WithoutMutant => {}
        }
        tally
    }
}
