//! The search of boundary values against a loop over all of them, and against the run that decides each of them completely.

use std::collections::BTreeSet;
use std::time::Duration;

use everycase_kernel::{Random, SeedableRng};

use super::cases::{Case, Said};
use super::claims;
use super::merged::report;
use super::runs::{Mode, Run};
use super::spaces::below;
use crate::check::{Finding, Minimal};
use crate::merge::merge;
use crate::shard::Shard;
use crate::verdict::Group;

macro_rules! claim {
    ($case:expr, $mode:expr, $run:expr, $holds:expr, $($what:tt)*) => {
        assert!(
            $holds,
            "case {}: {}\n  {:?}\n  {:?}\n  {:?}\n  {:?}",
            $case.seed, format!($($what)*), $case.property, $mode, $run.checked, $run.groups,
        )
    };
}

type Parts = Vec<(Mode, Run)>;

impl Case {
    /// Searches the boundary values in all modes and returns the number of checks.
    pub(super) fn search_edges(&self) -> u64 {
        let rng = &mut Random::seed_from_u64(self.seed ^ 0x6564_6765);
        let whole = Mode {
            jobs: 1,
            shard: Shard::WHOLE,
            size: None,
            tests: Some([10, 40, 200, 512][below(rng, 4) as usize]),
            time: None,
            stop_after: None,
            saved: Vec::new(),
            limit: [None, Some(1_000)][below(rng, 2) as usize],
            limits: false,
        };
        let mut checks = self.search_edges_in(&whole, rng);
        if self.edges.are_all {
            // Without a number of tests all of them are searched.
            checks += self.search_edges_in(&Mode { tests: None, ..whole.clone() }, rng);
            let limits = Mode { tests: None, limits: true, ..whole.clone() };
            let run = self.run_edges(&limits);
            let is_limit = |group: &Group| group.kind == "limit";
            // Further ones are found by a search of all smaller inputs.
            let own = &run.groups[..run.groups.len() - run.checked.further.len()];
            let fails_by_limit = own.iter().any(|grouped| is_limit(&grouped.group));
            claim!(self, limits, run, !fails_by_limit, "smaller inputs are not known");
        }
        // Runs that end in the middle.
        let shard = if below(rng, 2) == 0 { Shard::WHOLE } else { Shard::new(below(rng, 2), 2).unwrap() };
        let cut = Mode { jobs: 1 + below(rng, 3), shard, limit: None, ..whole.clone() };
        let time = Some(Duration::from_micros(10 << below(rng, 9)));
        for cut in [
            Mode { stop_after: Some(below(rng, 60)), ..cut.clone() },
            Mode { time, ..cut.clone() },
            Mode { time, tests: None, ..cut.clone() },
        ] {
            claims::of_one(self, &cut, &self.run_edges(&cut));
        }
        // The whole check, in which boundary values follow everything else.
        let long = Mode { tests: Some([600, 2_000][below(rng, 2) as usize]), ..whole };
        let (one, parts) = (self.run(&long), self.parts(&long, rng, Case::run));
        self.put_together(&long, &one, &parts);
        checks + 4 + parts.len() as u64
    }

    fn search_edges_in(&self, whole: &Mode, rng: &mut Random) -> u64 {
        let one = self.run_edges(whole);
        self.of_one(whole, &one);
        let several = Mode { jobs: 2 + below(rng, 2), ..whole.clone() };
        let more = self.run_edges(&several);
        self.of_one(&several, &more);
        claims::of_threads(self, &several, &one, &more);
        claim!(self, several, more, self.groups(&one) == self.groups(&more), "one thread finds others");
        let parts = self.parts(whole, rng, Case::run_edges);
        for (mode, part) in &parts {
            self.of_one(mode, part);
        }
        // A part whose inputs are all discarded runs a whole check of the others.
        let asks_again = |(_, part): &(Mode, Run)| {
            let coverage = &part.checked.coverage;
            part.groups.is_empty() && coverage.inputs() == coverage.discards()
        };
        if whole.limit.is_none() && !parts.iter().any(asks_again) {
            claims::of_parts(self, whole, &one, &parts);
        }
        if whole.tests.is_none() && self.lazily {
            let union: BTreeSet<_> = parts.iter().flat_map(|(_, part)| self.groups(part)).collect();
            let is_same = whole.limit.is_none() || union == self.groups(&one);
            claim!(self, whole, one, is_same, "parts find {union:?}");
        }
        self.put_together(whole, &one, &parts);
        2 + parts.len() as u64
    }

    fn parts(&self, whole: &Mode, rng: &mut Random, run: fn(&Case, &Mode) -> Run) -> Parts {
        let of = 2 + below(rng, 2);
        let part = |k| Mode { jobs: 1 + below(rng, 3), shard: Shard::new(k, of).unwrap(), ..whole.clone() };
        let modes: Vec<Mode> = (0..of).map(part).collect();
        modes.into_iter().map(|mode| (mode.clone(), run(self, &mode))).collect()
    }

    fn groups(&self, run: &Run) -> BTreeSet<Group> {
        run.groups.iter().map(|grouped| self.property.group_of(&grouped.counterexample.input)).collect()
    }

    /// Checks the claims of one run of the boundary values.
    fn of_one(&self, mode: &Mode, run: &Run) {
        let is_lazy = run.checked.coverage.edge_search().is_some();
        claim!(self, mode, run, is_lazy == self.lazily || run.checked.coverage.edges.is_none(), "{is_lazy}");
        if mode.limit.is_none() {
            claims::of_one(self, mode, run);
        }
        for grouped in &run.groups {
            let found = &grouped.counterexample;
            let said = self.property.says_of(&found.input);
            claim!(self, mode, run, said == Said::Failed && !found.flaky, "it does not fail");
            let fails_so = |(words, said): &(Vec<u64>, Said)| {
                let group = || self.property.group_of(&self.derivations.parse(words).unwrap());
                *said == Said::Failed && (mode.limit.is_none() || group() == grouped.group)
            };
            // Boundary values do not show that no smaller input fails; a search after shrinking may.
            let mut smaller = self.known.iter().take(found.input.size() as usize).flatten();
            let is_smallest = found.minimal != Minimal::Size || !smaller.any(fails_so);
            claim!(self, mode, run, is_smallest, "a smaller one fails");
            claim!(self, mode, run, found.tests <= run.checked.coverage.inputs(), "it was run after the end");
        }
        if mode.tests.is_some() || !mode.shard.is_whole() {
            return;
        }
        let fails = self.edges.known.iter().filter(|(_, said)| *said == Said::Failed);
        let known: BTreeSet<_> =
            fails.map(|(words, _)| self.property.group_of(&self.derivations.parse(words).unwrap())).collect();
        if mode.limit.is_some() {
            claim!(self, mode, run, self.groups(run) == known, "the loop finds {known:?}");
            let eager = Case { lazily: false, ..Case::random(self.seed) }.run_edges(mode);
            claim!(self, mode, run, self.groups(run) == self.groups(&eager), "an eager run finds others");
        }
        claim!(self, mode, run, run.groups.is_empty() == known.is_empty(), "the loop finds {known:?}");
        // One that ends at its first failure has not seen all.
        if let Some(edges) = &run.checked.coverage.edges
            && (known.is_empty() || mode.limit.is_some())
        {
            let there_are = self.edges.known.len();
            let count =
                edges.search.as_ref().map_or_else(|| Some(edges.done.into()), |search| search.count.clone());
            claim!(
                self,
                mode,
                run,
                edges.complete && count == Some(there_are.into()),
                "there are {there_are}"
            );
            claim!(self, mode, run, edges.done <= there_are as u64, "there are only {there_are}");
        }
    }

    /// Checks that the parts of a run that ends without a failure make the whole run.
    fn put_together(&self, mode: &Mode, one: &Run, parts: &Parts) {
        if !matches!(one.checked.finding, Finding::Nothing) {
            return;
        }
        let reports = parts.iter().map(|(mode, run)| (mode.shard, report(run))).collect();
        let merged = merge(reports).unwrap().covered.unwrap();
        let (whole, coverage) = (&one.checked.coverage, &merged.coverage);
        let is_divided = self.lazily && mode.tests.is_none();
        if let (Some(own), Some(edges)) = (&coverage.edges, &whole.edges) {
            let count = |edges: &crate::coverage::Edges| Some(edges.search.as_ref()?.count.clone());
            // A part does not know that nothing was left out because of its size.
            let is_same = own.complete == edges.complete && count(own) == count(edges);
            claim!(self, mode, one, is_same || is_divided && !own.complete, "together: {coverage:?}");
            claim!(self, mode, one, is_divided || own == edges, "together: {coverage:?}");
        }
        claim!(self, mode, one, coverage.edges.is_some() == whole.edges.is_some(), "together: {coverage:?}");
        if !is_divided {
            claim!(self, mode, one, coverage.inputs() == whole.inputs(), "together: {coverage:?}");
            claim!(self, mode, one, coverage.discards() == whole.discards(), "together: {coverage:?}");
            claim!(self, mode, one, merged.stats == one.checked.stats, "together: {:?}", merged.stats);
        }
    }
}
