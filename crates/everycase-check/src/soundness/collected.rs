//! Compares a check that continues after failures with a loop over all inputs that groups failures
//! in the same way.

use std::collections::BTreeMap;
use std::time::Duration;

use everycase_kernel::{Random, SeedableRng};

use super::cases::{Case, Said};
use super::properties::Whole;
use super::runs::{Mode, Run};
use super::spaces::below;
use crate::check::{Ending, Minimal};
use crate::run::verdict::{Group, Kind};
use crate::settings::shard::Shard;

macro_rules! claim {
    ($case:expr, $mode:expr, $run:expr, $holds:expr, $($what:tt)*) => {
        assert!(
            $holds,
            "case {}: {}\n  {:?}\n  {:?}\n  {}\n  {:?}",
            $case.seed, format!($($what)*), $case.property, $mode, $run.checked.coverage, $run.groups,
        )
    };
}

/// The failures of a group, as found by the loop.
#[derive(Debug, PartialEq)]
struct GroupCount {
    smallest: u32,
    count: u64,
}

impl Case {
    /// Checks the case in all modes that continue after failures, and returns the number of checks.
    pub(super) fn collect(&self) -> u64 {
        let rng = &mut Random::seed_from_u64(self.seed ^ 0x636f_6c6c);
        let mut checks = 0;
        let mut run = |mode: &Mode| {
            checks += 1;
            let run = self.run(mode);
            of_one(self, mode, &run);
            run
        };
        let bounded = Mode {
            jobs: 1,
            shard: Shard::WHOLE,
            size: Some(below(rng, u64::from(self.top()) + 1) as u32),
            tests: Some(1 << 20),
            time: None,
            stop_after: None,
            saved: Vec::new(),
            limit: Some(1_000),
            limits: false,
        };
        // All inputs up to a size.
        let whole = run(&bounded);
        let known = self.known_failures(&bounded, 1_000);
        of_loop(self, &bounded, &whole, &known);
        for jobs in 2..=3 {
            let mode = Mode { jobs, ..bounded.clone() };
            of_threads(self, &mode, &whole, &run(&mode));
        }
        for of in 2..=3 {
            let part = |k| Mode { jobs: 1 + k, shard: Shard::new(k, of).unwrap(), ..bounded.clone() };
            let parts: Vec<Run> = (0..of).map(|k| run(&part(k))).collect();
            of_parts(self, &bounded, &parts, &known);
        }
        // With a limit on causes that ends the run.
        let limited = Mode { limit: Some(1 + below(rng, 3) as usize), ..bounded.clone() };
        let one = run(&limited);
        if !self.lazily {
            of_loop(self, &limited, &one, &self.known_failures(&limited, limited.limit.unwrap()));
        }
        let several = Mode { jobs: 2 + below(rng, 2), ..limited };
        of_threads(self, &several, &one, &run(&several));
        // With all streams and saved inputs.
        let tests = Some([40, 200, 1_000][below(rng, 3) as usize]);
        let saved = (0..below(rng, 3)).filter_map(|_| self.any_input(rng)).collect();
        let limit = Some([2, 1_000][below(rng, 2) as usize]);
        let long = Mode { size: None, tests, saved, limit, ..bounded.clone() };
        let one = run(&long);
        let several = Mode { jobs: 2 + below(rng, 2), ..long.clone() };
        of_threads(self, &several, &one, &run(&several));
        // With an interruption.
        let shard = if below(rng, 2) == 0 { Shard::WHOLE } else { Shard::new(below(rng, 2), 2).unwrap() };
        run(&Mode { jobs: 1 + below(rng, 3), shard, stop_after: Some(below(rng, 60)), ..long.clone() });
        let time = Some(Duration::from_micros(10 << below(rng, 9)));
        run(&Mode { jobs: 1 + below(rng, 3), time, ..long });
        checks + self.collect_limits(&bounded, rng)
    }

    /// Checks all inputs up to a size of a property that meets limits, whole and in parts, and
    /// returns the number of checks.
    fn collect_limits(&self, bounded: &Mode, rng: &mut Random) -> u64 {
        let mode = Mode { limits: true, jobs: 1 + below(rng, 2), ..bounded.clone() };
        let whole = self.run(&mode);
        of_limits(self, &mode, std::slice::from_ref(&whole));
        let of = 2 + below(rng, 2);
        let part = |k| Mode { shard: Shard::new(k, of).unwrap(), ..mode.clone() };
        let parts: Vec<Run> = (0..of).map(|k| self.run(&part(k))).collect();
        of_limits(self, &mode, &parts);
        1 + of
    }

    /// Loops over all inputs within a mode's bound, up to `limit` groups.
    fn known_failures(&self, mode: &Mode, limit: usize) -> BTreeMap<Group, GroupCount> {
        let mut known = BTreeMap::new();
        for size in 0..=mode.size.unwrap_or(0) {
            let mut walk = self.derivations.of_size(size).unwrap();
            while known.len() < limit
                && let Some(input) = walk.next()
            {
                if self.property.says_of(input) == Said::Failed {
                    let group = self.property.group_of(input);
                    known.entry(group).or_insert(GroupCount { smallest: size, count: 0 }).count += 1;
                }
            }
        }
        known
    }
}

/// Checks the claims of one run.
fn of_one(case: &Case, mode: &Mode, run: &Run) {
    let limit = mode.limit.unwrap_or(1);
    claim!(case, mode, run, run.groups.len() <= limit, "more than {limit} groups");
    let is_full = run.groups.len() == limit;
    claim!(
        case,
        mode,
        run,
        (run.checked.ended == Ending::Failure) == is_full,
        "it ends for {:?}",
        run.checked.ended
    );
    for grouped in &run.groups {
        let found = &grouped.counterexample;
        let input = &found.input;
        claim!(
            case,
            mode,
            run,
            case.property.says_of(input) == Said::Failed && !found.flaky,
            "{input:?} does not fail"
        );
        // With a limit of one, the smaller input may fail in another way.
        let group = case.property.group_of(input);
        claim!(case, mode, run, limit == 1 || group == grouped.group, "{input:?} is of {group:?}");
        claim!(case, mode, run, 1 <= grouped.count && 1 <= found.tests, "nothing was run");
        claim!(case, mode, run, found.tests <= run.checked.coverage.inputs(), "it was run after the end");
        if found.minimal == Minimal::Size {
            let smaller = case.known.iter().take(found.size() as usize).flatten();
            let mut failures = smaller.filter(|(_, said)| *said == Said::Failed);
            let is_smaller = failures.any(|(words, _)| {
                case.property.group_of(&case.derivations.parse(words).unwrap()) == grouped.group
            });
            claim!(case, mode, run, !is_smaller, "a smaller one is of {:?}", grouped.group);
        }
    }
}

/// Checks that a whole run up to a size finds the same as the loop.
fn of_loop(case: &Case, mode: &Mode, run: &Run, known: &BTreeMap<Group, GroupCount>) {
    let found = run.groups.iter().map(|grouped| {
        let smallest = grouped.counterexample.size();
        (grouped.group.clone(), GroupCount { smallest, count: grouped.count })
    });
    let mut found: BTreeMap<Group, GroupCount> = found.collect();
    for (group, found) in &mut found {
        let all = known.get(group).map_or(0, |known| known.count);
        // There are fewer equivalence classes than inputs.
        if case.lazily && found.count <= all {
            found.count = all;
        }
    }
    claim!(case, mode, run, found == *known, "the loop finds {known:?}");
    let minimal = run.groups.iter().all(|grouped| grouped.counterexample.minimal == Minimal::Size);
    claim!(case, mode, run, minimal, "a search finds the smallest of each group");
}

/// Checks that a run on several threads finds the same as one on a single thread.
fn of_threads(case: &Case, mode: &Mode, one: &Run, several: &Run) {
    let found = |run: &Run| -> Vec<_> {
        let groups = run.groups.iter().map(|grouped| {
            let found = &grouped.counterexample;
            (
                grouped.group.clone(),
                grouped.count,
                found.input.words(),
                found.stream,
                found.tests,
                found.minimal,
            )
        });
        groups.collect()
    };
    claim!(case, mode, several, found(one) == found(several), "one thread finds {:?}", found(one));
}

/// Checks that a property that meets limits fails by them on the smallest inputs that do, and in
/// every other way on inputs that do not.
fn of_limits(case: &Case, mode: &Mode, parts: &[Run]) {
    let mut known: BTreeMap<Group, GroupCount> = BTreeMap::new();
    let inputs = case.up_to(mode.size.unwrap_or(0)).map(|(words, said)| {
        let input = case.derivations.parse(words).unwrap();
        let is_limited = case.property.meets_limit(&mut Whole::new(), input.root());
        (input, if is_limited { Said::Limited } else { *said })
    });
    for (input, said) in inputs {
        let group = match said {
            Said::Failed => case.property.group_of(&input),
            Said::Limited => Group { kind: Kind::Limit, site: "too long".to_owned() },
            Said::Passed | Said::Discarded => continue,
        };
        known.entry(group).or_insert(GroupCount { smallest: input.size(), count: 0 }).count += 1;
    }
    let mut found: BTreeMap<Group, GroupCount> = BTreeMap::new();
    for (run, grouped) in parts.iter().flat_map(|part| part.groups.iter().map(move |group| (part, group))) {
        let size = grouped.counterexample.size();
        let own = found.entry(grouped.group.clone()).or_insert(GroupCount { smallest: size, count: 0 });
        own.smallest = own.smallest.min(size);
        own.count += grouped.count;
        let is_least = known.get(&grouped.group).is_some_and(|known| known.smallest == size);
        let claims_least = grouped.counterexample.minimal == Minimal::Size;
        claim!(case, mode, run, is_least || !claims_least, "a smaller one is of {:?}", grouped.group);
        let is_limit = grouped.group.kind == Kind::Limit;
        claim!(case, mode, run, !is_limit || is_least, "a smaller one meets a limit");
    }
    for (group, found) in &mut found {
        let all = known.get(group).map_or(0, |known| known.count);
        // Larger ones that meet a limit are undecided. Classes of inputs are fewer than inputs, and
        // parts share some.
        if group.kind == Kind::Limit && found.count <= all || case.lazily {
            found.count = all;
        }
    }
    claim!(case, mode, parts[0], found == known, "the loop finds {known:?}");
}

/// Checks that the parts of a run together find the same as the loop.
fn of_parts(case: &Case, mode: &Mode, parts: &[Run], known: &BTreeMap<Group, GroupCount>) {
    let mut union: BTreeMap<Group, GroupCount> = BTreeMap::new();
    for grouped in parts.iter().flat_map(|part| &part.groups) {
        let size = grouped.counterexample.size();
        let known = union.entry(grouped.group.clone()).or_insert(GroupCount { smallest: size, count: 0 });
        known.smallest = known.smallest.min(size);
        known.count += grouped.count;
    }
    if case.lazily {
        // Every part searches small bounds completely.
        let sizes = |groups: &BTreeMap<Group, GroupCount>| -> Vec<_> {
            groups.iter().map(|(group, known)| (group.clone(), known.smallest)).collect()
        };
        claim!(
            case,
            mode,
            parts[0],
            sizes(&union) == sizes(known),
            "parts find {union:?}, the loop {known:?}"
        );
    } else {
        claim!(case, mode, parts[0], union == *known, "parts find {union:?}, the loop {known:?}");
    }
}
