//! Why a crate cannot be explored.

use std::fmt;

/// Why a crate cannot be explored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The input is wrong: a crate that does not exist, does not build, or has nothing to call.
    Input(String),
    /// A tool that is needed is missing or not of a version that is supported.
    Tool(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Error::Input(text) | Error::Tool(text)) = self;
        f.write_str(text)
    }
}

impl std::error::Error for Error {}
