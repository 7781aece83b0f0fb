//! A subject that fails on every input on which another subject is tested.

use everycase_kernel::lazy::Run;
use everycase_kernel::{Derivation, Random};

use crate::phase::Phase;
use crate::stats::Labels;
use crate::verdict::{Cause, Failure, LazySubject, Subject, Verdict};
use std::sync::Arc;

/// Fails on every input that the other subject neither discards nor leaves undecided.
pub(super) struct Reaches(pub(super) Arc<dyn Subject>);

fn reaches(verdict: &Verdict) -> Verdict {
    match verdict {
        Verdict::Discarded | Verdict::Undecided(_) => Verdict::Discarded,
        Verdict::Passed | Verdict::Failed(_) => {
            Verdict::Failed(Box::new(Failure::of(Cause::Returned("not discarded".to_owned()))))
        }
    }
}

impl Subject for Reaches {
    fn longest(&self) -> u32 {
        self.0.longest()
    }

    fn run(&self, input: &Derivation, labels: &mut Labels) -> Verdict {
        reaches(&self.0.run(input, labels))
    }

    fn enter(&self, phase: Phase) {
        self.0.enter(phase);
    }

    fn lazily(&self) -> Option<&dyn LazySubject> {
        self.0.lazily().map(|_| self as &dyn LazySubject)
    }
}

impl LazySubject for Reaches {
    fn run_lazily(&self, input: &mut Run, labels: &mut Labels) -> Verdict {
        // Only a lazy subject is run lazily.
        self.0.lazily().map_or(Verdict::Discarded, |subject| reaches(&subject.run_lazily(input, labels)))
    }

    fn is_pure(&self) -> bool {
        self.0.lazily().is_some_and(LazySubject::is_pure)
    }

    fn names_continuations(&self) -> bool {
        self.0.lazily().is_some_and(LazySubject::names_continuations)
    }

    fn draws_lazily(&self) -> bool {
        self.0.lazily().is_some_and(LazySubject::draws_lazily)
    }

    fn draws_itself(&self) -> bool {
        self.0.lazily().is_some_and(LazySubject::draws_itself)
    }

    fn draw(&self, size: u32, rng: &mut Random) -> Option<Derivation> {
        self.0.lazily().and_then(|subject| subject.draw(size, rng))
    }
}
