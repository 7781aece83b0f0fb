//! The report of an exploration: as text and as records.

use std::fmt::Write;
use std::time::Duration;

use everycase_check::check::{Checked, Ended, Minimal};
use everycase_check::duration;
use everycase_check::number::{counted, percent, small};
use everycase_check::records::Record;
use everycase_check::report::Detail;

use crate::explore::{Exploration, Finding};
use crate::library::{Covered, Kind, Signature};

/// The results that a report tells.
#[derive(Clone, Debug)]
pub struct Report<'e> {
    /// What was explored, such as the name of a file.
    pub name: String,
    /// The number of functions that were tested.
    pub functions: usize,
    /// The errors to tell.
    pub findings: Vec<&'e Finding>,
    /// The number of them that the text tells.
    pub most: usize,
    /// The number of errors that were accepted before.
    pub accepted: usize,
    /// The exploration.
    pub exploration: &'e Exploration,
    /// What the library exports.
    pub signature: &'e Signature,
}

/// Returns what was run, with the time and why it ended.
fn covered(checked: &Checked) -> String {
    let why = match checked.ended {
        Ended::Failure => ", further errors are not looked for",
        Ended::Interrupted => ", interrupted",
        ended => ended.words(),
    };
    format!("{} (in {}{why})", checked.coverage.brief_about("expression"), duration::show(checked.time))
}

impl Report<'_> {
    /// Returns the report as text.
    pub fn text(&self, detail: Detail) -> String {
        let mut out = String::new();
        for finding in self.findings.iter().take(self.most) {
            out.push_str(&finding.text(detail));
            if detail == Detail::Full {
                out.push('\n');
            }
        }
        let more = self.findings.len().saturating_sub(self.most);
        if more > 0 {
            let _ = writeln!(out, "and {}: --errors tells more", counted(more as u64, "further error"));
        }
        let more = [
            ("given up, although it ends with more steps and memory", &self.exploration.slow),
            ("failed once and not again", &self.exploration.unsteady),
        ];
        for (what, expressions) in more {
            for expression in expressions {
                let _ = writeln!(out, "{expression}\n    {what}");
            }
        }
        out.push_str(&self.summary(detail));
        out
    }

    /// Returns the last lines of the text: how many errors there are, and what was run.
    fn summary(&self, detail: Detail) -> String {
        let runs = &self.exploration.runs;
        let errors = match (self.findings.len(), self.accepted) {
            (0, 0) => "no error".to_owned(),
            (0, _) => "no further error".to_owned(),
            (found, _) => counted(found as u64, "error"),
        };
        let accepted = match self.accepted {
            0 => String::new(),
            some => format!(", {} accepted", small(some as u64)),
        };
        let functions = counted(self.functions as u64, "function");
        let mut out = format!("{}: {errors} in {functions}{accepted}; ", self.name);
        match &runs[..] {
            [whole] => out.push_str(&covered(&whole.checked)),
            parts => {
                let tests = parts.iter().map(|part| part.checked.coverage.inputs()).sum();
                let time: Duration = parts.iter().map(|part| part.checked.time).sum();
                let _ = write!(out, "{} (in {})", counted(tests, "run"), duration::show(time));
                for part in parts.iter().filter(|_| detail == Detail::Full) {
                    let names: Vec<&str> = part.functions.iter().map(|own| self.name_of(*own)).collect();
                    let _ = write!(out, "\n    {}: {}", names.join(", "), covered(&part.checked));
                }
            }
        }
        if let Some(Covered { evaluated, all }) = self.exploration.covered {
            let share = percent(evaluated, all);
            let _ = write!(
                out,
                "\n{share} of the source evaluated: {} of {}",
                small(evaluated),
                counted(all, "expression")
            );
        }
        out.push('\n');
        out
    }

    fn name_of(&self, function: u32) -> &str {
        self.signature.functions.get(function as usize).map_or("?", |function| &*function.name)
    }

    /// Returns the report as records: one for each error, one for each run, then one for the whole.
    pub fn records(&self) -> Vec<Record> {
        let mut records: Vec<Record> =
            self.findings.iter().map(|finding| finding.record(&self.name)).collect();
        records.extend(self.exploration.runs.iter().map(|run| {
            let names = run.functions.iter().map(|own| self.name_of(*own).to_owned());
            Record::new("exploration", "run")
                .with("name", &*self.name)
                .with("functions", names.collect::<Vec<_>>())
                .with("ended", run.checked.ended.name())
                .with("time_s", run.checked.time.as_secs_f64())
                .covering(&run.checked.coverage)
        }));
        let finish = Record::new("exploration", "finish")
            .with("name", &*self.name)
            .with("functions", self.functions as u64)
            .with("errors", self.findings.len() as u64)
            .with("accepted", self.accepted as u64)
            .with("slow", self.exploration.slow.clone())
            .with("unsteady", self.exploration.unsteady.clone());
        records.push(match self.exploration.covered {
            Some(Covered { evaluated, all }) => finish.with("evaluated", evaluated).with("source", all),
            None => finish,
        });
        records
    }
}

impl Finding {
    /// Returns the error as text: its smallest expression, and where it is.
    pub fn text(&self, detail: Detail) -> String {
        let mut out = format!("{} ==> {}", self.expression, self.what());
        if detail == Detail::Brief {
            let definition = self.fault.definition.as_ref().map(|name| format!("in `{name}`"));
            if let Some(at) = self.fault.place.clone().or(definition) {
                let _ = write!(out, " ({at})");
            }
            out.push('\n');
            return out;
        }
        out.push('\n');
        if self.complete != self.expression {
            let _ = writeln!(out, "    such as {}", self.complete);
        }
        for line in self.fault.shown.lines() {
            let _ = writeln!(out, "    {line}");
        }
        let minimal = match self.minimal {
            Minimal::Size => "no smaller expression ends with this error",
            Minimal::Locally | Minimal::No => "a smaller expression may end with this error",
        };
        let _ = writeln!(out, "    size {}; {minimal}; {}", self.size, counted(self.count, "run"));
        out
    }

    /// Returns what happens, in one line.
    fn what(&self) -> String {
        match self.fault.kind {
            Kind::False => self.fault.message.clone(),
            Kind::Crash | Kind::Declared => format!("! {}", self.fault.message),
            Kind::Loop => format!("! {}, likely a loop", self.fault.message),
        }
    }

    fn record(&self, name: &str) -> Record {
        Record::new("exploration", "error")
            .with("name", name)
            .with("cause", self.fault.kind.name())
            .with("message", &*self.fault.message)
            .with("place", self.fault.place.clone())
            .with("definition", self.fault.definition.as_deref().map(str::to_owned))
            .with("expression", &*self.expression)
            .with("complete", &*self.complete)
            .with("size", self.size)
            .with("minimal", self.minimal.name())
            .with("runs", self.count)
            .with("fault", &*self.fault.shown)
    }
}
