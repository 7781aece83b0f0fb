//! The report of a score: the share of mutants killed, the inputs exercised, the smallest
//! survivors. Parts of a run have reports that can be [merged](ScoreReport::merge).

#[cfg(any(test, feature = "merge"))]
mod merge;
mod record;
mod text;

pub use self::record::tables;

use num_bigint::BigUint;

use super::interval::Interval;
use super::mutant::{Difference, Mutation};
use super::score::Score;
use super::tally::Tally;
use super::target::Target;
use crate::check::{Ending, Finding};
use crate::names;
use crate::settings::budget::Budget;
use crate::settings::seed::Seed;
use crate::settings::shard::Shard;
use crate::text::encoding::Fingerprint;
use crate::text::encoding::Words;

/// The number of mutants from which a property that kills none of them is called a tautology.
const ENOUGH: u64 = 100;

/// How the score of a property stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It has a score, which is not below the minimum.
    Scored,
    /// The score is below the minimum.
    Below,
    /// It kills none of at least a hundred mutants, or no mutant of all inputs that exist.
    Tautology,
    /// It fails on the function itself.
    Fails,
    /// Its verdict or its calls on an input change from run to run.
    Nondeterministic,
    /// No input meets its premise, or none was run to its end.
    Unreached,
    /// It does not call the function on any input.
    NeverCalled,
    /// No mutant differs from the function on a call that was made.
    WithoutMutant,
    /// No mutant's run ended within its limits.
    Undecided,
}

names! { Standing:
    Scored = "scored",
    Below = "below minimum",
    Tautology = "tautology",
    Fails = "fails",
    Nondeterministic = "nondeterministic",
    Unreached = "unreached",
    NeverCalled = "never called",
    WithoutMutant = "without mutant",
    Undecided = "undecided",
}

impl Standing {
    /// Returns whether something is wrong with the property.
    pub fn is_failure(self) -> bool {
        use Standing::{Below, Fails, Nondeterministic, Tautology, Unreached};
        matches!(self, Below | Tautology | Fails | Nondeterministic | Unreached)
    }

    /// Returns whether there is a score.
    pub fn has_score(self) -> bool {
        matches!(self, Standing::Scored | Standing::Below | Standing::Tautology)
    }
}

/// The report of the score of a property and a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoreReport {
    /// The property.
    pub property: String,
    /// The function.
    pub function: String,
    /// Its name in equations.
    pub plain_name: String,
    /// The arguments of the function that cannot be encoded, by number from 0.
    pub left_out: Vec<usize>,
    /// Why arguments or results of some calls could not be encoded, if there were such calls.
    pub not_encoded: Option<String>,
    /// The smallest share of killed mutants that is accepted, in percent.
    pub min: Option<u8>,
    /// The kinds of mutants, by name.
    pub mutations: Vec<String>,
    /// The seed of the run.
    pub seed: Seed,
    /// The bounds of the run.
    pub budget: Budget,
    /// The fingerprint of the shape of the property's inputs.
    pub fingerprint: Option<Fingerprint>,
    /// The part of the run.
    pub shard: Shard,
    /// Why the property has no score, if the tallies do not say it.
    pub obstacle: Option<Obstacle>,
    /// The mutants of all inputs by size.
    pub exhaustive: Tally,
    /// Those of them that are further mutants of the same inputs.
    pub again: Tally,
    /// The mutants of uniform draws.
    pub sampled: Tally,
    /// How many of these two every part of the run counts: the mutants of inputs that it does not
    /// divide.
    pub common: [Tally; 2],
    /// The largest size of which all inputs were run.
    pub through: Option<u32>,
    /// Whether these were all inputs that there are.
    pub is_complete: bool,
    /// The largest size beyond it of which some inputs were run in order.
    pub partly: Option<u32>,
    /// The smallest and the largest size of the draws.
    pub drawn: Option<[u32; 2]>,
    /// The data coverage up to that size.
    pub reached: Option<ReachReport>,
    /// The smallest survivor of each kind.
    pub survivors: Vec<SurvivorReport>,
    /// Whether a mutant did not end, which ended the score.
    pub has_hung: bool,
    /// Whether the run was interrupted.
    pub is_interrupted: bool,
}

/// Why the property has no score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// The property fails on the function itself.
    Fails,
    /// The property is not deterministic, on this input if it can be shown.
    Nondeterministic(Option<String>),
    /// No input meets the premise, or none was run to its end.
    Unreached,
}

/// The inputs of the function on which properties exercise it, up to a size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReachReport {
    /// The size.
    pub through: u32,
    /// How many different inputs were exercised.
    pub exercised: u64,
    /// How many inputs there are.
    pub all: BigUint,
    /// Whether more may have been exercised: the parts of a run do not know of each other's.
    pub is_at_least: bool,
}

/// A mutant that a property lets through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SurvivorReport {
    /// How it was made.
    pub mutation: String,
    /// Whether it is known to differ from the function.
    pub is_known: bool,
    /// The size and the words of the property's input.
    pub place: (u32, Words),
    /// The calls that it changes.
    pub equations: Vec<String>,
}

impl ScoreReport {
    /// Returns the report of a score. `min` is the smallest share of killed mutants that is
    /// accepted, in percent.
    pub fn new(property: &str, target: &dyn Target, score: &Score, min: Option<u8>) -> ScoreReport {
        let coverage = &score.checked.coverage;
        let obstacle = match (&score.checked.finding, &score.unsteady) {
            // A failure may then be one of some runs only.
            (_, Some(input)) => Some(Obstacle::Nondeterministic(target.input(input))),
            (Finding::Counterexample(_), _) => Some(Obstacle::Fails),
            (Finding::Unreached(_), _) => Some(Obstacle::Unreached),
            _ => None,
        };
        let through = coverage.exhausted().map(|all| all.through);
        let reached = through.and_then(|through| {
            let reached = score.reach.by_size(target.arguments(), through);
            Some(ReachReport {
                through: reached.last()?.size,
                exercised: reached.iter().map(|of| of.exercised).sum(),
                all: reached.into_iter().map(|of| of.all).sum(),
                is_at_least: !coverage.shard.is_whole(),
            })
        });
        let sizes = || {
            let samples = coverage.samples().filter(|sample| sample.tally.ran > 0).map(|sample| sample.size);
            let drawn = coverage.drawn().into_iter().filter(|drawn| drawn.values() > 0);
            samples.chain(drawn.map(|drawn| drawn.size))
        };
        let survivors = score.survivors.iter().map(|survivor| SurvivorReport {
            mutation: survivor.mutation.name().to_owned(),
            is_known: survivor.difference == Difference::Known,
            place: (survivor.input.size(), Words(survivor.input.words())),
            equations: survivor.changes.iter().map(|change| change.equation(target)).collect(),
        });
        ScoreReport {
            property: property.to_owned(),
            function: target.function().to_owned(),
            plain_name: target.plain_name().to_owned(),
            left_out: target.left_out().to_vec(),
            not_encoded: target.obstacle(),
            min,
            mutations: score.mutations.iter().map(|mutation| kind(*mutation)).collect(),
            seed: score.seed,
            budget: score.budget,
            fingerprint: score.fingerprint,
            shard: coverage.shard,
            obstacle,
            exhaustive: score.exhaustive,
            again: score.again,
            sampled: score.sampled,
            common: score.common,
            through,
            is_complete: coverage.is_complete(),
            partly: coverage.stopped_at().filter(|some| some.done > 0).map(|some| some.size),
            drawn: sizes().min().zip(sizes().max()).map(<[u32; 2]>::from),
            reached,
            survivors: survivors.collect(),
            has_hung: score.hung.is_some(),
            is_interrupted: score.checked.ended == Ending::Interrupted,
        }
    }

    /// Returns the mutants of all inputs.
    pub fn total(&self) -> Tally {
        self.exhaustive + self.sampled
    }

    /// Returns how the score stands.
    pub fn standing(&self) -> Standing {
        let total = self.total();
        let is_tautology = total.killed == 0
            && (total.survived >= ENOUGH || self.is_complete && total.not_known + total.undecided == 0);
        match &self.obstacle {
            Some(Obstacle::Fails) => Standing::Fails,
            Some(Obstacle::Nondeterministic(_)) => Standing::Nondeterministic,
            Some(Obstacle::Unreached) => Standing::Unreached,
            None if total.mutants() > 0 && is_tautology => Standing::Tautology,
            None if total.mutants() > 0 && is_below(total, self.min) => Standing::Below,
            None if total.mutants() > 0 => Standing::Scored,
            None if total.undecided > 0 => Standing::Undecided,
            None if total.without_mutant > 0 => Standing::WithoutMutant,
            None => Standing::NeverCalled,
        }
    }

    /// Returns the interval of the share of killed mutants over uniform draws, in percent, rounded
    /// outwards.
    pub fn interval(&self) -> Option<(u64, u64)> {
        let interval = Interval::of(self.sampled.killed, self.sampled.mutants())?;
        Some((percents(interval.lo, f64::floor), percents(interval.hi, f64::ceil)))
    }
}

/// Returns the name of a kind of mutants as it is selected.
fn kind(mutation: Mutation) -> String {
    match mutation {
        Mutation::Several(most) if !Mutation::ALL.contains(&mutation) => format!("several={most}"),
        _ => mutation.name().to_owned(),
    }
}

fn is_below(total: Tally, min: Option<u8>) -> bool {
    min.is_some_and(|min| u128::from(total.killed) * 100 < u128::from(min) * u128::from(total.mutants()))
}

/// Returns a share in whole percent.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share lies between 0 and 1")]
fn percents(share: f64, round: fn(f64) -> f64) -> u64 {
    round(share * 100.0) as u64
}
