//! Checks of given inputs: a replayed one, examples, or the first ones of a space.

use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::Arc;

use everycase_kernel::{Derivation, Derivations, SpaceError, Until};

use super::result::{CheckResult, Counterexample, Ending, Finding, Minimal, Vacuity};
use super::streams::Check;
use crate::claims::stream::Stream;
use crate::claims::{Claim, Claims};
use crate::run::collector::{At, Collector};
use crate::run::done::Done;
use crate::run::error::CheckError;
use crate::run::failures::FailingInput;
use crate::run::jobs::{Each, InputList};
use crate::run::verdict::{Event, Subject, Verdict};
use crate::settings::Plan;
use crate::settings::shard::Shard;
use crate::system::miri::{self, Instant};

/// Runs a subject on a single input. A failing input is reported unshrunk.
///
/// # Errors
/// If no thread can be started.
pub fn replay(
    name: &str,
    derivations: &Derivations,
    subject: &Arc<dyn Subject>,
    plan: &Plan,
    input: &Derivation,
) -> Result<CheckResult, CheckError> {
    given(name, derivations, subject, plan, (Stream::Replay, None), std::slice::from_ref(input))
}

/// Returns the verdict of a subject on a single input, for another process that goes on with it. A
/// case that does not return in time is not run again: the other process does that.
///
/// # Errors
/// If no thread can be started.
pub fn verdict(
    name: &str,
    derivations: &Derivations,
    subject: &Arc<dyn Subject>,
    plan: &Plan,
    input: &Derivation,
) -> Result<Verdict, CheckError> {
    let plan = Plan { jobs: NonZeroU64::MIN, ..plan.clone() };
    let mut check = Check::new(name, derivations, subject, &plan, Collector::new(NonZeroUsize::MIN))?;
    subject.notice(Event::Stream(Stream::Replay));
    let Done { mut gathered, mut counts, .. } = check.runner.alone(input)?;
    let hung = gathered.hangs.drain(..).next().map(|hang| hang.found);
    let failed = hung.or_else(|| gathered.found().next().cloned());
    Ok(match (failed, counts.unknown.take()) {
        (Some(found), _) => Verdict::Failed(Box::new(found.failure)),
        (None, Some(unknown)) => Verdict::Undecided(Box::new(unknown.limit)),
        (None, None) if counts.total().discarded == 0 => Verdict::Passed,
        (None, None) => Verdict::Discarded,
    })
}

/// Runs a subject on inputs that are given with it, in order, until one fails. It is reported
/// unshrunk. These inputs are in addition to those that the plan's budget allows, and every part of
/// a run has them.
///
/// # Errors
/// If no thread can be started.
pub fn examples(
    name: &str,
    derivations: &Derivations,
    subject: &Arc<dyn Subject>,
    plan: &Plan,
    inputs: &[Derivation],
) -> Result<CheckResult, CheckError> {
    given(name, derivations, subject, plan, (Stream::Example, None), inputs)
}

/// The fraction of the time that additional checks may take, as a divisor.
const BESIDE: u32 = 16;

/// Runs a subject on the first inputs, at most `most` of them and up to a size, within a small part
/// of the plan's time. A failing input is reported unshrunk.
///
/// # Errors
/// If the inputs cannot be enumerated, or no thread can be started.
pub fn first(
    name: &str,
    derivations: &Derivations,
    subject: &Arc<dyn Subject>,
    plan: &Plan,
    size: u32,
    most: usize,
) -> Result<CheckResult, CheckError> {
    let mut inputs = Vec::new();
    // This takes a small part of the run's time in addition.
    let end = plan.budget.longest().and_then(|time| Instant::now().checked_add(time / BESIDE));
    let timed = derivations.until(Until::new(miri::for_kernel(end), plan.stop.flag()));
    for size in 0..=size {
        if inputs.len() >= most {
            break;
        }
        let mut walk = match timed.of_size(size) {
            Err(SpaceError::OutOfTime) => break,
            walk => walk?,
        };
        while inputs.len() < most
            && let Some(input) = walk.next()
        {
            inputs.push(input.clone());
        }
    }
    given(name, derivations, subject, plan, (Stream::RoundTrip, end), &inputs)
}

/// Runs a subject on inputs in order, on one thread, until it fails or the time is over.
fn given(
    name: &str,
    derivations: &Derivations,
    subject: &Arc<dyn Subject>,
    plan: &Plan,
    (stream, deadline): (Stream, Option<Instant>),
    inputs: &[Derivation],
) -> Result<CheckResult, CheckError> {
    // Every part runs all of these inputs.
    let plan = Plan { shard: Shard::WHOLE, jobs: NonZeroU64::MIN, ..plan.clone() };
    let mut check = Check::new(name, derivations, subject, &plan, Collector::new(NonZeroUsize::MIN))?;
    subject.notice(Event::Stream(stream));
    let (replayed, found) = check.given(inputs, deadline)?;
    let finding = match found {
        Some(found) => {
            let at = At { stream, tests: found.position + 1, is_smallest: stream == Stream::RoundTrip };
            let minimal = if at.is_smallest { Minimal::Size } else { Minimal::No };
            Finding::Counterexample(Box::new(Counterexample {
                minimal,
                ..Counterexample::unshrunk(found, at, check.start)
            }))
        }
        None if check.coverage.undecided() > 0 => Finding::Unreached(Vacuity::NoneDecided),
        None if check.coverage.discards() > 0 => Finding::Unreached(Vacuity::AllDiscarded),
        None => Finding::Nothing,
    };
    if stream == Stream::Example {
        // They are not saved inputs, and coverage is about the inputs of the search.
        check.coverage.claims = Claims::default();
    }
    let is_whole = replayed == inputs.len() as u64;
    let mut checked = check.finish(finding);
    if is_whole && matches!(checked.ended, Ending::Time | Ending::Tests) {
        // These are all inputs, and time did not end the run.
        checked.ended = Ending::AllSeen;
    }
    Ok(checked)
}

impl Check<'_> {
    /// Runs inputs in order, on one thread, until one fails. Returns the number of inputs that were
    /// run, and the failure.
    pub(super) fn given(
        &mut self,
        inputs: &[Derivation],
        deadline: Option<Instant>,
    ) -> Result<(u64, Option<FailingInput>), CheckError> {
        let mut left = inputs;
        let mut before = 0;
        loop {
            let inputs = InputList(left.into());
            let mut done = self.runner.first_on_one(|trial| Each { inputs, bound: None, trial }, deadline)?;
            let late = done.late.take();
            let (gathered, tally) = self.count(done);
            let ran = tally.ran;
            self.coverage.claims.add(Claim::given(tally));
            if let Some(found) = gathered.found().next() {
                let found = FailingInput { position: before + found.position, ..found.clone() };
                return Ok((found.position + 1, Some(found)));
            }
            before += ran;
            // What follows an input that was late has not been run.
            left = late.and_then(|late| left.get(late as usize + 1..)).unwrap_or_default();
            if left.is_empty() {
                return Ok((before, None));
            }
        }
    }
}
