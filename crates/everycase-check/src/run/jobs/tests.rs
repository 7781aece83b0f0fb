//! The inputs of jobs, their positions and parts.

use std::collections::BTreeSet;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use everycase_kernel::lazy::{NotDeterministic, Probe, Run, Search};
use everycase_kernel::{Alternative, Derivation, Derivations, Key, Range, Shape};

use super::*;
use crate::claims::stats::Labels;
use crate::control::stop::Expiry;
use crate::run::done::Done;
use crate::run::error::CheckError;
use crate::run::failures::{Failures, Trial};
use crate::run::verdict::{Subject, Verdict};
use crate::run::worker::{Worker, WorkerState};
use crate::settings::seed::Seed;
use crate::settings::shard::Shard;
use crate::testing::shapes::lists;

fn inputs(work: &impl Inputs) -> Vec<(u64, Vec<u64>)> {
    let mut seen = Vec::new();
    let mut run = Run::new();
    run.begin_sequence(work.sequence().unwrap(), false);
    while let Some(place) = run.next_complete().unwrap() {
        let input = run.input().unwrap();
        assert_eq!(work.input(place.position).unwrap(), input, "a position names its input");
        assert_eq!(run.whole().unwrap().words(), input.words());
        seen.push((place.position, input.words()));
    }
    seen
}

fn union<I: Inputs>(part: impl Fn(Shard) -> I, of: u64, jobs: u64) -> Vec<(u64, Vec<u64>)> {
    let mut all: Vec<_> = (0..of)
        .flat_map(|k| (0..jobs).map(move |j| (k, j)))
        .flat_map(|(k, j)| {
            let shard = Shard::new(k, of).unwrap().split(j, NonZeroU64::new(jobs).unwrap()).unwrap();
            inputs(&part(shard))
        })
        .collect();
    all.sort();
    all
}

fn walk(part: Shard, from: u64, until: u64) -> Walk {
    Walk { derivations: lists(), size: 7, part, from, until, ended: false }
}

fn draws(part: Shard, from: u64, until: u64) -> Draws {
    let round = Draws::round(&[5, 6, 8, 30]);
    Draws { derivations: lists(), round, part, from, until, seed: Seed(7), choices: None }
}

#[test]
fn all_batches_are_the_whole() {
    let turns = Draws::round(&[5, 6, 8, 30]).len() as u64;
    for shard in [Shard::WHOLE, Shard::new(2, 3).unwrap()] {
        let batches: Vec<_> =
            [(0, 3), (3, 4), (4, 4), (4, 50)].map(|(from, until)| inputs(&walk(shard, from, until))).concat();
        assert_eq!(batches, inputs(&walk(shard, 0, 50)));
        let ends = [0, 3, turns, 2 * turns + 2, 2 * turns + 3, 4 * turns, 50];
        let batches: Vec<_> = ends.windows(2).flat_map(|of| inputs(&draws(shard, of[0], of[1]))).collect();
        assert_eq!(batches, inputs(&draws(shard, 0, 50)));
        let counts = |work: &dyn Fn(u64) -> u64, of: &[(u64, Vec<u64>)]| {
            of.iter().zip(1..).all(|((position, _), nth)| work(*position) == nth)
        };
        let (walk, draws) = (walk(shard, 4, 50), draws(shard, 2 * turns + 2, 50));
        assert!(counts(&|position| walk.up_to(position), &inputs(&walk)));
        assert!(counts(&|position| draws.up_to(position), &inputs(&draws)));
    }
}

#[test]
fn all_parts_of_a_walk_are_the_walk() {
    let walk = |part| walk(part, 0, 50);
    let whole = inputs(&walk(Shard::WHOLE));
    assert_eq!(whole.len(), 50);
    for (of, jobs) in [(1, 3), (2, 1), (3, 2), (7, 1)] {
        assert_eq!(union(walk, of, jobs), whole);
    }
}

#[test]
fn a_search_of_structures_has_each_order_of_a_complete_input_once() {
    // Pairs of lists with numbers of two ranges.
    struct Other;
    let other = Shape::named(Key::of::<Other>(), || {
        let list = Shape::named(Key::of::<Other>(), Shape::empty);
        let cons = Alternative::new("Cons", [Shape::range(Range::of(100, 200)), list]);
        Shape::choice([Alternative::new("Nil", []).pay(1), cons.pay(1)])
    });
    let structures = Derivations::new(Shape::product([lists().shape().clone(), other])).structures();
    let weak_orders = [1usize, 1, 3, 13, 75];
    for numbers in 0..=4 {
        let mut run = Run::new();
        assert!(run.begin_search(&structures, 2 + 2 * numbers as u32).unwrap());
        let mut found = Vec::new();
        while Search::next(&mut run).is_some() {
            found.push(run.whole().unwrap().words());
        }
        let of = |all: usize| (0..=all).map(move |own| weak_orders[own] * weak_orders[all - own]);
        let expected: usize = (0..=numbers).flat_map(of).sum();
        let distinct: BTreeSet<_> = found.iter().collect();
        assert_eq!((found.len(), distinct.len()), (expected, expected), "{numbers} numbers");
    }
}

#[test]
fn all_parts_of_a_sampling_are_the_sampling() {
    let draws = |part| draws(part, 0, 50);
    let whole = inputs(&draws(Shard::WHOLE));
    assert_eq!(whole.len(), 50);
    for (of, jobs) in [(1, 3), (2, 1), (3, 2), (4, 1)] {
        assert_eq!(union(draws, of, jobs), whole);
    }
}

#[test]
fn given_inputs_come_in_their_order() {
    let given: Arc<[Derivation]> = [7u64, 3].map(|n| lists().index(&n.into()).unwrap()).into();
    let seen = inputs(&InputList(Arc::clone(&given)));
    assert_eq!(seen, [(0, given[0].words()), (1, given[1].words())]);
}

/// Cases of which the second takes the rest of the time to be made.
struct Late {
    run: Run,
    made: u64,
    expiry: Arc<Expiry>,
    taken_back: Arc<AtomicU64>,
}

impl Cases for Late {
    fn next(&mut self, _: &Worker<'_>) -> Result<Option<Case>, CheckError> {
        self.made += 1;
        if self.made == 2 {
            self.expiry.expire();
        }
        Ok(Some(Case { position: self.made, nth: 0, size: 1, is_own: true }))
    }

    fn run(&mut self) -> &mut Run {
        &mut self.run
    }

    fn execute(
        &mut self,
        _: Probe,
        mut execute: impl FnMut(&mut Run) -> Option<Verdict>,
    ) -> Result<Option<Verdict>, NotDeterministic> {
        Ok(execute(&mut self.run))
    }

    fn take_back(&mut self) -> bool {
        self.taken_back.fetch_add(1, Ordering::Relaxed);
        false
    }

    fn end(self, _: &mut Done) {}
}

#[test]
fn a_case_that_is_made_as_the_time_ends_is_taken_back() {
    let subject: Arc<dyn Subject> = Arc::new(|_: &Derivation, _: &mut Labels| Verdict::Passed);
    let (expiry, watched) = (Arc::new(Expiry::default()), WorkerState::default());
    let taken_back = Arc::new(AtomicU64::new(0));
    let late =
        Late { run: Run::new(), made: 0, expiry: Arc::clone(&expiry), taken_back: Arc::clone(&taken_back) };
    let trial = Trial { subject, failures: Arc::new(Failures::open()), probe: Probe::Never };
    let done = work(late, &trial, &Worker::new(&expiry, &watched, false)).unwrap();
    assert_eq!((done.counts.inputs(), done.stopped), (1, true));
    assert_eq!(taken_back.load(Ordering::Relaxed), 1);
}
