//! The terminal: output, and the progress shown during a check.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::args::Color;
use crate::exit::Exit;

/// The interval between two dots.
const BEAT: Duration = Duration::from_millis(100);
/// The maximal number of dots on a line.
const MOST: u32 = 40;

/// Returns whether diagnostics are coloured.
pub(crate) fn is_coloured(color: Color) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    }
}

/// Writes to standard output. Ends the process if that fails: further work would be useless, and the exit status would suggest
/// more than the output shows.
pub(crate) fn print(text: &str) {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    drop(out);
    if let Err(error) = written {
        end(&error);
    }
}

/// Prints a message of the command line parser: help to standard output, errors to standard error.
pub(crate) fn print_usage(said: &clap::Error) -> Exit {
    let printed = said.print().and_then(|()| io::stdout().flush());
    match printed {
        _ if said.use_stderr() => Exit::Usage,
        Ok(()) => Exit::Nothing,
        Err(error) => end(&error),
    }
}

/// Ends the process because standard output cannot be written.
fn end(error: &io::Error) -> ! {
    // A closed pipe, as after `head`, needs no message.
    if error.kind() != ErrorKind::BrokenPipe {
        complain(&format!("error: the output cannot be written: {error}\n"));
    }
    process::exit(i32::from(Exit::Usage.code()));
}

/// Writes to standard error.
pub(crate) fn complain(text: &str) {
    let mut out = io::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Tells that the command line or the input is wrong.
pub(crate) fn wrong(message: &str) -> Exit {
    complain(&format!("error: {message}\n"));
    Exit::Usage
}

/// Shows dots on standard error during a check, on a terminal only.
pub(crate) struct Dots {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Dots {
    pub(crate) fn begin(wanted: bool) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let is_seen = wanted && io::stderr().is_terminal();
        let thread = is_seen.then(|| {
            let stop = Arc::clone(&stop);
            thread::spawn(move || {
                let mut shown = 0;
                loop {
                    thread::park_timeout(BEAT);
                    if stop.load(Ordering::Acquire) {
                        break;
                    }
                    if shown < MOST {
                        complain(".");
                        shown += 1;
                    }
                }
                if shown > 0 {
                    complain(if io::stdout().is_terminal() { " " } else { "\n" });
                }
            })
        });
        Self { stop, thread }
    }
}

impl Drop for Dots {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // The dots cannot fail.
            let _ = thread.join();
        }
    }
}
