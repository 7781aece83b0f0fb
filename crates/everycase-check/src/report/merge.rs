//! Merges the parts of a run into the report of the whole run.
//!
//! A part has a budget of tests, so all parts do exactly what the whole run does: each position in
//! one part, in addition to what every part does. A part only collects; whether the property was
//! tested, and whether shares of inputs are missed, is concluded here, from the sum of the claims
//! of all parts. A part that fails ends early: the sum then says which sizes all parts have
//! completed.

use std::fmt;

use crate::check::{Ending, Minimal};
use crate::claims::Coverage;
use crate::claims::stream::Stream;
use crate::records::ToJson;
use crate::records::json::Json;
use crate::report::{CoverageReport, Finding, Outcome, Report};
use crate::settings::shard::Shard;
use everycase_kernel::sorted::{SortedMap, sort_by_key};

/// The maximal number of missing parts that an error names.
const LISTED: usize = 100;

/// Why parts cannot be merged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MergeError {
    /// The list of parts is empty.
    Empty,
    /// These parts are missing.
    Missing {
        /// The parts, counted from 0.
        parts: Vec<u64>,
        /// The number of parts of the run.
        of: u64,
    },
    /// A part was interrupted.
    Interrupted(Shard),
    /// There are several records of this part.
    Twice(Shard),
    /// Two parts are of different runs.
    Differs {
        /// The part that differs from the first one.
        part: Shard,
        /// What differs: the seed, the budget, the shape of the inputs, or the number of parts.
        what: &'static str,
    },
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MergeError::Empty => f.write_str("there are no parts"),
            MergeError::Missing { parts, of } => {
                let parts: Vec<String> = parts.iter().map(|part| format!("{part}/{of}")).collect();
                let (what, are) = if parts.len() == 1 { ("part", "is") } else { ("parts", "are") };
                write!(f, "{what} {} {are} missing: run `--shard K/{of}` for each", parts.join(", "))
            }
            MergeError::Interrupted(part) => {
                write!(f, "part {part} was interrupted: run it again with `--shard {part}`")
            }
            MergeError::Twice(part) => {
                write!(f, "there are several records of part {part}: delete all but one")
            }
            MergeError::Differs { part, what } => {
                write!(f, "part {part} is of another run: its {what} differs from the first part's")
            }
        }
    }
}

impl std::error::Error for MergeError {}

/// The report of one part of a run.
pub trait Part {
    /// Returns whether the part was interrupted.
    fn is_interrupted(&self) -> bool;

    /// Returns what all parts of a run have in common, each by its name in messages. What only one
    /// of two parts knows is not compared.
    fn run(&self) -> Vec<(&'static str, Json)>;
}

/// Puts the parts of one run in their order.
///
/// # Errors
/// If parts are missing or were interrupted, or belong to different runs.
pub fn sort<P: Part>(parts: &mut [(Shard, P)]) -> Result<(), MergeError> {
    sort_by_key(parts, |(part, _)| part.index());
    let (shard, first) = parts.first().ok_or(MergeError::Empty)?;
    if let Some((part, _)) = parts.iter().find(|(_, report)| report.is_interrupted()) {
        return Err(MergeError::Interrupted(*part));
    }
    let run = first.run();
    for (part, report) in &*parts {
        let differs =
            |(what, own): &(&str, Json)| run.iter().any(|(name, first)| name == what && first != own);
        let what = if part.of() == shard.of() {
            report.run().into_iter().find(differs).map(|(what, _)| what)
        } else {
            Some("number of parts")
        };
        if let Some(what) = what {
            return Err(MergeError::Differs { part: *part, what });
        }
    }
    missing(shard.of(), parts.iter().map(|(part, _)| *part))
}

impl Part for Report {
    fn is_interrupted(&self) -> bool {
        Report::is_interrupted(self)
    }

    fn run(&self) -> Vec<(&'static str, Json)> {
        let mut all = vec![
            ("property", self.about.json()),
            ("seed", self.run.map(|run| run.seed).json()),
            ("budget", self.run.map(|run| run.budget).json()),
            ("number of findings that end it", self.run.map(|run| run.limit).json()),
        ];
        // The shape is not known of a part that could not be checked.
        all.extend(self.run.and_then(|run| run.fingerprint).map(|shape| ("shape of inputs", shape.json())));
        all
    }
}

/// Merges the parts of one property's run.
///
/// # Errors
/// If parts are missing or were interrupted, or belong to different runs.
pub fn merge(mut parts: Vec<(Shard, Report)>) -> Result<Report, MergeError> {
    sort(&mut parts)?;
    match parts.iter().find(|(_, part)| part.covered.is_none()) {
        // A property that could not be run in one part cannot be run at all.
        Some((_, part)) => Ok(part.clone()),
        None => Ok(whole(&parts)),
    }
}

/// Returns an error that names the parts of `of` that are missing, or one that is there twice.
fn missing(of: u64, parts: impl Iterator<Item = Shard>) -> Result<(), MergeError> {
    let mut known: SortedMap<u64, ()> = SortedMap::default();
    for part in parts {
        if known.has(&part.index()) {
            return Err(MergeError::Twice(part));
        }
        known.insert(part.index(), ());
    }
    let parts: Vec<u64> = (0..of).filter(|index| !known.has(index)).take(LISTED).collect();
    if parts.is_empty() { Ok(()) } else { Err(MergeError::Missing { parts, of }) }
}

/// Returns the report of all parts, which belong together.
fn whole(parts: &[(Shard, Report)]) -> Report {
    let all: Vec<&CoverageReport> = parts.iter().filter_map(|(_, part)| part.covered.as_ref()).collect();
    let mut report = parts[0].1.clone();
    let Some(covered) = covered(&all) else { return report };
    let coverage = &covered.coverage;
    (report.why, report.notes) = (Vec::new(), Vec::new());
    report.findings = findings(parts, coverage);
    // The property is tested if any part has tested it.
    let is_tested = |part: &&CoverageReport| {
        let own = &part.coverage;
        own.inputs() > own.discards() + own.undecided()
    };
    let untested = !all.iter().any(is_tested);
    let has = |outcome: Outcome| parts.iter().any(|(_, part)| part.outcome == outcome);
    report.outcome = if has(Outcome::Failed) {
        Outcome::Failed
    } else if has(Outcome::FailedAsExpected) {
        Outcome::FailedAsExpected
    } else if untested {
        Outcome::Unreached
    } else if has(Outcome::NoCounterexample) {
        Outcome::NoCounterexample
    } else {
        report.why = coverage.missed().iter().map(ToString::to_string).collect();
        if report.why.is_empty() { Outcome::Passed } else { Outcome::Undershot }
    };
    if report.outcome == Outcome::Unreached {
        let why = parts.iter().find(|(_, part)| part.outcome == Outcome::Unreached);
        report.why = match why {
            Some((_, part)) => part.why.clone(),
            None => vec![super::untested(coverage).to_owned()],
        };
    }
    report.covered = Some(covered);
    report
}

/// Returns what the parts have covered together. `None` without parts.
pub fn covered(all: &[&CoverageReport]) -> Option<CoverageReport> {
    let first = all.first()?;
    let coverage = coverage(all);
    let unknown = all.iter().filter_map(|part| part.undecided.as_ref());
    Some(CoverageReport {
        ended: ended(all, &coverage),
        time: all.iter().map(|part| part.time).max().unwrap_or_default(),
        parts: all.len() as u64,
        undecided: unknown.min_by_key(|unknown| unknown.size).cloned(),
        coverage,
        ..(*first).clone()
    })
}

/// Returns the smallest failure of each cause in all parts; among equal ones, the finding of the
/// first part. If the run ends at its first failure, returns only the failures of the part with the
/// smallest failure of all.
fn findings(parts: &[(Shard, Report)], coverage: &Coverage) -> Vec<Finding> {
    let of_part = |(part, report): &(Shard, Report)| {
        let part = *part;
        let own = move |finding: &Finding| Finding { part: Some(part), ..finding.clone() };
        report.findings.iter().map(own).collect::<Vec<_>>()
    };
    let mut all: Vec<Finding> = parts.iter().flat_map(of_part).collect();
    // Among findings of one size, a finding whose part has run all smaller inputs comes first.
    sort_by_key(&mut all, |finding| (finding.size, finding.minimal != Minimal::Size, finding.stream));
    if !parts[0].1.run.is_some_and(|run| run.goes_on()) {
        // What this part has met beside it belongs to it.
        let first = all.first().and_then(|finding| finding.part);
        all.retain(|finding| finding.part == first);
    }
    let mut findings: Vec<Finding> = Vec::new();
    for finding in all {
        match findings.iter_mut().find(|known| known.group == finding.group) {
            Some(known) => known.count = known.count.zip(finding.count).map(|(one, other)| one + other),
            None => findings.push(finding),
        }
    }
    // Each part has run its own inputs of all smaller sizes. Together these are all smaller inputs.
    let is_known = coverage.undecided() == 0;
    let covered = || parts.iter().filter_map(|(_, part)| part.covered.as_ref());
    // Every part has run the same inputs, so the sum counts failures more than once.
    let is_repeated = covered().any(|part| part.coverage.lazily || part.coverage.ran(Stream::Replay) > 0);
    for finding in &mut findings {
        let is_searched =
            finding.stream == Stream::Search && !finding.flaky && !finding.keeps_state && is_known;
        if is_searched && coverage.has_below(finding.size) {
            finding.minimal = Minimal::Size;
        }
        if is_repeated {
            finding.count = None;
        }
    }
    findings
}

/// Returns why the whole run ended.
fn ended(all: &[&CoverageReport], coverage: &Coverage) -> Ending {
    let some = |ended: Ending| all.iter().any(|part| part.ended == ended);
    match () {
        () if some(Ending::Failure) => Ending::Failure,
        () if coverage.is_complete() => Ending::AllSeen,
        () => [Ending::Time, Ending::Memory, Ending::Depth, Ending::Tests]
            .into_iter()
            .find(|ended| some(*ended))
            .unwrap_or(Ending::Size),
    }
}

/// Returns the sum of the claims of all parts.
fn coverage(all: &[&CoverageReport]) -> Coverage {
    let mut whole = Coverage { shard: Shard::WHOLE, ..all[0].coverage.clone() };
    all[1..].iter().for_each(|part| whole.merge(&part.coverage));
    whole
}
