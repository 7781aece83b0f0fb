//! Reports of explorations read from their records.

use std::collections::BTreeMap;
use std::sync::Arc;

use everycase_check::check::Minimal;
use everycase_check::records::VERSION;
use everycase_check::regressions::Fingerprint;
use everycase_check::seed::Seed;
use everycase_check::verdict::{Cause, Group};
use everycase_explore::explore::{Finding, Unclear};
use everycase_explore::library::{Covered, Fault, Kind};
use everycase_explore::numbers::Numbers;
use everycase_explore::report::{NotCalled, Ran, Report, Run};
use serde_json::Value as Json;

use super::read::{bounds, covered, named, number, text, texts};

/// Returns the report described by the records in a text.
///
/// # Errors
/// If the records are invalid.
pub(super) fn report(text: &str) -> Result<Report, String> {
    let (mut findings, mut accepted, mut runs) = (Vec::new(), BTreeMap::new(), Vec::new());
    for (number, line) in (1..).zip(text.lines()) {
        let wrong = |why: &str| format!("line {number}: {why}");
        let record: Json = serde_json::from_str(line).map_err(|error| wrong(&error.to_string()))?;
        let incomplete = || wrong(&incomplete(&record));
        if record["everycase"] != VERSION {
            return Err(wrong(&format!("this is no record of version {VERSION}")));
        }
        match record["event"].as_str() {
            Some("error" | "accepted") => {
                let (finding, alike) = finding(&record).ok_or_else(incomplete)?;
                if alike > 0 {
                    accepted.insert(finding.fault.identity(), alike);
                }
                findings.push(finding);
            }
            Some("run") => runs.push(ran(&record).ok_or_else(incomplete)?),
            Some("finish") => {
                let report = finish(&record).ok_or_else(incomplete)?;
                return Ok(Report { findings, accepted, runs, ..report });
            }
            _ => {}
        }
    }
    Err("there is no record of the end of the exploration: run the part again".to_owned())
}

/// Returns why a record cannot be read.
fn incomplete(record: &Json) -> String {
    const ERROR: &[&str] = &[
        "cause",
        "message",
        "source",
        "fault",
        "expression",
        "complete",
        "size",
        "minimal",
        "failure",
        "site",
        "alike",
    ];
    const RUN: &[&str] = &[
        "typed",
        "leaves_out",
        "shard",
        "lazy",
        "generated",
        "open",
        "claims",
        "ended",
        "time_s",
        "has_inputs",
    ];
    const FINISH: &[&str] =
        &["name", "seed", "fingerprint", "options", "not_called", "slow", "unsteady", "which"];
    let fields = match record["event"].as_str() {
        Some("run") => RUN,
        Some("finish") => FINISH,
        _ => ERROR,
    };
    match fields.iter().find(|field| record.get(**field).is_none()) {
        Some(field) => {
            format!(
                "the record has no field `{field}`: another version of everycase has written it; run the part again"
            )
        }
        None => "the record is incomplete: run the part again".to_owned(),
    }
}

/// Returns an error and the number of accepted errors with its identity.
fn finding(record: &Json) -> Option<(Finding, u64)> {
    let fault = Fault {
        kind: Kind::named(record["cause"].as_str()?)?,
        message: text(&record["message"])?,
        place: text(&record["place"]),
        definition: text(&record["definition"]).map(Arc::from),
        source: text(&record["source"])?,
        shown: text(&record["fault"])?,
    };
    let finding = Finding {
        fault,
        function: None,
        expression: text(&record["expression"])?,
        complete: text(&record["complete"])?,
        size: number(&record["size"])?,
        minimal: named(&record["minimal"], &Minimal::ALL, Minimal::name)?,
        count: number(&record["runs"]),
        group: group(record)?,
    };
    Some((finding, number(&record["alike"])?))
}

fn group(record: &Json) -> Option<Group> {
    Some(Group { kind: named(&record["failure"], &Cause::KINDS, |kind| kind)?, site: text(&record["site"])? })
}

fn ran(record: &Json) -> Option<Ran> {
    let (repeats, leaves_out) = (record["typed"].as_bool()?, record["leaves_out"].as_bool()?);
    Some(Ran { functions: texts(&record["functions"]), covered: covered(record)?, repeats, leaves_out })
}

fn not_called(record: &Json) -> Option<NotCalled> {
    Some(NotCalled { function: text(&record["function"])?, ty: text(&record["type"])? })
}

fn finish(record: &Json) -> Option<Report> {
    let unclear = |list: &Json| -> Option<Vec<Unclear>> {
        let unclear = |own: &Json| {
            let (expression, size) = (text(&own["expression"])?, number(&own["size"])?);
            Some(Unclear { expression, size, group: group(own)? })
        };
        list.as_array()?.iter().map(unclear).collect()
    };
    let run = Run {
        seed: Seed::parse(record["seed"].as_str()?)?,
        budget: bounds(&record["budget"]),
        program: Fingerprint::parse(record["fingerprint"].as_str()?)?,
        options: text(&record["options"])?,
        functions: texts(&record["functions"]),
    };
    let covered = match number(&record["source"]) {
        Some(all) => {
            let evaluated = Numbers::parse(record["which"].as_str()?)?;
            if evaluated.last().is_some_and(|last| last >= all) {
                return None;
            }
            Some(Covered { evaluated, all })
        }
        None => None,
    };
    Some(Report {
        name: text(&record["name"])?,
        run,
        findings: Vec::new(),
        accepted: BTreeMap::new(),
        not_called: record["not_called"].as_array()?.iter().map(not_called).collect::<Option<_>>()?,
        most: usize::MAX,
        slow: unclear(&record["slow"])?,
        unsteady: unclear(&record["unsteady"])?,
        runs: Vec::new(),
        covered,
    })
}
