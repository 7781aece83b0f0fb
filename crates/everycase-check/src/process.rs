//! Supervised child processes: limits on their time, processor time and memory, and how they ended.
//!
//! A process with a time limit leads a group of its own and is ended with the whole group, so
//! nothing it started outlives it. Without a time limit it stays in the group of its parent, so
//! that Ctrl-C in a terminal reaches both. Groups and the limits of a system are Unix only; the
//! module `system` has what is done elsewhere.

use std::ffi::OsStr;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use crate::control::stop::Stop;
use crate::system::isolation::{self as system, SystemLimits};

#[cfg(feature = "interrupt")]
pub mod interrupt;
pub mod isolation;
pub mod journal;

/// The limits of a process.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits {
    /// Wall time.
    pub time: Option<Duration>,
    /// Processor time, in whole seconds, at least one. Unix only, if the shell supports it.
    pub processor: Option<Duration>,
    /// Address space, in bytes. Unix only, if the shell supports it.
    pub memory: Option<u64>,
    /// The size of each file that it writes, its output included, in bytes. Unix only, if the shell
    /// supports it.
    pub output: Option<u64>,
    /// How long the process may take to end by itself when the run is stopped: on Unix it gets
    /// SIGTERM first. None ends it at once.
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

/// Makes the process of a command the leader of a group of its own, which Ctrl-C in a terminal does
/// not reach. Unix only; elsewhere it stays in the group of its parent.
pub fn lead_group(command: &mut Command) {
    system::lead_group(command);
}

/// Returns the signal that ended a process, if one did. Unix only; elsewhere none does.
#[must_use]
pub fn signal(status: ExitStatus) -> Option<i32> {
    system::signal(status)
}

impl Limits {
    /// Returns a command with limits on processor time, memory and output. If it has any and the
    /// program cannot be run, it ends with status 126 or 127, as in a shell.
    ///
    /// # Errors
    /// If the system does not keep such limits: only Unix does.
    pub fn command(&self, program: impl AsRef<OsStr>) -> io::Result<Command> {
        let seconds = self.processor.map(|time| time.as_secs().max(1));
        let limits = SystemLimits { seconds, memory: self.memory, output: self.output };
        system::command(program.as_ref(), limits)
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
        if is_group {
            system::lead_group(command);
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
                    system::ask_to_end(&child.child);
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
        if self.is_group {
            system::end_group(&self.child);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
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
