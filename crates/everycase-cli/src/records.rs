//! Files of records, read as reports.

use std::fs;
use std::io::ErrorKind;
use std::iter::Enumerate;
use std::path::Path;
use std::str::Lines;

use everycase_check::records::json::Json;
use everycase_check::records::{FieldError, Record};
use everycase_check::report::recorder::BEGUN;
use everycase_check::report::{About, Failure, Finding, Report};
use everycase_check::strength::ScoreReport;
use everycase_crates::report::{self as crates, Change, Comparison, FindingRecord, Name, Package};
use everycase_explore::regression::{self, Difference, Suite, Suites};
use everycase_explore::report::{self as explored, Error, RunReport};
use everycase_verify::report::GeneratorRecord;
use serde_json::Value;

mod other;

use self::other::Head;
pub(crate) use self::other::{KillSet, Refusal, SuiteRecord};

/// The extensions of files of records: of runs that have ended, and of parts that have begun.
pub(crate) const RECORDS: [&str; 2] = [ENDED, BEGUN];
pub(crate) const ENDED: &str = "ndjson";

/// What the records up to the end of a run are about.
pub(crate) enum Entry {
    /// A property.
    Property(Box<Report>),
    /// The score of a property and a function.
    Score(Box<ScoreReport>),
    /// A property and a function that have no score.
    Refusal(Refusal),
    /// All properties of a function.
    Suite(Box<SuiteRecord>),
    /// The exploration of a program.
    Exploration(Box<explored::Report>),
    /// The exploration of a crate.
    Crate(Box<crates::Report>),
    /// The comparison of two versions of a crate.
    Comparison(Box<Comparison>),
    /// The comparison of two programs or suites.
    Programs(Box<regression::Comparison>),
    /// A generator.
    Generator(Box<GeneratorRecord>),
    /// Something else, of this kind.
    Other(String),
}

/// The entries of a text, in the order in which they end. Several processes may have written the
/// records at once.
pub(crate) struct Entries<'t> {
    lines: Enumerate<Lines<'t>>,
    properties: Vec<Open<About, Finding>>,
    explorations: Vec<Open<String, Step>>,
    /// The findings of crates, each with whether it was accepted.
    crates: Vec<Open<Package, (FindingRecord, bool)>>,
    comparisons: Vec<Open<Name, Change>>,
    /// The differences of programs, each with whether it is one of strictness alone.
    programs: Vec<Open<Suites, (Difference, bool)>>,
}

/// Records whose end has not been read.
struct Open<K, T> {
    /// What they are about.
    key: K,
    /// The number of the first line.
    line: usize,
    read: Vec<T>,
}

/// A record of an exploration that has not ended.
enum Step {
    Error(Error),
    Run(RunReport),
}

/// Returns the entries of a text.
pub(crate) fn entries(text: &str) -> Entries<'_> {
    Entries {
        lines: text.lines().enumerate(),
        properties: Vec::new(),
        explorations: Vec::new(),
        crates: Vec::new(),
        comparisons: Vec::new(),
        programs: Vec::new(),
    }
}

/// Returns the report of the first property in a text.
///
/// # Errors
/// If a record is invalid, or the record of the end is missing.
pub(crate) fn report(text: &str) -> Result<Report, String> {
    let own = entries(text).find_map(|entry| match entry {
        Ok(Entry::Property(report)) => Some(Ok(*report)),
        Ok(_) => None,
        Err(why) => Some(Err(why)),
    });
    own.unwrap_or_else(|| Err(UNFINISHED.to_owned()))
}

/// The message about records without an end.
pub(crate) const UNFINISHED: &str = "there is no record of the end: run the part again";

/// Returns what the first record of a text is about, if it is about a check.
pub(crate) fn about(text: &str) -> Option<About> {
    record(text.lines().next()?).ok()?.read().ok()
}

/// Reads a file of records.
///
/// # Errors
/// If it cannot be read, or is not text; the error names the line.
pub(crate) fn text(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => error.to_string(),
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.split(|byte| *byte == b'\n').count();
        format!("line {line}: this is not text in UTF-8")
    })
}

impl Iterator for Entries<'_> {
    type Item = Result<Entry, String>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some((number, line)) = self.lines.next() {
            let line_number = number + 1;
            let read = record(line)
                .and_then(|record| self.add(line_number, &record).map_err(|wrong| wrong.to_string()));
            match read.map_err(|why| format!("line {line_number}: {why}")) {
                Ok(None) => {}
                Ok(Some(entry)) => return Some(Ok(entry)),
                Err(why) => return Some(Err(why)),
            }
        }
        let properties = self.properties.drain(..).map(|open| (open.line, open.key.name));
        let explorations = self.explorations.drain(..).map(|open| (open.line, open.key));
        let crates = self.crates.drain(..).map(|open| (open.line, open.key.words()));
        let comparisons = self.comparisons.drain(..).map(|open| (open.line, open.key.name));
        let programs = self.programs.drain(..).map(|open| (open.line, open.key.suites.join(" to ")));
        let all = properties.chain(explorations).chain(crates).chain(comparisons).chain(programs);
        let (line, name) = all.min()?;
        Some(Err(format!("line {line}: of `{name}` {UNFINISHED}")))
    }
}

impl Entries<'_> {
    /// Adds a record. Returns what it ends.
    fn add(&mut self, line: usize, record: &Record) -> Result<Option<Entry>, FieldError> {
        let Head { kind, event } = record.read()?;
        Ok(match (kind.as_str(), event.as_str()) {
            ("property", "finish") => {
                let report: Report = record.read()?;
                let findings = take(&mut self.properties, &report.about);
                Some(Entry::Property(Box::new(Report { findings, ..report })))
            }
            ("property", "failure") => {
                let finding = record.read::<Failure>()?.finding;
                open(&mut self.properties, record.read()?, line).push(finding);
                None
            }
            ("property", "start") => {
                open(&mut self.properties, record.read()?, line);
                None
            }
            ("exploration", "error" | "accepted") => {
                let error: Error = record.read()?;
                open(&mut self.explorations, error.name.clone(), line).push(Step::Error(error));
                None
            }
            ("exploration", "run") => {
                let other::Name { name } = record.read()?;
                open(&mut self.explorations, name, line).push(Step::Run(record.read()?));
                None
            }
            ("exploration", "finish") => {
                let report: explored::Report = record.read()?;
                let steps = take(&mut self.explorations, &report.name);
                Some(Entry::Exploration(Box::new(exploration(report, steps))))
            }
            ("crate", "finding" | "accepted") => {
                let finding = (record.read()?, event == "accepted");
                open(&mut self.crates, record.read()?, line).push(finding);
                None
            }
            ("crate", "finish") => {
                let report: crates::Report = record.read()?;
                let findings = take(&mut self.crates, &report.package);
                Some(Entry::Crate(Box::new(report.with(findings))))
            }
            ("diff", "change") => {
                let change = record.read()?;
                open(&mut self.comparisons, record.read()?, line).push(change);
                None
            }
            ("diff", "finish") => {
                let comparison: Comparison = record.read()?;
                let changes = take(&mut self.comparisons, &record.read()?);
                Some(Entry::Comparison(Box::new(Comparison { changes, ..comparison })))
            }
            ("regression", "difference" | "strictness") => {
                let difference = (record.read()?, event == "strictness");
                open(&mut self.programs, record.read()?, line).push(difference);
                None
            }
            ("regression", "finish") => {
                let own: regression::Comparison = record.read()?;
                let (strictness, differences): (Vec<_>, Vec<_>) =
                    take(&mut self.programs, &record.read()?).into_iter().partition(|own| own.1);
                let [differences, strictness] =
                    [differences, strictness].map(|own| own.into_iter().map(|own| own.0).collect());
                Some(Entry::Programs(Box::new(regression::Comparison { differences, strictness, ..own })))
            }
            ("strength", "finish") if record.has("standing", "refused") => {
                Some(Entry::Refusal(record.read()?))
            }
            ("strength", "finish") => Some(Entry::Score(Box::new(record.read()?))),
            ("suite", "finish") => Some(Entry::Suite(Box::new(record.read()?))),
            ("verification", "generator") => Some(Entry::Generator(Box::new(record.read()?))),
            _ => Some(Entry::Other(kind)),
        })
    }
}

/// Returns what was read of something whose end has not been read.
fn open<K: PartialEq, T>(all: &mut Vec<Open<K, T>>, key: K, line: usize) -> &mut Vec<T> {
    let place = all.iter().position(|open| open.key == key).unwrap_or_else(|| {
        all.push(Open { key, line, read: Vec::new() });
        all.len() - 1
    });
    &mut all[place].read
}

/// Removes what has ended, and returns what was read of it.
fn take<K: PartialEq, T>(all: &mut Vec<Open<K, T>>, key: &K) -> Vec<T> {
    let place = all.iter().position(|open| open.key == *key);
    place.map_or_else(Vec::new, |place| all.remove(place).read)
}

/// Returns an exploration with the records before its end.
fn exploration(report: explored::Report, steps: Vec<Step>) -> explored::Report {
    let (mut errors, mut runs) = (Vec::new(), Vec::new());
    for step in steps {
        match step {
            Step::Error(error) => errors.push(error),
            Step::Run(run) => runs.push(run),
        }
    }
    let accepted = errors.iter().filter(|error| error.alike > 0);
    let accepted = accepted.map(|error| (error.finding.fault.identity(), error.alike)).collect();
    let findings = errors.into_iter().map(|error| error.finding).collect();
    explored::Report { findings, accepted, runs, ..report }
}

/// Returns the regression suite in the text of a file.
///
/// # Errors
/// If a line is something else, with its number.
pub(crate) fn suite(text: &str) -> Result<Suite, String> {
    let lines = || (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let at = |number: usize, what: String| format!("it is not a regression suite; line {number}: {what}");
    let all: Result<Vec<Record>, String> =
        lines().map(|(number, line)| record(line).map_err(|what| at(number, what))).collect();
    Suite::read(&all?).map_err(|(wrong, what)| at(lines().nth(wrong).map_or(1, |(number, _)| number), what))
}

fn record(line: &str) -> Result<Record, String> {
    let parsed = serde_json::from_str(line).map_err(|error| error.to_string());
    parsed.and_then(|value| Record::parsed(json(value)))
}

/// The largest whole number of records, 2^53: larger ones are text.
const MOST: u64 = 1 << 53;

/// Returns a parsed value as one of records, whose numbers are not negative.
fn json(value: Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(value) => Json::Bool(value),
        Value::Number(number) => {
            let whole = number.as_u64().filter(|whole| *whole <= MOST);
            whole.map_or_else(|| Json::Float(number.as_f64().unwrap_or(f64::NAN)), Json::Number)
        }
        Value::String(text) => Json::Text(text),
        Value::Array(items) => Json::List(items.into_iter().map(json).collect()),
        Value::Object(fields) => {
            Json::Object(fields.into_iter().map(|(key, value)| (key.into(), json(value))).collect())
        }
    }
}

#[cfg(test)]
mod tests;
