//! Failures of merged runs as annotations.

use everycase_check::report::Detail;

use super::MergedReports;
use super::crates;
use crate::annotations::{annotation, file_and_line};
use crate::exit::Exit;

/// Returns a line for each failure.
pub(super) fn text(all: &MergedReports) -> String {
    let mut lines = String::new();
    for report in all.reports.iter().filter(|report| Exit::of(report) != Exit::Nothing) {
        let about = &report.about;
        let place = Some((&*about.file, &*about.line.to_string()));
        lines.push_str(&annotation(place, &about.name, &report.text(Detail::Full)));
    }
    for score in all.scores.iter().filter(|score| score.standing().is_failure()) {
        let title = format!("{} of {}", score.property, score.function);
        lines.push_str(&annotation(None, &title, &score.text(Detail::Full)));
    }
    for exploration in &all.explorations {
        for error in exploration.told() {
            let place = error.fault.place.as_deref().and_then(file_and_line);
            lines.push_str(&annotation(place, &error.fault.message, &error.expression));
        }
    }
    // The folder of a crate is not in its records, so its places name no file of the repository.
    for group in all.crates.iter().flat_map(crates::Report::groups) {
        lines.push_str(&annotation(None, group.first.brief(), &group.first.code.join("\n")));
    }
    lines
}
