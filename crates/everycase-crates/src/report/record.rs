//! The records of an exploration, described in `docs/records.md`.

use std::collections::BTreeSet;

use everycase_check::fields;
use everycase_check::records::{Fields, Record, Table, together};

use super::{AlikeFunctions, FindingRecord, Gap, Package, Report};
use crate::coverage::FileLines;

impl Report {
    /// Returns the report as records: one for each finding, then one for the whole.
    pub fn records(&self) -> Vec<Record> {
        let finding = |own: &FindingRecord| {
            let event = if self.is_accepted(own) { "accepted" } else { "finding" };
            Record::new("crate", event).and(&self.package).and(own)
        };
        let mut all: Vec<Record> = self.findings.iter().map(finding).collect();
        all.push(Record::new("crate", "finish").and(self));
        all
    }

    /// Returns the report of the whole with its findings, each with whether it was accepted.
    #[must_use]
    pub fn with(self, findings: Vec<(FindingRecord, bool)>) -> Report {
        let accepted = findings.iter().filter(|own| own.1).map(|own| own.0.likeness()).collect();
        let findings = findings.into_iter().map(|own| own.0).collect();
        Report { findings, accepted, ..self }
    }
}

/// Returns the tables of `docs/records.md` about crates.
pub fn tables() -> Vec<Table> {
    vec![
        ("`finding`", together(&[FindingRecord::FIELDS])),
        ("`crate`", together(&[Report::FIELDS])),
        ("`alike[]`", together(&[AlikeFunctions::FIELDS])),
        ("`not_returned[]`", together(&[Gap::FIELDS])),
        ("`files[]`", together(&[FileLines::FIELDS])),
    ]
}

fields! { own: Package = (Package { name, version });
    "name": name, "the name of the package";
    "version": version, "its version";
}

fields! { own: FindingRecord = (FindingRecord {
        rank, what, place, function, frames, code, is_confirmed, size, count,
    });
    "rank": rank, "how surprising it is: `memory`, `abort`, `stack-overflow`, `hang`, `out-of-memory`, `promise`, `law`, \
        `unexpected`, `explicit`, `doubtful` or `documented`";
    "what": what, "what happens: the message of the panic";
    "place": place, "where, or `null`";
    "function": function, "the function that was called";
    "frames": frames, "the functions of the crate that were running, the innermost first";
    "code": code, "Rust that fails so";
    "confirmed": is_confirmed, "whether the code was compiled by itself, and failed so";
    "size": size, "the size of the expression";
    "count": count, "the number of expressions that failed so";
}

fields! { own: AlikeFunctions = (AlikeFunctions { first, second, calls, differing, code, returns, second_returns });
    "first": first, "a function";
    "second": second, "another one with parameters of the same types";
    "calls": calls, "the number of calls of both with equal arguments";
    "differing": differing, "how many of them returned different values";
    "code": code, "the smallest of these, of the first function";
    "returns": returns, "what it returns";
    "second_returns": second_returns, "what the second function returns";
}

fields! { gap: Gap = (Gap { function, why });
    "function": function, "the function";
    "why": why, "why it never returned";
}

fields! { own: FileLines = (FileLines { file, lines, reached });
    "file": file, "the file, relative to the crate";
    "lines": lines, "the number of its lines with code";
    "reached": reached, "how many of them were reached";
}

fields! { own: Report = (Report {
        package, seed, findings, accepted, unsteady, alike, expressions, calls, through, only, shard, divided, order, time, resumed,
        functions, compiled, called, returned, not_returned, files, given_up, notes, is_interrupted, is_confined, least, most,
    }) { findings: Vec::new(), accepted: BTreeSet::new(), most: usize::MAX };
    ..package;
    "seed": seed, "the seed of draws";
    "least": least, "the rank down to which findings are reported";
    "told": = own.groups().len(), "the number of findings reported, alike ones once";
    "accepted": = own.accepted_count(), "the number of findings met that were accepted before and would be reported otherwise, \
        alike ones once";
    "unsteady": unsteady, "the code of failures that did not come again when it ran alone";
    "alike" [optional]: alike, "the functions that agree in at least nine of ten calls and differ in some: suggestions, not findings";
    "expressions": expressions, "the number of expressions that ran";
    "calls": calls, "the number of calls in them";
    "through": through, "all expressions of calls and constants up to this size ran, with one value of those that look alike";
    "only" [optional]: only, "functions were tested whose path contains one of these texts; all without any";
    "shard" [optional]: shard, "the part, of an exploration that is divided";
    "shared_size" [optional]: divided, "the next size, of which the part has run its share";
    "shared_order" [optional]: order, "its expressions in their order, hashed: parts with the same one have divided the same";
    "time_s": time, "the time, in seconds";
    "resumed_s" [optional]: resumed, "how many of these an exploration has used that was killed, and from which this one went on";
    "functions": functions, "the number of public functions, methods, constructors and constants";
    "compiled": compiled, "of how many a call compiles";
    "called": called, "how many were called";
    "returned": returned, "how many returned";
    "not_returned": not_returned, "the functions that never returned";
    "lines" [optional]: = own.lines().map(|own| own.lines), "the number of lines with code, if the compiler counts what \
        is reached";
    "lines_reached" [optional]: = own.lines().map(|own| own.reached), "how many of them were reached";
    "files" [optional]: files, "the lines of each file";
    "given_up": given_up, "the functions that killed too many workers";
    "notes" [optional]: notes, "what the exploration went without";
    "interrupted": is_interrupted, "whether the exploration was interrupted";
    "confined": is_confined, "whether the system kept the crate from files and processes";
}
