//! The strength of a property that has passed, as part of its report.

use std::fmt::Write;
use std::sync::Arc;

use everycase_check::check::{CheckResult, Counterexample, Finding};
use everycase_check::claims::stats::Labels;
use everycase_check::process::isolation::{ChildMessage, Parent};
use everycase_check::records::Record;
use everycase_check::report::Detail;
use everycase_check::report::recorder::Recorder;
use everycase_check::run::verdict::{Verdict, replay};
use everycase_check::settings::Plan;
use everycase_check::strength::{Mutation, ScoreReport, Standing, Target, score};
use everycase_check::system::miri::Instant;

use super::guarded::guarded;
use super::isolated::End;
use super::run::{ExecutionResult, SavedInputs, Test, UNKNOWN_FORM};
use super::suite;
pub(super) use crate::calls::Function;
use crate::calls::PropertyTarget;

/// The strength of a property, or the part of it that was measured.
pub(super) enum Strength {
    /// The reports for its functions, each with why some of its calls were left as they are.
    Measured(Vec<(FunctionReport, Vec<String>)>),
    /// The property fails on an input that the measurement has met, with the function itself.
    Fails(Box<CheckResult>),
}

/// The report for a function.
pub(super) enum FunctionReport {
    Scored(Box<ScoreReport>),
    /// The property is not deterministic, as this says.
    Unsteady {
        function: String,
        why: String,
    },
}

/// The note on an input on which the property fails, and which only the measurement has met.
pub(super) const FOUND_LATER: &str =
    "the check had passed; the input was found while the strength was measured";

impl Test<'_> {
    /// Returns whether the property is one of a set whose strength is measured, and need not be run
    /// here.
    pub(super) fn is_collected(&self) -> bool {
        suite::collect(self)
    }

    /// Returns whether the strength of the property is asked for, if it passes.
    pub(super) fn is_measured(&self, plan: &Plan) -> bool {
        plan.strength.is_some() && !plan.should_fail && plan.replay.is_none() && !self.functions.is_empty()
    }

    /// Measures how strong a property is that has passed, if that is asked for.
    ///
    /// # Errors
    /// If its inputs cannot be enumerated.
    pub(super) fn strength(&self, plan: &Plan) -> Result<Strength, String> {
        let mut measured = Vec::new();
        let functions = if self.is_measured(plan) { self.functions.len() } else { 0 };
        for number in 0..functions {
            let target = PropertyTarget::new(&self.subject, self.parameters.line(), &self.functions, number);
            let shared: Arc<dyn Target> = Arc::<PropertyTarget>::clone(&target);
            let score = score(&self.threads(), &self.derivations, &shared, &Mutation::ALL, plan);
            let score = score.map_err(|error| error.to_string())?;
            let standing = match &score.checked.finding {
                Finding::Counterexample(found) => match self.passes_again(plan, found) {
                    Some(why) => FunctionReport::Unsteady { function: target.function().to_owned(), why },
                    None => return Ok(Strength::Fails(Box::new(score.checked))),
                },
                Finding::Nothing | Finding::Unreached(_) | Finding::Undershot(_) => {
                    let min = plan.strength.filter(|min| *min > 0);
                    FunctionReport::Scored(Box::new(ScoreReport::new(self.site.name, &*target, &score, min)))
                }
            };
            measured.push((standing, target.reasons()));
        }
        Ok(Strength::Measured(measured))
    }

    /// Runs the property once more on an input on which it has failed while its calls were watched.
    /// If it passes, returns why the property has no score.
    fn passes_again(&self, plan: &Plan, found: &Counterexample) -> Option<String> {
        let (subject, input) = (Arc::clone(&self.subject), found.input.clone());
        let again = move || replay(&*subject, &input, &mut Labels::default());
        let passes = matches!(
            guarded((&self.threads(), plan.depth.stack()), plan.case_time, again),
            Ok(Verdict::Passed)
        );
        passes.then(|| {
            let (failure, input) = (&found.failure, self.written(plan, &found.input).statements.join(" "));
            format!("the property is not deterministic: it passes, and another time it {failure}: {input}")
        })
    }

    /// Measures the strength, as a child that does nothing else.
    pub(super) fn measure_as_child(&mut self, plan: &Plan, recorder: &mut Recorder) -> Result<End, String> {
        self.subject = self.noted(Arc::clone(&self.subject));
        match self.strength(plan)? {
            Strength::Measured(all) => Ok(self.with_strength(plan, String::new(), &all, recorder)),
            Strength::Fails(found) => {
                self.report(plan, ExecutionResult::Checked(found, vec![FOUND_LATER.to_owned()]), recorder)
            }
        }
    }

    /// Measures the strength in a child, and goes on if it dies. The property has passed with this
    /// report.
    pub(super) fn measure_isolated(
        &mut self,
        plan: &Plan,
        parent: Parent,
        passed: &str,
        saved: SavedInputs,
    ) -> Result<ExecutionResult, String> {
        let start = Instant::now();
        let ended = parent.strength()?;
        let [stdout, stderr] = ended.shown();
        print!("{stdout}");
        eprint!("{stderr}");
        if let Some(ChildMessage::Ended(end)) = &ended.message {
            let end = End::from_text(end.as_ref().map_err(String::clone)?).ok_or(UNKNOWN_FORM)?;
            return Ok(ExecutionResult::Reported(end.after(passed)));
        }
        let death = ended.death(&self.derivations, start);
        for input in &death.inputs {
            if let Verdict::Failed(_) = parent.verdict(input)? {
                return self.take_over(plan, parent, &death, saved);
            }
        }
        self.parent = Some(parent);
        let inputs = death.inputs.iter().map(|input| self.written(plan, input).statements.join(" "));
        let inputs: Vec<String> = inputs.collect();
        let why = format!(
            "with a wrong function in its place the property {}: {}",
            death.failure,
            inputs.join("; ")
        );
        let text = format!("{passed}\n{}: no score: {why}", self.site.name);
        let is_strong = plan.strength == Some(0);
        Ok(ExecutionResult::Reported(if is_strong { End::Passed(text) } else { End::Failed(text) }))
    }

    /// Returns the end of a property that has passed with this report, with its strength. Records
    /// the strength.
    pub(super) fn with_strength(
        &self,
        plan: &Plan,
        mut report: String,
        measured: &[(FunctionReport, Vec<String>)],
        recorder: &mut Recorder,
    ) -> End {
        let mut is_strong = true;
        for (measured, reasons) in measured {
            report.push_str(if report.is_empty() { "" } else { "\n" });
            report.push_str(&measured.text(self.site.name));
            let standing = measured.standing();
            // If no call was replaced, the reasons explain the missing score.
            for why in reasons.iter().filter(|_| standing != Standing::NeverCalled) {
                let _ = write!(report, "\n  note: {why}");
            }
            recorder.add(&[measured.record(self.site.name)]);
            // Only a whole run decides about a share.
            let is_share = matches!(standing, Standing::Below | Standing::Tautology);
            is_strong &= !standing.is_failure() || is_share && !plan.shard.is_whole();
            let min = plan.strength.filter(|min| *min > 0 && plan.shard.is_whole());
            if let Some(min) = min.filter(|_| !standing.has_score()) {
                is_strong = false;
                let _ = write!(report, "\n  error: a score of at least {min}% is required (min_strength)");
            }
        }
        if is_strong { End::Passed(report) } else { End::Failed(report) }
    }
}

impl FunctionReport {
    fn text(&self, property: &str) -> String {
        match self {
            FunctionReport::Scored(score) => score.text(Detail::Full),
            FunctionReport::Unsteady { function, why } => {
                format!("{property} of {function}: no score: {why}")
            }
        }
    }

    fn standing(&self) -> Standing {
        match self {
            FunctionReport::Scored(score) => score.standing(),
            FunctionReport::Unsteady { .. } => Standing::Nondeterministic,
        }
    }

    fn record(&self, property: &str) -> Record {
        match self {
            FunctionReport::Scored(score) => score.record(),
            FunctionReport::Unsteady { function, why } => Record::new("strength", "finish")
                .with("property", property)
                .with("function", function.as_str())
                .with("standing", Standing::Nondeterministic.name())
                .with("why", why.as_str()),
        }
    }
}
