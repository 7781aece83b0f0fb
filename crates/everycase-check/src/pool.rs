//! The threads that run a property, and the watch over them.
//!
//! Cases run on threads of their own because a case that hangs cannot be stopped, only left behind. The thread that
//! asked for the run waits, keeps the clock, and notices a case that takes too long.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use everycase_kernel::{Derivation, SpaceError, Until};

use crate::error::CheckError;
use crate::lazy::{Draw, Search};
use crate::settings::Plan;
use crate::stack;
use crate::stats::Labels;
use crate::stop::Stop;
use crate::turn::{Counts, Limits, Turn, Watched};
use crate::verdict::{Cause, Failure, Subject, Verdict};
use crate::work::{Within, Work};

/// So long it takes at most until it is noticed that somebody has ended the run.
const LONGEST_WAIT: Duration = Duration::from_millis(250);

/// The threads of one run.
pub(crate) struct Pool {
    workers: Vec<Worker>,
    results: Receiver<(usize, Result<Done, CheckError>)>,
    case_time: Option<Duration>,
    stop: Stop,
}

struct Worker {
    /// `None` once the thread has been left behind.
    orders: Option<Sender<Order>>,
    watched: Arc<Watched>,
    thread: Option<JoinHandle<()>>,
}

/// What one thread is to do.
#[derive(Clone)]
pub(crate) enum Job {
    /// To run inputs one by one, those within a bound.
    Each(Work, Option<Within>),
    /// To search inputs that are decided as they are looked at.
    Search(Search),
    /// To draw such inputs.
    Draw(Draw),
}

struct Order {
    job: Job,
    limits: Arc<Limits>,
    /// Does the watch look for hangs?
    is_watched: bool,
}

/// What one thread has done.
#[derive(Default)]
pub(crate) struct Done {
    pub(crate) counts: Counts,
    /// The failure at the least position.
    pub(crate) failure: Option<Found>,
    /// Whether time was up before the work was done.
    pub(crate) stopped: bool,
    /// Of a search, were as many classes run as it may run, and were there more?
    pub(crate) spent: bool,
    /// Of a search, runs by the number of the unit they belong to.
    pub(crate) units: Vec<(u64, u64)>,
    /// Of a search, was anything left out for its size?
    pub(crate) was_cut: bool,
}

/// A failure as it was found.
pub(crate) struct Found {
    pub(crate) position: u64,
    pub(crate) input: Derivation,
    pub(crate) failure: Failure,
}

impl Done {
    fn merge(&mut self, other: Done) {
        self.counts.merge(other.counts);
        self.stopped |= other.stopped;
        self.spent |= other.spent;
        self.units.extend(other.units);
        self.was_cut |= other.was_cut;
        self.found(other.failure);
    }

    fn found(&mut self, found: Option<Found>) {
        let Some(found) = found else { return };
        if self.failure.as_ref().is_none_or(|own| found.position < own.position) {
            self.failure = Some(found);
        }
    }
}

impl Pool {
    pub(crate) fn new(name: &str, plan: &Plan, subject: &Arc<dyn Subject>) -> Result<Pool, CheckError> {
        let (report, results) = channel();
        let mut workers = Vec::new();
        for index in 0..plan.jobs.get() as usize {
            let watched = Arc::new(Watched::default());
            let (orders, inbox) = channel::<Order>();
            let (subject, report, own) = (Arc::clone(subject), report.clone(), Arc::clone(&watched));
            let run = move || {
                while let Ok(order) = inbox.recv() {
                    // A subject catches the property's panics; this is for those it did not foresee.
                    let done = catch_unwind(AssertUnwindSafe(|| order.run(&*subject, &own)));
                    let done = done.unwrap_or_else(|panic| Err(CheckError::Panicked(message(&*panic))));
                    if report.send((index, done)).is_err() {
                        return;
                    }
                }
            };
            let thread = stack::thread(name).spawn(run);
            let thread = thread.map_err(|error| CheckError::NoThread(error.to_string()))?;
            workers.push(Worker { orders: Some(orders), watched, thread: Some(thread) });
        }
        Ok(Pool { workers, results, case_time: plan.case_time, stop: plan.stop.clone() })
    }

    /// Is there a thread that has not been left behind?
    pub(crate) fn has_threads(&self) -> bool {
        self.workers.iter().any(|worker| worker.orders.is_some())
    }

    /// Gives some work to one thread.
    pub(crate) fn run_on_one(&mut self, work: Work) -> Result<Done, CheckError> {
        self.run_job_on_one(&Job::Each(work, None), None)
    }

    /// Gives some job to one thread.
    pub(crate) fn run_job_on_one(
        &mut self,
        job: &Job,
        deadline: Option<Instant>,
    ) -> Result<Done, CheckError> {
        let one = self.workers.iter().position(|worker| worker.orders.is_some());
        self.run(|worker| (Some(worker as usize) == one).then(|| job.clone()), deadline)
    }

    /// How many threads there are.
    pub(crate) fn jobs(&self) -> u64 {
        self.workers.len() as u64
    }

    /// Gives each thread its part of some work and waits until all are done, the time is up, or one hangs.
    pub(crate) fn run(
        &mut self,
        part: impl Fn(u64) -> Option<Job>,
        deadline: Option<Instant>,
    ) -> Result<Done, CheckError> {
        let limits = Arc::new(Limits::default());
        if self.stop.is_wanted() {
            limits.stop();
        }
        let mut waiting = BTreeMap::new();
        for (index, worker) in self.workers.iter().enumerate() {
            let (Some(orders), Some(job)) = (&worker.orders, part(index as u64)) else { continue };
            let is_watched = self.case_time.is_some();
            if orders.send(Order { job: job.clone(), limits: Arc::clone(&limits), is_watched }).is_err() {
                return Err(CheckError::Crashed);
            }
            waiting.insert(index, Waiting { job, beat: 0, since: Instant::now(), looks: 0 });
        }
        let mut total = Done::default();
        let mut error = None;
        while !waiting.is_empty() {
            match self.results.recv_timeout(self.patience(deadline, &limits)) {
                Ok((index, done)) => {
                    // A thread that was given up may still come back; its part has been accounted for.
                    if waiting.remove(&index).is_some() {
                        match done {
                            Ok(done) => total.merge(done),
                            Err(why) => error = Some(why),
                        }
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(CheckError::Crashed),
            }
            if self.is_over(deadline) {
                limits.stop();
            }
            if let Some(limit) = self.case_time {
                let hung: Vec<usize> = waiting
                    .iter_mut()
                    .filter_map(|(&index, waiting)| {
                        waiting.is_hung(&self.workers[index].watched, limit).then_some(index)
                    })
                    .collect();
                for index in hung {
                    if let Some(waiting) = waiting.remove(&index) {
                        let found = self.leave_behind(index, &waiting.job, limit)?;
                        limits.fail(found.position);
                        let counts = self.workers[index].watched.take_counts();
                        if let Job::Search(_) = waiting.job {
                            total.units.push((found.position, counts.inputs()));
                        }
                        total.merge(Done { counts, failure: Some(found), ..Done::default() });
                    }
                }
            }
        }
        match error {
            Some(error) => Err(error),
            None => Ok(total),
        }
    }

    /// When work that is to be done by a time is to end early.
    pub(crate) fn until(&self, deadline: Option<Instant>) -> Until {
        Until::new(deadline, self.stop.flag())
    }

    /// Is the time up, or has somebody ended the run?
    pub(crate) fn is_over(&self, deadline: Option<Instant>) -> bool {
        self.stop.is_wanted() || deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// How long to wait before looking at the clock again.
    fn patience(&self, deadline: Option<Instant>, limits: &Limits) -> Duration {
        let watch = match self.case_time {
            Some(limit) => (limit / 8).clamp(Duration::from_millis(1), LONGEST_WAIT),
            None => LONGEST_WAIT,
        };
        match deadline {
            Some(deadline) if !limits.is_over() => {
                watch.min(deadline.saturating_duration_since(Instant::now()))
            }
            _ => watch,
        }
    }

    fn leave_behind(&mut self, index: usize, job: &Job, limit: Duration) -> Result<Found, CheckError> {
        let worker = &mut self.workers[index];
        worker.orders = None;
        // Dropping the handle detaches the thread: it ends with the process.
        worker.thread = None;
        let (position, case) = worker.watched.case();
        let input = match (job, case) {
            (Job::Each(work, _), _) => work.input(&case)?,
            (Job::Search(Search { derivations, .. }) | Job::Draw(Draw { derivations, .. }), case) => {
                worker.watched.trail().derivation(derivations, case.size())?
            }
        };
        Ok(Found { position, input, failure: Failure::of(Cause::Hung(limit)) })
    }
}

/// What a panic says.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic with something other than a message").to_owned()
}

impl Drop for Pool {
    fn drop(&mut self) {
        for worker in &mut self.workers {
            worker.orders = None;
            if let Some(thread) = worker.thread.take() {
                // The thread waits for orders or has ended: it never runs a case here.
                let _ = thread.join();
            }
        }
    }
}

/// What the watch knows of a thread.
struct Waiting {
    job: Job,
    beat: u64,
    since: Instant,
    /// How often the same case was seen.
    looks: u32,
}

/// A case is not called hung before it was seen so often: a process that was stopped, or a machine that was busy, has let
/// time pass without letting the case run.
const LEAST_LOOKS: u32 = 4;

impl Waiting {
    fn is_hung(&mut self, watched: &Watched, limit: Duration) -> bool {
        let beat = watched.beat();
        if beat != self.beat {
            self.beat = beat;
            self.since = Instant::now();
            self.looks = 0;
        }
        self.looks += 1;
        beat % 2 == 1 && self.looks >= LEAST_LOOKS && self.since.elapsed() >= limit
    }
}

impl Order {
    fn run(self, subject: &dyn Subject, watched: &Watched) -> Result<Done, CheckError> {
        let turn = Turn::new(&self.limits, watched, self.is_watched);
        // The counts of a job that ended with an error are dropped.
        drop(turn.take_counts());
        let done = match (self.job, subject.lazily()) {
            (Job::Each(work, within), _) => Ok(each(&work, within.as_ref(), subject, &turn)?),
            (Job::Search(search), Some(subject)) => search.run(subject, &turn),
            (Job::Draw(draw), Some(subject)) => draw.run(subject, &turn),
            // Nobody asks for it.
            (Job::Search(_) | Job::Draw(_), None) => Ok(Done::default()),
        };
        // A panic leaves the beat odd; this order is over, so nothing hangs.
        done
    }
}

/// Runs inputs one by one.
fn each(
    work: &Work,
    within: Option<&Within>,
    subject: &dyn Subject,
    turn: &Turn<'_>,
) -> Result<Done, SpaceError> {
    let mut done = Done::default();
    let mut labels = Labels::default();
    let mut first = true;
    let mut problem = None;
    work.each(|position, size, case, input| {
        if turn.has_failed_before(position) {
            return false;
        }
        let fits = match within.map(|within| within.has(input)) {
            None => true,
            Some(Ok(fits)) => fits,
            Some(Err(error)) => {
                problem = Some(error);
                return false;
            }
        };
        // One case is run however late it is: a busy machine must not make a property that nothing was tried on.
        if turn.is_over() && !(first && fits) {
            done.stopped = true;
            return false;
        }
        if !fits {
            return true;
        }
        first = false;
        labels.clear();
        turn.begin(position, case, size);
        let Some(verdict) = turn.case(|| subject.run(input, &mut labels)) else {
            turn.take_back(size);
            done.stopped = true;
            return false;
        };
        let verdict = if work.all_smaller_ended() { verdict.without_limit() } else { verdict };
        turn.count(&verdict, &labels, position, || match within {
            Some(within) => within.in_all(input).ok(),
            None => Some(input.clone()),
        });
        if let Verdict::Failed(failure) = verdict {
            turn.fail(position);
            done.failure = Some(Found { position, input: input.clone(), failure: *failure });
            return false;
        }
        true
    })?;
    done.counts = turn.take_counts();
    problem.map_or(Ok(done), Err)
}
