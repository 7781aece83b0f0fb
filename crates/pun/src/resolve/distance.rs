//! Which known name is nearly an unknown one.

use std::sync::Arc;

/// How many edits (a letter more, less, other, or two neighbours swapped) turn one name into another; `None` if more than
/// `limit`.
fn distance(one: &[char], other: &[char], limit: usize) -> Option<usize> {
    if one.len().abs_diff(other.len()) > limit {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in other.iter().enumerate() {
            let mut best = (above[j] + usize::from(a != b)).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == other[j - 1] && one[i - 1] == *b {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut above, row);
    }
    above.last().copied().filter(|found| *found <= limit)
}

/// Names are alike up to a third of their letters; names of one or two letters are never alike.
fn tolerance(letters: usize) -> usize {
    (letters / 3).min(3)
}

fn folded(name: &str) -> Vec<char> {
    name.chars().flat_map(char::to_lowercase).collect()
}

/// The name that is the most like another, if one is; the first in the alphabet of equally good ones.
pub(super) fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a Arc<str>>) -> Option<Arc<str>> {
    let letters = folded(name);
    let mut best: Option<(usize, &Arc<str>)> = None;
    for candidate in candidates {
        let limit = best.map_or(tolerance(letters.len()), |(found, _)| found);
        let Some(found) = distance(&letters, &folded(candidate), limit) else { continue };
        if **candidate != *name && best.is_none_or(|known| (found, candidate) < known) {
            best = Some((found, candidate));
        }
    }
    best.map(|(_, name)| name.clone())
}

/// Is one of the names a slip of the other: one edit away, or the same but for capitals?
pub(super) fn is_slip(one: &str, other: &str) -> bool {
    let (one, other) = (folded(one), folded(other));
    one.len() > 3 && distance(&one, &other, 1).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brute(one: &[char], other: &[char]) -> usize {
        match (one, other) {
            ([], rest) | (rest, []) => rest.len(),
            ([a, one_rest @ ..], [b, other_rest @ ..]) => {
                let mut best = (brute(one_rest, other_rest) + usize::from(a != b))
                    .min(brute(one_rest, other) + 1)
                    .min(brute(one, other_rest) + 1);
                if let ([a, b, one_rest @ ..], [c, d, other_rest @ ..]) = (one, other)
                    && a == d
                    && b == c
                {
                    best = best.min(brute(one_rest, other_rest) + 1);
                }
                best
            }
        }
    }

    #[test]
    fn distances_are_those_of_the_recursive_definition() {
        let words: Vec<Vec<char>> = (0..4u32)
            .flat_map(|length| {
                (0..3u32.pow(length)).map(move |code| {
                    (0..length).map(|place| char::from(b'a' + (code / 3u32.pow(place) % 3) as u8)).collect()
                })
            })
            .collect();
        for one in &words {
            for other in &words {
                let expected = brute(one, other);
                for limit in 0..4 {
                    assert_eq!(distance(one, other, limit), (expected <= limit).then_some(expected));
                }
            }
        }
    }

    #[test]
    fn the_nearest_name_is_found_and_far_names_are_not() {
        let names: Vec<Arc<str>> = ["insert", "inserts", "leaf", "node"].map(Into::into).to_vec();
        assert_eq!(nearest("isnert", names.iter()).as_deref(), Some("insert"));
        assert_eq!(nearest("Leaf", names.iter()).as_deref(), Some("leaf"));
        assert_eq!(nearest("x", names.iter()), None);
        assert_eq!(nearest("delete", names.iter()), None);
    }
}
