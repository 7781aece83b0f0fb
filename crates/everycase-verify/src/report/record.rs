//! The record of a generator, described in `docs/records.md`. It is not read.

use everycase_check::fields;
use everycase_check::records::{Fields, Record, Table, together};
use pun::core::GlobalId;
use pun::value::Value;

use crate::bounds::BoundedResult;
use crate::choosing::GeneratorChoice;
use crate::outputs::Execution;
use crate::proof::{Proof, ProofBasis, ProofFailure};
use crate::repair::Repair;
use crate::verification::Verification;
use crate::verifier::Generator;

impl Generator {
    /// Returns the report as a record; `file` is the name of the program.
    pub fn record(&self, verified: &Verification, file: &str) -> Record {
        let running = verified.bounded.as_ref().ok().map(|bounded| Running { generator: self, bounded });
        let proving = verified.proof.as_ref().map(|proof| Proving { generator: self, proof });
        let record = Record::new("verification", "generator").and(&About { generator: self, verified, file });
        record.and(&running).and(&verified.repair).and(&proving)
    }

    fn made<'v>(&'v self, execution: &'v Execution) -> CallRecord<'v> {
        CallRecord { choices: Some(&execution.choices), ..self.result_of(&execution.values) }
    }

    fn result_of<'v>(&'v self, values: &'v [Value]) -> CallRecord<'v> {
        CallRecord { generator: self, values, size: None, choices: None }
    }
}

/// Returns the tables of `docs/records.md` about verifications.
pub fn tables() -> Vec<Table> {
    vec![
        ("`generator`", together(&[About::FIELDS, Running::FIELDS, Repair::FIELDS, Proving::FIELDS])),
        ("`missing[]`", together(&[CallRecord::FIELDS])),
        ("`crash`", together(&[Crash::FIELDS])),
    ]
}

struct About<'v> {
    generator: &'v Generator,
    verified: &'v Verification,
    file: &'v str,
}

fields! { of: About<'_>;
    "name": = of.generator.name(), "the generator";
    "file": = of.file, "its program";
    "line": = of.generator.program().sources.line_and_column(of.generator.span()).0, "the line of its coverage type";
    "verdict": = of.verified.verdict(), "`proved`; `covers`: it produces all values up to a size, and no proof was looked for; \
        `incomplete`; `unsound`: a result is outside of its type; `crashes`: it ends with an error, and neither; `unproved`; \
        `undecided`; `vacuous`: no value belongs to the type; `not run`: neither run nor proved";
    "proved_by": = of.verified.proved_by(), "what has proved that all values are produced: `running` or `solver`; otherwise `null`";
    "not_run" [optional]: = of.verified.bounded.as_ref().err().map(|problem| &*problem.message), "why the generator cannot be run";
}

struct Running<'v> {
    generator: &'v Generator,
    bounded: &'v BoundedResult,
}

impl Running<'_> {
    fn missing(&self) -> Vec<CallRecord<'_>> {
        let missing = self.bounded.missing.iter();
        missing
            .map(|own| CallRecord { size: Some(own.size), ..self.generator.result_of(&own.values) })
            .collect()
    }
}

fields! { run: Running<'_>;
    "covered": = run.bounded.covered, "how many values of the type it was found to produce";
    "through": = run.bounded.through, "the largest size of which all were tried, or `null`";
    "finite": = run.bounded.is_finite, "whether no larger value exists";
    "missing": = run.missing(), "the smallest values that no choices produce";
    "observed": = run.bounded.region.as_ref().map(|region| run.generator.observed(region)), "what the missing values have in \
        common, of those that were tried, as a sentence, or `null`";
    "outside": = run.bounded.outside.as_ref().map(|own| run.generator.made(own)), "a result that does not belong to the type, or \
        `null`";
    "crash": = run.bounded.crash.as_ref().map(|(made, fault)| Crash {
        made: run.generator.made(made),
        message: fault.to_string(),
        at: run.generator.program().sources.place(fault.span),
    }), "a call that ends with an error, or `null`";
    "not_found": = run.bounded.not_found.count, "how many values were neither found nor excluded";
    "first_not_found": = run.bounded.not_found.first.as_ref().map(|(values, _)| run.generator.result_of(values)), "the first of \
        them, or `null`";
    "unclear": = run.bounded.unclear.count, "of how many values it is not known whether they belong to the type";
    "first_unclear": = run.bounded.unclear.first.as_ref().map(|(values, _)| run.generator.result_of(values)), "the first of them, \
        or `null`";
    "results_through": = run.bounded.outputs_through, "the size of arguments and choices up to which all results belong to the \
        type, or `null`";
    "results_whole": = run.bounded.outputs_are_whole, "whether these are all results";
    "runs": = run.bounded.runs, "the runs of the generator";
    "time_s": = run.bounded.time, "the seconds they took together with the search";
}

struct CallRecord<'v> {
    generator: &'v Generator,
    values: &'v [Value],
    size: Option<u32>,
    choices: Option<&'v [GeneratorChoice]>,
}

fields! { made: CallRecord<'_>;
    "call": = made.generator.call(made.values), "the generator and its arguments";
    "result": = made.generator.result(made.values), "the result";
    "size" [optional]: = made.size, "of a missing value its size";
    "choices" [optional]: = made.choices.map(texts), "of a result that was produced the choices";
}

struct Crash<'v> {
    made: CallRecord<'v>,
    message: String,
    at: String,
}

fields! { crash: Crash<'_>;
    "call": = crash.made.generator.call(crash.made.values), "the generator and its arguments";
    "message": = &crash.message, "the error";
    "at": = &crash.at, "at which place";
    "choices": = crash.made.choices.map(texts), "the choices";
}

fn texts(choices: &[GeneratorChoice]) -> Vec<String> {
    choices.iter().map(GeneratorChoice::to_string).collect()
}

fields! { repair: Repair;
    "insert": = &*repair.insert, "the text to insert into the program";
    "at": = &*repair.place, "at which place";
    "fixed": = repair.is_proved, "whether the generator then covers all values, not only those that were tried";
}

struct Proving<'v> {
    generator: &'v Generator,
    proof: &'v Proof,
}

impl Proving<'_> {
    fn proved(&self) -> Option<&ProofBasis> {
        self.proof.result.as_ref().ok()
    }

    fn unproved(&self) -> Option<&ProofFailure> {
        self.proof.result.as_ref().err()
    }

    fn names(&self, all: &[GlobalId]) -> Vec<String> {
        all.iter().map(|global| self.generator.program().globals[global.index()].name.to_string()).collect()
    }
}

fields! { of: Proving<'_>;
    "measure" [optional]: = of.proved().map(|proved| &proved.measure), "what decreases at each recursive call, or `null`";
    "lemmas" [optional]: = of.proved().map(|proved| &proved.lemmas), "the properties that were proved first";
    "assumes" [optional]: = of.proved().map(|proved| of.names(&proved.assumes)), "the generators without definitions on whose \
        types it relies";
    "no_proof" [optional]: = of.unproved().map(|why| of.generator.why(why)), "why no proof was found, for a reader";
    "not_shown" [optional]: = of.unproved().map(|why| of.generator.not_shown(why)), "the values that are not shown to be \
        produced, and the properties that are not proved";
    "queries": = of.proof.queries, "the queries to the solver";
    "solver_s": = of.proof.solver_time, "the seconds of these";
    "proof_s": = of.proof.time, "the seconds of everything";
}
