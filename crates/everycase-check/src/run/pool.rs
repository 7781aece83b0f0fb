//! The threads that run the parts of a job, and their supervision.
//!
//! A case that hangs cannot be stopped, only left behind, so each part of a job runs on a thread of
//! its own. The thread that started the run waits, watches the clock, and notices a case that takes
//! too long.
//!
//! Under Miri the parts run on the thread that started the run, one after the other.
//!
//! The pool does not know what a job does. It gives each thread a part, and asks a part whose
//! thread hangs for its result. The jobs of a check are in [`jobs`](crate::run::jobs) and
//! [`lazy`](crate::run::lazy); others run in the same way:
//!
//! ```
//! use everycase_check::run::error::CheckError;
//! use everycase_check::run::pool::{Job, Pool};
//! use everycase_check::settings::Settings;
//! use everycase_check::run::worker::{Worker, WorkerState};
//!
//! /// Sums every other number below 100.
//! struct Sum(u64);
//!
//! impl Job for Sum {
//!     type Done = u64;
//!
//!     fn run(&self, worker: &Worker<'_>) -> Result<u64, CheckError> {
//!         let mut sum = 0;
//!         for number in (self.0..100).step_by(2) {
//!             worker.pass_by(number);
//!             sum += worker.case(|| number).unwrap_or(0);
//!         }
//!         Ok(sum)
//!     }
//!
//!     fn left_behind(&self, at: &WorkerState, _: std::time::Duration) -> Result<u64, CheckError> {
//!         panic!("{} hangs", at.position())
//!     }
//! }
//!
//! let plan = Settings { jobs: Some(2), ..Settings::default() }.fill("sums");
//! let sums = Pool::new("sums", &plan)?.run(|thread| Some(Sum(thread)), None)?;
//! assert_eq!(sums, [2450, 2500]);
//! # Ok::<(), CheckError>(())
//! ```

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use everycase_kernel::{Derivation, Until};

use crate::control::progress::Progress;
use crate::control::stack::Stack;
use crate::control::stop::Expiry;
use crate::control::stop::Stop;
use crate::run::error::CheckError;
use crate::run::worker::{Worker, WorkerState};
use crate::settings::Plan;
use crate::system::miri::{self, IS_MIRI, Instant};

/// The maximal delay before the pool notices an interruption.
const LONGEST_WAIT: Duration = Duration::from_millis(250);

/// One thread's part of some work.
pub trait Job: Send + Sync + 'static {
    /// The result of a part.
    type Done: Send + 'static;

    /// Does the part, on the thread of `worker`.
    ///
    /// # Errors
    /// If it cannot be done.
    fn run(&self, worker: &Worker<'_>) -> Result<Self::Done, CheckError>;

    /// Returns the result of a part whose thread is left behind, because its case has not ended
    /// within `limit`.
    ///
    /// # Errors
    /// If the case cannot be identified.
    fn left_behind(&self, at: &WorkerState, limit: Duration) -> Result<Self::Done, CheckError>;
}

/// A part, whatever its result is.
trait Part: Send + Sync {
    /// Does the part, and keeps its result.
    fn run(&self, worker: &Worker<'_>) -> Result<(), CheckError>;

    /// Keeps the result of a part whose thread is left behind.
    fn left_behind(&self, at: &WorkerState, limit: Duration) -> Result<(), CheckError>;
}

/// A part with its result.
struct Task<J: Job> {
    job: J,
    result: Mutex<Outcome<J::Done>>,
}

/// The result of a part, once there is one.
struct Outcome<D> {
    done: Option<D>,
    /// Whether its thread was left behind. What it does afterwards does not count.
    is_left: bool,
}

impl<D> Default for Outcome<D> {
    fn default() -> Self {
        Self { done: None, is_left: false }
    }
}

impl<J: Job> Task<J> {
    fn result(&self) -> MutexGuard<'_, Outcome<J::Done>> {
        self.result.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<J: Job> Part for Task<J> {
    fn run(&self, worker: &Worker<'_>) -> Result<(), CheckError> {
        let done = self.job.run(worker)?;
        let result = &mut *self.result();
        if !result.is_left {
            result.done = Some(done);
        }
        Ok(())
    }

    fn left_behind(&self, at: &WorkerState, limit: Duration) -> Result<(), CheckError> {
        let done = self.job.left_behind(at, limit)?;
        *self.result() = Outcome { done: Some(done), is_left: true };
        Ok(())
    }
}

/// The threads of one run.
pub struct Pool {
    name: String,
    stack: Stack,
    threads: Vec<Thread>,
    progress: Progress,
    case_time: Option<Duration>,
    /// The work of counting in each space.
    work: u64,
    stop: Stop,
}

struct Thread {
    /// `None` once the thread has been left behind.
    orders: Option<Sender<Order>>,
    watched: Arc<WorkerState>,
    handle: Option<JoinHandle<()>>,
}

/// A part of a job, and where to report its end.
type Order = Box<dyn FnOnce(&WorkerState) + Send>;

impl Pool {
    /// Starts the number of threads in the plan, with its time limit for a case.
    ///
    /// # Errors
    /// If a thread cannot be started.
    pub fn new(name: &str, plan: &Plan) -> Result<Pool, CheckError> {
        let threads = (0..plan.jobs.get()).map(|_| Thread::start(name, plan.depth.stack(), &plan.progress));
        Ok(Pool {
            name: name.to_owned(),
            stack: plan.depth.stack(),
            threads: threads.collect::<Result<_, _>>()?,
            progress: plan.progress.clone(),
            case_time: plan.case_time,
            work: plan.budget.work_of_tests(),
            stop: plan.stop.clone(),
        })
    }

    /// Starts a thread in place of each one that was left behind.
    ///
    /// # Errors
    /// If a thread cannot be started.
    pub fn replace_lost(&mut self) -> Result<(), CheckError> {
        for thread in self.threads.iter_mut().filter(|thread| thread.orders.is_none()) {
            *thread = Thread::start(&self.name, self.stack, &self.progress)?;
        }
        Ok(())
    }

    /// Returns whether some thread has not been left behind.
    pub fn has_threads(&self) -> bool {
        self.threads.iter().any(|thread| thread.orders.is_some())
    }

    /// Returns whether no thread has been left behind.
    pub fn has_all_threads(&self) -> bool {
        self.threads.iter().all(|thread| thread.orders.is_some())
    }

    /// Returns the number of threads, including those left behind.
    pub fn jobs(&self) -> u64 {
        self.threads.len() as u64
    }

    /// Returns for each thread some inputs on which the property has passed there.
    pub(crate) fn passed(&self) -> impl Iterator<Item = Vec<Derivation>> {
        self.threads.iter().map(|thread| thread.watched.passed())
    }

    /// Runs a job on one thread. Returns `None` if all threads have been left behind.
    ///
    /// # Errors
    /// See [`Pool::run`].
    pub fn run_on_one<J: Job>(
        &mut self,
        job: J,
        deadline: Option<Instant>,
    ) -> Result<Option<J::Done>, CheckError> {
        let one = self.threads.iter().position(|thread| thread.orders.is_some());
        let mut job = Some(job);
        let done = self.run(|thread| job.take_if(|_| Some(thread as usize) == one), deadline)?;
        Ok(done.into_iter().next())
    }

    /// Runs a job's parts on the threads until all are done, the time is over, or one hangs.
    /// Returns the results of the parts, in the order of the threads.
    ///
    /// # Errors
    /// If a part fails, panics outside of a case, or its thread dies.
    pub fn run<J: Job>(
        &mut self,
        mut part: impl FnMut(u64) -> Option<J>,
        deadline: Option<Instant>,
    ) -> Result<Vec<J::Done>, CheckError> {
        let mut all: Vec<Arc<Task<J>>> = Vec::new();
        let mut parts: Vec<Option<Arc<dyn Part>>> = Vec::new();
        for (index, thread) in self.threads.iter().enumerate() {
            let job = if thread.orders.is_some() { part(index as u64) } else { None };
            let task = job.map(|job| Arc::new(Task { job, result: Mutex::default() }));
            all.extend(task.clone());
            parts.push(task.map(|task| task as _));
        }
        self.run_parts(parts, deadline)?;
        Ok(all.iter().filter_map(|task| task.result().done.take()).collect())
    }

    /// Runs parts on their threads, as [`run`](Self::run) does. It does not know their results, so
    /// it is compiled once.
    fn run_parts(
        &mut self,
        parts: Vec<Option<Arc<dyn Part>>>,
        deadline: Option<Instant>,
    ) -> Result<(), CheckError> {
        let expiry = Arc::new(Expiry::default());
        if self.stop.is_wanted() {
            expiry.expire();
        }
        // Each run has its own channel: a thread left behind may still report, which must not reach
        // a later run.
        let (report, reports) = channel();
        let mut waiting: Vec<Option<Waiting>> = Vec::new();
        for (index, (thread, part)) in self.threads.iter().zip(parts).enumerate() {
            let (Some(orders), Some(part)) = (&thread.orders, part) else {
                waiting.push(None);
                continue;
            };
            let (own, report, expiry) = (Arc::clone(&part), report.clone(), Arc::clone(&expiry));
            let is_watched = self.case_time.is_some();
            let order: Order = Box::new(move |watched| {
                let worker = Worker::new(&expiry, watched, is_watched);
                // A subject catches the property's panics; this catches all others.
                let end = catch_unwind(AssertUnwindSafe(|| own.run(&worker)));
                let end = end.unwrap_or_else(|panic| Err(CheckError::Panicked(message(&*panic))));
                // Free the part before its end is reported.
                drop(own);
                // Without a receiver, the thread was left behind or the run has ended with an
                // error.
                let _ = report.send((index, end));
            });
            if IS_MIRI {
                order(&thread.watched);
            } else if orders.send(order).is_err() {
                return Err(CheckError::Crashed);
            }
            waiting.push(Some(Waiting { part, beat: 0, looked: Instant::now(), ran: Duration::ZERO }));
        }
        drop(report);
        let mut error = None;
        let mut lost = false;
        while waiting.iter().any(Option::is_some) {
            // Under Miri all parts have ended.
            let end = if IS_MIRI {
                reports.recv().map_err(|_| RecvTimeoutError::Disconnected)
            } else {
                reports.recv_timeout(self.patience(deadline, &expiry))
            };
            match end {
                // The result of a part that was left behind is already known.
                Ok((index, end)) if waiting[index].take().is_some() => error = end.err().or(error),
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(CheckError::Crashed),
            }
            if self.is_over(deadline) {
                expiry.expire();
            }
            let Some(limit) = self.case_time else { continue };
            for (waiting, thread) in waiting.iter_mut().zip(&mut self.threads) {
                if let Some(Waiting { part, .. }) =
                    waiting.take_if(|waiting| waiting.is_hung(&thread.watched, limit))
                {
                    thread.leave_behind();
                    // If its case returns after all, the thread begins no other.
                    lost = true;
                    part.left_behind(&thread.watched, limit)?;
                }
            }
        }
        if lost {
            expiry.expire();
        }
        error.map_or(Ok(()), Err)
    }

    /// Returns when counting has to stop early: at the deadline, and with a budget of tests after
    /// the work that these allow, which is the same on every machine.
    pub fn until(&self, deadline: Option<Instant>) -> Until {
        Until::new(miri::for_kernel(deadline), self.stop.flag()).within_work(self.work)
    }

    /// Returns whether the time is over, or the run was interrupted.
    pub fn is_over(&self, deadline: Option<Instant>) -> bool {
        self.stop.is_wanted() || deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Returns how long to wait before checking the clock again.
    fn patience(&self, deadline: Option<Instant>, expiry: &Expiry) -> Duration {
        let watch = match self.case_time {
            Some(limit) => (limit / 8).clamp(Duration::from_millis(1), LONGEST_WAIT),
            None => LONGEST_WAIT,
        };
        match deadline {
            Some(deadline) if !expiry.is_over() => {
                watch.min(deadline.saturating_duration_since(Instant::now()))
            }
            _ => watch,
        }
    }
}

impl Thread {
    fn start(name: &str, stack: Stack, progress: &Progress) -> Result<Thread, CheckError> {
        let watched = Arc::new(WorkerState::default());
        progress.watch(Arc::clone(&watched) as _);
        let (orders, inbox) = channel::<Order>();
        if IS_MIRI {
            return Ok(Thread { orders: Some(orders), watched, handle: None });
        }
        let own = Arc::clone(&watched);
        let run = move || inbox.into_iter().for_each(|order| order(&own));
        let handle = stack.thread(name).spawn(run);
        let handle = handle.map_err(|error| CheckError::NoThread(error.to_string()))?;
        Ok(Thread { orders: Some(orders), watched, handle: Some(handle) })
    }

    /// Detaches the thread; it ends with the process.
    fn leave_behind(&mut self) {
        self.orders = None;
        self.handle = None;
    }
}

/// Returns the message of a panic.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic with something other than a message").to_owned()
}

impl Drop for Pool {
    fn drop(&mut self) {
        for thread in &mut self.threads {
            thread.orders = None;
            if let Some(handle) = thread.handle.take() {
                // The thread is waiting or has ended; it is not running a case.
                let _ = handle.join();
            }
        }
    }
}

/// The supervision of a thread.
struct Waiting {
    part: Arc<dyn Part>,
    beat: u64,
    /// The last look at the thread.
    looked: Instant,
    /// How long the property has run on the case, without the decisions about its input.
    ran: Duration,
}

/// The number of times a case is seen before it counts as hung. On a stopped process or a busy
/// machine, time can pass without the case running.
const LEAST_LOOKS: u32 = 4;

impl Waiting {
    /// Looks at the thread. The time since the last look counts if the property runs now, and not
    /// if it waits for a decision. Looks are frequent enough for a property that does both in turn.
    fn is_hung(&mut self, watched: &WorkerState, limit: Duration) -> bool {
        let passed = self.looked.elapsed();
        self.looked += passed;
        let beat = watched.beat();
        if beat != self.beat {
            (self.beat, self.ran) = (beat, Duration::ZERO);
        } else if beat % 2 == 1 && !watched.is_deciding() {
            self.ran += passed.min(limit / LEAST_LOOKS);
        }
        beat % 2 == 1 && self.ran >= limit
    }
}
