//! The child process, in which an isolated property runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::message::ChildMessage;
use super::{Task, VARIABLE, files};
use crate::settings::seed::Seed;
use crate::text::encoding;

/// Returns whether this process is the child of a property. A child starts no children of its own.
pub fn is_child() -> bool {
    std::env::var_os(VARIABLE).is_some()
}

/// Returns a command whose process takes itself for the child of no property in particular, and so
/// starts no children.
pub fn as_child(mut command: Command) -> Command {
    command.env(VARIABLE, "");
    command
}

/// This process as the child for a property.
#[derive(Clone)]
pub struct Child {
    dir: PathBuf,
}

impl Child {
    /// Returns this process, if it is the child for the property with this full name.
    pub fn of(property: &str) -> Option<Child> {
        let dir = PathBuf::from(std::env::var_os(VARIABLE)?);
        let own = fs::read_to_string(dir.join(files::PROPERTY)).ok()? == property;
        let child = own.then_some(Child { dir })?;
        // What a test harness has printed so far is not passed on.
        for file in [files::REACHED, files::STDOUT] {
            let _ = fs::write(child.dir.join(file), "");
        }
        Some(child)
    }

    /// Returns the directory in which inputs are noted.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Returns the seed of the first draws of the parent's run. In its plan it differs from the
    /// other seed if no seed was asked for.
    pub fn first_seed(&self) -> Option<Seed> {
        fs::read_to_string(self.dir.join(files::FIRST_SEED)).ok()?.parse().ok().map(Seed)
    }

    /// Returns whether the child measures the strength of the property, and does nothing else.
    pub fn measures_strength(&self) -> bool {
        self.dir.join(files::STRENGTH).exists()
    }

    /// Returns the largest number of levels of inputs in the parent's run.
    pub fn levels(&self) -> Option<usize> {
        fs::read_to_string(self.dir.join(files::LEVELS)).ok()?.parse().ok()
    }

    /// Returns whether the child [measures](crate::check::climb) how deeply inputs may nest, and
    /// does nothing else.
    pub fn climbs(&self) -> bool {
        self.dir.join(files::CLIMB).exists()
    }

    /// Returns the task for a single input and the input's words, if the child is to run only one.
    pub fn input(&self) -> Option<(Task, Vec<u64>)> {
        let text = fs::read_to_string(self.dir.join(files::INPUT)).ok()?;
        let (task, words) = text.split_once('\n')?;
        Some((Task::of(task)?, encoding::from_text(words)?))
    }

    /// Leaves a result for the parent and ends the process, before a test harness or threads left
    /// behind do anything else.
    pub fn exit_with(&self, message: &ChildMessage) -> ! {
        // The parent reads all of it or nothing.
        let unfinished = self.dir.join("unfinished");
        let written = fs::write(&unfinished, message.to_text());
        let written = written.and_then(|()| fs::rename(&unfinished, self.dir.join(files::TOLD)));
        if let Err(error) = &written {
            eprintln!("everycase: {}: cannot be written: {error}", unfinished.display());
        }
        std::process::exit(i32::from(written.is_err()))
    }
}
