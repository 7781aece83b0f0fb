//! A comparison as text, in the notation of the thesis.

use std::collections::BTreeMap;
use std::fmt::Write;

use everycase_check::report::Detail;
use everycase_check::text::number::{counted, small};

use super::{Comparison, Difference, Generality, Rename, TypeChange};

/// The most differences of a function, expressions of a difference, and names, that are told where
/// details are not wanted.
const DIFFERENCES: usize = 3;
const EXPRESSIONS: usize = 4;
const NAMES: usize = 8;

impl Comparison {
    /// Returns the comparison as text, with at most `most` differences.
    pub fn text(&self, most: usize, detail: Detail) -> String {
        let mut out = String::new();
        let mut left = most;
        for (function, differences) in by_function(&self.differences) {
            let count = differences.iter().map(|own| own.alike).sum();
            let _ = writeln!(out, "{function}: {}", counted(count, "difference"));
            let shown = if detail == Detail::Full { usize::MAX } else { DIFFERENCES }.min(left);
            for difference in differences.iter().take(shown) {
                difference.write(&mut out, detail);
            }
            left -= shown.min(differences.len());
            rest(&mut out, differences.len().saturating_sub(shown), "kind", " of differences\n");
        }
        for (function, groups) in by_function(&self.strictness) {
            let _ = writeln!(out, "{function}: looks at other arguments, with equal results");
            let shown = if detail == Detail::Full { usize::MAX } else { 1 };
            for group in groups.iter().take(shown) {
                group.write(&mut out, detail);
            }
            rest(&mut out, groups.len().saturating_sub(shown), "kind", " of expressions\n");
        }
        for renamed in &self.renamed {
            let _ = writeln!(out, "{}", renamed.text());
        }
        for TypeChange { name, types: [old, new] } in &self.retyped {
            let _ = writeln!(out, "type changed: {name}\n    - {old}\n    + {new}");
        }
        for (what, names) in [("removed", &self.removed), ("added", &self.added)] {
            let shown = if detail == Detail::Full { usize::MAX } else { NAMES };
            let listed: Vec<&str> = names.iter().take(shown).map(|own| &**own).collect();
            if !names.is_empty() {
                let more = names.len() - listed.len();
                let more = if more > 0 { format!(" and {} more", small(more as u64)) } else { String::new() };
                let _ = writeln!(out, "{what}: {}{more}", listed.join(", "));
            }
        }
        if detail == Detail::Full {
            for (own, sign) in [(0, '-'), (1, '+')] {
                for expression in &self.unmatched[own] {
                    let _ = writeln!(out, "not in the other: {sign} {expression}");
                }
            }
        }
        out.push_str(&self.summary());
        out
    }

    /// Returns the last line of the text: what was compared, and what came of it.
    pub fn summary(&self) -> String {
        let [old, new] = &self.suites;
        let functions = by_function(&self.differences).len() as u64;
        let what = match self.differences.iter().map(|own| own.alike).sum() {
            0 => "no difference".to_owned(),
            count => format!("{} in {}", counted(count, "difference"), counted(functions, "function")),
        };
        let mut out = format!("{old} to {new}: {what}");
        if self.explained > 0 {
            let _ = write!(out, ", and {} of larger expressions that these explain", small(self.explained));
        }
        let _ = write!(out, "; {} agree", counted(self.agreeing, "expression"));
        if self.not_compared > 0 {
            let _ = write!(out, ", {} cannot be compared", small(self.not_compared));
        }
        if self.not_run > 0 {
            let _ = write!(out, ", {} were not run", small(self.not_run));
        }
        let unmatched: usize = self.unmatched.iter().map(Vec::len).sum();
        if unmatched > 0 {
            let _ = write!(out, ", {} in one of them only", small(unmatched as u64));
        }
        if let Some(through) = self.through {
            let _ = write!(out, " (all up to size {through})");
        }
        if self.sampled > 0 {
            let count = counted(self.sampled, "expression");
            let _ =
                write!(out, "\n{count} with an open argument that is computed with: run with a few values");
        }
        out + "\n"
    }
}

/// Returns differences by their functions, which are in the order of the first ones.
fn by_function(all: &[Difference]) -> Vec<(&str, Vec<&Difference>)> {
    let mut numbers = BTreeMap::new();
    let mut groups: Vec<(&str, Vec<&Difference>)> = Vec::new();
    for difference in all {
        let number = *numbers.entry(&*difference.function).or_insert_with(|| {
            groups.push((&difference.function, Vec::new()));
            groups.len() - 1
        });
        groups[number].1.push(difference);
    }
    groups
}

fn rest(out: &mut String, count: usize, what: &str, of: &str) {
    if count > 0 {
        let _ = writeln!(out, "    and {}{of}", counted(count as u64, what).replacen(' ', " more ", 1));
    }
}

impl Difference {
    fn write(&self, out: &mut String, detail: Detail) {
        for (sign, expressions) in [('-', &self.old), ('+', &self.new)] {
            let shown = if detail == Detail::Full { usize::MAX } else { EXPRESSIONS };
            for expression in expressions.iter().take(shown) {
                let _ = writeln!(out, "  {sign} {expression}");
            }
            rest(out, expressions.len().saturating_sub(shown), "expression", "");
        }
        if self.alike > 1 {
            let _ = writeln!(out, "    and {} with other values", small(self.alike - 1));
        }
        if detail == Detail::Full && self.generality != Generality::Same {
            let _ = writeln!(out, "    more general: {}", self.generality.words());
        }
        out.push('\n');
    }
}

impl Generality {
    fn words(self) -> &'static str {
        match self {
            Generality::Same => "neither",
            Generality::Old => "the old expression",
            Generality::New => "the new expression",
            Generality::Both => "each in some argument",
        }
    }
}

impl Rename {
    /// Returns what has become of the function, in a line.
    pub fn text(&self) -> String {
        let Rename { old, new, order, agreeing, differing } = self;
        let order = order.iter().map(|own| (own + 1).to_string()).collect::<Vec<_>>().join(", ");
        let what = match (old == new, self.is_reordered()) {
            (true, _) => format!("parameters exchanged: {new}, now in the order {order}"),
            (false, false) => format!("renamed: {old} is {new}"),
            (false, true) => format!("renamed: {old} is {new}, with its parameters in the order {order}"),
        };
        let all = counted(agreeing + differing, "compared pair");
        format!("{what} ({} of {all} agree)", small(*agreeing))
    }
}
