//! Reports as records: one schema for `cargo test` and the command, described in `docs/records.md`.

use std::time::Duration;

use num_bigint::BigUint;

mod tables;

use self::tables::{NamedTable, NumberCount, TableFields, TextCount};
use super::{
    About, CoverageReport, Detail, Example, Finding, Health, Input, Outcome, Report, Run, Step,
    UndecidedInput,
};
use crate::claims::demand::Demand;
use crate::claims::stats::{Label, Stats};
use crate::claims::stream::Stream;
use crate::claims::{Claim, Claims, Coverage, Domain, ExhaustiveRange, Extent, Tally};
use crate::fields;
use crate::records::json::{Json, Object};
use crate::records::{Field, FieldError, Fields, FromJson, Read, Record, Table, ToJson, together};
use crate::run::verdict::Group;
use crate::settings::budget::Budget;
use crate::settings::seed::Seed;
use crate::settings::shard::Shard;

impl About {
    /// Returns the record for the start of a check.
    pub fn start(&self, seed: Seed) -> Record {
        Record::new("property", "start").and(&Start { about: self.clone(), seed: Some(seed) })
    }

    /// Returns the record for a check that was interrupted before it could report.
    pub fn interrupted(&self) -> Record {
        Record::new("property", "finish").and(self).with("outcome", Outcome::Interrupted)
    }
}

impl Report {
    /// Returns the records for a finished check: one for each failure, then the one with its
    /// outcome.
    pub fn records(&self) -> Vec<Record> {
        let start = Start { about: self.about.clone(), seed: self.run.map(|run| run.seed) };
        let time = self.covered.as_ref().map(|covered| covered.time);
        let failure = |finding: &Finding| {
            let failure = Failure { start: start.clone(), time, finding: finding.clone() };
            Record::new("property", "failure").and(&failure)
        };
        let mut records: Vec<Record> = self.findings.iter().map(failure).collect();
        records.push(Record::new("property", "finish").and(self));
        records
    }
}

/// Returns the tables of `docs/records.md` about properties.
pub fn tables() -> Vec<Table> {
    vec![
        ("`start`", together(&[About::FIELDS, Start::FIELDS])),
        ("`failure`", together(&[Failure::FIELDS])),
        ("`inputs[]`", together(&[Input::FIELDS])),
        ("`steps[]`", together(&[Step::FIELDS])),
        ("`finish`", together(&[Report::FIELDS, Run::FIELDS, CoverageReport::FIELDS])),
        ("`budget`", together(&[Budget::FIELDS])),
        ("`health[]`", together(&[Note::FIELDS])),
        ("`shard`", together(&[Shard::FIELDS])),
        ("`exhausted`", together(&[ExhaustiveRange::FIELDS])),
        ("`undecided_input`", together(&[UndecidedInput::FIELDS])),
        ("`labels[]`", together(&[Label::FIELDS])),
        ("`demands[]`", together(&[Demand::FIELDS])),
        ("`tables[]`", together(&[NamedTable::FIELDS])),
        ("`number_counts[]`", together(&[NumberCount::FIELDS])),
        ("`text_counts[]`", together(&[TextCount::FIELDS])),
        ("`claims[]`", together(&[Claim::FIELDS, Extent::FIELDS, Stats::FIELDS])),
    ]
}

fields! { about: About = (About { name, module, file, line });
    "name": name, "the property";
    "module": module, "its module; for a pun program the name of its file without `.pun`";
    "file": file, "the source file";
    "line": line, "the line of the property in it";
}

/// What a record says first.
#[derive(Clone)]
struct Start {
    about: About,
    seed: Option<Seed>,
}

fields! { start: Start = (Start { about, seed });
    ..about;
    "seed" [optional]: seed, "the seed of random draws, as text";
}

/// A failure, as its record states it.
pub struct Failure {
    start: Start,
    time: Option<Duration>,
    /// The failure.
    pub finding: Finding,
}

fields! { failure: Failure = (Failure {
        start,
        time,
        finding: Finding {
            example: Example {
                inputs, uses, caveats, message, place, fault, excerpt, explained, steps, backtrace, derivation, replay, regression, saved,
            },
            group: Group { kind, site },
            count, stream, minimal, size, shown_size, readable, tests, part, flaky, keeps_state, hung, died, effort,
        },
    }) { part: None, explained: String::new(), backtrace: None, saved: None, effort: None };
    ..start;
    "stream": stream, "the stream that found it: `round trip` (an input was decoded and encoded back before the first test), \
        `example` (of the property's attribute), `replay`, `search`, `orders`, `structures` or `draws`";
    "tests": tests, "the number of inputs up to the failing one in order, run by the part that found it, without shrinking";
    "part": = part.map(|part| part.to_string()), "in a merged record the part that found it, such as `0/3`; otherwise `null`";
    "time_s" [optional]: time, "seconds of wall time of the whole check";
    "size": size, "the size of the smallest input, which `minimal` is about";
    "readable" [optional]: readable, "what stands in the input for readability where the property still fails: `letters` in place \
        of other characters, `fewer digits` of floating-point numbers, or `letters and fewer digits`";
    "shown_size" [optional]: shown_size, "the size of the input in `inputs`, if something in it is there for readability";
    "minimal": minimal, "how far it is minimal: `size` (no smaller input fails), `locally` (none of the simpler inputs next to \
        it fails in this way) or `no`";
    "cause": kind, "what identifies the cause: the kind of failure, `panicked`, `returned`, `limit`, `hung`, `died` or `not \
        deterministic`";
    "site": site, "and where it happened, or its message if no place is known";
    "failures": count, "the number of runs that failed with this cause; `null` if the check ends at the first failure, and in the \
        merged record of parts that have run the same inputs";
    "inputs": inputs, "the input, one object for each parameter";
    "uses": uses, "the `use` lines that the statements of `inputs` need";
    "caveats": caveats, "why the statements may not compile beside the property";
    "message": message, "how the property failed, in a few words";
    "fault": fault, "how the property failed, as the report shows it";
    "excerpt" [optional]: excerpt, "lines of the source of a Rust property, as the report shows them: its head with short values \
        beside the parameters, and the line that fails";
    "place": place, "where it failed, as `file:line:column`, or `null`";
    "hung": hung, "whether it exceeded the time limit for one input";
    "died": died, "whether it ended the process of an isolated property";
    "flaky": flaky, "whether the property held when it was run on the input once more";
    "keeps_state": keeps_state, "whether the property ended differently after this failure on inputs on which it had been run before";
    "derivation": derivation, "the input as the value of `EVERYCASE_REPLAY`: the fingerprint and the derivation; `null` for terms";
    "replay": replay, "the command that replays the input, or `null`";
    "regression": regression, "the line for the `everycase-regressions` file, or `null`";
    "steps" [optional]: steps, "with `--explain`: each call that the property makes";
}

fields! { input: Input = (Input { name, value, statement, evaluated, looked_at, fails_with });
    "name": name, "the parameter";
    "value": value, "its value as source";
    "statement" [optional]: statement, "the Rust statement that binds the parameter";
    "evaluated" [optional]: evaluated, "what the value evaluates to, if it is a term";
    "looked_at" [optional]: looked_at, "the part of the value that the property has looked at, with `_` for the rest, if that is \
        not all of it";
    "fails_with" [optional]: fails_with, "the values with each of which, in place of this one, the property fails in the same way: \
        `every value`, or `each of the 32 smallest values`";
}

fields! { step: Step = (Step { term, value, error, calls, more });
    "term": term, "the call";
    "value" [optional]: value, "its value";
    "error" [optional]: error, "the error that it ends with";
    "calls" [optional]: calls, "the calls within it, in the same form";
    "more" [optional]: more, "the number of further calls within it";
}

fields! { report: Report = (Report { about, run, outcome, why, covered, findings, notes }) {
        findings: Vec::new(), notes: Vec::new()
    };
    ..about;
    "seed" [optional]: = run.map(|run| run.seed), "as in `start`";
    "outcome": outcome, "see below";
    "why" [optional]: why, "a list of reasons: why it was not run or not reached, which shares are missed";
    ..run;
    ..covered;
    "warnings" [optional]: = report.warnings(Detail::Full), "what keeps the run from testing much and what to do about it, as the \
        report shows it";
    "health" [optional]: = report.health().iter().map(Health::note).collect::<Vec<_>>(), "the same as data, one object for each warning";
}

fields! { run: Run = (Run { seed, budget, fingerprint, is_replay, limit }) { is_replay: false };
    "seed": seed, "as in `start`";
    "budget": budget, "the bounds of the run";
    "budget.findings": limit, "the number of causes of failures that ends the run; `1` if the first failure ends it";
    "fingerprint": fingerprint, "the fingerprint of the shape of the inputs; `null` if there is none, as for terms";
}

fields! { budget: Budget = (Budget { time, at_most, tests, size, first, draws_only, structures }) {
        first: 0, draws_only: false, structures: false
    };
    "time_s": time, "the bound in seconds, or `null`";
    "at_most_s" [optional]: at_most, "the seconds after which a run with a number of tests ends nevertheless: the default with `CI` set";
    "size": size, "the bound on sizes, or `null`";
    "tests": tests, "the bound on inputs, or `null`";
}

/// A note about the health of a run, as its record states it.
pub(super) struct Note {
    pub(super) kind: &'static str,
    pub(super) size: Option<u32>,
    pub(super) tests: u64,
    pub(super) of: Option<u64>,
    pub(super) inputs: Option<BigUint>,
    pub(super) time: Option<Duration>,
}

fields! { note: Note;
    "kind": = note.kind, "`discarded`, `slow`, `one size` or `undivided` (see below)";
    "size" [optional]: = note.size, "the number in the warning, as the following ones";
    "tests": = note.tests, "inputs, or runs";
    "of" [optional]: = note.of, "all of them";
    "inputs" [optional]: = &note.inputs, "all inputs up to the size, as text";
    "time_s" [optional]: = note.time, "seconds of wall time";
}

fields! { covered: CoverageReport = (CoverageReport {
        coverage: Coverage {
            shard, domain: Domain { given_by, numbers }, lazily, draws_itself, largest, is_open, claims,
        },
        time, ended, has_inputs, laziness, parts, counted_as, undecided,
    }) { parts: 1 };
    "ended": ended, "why it ended: `failure`, `all seen` (every existing input was run), `size` (every input within the \
        bound was run), `tests`, `time`, `memory` (counting larger inputs takes too much), \
        `depth` (larger inputs nest too deeply for the stack) or `interrupted`";
    "time_s": time, "seconds of wall time";
    "has_inputs": has_inputs, "whether the property has inputs";
    "tests": = covered.coverage.inputs(), "the number of inputs that this part has run, without shrinking";
    "discards": = covered.coverage.discards(), "the number of inputs that the assumption or premise discarded";
    "undecided": = covered.coverage.undecided(), "the number of inputs on which it is unknown whether the property holds, because \
        a limit of the tool was met";
    "covered": = covered.coverage.to_string(), "the coverage statement of the report";
    "complete": = covered.coverage.is_complete(), "whether all existing inputs were run (by all parts together, if they share \
        them) and none was undecided";
    "lazy": lazily, "whether inputs were decided on demand; then numbers of tests are numbers of runs, each of which stands for \
        all inputs that look the same to the property";
    "shard": shard, "the part of the run";
    "exhausted": = covered.coverage.exhausted(), "what follows from the claims about the search; `null` if no size is complete";
    "generated": draws_itself, "whether generators made the inputs that were drawn, so that the sizes of draws are the bits of \
        their numbers";
    "largest_size": largest, "the largest size of an input, if there is one and it is known, otherwise `null`";
    "open": is_open, "whether there may be inputs that no size of the run has";
    "claims": claims, "what was covered, one object for each stream and size, in this order";
    "undecided_input" [optional]: undecided, "the smallest input on which it is unknown whether the property holds";
    "given_by": given_by, "what all inputs are, if not all values of their types: generators and a verb, such as `` `g ()` gives ``; \
        otherwise `null`";
    "numbers": numbers, "how large numbers are, such as `integers of up to 127 bits`; otherwise `null`";
    "counted_as": counted_as, "what was counted instead of values, such as `functions as case trees`";
    "passed": = covered.coverage.stats().tests(), "the number of inputs that the shares of labels refer to: those that pass";
    "labels": = covered.coverage.stats().labels().collect::<Vec<_>>(), "the labels, the most frequent first; saved inputs are not counted";
    "other_labels": = covered.coverage.stats().others(), "how often an input had a label that is not listed; the first 1,000 \
        labels are listed, and those with a required share";
    "demands" [optional]: = covered.coverage.demands(), "the required shares and whether they are reached, one object for \
        each; not in a part of a run, which cannot tell";
    "tables" [optional]: = TableFields::of(covered.coverage.stats().tables()).tables, "the values that inputs state with `tabulate`, \
        one object for each table; saved inputs are not counted";
    "other_table_values" [optional]: = TableFields::of(covered.coverage.stats().tables()).others, "how many values belong to further \
        tables: the first 64 are listed";
    "values_left_out" [optional]: = TableFields::of(covered.coverage.stats().tables()).left_out, "how many values are not counted \
        because their input has more than 1,000";
    "laziness" [optional]: laziness, "whether the parts of inputs are decided on demand: `possible` (no, but the property may ask \
        for it), `chosen` (yes, it asks for it), `always`, `choices` (yes, and they are choices of generators) or `never`";
}

fields! { all: ExhaustiveRange = (ExhaustiveRange { through, count, done, undecided, finite, of_any_size, is_divided });
    "through_size": through, "the size up to which this part has run all inputs that it is to run";
    "tests": done, "the inputs or runs for that";
    "of": count, "the inputs of the whole run, as text";
    "undecided": undecided, "those undecided";
    "finite": finite, "whether no larger input exists";
    "of_any_size": of_any_size, "whether nothing was left out because of its size";
    "divided": is_divided, "whether the parts of the run divide these inputs";
}

fields! { undecided: UndecidedInput = (UndecidedInput { inputs, limit, size });
    "inputs": inputs, "as in a failure";
    "limit": limit, "the limit that was met on it";
    "size": size, "its size";
}

fields! { label: Label = (Label { name, count, required });
    "label": name, "its text";
    "tests": count, "the number of inputs that have it";
    "required_percent": required, "the required share, or `null`";
}

fields! { demand: Demand;
    "label": = &demand.name, "the label";
    "required_percent": = demand.required, "the share that is demanded";
    "verdict": = demand.verdict, "`reached` or `missed`, each with a probability of an error of at most 10^-9 (none if all inputs \
        were run), or `undecided`";
}

impl ToJson for Claims {
    #[inline]
    fn json(&self) -> Json {
        self.to_vec().json()
    }
}

impl FromJson for Claims {
    #[inline]
    fn of(json: &Json) -> Result<Claims, FieldError> {
        let mut claims = Claims::default();
        Vec::of(json)?.into_iter().for_each(|claim| claims.add(claim));
        Ok(claims)
    }
}

fields! { claim: Claim = (Claim { stream, size, tally: Tally { ran, discarded, undecided, stats }, extent });
    "stream": stream, "the stream (see below)";
    "size": size, "the size";
    "tests": ran, "how many inputs, or runs, this part has made";
    "passed": = stats.tests(), "those among them that passed";
    "discards": discarded, "those that the assumption or premise discarded";
    "undecided": undecided, "those that are undecided";
    ..extent;
    ..stats;
}

const STREAM: Field = Field::new("stream", "");
const OF: Field = Field::new("of", "if the inputs are counted, their number in the whole run").optional();
const FINISHED: Field =
    Field::new("finished", "of a search on demand, whether all inputs up to the size are covered").optional();
const OF_ANY_SIZE: Field =
    Field::new("of_any_size", "and whether nothing was left out because of its size").optional();
const UNIFORM: Field =
    Field::new("uniform", "of draws under an assumption, those drawn uniformly").optional();
const BACKTRACKING: Field = Field::new("backtracking", "those drawn with backtracking").optional();
const ENDED: Field = Field::new("ended", "why drawing ended").optional();

impl Fields for Extent {
    const FIELDS: &'static [Field] = &[OF, FINISHED, OF_ANY_SIZE, UNIFORM, BACKTRACKING, ENDED];

    fn write(&self, object: &mut Object) {
        match self {
            Extent::Uncounted => {}
            Extent::Size { of } => object.put(OF, of),
            Extent::UpTo { of, is_finished, of_any_size } => {
                object.put(OF, of);
                object.put(FINISHED, is_finished);
                object.put(OF_ANY_SIZE, of_any_size);
            }
            Extent::Assumed { uniform, backtracking, ended } => {
                object.put(UNIFORM, uniform);
                object.put(BACKTRACKING, backtracking);
                object.put(ENDED, ended);
            }
        }
    }
}

impl Read for Extent {
    #[inline]
    fn read(object: &Object) -> Result<Extent, FieldError> {
        let has = |fields: [Field; 2]| fields.iter().any(|field| object.find(field.key).is_some());
        Ok(if has([FINISHED, OF_ANY_SIZE]) {
            let (is_finished, of_any_size) = (object.get(FINISHED)?, object.get(OF_ANY_SIZE)?);
            Extent::UpTo { of: object.get(OF)?, is_finished, of_any_size }
        } else if has([UNIFORM, BACKTRACKING]) {
            let (uniform, backtracking) = (object.get(UNIFORM)?, object.get(BACKTRACKING)?);
            Extent::Assumed { uniform, backtracking, ended: object.get(ENDED)? }
        } else if object.get::<Stream>(STREAM)? == Stream::Search {
            Extent::Size { of: object.get(OF)? }
        } else {
            Extent::Uncounted
        })
    }
}

/// The labels of a claim that has any.
struct ClaimLabels {
    labels: Vec<Label>,
    others: u64,
}

fields! { labelled: ClaimLabels = (ClaimLabels { labels, others });
    "labels": labels, "the labels of these inputs, if there are any";
    "other_labels": others, "how often these inputs have other labels, if `labels` is there";
}

const PASSED: Field = Field::new("passed", "");

impl Fields for Stats {
    const FIELDS: &'static [Field] = {
        let (&[labels, others], &[tables, other_values, left_out]) =
            (ClaimLabels::FIELDS, TableFields::FIELDS)
        else {
            panic!("a field more or less");
        };
        &[labels, others, tables, other_values, left_out]
    };

    fn write(&self, object: &mut Object) {
        object.put(PASSED, &self.tests());
        let labelled = ClaimLabels { labels: self.labels().collect(), others: self.others() };
        Some(labelled).filter(|own| !own.labels.is_empty()).write(object);
        TableFields::of(self.tables()).write(object);
    }
}

impl Read for Stats {
    #[inline]
    fn read(object: &Object) -> Result<Stats, FieldError> {
        let labelled: Option<ClaimLabels> = Read::read(object)?;
        let (labels, others) = labelled.map_or((Vec::new(), 0), |own| (own.labels, own.others));
        let tables = TableFields::read(object)?.tables()?;
        Ok(Stats::of(object.get(PASSED)?, labels, others).with_tables(tables))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Ending;

    #[test]
    fn coverage_is_recorded_in_numbers() {
        let coverage = Coverage::none(Shard::WHOLE).with([
            Claim::given(Tally::of(1, 0)),
            Claim::of_size(9, Tally::of(41_032, 0), 41_032u32.into()),
            Claim::of_size(10, Tally::of(3, 0), 52_001u32.into()),
            Claim::drawn(Stream::Draws, 11, Tally::of(20, 2)),
        ]);
        let covered = CoverageReport {
            coverage,
            time: Duration::ZERO,
            ended: Ending::Tests,
            has_inputs: true,
            laziness: None,
            parts: 1,
            counted_as: Vec::new(),
            undecided: None,
        };
        let read: serde_json::Value = serde_json::from_str(&covered.json().to_string()).unwrap();
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
