//! Failed round trips as findings of a hunt.

use super::{Failure, Printer, Wrong, check, print};
use crate::hunt::Finding;

/// Returns what goes wrong with a tree.
pub fn findings(tree: &syn::File) -> Vec<Finding> {
    check(tree).iter().map(finding).collect()
}

/// Returns the tree's tokens, and what `prettyplease` makes of them if it is at fault.
pub fn show(tree: &syn::File, finding: &Finding) -> Vec<String> {
    let print = |printer| print(tree, printer).unwrap_or_else(|panic| format!("panic: {panic}"));
    let mut lines = vec![format!("tree:    {}", print(Printer::Quote))];
    if finding.who == Printer::Prettyplease.name() {
        lines.extend(
            print(Printer::Prettyplease)
                .lines()
                .enumerate()
                .map(|(i, line)| format!("{}{line:?}", if i == 0 { "printed: " } else { "         " })),
        );
    }
    lines
}

fn finding(failure: &Failure) -> Finding {
    let what = match &failure.wrong {
        Wrong::DoesNotParse(error) => format!("does not parse: {error}"),
        Wrong::DifferentTree(place) => format!("comes back as another tree: {place}"),
        Wrong::Panics(message) => format!("panics: {message}"),
    };
    Finding { who: failure.printer.name(), what, proven: failure.proven }
}
