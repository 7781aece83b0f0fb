//! The findings of a crate as annotations.

use std::path::Path;

use everycase_crates::report::{FindingRecord, Report};

use crate::annotations::{annotation, file_and_line};

/// Returns a line for each finding told. `folder` is the folder of the crate, from the current
/// directory.
pub(super) fn text(report: &Report, folder: &Path) -> String {
    let line = |own: &FindingRecord| {
        let place = place(own).map(|(file, line)| (folder.join(file).display().to_string(), line));
        let place = place.as_ref().map(|(file, line)| (&**file, *line));
        let title = format!("{}: {}", own.rank, own.brief());
        annotation(place, &title, &format!("{}\n{}", own.code.join("\n"), own.how()))
    };
    report.groups().iter().map(|group| line(group.first)).collect()
}

/// Returns the file and the line of a finding: the place where it happens or, if that is outside of
/// the crate, the innermost function of the crate.
fn place(finding: &FindingRecord) -> Option<(&str, &str)> {
    let is_inside = |own: &&str| Path::new(own).is_relative();
    if let Some(place) = finding.place.as_deref().filter(is_inside) {
        return file_and_line(place);
    }
    // `function (file:line)`.
    finding.frames.first()?.strip_suffix(')')?.rsplit_once(" (")?.1.rsplit_once(':')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{Entry, entries};

    fn report() -> Report {
        let records = include_str!("../../records/testdata/crate.ndjson");
        let Some(Ok(Entry::Crate(report))) = entries(records).next() else { panic!("a report") };
        *report
    }

    #[test]
    fn each_finding_told_is_annotated_where_it_happens() {
        let lines = text(&report(), Path::new("libs/planted"));
        let titles: Vec<&str> = lines.lines().map(|line| line.split("::").nth(1).unwrap_or(line)).collect();
        let wanted = [
            "error title=memory%3A a value is dropped twice",
            "error file=libs/planted/src/lib.rs,line=88,title=promise%3A no half of -2147483648",
        ];
        assert_eq!(titles, wanted);
        assert!(
            lines.contains("::let _ = planted::checked_half(i32::MIN);%0Athe name, the trait or the result"),
            "{lines}"
        );
    }

    #[test]
    fn a_panic_outside_of_the_crate_is_annotated_in_the_function_that_led_there() {
        let outside = FindingRecord {
            place: Some("/rustc/0/library/core/src/str/mod.rs:7:9".to_owned()),
            ..report().findings[1].clone()
        };
        assert_eq!(place(&outside), Some(("src/lib.rs", "88")));
        assert_eq!(place(&FindingRecord { frames: Vec::new(), ..outside }), None);
    }
}
