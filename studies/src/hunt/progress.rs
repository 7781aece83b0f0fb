//! Progress on stderr: one line that is written over on a terminal, now and then a line of its own elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use super::report::grouped;
use super::{Phase, SizeRun};

/// What has been shown so far.
pub struct Progress {
    terminal: bool,
    last: Instant,
}

impl Default for Progress {
    fn default() -> Self {
        Self { terminal: io::stderr().is_terminal(), last: Instant::now() }
    }
}

impl Progress {
    /// Says where the search is, if it is time to.
    pub fn show(&mut self, run: &SizeRun, causes: usize) {
        self.say(|| line(run, causes));
    }

    /// Says something, if it is time to.
    pub fn say(&mut self, line: impl FnOnce() -> String) {
        let pause = if self.terminal { Duration::from_millis(100) } else { Duration::from_secs(10) };
        if self.last.elapsed() >= pause {
            self.last = Instant::now();
            let line = line();
            // A line that cannot be shown is no reason to stop.
            let _ = if self.terminal {
                write!(io::stderr(), "\r\x1b[2K{line}").and_then(|()| io::stderr().flush())
            } else {
                writeln!(io::stderr(), "{line}")
            };
        }
    }

    /// Says that a size is done.
    pub fn done(&mut self, run: &SizeRun, causes: usize) {
        if self.terminal {
            self.show(run, causes);
        }
    }

    /// Makes room for lines of another kind.
    pub fn clear(&mut self) {
        if self.terminal {
            let _ = write!(io::stderr(), "\r\x1b[2K");
        }
    }
}

fn line(run: &SizeRun, causes: usize) -> String {
    let of = match run.at.phase {
        Phase::Exhaustive => format!("of {}", grouped(&run.count)),
        Phase::Sampled => "samples".to_owned(),
    };
    format!("{}, size {}: {} {of}, {causes} causes so far", run.at.kind, run.at.size, grouped(&run.checked))
}
