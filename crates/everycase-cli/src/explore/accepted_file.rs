//! The file of what was accepted, beside a program or the `Cargo.toml` of a crate: a record of JSON
//! on each line, which names the program or the crate.

use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use everycase_check::files;
use serde_json::Value;

/// The name of the file.
const FILE_NAME: &str = "everycase-accepted";

/// The keys of the program, the crate, or the crate whose versions are compared, that a line is
/// about.
const OWNERS: [&str; 3] = ["module", "crate", "versions"];

/// What a line says.
pub(crate) trait AcceptedEntry: Sized {
    /// The key of the program or the crate, one of [`OWNERS`].
    const OWNER: &'static str;
    /// What a line of this kind is, for messages.
    const WHAT: &'static str;

    /// Reads a line.
    fn parse(value: &Value) -> Option<Self>;

    /// Returns the line about this program or crate.
    fn line(&self, owner: &str) -> String;
}

/// The file beside one program or crate.
pub(crate) struct AcceptedFile<E> {
    path: PathBuf,
    /// The name of the program or of the crate.
    owner: String,
    /// The lines about it.
    pub(crate) own: Vec<E>,
    /// The lines about others.
    others: Vec<String>,
}

impl<E: AcceptedEntry> AcceptedFile<E> {
    /// Returns the file beside the file of a program or a crate with this name, before it is read.
    pub(crate) fn beside(file: &Path, owner: String) -> Self {
        Self { path: file.with_file_name(FILE_NAME), owner, own: Vec::new(), others: Vec::new() }
    }

    /// Reads the file, which need not exist.
    ///
    /// # Errors
    /// If it cannot be read, or has a line that is not such a record; the error names the line.
    pub(crate) fn read(mut self) -> Result<Self, String> {
        let text = match fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(self),
            Err(error) => return Err(format!("{}: {error}", self.path.display())),
        };
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = || format!("{}:{number}: this is not {}", self.path.display(), E::WHAT);
            let value: Value = serde_json::from_str(line).map_err(|_| wrong())?;
            let owner_of = |key: &str| value.get(key).and_then(Value::as_str);
            let Some(owner) = owner_of(E::OWNER) else {
                // It is about something of the other kind.
                if !OWNERS.into_iter().any(|key| owner_of(key).is_some()) {
                    return Err(wrong());
                }
                self.others.push(line.to_owned());
                continue;
            };
            let entry = E::parse(&value).ok_or_else(wrong)?;
            if owner == self.owner {
                self.own.push(entry);
            } else {
                self.others.push(line.to_owned());
            }
        }
        Ok(self)
    }

    /// Writes the file. Returns its path.
    ///
    /// # Errors
    /// If the file cannot be written; it is then as before.
    pub(crate) fn write(&self) -> Result<PathBuf, String> {
        let mut lines = self.others.clone();
        lines.extend(self.own.iter().map(|entry| entry.line(&self.owner)));
        lines.sort();
        let mut text = String::new();
        for line in lines {
            let _ = writeln!(text, "{line}");
        }
        files::replace(&self.path, &text).map_err(|error| format!("{}: {error}", self.path.display()))?;
        Ok(self.path.clone())
    }
}
