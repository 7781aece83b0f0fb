//! Which known name is nearly an unknown one.

use std::sync::Arc;

/// Returns the number of edits (a letter more, less, other, or two neighbours swapped) that turn one name into another; `None` if it
/// is more than `limit`.
fn distance(one: &str, other: &str, limit: usize) -> Option<usize> {
    // Names that differ too much in length are not compared letter by letter.
    if one.len().abs_diff(other.len()) > limit * 4 {
        return None;
    }
    Some(strsim::osa_distance(one, other)).filter(|found| *found <= limit)
}

/// Names are alike up to a third of their letters; names of one or two letters are never alike.
fn tolerance(letters: usize) -> usize {
    (letters / 3).min(3)
}

fn folded(name: &str) -> String {
    name.to_lowercase()
}

/// Returns the name that is the most like another, if one is; the first in the alphabet of equally good ones.
pub(super) fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a Arc<str>>) -> Option<Arc<str>> {
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

/// Returns whether one of the names is a slip of the other: one edit away, or the same but for capitals.
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
