//! A process with the time and the memory that it takes.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

/// What a process has left.
pub(crate) struct Finished {
    /// `None` if a signal ended it, or this did since it took too long.
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) taken: Taken,
    pub(crate) is_late: bool,
}

/// What a process has taken, as far as the system says.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Taken {
    /// The processor's time, with that of its children.
    pub(crate) time: Duration,
    /// The largest amount of memory that was resident, in bytes.
    pub(crate) memory: u64,
}

/// How a process is ended that takes too long.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Signal {
    /// By `SIGTERM`, which it may handle.
    Terminate,
    Kill,
}

/// No check takes that long, with shrinking.
const LONGEST: Duration = Duration::from_secs(120);

/// Runs a command to its end. Its output goes to files of a directory.
pub(crate) fn run(command: &mut Command, directory: &Path) -> Finished {
    run_until(command, directory, LONGEST, Signal::Kill)
}

/// Runs a command to its end, or ends it after a time.
pub(crate) fn run_until(
    command: &mut Command,
    directory: &Path,
    longest: Duration,
    signal: Signal,
) -> Finished {
    let [out, err] = ["out", "err"].map(|name| directory.join(name));
    let create = |path| File::create(path).expect("there is room for a file");
    let mut child = command.stdout(create(&out)).stderr(create(&err)).spawn().expect("it starts");
    let start = Instant::now();
    let mut taken = Taken::default();
    let mut is_late = false;
    while !taken.look(&mut child) {
        if start.elapsed() > longest {
            is_late = true;
            signal.end(&mut child);
            break;
        }
        thread::sleep(Duration::from_millis(3));
    }
    let status = child.wait().expect("it ends").code();
    let [stdout, stderr] = [out, err].map(|path| {
        let bytes = fs::read(path).expect("it was written");
        String::from_utf8_lossy(&bytes).into_owned()
    });
    Finished { status, stdout, stderr, taken, is_late }
}

impl Signal {
    fn end(self, child: &mut Child) {
        match self {
            Signal::Kill => child.kill().expect("it has not ended, or has ended already"),
            Signal::Terminate => {
                let status = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
                assert!(status.is_ok_and(|status| status.success()), "it can be ended");
            }
        }
    }
}

impl Taken {
    /// Reads what a process has taken. Returns whether it has ended.
    fn look(&mut self, child: &mut Child) -> bool {
        let directory = format!("/proc/{}", child.id());
        let Ok(stat) = fs::read_to_string(format!("{directory}/stat")) else {
            // Another system does not say.
            return child.try_wait().is_ok_and(|status| status.is_some());
        };
        // The name before the parenthesis may contain spaces.
        let fields: Vec<_> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
        let ticks =
            fields.get(11..15).unwrap_or_default().iter().filter_map(|ticks| ticks.parse::<u64>().ok());
        self.time = Duration::from_millis(10 * ticks.sum::<u64>());
        let status = fs::read_to_string(format!("{directory}/status")).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse::<u64>().ok());
        self.memory = self.memory.max(kilobytes.unwrap_or(0) * 1024);
        // A process that has ended is a zombie until it is waited for.
        fields.first() == Some(&"Z")
    }
}
