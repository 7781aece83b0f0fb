//! Runs the jobs of one check: its threads, its subject, and the collector of its failures.

use std::num::NonZeroU64;
use std::sync::Arc;

use everycase_kernel::Derivation;
use everycase_kernel::lazy::Probe;

use crate::run::collector::Collector;
use crate::run::done::Done;
use crate::run::error::CheckError;
use crate::run::failures::{Failures, Hang, Trial};
use crate::run::jobs::{Each, InputList};
use crate::run::pool::{Job, Pool};
use crate::run::undecided_input::UndecidedInput;
use crate::run::verdict::{Cause, Failure, Subject, ToolLimit};
use crate::settings::Plan;
use crate::settings::shard::Shard;
use crate::system::miri::Instant;
use everycase_kernel::sorted::SortedMap;

/// The threads, the subject and the collector of a check.
pub struct Runner {
    /// The threads.
    pub pool: Pool,
    /// What runs the inputs.
    pub subject: Arc<dyn Subject>,
    /// The failures.
    pub collector: Collector,
    /// Which runs of inputs decided on demand are repeated.
    probe: Probe,
    /// The number of cases that did not return in time, and did when they were run again.
    pub(crate) late: u64,
}

impl Runner {
    /// Starts the threads of a check that ends when `collector` is full.
    ///
    /// # Errors
    /// If a thread cannot be started.
    pub fn new(
        name: &str,
        plan: &Plan,
        subject: &Arc<dyn Subject>,
        collector: Collector,
    ) -> Result<Runner, CheckError> {
        let pool = Pool::new(name, plan)?;
        let subject = Arc::clone(subject);
        // Decisions about complete inputs do not depend on the property.
        let probe = if subject.profile().is_lazy() { plan.probe } else { Probe::Never };
        Ok(Runner { pool, subject, collector, probe, late: 0 })
    }

    /// Returns what the parts of a job share, for a job that is not run.
    pub(crate) fn trial(&self) -> Trial {
        self.trial_with(self.collector.failures())
    }

    fn trial_with(&self, failures: Failures) -> Trial {
        Trial { subject: Arc::clone(&self.subject), failures: Arc::new(failures), probe: self.probe }
    }

    /// Runs a part of a job on all threads. The result does not depend on their number, up to the
    /// failure that ends the job.
    pub(crate) fn on_all<J: Job<Done = Done>>(
        &mut self,
        part: Shard,
        job: &dyn Fn(Shard, Trial) -> J,
        deadline: Option<Instant>,
    ) -> Result<Done, CheckError> {
        let jobs = NonZeroU64::new(self.pool.jobs());
        let of_thread = |own: u64, trial: Trial| Some(job(part.split(own, jobs?)?, trial));
        let trial = self.trial();
        let ends_at_first = trial.failures.end_at_first();
        let done = self.run(&trial, &of_thread, deadline)?;
        match done.gathered.end {
            // Faster threads have found other failures beyond the last one.
            Some(end)
                if !ends_at_first && self.pool.jobs() > 1 && !done.stopped && self.pool.has_all_threads() =>
            {
                let mut again = self.run(&self.trial_with(Failures::until(end)), &of_thread, deadline)?;
                // An interrupted run may not have got as far.
                if again.stopped {
                    return Ok(done);
                }
                again.gathered.earliest = done.gathered.earliest;
                Ok(again)
            }
            _ => Ok(done),
        }
    }

    /// Runs a job on one thread.
    pub(crate) fn on_one<J: Job<Done = Done>>(
        &mut self,
        job: impl FnOnce(Trial) -> J,
        deadline: Option<Instant>,
    ) -> Result<Done, CheckError> {
        self.on_one_with(self.collector.failures(), job, deadline)
    }

    /// Runs a job on one thread, up to its first failure, whatever has been found before.
    pub(crate) fn first_on_one<J: Job<Done = Done>>(
        &mut self,
        job: impl FnOnce(Trial) -> J,
        deadline: Option<Instant>,
    ) -> Result<Done, CheckError> {
        self.on_one_with(Failures::new(SortedMap::default(), 1), job, deadline)
    }

    /// Runs a job of each thread's own, up to a failure on any of them, whatever has been found
    /// before.
    pub(crate) fn on_each<J: Job<Done = Done>>(
        &mut self,
        part: &dyn Fn(u64, Trial) -> Option<J>,
        deadline: Option<Instant>,
    ) -> Result<Done, CheckError> {
        self.run(&self.trial_with(Failures::new(SortedMap::default(), 1)), part, deadline)
    }

    fn on_one_with<J: Job<Done = Done>>(
        &mut self,
        failures: Failures,
        job: impl FnOnce(Trial) -> J,
        deadline: Option<Instant>,
    ) -> Result<Done, CheckError> {
        let trial = self.trial_with(failures);
        let failures = Arc::clone(&trial.failures);
        let done = self.pool.run_on_one(job(trial), deadline)?;
        self.confirm_hangs(Done { gathered: failures.take(), ..done.unwrap_or_default() })
    }

    /// Runs the subject on an input with no other case beside it, outside of all counts. Threads
    /// that were left behind cannot be ended, and may still run.
    pub(crate) fn alone(&mut self, input: &Derivation) -> Result<Done, CheckError> {
        self.pool.replace_lost()?;
        let trial = self.trial_with(Failures::new(SortedMap::default(), 1));
        let failures = Arc::clone(&trial.failures);
        let inputs = InputList([input.clone()].into());
        let done = self.pool.run_on_one(Each { inputs, bound: None, trial }, None)?;
        Ok(Done { gathered: failures.take(), ..done.unwrap_or_default() })
    }

    /// Returns the result of a job in which cases may have been left behind, on several threads at
    /// once if all of them were held up. Runs the input of each again, alone: it has hung only if
    /// it does not return then either. Otherwise the verdict of that run counts.
    fn confirm_hangs(&mut self, mut done: Done) -> Result<Done, CheckError> {
        for Hang { mut found, counted } in std::mem::take(&mut done.gathered.hangs) {
            if self.pool.is_over(None) {
                // An interrupted check makes no claim about it.
                done.stopped = true;
                break;
            }
            let again = self.alone(&found.input)?;
            if let Some(other) = again.gathered.found().next() {
                found.failure = other.failure.clone();
                done.gathered.end_with(found);
                break;
            }
            if !again.gathered.hangs.is_empty() {
                done.gathered.end_with(found);
                break;
            }
            done.stopped = true;
            // Without a verdict, the run was interrupted.
            if again.counts.inputs() > 0 {
                done.late = done.late.or(Some(found.position));
                self.late += 1;
                if let Some(size) = counted {
                    done.counts.add_verdict(size, again.counts);
                }
            }
        }
        Ok(done)
    }

    /// Runs a round of a job that cannot be repeated on all threads. Such a round runs to its end,
    /// unless the first failure ends the run.
    pub(crate) fn round<J: Job<Done = Done>>(
        &mut self,
        part: &dyn Fn(u64, Trial) -> J,
        deadline: Option<Instant>,
    ) -> Result<Done, CheckError> {
        let failures = if self.collector.wants_one() { self.collector.failures() } else { Failures::open() };
        self.run(&self.trial_with(failures), &|own, trial| Some(part(own, trial)), deadline)
    }

    fn run<J: Job<Done = Done>>(
        &mut self,
        trial: &Trial,
        part: &dyn Fn(u64, Trial) -> Option<J>,
        deadline: Option<Instant>,
    ) -> Result<Done, CheckError> {
        let mut total = Done::default();
        for done in self.pool.run(|own| part(own, trial.clone()), deadline)? {
            total.merge(done);
        }
        total.gathered = trial.failures.take();
        self.confirm_hangs(total)
    }

    /// Returns the result of a part up to a bound, with limits of the tool confirmed: a limit is a
    /// failure only if the property has a verdict on every smaller input of the whole run.
    ///
    /// If the part of the run that is divided has failed by a limit, this part first runs all
    /// smaller inputs of the whole run, then repeats the bound: `again` receives whether every
    /// smaller input has a verdict, so that a limit is a failure. The input is undecided if the
    /// time is over before that is known.
    pub(crate) fn confirmed<'a, J: Job<Done = Done>>(
        &mut self,
        done: Done,
        part: Shard,
        smaller: impl IntoIterator<Item = Box<dyn Fn(Shard, Trial) -> J + 'a>>,
        again: &dyn Fn(Shard, bool, Trial) -> J,
        deadline: Option<Instant>,
    ) -> Result<Done, CheckError> {
        let Some(first) = done.gathered.first_limit().cloned() else { return Ok(done) };
        let Failure { cause: Cause::Limit { message, location }, .. } = first.failure else {
            return Ok(done);
        };
        let mut all_ended = true;
        for job in smaller {
            let below = self.on_all(Shard::WHOLE, &job, deadline)?;
            all_ended = !below.stopped && below.gathered.end.is_none() && below.counts.undecided() == 0;
            if !all_ended {
                break;
            }
        }
        let mut repeated = self.on_all(part, &|part, trial| again(part, all_ended, trial), deadline)?;
        if repeated.stopped && repeated.gathered.groups.is_empty() && repeated.counts.undecided() == 0 {
            repeated.counts = done.counts;
            repeated.counts.by_size.or_default(first.input.size()).undecided += 1;
            let limit = ToolLimit { message, location, may_fail: true };
            let unknown = UndecidedInput::new(first.input, limit, first.position);
            UndecidedInput::keep(&mut repeated.counts.unknown, Some(Box::new(unknown)));
        }
        Ok(repeated)
    }
}
