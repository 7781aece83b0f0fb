//! A subject that fails on every input on which another subject is tested.

use std::sync::Arc;

use everycase_kernel::lazy::Run;

use crate::stats::Labels;
use crate::verdict::{Cause, Event, Failure, Profile, Subject, Verdict};

/// Fails on every input that the other subject neither discards nor leaves undecided.
pub(super) struct Reaches(pub(super) Arc<dyn Subject>);

impl Subject for Reaches {
    fn run(&self, input: &mut Run, labels: &mut Labels) -> Verdict {
        match self.0.run(input, labels) {
            Verdict::Discarded | Verdict::Undecided(_) => Verdict::Discarded,
            Verdict::Passed | Verdict::Failed(_) => {
                Verdict::Failed(Box::new(Failure::of(Cause::Returned("not discarded".to_owned()))))
            }
        }
    }

    fn profile(&self) -> Profile {
        self.0.profile()
    }

    fn notice(&self, event: Event) {
        self.0.notice(event);
    }
}
