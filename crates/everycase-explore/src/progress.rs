//! The progress of an exploration, with its findings so far.

mod announced;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use everycase_check::claims::stats::Labels;
use everycase_check::run::verdict::{Event, Profile, Subject, Verdict};
use everycase_kernel::lazy::Run;

pub(crate) use self::announced::AnnouncedLibrary;
pub use self::announced::Receiver;

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
pub(crate) struct CountingSubject {
    pub(crate) subject: Arc<dyn Subject>,
    pub(crate) progress: Arc<Progress>,
}

impl Subject for CountingSubject {
    fn run(&self, input: &mut Run, labels: &mut Labels) -> Verdict {
        let verdict = self.subject.run(input, labels);
        let runs = self.progress.runs.fetch_add(1, Ordering::Relaxed);
        if runs.is_multiple_of(Progress::OFTEN)
            && !input.is_replay()
            && let Some(test) = input.derivation(input.root())
        {
            self.progress.size.fetch_max(test.size(), Ordering::Relaxed);
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
