//! Which releases the changes of a version allow.

use everycase_check::text::number::counted;

use super::Comparison;

impl Comparison {
    /// Returns which releases the changes allow, and why.
    pub(super) fn allowed(&self) -> String {
        let functions = |own: usize| counted(own as u64, "function");
        let mut breaks = Vec::new();
        if !self.removed.is_empty() {
            breaks.push(format!("{} removed", functions(self.removed.len())));
        }
        let exchanged = self.renamed.iter().filter(|own| own.is_exchanged()).count();
        if self.renamed.len() > exchanged {
            breaks.push(format!("{} renamed", functions(self.renamed.len() - exchanged)));
        }
        if exchanged > 0 {
            breaks.push(format!("{} with exchanged parameters", functions(exchanged)));
        }
        if !self.retyped.is_empty() {
            breaks.push(format!("{} with other types", functions(self.retyped.len())));
        }
        // Before 1.0 the minor version is the one that may break.
        let is_first = self.versions.old.starts_with("0.");
        if !breaks.is_empty() {
            let least = if is_first { "minor: yes" } else { "minor: no" };
            return format!("patch: no; {least}, because of {}", listed(&breaks));
        }
        if !self.changes.is_empty() || !self.forms.is_empty() {
            let mut what = Vec::new();
            if !self.changes.is_empty() {
                let count = self.functions_changed();
                let behave = if count == 1 { "behaves" } else { "behave" };
                what.push(format!("{} that {behave} differently", functions(count)));
            }
            if !self.forms.is_empty() {
                what.push(format!("{} with another `Debug`", counted(self.forms.len() as u64, "type")));
            }
            return format!("patch: only if this mends errors; minor: yes, because of {}", listed(&what));
        }
        // What did not run may differ.
        let rest = format!("nothing against it in {}", counted(self.calls, "call"));
        match self.added.len() {
            0 => format!("patch: {rest}"),
            count if is_first => format!("patch: {rest}; {} added", functions(count)),
            count => format!("patch: no, because of {} added; minor: {rest}", functions(count)),
        }
    }

    fn functions_changed(&self) -> usize {
        let mut names: Vec<&str> = self.changes.iter().map(|own| &*own.function).collect();
        names.sort_unstable();
        names.dedup();
        names.len()
    }
}

/// Returns reasons as a list in words.
fn listed(all: &[String]) -> String {
    match all {
        [before @ .., end] if !before.is_empty() => format!("{} and {end}", before.join(", ")),
        all => all.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_a_list_in_words() {
        let of = |all: &[&str]| listed(&all.iter().map(|own| (*own).to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&[]), "");
        assert_eq!(of(&["a"]), "a");
        assert_eq!(of(&["a", "b"]), "a and b");
        assert_eq!(of(&["a", "b", "c"]), "a, b and c");
    }
}
