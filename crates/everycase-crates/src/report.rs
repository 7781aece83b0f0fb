//! The report of an exploration of a crate, as text and as records.

mod comparison;
mod finding;
pub mod merge;
mod record;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::time::Duration;

use everycase_check::report::Detail;
use everycase_check::settings::seed::Seed;
use everycase_check::settings::shard::Shard;
use everycase_check::text::duration;
use everycase_check::text::encoding::Fingerprint;
use everycase_check::text::number::{counted, percent, small};

pub use self::comparison::{
    AcceptedChange, Change, Comparison, Dependency, Name, Order, RenamedFunction, Versions,
    tables as comparison_tables,
};
pub use self::finding::{FindingRecord, Group, Likeness};
pub use self::record::tables;
use crate::candidates::CallableItem;
use crate::coverage::{FileLines, Share};
use crate::driver::Driver;
use crate::explore::{Alike, Exploration, Options};
use crate::finding::Rank;
use crate::target::Target;

/// The results for readers. A report that is read from its records is the same.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was explored.
    pub package: Package,
    /// The seed of draws.
    pub seed: Seed,
    /// The findings of any rank, the most surprising first.
    pub findings: Vec<FindingRecord>,
    /// The findings that were accepted before.
    pub accepted: BTreeSet<Likeness>,
    /// The code of failures that did not come again when it ran alone.
    pub unsteady: Vec<String>,
    /// The functions that usually agree, the likeliest to be taken for each other first.
    pub alike: Vec<AlikeFunctions>,
    /// The number of expressions that ran.
    pub expressions: u64,
    /// The number of calls in them.
    pub calls: u64,
    /// All expressions up to this size ran, as in [`Exploration::through`].
    pub through: u32,
    /// Functions were tested whose path contains one of these texts; all without any.
    pub only: Vec<String>,
    /// The part, of an exploration that is divided.
    pub shard: Option<Shard>,
    /// The next size, of which a part has run its share.
    pub divided: Option<u32>,
    /// The expressions of that size in their order: [`order`](crate::explore::PartialLevel::order).
    pub order: Option<Fingerprint>,
    /// The time.
    pub time: Duration,
    /// How much of it an exploration has used that was killed, and from which this one went on.
    pub resumed: Option<Duration>,
    /// The number of functions of the crate, its constants among them.
    pub functions: u64,
    /// Of how many a call compiles.
    pub compiled: u64,
    /// How many were called.
    pub called: u64,
    /// How many returned.
    pub returned: u64,
    /// The others.
    pub not_returned: Vec<Gap>,
    /// How many lines of each file were reached; nothing if the compiler does not count that.
    pub files: Vec<FileLines>,
    /// Functions that were given up because they killed too many workers.
    pub given_up: Vec<String>,
    /// What it went without, as sentences.
    pub notes: Vec<String>,
    /// Whether the exploration was interrupted.
    pub is_interrupted: bool,
    /// Whether the system confined the crate.
    pub is_confined: bool,
    /// Findings below this rank are counted and not told.
    pub least: Rank,
    /// The most findings that the text tells.
    pub most: usize,
}

/// The name and the version of a package.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// Two functions that agree in most calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlikeFunctions {
    /// The first one.
    pub first: String,
    /// The second one.
    pub second: String,
    /// The number of calls with equal arguments.
    pub calls: u64,
    /// How many of them differ.
    pub differing: u64,
    /// The smallest call of the first one that differs.
    pub code: Vec<String>,
    /// What it returns.
    pub returns: String,
    /// What the second one returns.
    pub second_returns: String,
}

/// A function that never returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Its name.
    pub function: String,
    /// Why.
    pub why: String,
}

/// Returns the first line of a text, shortened.
pub(crate) fn line(text: &str) -> String {
    const MOST: usize = 200;
    let first = text.lines().next().unwrap_or_default();
    match first.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}..", &first[..at]),
        None => first.to_owned(),
    }
}

/// Returns a time, how much of it a run has used that was killed, and whether it was interrupted.
fn spent(time: Duration, resumed: Option<Duration>, is_interrupted: bool) -> String {
    let resumed = resumed.map_or_else(String::new, |own| {
        format!(", {} of them in a run that was killed", duration::show(own))
    });
    let how = if is_interrupted { ", interrupted" } else { "" };
    format!("{}{resumed}{how}", duration::show(time))
}

impl Report {
    /// Returns the report of an exploration. No finding is accepted, and all are told.
    pub fn new(
        target: &Target,
        items: &[CallableItem],
        driver: &Driver,
        found: &Exploration,
        options: &Options,
    ) -> Report {
        // Laws are not functions of the crate.
        let functions = items.iter().filter(|own| own.law.is_none()).count() as u64;
        let count = |all: &[bool]| {
            all.iter().zip(items).filter(|(own, item)| **own && item.law.is_none()).count() as u64
        };
        Report {
            package: Package { name: target.package.clone(), version: target.version.clone() },
            seed: options.seed,
            findings: found.findings.iter().map(FindingRecord::of).collect(),
            accepted: BTreeSet::new(),
            unsteady: found.unsteady.iter().map(|own| own.code.statements.join(" ")).collect(),
            alike: found.alike.iter().map(|own| AlikeFunctions::of(own, items)).collect(),
            expressions: found.expressions,
            calls: found.calls,
            through: found.through,
            only: options.only.clone(),
            shard: Some(options.shard).filter(|own| !own.is_whole()),
            divided: found.divided.map(|own| own.size),
            order: found.divided.map(|own| own.order),
            time: found.time,
            resumed: found.resumed,
            functions,
            compiled: count(&driver.compiles),
            called: count(&found.called),
            returned: count(&found.returned),
            not_returned: gaps(items, driver, found),
            files: found.lines.clone().unwrap_or_default(),
            given_up: found.given_up.clone(),
            notes: driver.notes.clone(),
            is_interrupted: found.is_interrupted,
            is_confined: found.is_confined,
            least: Rank::Documented,
            most: usize::MAX,
        }
    }

    /// Returns the findings that are told, the most surprising first; together if they are alike,
    /// have one form, fail on one line of methods with one name, or are laws of iterators that fail
    /// in one way.
    pub fn groups(&self) -> Vec<Group<'_>> {
        self.grouped(|own| own.rank <= self.least)
    }

    /// Returns findings that were not accepted, in groups.
    fn grouped(&self, is_wanted: impl Fn(&FindingRecord) -> bool) -> Vec<Group<'_>> {
        let mut groups: Vec<Group<'_>> = Vec::new();
        let mut known: BTreeMap<Likeness, usize> = BTreeMap::new();
        for own in self.findings.iter().filter(|own| is_wanted(own) && !self.is_accepted(own)) {
            let keys = [Some(own.likeness()), own.form(), own.line(), own.way()];
            let at = keys.iter().flatten().find_map(|key| known.get(key)).copied().unwrap_or(groups.len());
            match groups.get_mut(at) {
                Some(group) => group.others.push(own),
                None => groups.push(Group { first: own, others: Vec::new() }),
            }
            for key in keys.into_iter().flatten() {
                known.entry(key).or_insert(at);
            }
        }
        groups
    }

    /// Returns how many lines of all files were reached, if the compiler counts that.
    pub fn lines(&self) -> Option<Share> {
        Share::of(&self.files)
    }

    /// Returns whether a finding was accepted before.
    fn is_accepted(&self, finding: &FindingRecord) -> bool {
        self.accepted.contains(&finding.likeness())
    }

    /// Returns the number of accepted findings that were met again and would be reported otherwise,
    /// alike ones once.
    pub fn accepted_count(&self) -> u64 {
        let again: BTreeSet<Likeness> = self.findings.iter().map(FindingRecord::likeness).collect();
        again.iter().filter(|own| own.rank <= self.least && self.accepted.contains(own)).count() as u64
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
            let _ = writeln!(
                out,
                "and {}; raise --errors to see more\n",
                counted(more as u64, "further finding")
            );
        }
        for code in &self.unsteady {
            let _ = writeln!(out, "failed, and not again by itself: {code}");
        }
        let _ = write!(out, "{}: {}", self.name(), self.summary(detail));
        out
    }

    /// Returns the package, and the part of a divided exploration, for a reader.
    pub fn name(&self) -> String {
        let part = self.shard.map_or_else(String::new, |own| format!(", part {own}"));
        format!("{}{part}", self.package.words())
    }

    /// Returns the last lines: how much was found, and what ran.
    pub fn summary(&self, detail: Detail) -> String {
        let (told, accepted) = (self.groups().len() as u64, self.accepted_count());
        let hidden = self.grouped(|own| own.rank > self.least).len() as u64;
        let mut out = match (told, accepted) {
            (0, 0) if self.called == 0 => "nothing was called".to_owned(),
            (0, 0) => "nothing found".to_owned(),
            (0, _) => "nothing new".to_owned(),
            _ => counted(told, "finding"),
        };
        if accepted > 0 {
            let _ = write!(out, ", {} accepted", small(accepted));
        }
        let spent = spent(self.time, self.resumed, self.is_interrupted);
        let _ = writeln!(out, " in {} ({spent})", counted(self.calls, "call"));
        let (returned, all) = (self.returned, self.functions);
        let _ = write!(out, "    {} of {} returned a value", small(returned), counted(all, "function"));
        let _ = write!(out, " ({})", percent(returned, all));
        if let Some(Share { reached, lines }) = self.lines() {
            let _ = write!(out, ", {} of the lines reached", percent(reached, lines));
        }
        out.push('\n');
        if self.through > 0 || self.divided.is_some() {
            let share = self.divided.map(|own| format!(" and this part of size {own}")).unwrap_or_default();
            let _ = writeln!(
                out,
                "    all expressions of calls and constants through size {}{share}, with one of each group of \
                 equal-looking values; longer expressions were drawn",
                self.through
            );
        }
        if hidden > 0 {
            let _ = writeln!(
                out,
                "    {} below rank `{}` hidden, such as documented ones; show them with --min-rank documented",
                counted(hidden, "further failure"),
                self.least
            );
        }
        if !self.is_confined {
            out.push_str("    this system did not confine the crate\n");
        }
        for note in &self.notes {
            let _ = writeln!(out, "    {note}");
        }
        if !self.given_up.is_empty() {
            let _ =
                writeln!(out, "    given up after too many crashes or hangs: {}", self.given_up.join(", "));
        }
        if detail == Detail::Brief && !self.alike.is_empty() {
            let pairs = counted(self.alike.len() as u64, "pair");
            let _ = writeln!(out, "    {pairs} of functions that agree in most calls: --verbose");
        }
        if detail == Detail::Full {
            self.alike.iter().for_each(|own| out.push_str(&own.text()));
            for Gap { function, why } in &self.not_returned {
                let _ = writeln!(out, "    not called: {function} ({why})");
            }
        }
        out
    }
}

impl AlikeFunctions {
    fn of(own: &Alike, items: &[CallableItem]) -> AlikeFunctions {
        let [(first, code, returns), (second, _, second_returns)] = &own.each;
        AlikeFunctions {
            first: items[*first].name.clone(),
            second: items[*second].name.clone(),
            calls: own.calls,
            differing: own.differing,
            code: code.lines().map(str::to_owned).collect(),
            returns: returns.clone(),
            second_returns: second_returns.clone(),
        }
    }

    /// Returns it as text: how often they agree, and a call that differs.
    fn text(&self) -> String {
        let agreeing = small(self.calls - self.differing);
        let mut out = format!("    `{}` and `{}` agree in {agreeing}", self.first, self.second);
        let _ = writeln!(out, " of {}, and not in", counted(self.calls, "call"));
        for line in self.code.iter().flat_map(|own| own.lines()) {
            let _ = writeln!(out, "            {line}");
        }
        let [first, second] = [&self.returns, &self.second_returns].map(|own| line(own));
        let _ = writeln!(out, "        {first}, of the second {second}");
        out
    }
}

impl Package {
    /// Returns the name and the version, for a reader.
    pub fn words(&self) -> String {
        format!("{} {}", self.name, self.version)
    }
}

/// Why a function never returned that was called.
const NOT_RETURNED: &str = "no call returned";

/// Returns the items that never returned, and why.
fn gaps(items: &[CallableItem], driver: &Driver, found: &Exploration) -> Vec<Gap> {
    let each = items.iter().zip(&driver.compiles).enumerate();
    let missing = each.filter(|(index, own)| !found.returned[*index] && own.0.law.is_none());
    missing
        .map(|(index, (item, compiles))| {
            let why = match (item.skipped, compiles) {
                (Some(why), _) => why.to_owned(),
                (None, false) => match driver.errors.get(&index) {
                    Some(error) => format!("no type arguments compile: {error}"),
                    None => "no type arguments compile".to_owned(),
                },
                (None, true) if found.called[index] => NOT_RETURNED.to_owned(),
                (None, true) => "no expression produces its arguments".to_owned(),
            };
            Gap { function: item.name.clone(), why }
        })
        .collect()
}

/// Returns a test file with the confirmed findings that are told, each a test that fails until its
/// cause is mended.
pub fn tests(report: &Report) -> String {
    let mut out = format!(
        "//! Failures of {} that `everycase explore` has found. Each test fails until its cause is mended.\n",
        report.package.words()
    );
    for (number, group) in report.groups().iter().filter(|own| own.first.is_confirmed).enumerate() {
        let own = group.first;
        let what = own.what.lines().next().unwrap_or_default();
        let place = own.place.as_deref().map_or_else(String::new, |own| format!(" at {own}"));
        let _ = writeln!(out, "\n/// {}: {what}{place}", own.rank);
        if let Some(needed) = own.needs() {
            let _ = writeln!(out, "///\n/// It needs the crate `{needed}`.");
        }
        let _ = write!(out, "#[test]\nfn finding_{}() {{\n", number + 1);
        for line in own.code.iter().flat_map(|own| own.lines()) {
            let _ = writeln!(out, "    {line}");
        }
        out.push_str("}\n");
    }
    out
}

/// The time of an exploration, unless it is given.
pub const TIME: Duration = Duration::from_secs(60);

#[cfg(test)]
mod testing;
