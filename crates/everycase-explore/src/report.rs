//! The report of an exploration: as text and as records.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use everycase_check::check::{Ending, Minimal};
use everycase_check::claims::ExhaustiveRange;
use everycase_check::report::{self, Detail};
use everycase_check::settings::budget::Budget;
use everycase_check::settings::seed::Seed;
use everycase_check::text::duration;
use everycase_check::text::encoding::Fingerprint;
use everycase_check::text::number::{counted, percent, small};

use crate::explore::{Exploration, Finding, Unclear, split};
use crate::fault::Identity;
use crate::library::Signature;
use crate::subject::SourceCoverage;

mod record;

pub use self::record::{Error, tables};

/// The results of an exploration, for readers.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was explored, such as the name of a file.
    pub name: String,
    /// How it was explored.
    pub run: Run,
    /// The errors, the most surprising first.
    pub findings: Vec<Finding>,
    /// The errors that were accepted before: for each identity their number.
    pub accepted: BTreeMap<Identity, u64>,
    /// The functions that were not called, because nothing makes an argument of theirs.
    pub not_called: Vec<UncallableFunction>,
    /// The number of errors that the text tells.
    pub most: usize,
    /// Expressions that were given up, although they end when they have more steps and memory.
    pub slow: Vec<Unclear>,
    /// Expressions that failed once and not again.
    pub unsteady: Vec<Unclear>,
    /// What was run: once for all functions, or once for each.
    pub runs: Vec<RunReport>,
    /// How much of the library's source was evaluated, if that is known.
    pub covered: Option<SourceCoverage>,
}

/// What parts of one exploration have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The seed of random draws.
    pub seed: Seed,
    /// The bounds.
    pub budget: Budget,
    /// The fingerprint of the library's source.
    pub program: Fingerprint,
    /// What else the expressions depend on, as options of a command.
    pub options: String,
    /// The names of the functions that were to be tested.
    pub functions: Vec<String>,
}

/// A function that no expression can call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UncallableFunction {
    /// Its name.
    pub function: String,
    /// The type of a parameter; no expression makes a value of it.
    pub ty: String,
}

/// What was run to test some functions.
#[derive(Clone, Debug)]
pub struct RunReport {
    /// The names of the functions.
    pub functions: Vec<String>,
    /// The expressions that were run.
    pub covered: report::CoverageReport,
    /// Whether an expression counts once for each of several types that it may have.
    pub repeats: bool,
    /// Whether expressions of the sizes that were run completely may be left out because types that
    /// they need are not tried.
    pub leaves_out: bool,
}

/// Returns why an exploration ended before its bounds, if it did.
fn early(ended: Ending) -> Option<&'static str> {
    match ended {
        Ending::Failure => Some(", further errors are not looked for"),
        Ending::Interrupted => Some(", interrupted"),
        _ => None,
    }
}

impl RunReport {
    /// Returns what was run, with the time and why it ended.
    pub fn statement(&self) -> String {
        let Self { covered, repeats, leaves_out, .. } = self;
        let what = if *repeats { "typed expression" } else { "expression" };
        let why = early(covered.ended).unwrap_or_else(|| covered.ended.words(false));
        let but = if *leaves_out { LEFT_OUT } else { "" };
        format!("{}{but} (in {}{why})", covered.coverage.brief_about(what), duration::show(covered.time))
    }
}

/// What limits 'all expressions' if some need types that are not tried.
const LEFT_OUT: &str = ", without expressions of types that are not tried";

impl Report {
    /// Returns the report of an exploration of what `signature` describes. No error is accepted,
    /// and all are told.
    pub fn new(name: String, run: Run, found: Exploration, signature: &Signature) -> Report {
        let runs = found.runs.iter().map(|run| RunReport {
            functions: signature.names(&run.functions),
            covered: report::CoverageReport::of(&run.checked),
            repeats: found.repeats,
            leaves_out: run.leaves_out,
        });
        Report {
            name,
            run,
            runs: runs.collect(),
            findings: found.findings,
            accepted: BTreeMap::new(),
            not_called: Vec::new(),
            most: usize::MAX,
            slow: found.slow,
            unsteady: found.unsteady,
            covered: found.covered,
        }
    }

    /// Returns whether the exploration was interrupted.
    pub fn is_interrupted(&self) -> bool {
        self.runs.iter().any(|run| run.covered.ended == Ending::Interrupted)
    }

    /// Returns the errors that were not accepted before.
    pub fn told(&self) -> Vec<&Finding> {
        split(&self.findings, &self.accepted).0
    }

    /// Returns the report as text.
    pub fn text(&self, detail: Detail) -> String {
        let told = self.told();
        let mut out = String::new();
        for finding in told.iter().take(self.most) {
            out.push_str(&finding.text(detail));
            if detail == Detail::Full {
                out.push('\n');
            }
        }
        let more = told.len().saturating_sub(self.most);
        if more > 0 {
            let _ =
                writeln!(out, "and {}; raise --errors to see more", counted(more as u64, "further error"));
        }
        let more = [
            ("given up, although it ends with more steps and memory", &self.slow),
            ("failed once and not again", &self.unsteady),
        ];
        for (what, unclear) in more {
            for Unclear { expression, .. } in unclear {
                let _ = writeln!(out, "{expression}\n    {what}");
            }
        }
        out.push_str(&self.summary(detail));
        out
    }

    /// Returns the last lines of the text: how many errors there are, and what was run.
    pub fn summary(&self, detail: Detail) -> String {
        let (told, accepted) = split(&self.findings, &self.accepted);
        let (told, accepted) = (told.len(), accepted.len());
        let errors = match (told, accepted) {
            (0, 0) => "no error".to_owned(),
            (0, _) => "no further error".to_owned(),
            (found, _) => counted(found as u64, "error"),
        };
        let accepted = match accepted {
            0 => String::new(),
            some => format!(", {} accepted", small(some as u64)),
        };
        let functions = counted(self.run.functions.len() as u64, "function");
        let mut out = format!("{}: {errors} in {functions}{accepted}; ", self.name);
        match &self.runs[..] {
            [whole] => out.push_str(&whole.statement()),
            parts => {
                let tests = parts.iter().map(|part| part.covered.coverage.inputs()).sum();
                let time: Duration = parts.iter().map(|part| part.covered.time).sum();
                let _ = write!(out, "{}", counted(tests, "run"));
                if let Some(size) = self.least_size() {
                    let but = if parts.iter().any(|part| part.leaves_out) { LEFT_OUT } else { "" };
                    let _ = write!(out, ", all expressions up to size {size} among them{but}");
                }
                let undecided: u64 = parts.iter().map(|part| part.covered.coverage.stated().undecided).sum();
                if undecided > 0 {
                    let _ = write!(out, ", {} undecided", counted(undecided, "expression"));
                }
                let why = parts.iter().find_map(|part| early(part.covered.ended)).unwrap_or_default();
                let _ = write!(out, " (in {}{why})", duration::show(time));
                for part in parts.iter().filter(|_| detail == Detail::Full) {
                    let _ = write!(out, "\n    {}: {}", part.functions.join(", "), part.statement());
                }
            }
        }
        if !self.not_called.is_empty() {
            let each = |UncallableFunction { function, ty }: &UncallableFunction| {
                format!("{function} (nothing makes a `{ty}`)")
            };
            let all: Vec<String> = self.not_called.iter().map(each).collect();
            let _ = write!(out, "\nnot called: {}", all.join(", "));
        }
        if let Some(SourceCoverage { evaluated, all }) = &self.covered {
            let share = percent(evaluated.len(), *all);
            let _ = write!(
                out,
                "\n{share} of the source evaluated: {} of {}",
                small(evaluated.len()),
                counted(*all, "expression")
            );
        }
        out.push('\n');
        out
    }

    /// Returns a size up to which all expressions of all functions were run, if there is one and
    /// there are larger ones.
    fn least_size(&self) -> Option<u32> {
        let tested: usize = self.runs.iter().map(|run| run.functions.len()).sum();
        if tested < self.run.functions.len() || self.runs.iter().any(|run| run.covered.coverage.is_divided())
        {
            return None;
        }
        let all: Vec<ExhaustiveRange> =
            self.runs.iter().map(|run| run.covered.coverage.exhausted()).collect::<Option<_>>()?;
        all.iter().filter(|all| !all.finite && !all.of_any_size).map(|all| all.through).min()
    }
}

impl Finding {
    /// Returns the error as text: its smallest expression, and where it is.
    pub fn text(&self, detail: Detail) -> String {
        let Finding { expression, fault, .. } = self;
        if detail == Detail::Brief {
            return format!("{expression} ==> {}\n", fault.brief());
        }
        let mut out = format!("{expression} ==> {}\n", fault.what());
        if self.complete != self.expression {
            let _ = writeln!(out, "    such as {}", self.complete);
        }
        for line in self.fault.shown.lines() {
            let _ = writeln!(out, "    {line}");
        }
        let _ = writeln!(out, "    {}", self.how_small());
        out
    }

    /// Returns the size of the expression, whether it is the smallest, and how many runs ended so.
    pub fn how_small(&self) -> String {
        let minimal = match self.minimal {
            Minimal::Size => "no smaller expression ends with this error",
            Minimal::Locally | Minimal::No => "a smaller expression may end with this error",
        };
        let runs = self.count.map_or_else(String::new, |count| format!("; {}", counted(count, "run")));
        format!("size {}; {minimal}{runs}", self.size)
    }
}
