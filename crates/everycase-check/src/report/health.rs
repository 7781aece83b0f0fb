//! The health of a run that has found no failure: what keeps it from testing much, with the number
//! and what to do about it.
//!
//! Notes are derived from a report's coverage whenever they are shown or recorded, so the notes of
//! a merged report are about all parts together. Only one note depends on a clock: that the run
//! ended because its time was over.

use std::fmt;
use std::time::Duration;

use num_bigint::BigUint;

use super::record::Note;
use super::{CoverageReport, Detail, Outcome, Report};
use crate::check::Ending;
use crate::claims::stream::Stream;
use crate::claims::{CaseCounts, Claim, Tally};
use crate::names;
use crate::text::duration;
use crate::text::number::{counted, number, percent, small};

/// The share of inputs, in percent, above which they are nearly all.
const NEARLY_ALL: u64 = 90;

/// The number of inputs below which a run that its time has ended was slow.
const FEW: u64 = 100;

/// The least number of inputs whose sizes are compared. A search is measured by the size up to
/// which it has this many.
const ENOUGH: u64 = 100;

/// Whether the parts of a property's inputs are decided on demand, and who has chosen that.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Laziness {
    /// They are not, but would be if the property asked for it.
    #[default]
    Possible,
    /// They are, as the property asks for.
    Chosen,
    /// They always are in its language.
    Always,
    /// They are, and are choices of generators, so a search also discards the runs that need
    /// further choices.
    Choices,
    /// They never are.
    Never,
}

names! { Laziness:
    Possible = "possible",
    Chosen = "chosen",
    Always = "always",
    Choices = "choices",
    Never = "never",
}

/// A reason why a run has tested less than its budget allows for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Health {
    /// Nearly all inputs were discarded.
    Discarded {
        /// Those that were.
        discarded: u64,
        /// All of them.
        of: u64,
        /// What is counted.
        what: &'static str,
        /// Whether these are runs of a search and of draws that decide inputs on demand.
        is_searched: bool,
        /// What to do.
        advice: &'static str,
    },
    /// The time ended the run after few inputs.
    Slow {
        /// Their number.
        inputs: u64,
        /// The time of the run.
        time: Duration,
    },
    /// Nearly all draws that meet the assumption have one size, although others were tried.
    OneSize {
        /// The size.
        size: u32,
        /// The draws of this size.
        inputs: u64,
        /// All of them.
        of: u64,
    },
    /// A search of inputs decided on demand has decided nearly each of them completely.
    Undivided {
        /// Its runs.
        runs: u64,
        /// The inputs up to the size.
        inputs: BigUint,
        /// The largest size that was searched completely.
        size: u32,
    },
}

impl Report {
    /// Returns what keeps the run from testing much.
    pub fn health(&self) -> Vec<Health> {
        let is_over =
            matches!(self.outcome, Outcome::Passed | Outcome::Undershot | Outcome::NoCounterexample);
        let is_replay = self.run.is_some_and(|run| run.is_replay);
        match &self.covered {
            Some(covered) if is_over && !is_replay => covered.health(),
            _ => Vec::new(),
        }
    }

    /// Returns the notes about its health, as a reader sees them.
    pub fn warnings(&self, detail: Detail) -> Vec<String> {
        let notes = self.health().into_iter().filter(|note| detail == Detail::Full || note.is_brief());
        notes.map(|note| note.to_string()).collect()
    }
}

impl CoverageReport {
    fn health(&self) -> Vec<Health> {
        let notes = [self.discards(), self.slow(), self.one_size(), self.undivided()];
        notes.into_iter().flatten().collect()
    }

    fn discards(&self) -> Option<Health> {
        let coverage = &self.coverage;
        let (discarded, of, what) = if !coverage.lazily {
            (coverage.discards(), coverage.inputs(), "inputs")
        } else if coverage.is_complete() {
            // The search has skipped what the assumption excludes.
            return None;
        } else if self.laziness == Some(Laziness::Choices) {
            let sum = |of: fn(&Tally) -> u64| coverage.samples().map(|sample| of(&sample.tally)).sum::<u64>();
            (sum(|tally| tally.discarded), sum(|tally| tally.ran), "generated inputs")
        } else {
            // Structures are complete inputs, most of which an assumption may discard.
            let structures = coverage.one(Stream::Structures).map(|claim| &claim.tally);
            let (drawn, in_vain) = structures.map_or((0, 0), |tally| (tally.ran, tally.discarded));
            let CaseCounts { ran, discarded, .. } = coverage.stated();
            (discarded - in_vain, ran - drawn, "runs on undecided inputs")
        };
        let advice = match self.laziness? {
            Laziness::Possible | Laziness::Never if coverage.is_complete() => {
                "there are no other inputs: is the assumption too strict?"
            }
            Laziness::Possible => {
                "take a `Lazy` parameter and test the assumption on it, or draw from a space or a generator of inputs that \
                 meet it"
            }
            Laziness::Chosen | Laziness::Always => {
                "test the condition that fails most often first, or draw from a generator of inputs that meet the assumption"
            }
            Laziness::Choices => "let the generator make inputs that meet the assumption",
            Laziness::Never => "raise the budget, or weaken the assumption",
        };
        let is_searched = coverage.lazily && self.laziness != Some(Laziness::Choices);
        is_nearly_all(discarded, of).then_some(Health::Discarded { discarded, of, what, is_searched, advice })
    }

    fn slow(&self) -> Option<Health> {
        let inputs = self.coverage.inputs();
        // The times of parts overlap.
        let is_slow = self.ended == Ending::Time && inputs < FEW && self.parts == 1;
        is_slow.then_some(Health::Slow { inputs, time: self.time })
    }

    fn one_size(&self) -> Option<Health> {
        let coverage = &self.coverage;
        // The sizes of a generator's draws are the bits of its numbers.
        if coverage.draws_itself {
            return None;
        }
        let samples = coverage.samples().filter(|sample| sample.tally.ran > 0);
        let samples = samples.map(|Claim { size, tally, .. }| (*size, tally.ran - tally.discarded));
        let drawn = coverage.drawn().into_iter().map(|drawn| (drawn.size, drawn.values()));
        let sizes: Vec<(u32, u64)> = samples.chain(drawn).collect();
        let of = sizes.iter().map(|(_, inputs)| inputs).sum();
        let (size, inputs) = sizes.iter().copied().max_by_key(|(_, inputs)| *inputs)?;
        let is_one = sizes.len() > 1 && of >= ENOUGH && is_nearly_all(inputs, of);
        is_one.then_some(Health::OneSize { size, inputs, of })
    }

    fn undivided(&self) -> Option<Health> {
        let coverage = &self.coverage;
        // Parts may have searched different bounds.
        if self.laziness != Some(Laziness::Chosen) || self.parts > 1 {
            return None;
        }
        let all = coverage.exhausted().filter(|_| !coverage.is_divided())?;
        let inputs = u64::try_from(&all.count).ok()?;
        let is_undivided = inputs >= ENOUGH && is_nearly_all(all.done, inputs);
        let note = Health::Undivided { runs: all.done, inputs: all.count, size: all.through };
        is_undivided.then_some(note)
    }
}

fn is_nearly_all(some: u64, all: u64) -> bool {
    u128::from(some) * 100 > u128::from(all) * u128::from(NEARLY_ALL)
}

impl Health {
    /// Returns whether it is in brief texts, too. A search is meant to discard most runs; what
    /// counts is that it leaves some.
    fn is_brief(&self) -> bool {
        match self {
            Health::Discarded { discarded, of, is_searched, .. } => !is_searched || of - discarded < FEW,
            Health::Slow { .. } | Health::Undivided { .. } => true,
            Health::OneSize { .. } => false,
        }
    }

    /// Returns it as its record states it.
    pub(super) fn note(&self) -> Note {
        let (kind, size, tests, of, inputs, time) = match self {
            Health::Discarded { discarded, of, .. } => ("discarded", None, discarded, Some(of), None, None),
            Health::Slow { inputs, time } => ("slow", None, inputs, None, None, Some(time)),
            Health::OneSize { size, inputs, of } => ("one size", Some(size), inputs, Some(of), None, None),
            Health::Undivided { runs, inputs, size } => {
                ("undivided", Some(size), runs, None, Some(inputs), None)
            }
        };
        Note {
            kind,
            size: size.copied(),
            tests: *tests,
            of: of.copied(),
            inputs: inputs.cloned(),
            time: time.copied(),
        }
    }
}

/// The number, and what to do.
impl fmt::Display for Health {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Health::Discarded { discarded, of, what, advice, .. } => {
                let (share, discarded, of) = (percent(*discarded, *of), small(*discarded), small(*of));
                write!(f, "{share} of the {what} were discarded ({discarded} of {of}): {advice}")
            }
            Health::Slow { inputs, time } => {
                let count = u32::try_from(*inputs).unwrap_or(u32::MAX).max(1);
                let (tests, time, mean) =
                    (counted(*inputs, "test"), duration::show(*time), duration::show(*time / count));
                write!(
                    f,
                    "only {tests} in {time}, one every {mean} on average: raise the time, or bound the size of the inputs"
                )
            }
            Health::OneSize { size, inputs, of } => {
                let (share, inputs, of) = (percent(*inputs, *of), small(*inputs), small(*of));
                write!(
                    f,
                    "{share} of the draws that meet the assumption have size {size} ({inputs} of {of}): draw from a generator \
                     of inputs of all sizes that meet it"
                )
            }
            Health::Undivided { runs, inputs, size } => {
                let (runs, inputs) = (counted(*runs, "run"), number(inputs));
                write!(
                    f,
                    "{runs} for the {inputs} inputs up to size {size}: `Lazy` saves little here; look at parts of the inputs \
                     before `value()`, or take plain parameters"
                )
            }
        }
    }
}

#[cfg(test)]
mod tests;
