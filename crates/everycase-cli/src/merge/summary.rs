//! `--summary`: the reports in Markdown, for the page of a run in a CI system.

use std::fmt::Write;
use std::path::Path;

use everycase_check::files;
use everycase_check::report::{Detail, Report};
use everycase_check::text::number::{counted, small};

use super::MergedReports;
use crate::args::Format;
use crate::console;
use crate::exit::Exit;

/// The largest summary, in bytes. GitHub refuses one of more than a mebibyte.
const LARGEST: usize = 1_000_000;

/// Returns whether a summary goes to the standard output.
pub(crate) fn is_output(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Checks that a summary can be written, before there is one.
///
/// # Errors
/// If it cannot.
pub(crate) fn check(path: Option<&Path>, format: Format) -> Result<(), String> {
    match path {
        Some(path) if is_output(path) && format == Format::Json => {
            Err("--summary: `-` and `--format json` both take the standard output: name a file".to_owned())
        }
        Some(path) if !is_output(path) => {
            files::check(path).map_err(|error| console::not_written("--summary", path, &error))
        }
        _ => Ok(()),
    }
}

/// Writes the summary.
///
/// # Errors
/// If it cannot be written.
pub(super) fn write(path: &Path, all: &MergedReports) -> Result<(), String> {
    let text = text(all, LARGEST);
    if is_output(path) {
        console::print(&text);
        return Ok(());
    }
    files::replace(path, &text).map_err(|error| console::not_written("--summary", path, &error))
}

/// Returns the summary: a table of the properties, then the failures, in at most `largest` bytes
/// and the line that says what is left out.
fn text(all: &MergedReports, largest: usize) -> String {
    let mut page = Page { text: String::new(), largest, left_out: 0 };
    let failing = |report: &&Report| Exit::of(report) != Exit::Nothing;
    let (failed, count) = (all.reports.iter().filter(failing).count(), all.reports.len() as u64);
    if count > 0 {
        let what = if count == 1 { "property" } else { "properties" };
        let (count, failed) = (small(count), small(failed as u64));
        page.add(&format!("## everycase: {count} {what}, {failed} failed\n\n"));
        page.add("| outcome | property | tests | covered |\n|---|---|---:|---|\n");
        // The failing ones first: they are not left out.
        for report in all.reports.iter().filter(failing).chain(all.reports.iter().filter(|own| !failing(own)))
        {
            page.add(&row(report));
        }
    }
    for report in all.reports.iter().filter(failing) {
        let about = &report.about;
        let heading = format!("`{}`, {}:{}", about.name, about.file, about.line);
        page.add(&section(&heading, &report.text(Detail::Full)));
    }
    for score in &all.scores {
        page.add(&section(&format!("Strength: `{}`", score.property), &score.text(Detail::Brief)));
    }
    for exploration in &all.explorations {
        let heading = format!("Exploration: `{}`", exploration.name);
        page.add(&section(&heading, &exploration.text(Detail::Brief)));
    }
    for report in &all.crates {
        page.add(&section(&format!("Crate: `{}`", report.name()), &report.text(Detail::Brief)));
    }
    page.end()
}

/// A text with an upper bound.
struct Page {
    text: String,
    largest: usize,
    left_out: u64,
}

impl Page {
    /// Adds a row or a section, or counts it if the page would be too large.
    fn add(&mut self, part: &str) {
        if self.left_out == 0 && self.text.len() + part.len() <= self.largest {
            self.text.push_str(part);
        } else {
            self.left_out += 1;
        }
    }

    fn end(mut self) -> String {
        if self.left_out > 0 {
            let parts = counted(self.left_out, "part");
            let _ = write!(self.text, "\n{parts} left out: this page would be too large.\n");
        }
        self.text
    }
}

/// Returns the row of a property.
fn row(report: &Report) -> String {
    let outcome = report.outcome.name().replace('_', " ");
    let outcome = if Exit::of(report) == Exit::Nothing { outcome } else { format!("**{outcome}**") };
    let (tests, covered) = match &report.covered {
        Some(covered) if covered.has_inputs => (small(covered.coverage.inputs()), covered.coverage.brief()),
        Some(_) => ("1".to_owned(), "no inputs".to_owned()),
        None => Default::default(),
    };
    format!("| {outcome} | `{}` | {tests} | {} |\n", report.about.name, cell(&covered))
}

/// Returns a text as a cell of a table.
fn cell(text: &str) -> String {
    text.replace('\n', " ").replace('|', "\\|").replace('<', "&lt;")
}

/// Returns a section with a text that Markdown leaves as it is.
fn section(heading: &str, text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("\n### {heading}\n\n{fence}text\n{}\n{fence}\n", text.trim_end())
}

#[cfg(test)]
mod tests {
    use everycase_check::report::About;

    use super::*;

    fn failing(count: usize) -> MergedReports {
        let report = |number| {
            let about = About { name: format!("p{number}"), file: "f.rs".to_owned(), ..About::default() };
            Report::error(about, None, "why".to_owned())
        };
        MergedReports {
            reports: (0..count).map(report).collect(),
            scores: Vec::new(),
            explorations: Vec::new(),
            crates: Vec::new(),
        }
    }

    #[test]
    fn a_page_that_is_too_large_says_what_it_leaves_out() {
        let whole = text(&failing(100), LARGEST);
        assert!(whole.starts_with("## everycase: 100 properties, 100 failed\n"), "{whole}");
        assert!(!whole.contains("left out") && whole.contains("\n### `p99`, f.rs:0\n"), "{whole}");
        let cut = text(&failing(100), whole.len() / 2);
        assert!(cut.len() < whole.len() / 2 + 100, "{cut}");
        let sections = cut.matches("\n### ").count();
        assert!((1..100).contains(&sections), "{cut}");
        assert!(
            cut.ends_with(&format!("\n{} parts left out: this page would be too large.\n", 100 - sections))
        );
    }

    #[test]
    fn text_stays_as_it_is_in_a_table_and_in_a_block() {
        assert_eq!(cell("a|b\n<c>"), "a\\|b &lt;c>");
        assert_eq!(section("h", "a\n````\n"), "\n### h\n\n`````text\na\n````\n`````\n");
        assert_eq!(section("h", "a"), "\n### h\n\n```text\na\n```\n");
    }
}
