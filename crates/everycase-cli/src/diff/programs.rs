//! `everycase diff` of pun programs and of regression suites.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use everycase_check::control::stop::Stop;
use everycase_check::files;
use everycase_check::report::Detail;
use everycase_check::text::duration;
use everycase_explore::regression::{Comparison, Inputs, Outcomes, Suite, compare, outcomes};

use crate::args::{Diff, Format, Kind, misplaced_in_diff};
use crate::console::{self, Progress};
use crate::exit::Exit;
use crate::explore::loaded::LoadedModule;
use crate::explore::suites;
use crate::report::{of_programs, page};
use crate::{interrupt, program, records};

/// Returns whether a word names a program or a suite, not a crate.
pub(super) fn is_one(word: &Path) -> bool {
    let is_manifest = word.file_name().is_some_and(|own| own == "Cargo.toml");
    program::is_input(word) || program::has_ending(word, &[program::PUN]) || word.is_file() && !is_manifest
}

/// What one side of the comparison is.
struct Side<'a> {
    command: &'a Diff,
    suite: Suite,
    /// The program of which it is, and the functions to test; `None` of a file.
    program: Option<(LoadedModule, Vec<u32>)>,
    /// Whether the expressions of the program have been run.
    is_explored: bool,
}

/// Compares two programs or suites.
pub(super) fn run(command: &Diff) -> Exit {
    if let Some(wrong) = misplaced_in_diff(&command.given, Kind::Program) {
        return console::wrong(&wrong);
    }
    let [old, new] = &command.versions[..] else {
        return console::wrong("one program: name two, the old version first, or a suite and a program");
    };
    if let Some(other) = [old, new].into_iter().find(|word| !is_one(word)) {
        let missing = if other.exists() { "is a directory" } else { "does not exist" };
        let other = other.display();
        return console::wrong(&format!(
            "`{other}` {missing}: a program is compared with a program `*.pun` or a suite"
        ));
    }
    if [old, new].into_iter().all(|word| program::is_input(word)) {
        return console::wrong("both versions are the standard input: name a file for one");
    }
    if let Some(path) = &command.html
        && let Err(error) = files::check(path)
    {
        return console::wrong(&console::not_written("--html", path, &error));
    }
    let interrupt = interrupt::of_command(|| {});
    let exit = match compared(command, [old, new], interrupt.stop()) {
        Ok(exit) | Err(exit) => exit,
    };
    interrupt::exit(&interrupt).unwrap_or(exit)
}

fn compared(command: &Diff, words: [&PathBuf; 2], stop: &Stop) -> Result<Exit, Exit> {
    let common = command.common;
    let state = Arc::new(Mutex::new(String::new()));
    let shown = Arc::clone(&state);
    let progress = Progress::begin(common.format == Format::Text && !common.quiet, move |time| {
        let state = shown.lock().unwrap_or_else(PoisonError::into_inner).clone();
        format!("{state}, {}", duration::show(time))
    });
    let tell = |text: String| *state.lock().unwrap_or_else(PoisonError::into_inner) = text;
    let [mut old, mut new] = [Side::new(command, words[0], stop)?, Side::new(command, words[1], stop)?];
    if old.suite.names.is_empty() || new.suite.names.is_empty() {
        return Err(console::wrong("one of them has no functions: there is nothing to compare"));
    }
    old.note_options(&new.suite);
    new.note_options(&old.suite);
    // A suite of few expressions is compared with what they evaluate to in the program.
    let is_small = [&old, &new].map(|own| own.program.is_none() && own.suite.through.is_none());
    for (own, other_is_small) in [(&mut old, is_small[1]), (&mut new, is_small[0])] {
        if !other_is_small {
            tell(format!("running the expressions of {}", own.suite.name));
            own.explore(stop)?;
        }
    }
    tell("comparing".to_owned());
    let (of_old, of_new) = (old.suite.clone(), new.suite.clone());
    for (own, other) in [(&mut old, &of_new), (&mut new, &of_old)] {
        if !own.run(other, stop) {
            own.explore(stop)?;
            own.run(other, stop);
        }
    }
    if stop.is_wanted() {
        console::complain("interrupted before the versions were compared\n");
        return Ok(Exit::Nothing);
    }
    let comparison = compare(&old.suite, &new.suite);
    drop(progress);
    print(command, &comparison);
    write_page(command, &comparison)?;
    Ok(if comparison.has_changes() { Exit::Found } else { Exit::Nothing })
}

fn print(command: &Diff, comparison: &Comparison) {
    let common = command.common;
    let detail = if common.verbose { Detail::Full } else { Detail::Brief };
    match common.format {
        Format::Json => {
            let records = comparison.records();
            console::print(&records.iter().map(|record| record.line() + "\n").collect::<String>());
        }
        Format::Text if common.quiet && !comparison.has_changes() => {}
        Format::Text => console::print(&comparison.text(command.errors, detail)),
    }
}

/// Writes the page, if it is wanted.
fn write_page(command: &Diff, comparison: &Comparison) -> Result<(), Exit> {
    let Some(path) = &command.html else { return Ok(()) };
    let [old, new] = &comparison.suites;
    let about = "What two programs do differently.".to_owned();
    let page =
        page(format!("{old} and {new}"), about, [("Programs", vec![of_programs(comparison)])], Vec::new());
    files::replace(path, &page.html())
        .map_err(|error| console::wrong(&console::not_written("--html", path, &error)))
}

impl<'a> Side<'a> {
    /// Loads a program, or reads a suite.
    fn new(command: &'a Diff, word: &Path, stop: &Stop) -> Result<Self, Exit> {
        let wrong = |message: String| console::wrong(&format!("{}: {message}", program::name(word)));
        if !program::is_input(word) && !program::has_ending(word, &[program::PUN]) {
            let text = records::text(word).map_err(|message| console::wrong(&message))?;
            let suite = records::suite(&text).map_err(wrong)?;
            return Ok(Self { command, suite, program: None, is_explored: true });
        }
        let loaded = LoadedModule::new(word.to_owned(), &command.expressions, command.common)?;
        let functions: Vec<u32> = loaded.module.tested().collect();
        if functions.is_empty() {
            return Err(wrong("it exports no function that can be tested".to_owned()));
        }
        let none = Inputs::default();
        let suite = suites::with_outcomes(&loaded, &functions, &none, &command.expressions, stop);
        Ok(Self { command, suite, program: Some((loaded, functions)), is_explored: false })
    }

    /// Prints a note that a suite was made with options that the command does not have.
    fn note_options(&self, other: &Suite) {
        if self.program.is_none() && self.suite.options != other.options && !self.command.common.quiet {
            let Suite { name, options, .. } = &self.suite;
            console::complain(&format!("note: the suite of {name} was made with other options: {options}\n"));
        }
    }

    /// Runs all expressions of a program up to a size.
    fn explore(&mut self, stop: &Stop) -> Result<(), Exit> {
        let Some((loaded, functions)) = self.program.as_ref().filter(|_| !self.is_explored) else {
            return Ok(());
        };
        self.is_explored = true;
        let found = suites::all(loaded, functions, &self.command.expressions, stop);
        let found = found.map_err(|error| {
            console::complain(&format!("error: {}: {error}\n", self.suite.name));
            Exit::of_error(&error)
        })?;
        let known = std::mem::replace(&mut self.suite, found);
        self.suite.add(Outcomes { cases: known.cases, ..Outcomes::default() });
        Ok(())
    }

    /// Runs the expressions of the other side that this one lacks, if it is a program. Returns
    /// whether all of them have an outcome.
    fn run(&mut self, other: &Suite, stop: &Stop) -> bool {
        let Some((loaded, _)) = &self.program else { return true };
        let further = self.suite.lacks(other);
        let outcomes = outcomes(&loaded.program, loaded.limits, &further, stop);
        let have_all = outcomes.not_run == 0;
        self.suite.add(outcomes);
        have_all
    }
}
