//! The processes of a hunt: how long they take, and why it cannot go on without them.

use std::ffi::OsStr;
use std::io;
use std::process::{Command, ExitStatus};
use std::time::Duration;

use everycase::space::SpaceError;
use everycase_check::control::stop::Stop;
use everycase_check::process::{End, Limits};

/// Why a hunt cannot go on.
#[derive(Debug)]
pub enum Abort {
    /// The user wants it to end.
    Interrupted,
    /// A file or a process is not to be had.
    Io(io::Error),
    /// There are no such terms.
    Space(SpaceError),
}

impl From<SpaceError> for Abort {
    fn from(error: SpaceError) -> Self {
        Self::Space(error)
    }
}

impl From<io::Error> for Abort {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Returns a command that leaves behind, in this file of the directory it runs in, how much processor time it took.
pub(super) fn timed(program: &OsStr, file: &str) -> Command {
    if cfg!(unix) {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("\"$@\"; status=$?; times >{file}; exit $status"), "sh"]).arg(program);
        shell
    } else {
        Command::new(program)
    }
}

/// Returns the processor time that a [`timed`] command left behind: that of the shell's children, in the second line.
pub(super) fn processor_time(times: &str) -> Option<Duration> {
    let seconds = |time: &str| {
        let (minutes, seconds) = time.strip_suffix('s')?.split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    };
    let (user, system) = times.lines().nth(1)?.split_once(' ')?;
    Duration::try_from_secs_f64(seconds(user)? + seconds(system)?).ok()
}

/// Runs a command to its end, or as long as there is time. Returns its status, or nothing if its time was up.
pub(super) fn run(
    command: &mut Command,
    limit: Duration,
    interrupt: &Stop,
) -> Result<Option<ExitStatus>, Abort> {
    let limits = Limits { time: Some(limit), ..Limits::default() };
    match limits.run(command, interrupt)? {
        End::Exited(status) => Ok(Some(status)),
        End::OutOfTime => Ok(None),
        End::Stopped => Err(Abort::Interrupted),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;
    use std::time::{Duration, Instant};

    use super::{Abort, processor_time, run, timed};
    use everycase_check::control::stop::Stop;

    fn sleep() -> Command {
        let mut command = Command::new("sleep");
        command.arg("100");
        command
    }

    #[test]
    fn processor_time_is_that_of_the_command_and_what_it_runs() {
        let directory = tempfile::tempdir().expect("a directory");
        let busy = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; exit 3";
        let mut command = timed("sh".as_ref(), "times");
        command.args(["-c", busy]).current_dir(directory.path());
        let end = run(&mut command, Duration::from_secs(100), &Stop::default());
        assert!(matches!(end, Ok(Some(status)) if status.code() == Some(3)), "{end:?}");
        let times = std::fs::read_to_string(directory.path().join("times")).expect("times");
        assert!(processor_time(&times).is_some_and(|time| !time.is_zero()), "{times}");
        assert_eq!(processor_time("0m0.00s 0m0.00s\n1m2.50s 0m1.25s\n"), Some(Duration::from_millis(63_750)));
        assert_eq!(processor_time("nothing"), None);
    }

    #[test]
    fn a_process_that_takes_too_long_is_ended() {
        let start = Instant::now();
        let end = run(&mut sleep(), Duration::from_millis(20), &Stop::default());
        assert!(matches!(end, Ok(None)), "{end:?}");
        assert!(start.elapsed() < Duration::from_secs(50));
    }

    #[test]
    fn a_process_is_not_waited_for_once_the_user_wants_to_stop() {
        let interrupt = Stop::default();
        interrupt.stop();
        let end = run(&mut sleep(), Duration::from_secs(100), &interrupt);
        assert!(matches!(end, Err(Abort::Interrupted)), "{end:?}");
    }
}
