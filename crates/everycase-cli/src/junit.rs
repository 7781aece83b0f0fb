//! `--junit`: reports as a JUnit file, for CI systems.

use std::fmt::Display;
use std::path::Path;

use everycase_check::files;
use everycase_check::report::{Detail, Outcome, Report};
use quick_junit::{NonSuccessKind, Report as Suites, TestCase, TestCaseStatus, TestSuite};

use crate::console;

/// Writes reports; the reports of a source file form a suite.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write(path: &Path, reports: &[Report]) -> Result<(), String> {
    let mut suites = Suites::new("everycase");
    for reports in reports.chunk_by(|one, next| one.about.file == next.about.file) {
        let mut suite = TestSuite::new(reports[0].about.file.as_str());
        suite.add_test_cases(reports.iter().map(case));
        suites.add_test_suite(suite);
    }
    let text = suites.to_string().map_err(|error| wrong(path, &error))?;
    files::replace(path, &text).map_err(|error| wrong(path, &error))
}

/// Checks that the reports can be written, before there are some.
///
/// # Errors
/// If they cannot.
pub(crate) fn check(path: Option<&Path>) -> Result<(), String> {
    path.map_or(Ok(()), |path| files::check(path).map_err(|error| wrong(path, &error)))
}

fn wrong(path: &Path, error: &dyn Display) -> String {
    console::not_written("--junit", path, error)
}

/// Returns how a property fails, in a line.
pub(crate) fn message(report: &Report) -> String {
    let messages: Vec<&str> = report.findings.iter().map(|finding| &*finding.example.message).collect();
    if messages.is_empty() {
        return report.why.first().map_or(report.outcome.name(), String::as_str).to_owned();
    }
    messages.join("; ")
}

/// Returns a property as a test case.
fn case(report: &Report) -> TestCase {
    let failed = |kind| {
        let mut status = TestCaseStatus::non_success(kind);
        status
            .set_type(report.outcome.name())
            .set_message(message(report))
            .set_description(report.text(Detail::Full));
        status
    };
    let status = match report.outcome {
        Outcome::Passed | Outcome::FailedAsExpected => TestCaseStatus::success(),
        Outcome::Interrupted => TestCaseStatus::skipped(),
        Outcome::Error | Outcome::Defect => failed(NonSuccessKind::Error),
        _ if !report.is_failure() => TestCaseStatus::success(),
        Outcome::Failed | Outcome::NoCounterexample | Outcome::Unreached | Outcome::Undershot => {
            failed(NonSuccessKind::Failure)
        }
    };
    let is_success = matches!(status, TestCaseStatus::Success { .. });
    let mut case = TestCase::new(report.about.name.as_str(), status);
    case.set_classname(report.about.module.as_str());
    if let Some(covered) = &report.covered {
        case.set_time(covered.time);
    }
    if is_success {
        case.set_system_out(report.text(Detail::Full));
    }
    case
}
