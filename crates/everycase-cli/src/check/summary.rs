//! The numbers of checked properties by result, for the line at the end or at an interrupt.

use std::fmt::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};

use everycase_check::report::About;
use everycase_check::text::number::counted;

use crate::args::Format;
use crate::console;
use crate::exit::Exit;

/// The numbers of checked properties by result.
#[derive(Debug, Default)]
pub(super) struct Summary {
    /// The number of programs that were begun; 0 if there is only one.
    pub(super) programs: u64,
    running: Option<About>,
    passed: u64,
    failed: u64,
    unable: u64,
    is_told: bool,
}

impl Summary {
    /// Records that the check of a property begins.
    pub(super) fn begin(&mut self, property: About) {
        self.running = Some(property);
    }

    /// Records that the check of the current property has ended.
    pub(super) fn count(&mut self, exit: Exit) {
        self.running = None;
        match exit {
            Exit::Nothing => self.passed += 1,
            Exit::Found => self.failed += 1,
            Exit::Usage | Exit::Bug => self.unable += 1,
            Exit::MissingTool | Exit::Interrupted | Exit::Terminated => {}
        }
    }

    /// Records that everything has been reported.
    pub(super) fn end(&mut self) {
        self.is_told = true;
    }

    pub(super) fn words(&self) -> String {
        let all = self.passed + self.failed + self.unable;
        let what = if all == 1 { "property" } else { "properties" };
        let mut text = format!("{all} {what}");
        if self.programs > 0 {
            let _ = write!(text, " in {}", counted(self.programs, "program"));
        }
        let _ = write!(text, ": {} ok, {} failed", self.passed, self.failed);
        if self.unable > 0 {
            let _ = write!(text, ", {} could not be checked", self.unable);
        }
        text
    }

    /// Prints how far the check has got, if it ends before it can report.
    pub(super) fn last_words(&self, format: Format) {
        match (format, &self.running) {
            _ if self.is_told => {}
            (Format::Text, Some(property)) => {
                let (name, words) = (&property.name, self.words());
                console::print(&format!("\ninterrupted while testing {name}; {words}\n"));
            }
            (Format::Text, None) => console::print(&format!("\ninterrupted; {}\n", self.words())),
            (Format::Json, Some(property)) => {
                console::print(&format!("{}\n", property.interrupted().line()));
            }
            (Format::Json, None) => {}
        }
    }
}

pub(super) fn lock(summary: &Mutex<Summary>) -> MutexGuard<'_, Summary> {
    summary.lock().unwrap_or_else(PoisonError::into_inner)
}
