//! What an exploration of a crate found, as text and as records.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use everycase_check::fields;
use everycase_check::records::{Fields, Record, Table, together};
use everycase_check::report::Detail;
use everycase_check::settings::seed::Seed;
use everycase_check::text::duration;
use everycase_check::text::number::{counted, percent, small};

use crate::candidates::CallableItem;
use crate::explore::Exploration;
use crate::finding::{Finding, Rank};

/// The results for readers.
#[derive(Clone, Debug)]
pub struct Report {
    /// The name of the package.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The seed of draws.
    pub seed: Seed,
    /// What was found.
    pub found: Exploration,
    /// The items of the crate.
    pub items: Vec<CallableItem>,
    /// Whether some call of an item compiles, by the item.
    pub compiles: Vec<bool>,
    /// What rustc says of the items of which no call compiles.
    pub errors: BTreeMap<usize, String>,
    /// Findings below this rank are counted and not told.
    pub least: Rank,
    /// The most findings that the text tells.
    pub most: usize,
}

/// Findings that have the same cause, as far as their messages and functions tell.
pub struct Group<'r> {
    /// The one with the smallest expression.
    pub first: &'r Finding,
    /// The others.
    pub others: Vec<&'r Finding>,
}

impl Report {
    /// Returns the findings that are told, the most surprising first, alike ones together.
    pub fn groups(&self) -> Vec<Group<'_>> {
        let mut groups: Vec<Group<'_>> = Vec::new();
        let mut known: BTreeMap<(Rank, String, String, String), usize> = BTreeMap::new();
        for own in self.found.shown(self.least) {
            if let Some(at) = known.get(&own.likeness()) {
                groups[*at].others.push(own);
            } else {
                known.insert(own.likeness(), groups.len());
                groups.push(Group { first: own, others: Vec::new() });
            }
        }
        groups
    }

    /// Returns the report as text.
    pub fn text(&self, detail: Detail) -> String {
        let mut out = String::new();
        let groups = self.groups();
        for group in groups.iter().take(self.most) {
            out.push_str(&group.text(detail));
            out.push('\n');
        }
        let more = groups.len().saturating_sub(self.most);
        if more > 0 {
            let _ = writeln!(out, "and {}: --errors tells more\n", counted(more as u64, "further finding"));
        }
        for own in &self.found.unsteady {
            let _ = writeln!(out, "failed once and not again: {}", own.code.statements.join(" "));
        }
        out.push_str(&self.summary(detail));
        out
    }

    /// Returns the last lines: how much was found, and what ran.
    pub fn summary(&self, detail: Detail) -> String {
        let Exploration { findings, through, time, calls, is_interrupted, is_confined, .. } = &self.found;
        let told = self.groups().len() as u64;
        let hidden = findings.iter().filter(|own| own.rank > self.least).count() as u64;
        let what = if told == 0 { "nothing found".to_owned() } else { counted(told, "finding") };
        let how = if *is_interrupted { ", interrupted" } else { "" };
        let mut out = format!(
            "{} {}: {what} in {} ({}{how})\n",
            self.name,
            self.version,
            counted(*calls, "call"),
            duration::show(*time)
        );
        let returned = self.found.returned.iter().filter(|own| **own).count() as u64;
        let all = self.items.len() as u64;
        let _ = write!(out, "    {} of {} returned a value", small(returned), counted(all, "function"));
        let _ = writeln!(out, " ({})", percent(returned, all));
        if *through > 0 {
            let _ = writeln!(
                out,
                "    all expressions of calls and constants through size {through}, values that look alike once; longer \
                 ones were drawn"
            );
        }
        if hidden > 0 {
            let _ = writeln!(
                out,
                "    {} hidden, which the documentation tells or the arguments ask for: --min-rank documented",
                counted(hidden, "further failure")
            );
        }
        if !is_confined {
            out.push_str("    this system did not confine the crate\n");
        }
        if !self.found.given_up.is_empty() {
            let _ = writeln!(out, "    given up, too many deaths: {}", self.found.given_up.join(", "));
        }
        if detail == Detail::Full {
            for (name, why) in self.not_called() {
                let _ = writeln!(out, "    not called: {name} ({why})");
            }
        }
        out
    }

    /// Returns the items that never returned, and why.
    pub fn not_called(&self) -> Vec<(&str, String)> {
        let each = self.items.iter().zip(&self.compiles).enumerate();
        let missing = each.filter(|(index, _)| !self.found.returned[*index]);
        missing
            .map(|(index, (item, compiles))| {
                let why = match (item.skipped, compiles) {
                    (Some(why), _) => why.to_owned(),
                    (None, false) => match self.errors.get(&index) {
                        Some(error) => format!("no choice of its types compiles: {error}"),
                        None => "no choice of its types compiles".to_owned(),
                    },
                    (None, true) if self.found.called[index] => "no call returned".to_owned(),
                    (None, true) => "nothing makes its arguments".to_owned(),
                };
                (&*item.name, why)
            })
            .collect()
    }

    /// Returns the report as records: one for each finding, then one for the whole.
    pub fn records(&self) -> Vec<Record> {
        let package = |record: Record| record.with("name", &self.name).with("version", &self.version);
        let finding = |own: &Finding| package(Record::new("crate", "finding")).and(own);
        let mut all: Vec<Record> = self.found.findings.iter().map(finding).collect();
        all.push(package(Record::new("crate", "finish")).and(self));
        all
    }
}

impl Group<'_> {
    /// Returns the group as text.
    pub fn text(&self, detail: Detail) -> String {
        let own = self.first;
        let mut out = format!("{}: {}\n", own.rank, own.what.lines().next().unwrap_or_default());
        // A place outside of the crate says less than the function that led there.
        match (&own.place, own.frames.first()) {
            (Some(place), Some(frame)) if place.starts_with('/') => _ = writeln!(out, "    in {frame}"),
            (Some(place), _) => _ = writeln!(out, "    at {place}"),
            (None, _) => {}
        }
        for line in own.code.lines().flat_map(str::lines) {
            let _ = writeln!(out, "        {line}");
        }
        let _ = writeln!(out, "    {}", own.how());
        if !self.others.is_empty() {
            let places: Vec<&str> = self.others.iter().filter_map(|own| own.place.as_deref()).collect();
            let _ = match detail {
                Detail::Full => writeln!(out, "    the same at {}", places.join(", ")),
                Detail::Brief => {
                    writeln!(out, "    the same at {}", counted(places.len() as u64, "further place"))
                }
            };
        }
        if detail == Detail::Full {
            for frame in &own.frames {
                let _ = writeln!(out, "    in {frame}");
            }
        }
        out
    }
}

impl Finding {
    /// Returns why it is shown, how often it was met, and how small it is.
    pub fn how(&self) -> String {
        let code = if self.is_confirmed { "" } else { "; the code was not run by itself" };
        format!(
            "{}; {}, size {}{code}",
            self.rank.reason(),
            counted(self.count, "failure"),
            self.expression.size()
        )
    }

    /// Returns what findings of one cause have in common: the message without its numbers, the file
    /// and the function.
    fn likeness(&self) -> (Rank, String, String, String) {
        let what: String = self.what.chars().filter(|own| !own.is_ascii_digit()).collect();
        let file = self.place.as_deref().and_then(|own| own.split(':').next()).unwrap_or_default().to_owned();
        let function = match self.frames.first() {
            Some(frame) => frame.split([' ', '<']).next().unwrap_or_default().to_owned(),
            None => self.function.clone(),
        };
        (self.rank, what, file, function)
    }
}

fields! { own: Finding;
    "rank": = own.rank.name(), "how surprising it is: `memory`, `abort`, `stack-overflow`, `hang`, `out-of-memory`, `promise`, \
        `unexpected`, `explicit`, `doubtful` or `documented`";
    "what": = &own.what, "what happens: the message of the panic";
    "place": = own.place.clone(), "where, or `null`";
    "function": = &own.function, "the function that was called";
    "frames": = own.frames.clone(), "the functions of the crate that were running, the innermost first";
    "code": = own.code.lines().map(str::to_owned).collect::<Vec<String>>(), "Rust that fails so";
    "confirmed": = own.is_confirmed, "whether the code was compiled by itself, and failed so";
    "size": = own.expression.size(), "the size of the expression";
    "count": = own.count, "the number of expressions that failed so";
}

fields! { own: Report;
    "seed": = own.seed, "the seed of draws";
    "expressions": = own.found.expressions, "the number of expressions that ran";
    "calls": = own.found.calls, "the number of calls in them";
    "through": = own.found.through, "all expressions of calls and constants up to this size ran, with one value of those that look alike";
    "time_s": = own.found.time.as_secs_f64(), "the time, in seconds";
    "functions": = own.items.len(), "the number of public functions, methods, constructors and constants";
    "compiled": = own.compiles.iter().filter(|own| **own).count(), "of how many a call compiles";
    "called": = own.found.called.iter().filter(|own| **own).count(), "how many were called";
    "returned": = own.found.returned.iter().filter(|own| **own).count(), "how many returned";
    "not_called": = own.not_called().iter().map(|(name, why)| format!("{name}: {why}")).collect::<Vec<_>>(),
        "the functions that never returned, each with the reason";
    "deaths": = own.found.deaths, "the number of workers that died";
    "given_up": = own.found.given_up.clone(), "the functions that killed too many workers";
    "interrupted": = own.found.is_interrupted, "whether the exploration was interrupted";
}

/// Returns the tables of `docs/records.md` about crates.
pub fn tables() -> Vec<Table> {
    vec![("`finding`", together(&[Finding::FIELDS])), ("`crate`", together(&[Report::FIELDS]))]
}

/// Returns a test file with the confirmed findings that are told, each a test that fails until its
/// cause is mended.
pub fn tests(report: &Report) -> String {
    let mut out = format!(
        "//! Failures of {} {} that `everycase explore` has found. Each test fails until its cause is mended.\n",
        report.name, report.version
    );
    for (number, group) in report.groups().iter().filter(|own| own.first.is_confirmed).enumerate() {
        let own = group.first;
        let what = own.what.lines().next().unwrap_or_default();
        let place = own.place.as_deref().map_or_else(String::new, |own| format!(" at {own}"));
        let _ = write!(out, "\n/// {}: {what}{place}\n#[test]\nfn finding_{}() {{\n", own.rank, number + 1);
        for line in own.code.lines().flat_map(str::lines) {
            let _ = writeln!(out, "    {line}");
        }
        out.push_str("}\n");
    }
    out
}

/// The time of an exploration, unless it is given.
pub const TIME: Duration = Duration::from_secs(60);
