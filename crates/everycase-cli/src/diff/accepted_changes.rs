//! The changes of a crate that are intended: accepted until a version has them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use everycase_crates::report::{AcceptedChange, Comparison};
use serde_json::{Value, json};

use crate::explore::accepted_file::{AcceptedEntry, AcceptedFile};

/// The accepted changes since a version.
pub(super) struct AcceptedChanges {
    file: AcceptedFile<Entry>,
    /// The old version.
    since: String,
}

/// An accepted change.
struct Entry {
    own: AcceptedChange,
    /// The version that it changes.
    since: String,
}

impl AcceptedEntry for Entry {
    const OWNER: &'static str = "versions";
    const WHAT: &'static str = "an accepted change";

    fn parse(value: &Value) -> Option<Entry> {
        let text = |name: &str| value.get(name)?.as_str().map(str::to_owned);
        let own = AcceptedChange { function: text("function")?, what: text("what")? };
        Some(Entry { own, since: text("since")? })
    }

    fn line(&self, owner: &str) -> String {
        let Entry { own: AcceptedChange { function, what }, since } = self;
        json!({ "versions": owner, "since": since, "function": function, "what": what }).to_string()
    }
}

impl AcceptedChanges {
    /// Reads the file beside the manifest of the new version, which need not exist.
    ///
    /// # Errors
    /// If it cannot be read, or has a line that is not such a record.
    pub(super) fn read(manifest: &Path, package: &str, since: &str) -> Result<AcceptedChanges, String> {
        let file = AcceptedFile::beside(manifest, package.to_owned()).read()?;
        Ok(AcceptedChanges { file, since: since.to_owned() })
    }

    /// Returns the changes of this version that were accepted.
    pub(super) fn all(&self) -> BTreeSet<AcceptedChange> {
        self.file.own.iter().filter(|own| own.since == self.since).map(|own| own.own.clone()).collect()
    }

    /// Returns the accepted changes that a comparison did not meet, of functions whose path
    /// contains one of these texts; of all without any.
    pub(super) fn not_met(&self, comparison: &Comparison, only: &[String]) -> Vec<AcceptedChange> {
        let is_wanted =
            |own: &AcceptedChange| only.is_empty() || only.iter().any(|text| own.function.contains(&**text));
        self.all().into_iter().filter(|own| is_wanted(own) && !comparison.accepted.contains(own)).collect()
    }

    /// Adds what a comparison tells, drops what was accepted of other versions, and writes the
    /// file. Returns its path.
    ///
    /// # Errors
    /// If the file cannot be written; it is then as before.
    pub(super) fn write(&mut self, comparison: &Comparison) -> Result<PathBuf, String> {
        self.file.own.retain(|own| own.since == self.since);
        let new = comparison.intended().into_iter();
        self.file.own.extend(new.map(|own| Entry { own, since: self.since.clone() }));
        self.file.write()
    }
}
