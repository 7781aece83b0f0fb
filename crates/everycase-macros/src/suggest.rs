//! "Did you mean": the known name nearest to a misspelt one.

/// Returns the nearest known name that is at most two edits away (one for short names), if there is
/// one.
pub(crate) fn nearest<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    let limit = if name.chars().count() < 4 { 1 } else { 2 };
    let scored = known.iter().map(|&candidate| (strsim::osa_distance(name, candidate), candidate));
    scored
        .filter(|&(edits, _)| edits <= limit)
        .min_by_key(|&(edits, _)| edits)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_typo_finds_its_name_and_a_stranger_none() {
        let known = ["cost", "skip", "from", "via"];
        assert_eq!(nearest("cots", &known), Some("cost"));
        assert_eq!(nearest("skipp", &known), Some("skip"));
        assert_eq!(nearest("vie", &known), Some("via"));
        assert_eq!(nearest("weight", &known), None);
    }
}
