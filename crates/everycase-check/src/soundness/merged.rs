//! Claims about merged parts of a run, against a recount of the inputs that the parts ran.

use std::collections::BTreeSet;

use everycase_kernel::{Random, SeedableRng};

use super::cases::{Case, Said};
use super::claims::claimed;
use super::runs::{Call, Mode, Run};
use super::spaces::below;
use crate::check::{FailureCollection, FailureGroup, Minimal};
use crate::claims::stream::Stream;
use crate::report::merge::merge;
use crate::report::{About, Outcome, Presentation, Report};
use crate::settings::shard::Shard;

macro_rules! claim {
    ($case:expr, $merged:expr, $parts:expr, $holds:expr, $($what:tt)*) => {
        assert!(
            $holds,
            "case {}: {}\n  {:?}\n  {:?}\n  {:#?}",
            $case.seed, format!($($what)*), $case.property, $merged,
            $parts.iter().map(|(mode, run)| format!("{mode:?} {:?} {:?}", run.checked, run.groups)).collect::<Vec<_>>(),
        )
    };
}

type Parts = [(Mode, Run)];

impl Case {
    /// Puts the parts of runs together and returns the number of parts.
    pub(super) fn merge(&self) -> u64 {
        let rng = &mut Random::seed_from_u64(self.seed ^ 0x6d65_7267);
        let mut checks = 0;
        for _ in 0..4 {
            let of = 2 + below(rng, 3);
            let size = (below(rng, 2) == 0).then(|| below(rng, u64::from(self.top()) + 1) as u32);
            let limit = (below(rng, 2) == 0).then_some(1_000);
            let tests = Some([10, 40, 200, 1_000, 4_000][below(rng, 5) as usize]);
            let part = |k| {
                let mode = Mode {
                    jobs: 1 + below(rng, 2),
                    shard: Shard::new(k, of).unwrap(),
                    size,
                    tests,
                    time: None,
                    stop_after: None,
                    saved: Vec::new(),
                    limit,
                    limits: false,
                };
                let run = self.run(&mode);
                (mode, run)
            };
            let parts: Vec<(Mode, Run)> = (0..of).map(part).collect();
            checks += of;
            let reports = parts.iter().map(|(mode, run)| (mode.shard, report(run))).collect();
            let merged = merge(reports).unwrap_or_else(|error| panic!("case {}: {error}", self.seed));
            found(self, &merged, &parts);
            covered(self, &merged, &parts);
            if !self.lazily {
                counted(self, &merged, &parts);
            }
        }
        checks
    }
}

/// Returns the report of a part.
fn report(run: &Run) -> Report {
    let checked = run.checked.clone();
    let collected = FailureCollection { checked, groups: run.groups.clone(), limit: run.limit };
    Report::new(
        About::default(),
        &run.plan,
        collected,
        Presentation { has_inputs: true, ..Presentation::default() },
    )
}

fn calls(parts: &Parts) -> impl Iterator<Item = &Call> {
    parts.iter().flat_map(|(_, run)| &run.log.calls)
}

/// The verdict and the findings.
fn found(case: &Case, merged: &Report, parts: &Parts) {
    let fails = parts.iter().any(|(_, run)| !run.groups.is_empty());
    claim!(case, merged, parts, (merged.outcome == Outcome::Failed) == fails, "a part fails: {fails}");
    claim!(case, merged, parts, merged.findings.is_empty() != fails, "a part fails: {fails}");
    if merged.outcome == Outcome::Passed {
        let reached = calls(parts).any(|call| call.said == Said::Passed);
        claim!(case, merged, parts, reached, "it holds, and was never put to the test");
    }
    let goes_on = merged.run.is_some_and(|run| run.goes_on());
    let known: BTreeSet<_> =
        parts.iter().flat_map(|(_, run)| &run.groups).map(|found| &found.group).collect();
    let most = if goes_on { known.len() } else { known.len().min(1) };
    claim!(case, merged, parts, merged.findings.len() == most, "there are {most} causes");
    for finding in &merged.findings {
        let own = |(_, run): &(Mode, Run)| run.groups.iter().find(|own| own.group == finding.group).cloned();
        let all = || parts.iter().filter_map(own);
        let least = all().map(|own| own.counterexample.size()).min();
        claim!(case, merged, parts, least == Some(finding.size), "the smallest is of size {least:?}");
        let knows = |own: &FailureGroup| {
            let found = &own.counterexample;
            found.minimal == Minimal::Size && found.size() == finding.size
        };
        let is_known = finding.minimal == Minimal::Size || !all().any(|own| knows(&own));
        claim!(case, merged, parts, is_known, "a part knows that it is the smallest");
        let part = finding.part.map_or(0, Shard::index) as usize;
        let tests = own(&parts[part]).map(|own| own.counterexample.tests);
        claim!(case, merged, parts, tests == Some(finding.tests), "part {part} has made {tests:?} tests");
        if let Some(count) = finding.count {
            let count_of_all: u64 = all().map(|own| own.count).sum();
            claim!(case, merged, parts, count == count_of_all, "{count_of_all} failed so");
        }
        if finding.minimal == Minimal::Size {
            let smaller = case.known.iter().take(finding.size as usize).flatten();
            let mut failures = smaller.filter(|(_, said)| *said == Said::Failed);
            let fails_so = failures.any(|(words, _)| {
                !goes_on || case.property.group_of(&case.derivations.parse(words).unwrap()) == finding.group
            });
            claim!(case, merged, parts, !fails_so, "a smaller one fails");
        }
    }
}

/// What is claimed to be covered whole.
fn covered(case: &Case, merged: &Report, parts: &Parts) {
    let coverage = &merged.covered.as_ref().unwrap().coverage;
    let all: u64 = parts.iter().map(|(_, run)| run.checked.coverage.inputs()).sum();
    claim!(case, merged, parts, coverage.inputs() <= all, "the parts have run {all}");
    let discards: u64 = parts.iter().map(|(_, run)| run.checked.coverage.discards()).sum();
    claim!(case, merged, parts, coverage.discards() <= discards, "the parts have discarded {discards}");
    claim!(
        case,
        merged,
        parts,
        coverage.stated().discarded <= coverage.stated().ran,
        "it has discarded more than it has run"
    );
    let passes = calls(parts).filter(|call| call.said == Said::Passed).count() as u64;
    let undiscarded = coverage.stated().ran - coverage.stated().discarded;
    claim!(
        case,
        merged,
        parts,
        undiscarded <= passes || merged.outcome == Outcome::Failed,
        "{passes} passed"
    );
    if merged.outcome != Outcome::Failed {
        for (words, said) in claimed(case, coverage) {
            claim!(case, merged, parts, *said != Said::Failed, "{words:?} fails");
            let unreached = merged.outcome == Outcome::Unreached;
            claim!(case, merged, parts, !unreached || *said == Said::Discarded, "{words:?} is not discarded");
        }
    }
    let Some(exhausted) = coverage.exhausted().filter(|all| all.through <= case.top()) else { return };
    let there_are = case.up_to(exhausted.through).count();
    claim!(case, merged, parts, exhausted.count == there_are.into(), "there are {there_are}");
    if !case.lazily {
        let ran: BTreeSet<&Vec<u64>> = calls(parts).filter_map(|call| call.words.as_ref()).collect();
        for (words, _) in case.up_to(exhausted.through) {
            claim!(case, merged, parts, ran.contains(words), "no part has run {words:?}");
        }
        claim!(case, merged, parts, exhausted.done == there_are as u64, "there are {there_are}");
    }
}

/// Returns how many of these inputs the search has run.
fn searched<'a>(calls: impl Iterator<Item = &'a Call>, inputs: &[(Vec<u64>, Said)]) -> u64 {
    let calls = calls.filter(|call| call.stream == Stream::Search);
    let ran: BTreeSet<&Vec<u64>> = calls.filter_map(|call| call.words.as_ref()).collect();
    inputs.iter().filter(|(words, _)| ran.contains(words)).count() as u64
}

/// The numbers of inputs run, counted again.
fn counted(case: &Case, merged: &Report, parts: &Parts) {
    let covered = merged.covered.as_ref().unwrap();
    let coverage = &covered.coverage;
    if let Some(some) = coverage.stopped_at().filter(|some| some.size <= case.top()) {
        let of_size = &case.known[some.size as usize];
        // After a failure other threads go on for a while, and shrinking runs inputs that are not
        // counted.
        let until_failure = |run: &Run| {
            let failure = run.log.calls.iter().position(|call| call.said == Said::Failed);
            failure.map_or(run.log.calls.len(), |at| at + 1)
        };
        let counted = parts.iter().flat_map(|(_, run)| &run.log.calls[..until_failure(run)]);
        let (least, most) = (searched(counted, of_size), searched(calls(parts), of_size));
        claim!(case, merged, parts, some.of == of_size.len().into(), "there are {}", of_size.len());
        let fits = (least..=most).contains(&some.done);
        claim!(case, merged, parts, fits, "the parts have run {least} to {most}");
    }
    // After a failure it is asked for smaller inputs.
    if parts.iter().any(|(_, run)| !run.groups.is_empty()) {
        return;
    }
    let asked = calls(parts).count() as u64;
    claim!(case, merged, parts, coverage.inputs() == asked, "it was asked for {asked}");
    let said = |said: Said| calls(parts).filter(|call| call.said == said).count() as u64;
    let (discarded, passed) = (said(Said::Discarded), said(Said::Passed));
    claim!(case, merged, parts, coverage.discards() == discarded, "{discarded} were discarded");
    claim!(case, merged, parts, coverage.stats().tests() == passed, "{passed} passed");
}
