//! `everycase report`: an HTML page about the runs that left some records.

mod collect;
mod comparison;
mod crates;
mod exploration;
mod generator;
mod programs;
mod property;
mod strength;
#[cfg(test)]
mod tests;

use everycase_check::files;
use everycase_check::text::number::counted;

use self::collect::Collection;
use crate::args::Report;
use crate::console;
use crate::exit::Exit;
use crate::page::{Finding, Group, Page, Section, Tally, Tone};
use crate::program;
use crate::records::RECORDS;

pub(crate) use self::comparison::shown as of_versions;
pub(crate) use self::crates::shown as of_crate;
pub(crate) use self::exploration::shown as exploration;
pub(crate) use self::programs::shown as of_programs;

/// A thing that a page is about: its section, and what was found.
pub(crate) struct PageEntry {
    pub(crate) section: Section,
    pub(crate) findings: Vec<Finding>,
}

pub(crate) fn run(command: &Report) -> Exit {
    if let Err(error) = files::check(&command.html) {
        return console::wrong(&console::not_written("--html", &command.html, &error));
    }
    let files = match program::files(&command.paths, &RECORDS, "records") {
        Ok(files) => files,
        Err(exit) => return exit,
    };
    let collection = match Collection::read(files.iter().map(|file| &*file.path)) {
        Ok(collection) => collection,
        Err(why) => return console::wrong(&why),
    };
    let page = page_of(&collection);
    if let Err(error) = files::replace(&command.html, &page.html()) {
        return console::wrong(&console::not_written("--html", &command.html, &error));
    }
    if !command.common.quiet {
        let results: usize = page.groups.iter().map(|group| group.sections.len()).sum();
        let (found, results) =
            (counted(page.findings.len() as u64, "finding"), counted(results as u64, "result"));
        console::print(&format!("{}: {found} in {results}\n", command.html.display()));
    }
    Exit::Nothing
}

/// Returns the page about all that was read.
fn page_of(collection: &Collection) -> Page {
    let groups = [
        ("Properties", collection.properties.iter().map(property::shown).collect()),
        ("Strength", strength::all(collection)),
        ("Explorations", collection.explorations.iter().map(exploration::shown).collect()),
        ("Crates", collection.crates.iter().map(crates::shown).collect()),
        ("Versions", collection.comparisons.iter().map(comparison::shown).collect()),
        ("Programs", collection.programs.iter().map(programs::shown).collect()),
        ("Generators", collection.generators.iter().map(generator::shown).collect()),
    ];
    let about = format!("From {}.", counted(collection.files as u64, "file") + " of records");
    page("Report of everycase".to_owned(), about, groups, collection.notes())
}

/// Returns a page about some things: all findings, the worst first, then all sections.
pub(crate) fn page(
    title: String,
    about: String,
    groups: impl IntoIterator<Item = (&'static str, Vec<PageEntry>)>,
    notes: Vec<String>,
) -> Page {
    let (mut findings, mut all) = (Vec::new(), Vec::new());
    for (title, shown) in groups {
        let mut sections = Vec::new();
        for PageEntry { section, findings: own } in shown {
            findings.extend(own);
            sections.push(section);
        }
        if !sections.is_empty() {
            all.push(Group { title, sections });
        }
    }
    findings.sort_by_key(|finding| finding.tone);
    Page { title, about, tallies: tallies(&all), findings, groups: all, notes }
}

/// Counts the sections of each verdict, the worst first.
fn tallies(groups: &[Group]) -> Vec<Tally> {
    let mut tallies: Vec<Tally> = Vec::new();
    let sections = groups.iter().flat_map(|group| &group.sections);
    for section in sections.filter(|section| section.tone != Tone::Plain) {
        let is_same = |tally: &&mut Tally| tally.what == section.verdict && tally.tone == section.tone;
        match tallies.iter_mut().find(is_same) {
            Some(tally) => tally.count += 1,
            None => tallies.push(Tally { count: 1, what: section.verdict.clone(), tone: section.tone }),
        }
    }
    tallies.sort_by_key(|tally| tally.tone);
    tallies
}

/// Returns the tone of something that fails or not.
fn tone(is_failure: bool) -> Tone {
    if is_failure { Tone::Bad } else { Tone::Good }
}
