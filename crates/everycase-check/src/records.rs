//! Machine-readable records: versioned NDJSON, one record on each line, described in
//! `docs/records.md`.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::files;
use crate::records::json::{Json, Object};

mod fields;
pub mod json;
mod value;

pub use self::fields::{Field, Fields, Read, Table, together};
pub use self::value::{FieldError, FromJson, ToJson};

/// The version of the format. It changes if a field changes its meaning or is removed, not if one
/// is added.
pub const VERSION: u64 = 3;

/// The fields of every record.
pub const HEAD: [Field; 3] = [
    Field::new(
        "everycase",
        "the version of the format, `3`. It changes when a field changes its meaning or is removed; new fields may be added at \
         any time",
    ),
    Field::new(
        "kind",
        "what was run: `property`, or `term`, `value`, `count`, `strength`, `suite` or `verification` by the other commands, or \
         `exploration` or `crate` by `explore`, `regression` by `explore --save`, `diff` or `regression` by `diff`; `strength` also follows the `finish` of a property with `of`",
    ),
    Field::new("event", "`start`, `failure` or `finish`, or another of the kind"),
];

/// One record.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    fields: Object,
}

impl Record {
    /// Returns a record of a kind (`property`, ...) about an event (`start`, `failure`, `finish`).
    pub fn new(kind: &'static str, event: &'static str) -> Record {
        let [version, own_kind, own_event] = HEAD.map(|field| field.key);
        let record = Record { fields: Object::default() }.with(version, VERSION);
        record.with(own_kind, kind).with(own_event, event)
    }

    /// Returns a parsed record.
    ///
    /// # Errors
    /// If it is not a record of this version.
    #[inline]
    pub fn parsed(json: Json) -> Result<Record, String> {
        match json {
            Json::Object(fields) if fields.find(HEAD[0].key) == Some(&VERSION.json()) => {
                Ok(Record { fields })
            }
            _ => Err(format!("not an everycase record of version {VERSION}")),
        }
    }

    /// Returns the record with one more field.
    #[inline]
    pub fn with(mut self, key: &'static str, value: impl ToJson) -> Record {
        self.fields.add(key, value.json());
        self
    }

    /// Returns the record with these fields.
    pub fn and(mut self, fields: &impl Fields) -> Record {
        fields.write(&mut self.fields);
        self
    }

    /// Reads some of its fields.
    ///
    /// # Errors
    /// If a field is missing or has another type than expected.
    pub fn read<T: Read>(&self) -> Result<T, FieldError> {
        T::read(&self.fields)
    }

    /// Returns whether a field has this text.
    #[inline]
    pub fn has(&self, key: &str, text: &str) -> bool {
        self.fields.find(key).is_some_and(|own| *own == text.json())
    }

    /// Returns the record as its line, without the newline.
    pub fn line(&self) -> String {
        self.fields.to_string()
    }
}

/// A file to which any number of processes can append records at the same time.
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
        write!(f, "{}: cannot be written: {}", self.path.display(), self.error)
    }
}

impl std::error::Error for RecordsError {}

impl Records {
    /// Returns records for the file at a path, which is created with the first record, or before.
    pub fn to(path: impl Into<PathBuf>) -> Records {
        Records { path: path.into() }
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Creates the file, unless it is there.
    ///
    /// # Errors
    /// If it cannot be written.
    #[inline]
    pub fn create(&self) -> Result<(), RecordsError> {
        let created = files::check_directory(&self.path).and_then(|()| self.append_line(""));
        created.map_err(|error| RecordsError { path: self.path.clone(), error })
    }

    /// Appends one record.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&self, record: &Record) -> Result<(), RecordsError> {
        let mut line = record.line();
        line.push('\n');
        self.append_line(&line).map_err(|error| RecordsError { path: self.path.clone(), error })
    }

    fn append_line(&self, line: &str) -> io::Result<()> {
        let open = || OpenOptions::new().append(true).create(true).open(&self.path);
        if !files::is_stream(&self.path) {
            return append(&open()?, line);
        }
        let streams = &mut *STREAMS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, stream)) = streams.iter().find(|(path, _)| *path == self.path) {
            return append(stream, line);
        }
        let stream = open()?;
        let written = append(&stream, line);
        streams.push((self.path.clone(), stream));
        written
    }
}

/// The pipes and devices that get records. They stay open until the process ends, because the
/// reader of a pipe ends with its last writer.
static STREAMS: Mutex<Vec<(PathBuf, File)>> = Mutex::new(Vec::new());

/// Appends a line. In append mode, one write keeps lines complete among processes. The lock is for
/// lines that the system would write in pieces; pipes and file systems without locks do without it.
fn append(mut file: &File, line: &str) -> io::Result<()> {
    let locked = file.lock().is_ok();
    let written = file.write_all(line.as_bytes());
    if locked {
        let _ = file.unlock();
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::scratch::Scratch;

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
            r#"{"everycase":3,"kind":"property","event":"failure","message":"two\nlines","line":7}"#
        );
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
                        // Long enough that a naive writer would need several writes.
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
        let wanted = format!("{}: cannot be written: ", dir.path().display());
        assert!(error.starts_with(&wanted), "{error}");
    }
}
