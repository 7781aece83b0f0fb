//! `everycase merge`: merges the parts of a run, from the files that each part wrote, into one
//! report.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use everycase_check::records::Record;
use everycase_check::report::merge::merge;
use everycase_check::report::recorder::BEGUN;
use everycase_check::report::{self, Detail, Report};
use everycase_check::settings::shard::Shard;
use everycase_check::strength::ScoreReport;
use everycase_crates::report::{self as crates, merge as crate_parts};
use everycase_explore::{merge as explorations, report as explored};

use crate::args::{Format, Merge};
use crate::exit::Exit;
use crate::records::{Entry, UNFINISHED};
use crate::{console, junit, records};

mod annotations;
pub(crate) mod summary;

/// The files of the parts of one property.
#[derive(Default)]
struct Parts {
    /// Those that have ended.
    ended: Vec<(Shard, PathBuf)>,
    /// Those that have begun and not ended, perhaps after they have ended before.
    begun: Vec<(Shard, PathBuf)>,
}

impl Parts {
    /// Returns which parts have never ended, as an error.
    fn unfinished(&self) -> Option<String> {
        let has_ended = |part: &Shard| self.ended.iter().any(|(ended, _)| ended == part);
        let mut open: Vec<&(Shard, PathBuf)> =
            self.begun.iter().filter(|(part, _)| !has_ended(part)).collect();
        open.sort_by_key(|(part, _)| part.index());
        let (_, first) = open.first()?;
        let name = about(first).map_or_else(|| "the check".to_owned(), |about| about.name);
        let parts: Vec<String> = open.iter().map(|(part, _)| part.to_string()).collect();
        let (what, each) = if parts.len() == 1 { ("part", "it") } else { ("parts", "each") };
        let parts = parts.join(", ");
        Some(format!("{name} did not finish in {what} {parts}; run {each} again"))
    }

    /// Returns the report of a check whose parts cannot be merged.
    fn error(&self, why: &str) -> Option<Report> {
        let (_, first) = self.ended.iter().chain(&self.begun).next()?;
        Some(Report::error(about(first)?, None, why.to_owned()))
    }

    /// Returns the parts whose later run has not ended.
    fn run_again(&self) -> Vec<String> {
        let has_ended = |part: &Shard| self.ended.iter().any(|(ended, _)| ended == part);
        self.begun.iter().filter(|(part, _)| has_ended(part)).map(|(part, _)| part.to_string()).collect()
    }
}

pub(crate) fn run(command: &Merge) -> Exit {
    let (junit, summary) = (command.junit.as_deref(), command.summary.as_deref());
    let is_writable = junit::check(junit).and_then(|()| summary::check(summary, command.common.format));
    if let Err(why) = is_writable {
        return console::wrong(&why);
    }
    let mut all = BTreeMap::new();
    if let Err(error) = find(&command.directory, &mut all) {
        return console::wrong(&format!("{}: {error}", command.directory.display()));
    }
    if all.is_empty() {
        let directory = command.directory.display();
        return console::wrong(&format!("there are no parts `K-of-N.ndjson` in {directory}"));
    }
    let mut exit = Exit::Nothing;
    let (mut reports, mut scores, mut explorations, mut crates) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    // They are in the JUnit file only: what is wrong with them is an error of this command.
    let mut without_report = Vec::new();
    for (directory, parts) in all {
        let again = parts.run_again();
        if !again.is_empty() && !command.common.quiet {
            let (directory, again) = (directory.display(), again.join(", "));
            console::complain(&format!(
                "note: {directory}: a later run of part {again} has not ended; its earlier records are merged\n"
            ));
        }
        match parts.unfinished().map_or_else(|| whole(&parts.ended), Err) {
            Ok(Whole::Property(report)) => reports.push((directory, *report)),
            Ok(Whole::Score(score)) => scores.push(*score),
            Ok(Whole::Exploration(exploration)) => explorations.push(*exploration),
            Ok(Whole::Crate(report)) => crates.push(*report),
            Ok(Whole::Other) => {}
            Err(why) => {
                console::complain(&format!("error: {}: {why}\n", directory.display()));
                exit = exit.max(Exit::Usage);
                without_report.extend(parts.error(&why));
            }
        }
    }
    for error in copies(&reports) {
        console::complain(&format!("error: {error}\n"));
        exit = exit.max(Exit::Usage);
    }
    let mut reports: Vec<Report> = reports.into_iter().map(|(_, report)| report).collect();
    sort(&mut reports);
    let files: Vec<_> = reports.chunk_by(|one, next| one.about.file == next.about.file).collect();
    for reports in &files {
        let mut heading = (files.len() > 1).then(|| format!("{}\n", reports[0].about.file));
        for report in *reports {
            exit = exit.max(Exit::of(report));
            print(report, &mut heading, command);
        }
    }
    for score in &scores {
        let is_failure = score.standing().is_failure();
        exit = exit.max(if is_failure { Exit::Found } else { Exit::Nothing });
        match command.common.format {
            Format::Json => console::print(&(score.record().line() + "\n")),
            Format::Text if !is_printed(command, is_failure) => {}
            Format::Text => console::print(&(console::fitted(|| score.text(detail(command))) + "\n")),
        }
    }
    for exploration in &explorations {
        let is_failure = !exploration.told().is_empty();
        exit = exit.max(if is_failure { Exit::Found } else { Exit::Nothing });
        print_exploration(command, is_failure, &exploration.records(), || exploration.text(detail(command)));
    }
    for report in &crates {
        let is_failure = !report.groups().is_empty();
        exit = exit.max(if is_failure { Exit::Found } else { Exit::Nothing });
        print_exploration(command, is_failure, &report.records(), || report.text(detail(command)));
    }
    reports.extend(without_report);
    sort(&mut reports);
    let all = MergedReports { reports, scores, explorations, crates };
    if crate::annotations::are_wanted() {
        console::complain(&annotations::text(&all));
    }
    let junit = junit.map(|path| junit::write(path, &all.reports));
    let summary = summary.map(|path| summary::write(path, &all));
    for why in [junit, summary].into_iter().flatten().filter_map(Result::err) {
        console::complain(&format!("error: {why}\n"));
        exit = exit.max(Exit::Usage);
    }
    exit
}

/// All that was merged.
struct MergedReports {
    /// The reports of properties, with an error for each one whose parts cannot be merged.
    reports: Vec<Report>,
    scores: Vec<ScoreReport>,
    explorations: Vec<explored::Report>,
    crates: Vec<crates::Report>,
}

/// Sorts reports by source file. Directories have the names of source files first, but one of these
/// may be the beginning of another.
fn sort(reports: &mut [Report]) {
    reports.sort_by(|one, other| one.about.file.cmp(&other.about.file));
}

/// Returns what the check is about whose records are in a file.
fn about(file: &Path) -> Option<report::About> {
    records::about(&fs::read_to_string(file).ok()?)
}

/// Finds the parts in a directory and below it, grouped by their directory.
fn find(directory: &Path, all: &mut BTreeMap<PathBuf, Parts>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, all)?;
        } else if let Some(part) = part(&path, "ndjson") {
            all.entry(directory.to_owned()).or_default().ended.push((part, path));
        } else if let Some(part) = part(&path, BEGUN) {
            all.entry(directory.to_owned()).or_default().begun.push((part, path));
        }
    }
    Ok(())
}

/// Returns the part of a file named `K-of-N` with this extension.
fn part(path: &Path, extension: &str) -> Option<Shard> {
    let stem = path.file_stem().filter(|_| path.extension().is_some_and(|own| own == extension))?;
    let (index, of) = stem.to_str()?.split_once("-of-")?;
    Shard::parse(&format!("{index}/{of}"))
}

/// What the parts of a run are about.
enum Whole {
    /// A property.
    Property(Box<Report>),
    /// The score of a property and a function.
    Score(Box<ScoreReport>),
    /// The exploration of a program.
    Exploration(Box<explored::Report>),
    /// The exploration of a crate.
    Crate(Box<crates::Report>),
    /// Something that has no parts.
    Other,
}

/// Reads and merges the parts of one property, of one score, or of one exploration.
fn whole(parts: &[(Shard, PathBuf)]) -> Result<Whole, String> {
    let (mut reports, mut scores, mut explorations, mut crates) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut others = 0;
    for (part, path) in parts {
        let wrong = |why: String| format!("{}: {why}", path.display());
        let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let first = records::entries(&text).next().unwrap_or_else(|| Err(UNFINISHED.to_owned()));
        match first.map_err(wrong)? {
            Entry::Property(report) => {
                let own = report.covered.as_ref().map(|covered| covered.coverage.shard);
                reports.push((is_of(*part, own).map_err(wrong)?, *report));
            }
            Entry::Score(score) => {
                is_of(*part, Some(score.shard)).map_err(wrong)?;
                scores.push(*score);
            }
            Entry::Exploration(report) => {
                let own = report.runs.first().map(|run| run.covered.coverage.shard);
                explorations.push((is_of(*part, own).map_err(wrong)?, *report));
            }
            Entry::Crate(report) => {
                // A part that has none is the whole.
                let own = report.shard.unwrap_or(Shard::WHOLE);
                crates.push((is_of(*part, Some(own)).map_err(wrong)?, *report));
            }
            Entry::Refusal(_)
            | Entry::Suite(_)
            | Entry::Comparison(_)
            | Entry::Programs(_)
            | Entry::Generator(_)
            | Entry::Other(_) => {
                others += 1;
            }
        }
    }
    if !explorations.is_empty() && reports.is_empty() && scores.is_empty() {
        return explorations::merge(explorations)
            .map(|report| Whole::Exploration(Box::new(report)))
            .map_err(|error| error.to_string());
    }
    if !crates.is_empty() && reports.is_empty() && scores.is_empty() {
        return crate_parts::merge(crates)
            .map(|report| Whole::Crate(Box::new(report)))
            .map_err(|error| error.to_string());
    }
    if reports.is_empty() && scores.is_empty() && others > 0 {
        return Ok(Whole::Other);
    }
    if scores.is_empty() {
        return merge(reports)
            .map(|report| Whole::Property(Box::new(report)))
            .map_err(|error| error.to_string());
    }
    ScoreReport::merge(scores).map(|score| Whole::Score(Box::new(score))).map_err(|error| error.to_string())
}

/// Returns the part of a record, which its file has to name. A record of a check that could not be
/// made has none of its own.
fn is_of(named: Shard, own: Option<Shard>) -> Result<Shard, String> {
    match own {
        Some(own) if own != named => {
            Err(format!("this is the record of part {own}, a copy under another name: run part {named}"))
        }
        _ => Ok(named),
    }
}

/// Returns an error for each two directories that hold the same property.
fn copies(reports: &[(PathBuf, Report)]) -> Vec<String> {
    let mut errors = Vec::new();
    for (i, (directory, report)) in reports.iter().enumerate() {
        if let Some((first, _)) = reports[..i].iter().find(|(_, other)| other.about == report.about) {
            let (first, directory) = (first.display(), directory.display());
            let name = &report.about.name;
            errors.push(format!("{directory}: {name} is in {first}, too: delete one of the directories"));
        }
    }
    errors
}

fn print(report: &Report, heading: &mut Option<String>, command: &Merge) {
    let is_told = is_printed(command, Exit::of(report) != Exit::Nothing);
    match command.common.format {
        Format::Json => {
            console::print(&report.records().iter().map(|record| record.line() + "\n").collect::<String>());
        }
        Format::Text if is_told => {
            let heading = heading.take().unwrap_or_default();
            let text = console::fitted(|| report.text(detail(command)));
            console::print(&format!("{heading}{text}\n"));
        }
        Format::Text => {}
    }
}

/// Prints the exploration of a program or a crate.
fn print_exploration(command: &Merge, is_failure: bool, records: &[Record], text: impl FnOnce() -> String) {
    match command.common.format {
        Format::Json => {
            console::print(&records.iter().map(|record| record.line() + "\n").collect::<String>());
        }
        Format::Text if !is_printed(command, is_failure) => {}
        Format::Text => console::print(&text()),
    }
}

/// Returns whether a report is printed as text. A summary on the standard output takes its place.
fn is_printed(command: &Merge, is_failure: bool) -> bool {
    (is_failure || !command.common.quiet) && !command.summary.as_deref().is_some_and(summary::is_output)
}

fn detail(command: &Merge) -> Detail {
    if command.common.verbose { Detail::Full } else { Detail::Brief }
}
