//! Limits of a check that runs generators.

use std::time::Duration;

use everycase_check::control::stop::Stop;
use pun::fault::Fault;
use pun::value::Value;

use crate::formula::Open;
use crate::outputs::Execution;
use crate::production::Production;
use crate::region::Region;
use crate::verdict::Verdict;

/// How far to go.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The largest size. Without it and without a time the check ends only if there are finitely
    /// many values.
    pub size: Option<u32>,
    /// The time.
    pub time: Option<Duration>,
    /// Interrupts the check.
    pub stop: Stop,
    /// The seed of draws.
    pub seed: u64,
}

impl Bounds {
    /// Returns the bounds of a check that ends with a size.
    pub fn to_size(size: u32) -> Self {
        Self { size: Some(size), time: None, stop: Stop::default(), seed: 0 }
    }
}

/// What was found by running.
#[derive(Clone, Debug)]
pub struct BoundedResult {
    /// The number of members that the generator produces, of the sizes at which all members were
    /// examined.
    pub covered: u64,
    /// The size up to which all members were examined, if there is one.
    pub through: Option<u32>,
    /// Whether no larger members exist.
    pub is_finite: bool,
    /// Members that no choices of any size produce, the smallest first: at most [`MOST_MISSING`],
    /// all of one size.
    pub missing: Vec<Missing>,
    /// What the missing values have in common, if that was looked for and found.
    pub region: Option<Region>,
    /// Members that the generator may or may not produce.
    pub not_found: Few<(Vec<Value>, Production)>,
    /// Values that may or may not be members.
    pub unclear: Few<(Vec<Value>, Open)>,
    /// A run with a result that is outside of the specification.
    pub outside: Option<Execution>,
    /// A run that ends with an error which the generator does not raise by `error`.
    pub crash: Option<(Execution, Box<Fault>)>,
    /// The size of arguments and choices up to which all results were examined and known, if there
    /// is one.
    pub outputs_through: Option<u32>,
    /// Whether no larger choices make other results.
    pub outputs_are_whole: bool,
    /// The number of runs of the generator.
    pub runs: u64,
    /// The time it took.
    pub time: Duration,
    /// Why it ended.
    pub end: End,
}

/// A value that a generator cannot produce.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The arguments, then the value.
    pub values: Vec<Value>,
    /// The size of all.
    pub size: u32,
}

/// Some values: their number and the first of them.
#[derive(Clone, Debug)]
pub struct Few<T> {
    /// How many there are.
    pub count: u64,
    /// The first one.
    pub first: Option<T>,
}

impl<T> Default for Few<T> {
    fn default() -> Self {
        Self { count: 0, first: None }
    }
}

impl<T> Few<T> {
    pub(crate) fn add(&mut self, one: T) {
        self.count += 1;
        self.first.get_or_insert(one);
    }
}

/// Why a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All was examined.
    Whole,
    /// Values were found that are missing.
    Missing,
    /// The size was reached.
    Size,
    /// The time was over.
    Time,
    /// It was interrupted.
    Interrupted,
}

/// The number of missing values that are collected.
pub const MOST_MISSING: usize = 5;

impl BoundedResult {
    /// Returns what running says of the generator, in a word.
    pub fn verdict(&self) -> Verdict {
        self.coverage().or_crash(self.crash.is_some())
    }

    /// Returns whether all values of the coverage type were examined, and all of them are produced.
    /// There is nothing to prove then.
    pub fn is_exhaustive(&self) -> bool {
        let is_known = self.not_found.count + self.unclear.count == 0;
        self.is_finite && is_known && self.missing.is_empty() && self.covered > 0
    }

    /// Returns what running says of the values that the generator produces.
    pub(crate) fn coverage(&self) -> Verdict {
        if !self.missing.is_empty() {
            Verdict::Incomplete
        } else if self.outside.is_some() {
            Verdict::Unsound
        } else if self.not_found.count > 0 || self.unclear.count > 0 || self.through.is_none() {
            Verdict::Undecided
        } else if self.covered == 0 {
            Verdict::Vacuous
        } else if self.is_exhaustive() {
            Verdict::Proved
        } else {
            Verdict::Covers
        }
    }
}
