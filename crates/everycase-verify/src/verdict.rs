//! The verdict on a generator.

use everycase_check::names;

/// What is known of a generator, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It cannot produce a value of its coverage type.
    Incomplete,
    /// It produces a value outside of its coverage type, and none was found that it cannot produce.
    Unsound,
    /// It ends with an error that it does not raise by `error`, and nothing else was found.
    Crashes,
    /// It produces each value of its coverage type, and was not found to produce others.
    Proved,
    /// It produces all values up to a size. No proof was looked for.
    Covers,
    /// Nothing was found, but a proof was not found either.
    Unproved,
    /// Nothing was found and no proof was looked for, but it is not known of some values whether it
    /// produces them or whether they belong to the coverage type.
    Undecided,
    /// No value was found that belongs to the coverage type.
    Vacuous,
    /// It cannot be run, and no proof was looked for.
    NotRun,
}

names! { Verdict:
    Incomplete = "incomplete",
    Unsound = "unsound",
    Crashes = "crashes",
    Proved = "proved",
    Covers = "covers",
    Unproved = "unproved",
    Undecided = "undecided",
    Vacuous = "vacuous",
    NotRun = "not run",
}

impl Verdict {
    /// Returns this verdict, or that it crashes if it does and that is all that was found.
    pub(crate) fn or_crash(self, crashes: bool) -> Self {
        match self {
            Self::Incomplete | Self::Unsound => self,
            _ if crashes => Self::Crashes,
            _ => self,
        }
    }

    /// Returns whether there is something to tell even if only failures are to be told.
    pub fn is_finding(self) -> bool {
        !matches!(self, Self::Covers | Self::Proved)
    }
}
