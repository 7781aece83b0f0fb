//! A report: the result of a check, as data. Text, records and JUnit files are renderings of it.
//!
//! A front end provides what only it knows (a [`Presentation`]: values as source, and how a failure
//! looks). Everything else is derived from the check's result, so the same coverage gives the same
//! report in every language.

use std::num::NonZeroUsize;
use std::time::Duration;

use crate::check::{self, CheckResult, Ending, FailureCollection, Vacuity};
use crate::claims::Coverage;
use crate::claims::stream::Stream;
use crate::mixture::Constant;
use crate::names;
use crate::settings::Plan;
use crate::settings::budget::Budget;
use crate::settings::seed::Seed;
use crate::text::duration;
use crate::text::encoding::Fingerprint;
use crate::text::number::counted;

mod counterexample;
mod coverage_statement;
mod draw_statement;
mod drawing;
mod failure;
mod finding;
mod health;
mod labels;
#[cfg(any(test, feature = "merge"))]
pub mod merge;
pub mod paint;
mod record;
pub mod recorder;
pub mod saved_failures;
mod tables;
mod text;
pub(crate) mod wrap;

pub use self::counterexample::abridged;
pub use self::finding::{Example, Finding, Input, SaveResult, Step};
pub use self::health::{Health, Laziness};
pub use self::record::{Failure, tables};
pub use self::wrap::{WIDTH, in_columns, width};

/// How much a text states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// The essentials: mostly one line of coverage, and a few lines for each of several findings.
    Brief,
    /// All that is known.
    Full,
}

/// What a report is about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct About {
    /// The name of the property.
    pub name: String,
    /// The module that the property is in.
    pub module: String,
    /// The source file.
    pub file: String,
    /// The line in it, from 1.
    pub line: u32,
}

impl About {
    /// Returns the directory name for the parts of a run: the file, the module and the name,
    /// without path separators.
    pub fn directory(&self) -> String {
        let name = format!("{}-{}.{}", self.file, self.module, self.name);
        let plain = |c: char| if c.is_alphanumeric() || "-_".contains(c) { c } else { '.' };
        name.chars().map(plain).collect::<String>().trim_matches('.').replace("..", ".")
    }
}

/// The report of one property.
#[derive(Debug, Clone)]
pub struct Report {
    /// The property.
    pub about: About,
    /// The settings that determine the run; `None` if the check could not begin.
    pub run: Option<Run>,
    /// The outcome.
    pub outcome: Outcome,
    /// Further reasons: why the check could not be made, why no input was tested, which shares were
    /// missed.
    pub why: Vec<String>,
    /// The coverage, if there was a check.
    pub covered: Option<CoverageReport>,
    /// What was found: the failures of the property, one for each cause, the smallest first.
    pub findings: Vec<Finding>,
    /// Further messages: files that could not be written, stale saved inputs.
    pub notes: Vec<String>,
}

/// The settings that determine a run: with the same settings, runs visit the same inputs, unless
/// they are bounded by time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The seed of random draws.
    pub seed: Seed,
    /// The budget.
    pub budget: Budget,
    /// The fingerprint of the inputs' shape, if it could be computed.
    pub fingerprint: Option<Fingerprint>,
    /// Whether a given input is replayed.
    pub is_replay: bool,
    /// The number of causes that ends the run.
    pub limit: NonZeroUsize,
}

/// The outcome of the check of a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// No tested input fails.
    Passed,
    /// There is a counterexample.
    Failed,
    /// There is a counterexample, as expected.
    FailedAsExpected,
    /// A counterexample was expected, and none was found.
    NoCounterexample,
    /// No input was ever tested.
    Unreached,
    /// A required share of inputs was missed.
    Undershot,
    /// The check was interrupted.
    Interrupted,
    /// The check could not be made.
    Error,
    /// The check was not made because of a defect of everycase.
    Defect,
}

impl Run {
    /// Returns the settings of a run that ends at its first failure, without the fingerprint of its
    /// inputs.
    #[inline]
    pub fn of(plan: &Plan) -> Run {
        Run {
            seed: plan.seed,
            budget: plan.budget,
            fingerprint: None,
            is_replay: plan.replay.is_some(),
            limit: NonZeroUsize::MIN,
        }
    }

    /// Returns whether the run goes on after a failure, to find others.
    pub fn goes_on(&self) -> bool {
        self.limit > NonZeroUsize::MIN
    }
}

names! { Outcome:
    Passed = "passed",
    Failed = "failed",
    FailedAsExpected = "failed_as_expected",
    NoCounterexample = "no_counterexample",
    Unreached = "unreached",
    Undershot = "undershot",
    Interrupted = "interrupted",
    Error = "error",
    Defect = "defect",
}

impl Outcome {
    /// Returns whether the outcome is a failure.
    #[inline]
    pub fn is_failure(self) -> bool {
        match self {
            Outcome::Failed | Outcome::NoCounterexample | Outcome::Unreached | Outcome::Undershot => true,
            Outcome::Passed
            | Outcome::FailedAsExpected
            | Outcome::Interrupted
            | Outcome::Error
            | Outcome::Defect => false,
        }
    }
}

/// The coverage of a check.
#[derive(Debug, Clone)]
pub struct CoverageReport {
    /// Which inputs were run.
    pub coverage: Coverage,
    /// How long the check took.
    pub time: Duration,
    /// Why it ended.
    pub ended: Ending,
    /// Whether the property has inputs.
    pub has_inputs: bool,
    /// Whether its inputs are decided on demand, of a property.
    pub laziness: Option<Laziness>,
    /// The number of parts of the run that it is of.
    pub parts: u64,
    /// Describes what is counted, for inputs where one value may count more than once.
    pub counted_as: Vec<String>,
    /// The smallest undecided input.
    pub undecided: Option<UndecidedInput>,
}

impl CoverageReport {
    /// Returns the coverage of a check, without its undecided input.
    #[inline]
    pub fn of(checked: &CheckResult) -> CoverageReport {
        CoverageReport {
            coverage: checked.coverage.clone(),
            time: checked.time,
            ended: checked.ended,
            has_inputs: true,
            laziness: None,
            parts: 1,
            counted_as: Vec::new(),
            undecided: None,
        }
    }
}

/// An input on which it is unknown whether the property holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndecidedInput {
    /// The input.
    pub inputs: Vec<Input>,
    /// The limit that was met.
    pub limit: String,
    /// The size of the input.
    pub size: u32,
}

/// What only the front end knows about a check.
#[derive(Debug, Clone, Default)]
pub struct Presentation {
    /// The fingerprint of the inputs' shape.
    pub fingerprint: Option<Fingerprint>,
    /// Whether the property has inputs.
    pub has_inputs: bool,
    /// Whether its inputs are decided on demand.
    pub laziness: Laziness,
    /// Describes what is counted, for inputs where one value may count more than once.
    pub counted_as: Vec<String>,
    /// The smallest undecided input.
    pub undecided: Vec<Input>,
    /// The counterexamples, in the order of the groups that the check has collected.
    pub examples: Vec<Example>,
    /// The parameter without values, if that is why the property has no inputs.
    pub without_values: Option<String>,
    /// Why all inputs were discarded, if the reason may be other than the assumption.
    pub all_discarded: Option<&'static str>,
    /// Further messages.
    pub notes: Vec<String>,
}

impl Report {
    /// Returns whether the check was interrupted. One that continues after failures has another
    /// outcome if it was after one.
    pub fn is_interrupted(&self) -> bool {
        let ended = self.covered.as_ref().map(|covered| covered.ended);
        self.outcome == Outcome::Interrupted || ended == Some(Ending::Interrupted)
    }

    /// Returns whether it is about one part of a run.
    pub fn is_part(&self) -> bool {
        self.covered.as_ref().is_some_and(|covered| !covered.coverage.shard.is_whole())
    }

    /// Returns whether the check fails. A part fails only by a counterexample: about all else the
    /// whole run decides, once its parts are merged.
    #[inline]
    pub fn is_failure(&self) -> bool {
        self.outcome.is_failure() && (self.outcome == Outcome::Failed || !self.is_part())
    }

    /// Returns the report of a check that could not be made. `run` is not known if the settings are
    /// wrong.
    pub fn error(about: About, run: Option<Run>, why: String) -> Report {
        Report {
            about,
            run,
            outcome: Outcome::Error,
            why: vec![why],
            covered: None,
            findings: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Returns the report of a check.
    pub fn new(
        about: About,
        plan: &Plan,
        collected: FailureCollection,
        presentation: Presentation,
    ) -> Report {
        let FailureCollection { checked, groups, limit } = collected;
        let unreached = match &checked.finding {
            check::Finding::Unreached(why) => unreached(why, &checked, &presentation),
            _ => String::new(),
        };
        let Presentation {
            fingerprint,
            has_inputs,
            laziness,
            counted_as,
            undecided,
            examples,
            mut notes,
            ..
        } = presentation;
        let examples = examples.into_iter().chain(std::iter::repeat_with(Example::default));
        let mut findings: Vec<Finding> =
            groups.into_iter().zip(examples).map(|(group, example)| Finding::new(group, example)).collect();
        let (outcome, why) = match &checked.finding {
            check::Finding::Counterexample(found) => {
                // An input that cannot be encoded back is not a failure of the property.
                let is_expected = plan.should_fail && found.stream != Stream::RoundTrip;
                if found.stream == Stream::Structures {
                    notes.extend(constants(&plan.constants.within(&found.input)));
                }
                (if is_expected { Outcome::FailedAsExpected } else { Outcome::Failed }, Vec::new())
            }
            _ if checked.ended == Ending::Interrupted => (Outcome::Interrupted, Vec::new()),
            check::Finding::Unreached(Vacuity::AllDiscarded)
                if plan.replay.is_some() && !plan.should_fail =>
            {
                notes.push("the replayed input no longer fails: the property discards it".to_owned());
                (Outcome::Passed, Vec::new())
            }
            check::Finding::Unreached(_) => (Outcome::Unreached, vec![unreached]),
            check::Finding::Undershot(missed) => {
                (Outcome::Undershot, missed.iter().map(ToString::to_string).collect())
            }
            check::Finding::Nothing if plan.should_fail => (Outcome::NoCounterexample, Vec::new()),
            check::Finding::Nothing => (Outcome::Passed, Vec::new()),
        };
        let CheckResult { coverage, time, ended, late, undecided: unknown, .. } = checked;
        notes.extend(not_hung(late, plan));
        let undecided = unknown.map(|unknown| UndecidedInput {
            inputs: undecided,
            limit: unknown.limit.message,
            size: unknown.input.size(),
        });
        if !plan.shard.is_whole() && matches!(outcome, Outcome::Unreached | Outcome::NoCounterexample) {
            notes.push(
                "this is about one part of the run; `everycase merge` decides about the whole".to_owned(),
            );
        }
        if findings.is_empty() && !coverage.tells_shares() && coverage.stats().has_demands() {
            notes.push("required shares apply to the whole run; `everycase merge` decides them".to_owned());
        }
        let covered = CoverageReport {
            coverage,
            time,
            ended,
            has_inputs,
            laziness: Some(laziness),
            parts: 1,
            counted_as,
            undecided,
        };
        let run = Run { fingerprint, limit, ..Run::of(plan) };
        if !run.goes_on() {
            for finding in &mut findings {
                finding.count = None;
            }
        }
        Report { about, run: Some(run), outcome, why, covered: Some(covered), findings, notes }
    }
}

/// Returns the note about inputs that were late, if there are any.
fn not_hung(late: u64, plan: &Plan) -> Option<String> {
    let limit = plan.case_time.filter(|_| late > 0)?;
    let (limit, cases) = (duration::show(limit), counted(late, "case"));
    Some(format!(
        "{cases} took longer than {limit}, but not when run again alone; if that is normal, raise EVERYCASE_CASE_TIME"
    ))
}

/// Returns why no input was tested.
fn unreached(why: &Vacuity, checked: &CheckResult, presentation: &Presentation) -> String {
    match why {
        Vacuity::NoValues => match &presentation.without_values {
            Some(parameter) => format!("there are no inputs, because `{parameter}` has no finite values"),
            None => "there are no inputs".to_owned(),
        },
        Vacuity::TooSmall { bound, smallest: Some(smallest) } => {
            format!(
                "no input is of size {bound} or less; the smallest is of size {smallest}: raise the bound on sizes"
            )
        }
        Vacuity::TooSmall { bound, smallest: None } => {
            format!("no input is of size {bound} or less: raise the bound on sizes")
        }
        Vacuity::NoTime => "time was up before any input was run to its end".to_owned(),
        Vacuity::NoneDecided => untested(&checked.coverage).to_owned(),
        Vacuity::AllDiscarded => presentation.all_discarded.unwrap_or(untested(&checked.coverage)).to_owned(),
    }
}

/// Returns why the inputs that were run did not test the property.
pub(crate) fn untested(coverage: &Coverage) -> &'static str {
    match coverage.inputs() {
        _ if coverage.undecided() > 0 => "a limit was met on every input that was not discarded",
        0 => "no input was run to its end",
        1 if coverage.is_complete() => "its assumption discarded its only input",
        1 => "its assumption discarded the only input that was tried",
        _ => "its assumption discarded every input that was tried",
    }
}

/// Returns the note about the constants of the code in a failing input, if there are any.
fn constants(found: &[Constant]) -> Option<String> {
    let shown = found.iter().map(|constant| match constant {
        Constant::Number(number) => number.to_string(),
        Constant::Float(float) => format!("{float:?}"),
        Constant::Text(text) => format!("{text:?}"),
    });
    let shown: Vec<String> = shown.collect();
    let are = if shown.len() == 1 { "a constant of the code is" } else { "constants of the code are" };
    (!shown.is_empty()).then(|| format!("{are} in the input: {}", shown.join(", ")))
}

#[cfg(test)]
mod tests;
