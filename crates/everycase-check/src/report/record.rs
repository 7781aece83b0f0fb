//! Reports as records: one schema for `cargo test` and the command, described in `docs/records.md`.

use super::{About, Covered, Detail, Example, Finding, Input, Outcome, Report, Run};
use crate::budget::Budget;
use crate::coverage::{Claim, Coverage, Exhausted, Extent, Tally};
use crate::json::Json;
use crate::records::Record;
use crate::seed::Seed;
use crate::stats::{Label, Stats};

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
        let Finding { example, group, count, stream, minimal, size, tests, part, .. } = finding;
        let Finding { flaky, keeps_state, hung, died, .. } = finding;
        let record = self.record("failure").with("stream", stream.name()).with("tests", *tests);
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
        let stats = covered.coverage.stats();
        record
            .with("passed", stats.tests())
            .with("labels", labels(&stats))
            .with("other_labels", stats.others())
    }

    /// Returns the record with what was covered.
    pub fn covering(self, coverage: &Coverage) -> Record {
        let shard =
            Json::Object(vec![("index", coverage.shard.index().into()), ("of", coverage.shard.of().into())]);
        self.with("tests", coverage.inputs())
            .with("discards", coverage.discards())
            .with("undecided", coverage.undecided())
            .with("covered", coverage.to_string())
            .with("complete", coverage.is_complete())
            .with("lazy", coverage.lazily)
            .with("shard", shard)
            .with("exhausted", coverage.exhausted().map(|all| exhausted(coverage, &all)))
            .with("generated", coverage.draws_itself)
            .with("largest_size", coverage.largest)
            .with("open", coverage.is_open)
            .with("claims", coverage.claims.iter().map(claim).collect::<Vec<_>>())
    }
}

fn labels(stats: &Stats) -> Vec<Json> {
    let label = |label: Label<'_>| {
        Json::Object(vec![
            ("label", label.name.into()),
            ("tests", label.count.into()),
            ("required_percent", label.required.into()),
        ])
    };
    stats.labels().map(label).collect()
}

fn exhausted(coverage: &Coverage, all: &Exhausted) -> Json {
    Json::Object(vec![
        ("through_size", all.through.into()),
        ("tests", all.done.into()),
        ("of", (&all.count).into()),
        ("undecided", all.undecided.into()),
        ("finite", all.finite.into()),
        ("of_any_size", all.of_any_size.into()),
        ("divided", coverage.is_divided().into()),
    ])
}

fn claim(claim: &Claim) -> Json {
    let Tally { ran, discarded, undecided, stats } = &claim.tally;
    let mut fields = vec![
        ("stream", claim.stream.name().into()),
        ("size", claim.size.into()),
        ("tests", (*ran).into()),
        ("passed", stats.tests().into()),
        ("discards", (*discarded).into()),
        ("undecided", (*undecided).into()),
    ];
    match &claim.extent {
        Extent::Given | Extent::Drawn => {}
        Extent::Size { of } => fields.push(("of", of.into())),
        Extent::UpTo { of, is_finished, of_any_size } => fields.extend([
            ("of", of.into()),
            ("finished", (*is_finished).into()),
            ("of_any_size", (*of_any_size).into()),
        ]),
        Extent::Assumed { uniform, backtracking, ended } => fields.extend([
            ("uniform", (*uniform).into()),
            ("backtracking", (*backtracking).into()),
            ("ended", ended.name().into()),
        ]),
    }
    if stats.labels().next().is_some() {
        fields.extend([("labels", labels(stats).into()), ("other_labels", stats.others().into())]);
    }
    Json::Object(fields)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shard::Shard;
    use crate::stream::Stream;

    #[test]
    fn coverage_is_recorded_in_numbers() {
        let coverage = Coverage::none(Shard::WHOLE).with([
            Claim::given(Tally::of(1, 0)),
            Claim::of_size(9, Tally::of(41_032, 0), 41_032u32.into()),
            Claim::of_size(10, Tally::of(3, 0), 52_001u32.into()),
            Claim::drawn(Stream::Draws, 11, Tally::of(20, 2)),
        ]);
        let record = Record::new("property", "finish").covering(&coverage);
        let read: serde_json::Value = serde_json::from_str(&record.line()).unwrap();
        assert_eq!(read["tests"], 41_056);
        assert_eq!(read["discards"], 2);
        assert_eq!(read["complete"], false);
        let claims = read["claims"].as_array().unwrap();
        assert_eq!(claims.len(), 4);
        assert_eq!(claims[1]["of"], "41032");
        let last = serde_json::json!(
            {"stream": "draws", "size": 11, "tests": 20, "passed": 18, "discards": 2, "undecided": 0}
        );
        assert_eq!(claims[3], last);
    }
}
