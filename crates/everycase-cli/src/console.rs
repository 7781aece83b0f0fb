//! The terminal: output, and the progress shown during a check.

use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use everycase_check::report::paint;
use everycase_check::report::recorder::Recorder;
use everycase_check::report::{About, in_columns};
use everycase_check::settings::Plan;
use terminal_size::{Width, terminal_size_of};

use crate::args::Color;
use crate::exit::Exit;

/// The interval between two lines of progress.
const SECOND: Duration = Duration::from_secs(1);
/// The maximal number of characters in a line of progress.
const WIDTH: usize = 79;
/// Clears the line of a terminal.
const CLEAR: &str = "\r\u{1b}[K";

/// Whether the terminal shows a line of progress.
static LINE: Mutex<bool> = Mutex::new(false);

fn lock_line() -> MutexGuard<'static, bool> {
    LINE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Shows a line of progress.
fn show(words: &str) {
    let mut is_shown = lock_line();
    let words: String = words.chars().take(WIDTH).collect();
    write_error(&format!("{CLEAR}{words}"));
    *is_shown = true;
}

/// Clears the line of progress, if there is one.
fn clear(is_shown: &mut bool) {
    if std::mem::take(is_shown) {
        write_error(CLEAR);
    }
}

/// The message after a panic, which has printed its own.
pub(crate) const BUG: &str = "error: this is a bug in everycase\n";

/// Returns whether diagnostics are coloured.
pub(crate) fn is_coloured(color: Color) -> bool {
    is_coloured_on(color, &io::stderr())
}

/// Returns whether what goes to standard output is coloured.
pub(crate) fn is_coloured_output(color: Color) -> bool {
    is_coloured_on(color, &io::stdout())
}

fn is_coloured_on(color: Color, to: &impl IsTerminal) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => paint::is_coloured(to),
    }
}

/// Returns reports with lines that fit into the terminal, if standard output is one: `COLUMNS` says
/// how wide it is, or else the terminal.
pub(crate) fn fitted<T>(reports: impl FnOnce() -> T) -> T {
    let out = io::stdout();
    let size = || terminal_size_of(&out).map(|(Width(columns), _)| columns.into());
    in_columns(paint::columns(&out).or_else(size), reports)
}

/// Writes to standard output. Ends the process if that fails: further work would be useless, and
/// the exit status would suggest more than the output shows.
pub(crate) fn print(text: &str) {
    clear(&mut lock_line());
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

/// Prepares the records of a check.
///
/// # Errors
/// If they cannot be written, which is reported.
pub(crate) fn prepare(plan: &Plan, about: &About, option: Option<&Path>) -> Result<(), Exit> {
    plan.check_part().map_err(|error| wrong(&error.to_string()))?;
    Recorder::prepare(plan, about).map_err(|error| wrong(&no_records(&error.to_string(), option)))
}

/// Reports if records could not be written.
pub(crate) fn end_of_records(recorder: &Recorder, option: Option<&Path>) -> Exit {
    recorder.problem.as_ref().map_or(Exit::Nothing, |problem| wrong(&no_records(problem, option)))
}

/// Returns a message about records that cannot be written: to the path of the option if it was
/// given, otherwise to the path of the environment variable.
pub(crate) fn no_records(problem: &str, option: Option<&Path>) -> String {
    let asked = option.map_or("EVERYCASE_RECORDS", |_| "--records");
    format!("{asked}: {problem}")
}

/// Returns a message about the file of an option that cannot be written.
pub(crate) fn not_written(option: &str, path: &Path, error: &dyn Display) -> String {
    format!("{option}: {}: cannot be written: {error}", path.display())
}

/// Writes to standard error.
pub(crate) fn complain(text: &str) {
    clear(&mut lock_line());
    write_error(text);
}

fn write_error(text: &str) {
    let mut out = io::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Reports that the command line or the input is wrong.
pub(crate) fn wrong(message: &str) -> Exit {
    complain(&format!("error: {message}\n"));
    Exit::Usage
}

/// A line of progress on standard error, on a terminal only. Other output takes its place.
pub(crate) struct Progress(#[expect(dead_code, reason = "it ends when it is dropped")] Option<Ticker>);

impl Progress {
    /// Shows a line every second: what `words` returns for the elapsed time.
    pub(crate) fn begin(is_wanted: bool, words: impl Fn(Duration) -> String + Send + 'static) -> Self {
        let is_seen = is_wanted && Self::is_seen();
        Self(is_seen.then(|| {
            let start = Instant::now();
            let show = move || show(&words(start.elapsed()));
            Ticker::start(SECOND, show, || clear(&mut lock_line()))
        }))
    }

    /// Does the same, and shows `heading` until then.
    pub(crate) fn headed(
        is_wanted: bool,
        heading: &str,
        words: impl Fn(Duration) -> String + Send + 'static,
    ) -> Self {
        if is_wanted && Self::is_seen() {
            show(heading);
        }
        Self::begin(is_wanted, words)
    }

    /// Returns whether progress is seen.
    pub(crate) fn is_seen() -> bool {
        io::stderr().is_terminal()
    }
}

/// A thread that does something again and again, until this is dropped.
struct Ticker {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    fn start(beat: Duration, tick: impl Fn() + Send + 'static, end: impl FnOnce() + Send + 'static) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let own = Arc::clone(&stop);
        let run = move || {
            loop {
                thread::park_timeout(beat);
                if own.load(Ordering::Acquire) {
                    return end();
                }
                tick();
            }
        };
        // Without a thread nothing is shown.
        Self { stop, thread: thread::Builder::new().spawn(run).ok() }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // Showing progress cannot fail.
            let _ = thread.join();
        }
    }
}
