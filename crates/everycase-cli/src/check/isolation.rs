//! `--isolate`: a property runs in a process of its own, which an input may end.

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Instant;

use everycase_check::check::{self, CheckError, CheckResult};
use everycase_check::process::isolation::{Child, ChildMessage, Parent};
use everycase_check::report::{Detail, Report};
use everycase_check::run::verdict::Subject;
use everycase_check::settings::Plan;
use pun::check::Report as Ran;

use super::subject::Subject as Property;
use crate::args::Check;
use crate::records;

/// Separates the records of a report from its text.
const TEXT: char = '\u{1e}';

/// The result of running a property in a process of its own.
pub(super) enum IsolatedResult {
    /// The report of that process, and its text.
    Reported(Box<Report>, String),
    /// A check that was continued after that process had died.
    Checked(Box<Result<Ran, CheckError>>),
    /// The check was interrupted.
    Interrupted,
}

/// Runs a property in a process of its own, and continues from the noted inputs if that process
/// dies.
///
/// # Errors
/// If the process cannot be started.
pub(super) fn run(property: &Property<'_>, number: usize, plan: &Plan) -> Result<IsolatedResult, String> {
    let start = Instant::now();
    let parent = Parent::new(property.site(), arguments(property), plan);
    let ended = match parent.whole() {
        Err(_) if plan.stop.is_wanted() => return Ok(IsolatedResult::Interrupted),
        ended => ended?,
    };
    if let Some(ChildMessage::Ended(report)) = &ended.message {
        let (report, text) = read(report.as_ref().map_err(String::clone)?)?;
        return Ok(IsolatedResult::Reported(Box::new(report), text));
    }
    let death = ended.death(&property.checks.derivations(property.property), start);
    let plan = Plan { isolate: true, ..plan.clone() };
    let checked = property.checks.check_by(number, |name, derivations, _| {
        let subject: Arc<dyn Subject> = Arc::new(parent);
        check::take_over(name, derivations, &subject, &plan, &death)
    });
    // After an interruption, an input that was not run again would be reported as flaky.
    Ok(if plan.stop.is_wanted() {
        IsolatedResult::Interrupted
    } else {
        IsolatedResult::Checked(Box::new(checked))
    })
}

/// Returns the arguments with which this program checks a property alone.
fn arguments(property: &Property<'_>) -> Vec<OsString> {
    let Check { common, explain, shrink_time, .. } = property.command;
    let mut all: Vec<OsString> = vec!["check".into(), property.path.into(), "-p".into()];
    all.push(property.property.name.to_string().into());
    let options = [
        ("--time", common.time.map(|time| format!("{}ns", time.as_nanos()))),
        ("--shrink-time", shrink_time.map(|time| format!("{}ns", time.as_nanos()))),
        ("--size", common.size.map(|size| size.to_string())),
        ("--tests", common.tests.map(|tests| tests.to_string())),
        ("--seed", common.seed.map(|seed| seed.to_string())),
        ("--jobs", common.jobs.map(|jobs| jobs.to_string())),
        ("--shard", common.shard.map(|shard| format!("{}/{}", shard.index(), shard.of()))),
    ];
    for (option, value) in options {
        all.extend(value.map(|value| format!("{option}={value}").into()));
    }
    let switches = [("--verbose", common.verbose), ("--explain", *explain)];
    all.extend(switches.into_iter().filter(|(_, is_on)| *is_on).map(|(switch, _)| switch.into()));
    all
}

/// Runs the single input that the parent of this process asks for, and ends the process. Returns if
/// it asks for the whole property.
pub(super) fn run_input(child: &Child, property: &Property<'_>, number: usize, plan: &Plan) {
    let Some((_, words)) = child.input() else { return };
    let derivations = property.checks.derivations(property.property);
    let ran = derivations.parse(&words).map_err(CheckError::from);
    child.exit_with(&match ran.and_then(|input| property.checks.verdict(number, plan, &input)) {
        Ok(verdict) => ChildMessage::Said(verdict),
        Err(error) => ChildMessage::Ended(Err(error.to_string())),
    })
}

/// Leaves the report for the parent of this process, and ends the process.
pub(super) fn send_report(child: &Child, report: &Report, detail: Detail) -> ! {
    child.exit_with(&ChildMessage::Ended(Ok(written(report, detail))))
}

/// Returns a report with its text, as the parent reads it.
fn written(report: &Report, detail: Detail) -> String {
    let records: String = report.records().into_iter().map(|record| record.line() + "\n").collect();
    format!("{records}{TEXT}{}", report.text(detail))
}

/// Returns a report and its text.
fn read(written: &str) -> Result<(Report, String), String> {
    let (report, text) = written.split_once(TEXT).ok_or("its report has no known form")?;
    Ok((records::report(report)?, text.to_owned()))
}

/// Reports a failure that only the parent of this process can shrink, and ends the process. Returns
/// if the check found none.
pub(super) fn send_counterexample(child: &Child, plan: &Plan, checked: &CheckResult) {
    if let Some(message) = ChildMessage::found(checked).filter(|_| plan.replay.is_none()) {
        child.exit_with(&message);
    }
}

#[cfg(test)]
mod tests {
    use everycase_check::report::{About, Run};
    use everycase_check::settings::Settings;
    use everycase_kernel::SpaceError;

    use super::*;
    use crate::exit::{Exit, outcome_of};

    #[test]
    fn what_a_child_could_not_check_ends_its_parent_with_the_same_status() {
        let plan = Settings { tests: Some(9), seed: Some(7), ..Settings::default() }.fill("p");
        let errors = [
            (CheckError::Defect("a run differs from its repetition".to_owned()), Exit::Bug),
            (CheckError::Panicked("index out of bounds".to_owned()), Exit::Bug),
            (CheckError::Crashed, Exit::Bug),
            (CheckError::NotDeterministic, Exit::Usage),
            (CheckError::Space(SpaceError::OutOfTime), Exit::Usage),
        ];
        for (error, exit) in errors {
            let about = About { name: "p".to_owned(), ..About::default() };
            let report = Report::error(about, Some(Run::of(&plan)), error.to_string());
            let report = Report { outcome: outcome_of(&error), ..report };
            let (known, text) = read(&written(&report, Detail::Full)).unwrap();
            assert_eq!((Exit::of(&known), known.run, &known.why), (exit, report.run, &report.why));
            assert_eq!(text, report.text(Detail::Full));
        }
    }
}
