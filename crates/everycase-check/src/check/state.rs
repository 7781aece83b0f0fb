//! The test for state that a property keeps between its runs.
//!
//! A failure may leave something behind on which later runs fail: a lock that is poisoned, a list
//! in a `static` that grows, a database in which half of a transaction is left. Such runs say
//! nothing about their own inputs. So after a failure some inputs are run again on which the
//! property has passed before, each on the thread that has run it, and after them the failing
//! input. If one of them ends differently now, the failure that happened first is shown as it is,
//! since every other one may be due to it.

use std::sync::Arc;

use everycase_kernel::Derivation;

use super::result::Counterexample;
use super::shrink::Once;
use super::streams::Check;
use crate::claims::stream::Stream;
use crate::run::collector::At;
use crate::run::error::CheckError;
use crate::run::failures::FailingInput;
use crate::run::jobs::{Each, InputList};
use crate::run::verdict::Event;
use crate::system::miri::Instant;

/// The fraction of the time for these runs, as a divisor.
const SHARE: u32 = 16;

impl Check<'_> {
    /// Returns the failure that happened first, unshrunk, if the property keeps state.
    pub(super) fn first_of_state(&mut self) -> Result<Option<Counterexample>, CheckError> {
        let Some((first, at)) = self.runner.collector.take_earliest() else { return Ok(None) };
        if first.failure.is_hang() || !self.runner.pool.has_threads() {
            return Ok(None);
        }
        self.runner.subject.notice(Event::Stream(Stream::Replay));
        let is_state = self.fails_where_it_passed()? || self.fails_differently(&first, at)?;
        self.runner.subject.notice(Event::Stream(at.stream));
        if !is_state {
            return Ok(None);
        }
        // A property that fails by chance passes on the same input, sooner or later.
        let flaky = matches!(self.once(&first.input)?, Once::Holds);
        Ok(Some(Counterexample {
            keeps_state: true,
            flaky,
            ..Counterexample::unshrunk(first, at, self.start)
        }))
    }

    /// Runs inputs on which the property has passed. Returns whether it fails on one of them.
    fn fails_where_it_passed(&mut self) -> Result<bool, CheckError> {
        let deadline = self.plan.budget.time.and_then(|time| Instant::now().checked_add(time / SHARE));
        let passed: Vec<Arc<[Derivation]>> = self.runner.pool.passed().map(Into::into).collect();
        let of_thread = |thread: u64, trial| {
            let inputs = InputList(passed.get(thread as usize).filter(|inputs| !inputs.is_empty())?.clone());
            Some(Each { inputs, bound: None, trial })
        };
        let done = self.runner.on_each(&of_thread, deadline)?;
        Ok(done.gathered.groups.values().any(|group| !group.first.failure.is_limit()))
    }

    /// Runs the failing input once more. Returns whether the property fails on it in another way.
    fn fails_differently(&mut self, first: &FailingInput, at: At) -> Result<bool, CheckError> {
        // An input that is decided on demand may fail elsewhere than the complete one.
        if at.stream != Stream::Replay && self.runner.subject.profile().is_lazy() {
            return Ok(false);
        }
        Ok(match self.once(&first.input)? {
            Once::Fails(failure) => !failure.is_limit() && !failure.is_like(&first.failure),
            Once::Holds | Once::Undecided(_) => false,
        })
    }
}
