//! Reports read from their records.

use std::num::NonZeroUsize;
use std::time::Duration;

use everycase_check::budget::Budget;
use everycase_check::check::{Ended, Minimal};
use everycase_check::coverage::{self, Claim, Coverage, Domain, Extent, Tally};
use everycase_check::json::Json as Written;
use everycase_check::records::VERSION;
use everycase_check::regressions::Fingerprint;
use everycase_check::report::{
    About, Covered, Example, Finding, Input, Laziness, Outcome, Report, Run, Undecided,
};
use everycase_check::seed::Seed;
use everycase_check::shard::Shard;
use everycase_check::stats::{Label, Stats};
use everycase_check::stream::Stream;
use everycase_check::verdict::{Cause, Group};
use everycase_kernel::BigUint;
use serde_json::Value as Json;

/// Returns what the first of some records is about, if it is about a check.
pub(super) fn about_first(records: &str) -> Option<About> {
    about(&serde_json::from_str(records.lines().next()?).ok()?)
}

fn about(record: &Json) -> Option<About> {
    Some(About {
        name: text(&record["name"])?,
        module: text(&record["module"])?,
        file: text(&record["file"])?,
        line: number(&record["line"])?,
    })
}

/// Returns the report described by the records in a text.
///
/// # Errors
/// If the records are invalid.
pub(crate) fn report(text: &str) -> Result<Report, String> {
    let mut findings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let wrong = |why: &str| format!("line {number}: {why}");
        let record: Json = serde_json::from_str(line).map_err(|error| wrong(&error.to_string()))?;
        if record["everycase"] != VERSION {
            return Err(wrong(&format!("this is no record of version {VERSION}")));
        }
        match record["event"].as_str() {
            Some("failure") => {
                findings.push(finding(&record).ok_or_else(|| wrong("the failure is incomplete"))?);
            }
            Some("finish") => {
                return finish(&record, findings).ok_or_else(|| wrong("the record is incomplete"));
            }
            _ => {}
        }
    }
    Err("there is no record of the end of the check: run the part again".to_owned())
}

fn finish(record: &Json, findings: Vec<Finding>) -> Option<Report> {
    let about = about(record)?;
    let budget = &record["budget"];
    let run = budget.is_object().then(|| {
        Some(Run {
            seed: Seed::parse(record["seed"].as_str()?)?,
            budget: bounds(budget),
            fingerprint: record["fingerprint"].as_str().and_then(Fingerprint::parse),
            is_replay: false,
            limit: NonZeroUsize::new(number(&budget["findings"])?)?,
        })
    });
    Some(Report {
        about,
        run: run.flatten(),
        outcome: named(&record["outcome"], &Outcome::ALL, Outcome::name)?,
        why: texts(&record["why"]),
        covered: if record["shard"].is_object() { Some(covered(record)?) } else { None },
        findings,
        notes: Vec::new(),
    })
}

/// Returns the coverage in a record.
pub(super) fn covered(record: &Json) -> Option<Covered> {
    let unknown = &record["undecided_input"];
    let undecided = unknown.is_object().then(|| {
        Some(Undecided {
            inputs: inputs(&unknown["inputs"])?,
            limit: text(&unknown["limit"])?,
            size: number(&unknown["size"])?,
        })
    });
    Some(Covered {
        coverage: coverage(record)?,
        time: seconds(&record["time_s"])?,
        ended: named(&record["ended"], &Ended::ALL, Ended::name)?,
        has_inputs: record["has_inputs"].as_bool()?,
        laziness: named(&record["laziness"], &Laziness::ALL, Laziness::name).unwrap_or_default(),
        parts: 1,
        counted_as: texts(&record["counted_as"]),
        undecided: undecided.flatten(),
    })
}

fn coverage(record: &Json) -> Option<Coverage> {
    let shard = &record["shard"];
    let none = Coverage::none(Shard::new(number(&shard["index"])?, number(&shard["of"])?)?);
    let claims: Vec<Claim> = record["claims"].as_array()?.iter().map(claim).collect::<Option<_>>()?;
    let covered = Coverage {
        domain: Domain { given_by: text(&record["given_by"]), numbers: text(&record["numbers"]) },
        lazily: record["lazy"].as_bool()?,
        draws_itself: record["generated"].as_bool()?,
        largest: number(&record["largest_size"]),
        is_open: record["open"].as_bool()?,
        ..none
    };
    Some(covered.with(claims))
}

fn claim(object: &Json) -> Option<Claim> {
    let is = |field: &str| object[field].as_bool();
    let stream = named(&object["stream"], &Stream::ALL, Stream::name)?;
    let tally = Tally {
        ran: number(&object["tests"])?,
        discarded: number(&object["discards"])?,
        undecided: number(&object["undecided"])?,
        stats: Stats::of(
            number(&object["passed"])?,
            object["labels"].as_array().into_iter().flatten().map(label).collect::<Option<Vec<_>>>()?,
            number(&object["other_labels"]).unwrap_or(0),
        ),
    };
    let extent = match (count(&object["of"]), number(&object["uniform"])) {
        (Some(of), _) if object["finished"].is_boolean() => {
            Extent::UpTo { of, is_finished: is("finished")?, of_any_size: is("of_any_size")? }
        }
        (Some(of), _) => Extent::Size { of },
        (None, Some(uniform)) => Extent::Assumed {
            uniform,
            backtracking: number(&object["backtracking"])?,
            ended: named(&object["ended"], &coverage::Ended::ALL, coverage::Ended::name)?,
        },
        (None, None) if stream == Stream::Replay => Extent::Given,
        (None, None) => Extent::Drawn,
    };
    Some(Claim { stream, size: number(&object["size"])?, tally, extent })
}

fn label(label: &Json) -> Option<Label<'_>> {
    Some(Label {
        name: label["label"].as_str()?,
        count: number(&label["tests"])?,
        required: label["required_percent"].as_f64(),
    })
}

fn finding(record: &Json) -> Option<Finding> {
    let is = |field: &str| record[field] == true;
    let text_of = |field: &str| text(&record[field]);
    let steps = &record["steps"];
    Some(Finding {
        example: Example {
            inputs: inputs(&record["inputs"])?,
            uses: texts(&record["uses"]),
            caveats: texts(&record["caveats"]),
            message: text_of("message")?,
            fault: text_of("fault")?,
            place: text_of("place"),
            derivation: text_of("derivation"),
            replay: text_of("replay"),
            regression: text_of("regression"),
            steps: steps.is_array().then(|| (String::new(), Written::Raw(steps.to_string()))),
            ..Example::default()
        },
        group: Group { kind: named(&record["cause"], &Cause::KINDS, |kind| kind)?, site: text_of("site")? },
        count: number(&record["failures"]),
        part: None,
        stream: named(&record["stream"], &Stream::ALL, Stream::name)?,
        minimal: named(&record["minimal"], &Minimal::ALL, Minimal::name)?,
        size: number(&record["size"])?,
        tests: number(&record["tests"])?,
        flaky: is("flaky"),
        keeps_state: is("keeps_state"),
        hung: is("hung"),
        died: is("died"),
    })
}

fn inputs(list: &Json) -> Option<Vec<Input>> {
    let input = |input: &Json| {
        Some(Input {
            name: text(&input["name"])?,
            value: text(&input["value"])?,
            statement: text(&input["statement"]),
            evaluated: text(&input["evaluated"]),
            looked_at: text(&input["looked_at"]),
        })
    };
    list.as_array()?.iter().map(input).collect()
}

/// Returns the bounds of a run.
pub(super) fn bounds(budget: &Json) -> Budget {
    Budget {
        first: 0,
        draws_only: false,
        structures: false,
        time: seconds(&budget["time_s"]),
        size: number(&budget["size"]),
        tests: number(&budget["tests"]),
    }
}

pub(super) fn text(value: &Json) -> Option<String> {
    value.as_str().map(str::to_owned)
}

pub(super) fn texts(list: &Json) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(text).collect()
}

pub(super) fn number<N: TryFrom<u64>>(value: &Json) -> Option<N> {
    N::try_from(value.as_u64()?).ok()
}

pub(super) fn count(value: &Json) -> Option<BigUint> {
    value.as_str()?.parse().ok()
}

fn seconds(value: &Json) -> Option<Duration> {
    Duration::try_from_secs_f64(value.as_f64()?).ok()
}

/// Returns the value with this name.
pub(super) fn named<T: Copy>(value: &Json, all: &[T], name: impl Fn(T) -> &'static str) -> Option<T> {
    all.iter().copied().find(|one| name(*one) == value)
}
