//! Does a property do the same again? What it looks at says nothing about other inputs otherwise.

use std::mem::discriminant;

use crate::error::CheckError;
use crate::verdict::Verdict;

/// One of this number of runs is made twice.
const PROBE: u64 = 1 << 10;

/// Makes a run again, if it is the turn of this one, and compares the ends and how much was decided on the way.
///
/// # Errors
/// When they differ.
pub(super) fn probe<D: PartialEq>(
    runs: u64,
    verdict: &Verdict,
    decided: &D,
    again: impl FnOnce() -> Option<(Verdict, D)>,
) -> Result<(), CheckError> {
    if !runs.is_multiple_of(PROBE) {
        return Ok(());
    }
    // It may have been ended because time is up.
    let Some((second, then)) = again() else { return Ok(()) };
    if discriminant(&second) == discriminant(verdict) && then == *decided {
        return Ok(());
    }
    Err(CheckError::NotDeterministic)
}
