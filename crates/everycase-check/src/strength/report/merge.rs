//! Merges the reports of the parts of a run into the report of the whole run.
//!
//! A mutant depends on its input and the seed alone, so parts bounded by tests or size count
//! together what the whole run counts. Parts bounded by time reach different sizes; the whole is
//! then complete up to the smallest of them.

use super::{Obstacle, ReachReport, ScoreReport, SurvivorReport};
use crate::records::ToJson;
use crate::records::json::Json;
use crate::report::merge::{MergeError, Part, sort};
use crate::settings::shard::Shard;
use crate::strength::Tally;
use everycase_kernel::sorted::sort_by;

impl ScoreReport {
    /// Merges the parts of a run.
    ///
    /// # Errors
    /// If parts are missing or were interrupted, or belong to different runs.
    pub fn merge(parts: Vec<ScoreReport>) -> Result<ScoreReport, MergeError> {
        let mut parts: Vec<_> = parts.into_iter().map(|part| (part.shard, part)).collect();
        sort(&mut parts)?;
        Ok(whole(&parts.into_iter().map(|(_, part)| part).collect::<Vec<_>>()))
    }
}

impl Part for ScoreReport {
    fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    fn run(&self) -> Vec<(&'static str, Json)> {
        vec![
            ("property", self.property.json()),
            ("function", self.function.json()),
            ("kinds of mutants", self.mutations.json()),
            ("seed", self.seed.json()),
            ("budget", self.budget.json()),
            ("shape of inputs", self.fingerprint.json()),
        ]
    }
}

/// Returns the report of all parts, which belong together.
fn whole(parts: &[ScoreReport]) -> ScoreReport {
    // Inputs that every part runs count once, as in the part that got furthest with them.
    let common = parts.iter().map(|part| part.common).max_by_key(|common| common[0].inputs());
    let [common, common_sampled] = common.unwrap_or_default();
    let sum = |common: Tally, tally: fn(&ScoreReport) -> Tally| {
        parts.iter().map(tally).fold(common, |sum, tally| sum + tally)
    };
    let through = parts.iter().map(|part| part.through).min().flatten();
    let beyond = |part: &ScoreReport| part.partly.max(part.through.filter(|own| Some(*own) > through));
    let drawn = || parts.iter().filter_map(|part| part.drawn);
    let (from, to) = (drawn().map(|[from, _]| from).min(), drawn().map(|[_, to]| to).max());
    let exhaustive = sum(common, |part| part.exhaustive - part.common[0]);
    let sampled = sum(common_sampled, |part| part.sampled - part.common[1]);
    ScoreReport {
        shard: Shard::WHOLE,
        obstacle: obstacle(parts, exhaustive + sampled),
        exhaustive,
        again: sum(Tally::default(), |part| part.again),
        sampled,
        common: [Tally::default(); 2],
        through,
        is_complete: parts.iter().all(|part| part.is_complete),
        partly: parts.iter().filter_map(beyond).max(),
        drawn: from.zip(to).map(<[u32; 2]>::from),
        reached: reached(parts),
        survivors: survivors(parts),
        has_hung: parts.iter().any(|part| part.has_hung),
        ..parts[0].clone()
    }
}

fn obstacle(parts: &[ScoreReport], total: Tally) -> Option<Obstacle> {
    let obstacles = || parts.iter().filter_map(|part| part.obstacle.as_ref());
    let of = |is: fn(&Obstacle) -> bool| obstacles().find(|obstacle| is(obstacle)).cloned();
    of(|obstacle| matches!(obstacle, Obstacle::Nondeterministic(_)))
        .or_else(|| of(|obstacle| *obstacle == Obstacle::Fails))
        // A part without inputs says nothing about the whole run.
        .or_else(|| of(|obstacle| *obstacle == Obstacle::Unreached).filter(|_| total.inputs() == 0))
}

/// Returns the data coverage of the part that covers most, of those up to the smallest size: the
/// whole run covers at least that.
fn reached(parts: &[ScoreReport]) -> Option<ReachReport> {
    let all = || parts.iter().filter_map(|part| part.reached.as_ref());
    let through = all().map(|reached| reached.through).min()?;
    let most = all().filter(|reached| reached.through == through).max_by_key(|reached| reached.exercised)?;
    Some(ReachReport { is_at_least: parts.len() > 1, ..most.clone() })
}

/// Returns the smallest survivor of each kind, the smallest first.
fn survivors(parts: &[ScoreReport]) -> Vec<SurvivorReport> {
    let mut all: Vec<SurvivorReport> = parts.iter().flat_map(|part| part.survivors.iter().cloned()).collect();
    sort_by(&mut all, |one, other| one.place.cmp(&other.place));
    let mut smallest: Vec<SurvivorReport> = Vec::new();
    for survivor in all {
        if smallest.iter().all(|known| known.mutation != survivor.mutation) {
            smallest.push(survivor);
        }
    }
    smallest
}
