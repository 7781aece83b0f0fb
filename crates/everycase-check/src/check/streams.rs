//! A check: saved failures first, then the streams of the run.

use std::sync::Arc;

use everycase_kernel::{Derivation, Derivations};

use super::result::Correction;
use crate::claims::stats::Stats;
use crate::claims::stream::Stream;
use crate::claims::{Claim, Coverage, Tally};
use crate::run::collector::{At, Collector};
use crate::run::done::Done;
use crate::run::error::CheckError;
use crate::run::failures::FailureSummary;
use crate::run::jobs::{Each, InputList};
use crate::run::runner::Runner;
use crate::run::undecided_input::UndecidedInput;
use crate::run::verdict::{Demands, Event, Subject};
use crate::settings::Plan;
use crate::streams::schedule::Schedule;
use crate::streams::source::{
    AssumptionDraws, Bounds, Orders, Progress, SizeLimit, SizeWalk, Sizes, Source, Structures, Uniform,
};
use crate::streams::table::OPENING;
use crate::system::miri::Instant;

/// The state of a check.
pub(super) struct Check<'a> {
    pub(super) derivations: &'a Derivations,
    pub(super) plan: &'a Plan,
    pub(super) runner: Runner,
    pub(super) start: Instant,
    /// When its time is over.
    pub(super) end: Option<Instant>,
    pub(super) coverage: Coverage,
    pub(super) undecided: Option<Box<UndecidedInput>>,
    /// The saved inputs on which the property no longer fails.
    pub(super) corrected: Vec<Correction>,
    /// Whether all inputs within the size bound have been run.
    pub(super) is_done: bool,
    /// Why larger sizes were left out, if a limit was met.
    pub(super) limit: Option<SizeLimit>,
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
            // The clock cannot reach a time that is too long for it.
            end: plan.budget.longest().and_then(|time| start.checked_add(time)),
            coverage: Coverage::none(plan.shard),
            undecided: None,
            corrected: Vec::new(),
            is_done: false,
            limit: None,
        })
    }

    /// Replays saved failures, and serves the streams of the run until the collector is full.
    pub(super) fn search(&mut self, saved: &[Derivation]) -> Result<(), CheckError> {
        // Every part replays all saved inputs: they are few, and most likely to fail again. Their
        // size does not matter, since the user has met them before.
        self.runner.subject.notice(Event::Stream(Stream::Replay));
        if !saved.is_empty() {
            // Half of the time is reserved for new inputs.
            let half = self.plan.budget.longest().and_then(|time| self.start.checked_add(time / 2));
            self.replay(saved, half)?;
            if self.is_over() {
                return Ok(());
            }
        }
        let (mut schedule, largest) = self.schedule()?;
        let profile = self.runner.subject.profile();
        (self.coverage.largest, self.coverage.lazily) = (largest, profile.is_lazy());
        self.coverage.draws_itself = profile.choices().is_some();
        let Progress { is_done, limit, .. } =
            schedule.run(&mut self.runner, &mut self.coverage, &mut self.undecided)?;
        (self.is_done, self.limit) = (is_done, limit);
        Ok(())
    }

    /// Returns the streams of the run, and the largest size of an input, if it is known.
    fn schedule(&self) -> Result<(Schedule<'a>, Option<u32>), CheckError> {
        let (derivations, plan) = (self.derivations, self.plan);
        let profile = self.runner.subject.profile();
        let (lazily, choices) = (profile.is_lazy(), profile.choices());
        // Counting takes time, too: the clock has started.
        let until = self.runner.pool.until(self.end);
        let budget = plan.budget.after(self.start.elapsed());
        let mut schedule = Schedule::new(budget, lazily, self.end);
        let sizes = Sizes::new(derivations, budget.size, &until)?.within_depth(&plan.depth);
        let largest = sizes.largest;
        if !budget.draws_only {
            let search: Box<dyn Source + 'a> = if lazily {
                Box::new(Bounds::new(sizes.clone(), budget.first))
            } else {
                Box::new(SizeWalk::new(sizes.clone(), plan.shard))
            };
            schedule.add(Stream::Search, Some(search));
            // If all inputs fit into the budget, all are run, and nothing else.
            let few = budget.tests.filter(|_| budget.is_deterministic()).unwrap_or(OPENING);
            if sizes.are_within(few, &until)? {
                return Ok((schedule, largest));
            }
            if budget.structures && choices.is_none() {
                // With a size bound, the search may see everything.
                if budget.size.is_none() && Orders::are_useful(derivations, &until)? {
                    let is_own = plan.shard.index() == 0;
                    let orders =
                        is_own.then(|| Box::new(Orders::new(derivations, lazily)) as Box<dyn Source>);
                    schedule.add(Stream::Orders, orders);
                }
                let structures = Structures::new(derivations, &plan.constants, plan, profile.longest);
                schedule.add(Stream::Structures, Some(Box::new(structures)));
            }
        }
        let draws: Box<dyn Source + 'a> = match choices {
            Some(choices) => {
                let uniform = Uniform::new(sizes, plan.shard, plan.seed);
                Box::new(uniform.of_choices(Arc::clone(choices), plan.budget.size))
            }
            None if matches!(profile.demands, Demands::Parts) => {
                Box::new(AssumptionDraws::new(sizes, plan.shard, plan.seed, budget))
            }
            None => Box::new(Uniform::new(sizes, plan.shard, plan.seed)),
        };
        schedule.add(Stream::Draws, Some(draws));
        Ok((schedule, largest))
    }

    /// Returns whether no further stream may begin.
    fn is_over(&self) -> bool {
        self.runner.collector.is_full() || self.plan.stop.is_wanted()
    }

    /// Runs the saved failures, one by one.
    fn replay(&mut self, saved: &[Derivation], deadline: Option<Instant>) -> Result<(), CheckError> {
        for (place, input) in saved.iter().enumerate() {
            if place > 0 && (self.is_over() || self.runner.pool.is_over(deadline)) {
                break;
            }
            let given = InputList([input.clone()].into());
            let done = self.runner.on_one(|trial| Each { inputs: given, bound: None, trial }, deadline)?;
            let (gathered, tally) = self.count(done);
            let Tally { ran, discarded, undecided, .. } = tally;
            if ran > 0 && undecided == 0 && gathered.groups.is_empty() {
                self.corrected.push(Correction { place, is_discarded: discarded > 0 });
            }
            // The search meets it again, and labels count each input once.
            self.coverage.claims.add(Claim::given(Tally { stats: Stats::default(), ..tally }));
            let at = At { stream: Stream::Replay, tests: place as u64 + 1, is_smallest: false };
            self.runner.collector.add(gathered, false, |_| Ok(at))?;
        }
        Ok(())
    }

    /// Keeps the undecided one of given inputs. Returns the failures and the counts.
    pub(super) fn count(&mut self, done: Done) -> (FailureSummary, Tally) {
        let Done { mut counts, gathered, .. } = done;
        UndecidedInput::keep(&mut self.undecided, counts.unknown.take());
        (gathered, counts.total())
    }
}
