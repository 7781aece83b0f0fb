//! The progress of a check, for another thread to read.

use std::fmt::Debug;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::text::duration;
use crate::text::number::counted;

/// How far checks are. Clones are about the same checks.
#[derive(Debug, Clone, Default)]
pub struct Progress(Arc<Mutex<Vec<Arc<dyn Runs>>>>);

/// Counts the runs of a thread.
pub(crate) trait Runs: Debug + Send + Sync {
    /// Returns the number of runs so far.
    fn runs(&self) -> u64;
}

impl Progress {
    /// The time after which a check shows its progress.
    pub const PATIENCE: Duration = Duration::from_secs(2);

    /// Adds the runs of a thread.
    pub(crate) fn watch(&self, thread: Arc<dyn Runs>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(thread);
    }

    /// Returns the number of runs of the property so far, including shrinking.
    pub fn runs(&self) -> u64 {
        let threads = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        threads.iter().map(|thread| thread.runs()).sum()
    }

    /// Returns how far they are after a time, such as `12,345 runs in 3s`.
    pub fn words(&self, time: Duration) -> String {
        let time = duration::show(Duration::from_secs(time.as_secs()));
        match self.runs() {
            // They may be in another process.
            0 => time,
            runs => format!("{} in {time}", counted(runs, "run")),
        }
    }
}

/// Equal if they are about the same checks.
impl PartialEq for Progress {
    fn eq(&self, other: &Progress) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Progress {}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use everycase_kernel::Derivation;

    use crate::check::check;
    use crate::claims::stats::Labels;
    use crate::run::verdict::{Subject, Verdict};
    use crate::settings::Settings;
    use crate::testing::shapes::lists;

    #[test]
    fn each_run_counts_on_any_number_of_threads() {
        for jobs in [1, 3] {
            let plan = Settings { tests: Some(500), jobs: Some(jobs), ..Settings::default() }.fill("all");
            let time = Duration::from_millis(3_700);
            assert_eq!(plan.progress.words(time), "3s");
            let subject: Arc<dyn Subject> = Arc::new(|_: &Derivation, _: &mut Labels| Verdict::Passed);
            let checked = check("all", &lists(), &subject, &plan, &[]).unwrap();
            assert_eq!(plan.progress.runs(), checked.coverage.inputs());
            assert_eq!(plan.progress.words(time), format!("{} runs in 3s", plan.progress.runs()));
        }
    }
}
