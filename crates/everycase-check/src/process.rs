//! Supervised child processes: limits on their time, processor time and memory, and how they ended.
//!
//! A process with a time limit leads a group of its own and is ended with the whole group, so
//! nothing it started outlives it. Without a time limit it stays in the group of its parent, so
//! that Ctrl-C in a terminal reaches both.

use std::ffi::OsStr;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use crate::control::stop::Stop;

#[cfg(feature = "interrupt")]
pub mod interrupt;
pub mod isolation;
pub mod journal;

/// The limits of a process.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits {
    /// Wall time.
    pub time: Option<Duration>,
    /// Processor time, in whole seconds, at least one. Enforced if a shell supports it.
    pub processor: Option<Duration>,
    /// Address space, in bytes. Enforced if a shell supports it.
    pub memory: Option<u64>,
    /// The size of each file that it writes, its output included, in bytes. Enforced if a shell
    /// supports it.
    pub output: Option<u64>,
    /// How long the process may take to end by itself when the run is stopped: it gets SIGTERM
    /// first. None ends it at once.
    pub grace: Option<Duration>,
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// By itself, or by a signal.
    Exited(ExitStatus),
    /// Its time was over.
    OutOfTime,
    /// The run that it belongs to has ended.
    Stopped,
}

/// The unit of `ulimit -f` in bytes.
const BLOCK: u64 = 512;

impl Limits {
    /// Returns a command with limits on processor time, memory and output. If the program cannot be
    /// run, it ends with status 126 or 127, as in a shell.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let seconds = self.processor.map(|time| format!("ulimit -t {}; ", time.as_secs().max(1)));
        let memory = self.memory.map(|bytes| format!("ulimit -v {}; ", bytes.div_ceil(1024)));
        let output = self.output.map(|bytes| format!("ulimit -f {}; ", bytes.div_ceil(BLOCK)));
        match [seconds, memory, output].into_iter().flatten().reduce(|one, other| one + &other) {
            Some(limits) if cfg!(unix) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("{limits}exec \"$@\""), "sh"]).arg(program);
                shell
            }
            _ => Command::new(program),
        }
    }

    /// Runs a command to its end, or until its time is over or the run is stopped.
    ///
    /// # Errors
    /// If it cannot be started or waited for.
    pub fn run(&self, command: &mut Command, stop: &Stop) -> io::Result<End> {
        self.run_and_watch(command, stop, &mut || {})
    }

    /// Runs a command like [`run`](Self::run), and calls `watch` again and again while it runs.
    ///
    /// # Errors
    /// If it cannot be started or waited for.
    pub fn run_and_watch(
        &self,
        command: &mut Command,
        stop: &Stop,
        watch: &mut dyn FnMut(),
    ) -> io::Result<End> {
        let is_group = self.time.is_some();
        #[cfg(unix)]
        if is_group {
            std::os::unix::process::CommandExt::process_group(command, 0);
        }
        let start = Instant::now();
        let mut child = ChildGuard { child: command.spawn()?, is_group };
        let mut last_moment = None;
        loop {
            if let Some(status) = child.child.try_wait()? {
                return Ok(End::Exited(status));
            }
            watch();
            let spent = start.elapsed();
            if stop.is_wanted() {
                let Some(grace) = self.grace else { return Ok(End::Stopped) };
                let last_moment = *last_moment.get_or_insert_with(|| {
                    send("TERM", &child.child.id().to_string());
                    spent.saturating_add(grace)
                });
                if spent >= last_moment {
                    return Ok(End::Stopped);
                }
            }
            if self.time.is_some_and(|limit| spent >= limit) {
                return Ok(End::OutOfTime);
            }
            // Short processes take some milliseconds; for long ones a delay does not matter.
            thread::sleep((spent / 8).clamp(Duration::from_micros(200), Duration::from_millis(10)));
        }
    }
}

/// A child that is killed if it is still running when the wait ends.
struct ChildGuard {
    child: Child,
    is_group: bool,
}

impl Drop for ChildGuard {
    fn drop(&mut self) {
        if let Ok(Some(_)) = self.child.try_wait() {
            return;
        }
        if self.is_group && cfg!(unix) {
            // The standard library kills single processes only. The group exists until its leader
            // is waited for.
            send("KILL", &format!("-{}", self.child.id()));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a signal to a process, or to a group.
fn send(signal: &str, process: &str) {
    if cfg!(unix) {
        // This fails if the process has ended.
        let _ = Command::new("kill").args([&format!("-{signal}"), "--", process]).status();
    }
}

/// The maximal length of a message from standard error.
const LONGEST_WORDS: usize = 300;

/// Returns how a process ended, with its last message on standard error:
/// `signal 6 (SIGABRT): fatal runtime error: stack overflow, aborting`.
pub fn how(status: ExitStatus, stderr: &str) -> String {
    let status = status.to_string();
    // A core dump depends on the machine, not on the input.
    let status = status.trim_end_matches(" (core dumped)").replacen(": ", " ", 1);
    let is_about_traces = |line: &str| {
        line.starts_with("note: run with `RUST_BACKTRACE") || line.starts_with("skipping backtrace printing")
    };
    let words = |line: &&str| !line.is_empty() && !is_about_traces(line);
    match stderr.lines().map(str::trim).rfind(words) {
        Some(words) => format!("{status}: {}", words.chars().take(LONGEST_WORDS).collect::<String>()),
        None if status.contains("SIGKILL") => format!("{status}: out of memory?"),
        None => status,
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Stdio;

    use super::*;
    use crate::testing::scratch::Scratch;

    /// A time that is always sufficient.
    const LONG: Option<Duration> = Some(Duration::from_secs(100));

    fn shell(limits: &Limits, script: &str) -> End {
        let mut command = limits.command("sh");
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
        assert_eq!(limits.run(limits.command("sleep").arg("100"), &stop).unwrap(), End::Stopped);
    }

    #[test]
    fn a_process_with_a_grace_can_say_last_words() {
        let stop = Stop::default();
        let limits = Limits { grace: LONG, ..Limits::default() };
        let mut command = limits.command("sh");
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
        let mut command = limits.command("yes");
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
