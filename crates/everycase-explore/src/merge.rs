//! Merges the parts of an exploration into the report of the whole.
//!
//! The parts divide the expressions without communication. What all of them have run is stated as
//! for the parts of a check ([`everycase_check::report::merge`]); of each error the smallest
//! expression is kept, and a source expression is evaluated if some part has evaluated it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use everycase_check::check::Minimal;
use everycase_check::records::ToJson;
use everycase_check::records::json::Json;
use everycase_check::report;
use everycase_check::report::merge::{MergeError, Part, covered, sort};
use everycase_check::run::verdict::Group;
use everycase_check::settings::shard::Shard;

use crate::explore::{Finding, Unclear};
use crate::fault::Identity;
use crate::report::{Report, RunReport};
use crate::subject::SourceCoverage;

impl Part for Report {
    fn is_interrupted(&self) -> bool {
        Report::is_interrupted(self)
    }

    fn run(&self) -> Vec<(&'static str, Json)> {
        let run = &self.run;
        let each: Vec<&Vec<String>> = self.runs.iter().map(|run| &run.functions).collect();
        vec![
            ("program", [&self.name, &run.program.to_string()].json()),
            ("seed", run.seed.json()),
            ("budget", run.budget.json()),
            ("set of options", run.options.json()),
            ("set of functions", Json::List(vec![run.functions.json(), each.json()])),
        ]
    }
}

/// Merges the parts of one exploration.
///
/// # Errors
/// If parts are missing or were interrupted, or belong to different explorations.
pub fn merge(mut parts: Vec<(Shard, Report)>) -> Result<Report, MergeError> {
    sort(&mut parts)?;
    let reports: Vec<Report> = parts.into_iter().map(|(_, report)| report).collect();
    Ok(whole(&reports))
}

/// Returns the report of all parts, which belong together. There is at least one.
fn whole(parts: &[Report]) -> Report {
    let first = &parts[0];
    let runs = (0..first.runs.len()).filter_map(|number| {
        let all: Vec<&report::CoverageReport> =
            parts.iter().filter_map(|part| Some(&part.runs.get(number)?.covered)).collect();
        let any =
            |has: fn(&RunReport) -> bool| parts.iter().filter_map(|part| part.runs.get(number)).any(has);
        let (repeats, leaves_out) = (any(|run| run.repeats), any(|run| run.leaves_out));
        let mut covered = covered(&all)?;
        covered.coverage.is_open |= leaves_out;
        Some(RunReport { functions: first.runs[number].functions.clone(), covered, repeats, leaves_out })
    });
    let runs: Vec<RunReport> = runs.collect();
    let mut findings = smallest(parts.iter().flat_map(|part| &part.findings));
    for finding in &mut findings {
        // Every part may have run the same expressions, so a sum would count these more than once.
        finding.count = finding.count.filter(|_| parts.len() == 1);
        if runs.iter().any(|run| run.leaves_out) {
            if finding.minimal == Minimal::Size {
                finding.minimal = Minimal::No;
            }
        } else if runs.iter().all(|run| run.covered.coverage.has_verdicts_below(finding.size)) {
            finding.minimal = Minimal::Size;
        }
    }
    findings.sort_by(|a, b| a.rank().cmp(&b.rank()));
    let unclear = |of: fn(&Report) -> &Vec<Unclear>| {
        let mut unclear = smallest(parts.iter().flat_map(of));
        // A part that has found an error with a smaller expression would have kept that one.
        unclear.retain(|own: &Unclear| {
            !findings.iter().any(|finding| finding.group == own.group && finding.size < own.size)
        });
        unclear
    };
    let mut accepted: BTreeMap<Identity, u64> = BTreeMap::new();
    for (identity, number) in parts.iter().flat_map(|part| &part.accepted) {
        let known = accepted.entry(identity.clone()).or_default();
        *known = (*known).max(*number);
    }
    let together = |mut one: SourceCoverage, other: SourceCoverage| {
        one.evaluated.merge(&other.evaluated);
        one
    };
    let evaluated: Option<Vec<SourceCoverage>> = parts.iter().map(|part| part.covered.clone()).collect();
    Report {
        slow: unclear(|part| &part.slow),
        unsteady: unclear(|part| &part.unsteady),
        covered: evaluated.and_then(|all| all.into_iter().reduce(together)),
        findings,
        accepted,
        runs,
        ..first.clone()
    }
}

/// What has failed with an expression of a size.
trait FailedExpression: Clone {
    fn group(&self) -> &Group;
    fn size(&self) -> u32;
}

impl FailedExpression for Finding {
    fn group(&self) -> &Group {
        &self.group
    }

    fn size(&self) -> u32 {
        self.size
    }
}

impl FailedExpression for Unclear {
    fn group(&self) -> &Group {
        &self.group
    }

    fn size(&self) -> u32 {
        self.size
    }
}

/// Returns the smallest of each group; among equally small ones, the first.
fn smallest<'f, F: FailedExpression + 'f>(all: impl Iterator<Item = &'f F>) -> Vec<F> {
    let mut groups: BTreeMap<&Group, &F> = BTreeMap::new();
    for one in all {
        match groups.entry(one.group()) {
            Entry::Vacant(entry) => _ = entry.insert(one),
            Entry::Occupied(mut entry) if one.size() < entry.get().size() => _ = entry.insert(one),
            Entry::Occupied(_) => {}
        }
    }
    groups.into_values().cloned().collect()
}
