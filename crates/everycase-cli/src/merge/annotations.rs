//! Failures as annotations: workflow commands, which GitHub shows at the lines of a change.
//!
//! They go to the standard error, which GitHub reads as well: records on the standard output stay
//! whole.

use everycase_check::report::Detail;

use super::Merged;
use crate::exit::Exit;

/// Returns whether GitHub reads the output.
pub(super) fn are_wanted() -> bool {
    std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true")
}

/// Returns a line for each failure.
pub(super) fn text(all: &Merged) -> String {
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
            // Places are `file:line:column`.
            let place =
                error.fault.place.as_deref().and_then(|place| place.rsplit_once(':')?.0.rsplit_once(':'));
            lines.push_str(&annotation(place, &error.fault.message, &error.expression));
        }
    }
    lines
}

fn annotation(place: Option<(&str, &str)>, title: &str, message: &str) -> String {
    let place = place
        .map_or_else(String::new, |(file, line)| format!("file={},line={},", property(file), property(line)));
    format!("::error {place}title={}::{}\n", property(title), data(message))
}

/// Returns a text as GitHub reads it in a message.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Returns a text as GitHub reads it in a property, such as the file.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::annotation;

    #[test]
    fn an_annotation_is_one_line_whatever_is_in_it() {
        assert_eq!(
            annotation(Some(("a,b:c%.rs", "7")), "x::y", "100%: a\r\n,b::"),
            "::error file=a%2Cb%3Ac%25.rs,line=7,title=x%3A%3Ay::100%25: a%0D%0A,b::\n"
        );
        assert_eq!(annotation(None, "t", ""), "::error title=t::\n");
    }
}
