//! The records of one check: appended to a file, or written to a file of their own for a part of a run.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::records::{Record, Records, RecordsError};
use crate::report::{About, Report};
use crate::settings::Plan;

/// Writes the records of one check, if requested: to a file or, for a part of a run, to a directory.
pub struct Recorder {
    to: Option<To>,
    /// Why a record could not be written.
    pub problem: Option<String>,
}

enum To {
    /// Writes each record at once.
    File(Records),
    /// Writes all records at the end of the check, to a file of their own.
    Part(PathBuf, String),
}

impl Recorder {
    /// Returns a recorder for the path in the plan. A path that is a directory, or ends like one, gets a directory for each
    /// property, with one file `K-of-N.ndjson` for each part of the run.
    pub fn new(plan: &Plan, about: &About) -> Recorder {
        let is_directory = |path: &Path| path.is_dir() || path.to_string_lossy().ends_with(['/', '\\']);
        let to = plan.records.as_ref().map(|path| {
            if is_directory(path) {
                let part = format!("{}-of-{}.ndjson", plan.shard.index(), plan.shard.of());
                To::Part(path.join(about.directory()).join(part), String::new())
            } else {
                To::File(Records::to(path))
            }
        });
        Recorder { to, problem: None }
    }

    /// Returns a recorder whose records follow those that another process has written for the same check.
    pub fn continuing(plan: &Plan, about: &About) -> Recorder {
        let mut recorder = Recorder::new(plan, about);
        if let Some(To::Part(path, lines)) = &mut recorder.to {
            *lines = fs::read_to_string(path).unwrap_or_default();
        }
        recorder
    }

    /// Records the start of a check.
    pub fn start(&mut self, about: &About, plan: &Plan) {
        if self.to.is_some() {
            self.append(&[about.start(plan.seed)]);
        }
    }

    /// Records the end of a check.
    pub fn finish(&mut self, report: &Report) {
        if self.to.is_some() {
            self.add(&report.records());
        }
    }

    /// Records what follows the end of a check, such as the strength of its property.
    pub fn add(&mut self, records: &[Record]) {
        self.append(records);
        if let Some(To::Part(path, lines)) = &self.to
            && let Err(error) = replace(path, lines)
        {
            self.problem = Some(RecordsError { path: path.clone(), error }.to_string());
        }
    }

    fn append(&mut self, all: &[Record]) {
        match &mut self.to {
            Some(To::File(records)) => {
                for record in all {
                    if let Err(error) = records.append(record) {
                        self.problem = Some(error.to_string());
                    }
                }
            }
            Some(To::Part(_, lines)) => lines.extend(all.iter().map(|record| record.line() + "\n")),
            None => {}
        }
    }
}

/// Writes a file that is complete when it appears; replaces an existing one.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    let unfinished = path.with_extension(format!("{}.tmp", std::process::id()));
    fs::write(&unfinished, text)?;
    fs::rename(&unfinished, path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;
    use crate::settings::Settings;
    use crate::shard::Shard;

    #[test]
    fn a_part_has_a_file_of_its_own_that_running_it_again_replaces() {
        let dir = Scratch::new("recorder");
        let settings =
            Settings { shard: Shard::new(1, 3), records: Some(dir.path().into()), ..Settings::default() };
        let plan = settings.fill("p");
        let about =
            About { name: "p".to_owned(), module: "m::n".to_owned(), file: "../a/b.rs".to_owned(), line: 7 };
        for _ in 0..2 {
            let mut recorder = Recorder::new(&plan, &about);
            recorder.start(&about, &plan);
            recorder.finish(&Report::error(about.clone(), "no inputs".to_owned()));
            assert_eq!(recorder.problem, None);
        }
        Recorder::continuing(&plan, &about).add(&[Record::new("strength", "finish")]);
        let own = dir.path().join("a.b.rs-m.n.p");
        let files: Vec<_> = fs::read_dir(&own).unwrap().map(|file| file.unwrap().file_name()).collect();
        assert_eq!(files, ["1-of-3.ndjson"]);
        assert_eq!(fs::read_to_string(own.join("1-of-3.ndjson")).unwrap().lines().count(), 3);
    }
}
