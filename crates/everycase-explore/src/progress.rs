//! How far an exploration is.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use everycase_check::phase::Phase;
use everycase_check::stats::Labels;
use everycase_check::verdict::{LazySubject, Subject, Verdict};
use everycase_kernel::Derivation;
use everycase_kernel::lazy::Run;

/// How far an exploration is, for another thread to read.
#[derive(Debug, Default)]
pub struct Progress {
    runs: AtomicU64,
    size: AtomicU32,
}

impl Progress {
    /// The number of runs after which the size is looked at again.
    const OFTEN: u64 = 256;

    /// Returns the number of runs so far.
    pub fn runs(&self) -> u64 {
        self.runs.load(Ordering::Relaxed)
    }

    /// Returns a size of which expressions were run; now and then it is updated.
    pub fn size(&self) -> u32 {
        self.size.load(Ordering::Relaxed)
    }
}

/// A subject whose runs are counted.
pub(crate) struct Counted {
    pub(crate) subject: Arc<dyn Subject>,
    pub(crate) progress: Arc<Progress>,
}

impl Subject for Counted {
    fn run(&self, input: &Derivation, labels: &mut Labels) -> Verdict {
        self.progress.runs.fetch_add(1, Ordering::Relaxed);
        self.subject.run(input, labels)
    }

    fn enter(&self, phase: Phase) {
        self.subject.enter(phase);
    }

    fn lazily(&self) -> Option<&dyn LazySubject> {
        self.subject.lazily().map(|_| self as &dyn LazySubject)
    }
}

impl LazySubject for Counted {
    fn run_lazily(&self, input: &mut Run, labels: &mut Labels) -> Verdict {
        let Some(subject) = self.subject.lazily() else { return Verdict::Discarded };
        let verdict = subject.run_lazily(input, labels);
        let runs = self.progress.runs.fetch_add(1, Ordering::Relaxed);
        if runs.is_multiple_of(Progress::OFTEN)
            && let Some(test) = input.derivation(input.root())
        {
            self.progress.size.fetch_max(test.size(), Ordering::Relaxed);
        }
        verdict
    }

    fn is_pure(&self) -> bool {
        self.subject.lazily().is_some_and(LazySubject::is_pure)
    }

    fn end_bound(&self, is_complete: bool) {
        if let Some(subject) = self.subject.lazily() {
            subject.end_bound(is_complete);
        }
    }
}
