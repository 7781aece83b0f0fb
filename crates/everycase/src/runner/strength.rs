//! The strength of a property that has passed, as part of its report.

use std::fmt::Write;
use std::sync::Arc;

use everycase_check::check::{Checked, Counterexample, Finding};
use everycase_check::recorder::Recorder;
use everycase_check::report::Detail;
use everycase_check::settings::Plan;
use everycase_check::stats::Labels;
use everycase_check::strength::{Mutation, ScoreReport, Standing, Target, score};
use everycase_check::verdict::Verdict;

use super::guarded::guarded;
use super::isolated::End;
use super::run::Test;
use crate::strength::PropertyTarget;

/// The strength of a property, as far as it was measured.
pub(super) enum Strength {
    /// The reports for its functions.
    Measured(Vec<Measured>),
    /// The property fails on an input that the measurement has met, with the function itself.
    Fails(Box<Checked>),
}

/// The report for a function.
pub(super) enum Measured {
    Scored(Box<ScoreReport>),
    /// There is no score, for this reason.
    Not {
        function: String,
        why: String,
    },
}

impl Test<'_> {
    /// Measures how strong a property is that has passed, if that is asked for.
    ///
    /// # Errors
    /// If its inputs cannot be enumerated.
    pub(super) fn strength(&self, plan: &Plan) -> Result<Strength, String> {
        let mut measured = Vec::new();
        if plan.strength.is_none() || plan.should_fail || plan.replay.is_some() {
            return Ok(Strength::Measured(measured));
        }
        for number in 0..self.functions.len() {
            let (subject, functions) = (Arc::clone(&self.subject), Arc::clone(&self.functions));
            let target: Arc<dyn Target> = Arc::new(PropertyTarget { subject, functions, number });
            let score = score(self.site.name, &self.derivations, &target, &Mutation::ALL, plan);
            let score = score.map_err(|error| error.to_string())?;
            measured.push(match &score.checked.finding {
                Finding::Counterexample(found) if self.only_a_mutant_hangs(plan, found) => {
                    Measured::Not { function: target.function().to_owned(), why: self.hang(plan, found) }
                }
                Finding::Counterexample(_) => return Ok(Strength::Fails(Box::new(score.checked))),
                Finding::Nothing | Finding::Unreached(_) | Finding::Undershot(_) => {
                    let min = plan.strength.filter(|min| *min > 0);
                    Measured::Scored(Box::new(ScoreReport::new(self.site.name, &*target, &score, min)))
                }
            });
        }
        Ok(Strength::Measured(measured))
    }

    /// Returns whether a run hung, but the property returns on its input with the function itself.
    fn only_a_mutant_hangs(&self, plan: &Plan, found: &Counterexample) -> bool {
        let (subject, input) = (Arc::clone(&self.subject), found.input.clone());
        let again = move || subject.run(&input, &mut Labels::default());
        found.failure.is_hang()
            && matches!(guarded(self.site.name, plan.case_time, again), Ok(Verdict::Passed))
    }

    fn hang(&self, plan: &Plan, found: &Counterexample) -> String {
        let input = self.written(plan, &found.input).statements.join(" ");
        format!("with a wrong function in its place the property {}: {input}", found.failure)
    }

    /// Returns the end of a property that has passed with this report, with its strength. Records the strength.
    pub(super) fn with_strength(
        &self,
        plan: &Plan,
        mut report: String,
        measured: &[Measured],
        recorder: &mut Recorder,
    ) -> End {
        let mut is_strong = true;
        for measured in measured {
            let _ = write!(report, "\n{}", measured.text(self.site.name));
            let min = plan.strength.filter(|min| *min > 0);
            let standing = match measured {
                Measured::Scored(score) => {
                    recorder.add(&[score.record()]);
                    Some(score.standing())
                }
                Measured::Not { .. } => None,
            };
            is_strong &= match min {
                Some(_) => standing == Some(Standing::Scored),
                None => !standing.is_some_and(Standing::is_failure),
            };
            if let (
                Some(min),
                None | Some(Standing::NeverCalled | Standing::WithoutMutant | Standing::Undecided),
            ) = (min, standing)
            {
                let _ = write!(report, "\n  error: a score of at least {min}% is required (min_strength)");
            }
        }
        if is_strong { End::Passed(report) } else { End::Failed(report) }
    }
}

impl Measured {
    fn text(&self, property: &str) -> String {
        match self {
            Measured::Scored(score) => score.text(Detail::Full),
            Measured::Not { function, why } => format!("{property} of {function}: no score: {why}"),
        }
    }
}
