//! The phases of a check.

use std::sync::Arc;
use std::time::Instant;

use everycase_kernel::{Derivation, Derivations};

use super::result::Corrected;
use crate::budget::Budget;
use crate::collector::{At, Collector};
use crate::coverage::{Claim, Coverage, Tally};
use crate::done::Done;
use crate::error::CheckError;
use crate::failures::Gathered;
use crate::jobs::{Each, Given};
use crate::phase::Phase;
use crate::ranked::Ranked;
use crate::runner::Runner;
use crate::settings::Plan;
use crate::stats::Stats;
use crate::structural::{Searched, Structural};
use crate::sweep::{End, Sweep};
use crate::unknown::Unknown;
use crate::verdict::{Demands, Event, Subject};

/// The state of a check.
pub(super) struct Check<'a> {
    pub(super) derivations: &'a Derivations,
    pub(super) plan: &'a Plan,
    pub(super) runner: Runner,
    pub(super) start: Instant,
    /// When its time is over.
    pub(super) end: Option<Instant>,
    pub(super) coverage: Coverage,
    pub(super) undecided: Option<Box<Unknown>>,
    /// The saved inputs on which the property no longer fails.
    pub(super) corrected: Vec<Corrected>,
    /// Whether all inputs within the size bound have been run.
    pub(super) is_done: bool,
    /// Whether sizes were skipped whose inputs cannot be counted within the memory limit.
    pub(super) is_out_of_memory: bool,
}

impl<'a> Check<'a> {
    pub(super) fn new(
        name: &'a str,
        derivations: &'a Derivations,
        subject: &'a Arc<dyn Subject>,
        plan: &'a Plan,
        collector: Collector,
    ) -> Result<Check<'a>, CheckError> {
        let start = Instant::now();
        Ok(Check {
            derivations,
            plan,
            runner: Runner::new(name, plan, subject, collector)?,
            start,
            // A time too long for the clock is no limit.
            end: plan.budget.time.and_then(|time| start.checked_add(time)),
            coverage: Coverage::none(plan.shard),
            undecided: None,
            corrected: Vec::new(),
            is_done: false,
            is_out_of_memory: false,
        })
    }

    /// Runs all phases, until the collector is full.
    pub(super) fn search(&mut self, saved: &[Derivation]) -> Result<(), CheckError> {
        // Every part replays all saved inputs: they are few, and most likely to fail again. Their size does not matter, since
        // the user has met them before.
        let (plan, subject) = (self.plan, Arc::clone(&self.runner.subject));
        subject.notice(Event::Phase(Phase::Replay));
        if !saved.is_empty() {
            // Half of the time is reserved for new inputs.
            let half = plan.budget.time.and_then(|time| self.start.checked_add(time / 2));
            self.replay(saved, half)?;
            if self.runner.collector.is_full() {
                return Ok(());
            }
        }

        // Counting takes time, too: the clock has started.
        let start = Instant::now();
        let budget = plan.budget.after(start.duration_since(self.start));
        let until = self.runner.pool.until(self.end);
        let profile = subject.profile();
        let (lazily, choices) = (profile.is_lazy(), profile.choices());
        let mut sweep = Sweep::new(self.derivations, &until, budget, plan.shard, plan.seed, lazily)?;
        sweep.before = (self.coverage.inputs(), self.coverage.undecided());
        let whole = match budget.tests {
            Some(tests) => sweep.whole_within(tests, &until)?,
            None => None,
        };
        let end = |phase| End {
            inputs: budget.tests_until(phase, whole).unwrap_or(u64::MAX),
            deadline: budget.deadline(phase, start),
        };
        // Structures are drawn unless all inputs will be run anyway.
        let runs_all = whole.is_some() && budget.is_deterministic();
        if budget.structures && !runs_all && !budget.draws_only && choices.is_none() {
            let longest = profile.longest;
            // With a size bound, the exhaustive search may see everything.
            if budget.size.is_none() && Ranked::is_useful(self.derivations, &until)? {
                sweep.budget.ranks = Ranked::share(lazily);
                sweep.ranked = Ranked::new(self.derivations, plan, lazily);
            }
            sweep.structural = Some(Structural::new(self.derivations, &plan.constants, plan, longest));
        }
        subject.notice(Event::Phase(Phase::Exhaustive));
        let first = end(Phase::Exhaustive);
        if budget.draws_only {
            // Draws of all sizes follow.
        } else if lazily {
            sweep.search(&mut self.runner, first)?;
        } else {
            sweep.exhaust(&mut self.runner, first)?;
        }
        if !self.is_over() && !sweep.is_done() {
            let deadline = budget.deadline(Phase::Structural, start);
            sweep.rank(&mut self.runner, deadline)?;
            self.structures(&mut sweep, deadline)?;
        }
        if !self.is_over() && !sweep.is_done() {
            subject.notice(Event::Phase(Phase::Sampling));
            sweep.phase = Phase::Sampling;
            let second = if sweep.structural.is_some() {
                end(Phase::Sampling)
            } else {
                End { inputs: budget.tests.unwrap_or(u64::MAX), deadline: self.end }
            };
            if choices.is_some() {
                // Its sizes are not those of the inputs.
                (sweep.choices, sweep.bound) = (choices.cloned(), plan.budget.size);
                sweep.sample(&mut self.runner, second)?;
            } else if matches!(profile.demands, Demands::Parts) {
                sweep.draw(&mut self.runner, second)?;
            } else {
                sweep.sample(&mut self.runner, second)?;
            }
        }
        self.is_done = sweep.is_done();
        let searched = sweep.searched();
        let orders = self.ranks(sweep.ranked.take(), sweep.budget);
        let planned = sweep.planned.saturating_add(orders);
        let mut structural = sweep.structural.take();
        self.take(&mut sweep);
        self.coverage.draws_itself = choices.is_some();
        // What the others could not use.
        if let Some(structural) = structural.as_mut().filter(|_| !self.is_done && !self.is_over()) {
            let drawn = structural.planned;
            let used = planned.saturating_add(drawn);
            let left = plan.budget.tests.map_or(u64::MAX, |tests| tests.saturating_sub(used));
            let before = self.coverage.inputs();
            let searched = Searched { before, ..searched };
            structural.rest(&mut self.runner, searched, drawn.saturating_add(left), self.end)?;
        }
        self.absorb(structural);
        Ok(())
    }

    /// Draws structures until there are as many as planned beside the search.
    fn structures(&mut self, sweep: &mut Sweep<'_>, deadline: Option<Instant>) -> Result<(), CheckError> {
        if self.is_over() {
            return Ok(());
        }
        let (searched, most) = (sweep.searched(), sweep.budget.structures_beside());
        match &mut sweep.structural {
            Some(structural) => structural.rest(&mut self.runner, searched, most, deadline),
            None => Ok(()),
        }
    }

    /// Adds what was run of structures by the order of their numbers. Returns how many runs were planned for that.
    fn ranks(&mut self, ranked: Option<Ranked>, budget: Budget) -> u64 {
        // Other parts of the run do not know how many classes the first one has searched.
        let planned = if budget.is_deterministic() { budget.ranks() } else { 0 };
        let Some(mut ranked) = ranked else { return planned };
        Unknown::keep(&mut self.undecided, ranked.done.unknown.take());
        let ran = ranked.done.tally.ran;
        ranked.claim().into_iter().for_each(|claim| self.coverage.claims.add(claim));
        planned.max(ran)
    }

    /// Adds what was drawn of structures.
    fn absorb(&mut self, structural: Option<Structural>) {
        let Some(mut structural) = structural else { return };
        Unknown::keep(&mut self.undecided, structural.done.unknown.take());
        structural.claim().into_iter().for_each(|claim| self.coverage.claims.add(claim));
    }

    /// Returns whether no further phase may begin.
    fn is_over(&self) -> bool {
        self.runner.collector.is_full() || self.plan.stop.is_wanted()
    }

    fn take(&mut self, sweep: &mut Sweep<'_>) {
        self.is_out_of_memory |= sweep.is_out_of_memory;
        Unknown::keep(&mut self.undecided, sweep.unknown.take());
        let Coverage { largest, lazily, .. } = sweep.coverage;
        (self.coverage.largest, self.coverage.lazily) = (largest, lazily);
        sweep.coverage.claims.iter().for_each(|claim| self.coverage.claims.add(claim.clone()));
    }

    /// Runs the saved failures, one by one.
    fn replay(&mut self, saved: &[Derivation], deadline: Option<Instant>) -> Result<(), CheckError> {
        for (place, input) in saved.iter().enumerate() {
            if place > 0 && (self.is_over() || self.runner.pool.is_over(deadline)) {
                break;
            }
            let given = Given([input.clone()].into());
            let done = self.runner.on_one(|trial| Each { inputs: given, bound: None, trial }, deadline)?;
            let (gathered, tally) = self.count(done);
            let Tally { ran, discarded, undecided, .. } = tally;
            if ran > 0 && undecided == 0 && gathered.groups.is_empty() {
                self.corrected.push(Corrected { place, is_discarded: discarded > 0 });
            }
            // The search meets it again, and labels count each input once.
            self.coverage.claims.add(Claim::given(Tally { stats: Stats::default(), ..tally }));
            let at = At { phase: Phase::Replay, tests: place as u64 + 1, is_smallest: false };
            self.runner.collector.add(gathered, false, |_| Ok(at))?;
        }
        Ok(())
    }

    /// Keeps the undecided one of given inputs. Returns the failures and the counts.
    pub(super) fn count(&mut self, done: Done) -> (Gathered, Tally) {
        let Done { mut counts, gathered, .. } = done;
        Unknown::keep(&mut self.undecided, counts.unknown.take());
        (gathered, counts.total())
    }
}
