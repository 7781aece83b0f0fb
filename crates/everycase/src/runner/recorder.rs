//! The records of a property's run (see `docs/records.md`).

use everycase_check::check::{Checked, Counterexample};
use everycase_check::records::{Record, Records};
use everycase_check::regressions::Entry;
use everycase_check::settings::Plan;
use everycase_check::verdict::Cause;

use super::details::Details;
use super::site::Site;

/// Writes the records of one run, if any are asked for.
pub(crate) struct Recorder<'a> {
    site: &'a Site<'a>,
    seed: u64,
    records: Option<Records>,
    /// Why a record could not be written.
    pub(crate) problem: Option<String>,
}

impl<'a> Recorder<'a> {
    pub(crate) fn new(site: &'a Site<'a>, plan: &Plan) -> Recorder<'a> {
        Recorder { site, seed: plan.seed.0, records: plan.records.as_ref().map(Records::to), problem: None }
    }

    pub(crate) fn start(&mut self) {
        self.append("start", |record| record);
    }

    pub(crate) fn failure(
        &mut self,
        checked: &Checked,
        found: &Counterexample,
        details: &Details,
        entry: &Entry,
    ) {
        self.append("failure", |record| {
            record
                .with("phase", found.phase.name())
                .with("tests", found.tests)
                .with("time_s", checked.time.as_secs_f64())
                .with("size", found.input.size())
                .with("uses", details.written.uses.clone())
                .with("counterexample", details.written.statements.clone())
                .with("caveats", details.written.caveats.clone())
                .with("message", found.failure.to_string())
                .with("hung", found.failure.is_hang())
                .with("died", matches!(found.failure.cause, Cause::Died(_)))
                .with("flaky", found.flaky)
                .with("replay", details.replay.as_str())
                .with("regression", entry.line())
                .with("looked_at", details.looked_at.clone())
        });
    }

    pub(crate) fn finish(&mut self, checked: &Checked, has_case_trees: bool, outcome: &'static str) {
        self.append("finish", |record| {
            let record = record
                .with("outcome", outcome)
                .with("ended", checked.ended.name())
                .with("time_s", checked.time.as_secs_f64())
                .with_coverage(&checked.coverage)
                .with_stats(&checked.stats);
            if has_case_trees { record.with("counted_as", vec!["functions as case trees"]) } else { record }
        });
    }

    pub(crate) fn could_not_run(&mut self, why: &str) {
        self.append("finish", |record| record.with("outcome", "error").with("message", why));
    }

    fn append(&mut self, event: &'static str, fill: impl FnOnce(Record) -> Record) {
        let Some(records) = &self.records else { return };
        let record = Record::new("property", event)
            .with("name", self.site.name)
            .with("module", self.site.module)
            .with("file", self.site.file)
            .with("line", self.site.line)
            .with("seed", self.seed);
        if let Err(error) = records.append(&fill(record)) {
            self.problem = Some(error.to_string());
        }
    }
}
