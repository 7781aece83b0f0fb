//! Findings as text: a single one in full; several in a few lines each, or each in full.

use std::borrow::Cow;
use std::fmt::Write;
use std::time::Duration;

use super::wrap::{self, CONTINUED, INDENT, indented, line};
use super::{Detail, Example, Finding, Input, Outcome, Report, SaveResult, drawing};
use crate::check::Minimal;
use crate::claims::stream::Stream;
use crate::regressions::Addition;
use crate::text::duration;
use crate::text::number::{counted, small};

/// The maximal length, in bytes, of a value or a message that is shown as a whole.
const LONGEST_TEXT: usize = 4_000;

/// Shrinking that takes less time than this is not mentioned.
const LONG_SHRINKING: Duration = Duration::from_millis(100);

/// The maximal length of a value in brief lines.
const LONGEST_VALUE: usize = 60;

/// What is known of a property that keeps state, and what can be done about it.
const KEEPS_STATE: &str = "keeps state: after this failure the property ends differently on inputs that it was run on before, so this is \
    the first failure, not shrunk; begin each run with fresh state";
const ISOLATE: &str = ", or isolate the property to have the input shrunk";

/// How a drawing stands below its value: indented, as lines that are not source.
const DRAWING: usize = 8;
const COMMENT: &str = "// ";

/// The indentation of the lines of one of several findings.
const OF_ITEM: usize = 5;

impl Report {
    /// Returns the end of the first line of the text of a failing property.
    pub(super) fn what_found(&self) -> String {
        match &self.findings[..] {
            [finding] if finding.example.inputs.is_empty() => ":".to_owned(),
            [] => ":".to_owned(),
            [_] => " with counterexample:".to_owned(),
            several => format!(" in {} ways:", several.len()),
        }
    }

    /// Appends the findings.
    pub(super) fn push_findings(&self, out: &mut String, detail: Detail) {
        match &self.findings[..] {
            [finding] => self.push_finding(out, finding),
            several => {
                for (number, finding) in (1..).zip(several) {
                    match detail {
                        Detail::Brief => self.push_briefly(out, number, finding),
                        Detail::Full => {
                            let _ = write!(out, "\n\n  {number} of {}{}:", several.len(), in_runs(finding));
                            self.push_finding(out, finding);
                        }
                    }
                }
                if detail == Detail::Full && !several.is_empty() {
                    out.push('\n');
                }
            }
        }
    }

    /// Appends one of several findings in a few lines: how it fails, on which input, and how to run
    /// it again.
    fn push_briefly(&self, out: &mut String, number: usize, finding: &Finding) {
        let Example { inputs, message, place, replay, .. } = &finding.example;
        let mut how = message.lines().next().unwrap_or_default().trim().to_owned();
        if let Some(place) = place.as_ref().filter(|place| !how.contains(place.as_str())) {
            let _ = write!(how, ", at {place}");
        }
        how.push_str(&in_runs(finding));
        out.push_str("\n  ");
        wrap::push(out, &format!("{number}. {how}"), OF_ITEM);
        for input in inputs {
            indented(out, &format!("{} = {}", input.name, short(&input.value)), OF_ITEM);
        }
        if finding.flaky {
            indented(out, "flaky", OF_ITEM);
        }
        if finding.keeps_state {
            indented(out, "keeps state", OF_ITEM);
        }
        if let Some(replay) = replay.as_ref().filter(|_| self.outcome == Outcome::Failed) {
            indented(out, &format!("replay: {replay}"), OF_ITEM);
        }
    }

    /// Appends a failing input, how it fails, how it was found, and how to run it again.
    fn push_finding(&self, out: &mut String, finding: &Finding) {
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
            indented(out, &abridged(&input.line()), 4);
            if let Some(seen) = &input.looked_at {
                let _ = write!(out, "    // looked at: {}", abridged(seen));
            } else if let Some(value) = &input.evaluated {
                let _ = write!(out, "    // which is {}", abridged(value));
            } else if let Some(values) = &input.fails_with {
                let _ = write!(out, "    // fails with {values}");
            }
            for line in
                drawing::drawn(&input.value, wrap::width() - DRAWING - COMMENT.len()).into_iter().flatten()
            {
                let _ = write!(out, "\n{:DRAWING$}{COMMENT}{line}", "");
            }
        }
        indented(out, &abridged(&example.fault), INDENT);
        example.excerpt.iter().for_each(|line| indented(out, line, CONTINUED));
        finding.remarks().iter().for_each(|remark| line(out, "", remark));
        if !example.explained.is_empty() {
            out.push('\n');
            out.push_str(example.explained.trim_end());
        }
        line(out, "", &self.how_found(finding));
        // An expected failure need not be replayed.
        if let Some(replay) = example.replay.as_ref().filter(|_| self.outcome == Outcome::Failed) {
            let _ = write!(out, "\n  replay: {replay}");
        }
        match &example.saved {
            Some(SaveResult::In(Addition::Added, path)) => {
                let _ = write!(out, "\n  saved, to be run first next time: {path}");
            }
            Some(SaveResult::In(Addition::Replaced, path)) => {
                let _ = write!(out, "\n  saved in place of the larger input it was shrunk from: {path}");
            }
            // The last of these is not in the file.
            Some(SaveResult::In(Addition::Known | Addition::OneMoreFlaky, path)) => {
                let _ = write!(out, "\n  saved already: {path}");
            }
            Some(SaveResult::Not(why)) => {
                let _ = write!(out, "\n  not saved: {why}");
            }
            None => {}
        }
        if let Some(backtrace) = &example.backtrace {
            let _ = write!(out, "\n\nstack backtrace:\n{backtrace}");
        }
    }

    /// Returns after how many tests a failing input was found, in which stream, and how far it is
    /// minimal.
    pub fn how_found(&self, finding: &Finding) -> String {
        let seed = self.run.map_or_else(String::new, |run| format!(" (seed {})", run.seed));
        let (is_replay, goes_on) = self.run.map_or((false, false), |run| (run.is_replay, run.goes_on()));
        let how = match finding.stream {
            Stream::RoundTrip => "found when inputs were decoded and encoded back, ".to_owned(),
            Stream::Example => format!("example {} of the property", finding.tests),
            Stream::Replay if is_replay => "the input replayed".to_owned(),
            Stream::Replay => "an input that failed before, ".to_owned(),
            Stream::Search => String::new(),
            Stream::Orders => "found by the order of its numbers, ".to_owned(),
            Stream::Structures => "drawn by structure, ".to_owned(),
            Stream::Draws => format!("drawn at random{seed}, "),
        };
        let is_given = is_replay || finding.stream == Stream::Example;
        let how_small: Cow<'_, str> = match finding.minimal {
            Minimal::Size if goes_on || self.findings.len() > 1 => {
                "no smaller input fails in this way".into()
            }
            Minimal::Size => "no smaller input fails".into(),
            Minimal::Locally => format!("not shrunk further: {}", tried(finding)).into(),
            Minimal::No if is_given => "".into(),
            Minimal::No if finding.keeps_state => "not shrunk".into(),
            Minimal::No => "not shrunk to the end".into(),
        };
        let readable =
            finding.readable.map_or_else(String::new, |shown| format!("; {} for readability", shown.name()));
        let when = match (finding.part, finding.effort) {
            (Some(part), _) if !part.is_whole() => format!(" of part {part}"),
            (_, Some(effort)) if !goes_on => format!(" in {}", duration::show(effort.found_in)),
            _ => String::new(),
        };
        let shrunk_in = finding.effort.map_or(Duration::ZERO, |effort| effort.shrunk_in);
        let shrunk = if finding.part.is_some() || shrunk_in < LONG_SHRINKING {
            String::new()
        } else if finding.minimal == Minimal::No {
            format!(" in {}", duration::show(shrunk_in))
        } else {
            format!("; shrunk in {}", duration::show(shrunk_in))
        };
        format!("after {}{when}; {how}{how_small}{readable}{shrunk}", counted(finding.tests, "test"))
    }
}

impl Finding {
    /// Returns what is special about the failure, a sentence each.
    pub fn remarks(&self) -> Vec<String> {
        let flaky =
            "flaky: it passed when it was run on this input once more, so it depends on more than its inputs";
        // An input that passes alone cannot be shrunk in isolation either.
        let isolate = if self.flaky { "" } else { ISOLATE };
        let flaky = self.flaky.then(|| flaky.to_owned());
        let keeps_state = self.keeps_state.then(|| format!("{KEEPS_STATE}{isolate}"));
        flaky.into_iter().chain(keeps_state).collect()
    }
}

impl Input {
    /// Returns the input as a line of a counterexample.
    pub fn line(&self) -> String {
        self.statement.clone().unwrap_or_else(|| format!("{} = {}", self.name, self.value))
    }
}

/// Returns which inputs next to a failing input do not fail in the same way.
fn tried(finding: &Finding) -> String {
    // A saved input is kept as it is unless one with a smaller structure fails.
    let (one, several) = match finding.stream {
        Stream::Replay => ("input of smaller structure", "inputs of smaller structure"),
        _ => ("simpler input", "simpler inputs"),
    };
    match finding.effort.map_or(0, |effort| effort.tried) {
        0 => format!("none of the {several} next to it fails in this way"),
        1 => format!("the one {one} next to it does not fail in this way"),
        tried => format!("none of {} {several} next to it fails in this way", small(tried)),
    }
}

/// Returns how many runs failed with the cause of a finding, if that is known.
fn in_runs(finding: &Finding) -> String {
    finding.count.map_or_else(String::new, |count| format!(", in {}", counted(count, "run")))
}

/// Returns a text, or its beginning and its end if it is longer than 4,000 bytes.
pub fn abridged(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST_TEXT {
        return Cow::Borrowed(text);
    }
    let boundary = |mut at: usize| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (head, tail) = (boundary(LONGEST_TEXT * 3 / 4), boundary(text.len() - LONGEST_TEXT / 4));
    let left_out = counted((tail - head) as u64, "byte");
    Cow::Owned(format!("{} /* {left_out} left out */ {}", &text[..head], &text[tail..]))
}

/// Returns a value, or its beginning if it is long.
pub(super) fn short(value: &str) -> String {
    match value.char_indices().nth(LONGEST_VALUE) {
        Some((end, _)) => format!("{}..", &value[..end]),
        None => value.to_owned(),
    }
}
