//! What the command's exit status means.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Nothing was found, as far as the budget went.
    Nothing,
    /// Something was found: a counterexample, a property that no input ever reached, a file to be formatted.
    Found,
    /// The command line or the input is wrong, or the output cannot be written.
    Usage,
    /// Ctrl-C.
    Interrupted,
    /// SIGTERM.
    Terminated,
}

impl Exit {
    /// As a number.
    pub fn code(self) -> u8 {
        match self {
            Self::Nothing => 0,
            Self::Found => 1,
            Self::Usage => 2,
            Self::Interrupted => 130,
            Self::Terminated => 143,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
