//! Reports as records: one schema for `cargo test` and the command, described in `docs/records.md`.

use super::{About, Covered, Detail, Example, Finding, Input, Outcome, Report, Run};
use crate::budget::Budget;
use crate::common::Common;
use crate::coverage::{Coverage, Earlier};
use crate::json::Json;
use crate::phase::Phase;
use crate::records::Record;
use crate::seed::Seed;
use crate::stats::Stats;

impl About {
    /// Returns the record for the start of a check.
    pub fn start(&self, seed: Seed) -> Record {
        self.record("start").with("seed", seed.to_string())
    }

    /// Returns the record for a check that was interrupted before it could report.
    pub fn interrupted(&self) -> Record {
        self.record("finish").with("outcome", Outcome::Interrupted.name())
    }

    fn record(&self, event: &'static str) -> Record {
        Record::new("property", event)
            .with("name", self.name.as_str())
            .with("module", self.module.as_str())
            .with("file", self.file.as_str())
            .with("line", self.line)
    }
}

impl Report {
    /// Returns the records for a finished check: one for each failure, then the one with its outcome.
    pub fn records(&self) -> Vec<Record> {
        let mut records: Vec<Record> = self.findings.iter().map(|finding| self.failure(finding)).collect();
        let mut finish = self.record("finish").with("outcome", self.outcome.name());
        if !self.why.is_empty() {
            finish = finish.with("why", self.why.clone());
        }
        if let Some(run) = &self.run {
            finish = finish
                .with("budget", budget(run))
                .with("fingerprint", run.fingerprint.map(|fingerprint| fingerprint.to_string()));
        }
        if let Some(covered) = &self.covered {
            finish = finish.covered(covered).with("laziness", covered.laziness.name());
        }
        let warnings = self.warnings(Detail::Full);
        if !warnings.is_empty() {
            finish = finish.with("warnings", warnings).with("health", self.health_records());
        }
        records.push(finish);
        records
    }

    fn record(&self, event: &'static str) -> Record {
        let record = self.about.record(event);
        match &self.run {
            Some(run) => record.with("seed", run.seed.to_string()),
            None => record,
        }
    }

    fn failure(&self, finding: &Finding) -> Record {
        let Finding { example, group, count, phase, minimal, size, tests, part, .. } = finding;
        let Finding { flaky, keeps_state, hung, died, .. } = finding;
        let record = self.record("failure").with("phase", phase.name()).with("tests", *tests);
        let record = record.with("part", part.map(|part| part.to_string()));
        let record = match &self.covered {
            Some(covered) => record.with("time_s", covered.time.as_secs_f64()),
            None => record,
        };
        let Example { inputs, uses, caveats, message, fault, place, .. } = example;
        let Example { derivation, replay, regression, steps, .. } = example;
        let record = record
            .with("size", *size)
            .with("minimal", minimal.name())
            .with("cause", group.kind)
            .with("site", group.site.as_str())
            .with("failures", *count)
            .with("inputs", of_inputs(inputs))
            .with("uses", uses.clone())
            .with("caveats", caveats.clone())
            .with("message", message.as_str())
            .with("fault", fault.as_str())
            .with("place", place.clone())
            .with("hung", *hung)
            .with("died", *died)
            .with("flaky", *flaky)
            .with("keeps_state", *keeps_state)
            .with("derivation", derivation.clone())
            .with("replay", replay.clone())
            .with("regression", regression.clone());
        match steps {
            Some((_, steps)) => record.with("steps", steps.clone()),
            None => record,
        }
    }
}

fn budget(run: &Run) -> Json {
    let mut fields = run.budget.fields();
    fields.push(("findings", (run.limit.get() as u64).into()));
    Json::Object(fields)
}

impl Budget {
    /// Returns the fields of its record.
    pub fn fields(self) -> Vec<(&'static str, Json)> {
        vec![
            ("time_s", self.time.map(|time| time.as_secs_f64()).into()),
            ("size", self.size.into()),
            ("tests", self.tests.into()),
        ]
    }
}

fn of_inputs(inputs: &[Input]) -> Vec<Json> {
    let record = |input: &Input| {
        let mut fields = vec![("name", input.name.as_str().into()), ("value", input.value.as_str().into())];
        let more = [
            ("statement", &input.statement),
            ("evaluated", &input.evaluated),
            ("looked_at", &input.looked_at),
        ];
        let more = more.into_iter().filter_map(|(key, text)| Some((key, text.as_deref()?.into())));
        fields.extend(more);
        Json::Object(fields)
    };
    inputs.iter().map(record).collect()
}

impl Record {
    /// Returns the record with the coverage of a check.
    #[must_use]
    pub fn covered(self, covered: &Covered) -> Record {
        let record = self.with("ended", covered.ended.name()).with("time_s", covered.time.as_secs_f64());
        let record = record.with("has_inputs", covered.has_inputs);
        let record = record.covering(&covered.coverage);
        let record = match &covered.undecided {
            Some(undecided) => record.with(
                "undecided_input",
                Json::Object(vec![
                    ("inputs", of_inputs(&undecided.inputs).into()),
                    ("limit", undecided.limit.as_str().into()),
                    ("size", undecided.size.into()),
                ]),
            ),
            None => record,
        };
        let domain = &covered.coverage.domain;
        let record = record
            .with("given_by", domain.given_by.clone())
            .with("numbers", domain.numbers.clone())
            .with("counted_as", covered.counted_as.clone());
        let record =
            of_stats(&covered.stats).into_iter().fold(record, |record, (key, value)| record.with(key, value));
        if covered.coverage.shard.is_whole() {
            return record;
        }
        let Common { discarded, undecided, stats } = &covered.common;
        let mut common = vec![("discards", (*discarded).into()), ("undecided", (*undecided).into())];
        common.extend(of_stats(stats));
        record.with("common", Json::Object(common))
    }

    /// Returns the record with what was covered.
    pub fn covering(self, coverage: &Coverage) -> Record {
        let shard =
            Json::Object(vec![("index", coverage.shard.index().into()), ("of", coverage.shard.of().into())]);
        self.with("tests", coverage.inputs())
            .with("discards", coverage.discards())
            .with("undecided", coverage.undecided)
            .with("covered", coverage.to_string())
            .with("complete", coverage.is_complete())
            .with("lazy", coverage.lazily)
            .with("shard", shard)
            .with("phases", phases(coverage))
    }
}

fn of_stats(stats: &Stats) -> Vec<(&'static str, Json)> {
    let labels = stats.labels().map(|label| {
        Json::Object(vec![
            ("label", label.name.into()),
            ("tests", label.count.into()),
            ("required_percent", label.required.into()),
        ])
    });
    let labels: Vec<Json> = labels.collect();
    vec![
        ("labels", labels.into()),
        ("other_labels", stats.others().into()),
        ("labelled_tests", stats.tests().into()),
    ]
}

/// The fields of an object.
type Fields = Vec<(&'static str, Json)>;

fn repeated(earlier: Earlier) -> Fields {
    vec![
        ("tests", earlier.runs.into()),
        ("repeated", true.into()),
        ("discards", earlier.discarded.into()),
        ("undecided", earlier.undecided.into()),
    ]
}

fn phases(coverage: &Coverage) -> Json {
    let mut phases = Vec::new();
    let mut phase = |phase: Phase, fields: Fields| {
        let mut object = vec![("phase", phase.name().into())];
        object.extend(fields);
        phases.push(Json::Object(object));
    };
    if coverage.replayed > 0 {
        phase(Phase::Replay, vec![("tests", coverage.replayed.into())]);
    }
    if coverage.earlier.runs > 0 {
        phase(Phase::Exhaustive, repeated(coverage.earlier));
    }
    if let Some(all) = &coverage.exhausted {
        phase(
            Phase::Exhaustive,
            vec![
                ("through_size", all.through.into()),
                ("tests", all.done.into()),
                ("of", (&all.count).into()),
                ("undecided", all.undecided.into()),
                ("finite", all.finite.into()),
                ("of_any_size", all.of_any_size.into()),
                ("shared", all.shared.into()),
            ],
        );
    }
    if let Some(some) = &coverage.stopped_at {
        phase(
            Phase::Exhaustive,
            vec![
                ("size", some.size.into()),
                ("tests", some.done.into()),
                ("of", (&some.of).into()),
                ("shared", some.shared.into()),
            ],
        );
    }
    if coverage.beyond > 0 {
        phase(Phase::Exhaustive, vec![("tests", coverage.beyond.into()), ("beyond", true.into())]);
    }
    if let Some(ranks) = coverage.ranks {
        phase(Phase::Ranks, vec![("through_size", ranks.through.into()), ("tests", ranks.done.into())]);
    }
    if let Some(drawn) = coverage.structures {
        phase(
            Phase::Structural,
            vec![
                ("through_size", drawn.through.into()),
                ("tests", drawn.done.into()),
                ("discards", drawn.discarded.into()),
            ],
        );
    }
    for sample in &coverage.samples {
        let mut fields = vec![
            ("size", sample.size.into()),
            ("tests", sample.draws.into()),
            ("discards", sample.discarded.into()),
        ];
        if coverage.draws_itself {
            fields.push(("generated", true.into()));
        }
        phase(Phase::Sampling, fields);
    }
    for drawn in &coverage.drawn {
        phase(
            Phase::Sampling,
            vec![
                ("size", drawn.size.into()),
                ("tests", drawn.runs.into()),
                ("uniform", drawn.uniform.into()),
                ("backtracking", drawn.backtracking.into()),
                ("ended", drawn.ended.name().into()),
            ],
        );
    }
    Json::List(phases)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::{Exhausted, Sample, StoppedAt};
    use crate::shard::Shard;

    #[test]
    fn coverage_is_recorded_in_numbers() {
        let coverage = Coverage {
            replayed: 1,
            exhausted: Some(Exhausted {
                through: 9,
                count: 41_032u32.into(),
                done: 41_032,
                undecided: 0,
                finite: false,
                of_any_size: false,
                shared: false,
            }),
            stopped_at: Some(StoppedAt { size: 10, done: 3, of: 52_001u32.into(), shared: false }),
            samples: vec![Sample { size: 11, draws: 20, discarded: 2 }],
            discarded: 2,
            ..Coverage::none(Shard::WHOLE)
        };
        let record = Record::new("property", "finish").covering(&coverage);
        let read: serde_json::Value = serde_json::from_str(&record.line()).unwrap();
        assert_eq!(read["tests"], 41_056);
        assert_eq!(read["discards"], 2);
        assert_eq!(read["complete"], false);
        let phases = read["phases"].as_array().unwrap();
        assert_eq!(phases.len(), 4);
        assert_eq!(phases[1]["of"], "41032");
        assert_eq!(
            phases[3],
            serde_json::json!({"phase": "sampling", "size": 11, "tests": 20, "discards": 2})
        );
    }
}
