//! Merges the parts of a run into the report of the whole run.
//!
//! A part has a budget of tests, so all parts do exactly what the whole run does: each position in one part, in addition to what every
//! part does ([`Common`]). A part only collects; whether the property was tested, and whether shares of inputs are missed, is concluded
//! here. A part that fails ends early. The whole is then covered as far as all parts got; inputs beyond that are only counted.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::check::{Ended, Minimal};
use crate::common::Common;
use crate::coverage::{Coverage, Drawn, Exhausted, Ranks, Sample, StoppedAt, Structures};
use crate::phase::Phase;
use crate::report::{Covered, Finding, Outcome, Report, Run};
use crate::shard::Shard;
use crate::stats::Stats;

/// The maximal number of missing parts that an error names.
const LISTED: usize = 100;

/// Why parts cannot be merged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MergeError {
    /// There are no parts.
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
                write!(f, "part {part} is of another run: its {what} differs from that of the first part")
            }
        }
    }
}

impl std::error::Error for MergeError {}

/// Merges the parts of one property's run.
///
/// # Errors
/// If parts are missing or belong to different runs.
pub fn merge(mut parts: Vec<(Shard, Report)>) -> Result<Report, MergeError> {
    parts.sort_by_key(|(part, _)| part.index());
    let (shard, first) = parts.first().ok_or(MergeError::Empty)?;
    let of = shard.of();
    if let Some((part, _)) = parts.iter().find(|(_, report)| report.is_interrupted()) {
        return Err(MergeError::Interrupted(*part));
    }
    for (part, report) in &parts {
        let (own, run) = (&report.run, &first.run);
        // The shape is not known of a part that could not be checked.
        let shape = |run: &Option<Run>| run.and_then(|run| run.fingerprint);
        let shapes = shape(own).zip(shape(run));
        let what = [
            ("number of parts", part.of() != of),
            ("property", report.about != first.about),
            ("seed", own.map(|own| own.seed) != run.map(|run| run.seed)),
            ("budget", own.map(|own| own.budget) != run.map(|run| run.budget)),
            ("number of findings that end it", own.map(|own| own.limit) != run.map(|run| run.limit)),
            ("shape of inputs", shapes.is_some_and(|(own, first)| own != first)),
        ];
        if let Some((what, _)) = what.into_iter().find(|(_, differs)| *differs) {
            return Err(MergeError::Differs { part: *part, what });
        }
    }
    missing(of, parts.iter().map(|(part, _)| *part))?;
    match parts.iter().find(|(_, part)| part.covered.is_none()) {
        // A property that could not be run in one part cannot be run at all.
        Some((_, part)) => Ok(part.clone()),
        None => Ok(whole(&parts)),
    }
}

/// Returns an error that names the parts of `of` that are missing, or one that is there twice.
///
/// # Errors
/// If there are any.
pub fn missing(of: u64, parts: impl Iterator<Item = Shard>) -> Result<(), MergeError> {
    let mut known: BTreeSet<u64> = BTreeSet::new();
    for part in parts {
        if !known.insert(part.index()) {
            return Err(MergeError::Twice(part));
        }
    }
    let parts: Vec<u64> = (0..of).filter(|index| !known.contains(index)).take(LISTED).collect();
    if parts.is_empty() { Ok(()) } else { Err(MergeError::Missing { parts, of }) }
}

/// Returns the report of all parts, which belong together.
fn whole(parts: &[(Shard, Report)]) -> Report {
    let all: Vec<&Covered> = parts.iter().filter_map(|(_, part)| part.covered.as_ref()).collect();
    let mut report = parts[0].1.clone();
    let Some(covered) = covered(&all) else { return report };
    let Covered { coverage, stats, .. } = &covered;
    (report.why, report.notes) = (Vec::new(), Vec::new());
    report.findings = findings(parts, coverage);
    // The property is tested if any part has tested it.
    let is_tested = |part: &&Covered| {
        let own = &part.coverage;
        own.inputs() > own.discards() + own.undecided + own.earlier.undecided
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
        report.why = stats.missed(coverage.is_complete()).iter().map(ToString::to_string).collect();
        if report.why.is_empty() { Outcome::Passed } else { Outcome::Undershot }
    };
    if report.outcome == Outcome::Unreached {
        let why = parts.iter().find(|(_, part)| part.outcome == Outcome::Unreached);
        report.why = match why {
            Some((_, part)) => part.why.clone(),
            None => vec![super::report::untested(coverage).to_owned()],
        };
    }
    report.covered = Some(covered);
    report
}

/// Returns what the parts have covered together. `None` if there are no parts.
pub fn covered(all: &[&Covered]) -> Option<Covered> {
    let first = all.first()?;
    let coverage = coverage(all);
    let unknown = all.iter().filter_map(|part| part.undecided.as_ref());
    Some(Covered {
        ended: ended(all, &coverage),
        time: all.iter().map(|part| part.time).max().unwrap_or_default(),
        parts: all.len() as u64,
        undecided: unknown.min_by_key(|unknown| unknown.size).cloned(),
        stats: stats(all),
        common: Common::default(),
        coverage,
        ..(*first).clone()
    })
}

/// Returns the smallest failure of each cause in all parts; among equal ones, the finding of the first part. If the run
/// ends at its first failure, returns only those of the part with the smallest one of all.
fn findings(parts: &[(Shard, Report)], coverage: &Coverage) -> Vec<Finding> {
    let of_part = |(part, report): &(Shard, Report)| {
        let part = *part;
        let own = move |finding: &Finding| Finding { part: Some(part), ..finding.clone() };
        report.findings.iter().map(own).collect::<Vec<_>>()
    };
    let mut all: Vec<Finding> = parts.iter().flat_map(of_part).collect();
    // Among findings of one size, a finding whose part has run all smaller inputs comes first.
    all.sort_by_key(|finding| (finding.size, finding.minimal != Minimal::Size, finding.phase));
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
    let is_known = coverage.undecided + coverage.earlier.undecided == 0;
    let covered = || parts.iter().filter_map(|(_, part)| part.covered.as_ref());
    // Every part has run the same inputs, so the sum counts failures more than once.
    let is_repeated = covered().any(|part| part.coverage.lazily || part.coverage.replayed > 0);
    for finding in &mut findings {
        let is_searched =
            finding.phase == Phase::Exhaustive && !finding.flaky && !finding.keeps_state && is_known;
        if is_searched && covered().all(|part| part.coverage.has_below(finding.size)) {
            finding.minimal = Minimal::Size;
        }
        if is_repeated {
            finding.count = None;
        }
    }
    findings
}

/// Returns why the whole run ended.
fn ended(all: &[&Covered], coverage: &Coverage) -> Ended {
    let some = |ended: Ended| all.iter().any(|part| part.ended == ended);
    match () {
        () if some(Ended::Failure) => Ended::Failure,
        () if coverage.is_complete() => Ended::AllSeen,
        () => [Ended::Time, Ended::Memory, Ended::Tests]
            .into_iter()
            .find(|ended| some(*ended))
            .unwrap_or(Ended::Size),
    }
}

/// Adds up the statistics of the parts, counting common ones once.
fn stats(all: &[&Covered]) -> Stats {
    let mut stats = furthest(all).common.stats.clone();
    for part in all {
        stats.merge(part.stats.clone().without(&part.common.stats));
    }
    stats
}

/// Returns the part that got furthest in the common work.
fn furthest<'a>(all: &[&'a Covered]) -> &'a Covered {
    let reach = |part: &&&Covered| {
        let coverage = &part.coverage;
        let through = coverage.exhausted.as_ref().map(|all| all.through);
        (through, coverage.stopped_at.as_ref().map_or(0, |some| some.done))
    };
    // There is at least one part; of equal ones take the first.
    let mut best = all[0];
    for part in all {
        if reach(&part) > reach(&&best) {
            best = part;
        }
    }
    best
}

fn coverage(all: &[&Covered]) -> Coverage {
    let of = |count: &dyn Fn(&Coverage) -> u64| all.iter().map(|part| count(&part.coverage)).sum::<u64>();
    let best = furthest(all);
    let mut whole = Coverage::none(Shard::WHOLE);
    whole.domain = best.coverage.domain.clone();
    whole.lazily = best.coverage.lazily;
    whole.draws_itself = best.coverage.draws_itself;
    whole.replayed = all.iter().map(|part| part.coverage.replayed).max().unwrap_or(0);
    if whole.lazily {
        // Every part ran the same search, but some got further.
        whole.earlier = best.coverage.earlier;
        whole.exhausted.clone_from(&best.coverage.exhausted);
        whole.stopped_at.clone_from(&best.coverage.stopped_at);
    } else {
        search(&mut whole, all);
    }
    let mut samples = BTreeMap::<u32, Sample>::new();
    let mut drawn = BTreeMap::<u32, Drawn>::new();
    for part in all {
        for sample in &part.coverage.samples {
            let known = samples.entry(sample.size).or_insert(Sample { draws: 0, discarded: 0, ..*sample });
            known.draws += sample.draws;
            known.discarded += sample.discarded;
        }
        // Each size belongs to one part, which draws more inputs of it than the draws that all parts make to learn.
        for own in &part.coverage.drawn {
            let known = drawn.entry(own.size).or_insert(*own);
            if own.runs > known.runs {
                *known = *own;
            }
        }
    }
    whole.samples = samples.into_values().collect();
    whole.drawn = drawn.into_values().collect();
    let ranks = all.iter().filter_map(|part| part.coverage.ranks);
    whole.ranks = ranks
        .reduce(|one, other| Ranks { done: one.done + other.done, through: one.through.max(other.through) });
    let structures = all.iter().filter_map(|part| part.coverage.structures);
    whole.structures = structures.reduce(|one, other| Structures {
        done: one.done + other.done,
        discarded: one.discarded + other.discarded,
        through: one.through.max(other.through),
    });
    let common = |count: &dyn Fn(&Common) -> u64| all.iter().map(|part| count(&part.common)).sum::<u64>();
    let once = &best.common;
    whole.discarded = once.discarded + of(&|part| part.discarded) - common(&|part| part.discarded);
    whole.undecided = once.undecided + of(&|part| part.undecided) - common(&|part| part.undecided);
    whole
}

/// Merges an exhaustive search, which the parts have divided. A part that fails may have got less far than the others.
fn search(whole: &mut Coverage, all: &[&Covered]) {
    let exhausted: Vec<&Exhausted> = all.iter().filter_map(|part| part.coverage.exhausted.as_ref()).collect();
    let least = exhausted.iter().min_by_key(|part| part.through).filter(|_| exhausted.len() == all.len());
    let is_even = all.iter().all(|part| {
        part.coverage.exhausted.as_ref().map(|all| all.through) == least.map(|least| least.through)
    });
    let ran: u64 = exhausted.iter().map(|all| all.done).sum();
    if let Some(least) = least {
        let done = if is_even { ran } else { u64::try_from(&least.count).unwrap_or(u64::MAX).min(ran) };
        whole.beyond += ran - done;
        let undecided = exhausted.iter().map(|part| part.undecided).sum();
        whole.exhausted = Some(Exhausted { done, undecided, shared: false, ..(*least).clone() });
    } else {
        whole.beyond += ran;
    }
    let stopped_at: Vec<&StoppedAt> =
        all.iter().filter_map(|part| part.coverage.stopped_at.as_ref()).collect();
    let done = stopped_at.iter().map(|some| some.done).sum::<u64>();
    match stopped_at.first() {
        Some(first) if is_even && stopped_at.len() == all.len() => {
            let of = stopped_at.iter().map(|part| &part.of).sum();
            whole.stopped_at = Some(StoppedAt { size: first.size, done, of, shared: false });
        }
        _ => whole.beyond += done,
    }
}
