//! Child processes that may hang, crash or be in the way of the end.

use std::ffi::OsStr;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use everycase::space::SpaceError;

use crate::hunt::Interrupt;

/// Why a hunt cannot go on.
#[derive(Debug)]
pub enum Stop {
    /// The user wants it to end.
    Interrupted,
    /// A file or a process is not to be had.
    Io(io::Error),
    /// There are no such terms.
    Space(SpaceError),
}

impl From<SpaceError> for Stop {
    fn from(error: SpaceError) -> Self {
        Self::Space(error)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// How a process ended.
#[derive(Debug, Clone, Copy)]
pub(super) enum End {
    Exit(ExitStatus),
    OutOfTime,
}

/// A command that leaves behind, in this file of the directory it runs in, how much processor time it took.
pub(super) fn timed(program: &OsStr, file: &str) -> Command {
    if cfg!(unix) {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("\"$@\"; status=$?; times >{file}; exit $status"), "sh"]).arg(program);
        shell
    } else {
        Command::new(program)
    }
}

/// The processor time that a [`timed`] command left behind: that of the shell's children, in the second line.
pub(super) fn processor_time(times: &str) -> Option<Duration> {
    let seconds = |time: &str| {
        let (minutes, seconds) = time.strip_suffix('s')?.split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    };
    let (user, system) = times.lines().nth(1)?.split_once(' ')?;
    Duration::try_from_secs_f64(seconds(user)? + seconds(system)?).ok()
}

/// Runs a command to its end, or as long as there is time.
pub(super) fn run(command: &mut Command, limit: Duration, interrupt: &Interrupt) -> Result<End, Stop> {
    let end = Instant::now() + limit;
    let mut child = Running(command.spawn()?);
    let mut pause = Duration::from_micros(200);
    loop {
        let status = child.0.try_wait()?;
        // Ctrl-C in a terminal ends the child, too; how it ended then says nothing.
        if interrupt.is_raised() || status.is_some_and(ended_by_user) {
            return Err(Stop::Interrupted);
        }
        if let Some(status) = status {
            return Ok(End::Exit(status));
        }
        if Instant::now() > end {
            return Ok(End::OutOfTime);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

#[cfg(unix)]
fn ended_by_user(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    const SIGINT: i32 = 2;
    status.signal() == Some(SIGINT)
}

#[cfg(not(unix))]
fn ended_by_user(_: ExitStatus) -> bool {
    false
}

/// A child that does not outlive whoever waits for it.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // Of a child that has ended, nothing is left to be killed.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;
    use std::time::{Duration, Instant};

    use super::{End, Stop, processor_time, run, timed};
    use crate::hunt::Interrupt;

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
        let end = run(&mut command, Duration::from_secs(100), &Interrupt::default());
        assert!(matches!(end, Ok(End::Exit(status)) if status.code() == Some(3)), "{end:?}");
        let times = std::fs::read_to_string(directory.path().join("times")).expect("times");
        assert!(processor_time(&times).is_some_and(|time| !time.is_zero()), "{times}");
        assert_eq!(processor_time("0m0.00s 0m0.00s\n1m2.50s 0m1.25s\n"), Some(Duration::from_millis(63_750)));
        assert_eq!(processor_time("nothing"), None);
    }

    #[test]
    fn a_process_that_takes_too_long_is_ended() {
        let start = Instant::now();
        let end = run(&mut sleep(), Duration::from_millis(20), &Interrupt::default());
        assert!(matches!(end, Ok(End::OutOfTime)), "{end:?}");
        assert!(start.elapsed() < Duration::from_secs(50));
    }

    #[test]
    fn a_process_is_not_waited_for_once_the_user_wants_to_stop() {
        let interrupt = Interrupt::default();
        interrupt.raise();
        let end = run(&mut sleep(), Duration::from_secs(100), &interrupt);
        assert!(matches!(end, Err(Stop::Interrupted)), "{end:?}");
    }
}
