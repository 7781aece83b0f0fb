//! Continues a check whose process has died, or cannot go on.

use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::Arc;

use everycase_kernel::{Derivation, Derivations};

use super::result::{CheckResult, Counterexample, Finding};
use super::streams::Check;
use crate::claims::Claims;
use crate::claims::stream::Stream;
use crate::run::collector::{At, Collector};
use crate::run::error::CheckError;
use crate::run::failures::FailingInput;
use crate::run::verdict::{Failure, Subject};
use crate::settings::Plan;
use crate::system::miri::Instant;

/// The state of a run whose process died, or has ended early because further runs in it tell
/// nothing.
#[derive(Debug, Clone)]
pub struct Death {
    /// How the process ended.
    pub failure: Failure,
    /// The stream it was in.
    pub stream: Stream,
    /// The number of inputs it had run.
    pub tests: u64,
    /// The current or last inputs of its threads.
    pub inputs: Vec<Derivation>,
    /// When the run began.
    pub start: Instant,
    /// Why the run has ended.
    pub why: Why,
}

/// Why a run has ended before all of it was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// Its process has died.
    Died,
    /// The property did not return on an input, nor when it was run on it again, alone. Only from
    /// outside can that be ended, and the input be shrunk.
    Hung,
    /// The property keeps state, which each run in a process of its own begins without.
    KeepsState,
}

/// Continues a check after its process has died: finds the input that caused it, and shrinks it.
/// The subject must survive whatever an input does.
///
/// # Errors
/// If the process had not run any input yet, or no thread can be started.
pub fn take_over(
    name: &str,
    derivations: &Derivations,
    subject: &Arc<dyn Subject>,
    plan: &Plan,
    death: &Death,
) -> Result<CheckResult, CheckError> {
    let Some(first) = death.inputs.first() else { return Err(CheckError::Died(death.failure.clone())) };
    // The subject limits the time of a case, because it can end one.
    let plan = Plan { jobs: NonZeroU64::MIN, case_time: None, ..plan.clone() };
    let mut check = Check::new(name, derivations, subject, &plan, Collector::new(NonZeroUsize::MIN))?;
    check.start = death.start;
    let first = FailingInput { position: 0, nth: 0, input: first.clone(), failure: death.failure.clone() };
    let found = match death.why {
        Why::Hung => Some(first.clone()),
        Why::Died | Why::KeepsState => check.given(&death.inputs, None)?.1,
    };
    // The coverage of the dead process is lost; these counts were of its inputs.
    check.coverage.claims = Claims::default();
    check.undecided = None;
    // A process that died in the search by size had run all smaller inputs, unless it ran only a
    // part.
    let is_smallest = match death.stream {
        Stream::RoundTrip => true,
        Stream::Search => plan.shard.is_whole() && death.why == Why::Died,
        _ => false,
    };
    let at = At { stream: death.stream, tests: death.tests, is_smallest };
    let mut all = match found {
        // An example is shown as it is given.
        Some(found) if plan.replay.is_some() || death.stream == Stream::Example => {
            vec![Counterexample::unshrunk(found, at, check.start)]
        }
        Some(found) => check.counterexample(found, at, (None, plan.shrink_time))?,
        None => {
            let (flaky, keeps_state) = (true, death.why == Why::KeepsState);
            vec![Counterexample { flaky, keeps_state, ..Counterexample::unshrunk(first, at, check.start) }]
        }
    };
    let counterexample = all.remove(0);
    let checked = check.finish(Finding::Counterexample(Box::new(counterexample)));
    Ok(CheckResult { further: all, ..checked })
}
