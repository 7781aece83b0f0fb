//! Stands for `strength` without that feature: no property names functions, so none is measured.

#![expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "the signatures of `strength`")]

use everycase_check::check::CheckResult;
use everycase_check::process::isolation::Parent;
use everycase_check::report::recorder::Recorder;
use everycase_check::settings::Plan;

use super::isolated::End;
use super::run::{ExecutionResult, SavedInputs, Test, UNKNOWN_FORM};

/// There are no functions to measure.
pub enum Function {}

/// There are no scores.
pub(super) enum FunctionReport {}

pub(super) enum Strength {
    Measured(Vec<FunctionReport>),
    Fails(Box<CheckResult>),
}

/// Is never shown.
pub(super) const FOUND_LATER: &str = "";

impl Test<'_> {
    pub(super) fn is_collected(&self) -> bool {
        false
    }

    pub(super) fn is_measured(&self, _: &Plan) -> bool {
        false
    }

    pub(super) fn strength(&self, _: &Plan) -> Result<Strength, String> {
        Ok(Strength::Measured(Vec::new()))
    }

    pub(super) fn measure_as_child(&mut self, _: &Plan, _: &mut Recorder) -> Result<End, String> {
        Err(UNKNOWN_FORM.to_owned())
    }

    pub(super) fn measure_isolated(
        &mut self,
        _: &Plan,
        _: Parent,
        passed: &str,
        _: SavedInputs,
    ) -> Result<ExecutionResult, String> {
        Ok(ExecutionResult::Reported(End::Passed(passed.to_owned())))
    }

    pub(super) fn with_strength(
        &self,
        _: &Plan,
        report: String,
        _: &[FunctionReport],
        _: &mut Recorder,
    ) -> End {
        End::Passed(report)
    }
}
