//! Proofs of random generators: what is proved to be complete misses no value that is found by running.

use std::time::Duration;

use everycase_verify::bounds::Bounds;
use everycase_verify::proof::ProofFailure;
use everycase_verify::verdict::Verdict;
use everycase_verify::verifier::Verifier;
use pun::load::load_text;

use super::predicates::PREDICATES;
use super::programs::program;
use super::values::TYPES;
use crate::solver::solver;

/// The numbers of generators by what is known of them.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Proved to be complete.
    pub(crate) proved: u64,
    /// Complete up to the size that was tried, and not proved.
    pub(crate) unproved: u64,
    /// Incomplete.
    pub(crate) incomplete: u64,
    /// Of which running says something else: vacuous or not known.
    pub(crate) others: u64,
}

/// The size up to which generators are run.
const SIZE: u32 = 6;

/// Looks for a proof of the generator of a seed, whatever running says. Returns what is wrong; nothing if there is to be no solver.
pub(crate) fn judge(seed: u64, tally: &mut Tally) -> Result<(), String> {
    let Some(solver) = solver(Duration::from_millis(300)) else { return Ok(()) };
    let text = format!("{}{TYPES}{PREDICATES}", program(seed));
    let loaded = load_text("random.pun", &text).program;
    let loaded = loaded.ok_or_else(|| format!("seed {seed}: not loaded"))?;
    let verifier = Verifier::new(loaded).map_err(|problems| format!("seed {seed}: {problems:?}"))?;
    let generator = &verifier.generators()[0];
    let bounds = Bounds { time: Some(Duration::from_secs(2)), ..Bounds::to_size(SIZE) };
    let bounded = generator.bounded(&bounds).expect("it can be run");
    let mut proofs = verifier.proofs(&solver).expect("it has a generator");
    let result = generator.proof(&mut proofs).result;
    match (bounded.verdict(), result.is_ok()) {
        (Verdict::Incomplete, true) => {
            let values = &bounded.missing[0].values;
            let (call, result) = (generator.call(values), generator.result(values));
            return Err(format!("seed {seed}: proved, but `{call}` never produces {result}\n{text}"));
        }
        (Verdict::Incomplete, false) => tally.incomplete += 1,
        (_, true) => tally.proved += 1,
        (_, false) if bounded.covered > 0 && result == Err(ProofFailure::Vacuous) => {
            return Err(format!("seed {seed}: a type with values is called vacuous\n{text}"));
        }
        (_, false) if result == Err(ProofFailure::Vacuous) => tally.others += 1,
        (Verdict::Covers | Verdict::Unsound, false) => {
            println!("seed {seed}: not proved: {result:?}\n{}", program(seed));
            tally.unproved += 1;
        }
        _ => tally.others += 1,
    }
    Ok(())
}
