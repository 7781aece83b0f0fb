//! A report: what a check has to say, as data. Text, records and JUnit files are renderings of it.
//!
//! A front end describes what only it knows (a [`Shown`]: values as source, how a failure looks); everything else follows from
//! what was checked, so that the same coverage gives the same report whatever language the property is written in.

use std::time::Duration;

use crate::budget::Budget;
use crate::check::{self, Checked, Counterexample, Ended, Minimal, Unreached};
use crate::common::Common;
use crate::coverage::Coverage;
use crate::json::Json;
use crate::number::{percent, small};
use crate::phase::Phase;
use crate::regressions::{Addition, Fingerprint};
use crate::seed::Seed;
use crate::settings::Plan;
use crate::stats::Stats;
use crate::verdict::Cause;

mod record;
mod text;
mod wrap;

pub use self::text::Detail;
pub use self::wrap::WIDTH;

/// From this share of discarded inputs on, a property that holds has a warning, in percent.
const NEARLY_ALL: u64 = 95;

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
    /// Returns the name of the directory for the parts of a run: the file, the module and the name, without separators of
    /// paths.
    pub fn directory(&self) -> String {
        let name = format!("{}-{}.{}", self.file, self.module, self.name);
        let plain = |c: char| if c.is_alphanumeric() || "-_".contains(c) { c } else { '.' };
        name.chars().map(plain).collect::<String>().trim_matches('.').replace("..", ".")
    }
}

/// What a check has to say of one property.
#[derive(Debug, Clone)]
pub struct Report {
    /// What it is about.
    pub about: About,
    /// The settings that the run follows from; none if the check could not begin.
    pub run: Option<Run>,
    /// How it ended.
    pub outcome: Outcome,
    /// Why, where the outcome does not say: why the check could not be made, why no input was tested, which shares are missed.
    pub why: Vec<String>,
    /// What was covered, if there was a check.
    pub covered: Option<Covered>,
    /// What was found: one failure of a property.
    pub findings: Vec<Finding>,
    /// What to do something about, though it is no failure.
    pub warnings: Vec<String>,
    /// What else there is to tell: files that could not be written, saved inputs that are stale.
    pub notes: Vec<String>,
}

/// The settings that a run follows from: runs that agree in these visit the same inputs, unless they are bounded by time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The seed of random draws.
    pub seed: Seed,
    /// When the run ends.
    pub budget: Budget,
    /// The fingerprint of the inputs' shape, where that could be computed.
    pub fingerprint: Option<Fingerprint>,
    /// Is the input one that was given to be replayed?
    pub is_replay: bool,
}

/// How a check of a property ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// No input that was tried fails.
    Passed,
    /// There is a counterexample.
    Failed,
    /// There is a counterexample, as expected.
    FailedAsExpected,
    /// A counterexample was expected, and none was found.
    NoCounterexample,
    /// No input was ever tested.
    Unreached,
    /// A share of inputs that is demanded is missed.
    Undershot,
    /// The check was ended from outside.
    Interrupted,
    /// The check could not be made.
    Error,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Outcome; 8] = [
        Outcome::Passed,
        Outcome::Failed,
        Outcome::FailedAsExpected,
        Outcome::NoCounterexample,
        Outcome::Unreached,
        Outcome::Undershot,
        Outcome::Interrupted,
        Outcome::Error,
    ];

    /// Returns its name in records.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Passed => "passed",
            Outcome::Failed => "failed",
            Outcome::FailedAsExpected => "failed_as_expected",
            Outcome::NoCounterexample => "no_counterexample",
            Outcome::Unreached => "unreached",
            Outcome::Undershot => "undershot",
            Outcome::Interrupted => "interrupted",
            Outcome::Error => "error",
        }
    }

    /// Returns whether the check has found something wrong with the property.
    pub fn is_failure(self) -> bool {
        match self {
            Outcome::Failed | Outcome::NoCounterexample | Outcome::Unreached | Outcome::Undershot => true,
            Outcome::Passed | Outcome::FailedAsExpected | Outcome::Interrupted | Outcome::Error => false,
        }
    }
}

/// What a check has covered.
#[derive(Debug, Clone)]
pub struct Covered {
    /// Which inputs were run.
    pub coverage: Coverage,
    /// The labels of the inputs.
    pub stats: Stats,
    /// What of these every part of the run has run.
    pub common: Common,
    /// How long the check took.
    pub time: Duration,
    /// Why it ended.
    pub ended: Ended,
    /// Whether the property has inputs.
    pub has_inputs: bool,
    /// What inputs are counted as, where that is not one for each value.
    pub counted_as: Vec<String>,
    /// The smallest input that is undecided.
    pub undecided: Option<Undecided>,
}

/// An input of which it is not known whether the property holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undecided {
    /// The input.
    pub inputs: Vec<Input>,
    /// The limit that was met.
    pub limit: String,
    /// The size of the input.
    pub size: u32,
}

/// The value of one parameter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Input {
    /// The parameter.
    pub name: String,
    /// Its value in the source language.
    pub value: String,
    /// The statement that binds it, where that is more than `name = value`.
    pub statement: Option<String>,
    /// What the value evaluates to, if it is a term that is no value.
    pub evaluated: Option<String>,
    /// As much of the value as the property looked at, if that is not all of it; `_` for the rest.
    pub looked_at: Option<String>,
}

/// A failing input and how it fails, as a front end shows them.
#[derive(Debug, Clone, Default)]
pub struct Example {
    /// The input.
    pub inputs: Vec<Input>,
    /// The lines in front of the statements that they need to compile.
    pub uses: Vec<String>,
    /// Why the statements may not compile where the property stands.
    pub caveats: Vec<String>,
    /// How it fails, in one line.
    pub message: String,
    /// Where it fails, as `file:line:column`, where that is known.
    pub place: Option<String>,
    /// How it fails, for a reader.
    pub fault: String,
    /// What the calls in the property give, for a reader and for programs, if that is asked for.
    pub steps: Option<(String, Json)>,
    /// The stack at the failure.
    pub backtrace: Option<String>,
    /// The shape's fingerprint and the derivation, the value of `EVERYCASE_REPLAY`.
    pub derivation: Option<String>,
    /// The command that runs the property on this input only.
    pub replay: Option<String>,
    /// The line for the file of regressions.
    pub regression: Option<String>,
    /// What was done about the file of regressions.
    pub saved: Option<Saved>,
}

/// What was done to keep a failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Saved {
    /// The file holds it.
    In(Addition, String),
    /// The file could not be written, for this reason.
    Not(String),
}

/// A failing input with what the check knows of it.
#[derive(Debug, Clone)]
pub struct Finding {
    /// What the front end shows of it.
    pub example: Example,
    /// The phase that found it.
    pub phase: Phase,
    /// How small it is.
    pub minimal: Minimal,
    /// Its size.
    pub size: u32,
    /// Inputs run up to it, in their order.
    pub tests: u64,
    /// Whether the property held when it was run on the input once more.
    pub flaky: bool,
    /// Whether it ran into the time limit for one input.
    pub hung: bool,
    /// Whether it ended its process.
    pub died: bool,
}

impl Finding {
    /// Returns a counterexample as a front end shows it.
    pub fn new(found: &Counterexample, example: Example) -> Finding {
        Finding {
            example,
            phase: found.phase,
            minimal: found.minimal,
            size: found.input.size(),
            tests: found.tests,
            flaky: found.flaky,
            hung: found.failure.is_hang(),
            died: matches!(found.failure.cause, Cause::Died(_)),
        }
    }
}

/// What only the front end knows of a check.
#[derive(Debug, Clone, Default)]
pub struct Shown {
    /// The fingerprint of the inputs' shape.
    pub fingerprint: Option<Fingerprint>,
    /// Whether the property has inputs.
    pub has_inputs: bool,
    /// What inputs are counted as, where that is not one for each value.
    pub counted_as: Vec<String>,
    /// The smallest undecided input.
    pub undecided: Vec<Input>,
    /// The counterexample, if one was found.
    pub example: Option<Example>,
    /// The parameter that has no values, where no inputs exist.
    pub without_values: Option<String>,
    /// Why all inputs were discarded, where that can be something else than an assumption that none meets.
    pub all_discarded: Option<&'static str>,
    /// What else there is to tell.
    pub notes: Vec<String>,
}

impl Report {
    /// Returns the report of a check that could not be made.
    pub fn error(about: About, why: String) -> Report {
        Report {
            about,
            run: None,
            outcome: Outcome::Error,
            why: vec![why],
            covered: None,
            findings: Vec::new(),
            warnings: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Returns the report of a check.
    pub fn new(about: About, plan: &Plan, checked: Checked, shown: Shown) -> Report {
        let unreached = match &checked.finding {
            check::Finding::Unreached(why) => unreached(why, &checked, &shown),
            _ => String::new(),
        };
        let Shown { fingerprint, has_inputs, counted_as, undecided, example, mut notes, .. } = shown;
        let mut findings = Vec::new();
        let (outcome, why) = match &checked.finding {
            check::Finding::Counterexample(found) => {
                findings.push(Finding::new(found, example.unwrap_or_default()));
                // Inputs that cannot be made are no failure of the property.
                let is_expected = plan.should_fail && found.phase != Phase::RoundTrip;
                (if is_expected { Outcome::FailedAsExpected } else { Outcome::Failed }, Vec::new())
            }
            _ if checked.ended == Ended::Interrupted => (Outcome::Interrupted, Vec::new()),
            check::Finding::Unreached(_) => (Outcome::Unreached, vec![unreached]),
            check::Finding::Undershot(missed) => (Outcome::Undershot, missed.clone()),
            check::Finding::Nothing if plan.should_fail => (Outcome::NoCounterexample, Vec::new()),
            check::Finding::Nothing => (Outcome::Passed, Vec::new()),
        };
        let Checked { coverage, stats, common, time, ended, undecided: unknown, .. } = checked;
        let undecided = unknown.map(|unknown| Undecided {
            inputs: undecided,
            limit: unknown.limit,
            size: unknown.input.size(),
        });
        let warnings = if outcome == Outcome::Passed { warnings(&coverage) } else { Vec::new() };
        if findings.is_empty() && stats.has_demands() && !coverage.tells_shares() {
            notes.push(
                "demanded shares are those of the whole run; `everycase merge` decides them".to_owned(),
            );
        }
        let covered = Covered { coverage, stats, common, time, ended, has_inputs, counted_as, undecided };
        let run = Run { seed: plan.seed, budget: plan.budget, fingerprint, is_replay: plan.replay.is_some() };
        Report { about, run: Some(run), outcome, why, covered: Some(covered), findings, warnings, notes }
    }
}

/// Returns why no input was tested.
fn unreached(why: &Unreached, checked: &Checked, shown: &Shown) -> String {
    match why {
        Unreached::NoValues => match &shown.without_values {
            Some(parameter) => format!("there are no inputs, because `{parameter}` has no finite values"),
            None => "there are no inputs".to_owned(),
        },
        Unreached::TooSmall { bound, smallest: Some(smallest) } => {
            format!(
                "no input is of size {bound} or less; the smallest is of size {smallest}: raise the bound on sizes"
            )
        }
        Unreached::TooSmall { bound, smallest: None } => {
            format!("no input is of size {bound} or less: raise the bound on sizes")
        }
        Unreached::NoTime => "time was up before any input was run to its end".to_owned(),
        Unreached::NoneDecided => "a limit was met on every input that was not discarded".to_owned(),
        Unreached::AllDiscarded => match shown.all_discarded {
            Some(why) => why.to_owned(),
            None if checked.coverage.inputs() == 1 => {
                "its only input does not meet its assumption".to_owned()
            }
            None => "no input that was tried meets its assumption".to_owned(),
        },
    }
}

/// Returns what to do something about in a property that holds.
pub(crate) fn warnings(coverage: &Coverage) -> Vec<String> {
    let (inputs, discarded) = (coverage.inputs(), coverage.discards());
    // Leaving out what is discarded is the purpose of a lazy property.
    let is_eager = !coverage.lazily && inputs > 0;
    if !is_eager || u128::from(discarded) * 100 < u128::from(inputs) * u128::from(NEARLY_ALL) {
        return Vec::new();
    }
    vec![format!(
        "{} of the inputs were discarded and {} tested: draw the inputs from a space that holds only those \
         which meet the assumption",
        percent(discarded, inputs),
        small(inputs - discarded)
    )]
}
