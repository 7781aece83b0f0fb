//! The loop of every job: begins a case, runs it, takes it back or counts it, and collects a
//! failure.

use everycase_kernel::lazy::{NotDeterministic, Probe, Run};

use super::confirm::{Confirmation, confirmed};
use crate::claims::stats::Labels;
use crate::run::done::Done;
use crate::run::error::CheckError;
use crate::run::failures::{FailingInput, Hang, Trial};
use crate::run::verdict::{Subject, Verdict};
use crate::run::worker::Worker;

/// The cases of one thread's part of a job. Each is an input, or a class of inputs that look the
/// same to the property.
pub(crate) trait Cases {
    /// Goes to the next case; `None` after the last one.
    fn next(&mut self, worker: &Worker<'_>) -> Result<Option<Case>, CheckError>;

    /// Returns the run that has the input of the case.
    fn run(&mut self) -> &mut Run;

    /// Executes the property on the case. Returns `None` if `execute` does, because the time is
    /// over or a limit was met.
    fn execute(
        &mut self,
        probe: Probe,
        execute: impl FnMut(&mut Run) -> Option<Verdict>,
    ) -> Result<Option<Verdict>, NotDeterministic>;

    /// Returns the verdict that counts.
    fn judge(&mut self, verdict: Verdict) -> Verdict {
        verdict
    }

    /// Adds a case with this verdict, which counts here or elsewhere.
    fn add(&mut self, _verdict: &Verdict, _is_own: bool) {}

    /// Takes back a case without a verdict. Returns whether further cases may follow: the time is
    /// not over.
    fn take_back(&mut self) -> bool {
        false
    }

    /// Ends the part.
    fn end(self, done: &mut Done);
}

/// The place of a case.
#[derive(Clone, Copy)]
pub(crate) struct Case {
    /// Its position in the order of the whole run, and its number among the cases of this position.
    pub(crate) position: u64,
    pub(crate) nth: u64,
    /// The size under which it counts.
    pub(crate) size: u32,
    /// Whether this part counts it.
    pub(crate) is_own: bool,
}

/// Runs the cases of one thread's part of a job.
pub(crate) fn work(mut cases: impl Cases, trial: &Trial, worker: &Worker<'_>) -> Result<Done, CheckError> {
    let Trial { subject, failures, probe } = trial;
    let mut done = Done::default();
    let mut labels = Labels::default();
    let mut is_first = true;
    while let Some(Case { position, nth, size, is_own }) = cases.next(worker)? {
        if failures.have_ended_before(position, nth) {
            cases.take_back();
            break;
        }
        // One case is run however late it is, so that a busy machine cannot leave a property
        // untested.
        if !std::mem::take(&mut is_first) && worker.is_over() {
            cases.take_back();
            done.stopped = true;
            break;
        }
        if is_own {
            worker.begin(position, size);
        } else {
            worker.pass_by(position);
        }
        let verdict = match cases.execute(*probe, execution(&**subject, worker, &mut labels)) {
            Ok(verdict) => verdict,
            Err(NotDeterministic) => match confirmed(&**subject, worker, cases.run())? {
                Confirmation::Finding(input, failure) => {
                    failures.add(FailingInput { position, nth, input, failure });
                    done.stopped = true;
                    break;
                }
                Confirmation::Unknown(verdict) => verdict,
            },
        };
        let Some(verdict) = verdict else {
            if is_own {
                worker.take_back(size);
            }
            if cases.take_back() {
                continue;
            }
            done.stopped = true;
            break;
        };
        let verdict = cases.judge(verdict);
        cases.add(&verdict, is_own);
        if !is_own {
            continue;
        }
        worker.count(&verdict, &labels, position, || cases.run().input());
        if let Verdict::Failed(failure) = verdict {
            // No failure is lost without a word.
            let Some(input) = cases.run().input() else {
                return Err(CheckError::Defect(format!(
                    "an input of size {size} that fails cannot be written"
                )));
            };
            let found = FailingInput { position, nth, input, failure: *failure };
            // A subject in another process watches the time of its cases itself.
            if found.failure.is_hang() {
                failures.suspend(Hang { found, counted: Some(size) });
                break;
            }
            if !failures.add(found) {
                break;
            }
        }
    }
    done.counts = worker.take_counts();
    cases.end(&mut done);
    Ok(done)
}

/// Returns a function that runs a property on the current input. Labels come from the first run,
/// not from a probe.
fn execution<'a>(
    subject: &'a dyn Subject,
    worker: &'a Worker<'_>,
    labels: &'a mut Labels,
) -> impl FnMut(&mut Run) -> Option<Verdict> + 'a {
    labels.clear();
    let mut labels = Some(labels);
    move |run| match labels.take() {
        Some(labels) => worker.case(|| subject.run(run, labels)),
        None => worker.case(|| subject.run(run, &mut Labels::default())),
    }
}
