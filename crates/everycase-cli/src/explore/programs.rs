//! The programs of one command: which functions of each are tested, and a summary of all.

use std::fmt::Write;
use std::path::PathBuf;

use everycase_check::text::nearest;
use everycase_check::text::number::{counted, small};

use super::{Exploring, chosen};
use crate::args::Explore;
use crate::exit::Exit;
use crate::program::File;
use crate::{console, program};

/// The programs to explore.
pub(super) struct LoadedPrograms<'a> {
    pub(super) programs: Vec<Exploring<'a>>,
    /// The number of programs that cannot be explored.
    pub(super) unable: u64,
    /// The exit status so far.
    pub(super) exit: Exit,
}

/// Loads programs, each with the functions to test, and reports those that cannot be explored.
pub(super) fn load<'a>(
    paths: &[PathBuf],
    names: &[String],
    command: &'a Explore,
) -> Result<LoadedPrograms<'a>, Exit> {
    let files = program::files(paths, &[program::PUN], program::PROGRAMS)?;
    if files.len() > 1 && command.html.is_some() {
        return Err(console::wrong("--html writes the page of one program"));
    }
    for (option, path) in [("--save", &command.save), ("--emit", &command.emit)] {
        if files.len() > 1 && path.is_some() {
            return Err(console::wrong(&format!("{option} writes the suite of one program")));
        }
    }
    let is_alone = files.len() == 1;
    let mut loaded = LoadedPrograms { programs: Vec::new(), unable: 0, exit: Exit::Nothing };
    let mut known: Vec<String> = Vec::new();
    for File { path, is_named } in files {
        let functions = Exploring::new(path, command).and_then(|exploring| {
            known.extend(exploring.functions.iter().map(|own| exploring.name_of(*own).to_owned()));
            match chosen(&exploring, names, is_alone) {
                Ok(functions) => Ok(Exploring { functions, is_chosen: !names.is_empty(), ..exploring }),
                // A directory may hold programs that nothing can be called of, or that have no
                // properties.
                Err(_) if !is_named => Ok(Exploring { functions: Vec::new(), ..exploring }),
                Err(message) => Err(console::wrong(&message)),
            }
        });
        match functions {
            Ok(exploring) if exploring.functions.is_empty() => {}
            Ok(exploring) => loaded.programs.push(exploring),
            Err(wrong) => {
                loaded.unable += 1;
                loaded.exit = loaded.exit.max(wrong);
            }
        }
    }
    let unknown = names.iter().find(|name| !known.contains(name));
    match unknown {
        // The function may be in a program that is wrong.
        _ if loaded.exit != Exit::Nothing && (unknown.is_some() || loaded.programs.is_empty()) => {
            Err(loaded.exit)
        }
        Some(name) => {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let known = program::listed(&known, nearest(name, &known));
            let message = format!("none of these programs exports a function `{name}`: they export {known}");
            Err(console::wrong(&message))
        }
        None if loaded.programs.is_empty() => {
            let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
            let what = if command.properties { "property" } else { "function that can be tested" };
            Err(console::wrong(&format!("there is no {what} in {}", paths.join(", "))))
        }
        None => Ok(loaded),
    }
}

/// The numbers of the explored programs, and of what was found in them.
#[derive(Debug, Default)]
pub(super) struct Summary {
    /// The programs whose exploration ended, or was interrupted.
    pub(super) programs: u64,
    pub(super) functions: u64,
    pub(super) errors: u64,
    pub(super) accepted: u64,
    /// The programs that could not be explored.
    pub(super) unable: u64,
}

impl Summary {
    pub(super) fn words(&self) -> String {
        let mut text = format!(
            "{} in {} of {}",
            counted(self.errors, "error"),
            counted(self.functions, "function"),
            counted(self.programs, "program")
        );
        if self.accepted > 0 {
            let _ = write!(text, ", {} accepted", small(self.accepted));
        }
        if self.unable > 0 {
            let _ = write!(text, "; {} could not be explored", counted(self.unable, "program"));
        }
        text
    }
}
