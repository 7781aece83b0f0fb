//! What is known of a counterexample beside itself: its source, how to replay it, where it is saved.

use everycase_check::check::Counterexample;
use everycase_check::phase::Phase;
use everycase_check::regressions::{Addition, Entry};
use everycase_check::settings::Plan;
use everycase_kernel::Derivation;

use super::guarded::guarded;
use super::replay;
use super::run::{Keep, Test};
use super::saved::marks;
use super::scope::Written;
use std::sync::Arc;

/// What is known of a counterexample beside itself.
pub(crate) struct Details {
    /// The input as Rust statements.
    pub(crate) written: Written,
    /// The parameters that were not looked at in whole, with what was.
    pub(crate) looked_at: Vec<String>,
    /// The command that replays it.
    pub(crate) replay: String,
    /// The file it is saved in, and whether it was so before.
    pub(crate) saved: Option<(Addition, String)>,
}

impl Test<'_> {
    /// Prints a counterexample and saves it.
    ///
    /// # Errors
    /// When its inputs cannot be enumerated.
    pub(crate) fn details(
        &self,
        plan: &Plan,
        found: &Counterexample,
        notes: &mut Vec<String>,
    ) -> Result<(Details, Entry), String> {
        let written = self.written(plan, &found.input);
        let entry = Entry {
            property: self.site.full_name(),
            fingerprint: self.fingerprint()?,
            words: found.input.words(),
            marks: marks(found),
            comment: written.statements.join(" "),
        };
        let token = replay::token(entry.fingerprint, &entry.words);
        let replay = match self.keep {
            Keep::File => {
                // This test is an ignored one at most if such are run.
                let ignored = std::env::args().any(|arg| arg == "--ignored" || arg == "--include-ignored");
                replay::command(&self.site, &token, ignored)
            }
            Keep::Nothing => format!("EVERYCASE_REPLAY={token}, running this test only"),
        };
        let is_kept =
            self.keep == Keep::File && plan.regressions && !plan.should_fail && plan.replay.is_none();
        let mut saved = None;
        // Those that are encoded back come first the next time anyway, and as inputs of the property they may pass.
        if is_kept && found.phase != Phase::RoundTrip {
            let regressions = self.regressions();
            match regressions.add(&entry) {
                Ok(addition) => saved = Some((addition, regressions.path().display().to_string())),
                Err(error) => notes.push(error.to_string()),
            }
        }
        let looked_at = self.looked_at(plan, found);
        Ok((Details { written, looked_at, replay, saved }, entry))
    }

    /// Prints an input, as far as the user's code lets it be printed.
    pub(crate) fn written(&self, plan: &Plan, input: &Derivation) -> Written {
        let Some(parent) = &self.parent else {
            return self
                .parameters
                .write_guarded(input, |write| guarded(self.site.name, plan.case_time, write));
        };
        let parameters = u32::try_from(self.parameters.len()).unwrap_or(u32::MAX);
        parent.written(input, parameters).unwrap_or_else(|why| {
            let why = why.replace('\n', " ");
            let what = format!("// the input cannot be printed: the code that makes or prints it {why}");
            Written { uses: Vec::new(), statements: vec![what], caveats: Vec::new() }
        })
    }

    /// The parameters that the property has not looked at in whole, with what it has.
    fn looked_at(&self, plan: &Plan, found: &Counterexample) -> Vec<String> {
        let Some(seen) = found.failure.seen.clone() else { return Vec::new() };
        let (parameters, input) = (Arc::clone(&self.parameters), found.input.clone());
        let excerpt = move || parameters.excerpt(seen.at(), &input);
        // What cannot be printed is told with the input.
        guarded(self.site.name, plan.case_time, excerpt).unwrap_or_default()
    }
}
