//! Errors that are told when they are found.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use everycase_check::claims::stats::Labels;
use everycase_check::run::verdict::{Event, Failure, Group, Profile, Subject, Verdict};
use everycase_kernel::lazy::{Reading, Run};

use crate::expression::Expression;
use crate::fault::Fault;
use crate::subject::TestLibrary;

/// Receives an error when it is found, with the expression that ends with it: the first one, of
/// which the exploration may find a smaller one.
pub type Receiver = Box<dyn Fn(&Fault, &str) + Send + Sync>;

/// A library whose errors are told when they are found, each once. Limits are not told: whether
/// they are errors is known at the end.
pub(crate) struct AnnouncedLibrary<T: TestLibrary> {
    pub(crate) library: Arc<T>,
    pub(crate) subject: Arc<dyn Subject>,
    pub(crate) receiver: Receiver,
    pub(crate) known: Mutex<BTreeSet<Group>>,
}

impl<T: TestLibrary> AnnouncedLibrary<T> {
    fn announce(&self, failure: &Failure, input: &Run) {
        let group = Group::of(failure);
        if !self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(group) {
            return;
        }
        let Some(test) = input.derivation(input.root()) else { return };
        if let Some(fault) = self.library.fault(&test) {
            let seen = failure.seen.as_deref().map_or(test.root(), Reading::at);
            let expression = Expression::failed(&*self.library, seen, test.root());
            (self.receiver)(&fault, &self.library.text(&expression));
        }
    }
}

impl<T: TestLibrary> Subject for AnnouncedLibrary<T> {
    fn run(&self, input: &mut Run, labels: &mut Labels) -> Verdict {
        let verdict = self.subject.run(input, labels);
        if let Verdict::Failed(failure) = &verdict
            && !failure.is_limit()
            && !input.is_replay()
        {
            self.announce(failure, input);
        }
        verdict
    }

    fn profile(&self) -> Profile {
        self.subject.profile()
    }

    fn notice(&self, event: Event) {
        self.subject.notice(event);
    }
}
