//! The exit statuses of the command.

use std::process::ExitCode;

use everycase_check::check::CheckError;
use everycase_check::report::{Outcome, Report};

/// How a command ended, in ascending order: of several, the last one determines the exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Nothing was found within the budget.
    Nothing,
    /// A needed tool is missing, and nothing was found without it.
    MissingTool,
    /// Something was found: a counterexample, a property that no input reached, a file to be
    /// formatted.
    Found,
    /// The command line or the input is wrong, or the output cannot be written.
    Usage,
    /// Ctrl-C.
    Interrupted,
    /// SIGTERM.
    Terminated,
    /// A bug in everycase.
    Bug,
}

impl Exit {
    /// Returns how a command with a single check ends.
    pub(crate) fn of(report: &Report) -> Self {
        match report.outcome {
            Outcome::Error => Self::Usage,
            Outcome::Defect => Self::Bug,
            _ if report.is_failure() => Self::Found,
            _ => Self::Nothing,
        }
    }

    /// Returns how a command ends that could not make a check.
    pub(crate) fn of_error(error: &CheckError) -> Self {
        match outcome_of(error) {
            Outcome::Defect => Self::Bug,
            _ => Self::Usage,
        }
    }

    /// Returns the exit status as a number.
    pub fn code(self) -> u8 {
        match self {
            Self::Nothing => 0,
            Self::Found => 1,
            Self::Usage => 2,
            Self::MissingTool => 3,
            Self::Bug => 70,
            Self::Interrupted => 130,
            Self::Terminated => 143,
        }
    }
}

/// Returns the outcome of a check that could not be made. No code of the user's runs on the threads
/// of a check of pun, so that a panic there is a defect of everycase.
pub(crate) fn outcome_of(error: &CheckError) -> Outcome {
    match error {
        CheckError::Crashed | CheckError::Panicked(_) | CheckError::Defect(_) => Outcome::Defect,
        CheckError::Space(_)
        | CheckError::NoThread(_)
        | CheckError::NotDeterministic
        | CheckError::Died(_) => Outcome::Error,
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use everycase_check::check::CheckError;

    use super::Exit;

    #[test]
    fn a_panic_on_a_thread_of_a_check_is_a_bug() {
        assert_eq!(Exit::of_error(&CheckError::Panicked("index out of bounds".to_owned())), Exit::Bug);
        assert_eq!(
            Exit::of_error(&CheckError::Defect("a run differs from its repetition".to_owned())),
            Exit::Bug
        );
        assert_eq!(Exit::of_error(&CheckError::NoThread("too many".to_owned())), Exit::Usage);
    }

    #[test]
    fn each_end_has_its_status_and_the_last_one_in_rank_wins() {
        let ranked = [
            (Exit::Nothing, 0),
            (Exit::MissingTool, 3),
            (Exit::Found, 1),
            (Exit::Usage, 2),
            (Exit::Interrupted, 130),
            (Exit::Terminated, 143),
            (Exit::Bug, 70),
        ];
        assert!(ranked.is_sorted());
        assert!(ranked.iter().all(|(exit, code)| exit.code() == *code));
    }
}
