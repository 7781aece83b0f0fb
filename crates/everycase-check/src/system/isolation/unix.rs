//! Limits by the shell's `ulimit`, groups of processes, and signals.

use std::ffi::OsStr;
use std::io;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, Command, ExitStatus};

use super::SystemLimits;

/// The unit of `ulimit -f` in bytes.
const BLOCK: u64 = 512;

/// Returns a command for a program with limits. If the program cannot be run, it ends with status
/// 126 or 127, as in a shell.
///
/// # Errors
/// Never on Unix.
#[expect(clippy::unnecessary_wraps, reason = "the portable half has errors")]
#[inline]
pub(crate) fn command(program: &OsStr, limits: SystemLimits) -> io::Result<Command> {
    let seconds = limits.seconds.map(|seconds| format!("ulimit -t {seconds}; "));
    let memory = limits.memory.map(|bytes| format!("ulimit -v {}; ", bytes.div_ceil(1024)));
    let output = limits.output.map(|bytes| format!("ulimit -f {}; ", bytes.div_ceil(BLOCK)));
    let Some(limits) = [seconds, memory, output].into_iter().flatten().reduce(|one, other| one + &other)
    else {
        return Ok(Command::new(program));
    };
    Ok(limited(&limits, program))
}

/// Returns a command for a program that is expected to die, and leaves no core file behind.
pub(crate) fn mortal(program: &OsStr) -> Command {
    limited("ulimit -c 0; ", program)
}

/// Returns a command for a program after these commands of a shell.
fn limited(limits: &str, program: &OsStr) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{limits}exec \"$@\""), "sh"]).arg(program);
    shell
}

/// Makes the process of a command the leader of a group of its own.
pub(crate) fn lead_group(command: &mut Command) {
    command.process_group(0);
}

/// Returns the signal that ended a process.
pub(crate) fn signal(status: ExitStatus) -> Option<i32> {
    status.signal()
}

/// Ends all processes of the group that a child leads. The group exists until its leader is waited
/// for.
pub(crate) fn end_group(leader: &Child) {
    // The standard library kills single processes only.
    send("KILL", &format!("-{}", leader.id()));
}

/// Asks a process to end by itself.
pub(crate) fn ask_to_end(process: &Child) {
    send("TERM", &process.id().to_string());
}

/// Sends a signal to a process, or to a group.
fn send(signal: &str, process: &str) {
    // This fails if the process has ended.
    let _ = Command::new("kill").args([&format!("-{signal}"), "--", process]).status();
}

#[cfg(test)]
mod tests {
    use std::process::Stdio;
    use std::thread;
    use std::time::Duration;

    use crate::control::stop::Stop;
    use crate::process::{End, Limits, how};
    use crate::testing::scratch::Scratch;

    /// A time that is always sufficient.
    const LONG: Option<Duration> = Some(Duration::from_secs(100));

    fn shell(limits: &Limits, script: &str) -> End {
        let mut command = limits.command("sh").unwrap();
        command.args(["-c", script]).stderr(Stdio::null());
        limits.run(&mut command, &Stop::default()).unwrap()
    }

    #[test]
    fn a_process_ends_with_its_status() {
        let End::Exited(status) = shell(&Limits { time: LONG, ..Limits::default() }, "exit 3") else {
            panic!("it ends by itself")
        };
        assert_eq!(status.code(), Some(3));
        assert_eq!(how(status, "one\nlast\n\n"), "exit status 3: last");
    }

    #[test]
    fn what_a_process_has_started_ends_with_it() {
        let dir = Scratch::new("process");
        let file = dir.path().join("late");
        let script = format!("(sleep 0.5; touch '{}') & sleep 100", file.display());
        let limits = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
        assert_eq!(shell(&limits, &script), End::OutOfTime);
        thread::sleep(Duration::from_millis(800));
        assert!(!file.exists(), "a process of the group lives on");
    }

    #[test]
    fn a_process_ends_with_the_run_that_it_is_part_of() {
        let stop = Stop::default();
        stop.stop();
        let limits = Limits { time: LONG, ..Limits::default() };
        assert_eq!(limits.run(limits.command("sleep").unwrap().arg("100"), &stop).unwrap(), End::Stopped);
    }

    #[test]
    fn a_process_with_a_grace_can_say_last_words() {
        let stop = Stop::default();
        let limits = Limits { grace: LONG, ..Limits::default() };
        let mut command = limits.command("sh").unwrap();
        // Until it listens it would be ended by the signal.
        let dir = Scratch::new("process_grace");
        let listens = dir.path().join("listens");
        let script =
            format!("trap 'exit 5' TERM; touch '{}'; while :; do sleep 0.02; done", listens.display());
        let end = thread::scope(|scope| {
            scope.spawn(|| {
                while !listens.exists() {
                    thread::sleep(Duration::from_millis(2));
                }
                stop.stop();
            });
            limits.run(command.args(["-c", &script]), &stop).unwrap()
        });
        let End::Exited(status) = end else { panic!("{end:?}") };
        assert_eq!(status.code(), Some(5));
    }

    #[test]
    fn output_is_limited() {
        let dir = Scratch::new("process_output");
        let file = dir.path().join("out");
        let limits = Limits { time: LONG, output: Some(1 << 20), ..Limits::default() };
        let mut command = limits.command("yes").unwrap();
        command.stdout(std::fs::File::create(&file).unwrap()).stderr(Stdio::null());
        let End::Exited(status) = limits.run(&mut command, &Stop::default()).unwrap() else {
            panic!("it has time")
        };
        assert!(!status.success());
        // Some shells count in units of 1,024 bytes.
        assert!((1 << 20..=2 << 20).contains(&file.metadata().unwrap().len()));
    }

    #[test]
    fn processor_time_and_memory_are_limited() {
        let busy = Limits { time: LONG, processor: Some(Duration::from_secs(1)), ..Limits::default() };
        let End::Exited(status) = shell(&busy, "while :; do :; done") else { panic!("it has time") };
        assert!(how(status, "").starts_with("signal "), "{status}");
        let small = Limits { time: LONG, memory: Some(64 << 20), ..Limits::default() };
        let fill = "x=0123456789abcdef; while [ ${#x} -lt 200000000 ]; do x=$x$x; done; exit 7";
        let End::Exited(status) = shell(&small, fill) else { panic!("it has time") };
        assert!(!status.success() && status.code() != Some(7), "{status}");
    }
}
