//! Errors of checks.

use std::fmt;

use everycase_kernel::SpaceError;

use crate::run::verdict::Failure;

/// Why a check could not be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckError {
    /// The inputs cannot be enumerated.
    Space(SpaceError),
    /// The system could not start a thread for the property.
    NoThread(String),
    /// A thread died outside the property.
    Crashed,
    /// A thread panicked outside the property, with this message.
    Panicked(String),
    /// A run on an input that is decided on demand and its repetition differed, but runs on the
    /// complete input agree. The property may keep state between runs.
    NotDeterministic,
    /// A defect of everycase, described here: something happened that cannot happen, whatever the
    /// property does.
    Defect(String),
    /// The process for the property ended before the first input.
    Died(Failure),
}

impl From<SpaceError> for CheckError {
    fn from(error: SpaceError) -> CheckError {
        CheckError::Space(error)
    }
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::Space(error) => write!(f, "the inputs cannot be enumerated: {error}"),
            CheckError::NoThread(why) => write!(f, "no thread could be started to run the property: {why}"),
            CheckError::Crashed => {
                f.write_str("a thread that ran the property died outside of it: a bug in everycase")
            }
            CheckError::Panicked(message) => {
                write!(f, "building its inputs panicked: {message}")
            }
            CheckError::NotDeterministic => f.write_str(
                "two runs on the same decisions looked at different parts of the input, or ended differently, though runs \
                 on the whole input agree: the property may keep state between runs, such as a `static`, a file, the clock \
                 or random numbers; if it does not, this is a defect of everycase: please report it",
            ),
            CheckError::Defect(what) => write!(f, "everycase: internal: {what}; please report this"),
            CheckError::Died(failure) => {
                write!(f, "before the first input it {failure}")
            }
        }
    }
}

impl std::error::Error for CheckError {}
