//! Suggestions for unknown names.

use std::sync::Arc;

/// Returns the number of edits between two names (insertions, deletions, substitutions, swaps of
/// neighbouring letters), or `None` if it exceeds `limit`.
fn distance(one: &str, other: &str, limit: usize) -> Option<usize> {
    // Skip the comparison if the lengths differ too much.
    if one.len().abs_diff(other.len()) > limit * 4 {
        return None;
    }
    Some(strsim::osa_distance(one, other)).filter(|found| *found <= limit)
}

/// Returns how many edits two similar names may differ by: a third of the letters; none for names
/// of one or two letters.
fn tolerance(letters: usize) -> usize {
    (letters / 3).min(3)
}

fn folded(name: &str) -> String {
    name.to_lowercase()
}

/// Returns the most similar name, the alphabetically first of equally similar ones.
pub(crate) fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a Arc<str>>) -> Option<Arc<str>> {
    let letters = folded(name);
    let mut best: Option<(usize, &Arc<str>)> = None;
    for candidate in candidates {
        let limit = best.map_or(tolerance(letters.chars().count()), |(found, _)| found);
        let Some(found) = distance(&letters, &folded(candidate), limit) else { continue };
        if **candidate != *name && best.is_none_or(|known| (found, candidate) < known) {
            best = Some((found, candidate));
        }
    }
    best.map(|(_, name)| name.clone())
}

/// Returns whether one name is a typing error for the other: equal up to case, or one edit away.
pub(super) fn is_slip(one: &str, other: &str) -> bool {
    let (one, other) = (folded(one), folded(other));
    one.chars().count() > 3 && distance(&one, &other, 1).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found_and_far_names_are_not() {
        let names: Vec<Arc<str>> = ["insert", "inserts", "leaf", "node"].map(Into::into).to_vec();
        assert_eq!(nearest("isnert", names.iter()).as_deref(), Some("insert"));
        assert_eq!(nearest("Leaf", names.iter()).as_deref(), Some("leaf"));
        assert_eq!(nearest("x", names.iter()), None);
        assert_eq!(nearest("delete", names.iter()), None);
    }
}
