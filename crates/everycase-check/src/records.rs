//! Machine-readable records: versioned NDJSON, one record a line, described in `docs/records.md`.

use std::fmt;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::coverage::Coverage;
use crate::json::Json;
use crate::phase::Phase;
use crate::stats::Stats;

/// The version of the format: it changes when a field changes its meaning or goes, not when one is added.
pub const VERSION: u64 = 1;

/// One record.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    fields: Vec<(&'static str, Json)>,
}

impl Record {
    /// A record of some kind (`property`, ...) about an event (`start`, `failure`, `finish`, ...).
    pub fn new(kind: &'static str, event: &'static str) -> Record {
        Record { fields: vec![("everycase", VERSION.into()), ("kind", kind.into()), ("event", event.into())] }
    }

    /// The record with one more field.
    pub fn with(mut self, key: &'static str, value: impl Into<Json>) -> Record {
        self.fields.push((key, value.into()));
        self
    }

    /// The record with the fields of a coverage statement.
    pub fn with_coverage(self, coverage: &Coverage) -> Record {
        let shard =
            Json::Object(vec![("index", coverage.shard.index().into()), ("of", coverage.shard.of().into())]);
        self.with("tests", coverage.inputs())
            .with("discards", coverage.discards())
            .with("undecided", coverage.undecided)
            .with("covered", coverage.to_string())
            .with("complete", coverage.is_complete())
            .with("shard", shard)
            .with("phases", phases(coverage))
    }

    /// The record with the shares of labels.
    pub fn with_stats(self, stats: &Stats) -> Record {
        let labels = stats.labels().map(|label| {
            Json::Object(vec![
                ("label", label.name.into()),
                ("tests", label.count.into()),
                ("required_percent", label.required.into()),
            ])
        });
        let labels: Vec<Json> = labels.collect();
        let record = self.with("labels", labels);
        if stats.others() > 0 { record.with("other_labels", stats.others()) } else { record }
    }

    /// The record as its line, without the newline.
    pub fn line(&self) -> String {
        Json::Object(self.fields.clone()).to_string()
    }
}

fn phases(coverage: &Coverage) -> Json {
    let mut phases = Vec::new();
    let mut phase = |phase: Phase, fields: Vec<(&'static str, Json)>| {
        let mut object = vec![("phase", phase.name().into())];
        object.extend(fields);
        phases.push(Json::Object(object));
    };
    if coverage.replayed > 0 {
        phase(Phase::Replay, vec![("tests", coverage.replayed.into())]);
    }
    if coverage.earlier.runs > 0 {
        phase(Phase::Exhaustive, vec![("tests", coverage.earlier.runs.into()), ("repeated", true.into())]);
    }
    if let Some(all) = &coverage.exhausted {
        phase(
            Phase::Exhaustive,
            vec![
                ("through_size", all.through.into()),
                ("tests", all.done.into()),
                ("of", (&all.count).into()),
                ("undecided", all.undecided.into()),
                ("finite", all.finite.into()),
                ("of_any_size", all.of_any_size.into()),
                ("shared", all.shared.into()),
                ("lazy", coverage.lazily.into()),
            ],
        );
    }
    if let Some(some) = &coverage.partial {
        phase(
            Phase::Exhaustive,
            vec![
                ("size", some.size.into()),
                ("tests", some.done.into()),
                ("of", (&some.of).into()),
                ("lazy", coverage.lazily.into()),
            ],
        );
    }
    for sample in &coverage.samples {
        phase(Phase::Sampling, vec![("size", sample.size.into()), ("tests", sample.draws.into())]);
    }
    for drawn in &coverage.drawn {
        phase(
            Phase::Sampling,
            vec![
                ("size", drawn.size.into()),
                ("tests", drawn.runs.into()),
                ("uniform", drawn.uniform.into()),
                ("backtracking", drawn.backtracking.into()),
                ("ended", drawn.ended.name().into()),
            ],
        );
    }
    if let Some(edges) = coverage.edges {
        phase(Phase::Edges, vec![("tests", edges.done.into()), ("complete", edges.complete.into())]);
    }
    Json::List(phases)
}

/// A file to which records are appended, by any number of processes at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Records {
    path: PathBuf,
}

/// A record that could not be written.
#[derive(Debug)]
pub struct RecordsError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub error: io::Error,
}

impl fmt::Display for RecordsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EVERYCASE_RECORDS: {}: cannot be written: {}", self.path.display(), self.error)
    }
}

impl std::error::Error for RecordsError {}

impl Records {
    /// Records to the file at a path, made when the first record comes.
    pub fn to(path: impl Into<PathBuf>) -> Records {
        Records { path: path.into() }
    }

    /// Where the records go.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends one record.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn append(&self, record: &Record) -> Result<(), RecordsError> {
        let mut line = record.line();
        line.push('\n');
        self.append_line(&line).map_err(|error| RecordsError { path: self.path.clone(), error })
    }

    fn append_line(&self, line: &str) -> io::Result<()> {
        let mut file = OpenOptions::new().append(true).create(true).open(&self.path)?;
        // One write in append mode keeps lines whole among processes. The lock covers a line so long that the system
        // writes it in pieces; a pipe or a file system without locks does without.
        let locked = file.lock().is_ok();
        let written = file.write_all(line.as_bytes());
        if locked {
            let _ = file.unlock();
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::{Edges, Exhausted, Partial, Sample};
    use crate::scratch::Scratch;
    use crate::shard::Shard;

    fn read(path: &Path) -> Vec<serde_json::Value> {
        std::fs::read_to_string(path)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    #[test]
    fn a_record_is_versioned_and_one_line() {
        let record = Record::new("property", "failure").with("message", "two\nlines").with("line", 7u64);
        assert_eq!(
            record.line(),
            r#"{"everycase":1,"kind":"property","event":"failure","message":"two\nlines","line":7}"#
        );
    }

    #[test]
    fn coverage_is_recorded_in_numbers() {
        let coverage = Coverage {
            replayed: 1,
            exhausted: Some(Exhausted {
                through: 9,
                count: 41_032u32.into(),
                done: 41_032,
                undecided: 0,
                finite: false,
                of_any_size: false,
                shared: false,
            }),
            partial: Some(Partial { size: 10, done: 3, of: 52_001u32.into() }),
            samples: vec![Sample { size: 11, draws: 20 }],
            edges: Some(Edges { done: 5, complete: true }),
            discarded: 2,
            ..Coverage::none(Shard::WHOLE)
        };
        let record = Record::new("property", "finish").with_coverage(&coverage);
        let read: serde_json::Value = serde_json::from_str(&record.line()).unwrap();
        assert_eq!(read["tests"], 41_061);
        assert_eq!(read["discards"], 2);
        assert_eq!(read["complete"], false);
        let phases = read["phases"].as_array().unwrap();
        assert_eq!(phases.len(), 5);
        assert_eq!(phases[1]["of"], "41032");
        assert_eq!(phases[3], serde_json::json!({"phase": "sampling", "size": 11, "tests": 20}));
    }

    #[test]
    fn records_appended_at_once_stay_whole_lines() {
        let dir = Scratch::new("records");
        let path = dir.path().join("out.ndjson");
        std::thread::scope(|scope| {
            for thread in 0..8u64 {
                let records = Records::to(&path);
                scope.spawn(move || {
                    for n in 0..20u64 {
                        // Long enough that a careless writer would need several writes.
                        let record = Record::new("property", "finish").with("thread", thread).with("n", n);
                        records.append(&record.with("message", "x".repeat(20_000))).unwrap();
                    }
                });
            }
        });
        let read = read(&path);
        assert_eq!(read.len(), 160);
        for thread in 0..8u64 {
            let own: Vec<u64> =
                read.iter().filter(|r| r["thread"] == thread).map(|r| r["n"].as_u64().unwrap()).collect();
            assert_eq!(own, (0..20).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_unwritable_file_is_an_error_that_names_it() {
        let dir = Scratch::new("records_unwritable");
        let error =
            Records::to(dir.path()).append(&Record::new("property", "start")).unwrap_err().to_string();
        assert!(error.starts_with("EVERYCASE_RECORDS: "), "{error}");
        assert!(error.contains("cannot be written: "), "{error}");
    }
}
