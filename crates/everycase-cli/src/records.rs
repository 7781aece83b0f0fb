//! Reports read from their records.

use everycase_check::records::json::Json;
use everycase_check::records::{FieldError, Record};
use everycase_check::report::{About, Failure, Report};
use everycase_check::strength::ScoreReport;
use everycase_explore::report::{self as explored, Error, RunReport};
use serde_json::Value;

/// What the records of a part are about.
pub(super) enum Part {
    /// A property.
    Property(Box<Report>),
    /// The score of a property and a function.
    Score(Box<ScoreReport>),
    /// The exploration of a program.
    Exploration(Box<explored::Report>),
    /// A function that has no score, or all properties of a function: these records have no parts.
    Other,
}

/// Returns what the records in a text are about.
///
/// # Errors
/// If a record is invalid.
pub(super) fn part(text: &str) -> Result<Part, String> {
    match first(text)? {
        first if first.has("kind", "suite") || first.has("standing", "refused") => Ok(Part::Other),
        first if first.has("kind", "strength") => {
            let score = each(text, |record| record.read().map(Some))?;
            Ok(Part::Score(Box::new(score)))
        }
        first if first.has("kind", "exploration") => Ok(Part::Exploration(Box::new(exploration(text)?))),
        _ => Ok(Part::Property(Box::new(report(text)?))),
    }
}

/// Returns what the first of some records is about, if it is about a check.
pub(super) fn about(text: &str) -> Option<About> {
    first(text).ok()?.read().ok()
}

/// Returns the report described by the records in a text.
///
/// # Errors
/// If a record is invalid, or the record of the end is missing.
pub(crate) fn report(text: &str) -> Result<Report, String> {
    let mut findings = Vec::new();
    let report = each(text, |record| {
        if record.has("event", "failure") {
            findings.push(record.read::<Failure>()?.finding);
        }
        record.has("event", "finish").then(|| record.read::<Report>()).transpose()
    })?;
    Ok(Report { findings, ..report })
}

fn exploration(text: &str) -> Result<explored::Report, String> {
    let (mut errors, mut runs) = (Vec::new(), Vec::new());
    let report = each(text, |record| {
        if record.has("event", "error") || record.has("event", "accepted") {
            errors.push(record.read::<Error>()?);
        } else if record.has("event", "run") {
            runs.push(record.read::<RunReport>()?);
        }
        record.has("event", "finish").then(|| record.read::<explored::Report>()).transpose()
    })?;
    let accepted = errors.iter().filter(|error| error.alike > 0);
    let accepted = accepted.map(|error| (error.finding.fault.identity(), error.alike)).collect();
    let findings = errors.into_iter().map(|error| error.finding).collect();
    Ok(explored::Report { findings, accepted, runs, ..report })
}

fn first(text: &str) -> Result<Record, String> {
    record(1, text.lines().next().unwrap_or_default())
}

/// Reads the records in a text up to one for which `read` returns a result.
fn each<T>(text: &str, mut read: impl FnMut(&Record) -> Result<Option<T>, FieldError>) -> Result<T, String> {
    for (number, line) in (1..).zip(text.lines()) {
        let own = read(&record(number, line)?).map_err(|wrong| format!("line {number}: {wrong}"))?;
        if let Some(own) = own {
            return Ok(own);
        }
    }
    Err("there is no record of the end: run the part again".to_owned())
}

fn record(number: usize, line: &str) -> Result<Record, String> {
    let parsed = serde_json::from_str(line).map_err(|error| error.to_string());
    parsed.and_then(|value| Record::parsed(json(value))).map_err(|why| format!("line {number}: {why}"))
}

/// Returns a parsed value as one of records, whose numbers are not negative.
fn json(value: Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(value) => Json::Bool(value),
        Value::Number(number) => {
            number.as_u64().map_or_else(|| Json::Float(number.as_f64().unwrap_or(f64::NAN)), Json::Number)
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
