//! Reports as text: how a property ended, then what was covered or found, in lines of at most [`WIDTH`](super::WIDTH) columns.

use std::fmt::Write;

use super::{Covered, Finding, Input, Outcome, Report, Saved, wrap};
use crate::check::Minimal;
use crate::duration;
use crate::number::counted;
use crate::phase::Phase;
use crate::regressions::Addition;

/// How much of what was covered a text states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// What matters of it, mostly in one line.
    Brief,
    /// All of it.
    Full,
}

/// Longer values are cut where a line is not about them.
const LONGEST_VALUE: usize = 60;

/// Stands for a space at which lines are not broken, and for the time a check took, until they are broken.
const TOGETHER: &str = "\u{a0}";
const TIME: &str = "\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}";

/// Where the lines below the first one begin, and their continuations.
const INDENT: usize = 2;
const CONTINUED: usize = 4;

impl Report {
    /// Returns the beginning of the text, known before the check is made.
    pub fn heading(name: &str) -> String {
        format!("testing {name}: ")
    }

    /// Returns the text, without a newline at its end.
    pub fn text(&self, detail: Detail) -> String {
        let mut out = Self::heading(&self.about.name);
        let finding = self.findings.first();
        match self.outcome {
            Outcome::Failed | Outcome::FailedAsExpected => {
                let how = if self.outcome == Outcome::Failed { "failed" } else { "failed as expected" };
                let has_inputs = finding.is_some_and(|finding| !finding.example.inputs.is_empty());
                let what = if has_inputs { " with counterexample:" } else { ":" };
                let _ = write!(out, "{how}{what}");
            }
            Outcome::Passed => self.head(&mut out, "ok, ", detail),
            Outcome::Interrupted => self.head(&mut out, "interrupted: ", detail),
            Outcome::NoCounterexample => {
                out.push_str("failed: a counterexample was expected (`should_fail`), and none was found");
                self.line(&mut out, detail);
            }
            Outcome::Unreached => {
                wrap::push(&mut out, &format!("never put to the test: {}", self.why.join("; ")), CONTINUED);
                self.line(&mut out, detail);
            }
            Outcome::Undershot => {
                out.push_str("failed: a demanded share is missed");
                for missed in &self.why {
                    line(&mut out, "", missed);
                }
                self.line(&mut out, detail);
            }
            Outcome::Error => {
                let _ = write!(out, "cannot be checked: {}", self.why.join("; "));
            }
        }
        if let Some(finding) = finding {
            self.finding(&mut out, finding);
        } else if let Some(covered) = &self.covered {
            below(&mut out, covered);
        }
        for warning in &self.warnings {
            line(&mut out, "warning: ", warning);
        }
        let stats = self.covered.as_ref().filter(|_| finding.is_none());
        let stats = stats.map(|covered| covered.stats.to_string()).unwrap_or_default();
        if !stats.is_empty() {
            let _ = write!(out, "\n{stats}");
        }
        for note in &self.notes {
            let _ = write!(out, "\n  note: {note}");
        }
        out
    }

    /// What was covered, in the first line.
    fn head(&self, out: &mut String, how: &str, detail: Detail) {
        if let Some(covered) = &self.covered {
            push_covered(out, &format!("{how}{}", self.covered(covered, detail)), covered);
        }
    }

    /// What was covered, in a line below.
    fn line(&self, out: &mut String, detail: Detail) {
        if let Some(covered) = &self.covered {
            out.push_str("\n  ");
            push_covered(out, &self.covered(covered, detail), covered);
        }
    }

    fn covered(&self, covered: &Covered, detail: Detail) -> String {
        let inputs = match (covered.has_inputs, detail) {
            (false, _) => "1 case, no inputs".to_owned(),
            (true, Detail::Brief) => covered.coverage.brief(),
            (true, Detail::Full) => covered.coverage.to_string(),
        };
        // Without draws the seed has played no part.
        let draws = !covered.coverage.samples.is_empty() || !covered.coverage.drawn.is_empty();
        let seed = match self.run {
            Some(run) if draws && detail == Detail::Full => format!(", seed {}", run.seed),
            _ => String::new(),
        };
        let spent = format!("(in {TIME}{seed}{})", covered.ended.words());
        format!("{inputs} {}", spent.replace(' ', TOGETHER))
    }

    /// A failing input, how it fails, how it was found, and how to run it again.
    fn finding(&self, out: &mut String, finding: &Finding) {
        let example = &finding.example;
        if !example.caveats.is_empty() {
            let caveats = example.caveats.join("; ");
            let why =
                format!("// may not compile here: {caveats}; the replay line below runs it all the same");
            out.push_str("\n    ");
            wrap::push(out, &why, CONTINUED);
        }
        for line in &example.uses {
            indented(out, line, 4);
        }
        for input in &example.inputs {
            indented(out, &input.line(), 4);
            if let Some(seen) = &input.looked_at {
                let _ = write!(out, "    // looked at: {seen}");
            } else if let Some(value) = &input.evaluated {
                let _ = write!(out, "    // which is {value}");
            }
        }
        indented(out, &example.fault, INDENT);
        if finding.flaky {
            let flaky = "flaky: it passed when it was run on this input once more, so it depends on more than its inputs";
            line(out, "", flaky);
        }
        if let Some((steps, _)) = example.steps.as_ref().filter(|(steps, _)| !steps.is_empty()) {
            out.push('\n');
            out.push_str(steps.trim_end());
        }
        line(out, "", &self.how_found(finding));
        // An expected failure needs no second look.
        if let Some(replay) = example.replay.as_ref().filter(|_| self.outcome == Outcome::Failed) {
            let _ = write!(out, "\n  replay: {replay}");
        }
        match &example.saved {
            Some(Saved::In(Addition::Added, path)) => {
                let _ = write!(out, "\n  saved, to be run first next time: {path}");
            }
            Some(Saved::In(Addition::Replaced, path)) => {
                let _ = write!(out, "\n  saved in place of the larger input it was shrunk from: {path}");
            }
            Some(Saved::In(Addition::Known, path)) => {
                let _ = write!(out, "\n  saved already: {path}");
            }
            Some(Saved::Not(why)) => {
                let _ = write!(out, "\n  not saved: {why}");
            }
            None => {}
        }
        if let Some(backtrace) = &example.backtrace {
            let _ = write!(out, "\n\nstack backtrace:\n{backtrace}");
        }
    }

    /// After how many tests a failing input was found, in which phase, and how small it is.
    fn how_found(&self, finding: &Finding) -> String {
        let seed = self.run.map_or_else(String::new, |run| format!(" (seed {})", run.seed));
        let is_replay = self.run.is_some_and(|run| run.is_replay);
        let how = match finding.phase {
            Phase::RoundTrip => "found when inputs were decoded and encoded back, ".to_owned(),
            Phase::Replay if is_replay => "the input replayed".to_owned(),
            Phase::Replay => "an input that failed before, ".to_owned(),
            Phase::Exhaustive => String::new(),
            Phase::Sampling => format!("drawn at random{seed}, "),
            Phase::Edges => format!("among the edge inputs{seed}, "),
        };
        let how_small = match finding.minimal {
            Minimal::Size => "no smaller input fails",
            Minimal::Locally => "no simpler input next to it fails",
            Minimal::No if is_replay => "",
            Minimal::No => "not shrunk to the end",
        };
        let time = self
            .covered
            .as_ref()
            .map_or_else(String::new, |covered| format!(" in {}", duration::show(covered.time)));
        format!("after {}{time}; {how}{how_small}", counted(finding.tests, "test"))
    }
}

impl Input {
    /// Returns the input as a line of a counterexample.
    pub fn line(&self) -> String {
        self.statement.clone().unwrap_or_else(|| format!("{} = {}", self.name, self.value))
    }
}

/// What is stated of the coverage below its line.
fn below(out: &mut String, covered: &Covered) {
    if let Some(undecided) = &covered.undecided {
        let inputs = undecided.inputs.iter().map(|input| format!("{} = {}", input.name, short(&input.value)));
        let inputs: Vec<String> = inputs.collect();
        let which = if covered.coverage.undecided == 1 { "" } else { "the smallest " };
        let text = format!("{which}undecided input: {} ({})", inputs.join(", "), undecided.limit);
        line(out, "", &text);
    }
    for counted_as in &covered.counted_as {
        line(out, "counted: ", counted_as);
    }
}

/// Appends what was covered. Lines are broken at the same places however long it took.
fn push_covered(out: &mut String, text: &str, covered: &Covered) {
    let mut lines = out.clone();
    wrap::push(&mut lines, text, CONTINUED);
    let added = lines.split_off(out.len());
    out.push_str(&added.replace(TOGETHER, " ").replace(TIME, &duration::show(covered.time)));
}

/// Appends a line of its own.
fn line(out: &mut String, what: &str, text: &str) {
    out.push_str("\n  ");
    wrap::push(out, &format!("{what}{text}"), CONTINUED);
}

/// Appends lines, each indented.
fn indented(out: &mut String, text: &str, indent: usize) {
    for line in text.lines() {
        let _ = write!(out, "\n{:indent$}{line}", "");
    }
}

/// Returns a value, or its beginning if it is long.
fn short(value: &str) -> String {
    match value.char_indices().nth(LONGEST_VALUE) {
        Some((end, _)) => format!("{}..", &value[..end]),
        None => value.to_owned(),
    }
}
