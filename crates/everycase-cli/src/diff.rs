//! `everycase diff`: what two versions of a crate, or of a program, do differently.

mod accepted_changes;
mod annotations;
mod baseline;
mod programs;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use everycase_check::control::stop::Stop;
use everycase_check::files;
use everycase_check::literals::{Limits, Literals};
use everycase_check::report::Detail;
use everycase_check::text::{duration, number};
use everycase_crates::constants::Constants;
use everycase_crates::driver::twins;
use everycase_crates::error::Error;
use everycase_crates::explore::differences;
use everycase_crates::foreign::callable;
use everycase_crates::journal::Journal;
use everycase_crates::report::{AcceptedChange, Comparison};
use everycase_crates::target::{Source, Target};

use self::accepted_changes::AcceptedChanges;
use crate::args::{Diff, Format, Kind, misplaced_in_diff};
use crate::console::{self, Progress};
use crate::exit::Exit;
use crate::explore::crates::{
    accepted_words, cache, folder, has_wanted, long_command, named, not_written, options,
};
use crate::merge::summary;
use crate::report::{of_versions, page};

/// Compares two versions of a crate, or of a program.
pub(crate) fn run(command: &Diff) -> Exit {
    if command.versions.iter().any(|word| programs::is_one(word)) {
        return programs::run(command);
    }
    if let Some(wrong) = misplaced_in_diff(&command.given, Kind::Crate) {
        return console::wrong(&wrong);
    }
    long_command(|stop| compared(command, stop))
}

/// Returns the crate that a word names; without one that of the current directory.
fn source(words: &[std::path::PathBuf]) -> Result<Source, Error> {
    let what = words.first().map_or_else(String::new, |own| own.display().to_string());
    named(words).map_err(Error::Input)?.ok_or_else(|| {
        Error::Input(format!("`{what}` is not a crate: `everycase diff` compares versions of Rust crates"))
    })
}

/// Finds the new version, with where it is from, and the old one.
fn versions(command: &Diff) -> Result<(Source, Target, Target), Error> {
    let features = command.choice.features();
    let (old, new) = match &command.versions[..] {
        [old, new] => {
            if command.baseline.is_some() {
                return Err(Error::Input(
                    "--baseline stands for the old version: name the new one alone".to_owned(),
                ));
            }
            let (old, new) = (source(std::slice::from_ref(old))?, source(std::slice::from_ref(new))?);
            (Some(old), new)
        }
        words => (None, source(words)?),
    };
    let target = Target::find(&new, &features, &cache(&new)?)?;
    let old = match old {
        Some(own) => own,
        None => baseline::source(command.baseline.as_deref(), &new, &target)?,
    };
    let old = target.find_beside(&old, &features, &cache(&old)?)?;
    if old.package != target.package {
        return Err(Error::Input(format!(
            "`{}` and `{}` are two crates: name two versions of one",
            old.package, target.package
        )));
    }
    if old.sources == target.sources {
        return Err(Error::Input(format!(
            "both versions are {} {}: name two, or another one with --baseline",
            target.package, target.version
        )));
    }
    Ok((new, target, old))
}

fn compared(command: &Diff, stop: &Stop) -> Result<Exit, Error> {
    let common = command.common;
    let state = Arc::new(Mutex::new("finding the versions".to_owned()));
    let shown = Arc::clone(&state);
    let progress = Progress::begin(common.format == Format::Text && !common.quiet, move |time| {
        let state = shown.lock().unwrap_or_else(PoisonError::into_inner).clone();
        format!("{state}, {}", duration::show(time))
    });
    let mut tell = |text: &str| text.clone_into(&mut state.lock().unwrap_or_else(PoisonError::into_inner));
    if let Some(path) = &command.html {
        files::check(path).map_err(|error| not_written("--html", path, &error))?;
    }
    summary::check(command.summary.as_deref(), common.format).map_err(Error::Input)?;
    let (source, new, old) = versions(command)?;
    let mut accepted = match &source {
        Source::Manifest(path) => {
            Some(AcceptedChanges::read(path, &new.package, &old.version).map_err(Error::Input)?)
        }
        Source::Registry { name, .. } if command.accept => {
            return Err(Error::Input(format!(
                "`{name}` comes from a registry: accepted changes are saved next to a local Cargo.toml; name the directory of \
                 a crate"
            )));
        }
        Source::Registry { .. } => None,
    };
    tell(&format!("reading the functions of {} {} and {}", new.package, old.version, new.version));
    let (of_new, of_old) = (callable(&new)?, callable(&old)?);
    let twins = twins((&new, of_new), (&old, of_old), &mut tell)?;
    has_wanted(&twins.candidates, &command.choice.only, &new.package)?;
    let literals = [&new, &old].map(|own| Literals::of_crate(&own.sources, Limits::default()).0);
    let options = options(&common, &command.choice, &new.package, stop);
    let constants = Constants::of_both(&literals[0], &literals[1]);
    let programs: [&Path; 2] = [&twins.new.program, &twins.old.program];
    let mut journal = Journal::open(&new.folder(), &programs, (&old.version, options.choices()));
    let found = differences((&new, &old), &twins, &constants, &options, &mut journal, &mut tell)?;
    journal.end();
    drop(progress);
    let comparison = Comparison::new((&new, &old), &twins, &found, options.seed);
    let known = accepted.as_ref().map(AcceptedChanges::all).unwrap_or_default();
    let comparison = comparison.without(&known);
    let not_met = match &accepted {
        // What an interrupted comparison did not meet says nothing.
        Some(accepted) if !comparison.is_interrupted => accepted.not_met(&comparison, &command.choice.only),
        _ => Vec::new(),
    };
    if let (Some(accepted), true) = (&mut accepted, command.accept) {
        let path = accepted.write(&comparison).map_err(Error::Input)?;
        if !common.quiet {
            let added = number::counted(comparison.intended().len() as u64, "change");
            let (again, not_met) = (comparison.accepted.len(), not_met.len());
            console::print(&accepted_words(&added, again as u64, not_met, &path));
        }
        return Ok(Exit::Nothing);
    }
    let detail = if common.verbose { Detail::Full } else { Detail::Brief };
    match common.format {
        _ if command.summary.as_deref().is_some_and(summary::is_output) => {}
        Format::Json => {
            console::print(
                &comparison.records().iter().map(|record| record.line() + "\n").collect::<String>(),
            );
        }
        Format::Text if common.quiet && !comparison.has_changes() => {}
        Format::Text => console::print(&comparison.text(command.errors, detail)),
    }
    if let (Some(folder), true) = (folder(&source), crate::annotations::are_wanted()) {
        console::complain(&annotations::text(&comparison, &folder));
    }
    if !common.quiet {
        for AcceptedChange { function, what } in not_met {
            console::complain(&format!("note: accepted, but not met this time: {what}: {function}\n"));
        }
    }
    write_files(command, &comparison)?;
    Ok(if comparison.has_changes() { Exit::Found } else { Exit::Nothing })
}

/// Writes the page and the summary, if they are wanted.
fn write_files(command: &Diff, comparison: &Comparison) -> Result<(), Error> {
    if let Some(path) = &command.html {
        let [old, new] = comparison.versions.labels();
        let title = format!("{} {old} and {new}", comparison.name);
        let about = "What two versions do differently.".to_owned();
        let page = page(title, about, [("Versions", vec![of_versions(comparison)])], Vec::new());
        files::replace(path, &page.html()).map_err(|error| not_written("--html", path, &error))?;
    }
    match &command.summary {
        Some(path) if summary::is_output(path) => console::print(&comparison.markdown()),
        Some(path) => files::replace(path, &comparison.markdown())
            .map_err(|error| not_written("--summary", path, &error))?,
        None => {}
    }
    Ok(())
}
