//! Suggestions for unknown names.

/// Returns the known name that differs in one or two typing errors, if there is one.
pub fn nearest<'k>(found: &str, known: &[&'k str]) -> Option<&'k str> {
    known
        .iter()
        .map(|name| (strsim::osa_distance(found, name), *name))
        .filter(|(slips, name)| *slips <= 2 && *slips * 2 < name.len())
        .min()
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found_and_nonsense_is_not() {
        let known = ["time", "size", "tests", "seed", "jobs", "case_time"];
        for (found, expected) in [
            ("test", Some("tests")),
            ("case-time", Some("case_time")),
            ("tine", Some("time")),
            ("sizes", Some("size")),
            ("threads", None),
            ("", None),
        ] {
            assert_eq!(nearest(found, &known), expected, "{found:?}");
        }
    }
}
