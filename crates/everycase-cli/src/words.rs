//! What a check found, in words.

use everycase_check::check::{Checked, Counterexample, Minimal, Unreached};
use everycase_check::duration;
use everycase_check::number::counted;
use everycase_check::phase::Phase;
use everycase_check::settings::Plan;
use pun::check::Report;

/// What was covered, how long it took and why it ended: in a line, or all of it.
pub(crate) fn covered(report: &Report, has_inputs: bool, all: bool) -> String {
    let checked = &report.checked;
    let covered = match (has_inputs, all) {
        (false, _) => "1 case, no inputs".to_owned(),
        (true, true) => checked.coverage.to_string() + &smallest(report),
        (true, false) => checked.coverage.brief() + &smallest(report),
    };
    let what: Vec<&str> =
        [&*covered].into_iter().chain(report.counted_as.iter().map(String::as_str)).collect();
    format!("{} (in {}{})", what.join("; "), duration::show(checked.time), checked.ended.words())
}

/// The smallest input that is undecided, to follow how many there are.
fn smallest(report: &Report) -> String {
    let smallest = report.undecided.as_ref().map(|undecided| {
        let inputs = undecided.inputs.iter().map(|input| format!("{} = {}", input.name, short(&input.value)));
        let inputs: Vec<String> = inputs.collect();
        let which = if report.checked.coverage.undecided == 1 { "" } else { "the smallest: " };
        format!(", {which}{} ({})", inputs.join(", "), undecided.limit)
    });
    smallest.unwrap_or_default()
}

/// A value, or its beginning if it is long.
fn short(value: &str) -> String {
    const MOST: usize = 100;
    match value.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}..", &value[..end]),
        None => value.to_owned(),
    }
}

/// How a counterexample was found.
pub(crate) fn how_found(checked: &Checked, found: &Counterexample, plan: &Plan) -> String {
    let how = match found.phase {
        Phase::Replay => "an input that failed before, ".to_owned(),
        // A program's values are not encoded back.
        Phase::RoundTrip | Phase::Exhaustive => String::new(),
        Phase::Sampling => format!("drawn at random (seed {}), ", plan.seed),
        Phase::Edges => format!("among the boundary values (seed {}), ", plan.seed),
    };
    let how_small = match found.minimal {
        Minimal::Size => "no smaller input fails",
        Minimal::Locally => "no simpler input next to it fails",
        Minimal::No => "not shrunk to the end",
    };
    format!("after {} in {}; {how}{how_small}", counted(found.tests, "test"), duration::show(checked.time))
}

/// Why a property was not put to the test.
pub(crate) fn unreached(report: &Report, why: &Unreached, unmet: &str) -> String {
    match why {
        Unreached::NoValues => "there are no inputs".to_owned(),
        Unreached::TooSmall { bound, smallest } => {
            let smallest = smallest.map(|size| format!("; the smallest is of size {size}"));
            format!("no input is of size {bound} or less{}", smallest.unwrap_or_default())
        }
        Unreached::NoTime => "time was up before any input was run to its end".to_owned(),
        Unreached::AllDiscarded => {
            format!("{unmet} ({})", report.checked.coverage)
        }
        Unreached::NoneDecided => {
            format!("no input that was tried is decided ({}{})", report.checked.coverage, smallest(report))
        }
    }
}
