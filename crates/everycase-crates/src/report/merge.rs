//! Merges the parts of an exploration of a crate into the report of the whole.
//!
//! Each part runs all sizes but the largest, its share of that, and draws of its own. So the whole
//! has run what any part has, and the largest size if all parts have divided the same expressions.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use everycase_check::records::ToJson;
use everycase_check::records::json::Json;
use everycase_check::report::merge::{MergeError, Part, sort};
use everycase_check::settings::shard::Shard;

use super::{FindingRecord, Gap, Likeness, NOT_RETURNED, Report};
use crate::coverage::FileLines;

impl Part for Report {
    fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    fn run(&self) -> Vec<(&'static str, Json)> {
        vec![
            ("crate", self.package.name.json()),
            ("version", self.package.version.json()),
            ("seed", self.seed.json()),
            ("least rank", self.least.json()),
            ("set of functions", [self.functions, self.compiled].json()),
            ("tested functions", self.only.json()),
        ]
    }
}

/// Merges the parts of one exploration.
///
/// # Errors
/// If parts are missing or were interrupted, or belong to different explorations.
pub fn merge(mut parts: Vec<(Shard, Report)>) -> Result<Report, MergeError> {
    sort(&mut parts)?;
    Ok(whole(&parts.into_iter().map(|(_, own)| own).collect::<Vec<_>>()))
}

/// Returns the report of all parts, which belong together. There is at least one.
fn whole(parts: &[Report]) -> Report {
    let first = &parts[0];
    let through = parts.iter().map(|own| own.through).max().unwrap_or_default();
    let divided = first.divided.zip(first.order);
    let is_divided_alike = parts.iter().all(|own| own.divided.zip(own.order) == divided);
    let divided = divided.filter(|_| is_divided_alike).map_or(0, |own| own.0);
    let not_returned = not_returned(parts);
    let returned = first.functions - not_returned.len() as u64;
    let silent = not_returned.iter().filter(|own| own.why == NOT_RETURNED).count() as u64;
    let sum = |of: fn(&Report) -> u64| parts.iter().map(of).sum();
    let mut alike = parts.iter().flat_map(|own| own.alike.clone()).collect::<Vec<_>>();
    alike.sort_by_key(|own| Reverse(own.calls));
    let mut known = BTreeSet::new();
    alike.retain(|own| known.insert((own.first.clone(), own.second.clone())));
    Report {
        findings: findings(parts),
        accepted: parts.iter().flat_map(|own| own.accepted.clone()).collect(),
        unsteady: once(parts.iter().flat_map(|own| &own.unsteady)),
        alike,
        expressions: sum(|own| own.expressions),
        calls: sum(|own| own.calls),
        through: through.max(divided),
        shard: None,
        divided: None,
        order: None,
        time: parts.iter().map(|own| own.time).max().unwrap_or_default(),
        resumed: parts.iter().filter_map(|own| own.resumed).max(),
        called: returned + silent,
        returned,
        not_returned,
        files: files(parts),
        given_up: once(parts.iter().flat_map(|own| &own.given_up)),
        notes: notes(parts),
        is_confined: parts.iter().all(|own| own.is_confined),
        ..first.clone()
    }
}

/// Returns each text once, in order.
fn once<'t>(all: impl Iterator<Item = &'t String>) -> Vec<String> {
    let mut known = BTreeSet::new();
    all.filter(|own| known.insert(*own)).cloned().collect()
}

/// Returns what parts went without, and what is not known of all together.
fn notes(parts: &[Report]) -> Vec<String> {
    let mut all = once(parts.iter().flat_map(|own| &own.notes));
    if parts.len() > 1 && parts.iter().any(|own| !own.files.is_empty()) {
        all.push(
            "lines reached: a lower bound; each file counts in the part that reached most of it".to_owned(),
        );
    }
    all
}

/// Returns what was found in any part: of what fails alike at one place the smallest, and how often
/// it was met in all.
fn findings(parts: &[Report]) -> Vec<FindingRecord> {
    let mut all: BTreeMap<_, FindingRecord> = BTreeMap::new();
    for own in parts.iter().flat_map(|own| &own.findings) {
        // Its rank may depend on the expression.
        let Likeness { rank: _, what, file, within } = own.likeness();
        let key = (own.place.clone(), what, file, within);
        let Some(known) = all.get_mut(&key) else {
            all.insert(key, own.clone());
            continue;
        };
        let count = known.count + own.count;
        // What was run by itself is shown rather than what was not.
        if (!own.is_confirmed, own.size) < (!known.is_confirmed, known.size) {
            known.clone_from(own);
        }
        known.count = count;
    }
    let mut all: Vec<FindingRecord> = all.into_values().collect();
    all.sort_by_key(|own| (own.rank, own.size));
    all
}

/// Returns the functions that returned in no part, and why: a call in any part counts.
fn not_returned(parts: &[Report]) -> Vec<Gap> {
    // Several items can have one path: of these the part counts that has the fewest.
    let of_name = |part: &Report| {
        let mut all: BTreeMap<String, Vec<Gap>> = BTreeMap::new();
        for own in &part.not_returned {
            all.entry(own.function.clone()).or_default().push(own.clone());
        }
        all
    };
    let others: Vec<_> = parts[1..].iter().map(of_name).collect();
    let mut all = Vec::new();
    for (name, own) in of_name(&parts[0]) {
        let each: Vec<&[Gap]> = others.iter().map(|own| own.get(&name).map_or(&[][..], |own| own)).collect();
        let count = each.iter().map(|other| other.len()).min().unwrap_or(own.len()).min(own.len());
        for (place, mut gap) in own.into_iter().enumerate().take(count) {
            if each.iter().any(|other| other[place].why == NOT_RETURNED) {
                NOT_RETURNED.clone_into(&mut gap.why);
            }
            all.push(gap);
        }
    }
    all
}

/// Returns for each file the most lines that one part has reached: at least these were.
fn files(parts: &[Report]) -> Vec<FileLines> {
    let mut all: BTreeMap<String, FileLines> = BTreeMap::new();
    for own in parts.iter().flat_map(|own| &own.files) {
        let known = all.entry(own.file.clone()).or_insert_with(|| own.clone());
        known.reached = known.reached.max(own.reached);
    }
    all.into_values().collect()
}
