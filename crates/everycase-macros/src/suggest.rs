//! "Did you mean": the known name nearest to a misspelt one.

/// The known name at most two edits away (one for short names), if any; the nearest first.
pub(crate) fn nearest<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    let limit = if name.chars().count() < 4 { 1 } else { 2 };
    let scored = known.iter().map(|&candidate| (distance(name, candidate), candidate));
    scored
        .filter(|&(edits, _)| edits <= limit)
        .min_by_key(|&(edits, _)| edits)
        .map(|(_, candidate)| candidate)
}

/// Edits (insert, delete, replace, swap neighbours) between two names.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replace = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replace.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
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
