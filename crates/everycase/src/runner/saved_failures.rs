//! Saved failures: read from the file and announced. Marked ones run with care.

use std::collections::HashSet;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use everycase_check::check::{self, CheckError, CheckResult, Death, Finding, Why};
use everycase_check::claims::stream::Stream;
use everycase_check::process::isolation::is_child;
use everycase_check::regressions::Replay;
use everycase_check::report::saved_failures::about_corrected;
use everycase_check::run::verdict::{Subject, Verdict};
use everycase_check::settings::Plan;
use everycase_check::system::miri::Instant;
use everycase_kernel::Derivation;

use super::isolated;
use super::run::{Keep, SavedInputs, Test};

/// Texts that were seen before.
pub(super) struct Once(Mutex<Option<HashSet<String>>>);

impl Once {
    pub(super) const fn new() -> Once {
        Once(Mutex::new(None))
    }

    /// Returns whether it is called with this text for the first time.
    pub(super) fn is_first(&self, text: &str) -> bool {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.get_or_insert_default().insert(text.to_owned())
    }
}

/// Prints a note that the user sees whether the test passes or not. The harness captures what the
/// macros print, and that output is lost if the process ends. Each note is printed only once.
pub(super) fn announce(note: &str) {
    static PRINTED: Once = Once::new();
    // The parent process has printed it.
    if !is_child() && PRINTED.is_first(note) {
        // If this cannot be written, it cannot be reported anywhere else.
        let _ = io::stderr().lock().write_all(format!("note: {note}\n").as_bytes());
    }
}

impl Test<'_> {
    /// Reads the saved failures of this property. Messages about the file are announced.
    pub(crate) fn saved(&self, plan: &Plan) -> Result<SavedInputs, String> {
        if self.keep == Keep::Nothing {
            return Ok(SavedInputs::default());
        }
        let kept = self.kept()?;
        let (saved, notes) = kept.inputs(plan, &self.derivations);
        self.announce_renamed(plan, &kept);
        for note in &notes {
            announce(note);
        }
        let (marked, plain) = saved.into_iter().partition(|saved| saved.marks.any());
        Ok(SavedInputs { plain, marked, notes })
    }

    /// Notes the saved inputs on which the property no longer fails. Announces those that test
    /// nothing, beside the output of all tests; the others may be kept as tests.
    pub(crate) fn note_corrected(&mut self, saved: &[Replay], checked: &CheckResult) {
        for note in about_corrected(saved, checked.corrected.iter().filter(|input| input.is_discarded)) {
            announce(&note);
        }
        self.notes.extend(about_corrected(saved, &checked.corrected));
    }

    /// Runs a marked input: one that ended the process, in a process of its own; a flaky one a
    /// second time if it fails. Returns the check if it fails. `before` is the number of inputs run
    /// before it.
    pub(crate) fn replay_marked(
        &self,
        plan: &Plan,
        saved: &Replay,
        before: u64,
    ) -> Result<Option<CheckResult>, String> {
        let Replay { input, marks, place, comment } = saved;
        let checked = if marks.died || plan.isolate {
            if marks.died {
                announce(&format!(
                    "`{}` runs an input that ended its process before in a process of its own: {comment} ({place})",
                    self.site.name
                ));
            }
            self.replay_isolated(plan, input, before).map_err(|why| format!("{place}: {why}"))?
        } else {
            self.replay_twice(plan, input, before).map_err(|error| error.to_string())?
        };
        let again = match checked {
            Some(CheckResult { finding: Finding::Counterexample(ref found), .. })
                // An input that returned when it was run again has not hung.
                if !found.flaky || !marks.flaky && !found.failure.is_hang() =>
            {
                return Ok(checked);
            }
            Some(_) => "failed again, and passed when it was run once more",
            None => "passes",
        };
        if marks.flaky {
            announce(&format!("{place}: flaky: the input {again} ({comment}); you may delete the line"));
        }
        Ok(None)
    }

    fn replay_isolated(
        &self,
        plan: &Plan,
        input: &Derivation,
        before: u64,
    ) -> Result<Option<CheckResult>, String> {
        let (start, parent) = (Instant::now(), isolated::parent(&self.site, plan));
        let Verdict::Failed(failure) = parent.verdict(input)? else { return Ok(None) };
        let inputs = vec![input.clone()];
        let (stream, tests) = (Stream::Replay, before + 1);
        let death = Death { failure: *failure, stream, tests, inputs, start, why: Why::Died };
        let (plan, subject) = (Plan { isolate: true, ..plan.clone() }, Arc::new(parent) as Arc<dyn Subject>);
        let checked = check::take_over(self.site.name, &self.derivations, &subject, &plan, &death);
        checked.map(Some).map_err(|error| error.to_string())
    }

    fn replay_twice(
        &self,
        plan: &Plan,
        input: &Derivation,
        before: u64,
    ) -> Result<Option<CheckResult>, CheckError> {
        let once = || check::replay(&self.threads(), &self.derivations, &self.subject, plan, input);
        let mut checked = once()?;
        let Finding::Counterexample(found) = &mut checked.finding else { return Ok(None) };
        found.tests += before;
        // Another run of an input that hangs would take the whole time limit again.
        if !found.failure.is_hang() {
            found.flaky = !matches!(once()?.finding, Finding::Counterexample(_));
        }
        Ok(Some(checked))
    }
}
