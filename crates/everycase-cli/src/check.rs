//! `everycase check`: the properties of programs, with one summary of all.

mod explain;
mod isolation;
mod property;
mod regressions;
mod subject;
mod suite;
mod suite_time;
mod summary;

use std::path::Path;
use std::sync::{Arc, Mutex};

use everycase_check::control::stop::Stop;
use everycase_check::settings::Settings;
use pun::core::Program;

use self::property::Checking;
use self::suite::Suite;
use self::summary::{Summary, lock};
use crate::args::Check;
use crate::exit::Exit;
use crate::program::{self, File, Place};
use crate::{console, interrupt, junit};

pub(crate) fn run(command: &Check) -> Exit {
    let summary = Arc::<Mutex<Summary>>::default();
    let (own, format) = (Arc::clone(&summary), command.common.format);
    let interrupt = interrupt::of_command(move || lock(&own).last_words(format));
    let exit = match suites(command) {
        Ok((suites, exit)) => exit.max(check(&suites, command, interrupt.stop(), &summary)),
        Err(exit) => exit,
    };
    interrupt::exit(&interrupt).unwrap_or(exit)
}

/// Checks properties in a session, in which failures are not kept.
pub(crate) fn session(program: Program, command: &Check, stop: &Stop) -> Exit {
    if let [_, word, ..] = &command.paths[..] {
        let word = word.display();
        console::complain(&format!("error: `{word}`: properties are named first, then options follow\n"));
        return Exit::Usage;
    }
    let suite = match Suite::session(program, &command.paths[0], command) {
        Ok(suite) => suite,
        Err(exit) => return exit,
    };
    let mut suites = vec![suite];
    match choose(&mut suites, command) {
        Ok(()) => check(&suites, command, stop, &Mutex::default()),
        Err(message) => console::wrong(&message),
    }
}

/// Loads the programs with the properties to check, and reports errors in the others. Returns the
/// exit status so far, too.
fn suites(command: &Check) -> Result<(Vec<Suite>, Exit), Exit> {
    let environment = Settings::from_env().map_err(|error| console::wrong(&error.to_string()))?;
    let files = program::files(&command.paths, &[program::PUN], program::PROGRAMS)?;
    let is_there = |file: &&File| program::is_input(&file.path) || file.path.exists();
    let mut exit = Exit::Nothing;
    let mut suites = Vec::new();
    for file in files.iter().filter(is_there) {
        match Suite::load(file, &environment, command) {
            Ok(suite) => suites.push(suite),
            Err(wrong) => exit = exit.max(wrong),
        }
    }
    if let Some(missing) = files.iter().find(|file| !is_there(file)) {
        return Err(console::wrong(&no_such_file(&missing.path, &suites)));
    }
    match choose(&mut suites, command) {
        Ok(()) => Ok((suites, exit)),
        // The properties may be in a program that is wrong.
        Err(_) if exit != Exit::Nothing => Err(exit),
        Err(message) => Err(console::wrong(&message)),
    }
}

fn no_such_file(path: &Path, suites: &[Suite]) -> String {
    let name = path.display();
    if path.to_str().is_some_and(|name| suites.iter().any(|suite| suite.number(name).is_some())) {
        return format!("`{name}` is a property, not a file; select it with `-p {name}`");
    }
    format!("there is no file `{name}`")
}

/// Selects the properties to check, and drops programs without any.
fn choose(suites: &mut Vec<Suite>, command: &Check) -> Result<(), String> {
    let names = &command.properties;
    if let Some(name) = names.iter().find(|name| suites.iter().all(|suite| suite.number(name).is_none())) {
        let known: Vec<&str> = suites.iter().flat_map(Suite::names).collect();
        let place = Place::of(suites.iter().map(Suite::path));
        return Err(place.has_no(&format!("property `{name}`"), name, &known));
    }
    for suite in suites.iter_mut() {
        suite.choose(names)?;
    }
    suites.retain(|suite| !suite.chosen.is_empty());
    if suites.is_empty() {
        let paths: Vec<_> = command.paths.iter().map(|path| path.display().to_string()).collect();
        return Err(format!("there are no properties in {}", paths.join(", ")));
    }
    Ok(())
}

/// Checks the selected properties of all programs.
fn check(suites: &[Suite], command: &Check, stop: &Stop, summary: &Mutex<Summary>) -> Exit {
    let mut checking = Checking::new(command, stop, summary);
    if let Err(exit) = suites.iter().try_for_each(|suite| checking.prepare(suite)) {
        return exit;
    }
    if let Err(why) = junit::check(command.junit.as_deref()) {
        return console::wrong(&why);
    }
    for suite in suites {
        checking.begin(suite, (suites.len() > 1).then(|| suite.name()));
        for number in &suite.chosen {
            if stop.is_wanted() {
                break;
            }
            checking.check(suite, *number);
        }
    }
    let (mut exit, reports) = checking.end();
    if let Some(path) = &command.junit
        && let Err(why) = junit::write(path, &reports)
    {
        exit = exit.max(console::wrong(&why));
    }
    exit
}
