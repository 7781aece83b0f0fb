//! The text of the report of a score.

use super::{Obstacle, ScoreReport, Standing, SurvivorReport};
use crate::report::{Detail, wrap};
use crate::strength::Tally;
use crate::text::number::{number, percent, small};
use everycase_kernel::sorted::sort_by_key;

/// The largest number of equations shown of a survivor.
const EQUATIONS: usize = 3;

impl ScoreReport {
    /// Returns the text, without a final newline.
    pub fn text(&self, detail: Detail) -> String {
        let Self { property, function, .. } = self;
        let mut out = format!("{property} of {function}: ");
        let mut statements = self.statements().into_iter();
        wrap::push(&mut out, &statements.next().unwrap_or_default(), wrap::CONTINUED);
        statements.for_each(|statement| wrap::line(&mut out, "", &statement));
        if let Some(warning) = self.warning() {
            wrap::line(&mut out, "WARNING: ", &warning);
        }
        if !self.standing().has_score() {
            return out;
        }
        for survivor in self.distinct_survivors(detail) {
            let what = if survivor.is_known { "survives: " } else { "survives, if it differs: " };
            wrap::line(&mut out, what, &format!("{}, except that {}", self.plain_name, survivor.changes()));
        }
        out
    }

    /// Returns the score, or why there is none, and what it is about: a sentence each.
    pub fn statements(&self) -> Vec<String> {
        let standing = self.standing();
        let part = if self.shard.is_whole() {
            String::new()
        } else {
            format!("part {} of the inputs: ", self.shard)
        };
        let interrupted = if self.is_interrupted { "interrupted, " } else { "" };
        let mut statements = Vec::new();
        if standing.has_score() {
            statements.push(format!("{part}{interrupted}{}", self.share(standing)));
            statements.push(self.sizes());
            statements.extend(self.inputs());
        } else {
            statements.push(format!("{part}{interrupted}no score: {}", self.why_none(standing)));
        }
        if self.has_hung {
            statements.push("a mutant did not end, and ended the score".to_owned());
        }
        statements
    }

    /// Returns the survivors to show: the smallest inputs first, and of one input the fewest
    /// changes.
    pub fn distinct_survivors(&self, detail: Detail) -> Vec<&SurvivorReport> {
        let mut survivors: Vec<&SurvivorReport> = self.survivors.iter().collect();
        sort_by_key(&mut survivors, |survivor| {
            (!survivor.is_known, survivor.place.0, survivor.equations.len())
        });
        let mut shown: Vec<&SurvivorReport> = Vec::new();
        for survivor in survivors {
            if shown.iter().all(|known| known.equations != survivor.equations) {
                shown.push(survivor);
            }
        }
        if detail != Detail::Full {
            shown.truncate(1);
        }
        shown
    }

    /// Returns the share of all mutants.
    fn share(&self, standing: Standing) -> String {
        let total = self.total();
        let least = if total.not_known > 0 { "at least " } else { "" };
        let mut parts = vec![
            format!("{least}{} killed", percent(total.killed, total.mutants())),
            format!("{} of {} mutants", small(total.killed), small(total.mutants())),
        ];
        if let (Standing::Below, Some(min)) = (standing, self.min) {
            parts.push(format!("less than {min}%"));
        }
        if total.not_known > 0 {
            parts.push(format!("{} not known to differ", small(total.not_known)));
        }
        if total.undecided > 0 {
            parts.push(format!("{} more undecided", small(total.undecided)));
        }
        parts.join(", ")
    }

    /// Returns the shares by the sizes of the inputs.
    fn sizes(&self) -> String {
        let share = |tally: Tally| {
            let least = if tally.not_known > 0 { "at least " } else { "" };
            format!("{least}{} of {}", percent(tally.killed, tally.mutants()), small(tally.mutants()))
        };
        let mut parts = Vec::new();
        if self.exhaustive.mutants() > 0 {
            parts.push(format!("{}: {}", self.exhausted(), share(self.exhaustive)));
        }
        if self.sampled.mutants() > 0 {
            let sizes = match self.drawn {
                Some([from, to]) if from < to => format!("draws of sizes {from} to {to}"),
                Some([size, _]) => format!("draws of size {size}"),
                None => "draws".to_owned(),
            };
            let interval = self.interval().map(|(lo, hi)| format!(" (95% interval {lo}% to {hi}%)"));
            parts.push(format!("{sizes}: {}{}", share(self.sampled), interval.unwrap_or_default()));
        }
        parts.join("; ")
    }

    /// Returns the sizes of which all inputs were run.
    fn exhausted(&self) -> String {
        let some = |partly: u32| match self.through {
            Some(through) if partly > through.saturating_add(1) => format!("some to size {partly}"),
            _ => format!("some of size {partly}"),
        };
        match (self.through, self.partly) {
            _ if self.is_complete => "all inputs there are".to_owned(),
            (Some(through), None) => format!("to size {through}"),
            (Some(through), Some(partly)) => format!("to size {through} and {}", some(partly)),
            (None, Some(partly)) => some(partly),
            (None, None) => "some inputs".to_owned(),
        }
    }

    /// Returns the data coverage.
    fn inputs(&self) -> Option<String> {
        let total = self.total();
        let reached = self.reached.as_ref().map(|reached| {
            let least = if reached.is_at_least { "at least " } else { "" };
            let without = match &*self.left_out {
                [] => String::new(),
                [one] => format!(" (without argument {})", one + 1),
                some => {
                    let some: Vec<String> = some.iter().map(|place| (place + 1).to_string()).collect();
                    format!(" (without arguments {})", some.join(", "))
                }
            };
            let (exercised, all) = (small(reached.exercised), number(&reached.all));
            format!(
                "inputs of {}{without}: {least}{exercised} of {all} to size {}",
                self.plain_name, reached.through
            )
        });
        let silent = (total.unexercised > 0).then(|| {
            let inputs = total.inputs().saturating_sub(self.again.inputs());
            format!("no call on {} of the property's inputs", percent(total.unexercised, inputs))
        });
        let parts: Vec<String> = reached.into_iter().chain(silent).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    /// Returns what a property that kills no mutant says of the function.
    pub fn warning(&self) -> Option<String> {
        if self.standing() != Standing::Tautology {
            return None;
        }
        let (mutants, function) = (self.total().mutants(), &self.function);
        Some(if self.total().survived >= super::ENOUGH {
            let mutants = small(mutants);
            format!(
                "none of {mutants} wrong functions is noticed: the property says nothing about `{function}`"
            )
        } else {
            let (what, is) = if mutants == 1 { ("function", "is") } else { ("functions", "are") };
            let mutants = small(mutants);
            format!("{mutants} wrong {what} {is} not noticed, on all inputs that the property has")
        })
    }

    fn why_none(&self, standing: Standing) -> String {
        let function = &self.function;
        match standing {
            Standing::Scored | Standing::Below | Standing::Tautology => String::new(),
            Standing::Fails => "the property does not hold; `everycase check` shows an input".to_owned(),
            Standing::Nondeterministic => {
                let input = match &self.obstacle {
                    Some(Obstacle::Nondeterministic(Some(input))) => format!("on {input} it"),
                    _ => "it".to_owned(),
                };
                format!(
                    "the property is not deterministic: {input} had another verdict or made other calls when it \
                     was run once more"
                )
            }
            Standing::Unreached => "no input was run to its end, or none meets the premise".to_owned(),
            Standing::NeverCalled => {
                let why = self.not_encoded.as_ref().map_or(String::new(), |why| format!(": {why}"));
                format!("it made no call of `{function}` with a result that can be mutated{why}")
            }
            Standing::WithoutMutant => format!("no other results of `{function}` are possible for its calls"),
            Standing::Undecided => "all mutants met a limit".to_owned(),
        }
    }
}

impl SurvivorReport {
    /// Returns the first calls that it changes.
    pub fn changes(&self) -> String {
        let shown = self.equations[..self.equations.len().min(EQUATIONS)].join(", ");
        if self.equations.len() > EQUATIONS { shown + ", .." } else { shown }
    }
}
