//! The records of an exploration, described in `docs/records.md`.

use std::collections::BTreeMap;

use everycase_check::fields;
use everycase_check::records::json::{Json, Object};
use everycase_check::records::{FieldError, Fields, FromJson, Read, Record, Table, ToJson, together};
use everycase_check::run::verdict::Group;

use super::{Report, Run, RunReport, UncallableFunction};
use crate::explore::{Finding, Unclear, split};
use crate::fault::Fault;
use crate::numbers::Numbers;
use crate::subject::SourceCoverage;

impl Report {
    /// Returns the report as records: one for each error, one for each run, then one for the whole.
    pub fn records(&self) -> Vec<Record> {
        let (told, accepted) = split(&self.findings, &self.accepted);
        let all = told
            .into_iter()
            .map(|own| ("error", own))
            .chain(accepted.into_iter().map(|own| ("accepted", own)));
        let error = |(event, finding): (&'static str, &Finding)| {
            let alike = self.accepted.get(&finding.fault.identity()).copied().unwrap_or(0);
            Record::new("exploration", event).and(&Error {
                name: self.name.clone(),
                finding: finding.clone(),
                alike,
            })
        };
        let run = |run: &RunReport| Record::new("exploration", "run").with("name", &self.name).and(run);
        let mut records: Vec<Record> = all.map(error).chain(self.runs.iter().map(run)).collect();
        records.push(Record::new("exploration", "finish").and(self));
        records
    }
}

/// Returns the tables of `docs/records.md` about explorations.
pub fn tables() -> Vec<Table> {
    vec![
        ("`error`", together(&[Error::FIELDS])),
        ("`run`", together(&[RunReport::FIELDS])),
        ("`exploration`", together(&[Report::FIELDS, SourceCoverage::FIELDS])),
        ("`not_called[]`", together(&[UncallableFunction::FIELDS])),
        ("`slow[]`", together(&[Unclear::FIELDS])),
    ]
}

/// An error, as its record states it.
pub struct Error {
    /// The name of the program.
    pub name: String,
    /// The error.
    pub finding: Finding,
    /// The number of accepted errors that are alike.
    pub alike: u64,
}

fields! { error: Error = (Error {
        name,
        finding: Finding {
            fault: Fault { kind, message, place, definition, source, shown },
            function, expression, complete, size, minimal, count,
            group: Group { kind: failure, site },
        },
        alike,
    }) { function: None };
    "name": name, "the program";
    "cause": kind, "the kind of the error: `false`, `crash`, `loop` or `declared`";
    "message": message, "what happens";
    "place": place, "where, or `null`";
    "definition": definition, "in which definition, or `null`";
    "expression": expression, "the smallest expression, with `?` for what was not looked at";
    "complete": complete, "the expression with values instead of `?`";
    "size": size, "its size";
    "minimal": minimal, "how far it is minimal, as for properties";
    "runs": count, "the runs that ended so, `null` in a merged record";
    "fault": shown, "the place and the calls, for a reader";
    "source": source, "the source at the place";
    "failure": failure, "what identifies the error within a run, as `cause` of a property";
    "site": site, "and as `site` of a property";
    "alike": alike, "the number of accepted errors with the same `cause`, `definition` and `source`";
}

fields! { run: RunReport = (RunReport { functions, covered, repeats, leaves_out });
    "functions": functions, "what was tested together";
    "typed": repeats, "whether an expression counts once for each of several types";
    "leaves_out": leaves_out, "whether expressions of the sizes that were run completely may be left out because types that they \
        need are not tried";
    ..covered;
}

fields! { report: Report = (Report {
        name, run: Run { seed, budget, program, options, functions }, findings, accepted, not_called, most, slow, unsteady, runs, covered,
    }) { findings: Vec::new(), accepted: BTreeMap::new(), most: usize::MAX, runs: Vec::new() };
    "name": name, "the program";
    "seed": seed, "as for properties";
    "budget": budget, "as for properties";
    "fingerprint": program, "the fingerprint of the source";
    "options": options, "what else the expressions depend on";
    "functions": functions, "the functions that were tested";
    "errors": = report.told().len(), "the number of errors reported";
    "accepted": = findings.len() - report.told().len(), "the number of errors that were accepted before";
    "not_called": not_called, "the functions that were not called";
    "slow": slow, "the expressions that were given up, although they end when they have more steps and memory";
    "unsteady": unsteady, "the expressions that failed once only";
    ..covered;
}

fields! { of: UncallableFunction = (UncallableFunction { function, ty });
    "function": function, "the function";
    "type": ty, "the type of an argument, of which nothing makes a value";
}

fields! { unclear: Unclear = (Unclear { expression, size, group: Group { kind, site } });
    "expression": expression, "the expression";
    "size": size, "its size";
    "failure": kind, "how it failed, as in `error`";
    "site": site, "where, as in `error`";
}

fields! { covered: SourceCoverage;
    "evaluated": = covered.evaluated.len(), "how many expressions of the source were evaluated";
    "source": = covered.all, "of how many";
    "which": = &covered.evaluated, "which, as ranges of numbers in the order of the source, such as `0-17,20`";
}

impl Read for SourceCoverage {
    fn read(object: &Object) -> Result<SourceCoverage, FieldError> {
        let &[_, all, which] = SourceCoverage::FIELDS else { return Err(FieldError::VALUE) };
        let covered = SourceCoverage { evaluated: object.get(which)?, all: object.get(all)? };
        Some(covered)
            .filter(|own| own.evaluated.last() < Some(own.all))
            .ok_or(FieldError::VALUE.within("which"))
    }
}

impl ToJson for Numbers {
    fn json(&self) -> Json {
        self.to_string().json()
    }
}

impl FromJson for Numbers {
    fn of(json: &Json) -> Result<Numbers, FieldError> {
        Numbers::parse(&String::of(json)?).ok_or(FieldError::VALUE)
    }
}
