//! A derivation's words as compact text: hexadecimal numbers joined by dots, `0r5` for five zeros
//! in a row. It contains no characters with a meaning in shells, so it can be pasted into a command
//! line.

use std::fmt;

/// The maximal number of words that are read, which protects the reader's memory from damaged
/// files.
const MOST_WORDS: usize = 1 << 24;

/// The minimal length of a run that is abbreviated.
const LEAST_RUN: usize = 4;

/// The words of a derivation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Words(pub Vec<u64>);

/// The fingerprint of the shape of a property's inputs: inputs of another shape are meaningless to
/// it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(pub u64);

impl Fingerprint {
    /// Reads 16 hexadecimal digits.
    pub fn parse(text: &str) -> Option<Fingerprint> {
        Some(text).filter(|text| text.len() == 16).and_then(hex).map(Fingerprint)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Returns the words as text; `-` if there are none.
pub fn to_text(words: &[u64]) -> String {
    if words.is_empty() {
        return "-".to_owned();
    }
    let mut parts = Vec::new();
    for run in words.chunk_by(|a, b| a == b) {
        if run.len() >= LEAST_RUN {
            parts.push(format!("{:x}r{}", run[0], run.len()));
        } else {
            parts.extend(run.iter().map(|word| format!("{word:x}")));
        }
    }
    parts.join(".")
}

/// Returns the words of a text, if [`to_text`] could have made it.
pub fn from_text(text: &str) -> Option<Vec<u64>> {
    if text == "-" {
        return Some(Vec::new());
    }
    let mut words = Vec::new();
    for part in text.split('.') {
        let (word, times) = part.split_once('r').unwrap_or((part, "1"));
        let word = hex(word)?;
        let times = Some(times).filter(|times| times.bytes().all(|b| b.is_ascii_digit()))?.parse().ok()?;
        if times > MOST_WORDS - words.len() {
            return None;
        }
        words.extend(std::iter::repeat_n(word, times));
    }
    Some(words)
}

/// Parses a hexadecimal number without sign or prefix.
pub(crate) fn hex(text: &str) -> Option<u64> {
    Some(text)
        .filter(|text| text.bytes().all(|b| b.is_ascii_hexdigit()))
        .and_then(|text| u64::from_str_radix(text, 16).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_survive_the_text() {
        for words in [vec![], vec![0], vec![1, 0, 1, 5], vec![0; 1000], vec![u64::MAX, 0, 0, 0, 0, 7]] {
            assert_eq!(from_text(&to_text(&words)), Some(words));
        }
        assert_eq!(to_text(&[1, 0, 255]), "1.0.ff");
        assert_eq!(to_text(&[1, 0, 0, 0, 0, 0, 2]), "1.0r5.2");
        assert_eq!(to_text(&[]), "-");
    }

    #[test]
    fn damaged_text_is_refused() {
        for text in [
            "",
            ".",
            "1.",
            "g",
            "1..2",
            "+1",
            "-1",
            "0x1",
            "1r",
            "r2",
            "1r-2",
            "0r99999999999",
            "ffffffffffffffff0",
            "1 2",
        ] {
            assert_eq!(from_text(text), None, "{text:?}");
        }
    }
}
