//! The meaning of a run on an input decided on demand that differs from its repetition.
//!
//! If the property is not deterministic, that shows in plain runs: from the beginning, on one
//! complete input. Two of them that end differently are a finding. Otherwise the way in which
//! everycase runs the property is wrong, or the property keeps state between runs that these runs
//! do not show.

use everycase_kernel::Derivation;
use everycase_kernel::lazy::{Answer, Run};

use crate::claims::stats::Labels;
use crate::run::error::CheckError;
use crate::run::verdict::{Cause, Failure, Subject, Verdict, replay};
use crate::run::worker::Worker;

/// The maximal number of plain runs. A property that depends on a random bit ends differently in
/// two of them with odds of 500 to one.
const RUNS: u32 = 10;

/// The result of plain runs.
pub(super) enum Confirmation {
    /// Two of them ended differently: the property is not deterministic on this input.
    Finding(Derivation, Failure),
    /// One was undecided, or `None` if the time is over.
    Unknown(Option<Verdict>),
}

/// Runs a property plainly on the smallest input of a class, after a run on this class differed
/// from its repetition.
///
/// # Errors
/// If these runs agree.
pub(super) fn confirmed(
    subject: &dyn Subject,
    worker: &Worker<'_>,
    run: &Run,
) -> Result<Confirmation, CheckError> {
    let Some(input) = run.input() else { return Err(unconfirmed(subject, "")) };
    let mut first: Option<Verdict> = None;
    for _ in 0..RUNS {
        let verdict = worker.case(|| replay(subject, &input, &mut Labels::default()));
        match (&first, verdict) {
            (_, unknown @ (None | Some(Verdict::Undecided(_)))) => return Ok(Confirmation::Unknown(unknown)),
            (None, verdict) => first = verdict,
            (Some(first), Some(verdict)) if !first.is_like(&verdict) => {
                let cause = Cause::NotDeterministic([ending(first), ending(&verdict)]);
                return Ok(Confirmation::Finding(input, Failure::of(cause)));
            }
            (Some(_), Some(_)) => {}
        }
    }
    let words: Vec<String> = input.words().iter().map(|word| format!("{word:x}")).collect();
    Err(unconfirmed(subject, &words.join(".")))
}

fn unconfirmed(subject: &dyn Subject, words: &str) -> CheckError {
    if !subject.profile().is_pure {
        return CheckError::NotDeterministic;
    }
    CheckError::Defect(format!(
        "a run differs from its repetition, but runs of the whole input `{words}` agree"
    ))
}

/// Returns how a run ended, in words.
fn ending(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Passed => "passed".to_owned(),
        Verdict::Discarded => "was discarded".to_owned(),
        Verdict::Undecided(undecided) => format!("met a limit: {}", undecided.message),
        Verdict::Failed(failure) => failure.to_string(),
    }
}
