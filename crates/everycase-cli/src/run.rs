//! `everycase run`.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use everycase_check::control::steps;
use everycase_check::records::Record;
use everycase_check::text::duration;
use everycase_check::text::number::counted;
use pun::core::{Item, Program};

use crate::args::{Format, Run};
use crate::console::Progress;
use crate::evaluate::{Trouble, TypedTerm};
use crate::exit::Exit;
use crate::interrupt::{self, Interrupt};
use crate::{console, program};

/// The default term.
const MAIN: &str = "main";

pub(crate) fn run(command: &Run) -> Exit {
    let running = Arc::<Mutex<Option<Running>>>::default();
    let (own, format) = (Arc::clone(&running), command.common.format);
    let interrupt = interrupt::of_command(move || {
        print_interruption(own.lock().unwrap_or_else(PoisonError::into_inner).as_ref(), format);
    });
    let program = match program::load_with(&command.file, &command.further, command.common) {
        Ok(program) => program,
        Err(exit) => return exit,
    };
    let has_main =
        || program.scope.iter().any(|(name, item)| **name == *MAIN && matches!(item, Item::Global(_)));
    if command.terms.is_empty() && !has_main() {
        let file = program::name(&command.file);
        return console::wrong(&format!("there is no `{MAIN}` in {file}: name a term with -e"));
    }
    let main = [MAIN.to_owned()];
    let terms = if command.terms.is_empty() { &main[..] } else { &command.terms };
    let mut exit = Exit::Nothing;
    for term in terms {
        let now = Running { term: term.clone(), start: Instant::now(), steps: Arc::default() };
        *running.lock().unwrap_or_else(PoisonError::into_inner) = Some(now.clone());
        exit = exit.max(one(&program, &now, command, &interrupt));
        if let Some(interrupted) = interrupt::exit(&interrupt) {
            return interrupted;
        }
    }
    exit
}

/// A term that is running.
#[derive(Clone)]
struct Running {
    term: String,
    start: Instant,
    steps: Arc<AtomicU64>,
}

impl Running {
    /// Returns how far it has come in some time.
    fn progress(&self, time: Duration) -> String {
        let steps = counted(self.steps.load(Ordering::Relaxed), "step");
        format!("{}, {steps}", duration::show(time))
    }
}

/// Reports that a signal came before the running term had a value.
fn print_interruption(running: Option<&Running>, format: Format) {
    match (format, running) {
        (Format::Text, Some(running)) => {
            let (term, progress) = (&running.term, running.progress(running.start.elapsed()));
            console::complain(&format!("interrupted while running {term} ({progress})\n"));
        }
        (Format::Text, None) => console::complain("interrupted\n"),
        (Format::Json, Some(Running { term, .. })) => {
            let record = Record::new("term", "finish").with("term", term.as_str());
            let record = record.with("outcome", "interrupted");
            console::print(&format!("{}\n", record.line()));
        }
        (Format::Json, None) => {}
    }
}

fn one(program: &Program, running: &Running, command: &Run, interrupt: &Interrupt) -> Exit {
    let (term, color) = (running.term.as_str(), command.common.color);
    let typed = match TypedTerm::new(program, term) {
        Ok(typed) => Arc::new(typed),
        Err((sources, diagnostics)) => {
            program::print_diagnostics(&sources, &diagnostics, color);
            return Exit::Usage;
        }
    };
    let (aside, steps, shown) = (Arc::clone(&typed), Arc::clone(&running.steps), running.clone());
    let progress = Progress::begin(!command.common.quiet, move |time| {
        format!("{} running {}", shown.progress(time), shown.term)
    });
    let value = interrupt.aside(move || {
        steps::count(steps);
        aside.value()
    });
    drop(progress);
    let Some(value) = value else {
        print_interruption(Some(running), command.common.format);
        return Exit::Nothing;
    };
    let record = || Record::new("term", "finish").with("term", term).with("type", typed.ty());
    match (value, command.common.format) {
        (Ok(value), Format::Text) => {
            console::print(&format!("{value}\n"));
            Exit::Nothing
        }
        (Ok(value), Format::Json) => {
            console::print(&format!("{}\n", record().with("value", value).line()));
            Exit::Nothing
        }
        (Err(Trouble::Wrong(diagnostics)), _) => {
            program::print_diagnostics(typed.sources(), &diagnostics, color);
            Exit::Usage
        }
        (Err(Trouble::Failed(fault)), Format::Text) => {
            program::print_diagnostics(typed.sources(), [&fault.diagnostic(typed.program())], color);
            Exit::Found
        }
        (Err(Trouble::Failed(fault)), Format::Json) => {
            console::print(&format!("{}\n", record().with("error", fault.to_string()).line()));
            Exit::Found
        }
    }
}
