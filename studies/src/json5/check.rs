//! Do the readers read what was meant, and do they agree?

use std::fmt;

use super::{Input, Reader, Reading};

/// A reader that does something else than it should.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Which.
    pub reader: Reader,
    /// What it does.
    pub wrong: Wrong,
}

/// How a reader can go wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong {
    /// It rejects a document.
    Rejects,
    /// It reads another value than was meant.
    OtherValue,
    /// It accepts a sequence of tokens that the two others reject.
    AloneAccepts,
    /// It rejects a sequence of tokens that the two others accept.
    AloneRejects,
    /// It reads another value than the two others, of a sequence of tokens.
    AloneReads,
    /// It panics.
    Panics(String),
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rejects => "rejects a document",
            Self::OtherValue => "reads another value than is meant",
            Self::AloneAccepts => "accepts what the two others reject",
            Self::AloneRejects => "rejects what the two others accept",
            Self::AloneReads => "reads another value than the two others",
            Self::Panics(message) => return write!(f, "panics: {message}"),
        })
    }
}

/// Gives a text to all readers.
pub fn check(input: &Input) -> Vec<Finding> {
    let text = input.to_text();
    let readings = Reader::ALL.map(|reader| reader.read(&text));
    let meaning = input.meaning();
    let mut findings = Vec::new();
    for (i, reader) in Reader::ALL.into_iter().enumerate() {
        let others = [&readings[(i + 1) % 3], &readings[(i + 2) % 3]];
        let wrong = match (&readings[i], &meaning) {
            (Reading::Panicked(message), _) => Some(Wrong::Panics(message.clone())),
            (Reading::Rejected(_), Some(_)) => Some(Wrong::Rejects),
            (Reading::Value(value), Some(meaning)) => (value != meaning).then_some(Wrong::OtherValue),
            (reading, None) => alone(reading, others),
        };
        findings.extend(wrong.map(|wrong| Finding { reader, wrong }));
    }
    findings
}

/// Where no one says what is right, two that agree are told from the one that does not.
fn alone(reading: &Reading, others: [&Reading; 2]) -> Option<Wrong> {
    match (reading, others) {
        (Reading::Value(_), [Reading::Rejected(_), Reading::Rejected(_)]) => Some(Wrong::AloneAccepts),
        (Reading::Rejected(_), [Reading::Value(_), Reading::Value(_)]) => Some(Wrong::AloneRejects),
        (Reading::Value(own), [Reading::Value(a), Reading::Value(b)]) if a == b && own != a => {
            Some(Wrong::AloneReads)
        }
        _ => None,
    }
}
