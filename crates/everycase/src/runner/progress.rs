//! Progress of properties that take long, on a terminal: a line below what the test harness prints.
//!
//! The harness captures what tests print, but not what is written to the standard error directly.
//! Where its cursor is, it prints the next result. So the line goes below the cursor, which
//! returns, and whatever ends erases everything behind the cursor.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use everycase_check::control::progress::Progress;
use everycase_check::system::miri::{IS_MIRI, Instant};

/// The interval between two updates.
const BEAT: Duration = Duration::from_secs(1);

/// The maximal number of characters of a line.
const WIDTH: usize = 79;

/// Erases what is behind the cursor, in its line and below.
const CLEAR: &str = "\u{1b}[J";

/// The properties that are running, the first one first.
static RUNNING: Mutex<Running> = Mutex::new(Running { properties: Vec::new(), begun: 0, ticks: false });

struct Running {
    properties: Vec<Property>,
    /// The number of properties that have begun.
    begun: u64,
    /// Whether a thread shows them.
    ticks: bool,
}

struct Property {
    number: u64,
    name: String,
    start: Instant,
    progress: Progress,
}

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A property that is running. Its progress is shown until this is dropped.
pub(super) struct ProgressLine(u64);

impl ProgressLine {
    /// Begins with a property, if there is a terminal.
    pub(super) fn begin(name: &str, progress: &Progress) -> Option<ProgressLine> {
        if IS_MIRI || !io::stderr().is_terminal() {
            return None;
        }
        let mut running = running();
        running.begun += 1;
        let number = running.begun;
        let (name, progress) = (name.to_owned(), progress.clone());
        running.properties.push(Property { number, name, start: Instant::now(), progress });
        if !running.ticks {
            // Without a thread nothing is shown.
            running.ticks = thread::Builder::new().spawn(tick).is_ok();
        }
        Some(ProgressLine(number))
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        let mut running = running();
        let is_shown = running.line(Instant::now()).is_some();
        running.properties.retain(|property| property.number != self.0);
        if is_shown {
            write(CLEAR);
        }
    }
}

/// Shows the properties as long as there are any.
fn tick() {
    loop {
        thread::sleep(BEAT);
        let mut running = running();
        if running.properties.is_empty() {
            running.ticks = false;
            return;
        }
        if let Some(line) = running.line(Instant::now()) {
            write(&below(&line));
        }
    }
}

impl Running {
    /// Returns the line about those that take long.
    fn line(&self, now: Instant) -> Option<String> {
        let time = |property: &Property| now.saturating_duration_since(property.start);
        let mut long = self.properties.iter().filter(|property| time(property) >= Progress::PATIENCE);
        let first = long.next()?;
        let line = format!("testing {}: {}", first.name, first.progress.words(time(first)));
        let others = match long.count() {
            0 => String::new(),
            others => format!("; {others} more"),
        };
        Some(format!("{line}{others}").chars().take(WIDTH).collect())
    }
}

/// Returns what shows a line below the cursor. Moving down and up first makes room for it on the
/// last row.
fn below(line: &str) -> String {
    format!("{CLEAR}\u{1b}D\u{1b}M\u{1b}7\u{1b}[B\r{line}\u{1b}8")
}

/// Writes to the terminal. Showing progress cannot fail.
fn write(text: &str) {
    let mut out = io::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_property_that_has_run_longest_is_shown_after_two_seconds() {
        let start = Instant::now();
        let property = |number, name: &str, after| Property {
            number,
            name: name.to_owned(),
            start: start + Duration::from_millis(after),
            progress: Progress::default(),
        };
        let properties =
            vec![property(1, "slow", 0), property(2, "slower", 1_500), property(3, "late", 9_000)];
        let running = Running { properties, begun: 3, ticks: false };
        let line = |after| running.line(start + Duration::from_millis(after));
        assert_eq!(line(1_999), None);
        assert_eq!(line(2_000).as_deref(), Some("testing slow: 2s"));
        assert_eq!(line(3_700).as_deref(), Some("testing slow: 3s; 1 more"));
    }

    #[test]
    fn a_line_is_no_longer_than_a_terminal_is_wide() {
        let (start, progress) = (Instant::now(), Progress::default());
        let properties = vec![Property { number: 1, name: "p".repeat(100), start, progress }];
        let running = Running { properties, begun: 1, ticks: false };
        assert_eq!(running.line(start + BEAT * 9).map(|line| line.len()), Some(WIDTH));
    }
}
