//! Reports of scores read from their records.

use everycase_check::encoding;
use everycase_check::records::VERSION;
use everycase_check::regressions::Fingerprint;
use everycase_check::seed::Seed;
use everycase_check::shard::Shard;
use everycase_check::strength::{Obstacle, Reached, ScoreReport, Standing, Survived, Tally};
use serde_json::Value as Json;

use super::read::{bounds, count, number, text, texts};

/// What the first record of a file is about.
pub(crate) enum About {
    /// A property.
    Property,
    /// The score of a property and a function.
    Score(Box<ScoreReport>),
    /// The exploration of a program.
    Exploration,
    /// A function that has no score, or all properties of a function: these records have no parts.
    Other,
}

/// Reads the first record of a file, if it is of a score.
///
/// # Errors
/// If the record is invalid.
pub(crate) fn about(text: &str) -> Result<About, String> {
    let record: Json = serde_json::from_str(text.lines().next().unwrap_or_default())
        .map_err(|error| format!("line 1: {error}"))?;
    match record["kind"].as_str() {
        Some("strength") if record["everycase"] != VERSION => {
            Err(format!("line 1: this is no record of version {VERSION}"))
        }
        Some("strength") if record["standing"] == "refused" => Ok(About::Other),
        Some("strength") => {
            let report = score(&record).ok_or("line 1: the record is incomplete")?;
            Ok(About::Score(Box::new(report)))
        }
        Some("suite") => Ok(About::Other),
        Some("exploration") => Ok(About::Exploration),
        _ => Ok(About::Property),
    }
}

fn score(record: &Json) -> Option<ScoreReport> {
    let (budget, shard, reached) = (&record["budget"], &record["shard"], &record["reached"]);
    let obstacle = match record["standing"].as_str()? {
        own if own == Standing::Fails.name() => Some(Obstacle::Fails),
        own if own == Standing::Unreached.name() => Some(Obstacle::Unreached),
        own if own == Standing::Nondeterministic.name() => {
            Some(Obstacle::Nondeterministic(text(&record["input"])))
        }
        _ => None,
    };
    let common: Vec<Tally> = record["common"].as_array()?.iter().map(tally).collect::<Option<_>>()?;
    let is_reached = reached.is_object();
    Some(ScoreReport {
        property: text(&record["property"])?,
        function: text(&record["function"])?,
        plain_name: text(&record["plain_name"])?,
        left_out: record["left_out"].as_array()?.iter().map(number).collect::<Option<_>>()?,
        not_encoded: text(&record["not_encoded"]),
        min: number(&record["min"]),
        mutations: texts(&record["mutations"]),
        seed: Seed::parse(record["seed"].as_str()?)?,
        budget: bounds(budget),
        fingerprint: record["fingerprint"].as_str().and_then(Fingerprint::parse),
        shard: Shard::new(number(&shard["index"])?, number(&shard["of"])?)?,
        obstacle,
        exhaustive: tally(&record["exhaustive"])?,
        again: tally(&record["again"]).unwrap_or_default(),
        sampled: tally(&record["sampled"])?,
        common: common.try_into().ok()?,
        through: number(&record["through"]),
        is_complete: record["complete"].as_bool()?,
        partly: number(&record["partly"]),
        drawn: number(&record["drawn"][0]).zip(number(&record["drawn"][1])),
        reached: if is_reached { Some(exercised(reached)?) } else { None },
        survivors: record["survivors"].as_array()?.iter().map(survivor).collect::<Option<_>>()?,
        has_hung: record["hung"].as_bool()?,
        is_interrupted: record["interrupted"].as_bool()?,
    })
}

fn tally(object: &Json) -> Option<Tally> {
    Some(Tally {
        killed: number(&object["killed"])?,
        survived: number(&object["survived"])?,
        not_known: number(&object["not_known"])?,
        undecided: number(&object["undecided"])?,
        unexercised: number(&object["unexercised"])?,
        without_mutant: number(&object["without_mutant"])?,
    })
}

fn exercised(object: &Json) -> Option<Reached> {
    Some(Reached {
        through: number(&object["through"])?,
        exercised: number(&object["exercised"])?,
        all: count(&object["inputs"])?,
        is_at_least: object["at_least"].as_bool()?,
    })
}

fn survivor(object: &Json) -> Option<Survived> {
    Some(Survived {
        mutation: text(&object["mutation"])?,
        is_known: object["known"].as_bool()?,
        place: (number(&object["size"])?, encoding::from_text(object["input"].as_str()?)?),
        equations: object["equations"].as_array()?.iter().map(text).collect::<Option<_>>()?,
    })
}
