//! How far the check of a program has come, for whoever interrupts it.

use std::fmt::Write;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use crate::args::Format;
use crate::console;
use crate::exit::Exit;

/// How many properties have been checked, and with what end.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    running: Option<String>,
    passed: u64,
    failed: u64,
    unable: u64,
}

impl Tally {
    /// A property is being checked.
    pub(crate) fn begin(&mut self, property: &str) {
        self.running = Some(property.to_owned());
    }

    /// Its check has been given up.
    pub(crate) fn give_up(&mut self) {
        self.running = None;
    }

    /// Its check has ended.
    pub(crate) fn count(&mut self, exit: Exit) {
        self.running = None;
        match exit {
            Exit::Nothing => self.passed += 1,
            Exit::Found => self.failed += 1,
            Exit::Usage => self.unable += 1,
        }
    }

    pub(crate) fn words(&self) -> String {
        let all = self.passed + self.failed + self.unable;
        let what = if all == 1 { "property" } else { "properties" };
        let mut text = format!("{all} {what}: {} ok, {} failed", self.passed, self.failed);
        if self.unable > 0 {
            let _ = write!(text, ", {} could not be checked", self.unable);
        }
        text
    }
}

/// On Ctrl-C what has been found is told, then the process ends.
pub(crate) fn watch(tally: &Arc<Mutex<Tally>>, format: Format) {
    let tally = Arc::clone(tally);
    // Without a handler an interrupt ends the process all the same.
    let _ = ctrlc::set_handler(move || {
        let tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
        let running = tally.running.as_ref().map(|name| format!(" while testing {name}"));
        let text = format!("interrupted{}; {}\n", running.unwrap_or_default(), tally.words());
        if format == Format::Text {
            console::print(&format!("\n{text}"));
        } else {
            console::complain(&text);
        }
        process::exit(Exit::INTERRUPTED);
    });
}
