//! A check from its beginning to its end.

use std::num::NonZeroUsize;
use std::sync::Arc;

use everycase_kernel::{Derivation, Derivations};

use super::phases::Check;
use super::result::{Checked, Collected};
use crate::error::CheckError;
use crate::settings::Plan;
use crate::verdict::Subject;

/// Checks a subject on the derivations of a shape, as planned, until it fails. `saved` are inputs that failed before; `name` is
/// the name of its threads.
///
/// # Errors
/// When the inputs cannot be enumerated.
pub fn check(
    name: &str,
    derivations: &Derivations,
    subject: &Arc<dyn Subject>,
    plan: &Plan,
    saved: &[Derivation],
) -> Result<Checked, CheckError> {
    Ok(collect(name, derivations, subject, plan, saved, NonZeroUsize::MIN)?.checked)
}

/// Checks a subject as [`check`] does, and goes on after a failure until there are `limit` groups of failures with different
/// causes. Only a case that hangs ends it before.
///
/// Bounded by size and tests, the parts of a run together find what the whole run finds: the same groups, each with the same
/// smallest size, as long as none of them meets the limit. With a seed the result is the same for any number of threads.
///
/// # Errors
/// When the inputs cannot be enumerated.
pub fn collect(
    name: &str,
    derivations: &Derivations,
    subject: &Arc<dyn Subject>,
    plan: &Plan,
    saved: &[Derivation],
    limit: NonZeroUsize,
) -> Result<Collected, CheckError> {
    let mut check = Check::new(name, derivations, subject, plan, limit)?;
    check.search(saved)?;
    check.conclude()
}
