//! `everycase run`.

use std::sync::{Arc, Mutex, PoisonError};

use everycase_check::records::Record;
use pun::core::{Item, Program};

use crate::args::{Format, Run};
use crate::evaluate::{Trouble, Typed};
use crate::exit::Exit;
use crate::interrupt::{self, Interrupt};
use crate::{console, program};

/// The default term.
const MAIN: &str = "main";

pub(crate) fn run(command: &Run) -> Exit {
    let running = Arc::<Mutex<Option<String>>>::default();
    let (own, format) = (Arc::clone(&running), command.common.format);
    let interrupt = interrupt::of_command(move || {
        tell_interruption(own.lock().unwrap_or_else(PoisonError::into_inner).as_deref(), format);
    });
    let program = match program::load(&command.file, command.common) {
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
        *running.lock().unwrap_or_else(PoisonError::into_inner) = Some(term.clone());
        exit = exit.max(one(&program, term, command, &interrupt));
        if let Some(interrupted) = interrupt::exit(&interrupt) {
            return interrupted;
        }
    }
    exit
}

/// Reports that a signal came before the running term had a value.
fn tell_interruption(running: Option<&str>, format: Format) {
    match (format, running) {
        (Format::Text, Some(term)) => console::complain(&format!("interrupted while running {term}\n")),
        (Format::Text, None) => console::complain("interrupted\n"),
        (Format::Json, Some(term)) => {
            let record = Record::new("term", "finish").with("term", term).with("outcome", "interrupted");
            console::print(&format!("{}\n", record.line()));
        }
        (Format::Json, None) => {}
    }
}

fn one(program: &Program, term: &str, command: &Run, interrupt: &Interrupt) -> Exit {
    let color = command.common.color;
    let typed = match Typed::new(program, term) {
        Ok(typed) => Arc::new(typed),
        Err((sources, diagnostics)) => {
            program::tell(&sources, &diagnostics, color);
            return Exit::Usage;
        }
    };
    let aside = Arc::clone(&typed);
    let Some(value) = interrupt.aside(move || aside.value()) else {
        tell_interruption(Some(term), command.common.format);
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
            program::tell(typed.sources(), &diagnostics, color);
            Exit::Usage
        }
        (Err(Trouble::Failed(fault)), Format::Text) => {
            program::tell(typed.sources(), [&fault.diagnostic(typed.program())], color);
            Exit::Found
        }
        (Err(Trouble::Failed(fault)), Format::Json) => {
            console::print(&format!("{}\n", record().with("error", fault.to_string()).line()));
            Exit::Found
        }
    }
}
