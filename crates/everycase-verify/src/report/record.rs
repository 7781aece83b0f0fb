//! The record of a generator, described in `docs/records.md`.

use std::time::Duration;

use everycase_check::fields;
use everycase_check::records::{Fields, Record, Table, together};
use pun::core::GlobalId;
use pun::value::Value;

use crate::bounds::BoundedResult;
use crate::choosing::GeneratorChoice;
use crate::outputs::Execution;
use crate::proof::Proof;
use crate::verdict::Verdict;
use crate::verification::Verification;
use crate::verifier::Generator;

impl Generator {
    /// Returns the report as a record; `file` is the name of the program.
    pub fn record(&self, verified: &Verification, file: &str) -> Record {
        let (line, _) = self.program().sources.line_and_column(self.span());
        let run = verified.bounded.as_ref();
        let repair = verified.repair.as_ref();
        Record::new("verification", "generator").and(&GeneratorRecord {
            name: self.name().to_owned(),
            file: file.to_owned(),
            line,
            verdict: verified.verdict(),
            proved_by: verified.proved_by().map(str::to_owned),
            not_run: run.err().map(|problem| problem.message.clone()),
            run: run.ok().map(|run| self.run_record(run)),
            repair: repair.map(|own| RepairRecord {
                insert: own.insert.clone(),
                at: own.place.clone(),
                is_proved: own.is_proved,
            }),
            proof: verified.proof.as_ref().map(|proof| self.proof_record(proof)),
        })
    }

    fn run_record(&self, run: &BoundedResult) -> RunRecord {
        let missing = run.missing.iter();
        let missing =
            missing.map(|own| CallRecord { size: Some(own.size), ..self.result_of(&own.values) }).collect();
        let crash = run.crash.as_ref().map(|(made, fault)| CrashRecord {
            call: self.call(&made.values),
            message: fault.to_string(),
            at: self.program().sources.place(fault.span),
            choices: texts(&made.choices),
        });
        RunRecord {
            covered: run.covered,
            through: run.through,
            is_finite: run.is_finite,
            missing,
            observed: run.region.as_ref().map(|region| self.observed(region)),
            outside: run.outside.as_ref().map(|own| self.made(own)),
            crash,
            not_found: run.not_found.count,
            first_not_found: run.not_found.first.as_ref().map(|(values, _)| self.result_of(values)),
            unclear: run.unclear.count,
            first_unclear: run.unclear.first.as_ref().map(|(values, _)| self.result_of(values)),
            results_through: run.outputs_through,
            results_are_whole: run.outputs_are_whole,
            runs: run.runs,
            time: run.time,
        }
    }

    fn proof_record(&self, proof: &Proof) -> ProofRecord {
        let (proved, unproved) = (proof.result.as_ref().ok(), proof.result.as_ref().err());
        ProofRecord {
            measure: proved.map(|proved| proved.measure.clone()),
            lemmas: proved.map(|proved| proved.lemmas.clone()),
            assumes: proved.map(|proved| self.names(&proved.assumes)),
            no_proof: unproved.map(|why| self.why(why)),
            not_shown: unproved.map(|why| self.not_shown(why)),
            queries: proof.queries,
            solver_time: proof.solver_time,
            time: proof.time,
        }
    }

    fn made(&self, execution: &Execution) -> CallRecord {
        CallRecord { choices: Some(texts(&execution.choices)), ..self.result_of(&execution.values) }
    }

    fn result_of(&self, values: &[Value]) -> CallRecord {
        CallRecord { call: self.call(values), result: self.result(values), size: None, choices: None }
    }

    fn names(&self, all: &[GlobalId]) -> Vec<String> {
        all.iter().map(|global| self.program().globals[global.index()].name.to_string()).collect()
    }
}

fn texts(choices: &[GeneratorChoice]) -> Vec<String> {
    choices.iter().map(GeneratorChoice::to_string).collect()
}

/// Returns the tables of `docs/records.md` about verifications.
pub fn tables() -> Vec<Table> {
    let all: [&[_]; 4] =
        [GeneratorRecord::FIELDS, RunRecord::FIELDS, RepairRecord::FIELDS, ProofRecord::FIELDS];
    vec![
        ("`generator`", together(&all)),
        ("`missing[]`", together(&[CallRecord::FIELDS])),
        ("`crash`", together(&[CrashRecord::FIELDS])),
    ]
}

/// What is known of a generator, as its record states it.
#[derive(Clone, Debug, PartialEq)]
pub struct GeneratorRecord {
    /// The generator.
    pub name: String,
    /// Its program.
    pub file: String,
    /// The line of its coverage type.
    pub line: u32,
    /// The verdict.
    pub verdict: Verdict,
    /// What has proved that all values are produced, if something has.
    pub proved_by: Option<String>,
    /// Why the generator cannot be run, if it cannot.
    pub not_run: Option<String>,
    /// What running it has found.
    pub run: Option<RunRecord>,
    /// An edit that makes it complete.
    pub repair: Option<RepairRecord>,
    /// What looking for a proof has found.
    pub proof: Option<ProofRecord>,
}

fields! { of: GeneratorRecord = (GeneratorRecord { name, file, line, verdict, proved_by, not_run, run, repair, proof });
    "name": name, "the generator";
    "file": file, "its program";
    "line": line, "the line of its coverage type";
    "verdict": verdict, "`proved`; `covers`: it produces all values up to a size, and no proof was looked for; \
        `incomplete`; `unsound`: a result is outside of its type; `crashes`: it ends with an error, and neither; `unproved`; \
        `undecided`; `vacuous`: no value belongs to the type; `not run`: neither run nor proved";
    "proved_by": proved_by, "what has proved that all values are produced: `running` or `solver`; otherwise `null`";
    "not_run" [optional]: not_run, "why the generator cannot be run";
    ..run;
    ..repair;
    ..proof;
}

/// What running a generator has found.
#[derive(Clone, Debug, PartialEq)]
pub struct RunRecord {
    /// How many values of the type it was found to produce.
    pub covered: u64,
    /// The largest size of which all were tried.
    pub through: Option<u32>,
    /// Whether no larger value exists.
    pub is_finite: bool,
    /// The smallest values that no choices produce.
    pub missing: Vec<CallRecord>,
    /// What the missing values have in common, as a sentence.
    pub observed: Option<String>,
    /// A result that does not belong to the type.
    pub outside: Option<CallRecord>,
    /// A call that ends with an error.
    pub crash: Option<CrashRecord>,
    /// How many values were neither found nor excluded.
    pub not_found: u64,
    /// The first of them.
    pub first_not_found: Option<CallRecord>,
    /// Of how many values it is not known whether they belong to the type.
    pub unclear: u64,
    /// The first of them.
    pub first_unclear: Option<CallRecord>,
    /// The size of arguments and choices up to which all results belong to the type.
    pub results_through: Option<u32>,
    /// Whether these are all results.
    pub results_are_whole: bool,
    /// The runs of the generator.
    pub runs: u64,
    /// The time they took.
    pub time: Duration,
}

fields! { run: RunRecord = (RunRecord {
        covered, through, is_finite, missing, observed, outside, crash, not_found, first_not_found, unclear, first_unclear,
        results_through, results_are_whole, runs, time,
    });
    "covered": covered, "how many values of the type it was found to produce";
    "through": through, "the largest size of which all were tried, or `null`";
    "finite": is_finite, "whether no larger value exists";
    "missing": missing, "the smallest values that no choices produce";
    "observed": observed, "what the missing values have in common, among the values tried, as a sentence, or `null`";
    "outside": outside, "a result that does not belong to the type, or `null`";
    "crash": crash, "a call that ends with an error, or `null`";
    "not_found": not_found, "how many values were neither found nor excluded";
    "first_not_found": first_not_found, "the first of them, or `null`";
    "unclear": unclear, "of how many values it is not known whether they belong to the type";
    "first_unclear": first_unclear, "the first of them, or `null`";
    "results_through": results_through, "the size of arguments and choices up to which all results belong to the type, or `null`";
    "results_whole": results_are_whole, "whether these are all results";
    "runs": runs, "the runs of the generator";
    "time_s": time, "the seconds they took together with the search";
}

/// A call of a generator and a value of its type.
#[derive(Clone, Debug, PartialEq)]
pub struct CallRecord {
    /// The generator and its arguments.
    pub call: String,
    /// The result.
    pub result: String,
    /// Of a missing value its size.
    pub size: Option<u32>,
    /// Of a result that was produced the choices.
    pub choices: Option<Vec<String>>,
}

fields! { made: CallRecord = (CallRecord { call, result, size, choices });
    "call": call, "the generator and its arguments";
    "result": result, "the result";
    "size" [optional]: size, "of a missing value its size";
    "choices" [optional]: choices, "of a result that was produced the choices";
}

/// A call of a generator that ends with an error.
#[derive(Clone, Debug, PartialEq)]
pub struct CrashRecord {
    /// The generator and its arguments.
    pub call: String,
    /// The error.
    pub message: String,
    /// At which place.
    pub at: String,
    /// The choices.
    pub choices: Vec<String>,
}

fields! { crash: CrashRecord = (CrashRecord { call, message, at, choices });
    "call": call, "the generator and its arguments";
    "message": message, "the error";
    "at": at, "at which place";
    "choices": choices, "the choices";
}

/// An edit of a program that makes a generator complete.
#[derive(Clone, Debug, PartialEq)]
pub struct RepairRecord {
    /// The text to insert.
    pub insert: String,
    /// At which place.
    pub at: String,
    /// Whether the generator then covers all values, not only those that were tried.
    pub is_proved: bool,
}

fields! { repair: RepairRecord = (RepairRecord { insert, at, is_proved });
    "insert": insert, "the text to insert into the program";
    "at": at, "at which place";
    "fixed": is_proved, "whether the generator then covers all values, not only those that were tried";
}

/// What looking for a proof has found.
#[derive(Clone, Debug, PartialEq)]
pub struct ProofRecord {
    /// What decreases at each recursive call of a generator that was proved, if it has such calls.
    pub measure: Option<Option<String>>,
    /// The properties that were proved first.
    pub lemmas: Option<Vec<String>>,
    /// The generators without definitions on whose types it relies.
    pub assumes: Option<Vec<String>>,
    /// Why no proof was found.
    pub no_proof: Option<String>,
    /// The values that are not shown to be produced, and the properties that are not proved.
    pub not_shown: Option<Vec<String>>,
    /// The queries to the solver.
    pub queries: u32,
    /// The time of these.
    pub solver_time: Duration,
    /// The time of everything.
    pub time: Duration,
}

fields! { of: ProofRecord = (ProofRecord {
        measure, lemmas, assumes, no_proof, not_shown, queries, solver_time, time
    });
    "measure" [optional]: measure, "what decreases at each recursive call, or `null`";
    "lemmas" [optional]: lemmas, "the properties that were proved first";
    "assumes" [optional]: assumes, "the generators without definitions on whose types it relies";
    "no_proof" [optional]: no_proof, "why no proof was found, for a reader";
    "not_shown" [optional]: not_shown, "the values that are not shown to be produced, and the properties that are not proved";
    "queries": queries, "the queries to the solver";
    "solver_s": solver_time, "the seconds of these";
    "proof_s": time, "the seconds of everything";
}
