//! The terminal: where text goes, and the progress shown while something runs.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::args::Color;
use crate::exit::Exit;

/// A dot is shown each time.
const BEAT: Duration = Duration::from_millis(100);
/// The characters that a line holds.
const MOST: u32 = 40;

/// Returns whether diagnostics are coloured.
pub(crate) fn is_coloured(color: Color) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    }
}

/// Writes to the standard output. Ends the process if that cannot be written: what is left to do would be done for nothing,
/// and a status that says more than the output would mislead.
pub(crate) fn print(text: &str) {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    drop(out);
    if let Err(error) = written {
        end(&error);
    }
}

/// Prints what the parser of the command line says: help to the standard output, what is wrong to the standard error.
pub(crate) fn print_usage(said: &clap::Error) -> Exit {
    let printed = said.print().and_then(|()| io::stdout().flush());
    match printed {
        _ if said.use_stderr() => Exit::Usage,
        Ok(()) => Exit::Nothing,
        Err(error) => end(&error),
    }
}

/// Ends the process because the standard output cannot be written.
fn end(error: &io::Error) -> ! {
    // A reader that has left, as `head` does, knows.
    if error.kind() != ErrorKind::BrokenPipe {
        complain(&format!("error: the output cannot be written: {error}\n"));
    }
    process::exit(i32::from(Exit::Usage.code()));
}

/// Writes to the standard error.
pub(crate) fn complain(text: &str) {
    let mut out = io::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Tells that the command line or the input is wrong.
pub(crate) fn wrong(message: &str) -> Exit {
    complain(&format!("error: {message}\n"));
    Exit::Usage
}

/// Dots on the standard error while something runs, on a terminal only.
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
            // Dots are nothing that can fail.
            let _ = thread.join();
        }
    }
}
