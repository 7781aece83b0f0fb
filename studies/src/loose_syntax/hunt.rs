//! The search for legal trees that do not come back: all of them, one of each class that the predicate can tell apart,
//! and uniform samples of larger sizes.

use std::cell::Cell;
use std::time::{Duration, Instant};

use everycase::lazy::{Inspect, Progress, sample, search};
use everycase::space::{Random, SeedableRng, SpaceError};
use everycase::{BigUint, Enumerable, Lazy};

use super::{Tree, legal};
use crate::hunt::{At, Catalogue, Cause, Finding, Phase, Subject};
use crate::round_trip;

/// The legal trees.
#[derive(Debug, Clone, Copy)]
pub struct LegalTrees;

impl Subject for LegalTrees {
    type Input = Tree;

    fn kinds(&self) -> Vec<(&'static str, everycase::Space<Tree>)> {
        Tree::kinds()
    }

    fn check(&self, input: &Tree) -> Vec<Finding> {
        if legal::is_legal(input.clone().into()) { round_trip::findings(&input.to_syn()) } else { Vec::new() }
    }

    fn is_frame(&self, constructor: &str) -> bool {
        constructor.starts_with("Tree::")
    }

    fn show(&self, input: &Tree, finding: &Finding) -> Vec<String> {
        round_trip::show(&input.to_syn(), finding)
    }
}

/// How trees are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// All legal ones.
    All,
    /// The smallest of each class of legal ones that look the same to the predicate.
    Classes,
    /// Uniform ones among the legal ones.
    Samples,
}

/// What was done at one size.
#[derive(Debug, Clone)]
pub struct Round {
    /// The size.
    pub size: u32,
    /// The trees of this size, legal or not.
    pub values: BigUint,
    /// How often the predicate was run.
    pub runs: u64,
    /// How many trees were printed and parsed: all legal.
    pub checked: u64,
    /// How many of those did not come back.
    pub failed: u64,
    /// How long it took.
    pub time: Duration,
}

/// Runs of a search between two looks at the clock, if nothing is found.
const CHUNK: u64 = 1 << 10;

/// A kind of syntax with its predicate.
pub struct Kind<T> {
    /// Its name, as [`Tree::kinds`] has it.
    pub name: &'static str,
    /// The tree of this kind.
    pub tree: fn(T) -> Tree,
    /// Is it legal?
    pub is_legal: fn(Lazy<T>) -> bool,
}

/// Searches one kind of syntax, and writes down what fails.
pub struct Hunter<'a, T, F> {
    /// Which.
    pub kind: Kind<T>,
    /// What was found so far.
    pub catalogue: &'a mut Catalogue<LegalTrees>,
    /// Is called with each new cause.
    pub found: F,
}

impl<T: Enumerable + Inspect, F: FnMut(&Cause)> Hunter<'_, T, F> {
    /// Returns all trees of one size, or a tree of each class. `None` if time is up before.
    ///
    /// # Errors
    /// When the types are wrongly recursive.
    pub fn search(&mut self, choice: Choice, size: u32, end: Instant) -> Result<Option<Round>, SpaceError> {
        let start = Instant::now();
        let Kind { is_legal, tree, .. } = self.kind;
        let predicate = |lazy: Lazy<T>| {
            let is_legal = is_legal(lazy);
            if is_legal && choice == Choice::All {
                // This decides what the predicate left open: every legal tree is a class of its own.
                lazy.value();
            }
            is_legal
        };
        let mut round = Round::new(size, T::space().count(size)?);
        let mut trees = search(predicate).of_size(size)?;
        loop {
            let progress = trees.advance_within(CHUNK);
            if progress == Progress::NoneLeft {
                break;
            }
            if Instant::now() > end {
                return Ok(None);
            }
            if progress == Progress::Found
                && let Some(value) = trees.value()
            {
                self.check(&tree(value), Phase::Exhaustive, &mut round)?;
            }
        }
        round.runs = trees.runs();
        round.time = start.elapsed();
        Ok(Some(round))
    }

    /// Uniform trees of one size: a number of them, or as many as there is time for.
    ///
    /// # Errors
    /// When the types are wrongly recursive, and when sampling takes too much memory.
    pub fn sample(&mut self, size: u32, samples: u64, end: Instant) -> Result<Round, SpaceError> {
        let (start, over) = (Instant::now(), Cell::new(false));
        let Kind { is_legal, tree, .. } = self.kind;
        let predicate = |lazy: Lazy<T>| {
            over.set(Instant::now() > end);
            over.get() || is_legal(lazy)
        };
        let mut round = Round::new(size, T::space().count(size)?);
        let mut draws = sample(predicate).memory(1 << 30).of_size(size)?;
        let mut rng = Random::seed_from_u64(u64::from(size));
        while round.checked < samples
            && let Some(value) = draws.draw(&mut rng)?
            && !over.get()
        {
            self.check(&tree(value), Phase::Sampled, &mut round)?;
        }
        round.runs = draws.runs();
        round.time = start.elapsed();
        Ok(round)
    }

    fn check(&mut self, tree: &Tree, phase: Phase, round: &mut Round) -> Result<(), SpaceError> {
        let findings = round_trip::findings(&tree.to_syn());
        round.checked += 1;
        round.failed += u64::from(!findings.is_empty());
        let at = At { phase, kind: self.kind.name, size: round.size };
        for finding in findings {
            let kinds = Tree::kinds();
            let space = kinds.iter().find(|(name, _)| *name == self.kind.name).map(|(_, space)| space);
            if let Some(space) = space
                && let Some(cause) = self.catalogue.record(space, at, tree, &finding)?
            {
                (self.found)(cause);
            }
        }
        Ok(())
    }
}

impl Round {
    fn new(size: u32, values: BigUint) -> Self {
        Self { size, values, runs: 0, checked: 0, failed: 0, time: Duration::ZERO }
    }
}
