//! Reports as text: the outcome of a property, then its coverage or findings, in lines of at most
//! [`WIDTH`](super::WIDTH) columns.

use std::fmt::Write;
use std::time::Duration;

use super::counterexample::short;
use super::wrap::{self, CONTINUED, line};
use super::{CoverageReport, Detail, Outcome, Report};
use crate::check::Ending;
use crate::claims::stream::Stream;
use crate::text::duration;
use crate::text::number::counted;

/// Placeholders for a space at which lines are not broken, and for the time of a check, until lines
/// are broken.
const TOGETHER: &str = "\u{a0}";
const TIME: &str = "\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}";

impl Report {
    /// Returns the beginning of the text, which is known before the check.
    pub fn heading(name: &str) -> String {
        format!("testing {name}: ")
    }

    /// Returns the text, without a final newline.
    pub fn text(&self, detail: Detail) -> String {
        let mut out = Self::heading(&self.about.name);
        match self.outcome {
            Outcome::Failed | Outcome::FailedAsExpected => {
                out.push_str(if self.outcome == Outcome::Failed { "failed" } else { "failed as expected" });
                out.push_str(&self.what_found());
            }
            Outcome::Passed => self.head(&mut out, "ok, ", detail),
            Outcome::Interrupted => self.head(&mut out, "interrupted: ", detail),
            Outcome::NoCounterexample => {
                let what = "failed: a counterexample was expected (`should_fail`), and none was found";
                wrap::push(&mut out, what, CONTINUED);
                self.line(&mut out, detail);
            }
            Outcome::Unreached => {
                wrap::push(&mut out, &format!("not tested: {}", self.why.join("; ")), CONTINUED);
                self.line(&mut out, detail);
            }
            Outcome::Undershot => {
                out.push_str("failed: a required share is missed");
                for missed in &self.why {
                    line(&mut out, "", missed);
                }
                line(&mut out, "", "draw from a generator that makes more such inputs, or require less");
                self.line(&mut out, detail);
            }
            Outcome::Error | Outcome::Defect => {
                let _ = write!(out, "cannot be checked: {}", self.why.join("; "));
            }
        }
        self.push_findings(&mut out, detail);
        // A finding that ends the check states its number of tests itself.
        let goes_on = self.findings.is_empty() || self.run.is_some_and(|run| run.goes_on());
        if goes_on && !self.findings.is_empty() {
            self.line(&mut out, detail);
        }
        let covered = self.covered.as_ref().filter(|_| goes_on);
        if let Some(covered) = covered {
            below(&mut out, covered);
        }
        for warning in self.warnings(detail) {
            line(&mut out, "warning: ", &warning);
        }
        let stats = covered
            .map(|covered| covered.coverage.stats().lines(&covered.coverage.demands()))
            .unwrap_or_default();
        if !stats.is_empty() {
            let _ = write!(out, "\n{stats}");
        }
        if let Some(covered) = covered {
            out.push_str(&covered.coverage.stats().tables().lines(detail));
        }
        if let Some(at_most) = self.at_most().filter(|_| covered.is_some_and(|own| own.ended == Ending::Time))
        {
            let tests = self.run.and_then(|run| run.budget.tests).unwrap_or_default();
            let limit = duration::show(at_most);
            let note = format!(
                "with `CI` set a run has {} and at most {limit}: the time ended this one, so another machine may run others",
                counted(tests, "test")
            );
            line(&mut out, "note: ", &note);
        }
        for note in &self.notes {
            let _ = write!(out, "\n  note: {note}");
        }
        out
    }

    /// Appends the coverage to the first line: the longest statement that leaves it one line, if
    /// there is any. What was covered exactly follows, where it does not fit and is asked for.
    fn head(&self, out: &mut String, how: &str, detail: Detail) {
        let Some(covered) = &self.covered else { return };
        let whole = format!("{how}{}", self.covered(covered, detail));
        let room = wrap::width().saturating_sub(out.chars().count());
        let (brief, briefest) = (covered.coverage.brief(), covered.coverage.briefest());
        let shorter = [
            self.covered(covered, Detail::Brief),
            format!("{brief} (in {TIME})"),
            format!("{briefest} (in {TIME})"),
            briefest,
        ];
        let mut all = std::iter::once(whole.clone()).chain(shorter.map(|own| format!("{how}{own}")));
        let first = all.find(|own| own.chars().count() <= room).filter(|_| covered.has_inputs);
        push_covered(out, first.as_ref().unwrap_or(&whole), covered);
        if detail == Detail::Full && first.is_some_and(|first| first != whole) {
            let exactly = self.covered(covered, detail);
            out.push_str("\n  ");
            push_covered(out, &format!("exactly: {exactly}"), covered);
        }
    }

    /// Appends the coverage in a line of its own.
    fn line(&self, out: &mut String, detail: Detail) {
        if let Some(covered) = &self.covered {
            out.push_str("\n  ");
            push_covered(out, &self.covered(covered, detail), covered);
        }
    }

    /// Returns the time after which the run ends nevertheless, if it has the default of continuous
    /// integration.
    fn at_most(&self) -> Option<Duration> {
        self.run.and_then(|run| run.budget.at_most)
    }

    /// Returns what was covered, in which time, and why the check ended.
    pub fn statement(&self, detail: Detail) -> Option<String> {
        self.covered.as_ref().map(|covered| filled_in(&self.covered(covered, detail), covered))
    }

    fn covered(&self, covered: &CoverageReport, detail: Detail) -> String {
        let inputs = match (covered.has_inputs, detail) {
            (false, _) => "1 case, no inputs".to_owned(),
            (true, Detail::Brief) => covered.coverage.brief(),
            (true, Detail::Full) => covered.coverage.to_string(),
        };
        // Without draws the seed was not used.
        let has = |stream| covered.coverage.of(stream).next().is_some();
        let draws = has(Stream::Draws) || has(Stream::Structures);
        let seed = match self.run {
            Some(run) if draws && detail == Detail::Full => format!(", seed {}", run.seed),
            _ => String::new(),
        };
        let spent = format!("(in {TIME}{seed}{})", covered.ended.words(self.at_most().is_some()));
        format!("{inputs} {}", spent.replace(' ', TOGETHER))
    }
}

impl Ending {
    /// Returns why a check ended, in words that follow the time it took, and whether the limits
    /// were the default in continuous integration.
    pub fn words(self, is_ci: bool) -> &'static str {
        match self {
            Ending::Tests if is_ci => ", all tests of CI made",
            Ending::Time if is_ci => ", time of CI is up",
            Ending::Failure | Ending::AllSeen | Ending::Interrupted => "",
            Ending::Size => ", up to the given size",
            Ending::Tests => ", all tests made",
            Ending::Time => ", time is up",
            Ending::Memory => ", larger inputs take too much memory to count",
            Ending::Depth => ", larger inputs nest too deeply for the stack",
        }
    }
}

/// Appends what follows the line of coverage.
fn below(out: &mut String, covered: &CoverageReport) {
    if let Some(undecided) = &covered.undecided {
        let inputs = undecided.inputs.iter().map(|input| format!("{} = {}", input.name, short(&input.value)));
        let inputs: Vec<String> = inputs.collect();
        let which = if covered.coverage.undecided() == 1 { "" } else { "the smallest " };
        let text = format!("{which}undecided input: {} ({})", inputs.join(", "), undecided.limit);
        line(out, "", &text);
    }
    for counted_as in &covered.counted_as {
        line(out, "counted: ", counted_as);
    }
}

/// Appends the coverage. The line breaks do not depend on its time.
fn push_covered(out: &mut String, text: &str, covered: &CoverageReport) {
    let mut lines = out.clone();
    wrap::push(&mut lines, text, CONTINUED);
    let added = lines.split_off(out.len());
    out.push_str(&filled_in(&added, covered));
}

/// Returns a text with spaces and the time of the check in place of their placeholders.
fn filled_in(text: &str, covered: &CoverageReport) -> String {
    text.replace(TOGETHER, " ").replace(TIME, &duration::show(covered.time))
}

#[cfg(test)]
mod tests;
