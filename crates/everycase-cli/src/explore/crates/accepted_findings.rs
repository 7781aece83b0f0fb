//! The accepted findings of a crate.
//!
//! A finding is identified by its rank, its message without numbers, its file and its innermost
//! function, so it is known after lines have moved and when another expression fails.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use everycase_crates::finding::Rank;
use everycase_crates::report::{FindingRecord, Group, Likeness, Report};
use serde_json::{Value, json};

use super::super::accepted_file::{AcceptedEntry, AcceptedFile};

/// The findings of a crate that were accepted.
pub(super) struct AcceptedFindings {
    file: AcceptedFile<Entry>,
}

/// An accepted finding.
struct Entry {
    rank: Rank,
    message: String,
    /// The file in which it happens, or empty.
    file: String,
    /// The innermost function of the crate, or the one that was called.
    definition: String,
    /// The function that was called, for a reader.
    function: String,
    /// Code that fails so, for a reader.
    code: String,
}

impl Entry {
    fn of(finding: &FindingRecord) -> Entry {
        let Likeness { rank, file, within, .. } = finding.likeness();
        Entry {
            rank,
            message: finding.what.clone(),
            file,
            definition: within,
            function: finding.function.clone(),
            code: finding.code.join(" "),
        }
    }

    fn likeness(&self) -> Likeness {
        Likeness::new(self.rank, &self.message, &self.file, &self.definition)
    }

    /// Returns the finding in a line.
    fn brief(&self) -> String {
        let Entry { rank, message, definition, .. } = self;
        format!("{rank}: {} in {definition}", message.lines().next().unwrap_or_default())
    }
}

impl AcceptedEntry for Entry {
    const OWNER: &'static str = "crate";
    const WHAT: &'static str = "an accepted finding";

    fn parse(value: &Value) -> Option<Entry> {
        let text = |name: &str| value.get(name)?.as_str().map(str::to_owned);
        Some(Entry {
            rank: Rank::named(&text("rank")?)?,
            message: text("message")?,
            file: text("file")?,
            definition: text("definition")?,
            function: text("function")?,
            code: text("code")?,
        })
    }

    fn line(&self, owner: &str) -> String {
        let Entry { rank, message, file, definition, function, code } = self;
        let value = json!({
            "crate": owner, "rank": rank.name(), "message": message, "file": file,
            "definition": definition, "function": function, "code": code,
        });
        value.to_string()
    }
}

impl AcceptedFindings {
    /// Reads the file beside the manifest of a package, which need not exist.
    ///
    /// # Errors
    /// If it cannot be read, or has a line that is not such a record.
    pub(super) fn read(manifest: &Path, package: &str) -> Result<AcceptedFindings, String> {
        AcceptedFile::beside(manifest, package.to_owned()).read().map(|file| AcceptedFindings { file })
    }

    /// Returns what identifies them.
    pub(super) fn likenesses(&self) -> BTreeSet<Likeness> {
        self.file.own.iter().map(Entry::likeness).collect()
    }

    /// Returns the accepted findings that an exploration did not meet, in a line each, of functions
    /// whose path contains one of these texts; of all without any.
    pub(super) fn not_met(&self, report: &Report, only: &[String]) -> Vec<String> {
        let met: BTreeSet<Likeness> = report.findings.iter().map(FindingRecord::likeness).collect();
        let is_wanted =
            |own: &&Entry| only.is_empty() || only.iter().any(|text| own.function.contains(&**text));
        let missing = self.file.own.iter().filter(|own| !met.contains(&own.likeness()));
        missing.filter(is_wanted).map(Entry::brief).collect()
    }

    /// Adds the findings that a report tells, and writes the file. Returns its path.
    ///
    /// # Errors
    /// If the file cannot be written; it is then as before.
    pub(super) fn write(&mut self, report: &Report) -> Result<PathBuf, String> {
        self.file.own.extend(report.groups().iter().flat_map(Group::unlike).map(Entry::of));
        self.file.write()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::records::{Entry as RecordEntry, entries};

    fn report() -> Report {
        let records = include_str!("../../records/testdata/crate.ndjson");
        let Some(Ok(RecordEntry::Crate(report))) = entries(records).next() else { panic!("a report") };
        *report
    }

    #[test]
    fn what_is_told_is_accepted_beside_lines_about_others() {
        let directory = tempfile::tempdir().expect("a directory");
        let manifest = directory.path().join("Cargo.toml");
        let path = directory.path().join("everycase-accepted");
        let others = [
            r#"{"cause":"crash","definition":"f","expression":"f 0","message":"m","module":"p","source":"s"}"#,
            r#"{"code":"","crate":"other","definition":"","file":"","function":"","message":"","rank":"hang"}"#,
        ];
        fs::write(&path, others.join("\n")).expect("a file");
        let mut accepted = AcceptedFindings::read(&manifest, "planted").expect("accepted findings");
        assert!(accepted.likenesses().is_empty());
        assert_eq!(accepted.write(&report()).as_ref(), Ok(&path));
        let written = fs::read_to_string(&path).expect("a file");
        assert!(others.iter().all(|line| written.contains(line)), "{written}");
        let again = AcceptedFindings::read(&manifest, "planted").expect("accepted findings");
        let wanted = report().groups().iter().map(|group| group.first.likeness()).collect();
        assert_eq!(again.likenesses(), wanted);
        assert_eq!(wanted.len(), 2);
        let all = Report { accepted: &wanted | &report().accepted, ..report() };
        assert!(all.groups().is_empty());
        assert_eq!(all.accepted_count(), 3);
    }

    #[test]
    fn an_accepted_finding_of_a_function_that_was_not_tested_is_not_missed() {
        let directory = tempfile::tempdir().expect("a directory");
        let manifest = directory.path().join("Cargo.toml");
        let mut accepted = AcceptedFindings::read(&manifest, "planted").expect("no file");
        accepted.write(&report()).expect("a file");
        let without = Report { findings: Vec::new(), ..report() };
        let missing = |only: &[&str]| {
            accepted.not_met(&without, &only.iter().map(|own| (*own).to_owned()).collect::<Vec<_>>())
        };
        let half = "promise: no half of -2147483648 in checked_half";
        let twice = "memory: a value is dropped twice in planted::Twice::take_both";
        assert_eq!(missing(&[]), [twice, half]);
        assert_eq!(missing(&["half"]), [half]);
        assert_eq!(missing(&["other"]), [""; 0]);
        assert_eq!(accepted.not_met(&report(), &[]), [""; 0]);
    }

    #[test]
    fn a_line_that_is_not_an_accepted_finding_is_named() {
        let directory = tempfile::tempdir().expect("a directory");
        let manifest = directory.path().join("Cargo.toml");
        let path = directory.path().join("everycase-accepted");
        let mut accepted = AcceptedFindings::read(&manifest, "planted").expect("no file");
        accepted.write(&report()).expect("a file");
        let right = fs::read_to_string(&path).expect("a file");
        let line = right.lines().next().expect("a line");
        for broken in [
            "",
            "{}",
            "7",
            &line[..line.len() - 1],
            &line.replace("\"promise\"", "\"loud\""),
            &line.replace("\"crate\"", "\"create\""),
            &line.replace("\"message\":\"", "\"massage\":\""),
        ] {
            fs::write(&path, format!("{right}{broken}\n")).expect("a file");
            let wrong = AcceptedFindings::read(&manifest, "planted").err().expect("an error");
            assert_eq!(wrong, format!("{}:3: this is not an accepted finding", path.display()), "{broken}");
        }
    }
}
