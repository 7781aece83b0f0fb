//! `everycase diff`: what two versions of a crate do differently.

mod baseline;

use std::sync::{Arc, Mutex, PoisonError};

use everycase_check::control::stop::Stop;
use everycase_check::literals::{Limits, Literals};
use everycase_check::report::Detail;
use everycase_check::text::duration;
use everycase_crates::constants::Constants;
use everycase_crates::driver::twins;
use everycase_crates::error::Error;
use everycase_crates::explore::differences;
use everycase_crates::foreign::callable;
use everycase_crates::report::Comparison;
use everycase_crates::target::{Source, Target};

use crate::args::{Diff, Format};
use crate::console::{self, Progress};
use crate::exit::Exit;
use crate::explore::crates::{cache, has_wanted, long_command, named, options};

/// Compares two versions of a crate.
pub(crate) fn run(command: &Diff) -> Exit {
    long_command(|stop| compared(command, stop))
}

/// Returns the crate that a word names; without one that of the current directory.
fn source(words: &[std::path::PathBuf]) -> Result<Source, Error> {
    let what = words.first().map_or_else(String::new, |own| own.display().to_string());
    named(words).map_err(Error::Input)?.ok_or_else(|| {
        Error::Input(format!("`{what}` is not a crate: `everycase diff` compares versions of Rust crates"))
    })
}

/// Finds the new version and the old one.
fn versions(command: &Diff) -> Result<(Target, Target), Error> {
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
    Ok((target, old))
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
    let (new, old) = versions(command)?;
    tell(&format!("reading the functions of {} {} and {}", new.package, old.version, new.version));
    let (of_new, of_old) = (callable(&new)?, callable(&old)?);
    let twins = twins((&new, of_new), (&old, of_old), &mut tell)?;
    has_wanted(&twins.candidates, &command.choice.only, &new.package)?;
    let literals = [&new, &old].map(|own| Literals::of_crate(&own.sources, Limits::default()).0);
    let options = options(&common, &command.choice, &new.package, stop);
    let constants = Constants::of_both(&literals[0], &literals[1]);
    let found = differences((&new, &old), &twins, &constants, &options, &mut tell)?;
    drop(progress);
    let comparison = Comparison::new((&new, &old), &twins, &found, options.seed);
    let detail = if common.verbose { Detail::Full } else { Detail::Brief };
    match common.format {
        Format::Json => {
            console::print(
                &comparison.records().iter().map(|record| record.line() + "\n").collect::<String>(),
            );
        }
        Format::Text if common.quiet && !comparison.has_changes() => {}
        Format::Text => console::print(&comparison.text(command.errors, detail)),
    }
    Ok(if comparison.has_changes() { Exit::Found } else { Exit::Nothing })
}
