//! A generator that was verified, as a page shows it.

use everycase_check::report::abridged;
use everycase_check::text::duration;
use everycase_check::text::number::{counted, small};
use everycase_verify::report::{CallRecord, GeneratorRecord, ProofRecord, RunRecord};
use everycase_verify::verdict::Verdict;

use super::PageEntry;
use crate::page::{Block, Finding, Section, Table, Tone, Value};

/// Returns what a page shows of a generator.
pub(super) fn shown(record: &GeneratorRecord) -> PageEntry {
    let tone = match record.verdict {
        Verdict::Incomplete | Verdict::Unsound | Verdict::Crashes => Tone::Bad,
        Verdict::Proved | Verdict::Covers => Tone::Good,
        Verdict::Unproved | Verdict::Undecided | Verdict::Vacuous | Verdict::NotRun => Tone::Doubt,
    };
    let mut facts: Vec<String> = record.proved_by.iter().map(|by| format!("by {}", prover(by))).collect();
    facts.extend(record.not_run.iter().map(|why| format!("not run: {why}")));
    facts.extend(record.run.iter().flat_map(of_run));
    facts.extend(record.repair.iter().map(|repair| {
        let then = if repair.is_proved { "all values" } else { "the values that were tried" };
        format!("fix: insert `{}` at {}; it then covers {then}", repair.insert.trim_end(), repair.at)
    }));
    facts.extend(record.proof.iter().flat_map(of_proof));
    let mut blocks = Vec::new();
    if let Some(run) = &record.run {
        let row = |call: &CallRecord| {
            let size = call.size.map_or_else(String::new, |size| small(size.into()));
            vec![abridged(&call.call).into_owned(), abridged(&call.result).into_owned(), size]
        };
        blocks.push(Block::Table(Table {
            title: "The smallest values that cannot be produced".to_owned(),
            headings: vec!["call", "value", "size"],
            has_numbers: false,
            rows: run.missing.iter().map(row).collect(),
        }));
    }
    let (verdict, name) = (record.verdict.name().to_owned(), record.name.clone());
    let place = Some(format!("{}:{}", record.file, record.line));
    let finding = (tone != Tone::Good).then(|| {
        let (values, message) = found(record);
        Finding {
            tone,
            verdict: verdict.clone(),
            name: name.clone(),
            place: place.clone(),
            values,
            message,
            detail: String::new(),
            facts: facts.clone(),
            command: None,
            more: Vec::new(),
        }
    });
    let summary = facts.first().cloned().unwrap_or_default();
    PageEntry {
        section: Section { tone, verdict, name, place, summary, facts, blocks },
        findings: finding.into_iter().collect(),
    }
}

fn prover(by: &str) -> &str {
    match by {
        "running" => "running it on all values",
        "solver" => "the solver",
        other => other,
    }
}

/// Returns the values that are wrong, and what is wrong with them.
fn found(record: &GeneratorRecord) -> (Vec<Value>, String) {
    let value = |name: &str, source: &str, choices: Option<&[String]>| Value {
        name: name.to_owned(),
        source: abridged(source).into_owned(),
        note: choices.map(|choices| format!("choices: {}", choices.join(", "))),
    };
    let of_call = |call: &CallRecord, what: &str| {
        vec![value("call", &call.call, None), value(what, &call.result, call.choices.as_deref())]
    };
    let mut messages = Vec::new();
    let mut values = Vec::new();
    if let Some(run) = &record.run {
        if let Some(missing) = run.missing.first() {
            values.extend(of_call(missing, "cannot be produced"));
            messages.push("no choices of any size produce the value".to_owned());
        }
        if let Some(outside) = &run.outside {
            values.extend(of_call(outside, "is outside of the type"));
            messages.push("a result does not belong to the coverage type".to_owned());
        }
        if let Some(crash) = &run.crash {
            values.push(value("call", &crash.call, Some(&crash.choices)));
            messages.push(format!("the call ends with an error: {} ({})", crash.message, crash.at));
        }
        if values.is_empty() {
            let first = run.first_not_found.iter().map(|call| of_call(call, "neither found nor excluded"));
            let unclear = run.first_unclear.iter().map(|call| of_call(call, "perhaps of the type"));
            values.extend(first.chain(unclear).flatten());
        }
    }
    (values, messages.join("\n"))
}

fn of_run(run: &RunRecord) -> Vec<String> {
    let values = counted(run.covered, "value");
    let all =
        if run.not_found.saturating_add(run.unclear) == 0 && run.missing.is_empty() { "all " } else { "" };
    let through = match run.through {
        Some(_) if run.is_finite && !all.is_empty() => format!("{values}, which are all there are"),
        Some(size) => format!("{all}{values} up to size {size}"),
        None => "no size completely".to_owned(),
    };
    let (runs, time) = (counted(run.runs, "run"), duration::show(run.time));
    let results = match run.results_through {
        _ if run.results_are_whole => Some("all its results belong to the coverage type".to_owned()),
        Some(size) => Some(format!(
            "all its results belong to the coverage type, up to size {size} of arguments and choices"
        )),
        None => None,
    };
    let mut facts = vec![format!("found to produce {through} ({runs} in {time})")];
    facts.extend(run.observed.clone());
    facts.extend(results);
    facts
}

fn of_proof(proof: &ProofRecord) -> Vec<String> {
    let mut facts = Vec::new();
    facts.extend(
        proof.measure.iter().flatten().map(|measure| format!("decreases at each recursive call: {measure}")),
    );
    let lists = [("lemmas", &proof.lemmas), ("assumes the coverage types of", &proof.assumes)];
    for (what, all) in lists {
        facts.extend(
            all.iter().filter(|all| !all.is_empty()).map(|all| format!("{what}: {}", all.join(", "))),
        );
    }
    facts.extend(proof.not_shown.iter().flatten().cloned());
    facts.extend(proof.no_proof.iter().map(|why| format!("no proof: {why}")));
    let (queries, time) = (small(proof.queries.into()), duration::show(proof.solver_time));
    facts.push(format!("queries to the solver: {queries}, in {time}"));
    facts
}
