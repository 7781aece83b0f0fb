//! The records of one check: appended to a file, or written to a file of their own for a part of a
//! run.

use std::fs;
use std::path::{Path, PathBuf};

use crate::files;
use crate::records::{Record, Records, RecordsError};
use crate::report::{About, Report};
use crate::settings::Plan;

/// Writes the records of one check, if requested: to a file or, for a part of a run, to a
/// directory.
pub struct Recorder {
    to: Option<To>,
    /// Why a record could not be written.
    pub problem: Option<String>,
}

enum To {
    /// Writes each record at once.
    File(Records),
    /// Writes all records at the end of the check, to a file of their own. Before it another one
    /// beside it says that it has begun.
    Part(PathBuf, String),
}

/// The extension of the file of a part that has begun. The part removes it when it ends, so a part
/// that is killed leaves it behind.
pub const BEGUN: &str = "begun";

impl Recorder {
    /// Returns a recorder for the path in the plan. A path that is a directory, or ends like one,
    /// gets a directory for each property, with one file `K-of-N.ndjson` for each part of the run.
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

    /// Returns a recorder whose records follow those that another process has written for the same
    /// check.
    pub fn continuing(plan: &Plan, about: &About) -> Recorder {
        let mut recorder = Recorder::new(plan, about);
        if let Some(To::Part(path, lines)) = &mut recorder.to {
            *lines = fs::read_to_string(path).unwrap_or_default();
        }
        recorder
    }

    /// Prepares the records of a check that will be made: creates the file, or says that the check
    /// of a part is to be made.
    ///
    /// # Errors
    /// If that cannot be written.
    #[inline]
    pub fn prepare(plan: &Plan, about: &About) -> Result<(), RecordsError> {
        match Recorder::new(plan, about).to {
            Some(To::File(records)) => records.create(),
            Some(To::Part(path, _)) => {
                write(&path.with_extension(BEGUN), &(about.start(plan.seed).line() + "\n"))
            }
            None => Ok(()),
        }
    }

    /// Records the start of a check.
    pub fn start(&mut self, about: &About, plan: &Plan) {
        if self.to.is_some() {
            self.leave(&[about.start(plan.seed)]);
        }
    }

    /// Records the end of a check. If it was interrupted, it remains one that has begun.
    pub fn finish(&mut self, report: &Report) {
        match &self.to {
            None => {}
            Some(_) if report.is_interrupted() => self.leave(&report.records()),
            Some(_) => self.add(&report.records()),
        }
    }

    /// Adds records of a check that has not ended. Those of an earlier run of the same part stay.
    pub fn leave(&mut self, records: &[Record]) {
        self.append(records);
        if let Some(To::Part(path, lines)) = &self.to
            && let Err(error) = write(&path.with_extension(BEGUN), lines)
        {
            self.problem = Some(error.to_string());
        }
    }

    /// Adds records of a check that has ended, perhaps some that follow its end, such as the
    /// strength of its property.
    pub fn add(&mut self, records: &[Record]) {
        self.append(records);
        let Some(To::Part(path, lines)) = &self.to else { return };
        match write(path, lines) {
            // It need not be there.
            Ok(()) => _ = fs::remove_file(path.with_extension(BEGUN)),
            Err(error) => self.problem = Some(error.to_string()),
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
fn write(path: &Path, text: &str) -> Result<(), RecordsError> {
    let replace = || {
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory)?;
        }
        files::replace(path, text)
    };
    replace().map_err(|error| RecordsError { path: path.to_owned(), error })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Outcome, Run};
    use crate::settings::Settings;
    use crate::settings::shard::Shard;
    use crate::testing::scratch::Scratch;

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
            recorder.finish(&Report::error(about.clone(), Some(Run::of(&plan)), "no inputs".to_owned()));
            assert_eq!(recorder.problem, None);
        }
        Recorder::continuing(&plan, &about).add(&[Record::new("strength", "finish")]);
        let own = dir.path().join("a.b.rs-m.n.p");
        let files: Vec<_> = fs::read_dir(&own).unwrap().map(|file| file.unwrap().file_name()).collect();
        assert_eq!(files, ["1-of-3.ndjson"]);
        assert_eq!(fs::read_to_string(own.join("1-of-3.ndjson")).unwrap().lines().count(), 3);
    }

    #[test]
    fn an_interrupted_run_of_a_part_leaves_its_finished_records_alone() {
        let dir = Scratch::new("recorder_begun");
        let settings = Settings {
            shard: Shard::new(0, 2),
            records: Some(dir.path().join("parts/")),
            ..Settings::default()
        };
        let plan = settings.fill("p");
        let about = About { name: "p".to_owned(), module: "m".to_owned(), file: "a.rs".to_owned(), line: 7 };
        let (finished, begun) = ("0-of-2.ndjson", "0-of-2.begun");
        let files = || {
            let own = dir.path().join("parts/a.rs-m.p");
            let names =
                fs::read_dir(own).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
            let mut names: Vec<_> = names.collect();
            names.sort();
            names
        };
        Recorder::prepare(&plan, &about).unwrap();
        assert_eq!(files(), [begun]);
        let mut recorder = Recorder::new(&plan, &about);
        recorder.start(&about, &plan);
        assert_eq!(files(), [begun]);
        recorder.finish(&Report::error(about.clone(), Some(Run::of(&plan)), "no inputs".to_owned()));
        assert_eq!(files(), [finished]);
        let text = || fs::read_to_string(dir.path().join("parts/a.rs-m.p").join(finished)).unwrap();
        let before = text();
        let mut recorder = Recorder::new(&plan, &about);
        recorder.start(&about, &plan);
        let interrupted =
            Report { outcome: Outcome::Interrupted, ..Report::error(about.clone(), None, String::new()) };
        recorder.finish(&interrupted);
        assert_eq!((files(), text()), (vec![begun.to_owned(), finished.to_owned()], before));
        assert_eq!(recorder.problem, None);
    }

    #[test]
    fn records_that_cannot_be_written_are_an_error_before_the_check() {
        let dir = Scratch::new("recorder_unwritable");
        let file = dir.path().join("file");
        fs::write(&file, "").unwrap();
        let about = About { name: "p".to_owned(), module: String::new(), file: "a.rs".to_owned(), line: 7 };
        for path in [file.join("records"), file.join("parts/")] {
            let plan = Settings { records: Some(path), ..Settings::default() }.fill("p");
            assert!(Recorder::prepare(&plan, &about).is_err());
        }
    }
}
