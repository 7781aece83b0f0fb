//! Checks that the first inputs can be encoded back: with a wrong bijection, the counts of a report
//! would be wrong. User code is caught, watched and isolated here as in a property.

use std::sync::Arc;

use crate::space::Space;
use everycase_check::check::{self, CheckError, CheckResult, Finding};
use everycase_check::claims::stats::Labels;
use everycase_check::run::verdict::{Cause, Subject, Verdict};
use everycase_check::settings::Plan;
use everycase_kernel::Derivations;
use everycase_kernel::lazy::Run;

use super::assume;
use super::outcome::Outcome;
use super::verdict::verdict;

/// The number of smallest inputs, and the maximal size, to check before the property.
const FEW: usize = 200;
const SMALL: u32 = 8;

/// A subject that decodes an input and encodes it back.
pub(crate) struct Inverse<T>(pub(crate) Space<T>);

impl<T: 'static> Subject for Inverse<T> {
    fn run(&self, input: &mut Run, labels: &mut Labels) -> Verdict {
        let Some(input) = input.whole() else { return Verdict::Discarded };
        let there_and_back = || match self.0.check_inverse_of(input) {
            Ok(()) => Outcome::Holds,
            Err(error) => Outcome::Fails(error.to_string()),
        };
        assume::listening(labels, || verdict(there_and_back))
    }
}

/// Checks the first inputs. Returns a check that failed, if the user's code does not survive an
/// input.
///
/// # Errors
/// If an input cannot be encoded back, or none could be checked.
pub(crate) fn check(
    name: &str,
    inverse: &Arc<dyn Subject>,
    derivations: &Derivations,
    plan: &Plan,
) -> Result<Option<CheckResult>, String> {
    let checked = check::first(name, derivations, inverse, plan, SMALL, FEW);
    let checked = checked.map_err(|error| match error {
        CheckError::Space(error) => error.to_string(),
        error => error.to_string(),
    })?;
    match &checked.finding {
        Finding::Counterexample(found) => match &found.failure.cause {
            Cause::Returned(error) => Err(error.clone()),
            _ => Ok(Some(checked)),
        },
        _ => Ok(None),
    }
}
