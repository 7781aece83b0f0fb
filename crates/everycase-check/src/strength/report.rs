//! The report of a score, as text and as a record: the share of mutants killed, the inputs exercised, the smallest survivors.

use num_bigint::BigUint;

use super::score::Score;
use super::target::Target;
use crate::check::{Ended, Finding};
use crate::json::Json;
use crate::number::{number, percent, small};
use crate::records::Record;
use crate::report::{Detail, wrap};

/// The number of mutants from which a property that kills none of them is called a tautology.
const ENOUGH: u64 = 100;

/// The largest number of equations shown of a survivor.
const EQUATIONS: usize = 3;

/// How the score of a property stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It has a score, which is not below the minimum.
    Scored,
    /// The score is below the minimum.
    Below,
    /// It kills none of at least a hundred mutants.
    Tautology,
    /// It fails on the function itself.
    Fails,
    /// No input meets its premise, or none was run to its end.
    Unreached,
    /// It does not call the function on any input.
    NeverCalled,
    /// No mutant differs from the function on a call that was made.
    WithoutMutant,
    /// No mutant's run ended within its limits.
    Undecided,
}

impl Standing {
    /// Returns its name in records.
    pub fn name(self) -> &'static str {
        match self {
            Standing::Scored => "scored",
            Standing::Below => "below minimum",
            Standing::Tautology => "tautology",
            Standing::Fails => "fails",
            Standing::Unreached => "unreached",
            Standing::NeverCalled => "never called",
            Standing::WithoutMutant => "without mutant",
            Standing::Undecided => "undecided",
        }
    }

    /// Returns whether something is wrong with the property.
    pub fn is_failure(self) -> bool {
        matches!(self, Standing::Below | Standing::Tautology | Standing::Fails | Standing::Unreached)
    }
}

/// The report of the score of a property and a function.
#[derive(Debug, Clone)]
pub struct ScoreReport {
    /// The property.
    pub property: String,
    /// The function.
    pub function: String,
    /// Its name in equations.
    pub plain_name: String,
    /// How the score stands.
    pub standing: Standing,
    /// The smallest share of killed mutants that is accepted, in percent.
    pub min: Option<u8>,
    /// The numbers of mutants killed and of all that count.
    pub killed: (u64, u64),
    /// The interval of the share over uniform draws, in percent, rounded outwards.
    pub interval: Option<(u64, u64)>,
    /// The surviving mutants that are not known to differ from the function. With any, the share is a lower bound.
    pub not_known: u64,
    /// The mutants whose runs met a limit.
    pub undecided: u64,
    /// The inputs on which the property does not call the function.
    pub unexercised: u64,
    /// The largest size of which all inputs were run.
    pub through: Option<u32>,
    /// The inputs of the function up to that size that were exercised, and how many there are.
    pub exercised: Option<(u64, BigUint)>,
    /// Whether the number of exercised inputs is only a lower bound.
    pub is_at_least: bool,
    /// The smallest survivors, each as the equations of the calls that it changes.
    pub survivors: Vec<Survived>,
    /// Whether the run was interrupted.
    pub is_interrupted: bool,
}

/// A mutant that a property lets through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Survived {
    /// How it was made.
    pub mutation: &'static str,
    /// The calls that it changes.
    pub equations: Vec<String>,
}

impl ScoreReport {
    /// Returns the report of a score. `min` is the smallest share of killed mutants that is accepted, in percent.
    pub fn new(property: &str, target: &dyn Target, score: &Score, min: Option<u8>) -> ScoreReport {
        let tallies = [score.exhaustive, score.sampled];
        let sum = |part: fn(&super::Tally) -> u64| tallies.iter().map(part).sum::<u64>();
        let killed = (sum(|tally| tally.killed), sum(super::Tally::mutants));
        let undecided = sum(|tally| tally.undecided);
        let not_known = sum(|tally| tally.not_known);
        let standing = match (&score.checked.finding, killed) {
            (Finding::Counterexample(_), _) => Standing::Fails,
            (Finding::Unreached(_), _) => Standing::Unreached,
            (_, (_, 0)) if undecided > 0 => Standing::Undecided,
            (_, (_, 0)) if sum(|tally| tally.without_mutant) > 0 => Standing::WithoutMutant,
            (_, (_, 0)) => Standing::NeverCalled,
            (_, (0, mutants)) if mutants - not_known >= ENOUGH => Standing::Tautology,
            (_, (killed, mutants)) if is_below(killed, mutants, min) => Standing::Below,
            _ => Standing::Scored,
        };
        let through = score.checked.coverage.exhausted.as_ref().map(|all| all.through);
        let exercised = through.map(|through| {
            let reached = score.reach.by_size(target.arguments(), through);
            (reached.iter().map(|of| of.exercised).sum(), reached.into_iter().map(|of| of.all).sum())
        });
        let mut survivors: Vec<_> =
            score.survivors.iter().filter(|mutant| !mutant.changes.is_empty()).collect();
        survivors.sort_by_key(|mutant| (mutant.input.size(), mutant.changes.len()));
        let survivors = survivors.into_iter().map(|mutant| Survived {
            mutation: mutant.mutation.name(),
            equations: mutant.changes.iter().map(|change| change.equation(target)).collect(),
        });
        let mut shown: Vec<Survived> = Vec::new();
        for survivor in survivors {
            if shown.iter().all(|known| known.equations != survivor.equations) {
                shown.push(survivor);
            }
        }
        ScoreReport {
            property: property.to_owned(),
            function: target.function().to_owned(),
            plain_name: target.plain_name().to_owned(),
            standing,
            min,
            killed,
            interval: score
                .interval()
                .map(|interval| (percents(interval.lo, f64::floor), percents(interval.hi, f64::ceil))),
            not_known,
            undecided,
            unexercised: sum(|tally| tally.unexercised),
            through,
            exercised,
            is_at_least: score.reach.is_full(),
            survivors: shown,
            is_interrupted: score.checked.ended == Ended::Interrupted,
        }
    }

    /// Returns the text, without a final newline.
    pub fn text(&self, detail: Detail) -> String {
        let Self { property, function, .. } = self;
        let interrupted = if self.is_interrupted { "interrupted, " } else { "" };
        let mut out = format!("{property} of {function}: {interrupted}");
        wrap::push(&mut out, &self.first_line(), wrap::CONTINUED);
        if self.standing == Standing::Tautology {
            let text = format!(
                "none of {} wrong functions is noticed: the property says nothing about `{function}`",
                small(self.killed.1)
            );
            wrap::line(&mut out, "WARNING: ", &text);
        }
        let shown = if detail == Detail::Full { usize::MAX } else { 1 };
        for survivor in self.survivors.iter().take(shown) {
            let mut equations = survivor.equations[..survivor.equations.len().min(EQUATIONS)].join(", ");
            if survivor.equations.len() > EQUATIONS {
                equations += ", ..";
            }
            wrap::line(&mut out, "survives: ", &format!("{}, except that {equations}", self.plain_name));
        }
        out
    }

    fn first_line(&self) -> String {
        let Self { function, killed: (killed, mutants), .. } = self;
        let why = match self.standing {
            Standing::Scored | Standing::Below | Standing::Tautology => {
                let draws = self.interval.map(|(lo, hi)| format!(" (uniform draws {lo}% to {hi}%)"));
                let share = percent(*killed, *mutants);
                let least = if self.not_known > 0 { "at least " } else { "" };
                let mut parts = vec![format!("{least}{share} killed{}", draws.unwrap_or_default())];
                if let (Standing::Below, Some(min)) = (self.standing, self.min) {
                    parts.push(format!("less than {min}%"));
                }
                if let (Some(through), Some((exercised, all))) = (self.through, &self.exercised) {
                    let least = if self.is_at_least { "at least " } else { "" };
                    let (exercised, all) = (small(*exercised), number(all));
                    parts.push(format!("{least}{exercised} of {all} inputs to size {through} exercised"));
                }
                if self.unexercised > 0 {
                    let passed = self.unexercised + mutants + self.undecided;
                    parts.push(format!("no call on {} of its inputs", percent(self.unexercised, passed)));
                }
                if self.undecided > 0 {
                    parts.push(format!("{} mutants undecided", small(self.undecided)));
                }
                return parts.join(", ");
            }
            Standing::Fails => "the property does not hold; `everycase check` shows an input".to_owned(),
            Standing::Unreached => "no input was run to its end, or none meets the premise".to_owned(),
            Standing::NeverCalled => {
                format!("it made no call of `{function}` with a result that can be mutated")
            }
            Standing::WithoutMutant => format!("no other results of `{function}` are possible for its calls"),
            Standing::Undecided => "all mutants met a limit".to_owned(),
        };
        format!("no score: {why}")
    }

    /// Returns the record.
    pub fn record(&self) -> Record {
        let mut record = Record::new("strength", "finish")
            .with("property", self.property.as_str())
            .with("function", self.function.as_str())
            .with("standing", self.standing.name())
            .with("killed", self.killed.0)
            .with("mutants", self.killed.1)
            .with("not_known", self.not_known)
            .with("undecided", self.undecided)
            .with("unexercised", self.unexercised)
            .with("interrupted", self.is_interrupted);
        if let Some((lo, hi)) = self.interval {
            record = record.with("interval", Json::List(vec![lo.into(), hi.into()]));
        }
        if let (Some(through), Some((exercised, all))) = (self.through, &self.exercised) {
            record = record.with("through", through).with("exercised", *exercised).with("inputs", all);
        }
        let survivors = self.survivors.iter().map(|survivor| {
            let equations = survivor.equations.iter().map(|equation| equation.as_str().into()).collect();
            Json::Object(vec![("mutation", survivor.mutation.into()), ("equations", Json::List(equations))])
        });
        record.with("survivors", Json::List(survivors.collect()))
    }
}

fn is_below(killed: u64, mutants: u64, min: Option<u8>) -> bool {
    min.is_some_and(|min| u128::from(killed) * 100 < u128::from(min) * u128::from(mutants))
}

/// Returns a share in whole percent.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share lies between 0 and 1")]
fn percents(share: f64, round: fn(f64) -> f64) -> u64 {
    round(share * 100.0) as u64
}
