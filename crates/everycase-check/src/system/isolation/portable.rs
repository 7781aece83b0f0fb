//! A process without limits of the system, groups or signals.

use std::ffi::OsStr;
use std::io::{self, ErrorKind};
use std::process::{Child, Command, ExitStatus};
use std::sync::Once;

use super::SystemLimits;

/// Returns a command for a program.
///
/// # Errors
/// If it has limits: a process without them could take all memory.
pub(crate) fn command(program: &OsStr, limits: SystemLimits) -> io::Result<Command> {
    if limits == (SystemLimits { seconds: None, memory: None, output: None }) {
        return Ok(Command::new(program));
    }
    let refused = "limits on the processor time, memory and output of a process are for Unix only";
    Err(io::Error::new(ErrorKind::Unsupported, refused))
}

/// Returns a command for a program that is expected to die.
pub(crate) fn mortal(program: &OsStr) -> Command {
    Command::new(program)
}

/// Leaves the process in the group of its parent.
pub(crate) fn lead_group(_: &mut Command) {}

/// Returns nothing: a process ends with a status.
pub(crate) fn signal(_: ExitStatus) -> Option<i32> {
    None
}

/// Says, once in a process, that only the leader is ended, which the caller does.
pub(crate) fn end_group(leader: &Child) {
    static SAID: Once = Once::new();
    SAID.call_once(|| {
        eprintln!(
            "everycase: warning: process {} is ended, and processes that it has started may still run; end them: \
             everycase does so on Unix only",
            leader.id()
        );
    });
}

/// Cannot ask a process to end. Where a terminal sends Ctrl-C, it reaches this process, too.
pub(crate) fn ask_to_end(_: &Child) {}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    use crate::control::stop::Stop;
    use crate::process::{End, Limits, how};

    /// A time that is always sufficient.
    const LONG: Option<Duration> = Some(Duration::from_secs(100));

    /// The variable with the task of a process, which runs the first test below.
    const TASK: &str = "__EVERYCASE_PORTABLE_TASK";

    /// Runs this program as a process that sleeps or exits.
    fn with_task(limits: &Limits, task: &str, stop: &Stop) -> End {
        let mut command = limits.command(std::env::current_exe().unwrap()).unwrap();
        let own = "system::isolation::portable::tests::a_process_ends_with_its_status";
        command.args(["--exact", own]).env(TASK, task);
        limits.run(command.stdout(Stdio::null()).stderr(Stdio::null()), stop).unwrap()
    }

    #[test]
    fn a_process_ends_with_its_status() {
        match std::env::var(TASK).as_deref() {
            Ok("sleep") => return thread::sleep(Duration::from_secs(100)),
            Ok(status) => std::process::exit(status.parse().unwrap()),
            Err(_) => {}
        }
        let limits = Limits { time: LONG, ..Limits::default() };
        let End::Exited(status) = with_task(&limits, "3", &Stop::default()) else {
            panic!("it ends by itself")
        };
        assert_eq!(status.code(), Some(3));
        assert!(how(status, "one\nlast\n\n").ends_with(": last"));
    }

    #[test]
    fn a_process_ends_with_its_time_and_with_the_run_that_it_is_part_of() {
        let start = Instant::now();
        let limits = Limits { time: Some(Duration::from_millis(200)), ..Limits::default() };
        assert_eq!(with_task(&limits, "sleep", &Stop::default()), End::OutOfTime);
        let stop = Stop::default();
        stop.stop();
        for grace in [None, Some(Duration::from_millis(200))] {
            let limits = Limits { time: LONG, grace, ..Limits::default() };
            assert_eq!(with_task(&limits, "sleep", &stop), End::Stopped);
        }
        assert!(start.elapsed() < Duration::from_secs(60));
    }

    #[test]
    fn limits_of_the_system_are_refused_with_a_message() {
        let none = Limits { time: LONG, ..Limits::default() };
        let limits = [
            Limits { processor: LONG, ..none },
            Limits { memory: Some(1 << 30), ..none },
            Limits { output: Some(1 << 20), ..none },
        ];
        for limits in limits {
            let error = limits.command("none").unwrap_err();
            assert!(error.to_string().ends_with("are for Unix only"), "{error}");
        }
        assert_eq!(none.command("none").unwrap().get_program(), Command::new("none").get_program());
    }
}
