//! Exports of the main module that are not tested, with the reason.

use std::fmt;
use std::sync::Arc;

/// A function or property that is not tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its name.
    pub name: Arc<str>,
    /// Why it is not tested.
    pub reason: Reason,
}

/// Why a function or property is not tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is a generator: it makes choices.
    Chooses,
    /// It is a property that draws inputs from generators.
    Draws,
    /// It has a parameter of this type, and no expression makes a value of it.
    NoValues(Arc<str>),
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.reason)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chooses => write!(f, "it makes choices, which only generators may"),
            Self::Draws => write!(f, "it draws inputs from generators"),
            Self::NoValues(ty) => write!(f, "no expression makes a value of `{ty}`"),
        }
    }
}
