//! The record of a score, described in `docs/records.md`.

use super::{Obstacle, ScoreReport};
use crate::encoding;
use crate::json::Json;
use crate::records::Record;
use crate::strength::Tally;

impl ScoreReport {
    /// Returns the record, from which the report can be read again.
    pub fn record(&self) -> Record {
        let total = self.total();
        let numbers = |numbers: &[usize]| Json::List(numbers.iter().map(|n| (*n as u64).into()).collect());
        let mut record = Record::new("strength", "finish")
            .with("property", self.property.as_str())
            .with("function", self.function.as_str())
            .with("plain_name", self.plain_name.as_str())
            .with("left_out", numbers(&self.left_out))
            .with("mutations", self.mutations.clone())
            .with("seed", self.seed.to_string())
            .with(
                "budget",
                Json::Object(vec![
                    ("time_s", self.budget.time.map(|time| time.as_secs_f64()).into()),
                    ("size", self.budget.size.into()),
                    ("tests", self.budget.tests.into()),
                ]),
            )
            .with("fingerprint", self.fingerprint.map(|fingerprint| fingerprint.to_string()))
            .with(
                "shard",
                Json::Object(vec![("index", self.shard.index().into()), ("of", self.shard.of().into())]),
            )
            .with("min", self.min.map(u64::from))
            .with("standing", self.standing().name())
            .with("killed", total.killed)
            .with("mutants", total.mutants())
            .with("exhaustive", tally(self.exhaustive))
            .with("again", tally(self.again))
            .with("sampled", tally(self.sampled))
            .with("common", Json::List(self.common.map(tally).to_vec()))
            .with("through", self.through)
            .with("complete", self.is_complete)
            .with("partly", self.partly)
            .with("hung", self.has_hung)
            .with("interrupted", self.is_interrupted);
        if let Some(Obstacle::Nondeterministic(Some(input))) = &self.obstacle {
            record = record.with("input", input.as_str());
        }
        if let Some(why) = &self.not_encoded {
            record = record.with("not_encoded", why.as_str());
        }
        if let Some((from, to)) = self.drawn {
            record = record.with("drawn", Json::List(vec![from.into(), to.into()]));
        }
        if let Some((lo, hi)) = self.interval() {
            record = record.with("interval", Json::List(vec![lo.into(), hi.into()]));
        }
        if let Some(reached) = &self.reached {
            let fields = vec![
                ("through", reached.through.into()),
                ("exercised", reached.exercised.into()),
                ("inputs", (&reached.all).into()),
                ("at_least", reached.is_at_least.into()),
            ];
            record = record.with("reached", Json::Object(fields));
        }
        let survivors = self.survivors.iter().map(|survivor| {
            let equations = survivor.equations.iter().map(|equation| equation.as_str().into()).collect();
            Json::Object(vec![
                ("mutation", survivor.mutation.as_str().into()),
                ("known", survivor.is_known.into()),
                ("size", survivor.place.0.into()),
                ("input", encoding::to_text(&survivor.place.1).into()),
                ("equations", Json::List(equations)),
            ])
        });
        record.with("survivors", Json::List(survivors.collect()))
    }
}

fn tally(tally: Tally) -> Json {
    Json::Object(vec![
        ("killed", tally.killed.into()),
        ("survived", tally.survived.into()),
        ("not_known", tally.not_known.into()),
        ("undecided", tally.undecided.into()),
        ("unexercised", tally.unexercised.into()),
        ("without_mutant", tally.without_mutant.into()),
    ])
}
