//! Do the first inputs lead back to themselves? A mapping given as a bijection that is none would make the counts of a
//! report untrue. The user's code that runs for it is caught, watched and isolated as a property's is.

use std::sync::Arc;

use crate::space::Space;
use everycase_check::check::{self, CheckError, Checked, Finding};
use everycase_check::settings::Plan;
use everycase_check::stats::Labels;
use everycase_check::verdict::{Cause, Subject, Verdict};
use everycase_kernel::{Derivation, Derivations};

use super::outcome::Outcome;
use super::{assume, panics};

/// How many of the smallest inputs, and up to which size, are looked at before a check.
const FEW: usize = 200;
const SMALL: u32 = 8;

/// As a subject it decodes an input and encodes it back.
pub(crate) struct Inverse<T>(pub(crate) Space<T>);

impl<T: 'static> Subject for Inverse<T> {
    fn run(&self, input: &Derivation, labels: &mut Labels) -> Verdict {
        let there_and_back = || match self.0.check_inverse_of(input) {
            Ok(()) => Outcome::Holds,
            Err(error) => Outcome::Fails(error.to_string()),
        };
        assume::listening(labels, || panics::verdict(there_and_back))
    }
}

/// Checks the first inputs. Returns a check that has found an input which the user's code does not survive.
///
/// # Errors
/// An input that does not lead back to itself, or why none could be looked at.
pub(crate) fn check(
    name: &str,
    inverse: &Arc<dyn Subject>,
    derivations: &Derivations,
    plan: &Plan,
) -> Result<Option<Checked>, String> {
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
