//! A comparison in Markdown, for a changelog or the page of a run.

use std::fmt::Write;

use super::{Change, Comparison, RenamedFunction, Versions};
use crate::explore::Form;

impl Comparison {
    /// Returns the comparison in Markdown: all changes with their code, then names of functions.
    pub fn markdown(&self) -> String {
        let [old, new] = self.versions.labels();
        let mut out = format!("## {} {old} to {new}\n\n{}\n", self.name, self.release);
        let mut part = |title: &str, items: Vec<String>| {
            if !items.is_empty() {
                let _ = write!(out, "\n### {title}\n\n{}", items.concat());
            }
        };
        let changes = self.groups().into_iter().map(|(first, others)| first.item(&self.versions, &others));
        let forms = self.forms.iter().map(|Form { ty, was, is }| {
            format!("- {}: {}, {} before, {} now\n", quoted(ty), Form::BRIEF, quoted(was), quoted(is))
        });
        part("Changed behaviour", changes.chain(forms).collect());
        let (exchanged, renamed): (Vec<_>, Vec<_>) = self.renamed.iter().partition(|own| own.is_exchanged());
        for (title, all) in [("Renamed", renamed), ("Parameters exchanged", exchanged)] {
            part(title, all.into_iter().map(RenamedFunction::item).collect());
        }
        for (title, names) in
            [("Removed", &self.removed), ("Other types", &self.retyped), ("Added", &self.added)]
        {
            part(title, names.iter().map(|own| format!("- {}\n", quoted(own))).collect());
        }
        out
    }
}

impl Change {
    fn item(&self, versions: &Versions, others: &[&Change]) -> String {
        let mut out = format!("- {}: {}\n", quoted(&self.function), self.brief());
        let code: Vec<&str> = self.code.iter().flat_map(|own| own.lines()).collect();
        let fence = "`".repeat(longest(&self.code.concat()).max(2) + 1);
        let _ = writeln!(out, "  {fence}rust");
        for line in code {
            let _ = writeln!(out, "  {line}");
        }
        let _ = writeln!(out, "  {fence}\n");
        for (version, end) in versions.labels().iter().zip([&self.was, &self.is]) {
            let _ = writeln!(out, "  - {version}: {}", quoted(&end.words()));
        }
        for note in self.order.note().into_iter().chain(self.of_argument()) {
            let _ = writeln!(out, "  - {note}");
        }
        if !others.is_empty() {
            let names: Vec<String> = others.iter().map(|own| quoted(&own.function)).collect();
            let _ = writeln!(out, "  - the same in {}", names.join(", "));
        }
        out
    }
}

impl RenamedFunction {
    fn item(&self) -> String {
        let RenamedFunction { old, new, order } = self;
        let agreement = order.agreement();
        if self.is_exchanged() {
            format!("- {}: now in the order {} ({agreement})\n", quoted(new), order.places())
        } else {
            format!("- {} is {} ({agreement})\n", quoted(old), quoted(new))
        }
    }
}

/// Returns a text as code within a line.
fn quoted(text: &str) -> String {
    let text = text.lines().next().unwrap_or_default();
    let ticks = "`".repeat(longest(text) + 1);
    let is_bare = !text.starts_with('`') && !text.ends_with('`') && !text.is_empty();
    if is_bare { format!("{ticks}{text}{ticks}") } else { format!("{ticks} {text} {ticks}") }
}

/// Returns the most backticks in a row.
fn longest(text: &str) -> usize {
    text.split(|own| own != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_within_a_line_keeps_its_backticks() {
        assert_eq!(quoted("a"), "`a`");
        assert_eq!(quoted("a`b"), "``a`b``");
        assert_eq!(quoted("``"), "``` `` ```");
        assert_eq!(quoted("a\nb"), "`a`");
    }
}
