//! Runs an input that hung once more, alone.

use std::num::{NonZeroU64, NonZeroUsize};

use everycase_kernel::Derivation;

use super::phases::Check;
use super::shrink::Once;
use crate::collector::Collector;
use crate::error::CheckError;
use crate::runner::Runner;
use crate::settings::Plan;
use crate::verdict::Failure;

impl Check<'_> {
    /// Returns the failure of an input that hung, if it hangs again on a thread of its own. On a busy machine an input may take long once.
    pub(super) fn hangs_again(&self, input: &Derivation) -> Result<Option<Failure>, CheckError> {
        let plan = Plan { jobs: NonZeroU64::MIN, ..self.plan.clone() };
        let one = Collector::new(NonZeroUsize::MIN);
        let mut alone = Runner::new(self.name, &plan, &self.runner.subject, one)?;
        Ok(match Once::of(&mut alone, input)? {
            Once::Fails(failure) => Some(failure).filter(Failure::is_hang),
            Once::Holds | Once::Undecided => None,
        })
    }
}
