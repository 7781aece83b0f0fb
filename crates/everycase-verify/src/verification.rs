//! The verification of a generator: it is run, and if nothing is found, a proof is looked for.

use everycase_check::text::number::counted;
use pun::diagnostic::Diagnostic;

use crate::bounds::{BoundedResult, Bounds};
use crate::proof::{Proof, ProofFailure, Proofs};
use crate::repair::Repair;
use crate::verdict::Verdict;
use crate::verifier::{Generator, Verifier};

/// What is known of a generator.
#[derive(Clone, Debug)]
pub struct Verification {
    /// What was found by running it, or why it cannot be run.
    pub bounded: Result<BoundedResult, Diagnostic>,
    /// What became of a proof, if one was looked for.
    pub proof: Option<Proof>,
    /// An edit that makes an incomplete generator complete.
    pub repair: Option<Repair>,
}

impl Verification {
    /// Returns what is known of the generator, in a word.
    pub fn verdict(&self) -> Verdict {
        let crashes = self.bounded.as_ref().is_ok_and(|bounded| bounded.crash.is_some());
        self.coverage().or_crash(crashes)
    }

    /// Returns what has proved that the generator produces all values, if something has.
    pub(crate) fn proved_by(&self) -> Option<&'static str> {
        let is_solved = self.proof.as_ref().is_some_and(|proof| proof.result.is_ok());
        let is_proved = self.coverage() == Verdict::Proved;
        is_proved.then_some(if is_solved { "solver" } else { "running" })
    }

    /// Returns what is known of the values that the generator produces.
    pub(crate) fn coverage(&self) -> Verdict {
        let bounded = self.bounded.as_ref().map(BoundedResult::coverage);
        match (bounded, &self.proof) {
            (Ok(found @ (Verdict::Incomplete | Verdict::Unsound | Verdict::Vacuous)), _)
            | (Ok(found), None) => found,
            (_, Some(Proof { result: Ok(_), .. })) => Verdict::Proved,
            (_, Some(_)) => Verdict::Unproved,
            (Err(_), None) => Verdict::NotRun,
        }
    }
}

impl Verifier {
    /// Verifies a generator: runs it, and if nothing is found, looks for a proof if a solver is
    /// installed.
    pub fn verify(
        &self,
        generator: &Generator,
        bounds: &Bounds,
        proofs: Option<&mut Proofs<'_>>,
    ) -> Verification {
        let mut bounded = generator.bounded(bounds);
        if let Ok(bounded) = &mut bounded
            && let Some(missing) = bounded.missing.first()
        {
            let left = bounds.time.map(|time| time.saturating_sub(bounded.time));
            bounded.region = generator.region(&Bounds { time: left, ..bounds.clone() }, missing.size);
        }
        let found = bounded.as_ref().map(BoundedResult::coverage);
        let is_exhaustive = found == Ok(Verdict::Proved);
        let is_decided = matches!(found, Ok(Verdict::Incomplete | Verdict::Unsound | Verdict::Vacuous))
            || (is_exhaustive && !generator.has_integers());
        let mut proof = proofs.filter(|_| !is_decided).map(|proofs| proofs.of(generator.declared()));
        let covered = bounded.as_ref().map_or(0, |bounded| bounded.covered);
        if let Some(Proof { result: Err(why @ ProofFailure::Vacuous), .. }) = &mut proof
            && covered > 0
        {
            let values = counted(covered, "value");
            *why = ProofFailure::Solver(format!(
                "it says that no value belongs to the coverage type, but {values} do"
            ));
        }
        // A proof says more, of all integers, but is not needed.
        let proof = proof.filter(|proof| proof.result.is_ok() || !is_exhaustive);
        Verification { bounded, proof, repair: None }
    }
}
