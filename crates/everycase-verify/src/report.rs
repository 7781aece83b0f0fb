//! The report on a generator: as text and as a record.

mod gap;
mod missing;
mod record;

use std::fmt::Write;
use std::time::Duration;

use everycase_check::report::Detail;
use everycase_check::text::duration;
use everycase_check::text::number::{counted, small};
use pun::core::GlobalId;

pub use self::record::{
    CallRecord, CrashRecord, GeneratorRecord, ProofRecord, RepairRecord, RunRecord, tables,
};
use crate::bounds::{BoundedResult, End};
use crate::choosing::GeneratorChoice;
use crate::formula::Open;
use crate::outputs::Execution;
use crate::production::Production;
use crate::proof::{Proof, ProofFailure};
use crate::repair::Repair;
use crate::verdict::Verdict;
use crate::verification::Verification;
use crate::verifier::Generator;

impl BoundedResult {
    /// Returns how many values the generator is known to produce, up to which size.
    fn covered(&self) -> String {
        let values = counted(self.covered, "value");
        let of = if self.not_found.count + self.unclear.count == 0 { "all " } else { "" };
        match self.through {
            Some(_) if self.is_exhaustive() => format!("all {values}, which are all there are"),
            Some(size) => format!("{of}{values} up to size {size}"),
            None => "no size completely".to_owned(),
        }
    }

    /// Returns what is known of the results of the generator.
    fn outputs(&self) -> String {
        match self.outputs_through {
            _ if self.outputs_are_whole => "all its results belong to the coverage type".to_owned(),
            Some(size) => {
                format!(
                    "all its results belong to the coverage type, up to size {size} of arguments and choices"
                )
            }
            None => "it is not known whether its results belong to the coverage type".to_owned(),
        }
    }
}

impl Generator {
    /// Returns the report as text; `file` is the name of the program.
    pub fn text(&self, verified: &Verification, file: &str, detail: Detail) -> String {
        let (line, _) = self.program().sources.line_and_column(self.span());
        let verdict = verified.coverage();
        let bounded = verified.bounded.as_ref().ok();
        let what = self.headline(verified);
        let proof_time = verified.proof.as_ref().map_or(Duration::ZERO, |proof| proof.time);
        let time = bounded.map_or(Duration::ZERO, |bounded| bounded.time) + proof_time;
        let how =
            if bounded.is_some_and(|bounded| bounded.end == End::Interrupted) { ", interrupted" } else { "" };
        let mut out = format!("{file}:{line}: {} {what} (in {}{how})\n", self.name(), duration::show(time));
        match &verified.bounded {
            Ok(bounded) => self.write_bounded(&mut out, bounded, verdict, detail),
            Err(problem) => _ = writeln!(out, "    not run: {}", problem.message),
        }
        if let Some(proof) = &verified.proof {
            self.write_proof(&mut out, proof, detail);
        }
        if let Some(Repair { insert, place, is_proved, .. }) = &verified.repair {
            let then = if *is_proved {
                "it then covers all values"
            } else {
                "it then covers the values that were tried"
            };
            let _ = writeln!(out, "    fix: insert `{}` at {place}; {then}", insert.trim_end());
        }
        out
    }

    /// Returns what was found, as what the generator is or does.
    fn headline(&self, verified: &Verification) -> String {
        let bounded = verified.bounded.as_ref().ok();
        let mut what = match (verified.coverage(), bounded) {
            (Verdict::Incomplete, Some(BoundedResult { outside: Some(_), .. })) => {
                "is incomplete and unsound".to_owned()
            }
            (Verdict::Incomplete, _) => "is incomplete".to_owned(),
            (Verdict::Unsound, _) => "is unsound".to_owned(),
            (Verdict::Proved, Some(bounded)) if verified.proved_by() == Some("running") => {
                format!("covers {}{}", bounded.covered(), self.integers_of_values())
            }
            (Verdict::Proved, _) => "covers all values".to_owned(),
            (Verdict::Vacuous, Some(bounded)) => {
                let size = bounded.through.unwrap_or(0);
                format!("has a coverage type to which no value belongs, up to size {size}")
            }
            (Verdict::Covers, Some(bounded)) => format!("covers {}", bounded.covered()),
            (Verdict::Unproved, Some(bounded)) => format!("is not proved; covers {}", bounded.covered()),
            (Verdict::Unproved, None) => "is not proved".to_owned(),
            (Verdict::Undecided, _) => "is not known to cover its type".to_owned(),
            _ => "cannot be run".to_owned(),
        };
        if bounded.is_some_and(|bounded| bounded.crash.is_some()) {
            let is_faulty = matches!(verified.coverage(), Verdict::Incomplete | Verdict::Unsound);
            what += if is_faulty { ", and crashes" } else { ", but crashes" };
        }
        what
    }

    /// Returns which integers the values of the coverage type have where all of them were run.
    fn integers_of_values(&self) -> &'static str {
        if self.has_integers() { self.notation().integers_of_values() } else { "" }
    }

    fn write_bounded(&self, out: &mut String, bounded: &BoundedResult, verdict: Verdict, detail: Detail) {
        if let Some(missing) = bounded.missing.first() {
            self.write_missing(out, missing, bounded);
        }
        if let Some(Execution { values, choices }) = &bounded.outside {
            let (call, result) = (self.call(values), self.result(values));
            let _ = writeln!(
                out,
                "    `{call}` can produce {result}, which does not belong to its coverage type"
            );
            let _ = writeln!(out, "    choices: {}", shown(choices));
        }
        if let Some((Execution { values, choices }, fault)) = &bounded.crash {
            let (call, place) = (self.call(values), self.program().sources.place(fault.span));
            let _ = writeln!(out, "    `{call}` can crash: {fault} ({place})");
            let _ = writeln!(out, "    choices: {}", shown(choices));
        }
        // What a proof says of all values it says of these.
        if verdict != Verdict::Proved {
            self.write_unknown(out, bounded);
        }
        if detail == Detail::Full {
            if !matches!(verdict, Verdict::Covers | Verdict::Unproved) {
                let _ = writeln!(out, "    run: covers {}", bounded.covered());
            }
            if bounded.outside.is_none() {
                let _ = writeln!(out, "    run: {}", bounded.outputs());
            }
            let _ = writeln!(out, "    run: {} of the generator", counted(bounded.runs, "time"));
        } else if bounded.outputs_through.is_none() && bounded.outside.is_none() && bounded.missing.is_empty()
        {
            let _ = writeln!(out, "    {}", bounded.outputs());
        }
    }

    /// Writes about the values of which something is unknown.
    fn write_unknown(&self, out: &mut String, bounded: &BoundedResult) {
        if let Some((values, production)) = &bounded.not_found.first {
            let (call, result) = (self.call(values), self.result(values));
            let how = match production {
                Production::NotUpTo(size) => format!("no choices up to size {size} produce it"),
                Production::Unknown | Production::Missing | Production::Produced => {
                    "the search for choices that produce it met a limit".to_owned()
                }
            };
            let others = more(bounded.not_found.count);
            let _ =
                writeln!(out, "    no choices found with which `{call}` produces {result}: {how}{others}");
        }
        if let Some((values, why)) = &bounded.unclear.first {
            let (call, result) = (self.call(values), self.result(values));
            let why = match why {
                Open::Size(size) => format!("no value up to size {size} decides a quantifier"),
                Open::Fault(fault) => format!("{fault} ({})", self.program().sources.place(fault.span)),
            };
            let _ = writeln!(
                out,
                "    open: whether {result} belongs to the coverage type of `{call}`: {why}{}",
                more(bounded.unclear.count)
            );
        }
    }

    fn write_proof(&self, out: &mut String, proof: &Proof, detail: Detail) {
        let name = |global: &GlobalId| &self.program().globals[global.index()].name;
        match &proof.result {
            Ok(proved) => {
                if !proved.assumes.is_empty() {
                    let names: Vec<String> =
                        proved.assumes.iter().map(|global| format!("`{}`", name(global))).collect();
                    let _ = writeln!(out, "    assumed: that {} cover their types", names.join(", "));
                }
                if detail == Detail::Full {
                    let mut how = counted(proof.queries.into(), "query");
                    if proof.queries != 1 {
                        how = format!("{} queries", small(proof.queries.into()));
                    }
                    if let Some(measure) = &proved.measure {
                        let _ = write!(how, "; {measure} decreases");
                    }
                    if !proved.lemmas.is_empty() {
                        let _ = write!(how, "; with {}", proved.lemmas.join(", "));
                    }
                    let _ = writeln!(out, "    proved: {how}");
                }
            }
            Err(why) => {
                let _ = writeln!(out, "    no proof: {}", self.why(why));
                for line in self.not_shown(why) {
                    let _ = writeln!(out, "    {line}");
                }
            }
        }
    }

    /// Returns why the proof failed, and what to do.
    fn why(&self, why: &ProofFailure) -> String {
        let program = self.program();
        match why {
            ProofFailure::Unsupported { what, span } => {
                format!("{what} has no meaning in the logic of the solver ({})", program.sources.place(*span))
            }
            ProofFailure::Coverage(_) => {
                format!(
                    "the solver does not find that each value is produced; state what needs induction as a property, such \
                     as `{}`",
                    self.notation().lemma()
                )
            }
            ProofFailure::Measure => {
                format!(
                    "no measure was found that decreases at each recursive call; {}",
                    self.notation().measure()
                )
            }
            ProofFailure::ReliesOn(global) => {
                format!("it relies on `{}`, which is not proved", program.globals[global.index()].name)
            }
            ProofFailure::Vacuous => "no value belongs to the coverage type".to_owned(),
            ProofFailure::Solver(why) => format!("the solver failed: {why}"),
            ProofFailure::Interrupted => "interrupted".to_owned(),
        }
    }

    /// Returns what is not shown, if that is why the proof failed.
    fn not_shown(&self, why: &ProofFailure) -> Vec<String> {
        if let ProofFailure::Coverage(gap) = why { self.gaps(gap) } else { Vec::new() }
    }
}

/// The number of choices that are shown.
const SHOWN: usize = 32;

/// Returns choices in their order.
fn shown(choices: &[GeneratorChoice]) -> String {
    let mut all: Vec<String> = choices.iter().take(SHOWN).map(GeneratorChoice::to_string).collect();
    if choices.len() > SHOWN {
        all.push(format!("and {}", counted((choices.len() - SHOWN) as u64, "other")));
    }
    if all.is_empty() { "none".to_owned() } else { all.join(", ") }
}

/// Returns how many others there are besides the first of `count`.
fn more(count: u64) -> String {
    if count > 1 { format!("; so for {}", counted(count - 1, "other")) } else { String::new() }
}
