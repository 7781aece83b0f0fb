//! Sets of numbers, written as ranges.

use std::collections::BTreeSet;
use std::fmt;

/// A set of numbers. Its text lists ranges, such as `0-17,20,22-30`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers(BTreeSet<u64>);

impl Numbers {
    /// The maximal number of members of a set that is read: more than any program has expressions.
    const MOST: u64 = 1 << 28;

    /// Returns the number of members.
    pub fn len(&self) -> u64 {
        self.0.len() as u64
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the largest member.
    pub fn last(&self) -> Option<u64> {
        self.0.last().copied()
    }

    /// Adds the members of another set.
    pub fn merge(&mut self, other: &Numbers) {
        self.0.extend(&other.0);
    }

    /// Reads the text of a set.
    pub fn parse(text: &str) -> Option<Numbers> {
        let mut numbers = BTreeSet::new();
        for range in text.split(',').filter(|_| !text.is_empty()) {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
            if first > last || last >= Self::MOST {
                return None;
            }
            numbers.extend(first..=last);
        }
        Some(Numbers(numbers))
    }
}

impl FromIterator<u64> for Numbers {
    fn from_iter<I: IntoIterator<Item = u64>>(numbers: I) -> Self {
        Numbers(numbers.into_iter().collect())
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0.iter().copied().peekable();
        let mut separator = "";
        while let Some(first) = rest.next() {
            let mut last = first;
            while let Some(next) = rest.next_if_eq(&(last + 1)) {
                last = next;
            }
            if first == last {
                write!(f, "{separator}{first}")?;
            } else {
                write!(f, "{separator}{first}-{last}")?;
            }
            separator = ",";
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Numbers;

    #[test]
    fn a_set_is_read_as_it_is_written() {
        for (numbers, text) in
            [(vec![], ""), (vec![0], "0"), (vec![3, 4], "3-4"), (vec![0, 1, 2, 5, 7, 8], "0-2,5,7-8")]
        {
            let numbers: Numbers = numbers.into_iter().collect();
            assert_eq!(numbers.to_string(), text);
            assert_eq!(Numbers::parse(text), Some(numbers));
        }
    }

    #[test]
    fn a_text_that_is_no_set_is_refused() {
        for text in ["a", "1-", "-1", "2-1", "1,,2", ",", "0-18446744073709551615"] {
            assert_eq!(Numbers::parse(text), None, "{text}");
        }
    }
}
