//! The strength of a property that has passed, as part of its report.

use std::fmt::Write;
use std::sync::Arc;

use everycase_check::check::Finding;
use everycase_check::settings::Plan;
use everycase_check::strength::{Mutation, Score, Target, score};

use super::isolated::End;
use super::run::Test;
use crate::strength::PropertyTarget;

impl Test<'_> {
    /// Returns the end of a property that has passed with this report: with its strength, if that is asked for.
    ///
    /// # Errors
    /// If its inputs cannot be enumerated.
    pub(super) fn with_strength(&self, plan: &Plan, mut report: String) -> Result<End, String> {
        let Some(least) = plan.strength.filter(|_| !plan.should_fail && plan.replay.is_none()) else {
            return Ok(End::Passed(report));
        };
        let mut is_strong = true;
        for number in 0..self.functions.len() {
            let (subject, functions) = (Arc::clone(&self.subject), Arc::clone(&self.functions));
            let target: Arc<dyn Target> = Arc::new(PropertyTarget { subject, functions, number });
            let score = score(self.site.name, &self.derivations, &target, &Mutation::ALL, plan);
            let score = score.map_err(|error| error.to_string())?;
            report.push('\n');
            report.push_str(&text(self.site.name, &*target, &score));
            if least > 0 && score.share().is_none_or(|share| share * 100.0 < f64::from(least)) {
                let _ = write!(report, "\n  error: below the least strength of {least} % (min_strength)");
                is_strong = false;
            }
        }
        Ok(if is_strong { End::Passed(report) } else { End::Failed(report) })
    }
}

/// The largest number of survivors that are shown.
const SHOWN: usize = 3;
/// The largest size for which the exercised inputs are counted.
const SIZES: u32 = 6;

/// Returns the score as text.
fn text(property: &str, target: &dyn Target, score: &Score) -> String {
    let function = target.function();
    match &score.checked.finding {
        Finding::Nothing => {}
        Finding::Counterexample(found) => {
            return format!(
                "strength of {property} for `{function}`: not measured: a run with it {}",
                found.failure
            );
        }
        Finding::Unreached(_) | Finding::Undershot(_) => {
            return format!(
                "strength of {property} for `{function}`: not measured: no input satisfies the assumptions"
            );
        }
    }
    let (all, drawn) = (score.exhaustive, score.sampled);
    let Some(share) = score.share() else {
        let calls = all.unexercised + drawn.unexercised;
        let why = match all.without_mutant + drawn.without_mutant {
            0 => format!("it was not called in {calls} runs"),
            without => format!("none of its results in {without} runs has a mutant"),
        };
        return format!("strength of {property} for `{function}`: not measured: {why}");
    };
    let mut out = format!(
        "strength of {property} for `{function}`: {:.1} % of {} mutants are killed",
        share * 100.0,
        all.mutants() + drawn.mutants()
    );
    if let Some(share) = all.share() {
        let _ = write!(out, "\n  small inputs: {:.1} % of {}", share * 100.0, all.mutants());
    }
    if let (Some(share), Some(interval)) = (drawn.share(), score.interval()) {
        let (share, lo, hi) = (share * 100.0, interval.lo * 100.0, interval.hi * 100.0);
        let _ = write!(
            out,
            "\n  uniform draws: {share:.1} % of {} (95 % interval: {lo:.1} to {hi:.1} %)",
            drawn.mutants()
        );
    }
    if all.killed + drawn.killed == 0 {
        out.push_str(
            "\n  WARNING: every wrong function passes: this property says nothing about the function",
        );
    }
    for survivor in score.survivors.iter().take(SHOWN) {
        let equations: Vec<String> = survivor.changes.iter().map(|change| change.equation(target)).collect();
        let _ = write!(out, "\n  survives: `{function}`, except that {}", equations.join(" and "));
    }
    let at_least = if score.reach.is_full() { "at least " } else { "" };
    let reached: Vec<String> = score
        .reach
        .by_size(target.arguments(), SIZES)
        .iter()
        .filter(|of| of.all != everycase_kernel::BigUint::ZERO)
        .map(|of| format!("{} of {} of size {}", of.exercised, of.all, of.size))
        .collect();
    let _ = write!(out, "\n  inputs of `{function}` exercised: {at_least}{}", reached.join(", "));
    out
}
