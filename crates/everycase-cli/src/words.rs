//! What a check found, in words.

use everycase_check::check::{Checked, Counterexample, Minimal, Unreached};
use everycase_check::duration;
use everycase_check::number::{counted, small};
use everycase_check::phase::Phase;
use everycase_check::settings::Plan;
use pun::check::Report;

/// What was covered, how long it took and why it ended: in a line, or all of it.
pub(crate) fn covered(report: &Report, has_inputs: bool, all: bool) -> String {
    let (checked, cut) = (&report.checked, report.cut);
    let covered = match (has_inputs, all) {
        (false, _) => "1 case, no inputs".to_owned(),
        (true, true) => checked.coverage.to_string() + &were_cut(checked, cut),
        (true, false) if cut == 0 => checked.coverage.brief(),
        (true, false) => format!("{}, {} cut", checked.coverage.brief(), small(cut)),
    };
    let what: Vec<&str> =
        [&*covered].into_iter().chain(report.counted_as.iter().map(String::as_str)).collect();
    format!("{} (in {}{})", what.join("; "), duration::show(checked.time), checked.ended.words())
}

/// How many of the inputs that were discarded took too long.
fn were_cut(checked: &Checked, cut: u64) -> String {
    let how_many = match cut {
        0 => return String::new(),
        _ if cut == checked.coverage.discarded => "all".to_owned(),
        _ => small(cut),
    };
    format!(", {how_many} of them cut: their terms take too many steps or too much memory")
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
    let checked = &report.checked;
    match why {
        Unreached::NoValues => "there are no inputs".to_owned(),
        Unreached::TooSmall { bound, smallest } => {
            let smallest = smallest.map(|size| format!("; the smallest is of size {size}"));
            format!("no input is of size {bound} or less{}", smallest.unwrap_or_default())
        }
        Unreached::NoTime => "time was up before any input was run to its end".to_owned(),
        Unreached::AllDiscarded => {
            format!("{unmet} ({}{})", checked.coverage, were_cut(checked, report.cut))
        }
    }
}
