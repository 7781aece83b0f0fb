//! `everycase explore` and `accept` of Rust crates.

mod accepted_findings;
mod annotations;

use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use everycase_check::control::stop::Stop;
use everycase_check::files;
use everycase_check::literals::{Limits, Literals};
use everycase_check::report::Detail;
use everycase_check::settings::seed::Seed;
use everycase_check::settings::shard::Shard;
use everycase_check::text::{duration, number};
use everycase_crates::candidates::{CallableItem, Candidates};
use everycase_crates::confirm::confirm;
use everycase_crates::constants::Constants;
use everycase_crates::driver;
use everycase_crates::error::Error;
use everycase_crates::explore::{Options, explore};
use everycase_crates::foreign::callable;
use everycase_crates::journal::Journal;
use everycase_crates::report::{Report, TIME, tests};
use everycase_crates::target::{Source, Target, member};
use everycase_crates::worker::Patience;

use self::accepted_findings::AcceptedFindings;
use super::KnownErrors;
use crate::args::{Common, CrateChoice, Explore, Format};
use crate::console::{self, Progress};
use crate::exit::Exit;
use crate::report::{of_crate, page};
use crate::{interrupt, program};

/// Returns the crate that the words of a command line name, if it is one: a directory with a
/// `Cargo.toml`, a `Cargo.toml`, the name of a member of the workspace, `NAME[@VERSION]`, or
/// without a word the current directory.
///
/// # Errors
/// If a word could be a file and the name of a crate.
pub(crate) fn named(words: &[PathBuf]) -> Result<Option<Source>, String> {
    const MANIFEST: &str = "Cargo.toml";
    let manifest = |folder: &Path| {
        let path = folder.join(MANIFEST);
        path.is_file().then_some(Source::Manifest(path))
    };
    let [word] = words else {
        if !words.is_empty() {
            return Ok(None);
        }
        return manifest(Path::new(".")).map(Some).ok_or_else(|| {
            "there is no Cargo.toml here: name a crate, such as `semver@1.0.20` or `path/to/crate`, or a pun program"
                .to_owned()
        });
    };
    let text = word.to_string_lossy();
    if word.file_name().is_some_and(|own| own == MANIFEST) {
        return Ok(Some(Source::Manifest(word.clone())));
    }
    if let Some(source) = manifest(word) {
        let is_name = !text.contains(['/', '\\', '.']);
        return if is_name && let Some(member) = member(&text) {
            Ok(Some(Source::Manifest(member)))
        } else if is_name {
            Err(format!(
                "`{text}` could be the directory or the crate of that name: write `./{text}` or `{text}@VERSION`"
            ))
        } else {
            Ok(Some(source))
        };
    }
    let (name, version) = match text.split_once('@') {
        Some((name, version)) => (name, Some(version.to_owned())),
        None => (&*text, None),
    };
    let is_name = !name.is_empty()
        && name.chars().all(|own| own.is_ascii_alphanumeric() || own == '_' || own == '-')
        && name.starts_with(|own: char| own.is_ascii_alphabetic());
    let is_crate = is_name && !word.exists() && !program::is_input(word);
    if is_crate
        && version.is_none()
        && let Some(member) = member(name)
    {
        return Ok(Some(Source::Manifest(member)));
    }
    Ok(is_crate.then(|| Source::Registry { name: name.to_owned(), version }))
}

/// Explores a crate.
pub(super) fn run(command: &Explore, source: &Source, known: KnownErrors) -> Exit {
    if let (Source::Registry { name, .. }, KnownErrors::Written) = (source, known) {
        return console::wrong(&format!(
            "`{name}` comes from a registry: accepted findings are saved next to a local Cargo.toml; name the directory of a \
             crate"
        ));
    }
    long_command(|stop| explored(command, source, known, stop))
}

/// Runs a command that Ctrl-C ends early, and tells why it could not run.
pub(crate) fn long_command(run: impl FnOnce(&Stop) -> Result<Exit, Error>) -> Exit {
    let interrupt = interrupt::of_long_command();
    let exit = match run(interrupt.stop()) {
        Ok(exit) => exit,
        Err(_) if interrupt.stop().is_wanted() => {
            console::complain("interrupted before anything was called\n");
            Exit::Nothing
        }
        Err(Error::Input(message)) => console::wrong(&message),
        Err(Error::Tool(message)) => {
            console::complain(&format!("error: {message}\n"));
            Exit::MissingTool
        }
    };
    interrupt::exit(&interrupt).unwrap_or(exit)
}

/// Returns how the functions of a package are called.
pub(crate) fn options(common: &Common, choice: &CrateChoice, package: &str, stop: &Stop) -> Options {
    let time = common.time.unwrap_or(TIME);
    // What a number of expressions finds does not depend on the time.
    let patience = if common.tests.is_some() { Patience::default() } else { Patience::of(time) };
    Options {
        time,
        seed: common.seed.map_or_else(|| Seed::of_name(package), Seed),
        stop: stop.clone(),
        only: choice.only.clone(),
        most: common.tests,
        allows_files: choice.allow_files,
        most_size: common.size,
        jobs: common.jobs.unwrap_or(1) as usize,
        patience,
        shard: common.shard.unwrap_or(Shard::WHOLE),
    }
}

/// Returns the folder for the drivers of a crate: below its own target directory, or the user's
/// cache.
pub(crate) fn cache(source: &Source) -> Result<PathBuf, Error> {
    match source {
        Source::Manifest(path) => Ok(everycase_crates::target::target_directory(path)?.join("everycase")),
        Source::Registry { .. } => {
            let own = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
            let own = own.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache")));
            own.map(|own| own.join("everycase"))
                .ok_or_else(|| Error::Input("set XDG_CACHE_HOME: there is no home directory".to_owned()))
        }
    }
}

fn explored(command: &Explore, source: &Source, known: KnownErrors, stop: &Stop) -> Result<Exit, Error> {
    let common = command.common;
    let own = &command.of_crate;
    let is_text = common.format == Format::Text;
    let state = Arc::new(Mutex::new("finding the crate".to_owned()));
    let shown = Arc::clone(&state);
    let progress = Progress::begin(is_text && !common.quiet, move |time| {
        let state = shown.lock().unwrap_or_else(PoisonError::into_inner).clone();
        format!("{state}, {}", duration::show(time))
    });
    let mut tell = |text: &str| text.clone_into(&mut state.lock().unwrap_or_else(PoisonError::into_inner));
    for (option, path) in [("--emit", &command.emit), ("--html", &command.html)] {
        if let Some(path) = path {
            files::check(path).map_err(|error| not_written(option, path, &error))?;
        }
    }
    let target = Target::find(source, &own.choice.features(), &cache(source)?)?;
    let mut accepted = match source {
        Source::Manifest(path) => Some(AcceptedFindings::read(path, &target.package).map_err(Error::Input)?),
        Source::Registry { .. } => None,
    };
    tell(&format!("reading the functions of {}", target.package));
    let candidates = callable(&target)?;
    if candidates.items.is_empty() {
        return Err(Error::Input(format!("`{}` has no public function to call", target.package)));
    }
    has_wanted(&candidates, &own.choice.only, &target.package)?;
    let driver = driver::build(&target, &candidates, &mut tell)?;
    let constants = Constants::new(&Literals::of_crate(&target.sources, Limits::default()).0);
    let options = options(&common, &own.choice, &target.package, stop);
    let mut journal = Journal::open(&target.folder(), &[&driver.program], options.choices());
    let mut found = explore(&target, &candidates, &driver, &constants, &options, &mut journal, &mut tell)?;
    tell("compiling what is shown");
    // After Ctrl-C nothing more is compiled.
    if !found.is_interrupted {
        let told = found.shown(own.min_rank).count();
        let _ = confirm(&target, &driver.calls, &mut found, told.min(CONFIRMED), options.patience.alone)?;
    }
    drop(progress);
    journal.end();
    let report = Report {
        least: own.min_rank,
        most: command.errors,
        accepted: accepted.as_ref().map(AcceptedFindings::likenesses).unwrap_or_default(),
        ..Report::new(&target, &candidates.items, &driver, &found, &options)
    };
    let not_met = match &accepted {
        // What an interrupted exploration did not meet says nothing, nor what a part did not.
        Some(accepted) if !report.is_interrupted && report.shard.is_none() => {
            accepted.not_met(&report, &own.choice.only)
        }
        _ => Vec::new(),
    };
    if let (Some(accepted), KnownErrors::Written) = (&mut accepted, known) {
        let path = accepted.write(&report).map_err(Error::Input)?;
        if !common.quiet {
            let added = number::counted(report.groups().len() as u64, "finding");
            let (again, not_met) = (report.accepted_count(), not_met.len());
            console::print(&accepted_words(&added, again, not_met, &path));
        }
        return Ok(Exit::Nothing);
    }
    print_report(command, &report);
    if let (Some(folder), true) = (folder(source), crate::annotations::are_wanted()) {
        console::complain(&annotations::text(&report, &folder));
    }
    if !common.quiet {
        for finding in not_met {
            console::complain(&format!("note: accepted, but not met this time: {finding}\n"));
        }
    }
    write_files(command, &report)?;
    Ok(if report.groups().is_empty() { Exit::Nothing } else { Exit::Found })
}

/// Fails if no function is wanted.
pub(crate) fn has_wanted(candidates: &Candidates, only: &[String], package: &str) -> Result<(), Error> {
    let is_wanted = |own: &CallableItem| only.iter().any(|text| own.name.contains(&**text));
    if only.is_empty() || candidates.items.iter().any(is_wanted) {
        return Ok(());
    }
    Err(Error::Input(format!("no function of `{package}` has `{}` in its path", only.join("`, `"))))
}

/// Prints a report.
fn print_report(command: &Explore, report: &Report) {
    let common = command.common;
    match common.format {
        Format::Json => {
            console::print(&report.records().iter().map(|record| record.line() + "\n").collect::<String>());
        }
        Format::Text if common.quiet && report.groups().is_empty() => {}
        Format::Text => {
            console::print(&report.text(if common.verbose { Detail::Full } else { Detail::Brief }));
        }
    }
}

/// Writes the tests and the page, if they are wanted.
fn write_files(command: &Explore, report: &Report) -> Result<(), Error> {
    if let Some(path) = &command.emit {
        files::replace(path, &tests(report)).map_err(|error| not_written("--emit", path, &error))?;
        if !command.common.quiet {
            let count = report.groups().iter().filter(|own| own.first.is_confirmed).count();
            let count = number::counted(count as u64, "test");
            console::complain(&format!("note: {count} in {}\n", path.display()));
        }
    }
    if let Some(path) = &command.html {
        let title = format!("Exploration of {}", report.package.words());
        let about = "What was found, and which functions were called.".to_owned();
        let page = page(title, about, [("Crates", vec![of_crate(report)])], Vec::new());
        files::replace(path, &page.html()).map_err(|error| not_written("--html", path, &error))?;
    }
    Ok(())
}

/// Returns the folder of a crate that is not of a registry, from the current directory if it is
/// below that.
pub(crate) fn folder(source: &Source) -> Option<PathBuf> {
    let Source::Manifest(path) = source else { return None };
    let folder = path.parent().unwrap_or(Path::new(""));
    let current = std::env::current_dir().unwrap_or_default();
    let folder = folder.strip_prefix(current).unwrap_or(folder);
    Some(folder.components().filter(|own| *own != Component::CurDir).collect())
}

/// Returns what was accepted, in a line.
pub(crate) fn accepted_words(added: &str, again: u64, not_met: usize, path: &Path) -> String {
    format!("{added} accepted, {again} known before, {not_met} not met: {}\n", path.display())
}

pub(crate) fn not_written(option: &str, path: &Path, error: &std::io::Error) -> Error {
    Error::Input(console::not_written(option, path, error))
}

/// The most findings whose code is compiled and run by itself.
const CONFIRMED: usize = 100;
