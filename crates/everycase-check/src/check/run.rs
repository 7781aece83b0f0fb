//! A complete check.

use std::num::NonZeroUsize;
use std::sync::Arc;

use everycase_kernel::{Derivation, Derivations};

use super::result::{CheckResult, FailureCollection};
use super::streams::Check;
use crate::run::collector::Collector;
use crate::run::error::CheckError;
use crate::run::verdict::{Group, Subject};
use crate::settings::Plan;

/// Checks a subject on the derivations of a shape, as planned, until it fails. `saved` are inputs
/// that failed before; `name` is used for the threads.
///
/// # Errors
/// If the inputs cannot be enumerated.
pub fn check(
    name: &str,
    derivations: &Derivations,
    subject: &Arc<dyn Subject>,
    plan: &Plan,
    saved: &[Derivation],
) -> Result<CheckResult, CheckError> {
    Ok(collect(name, derivations, subject, plan, saved, NonZeroUsize::MIN)?.checked)
}

/// Checks a subject like [`check`], but continues after failures until it has found `limit`
/// different causes. Only a case that hangs ends it earlier.
///
/// Without a time limit, the parts of a run together find the same as the whole run: the same
/// causes with the same smallest sizes, as long as no part reaches `limit`. With a seed, the result
/// does not depend on the number of threads.
///
/// # Errors
/// If the inputs cannot be enumerated.
pub fn collect(
    name: &str,
    derivations: &Derivations,
    subject: &Arc<dyn Subject>,
    plan: &Plan,
    saved: &[Derivation],
    limit: NonZeroUsize,
) -> Result<FailureCollection, CheckError> {
    let mut check = Check::new(name, derivations, subject, plan, Collector::new(limit))?;
    check.search(saved)?;
    check.conclude()
}

/// Checks a subject like [`collect`], until it has found `limit` causes that are not among `known`.
/// Failures with a known cause are collected, too.
///
/// # Errors
/// If the inputs cannot be enumerated.
pub fn collect_beyond(
    name: &str,
    derivations: &Derivations,
    subject: &Arc<dyn Subject>,
    plan: &Plan,
    known: impl IntoIterator<Item = Group>,
    limit: NonZeroUsize,
) -> Result<FailureCollection, CheckError> {
    let mut check = Check::new(name, derivations, subject, plan, Collector::beyond(known, limit))?;
    check.search(&[])?;
    check.conclude()
}
