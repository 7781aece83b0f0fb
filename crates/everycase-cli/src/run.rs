//! `everycase run`.

use everycase_check::records::Record;
use pun::core::{Item, Program};

use crate::args::{Format, Run};
use crate::evaluate::{Trouble, Typed};
use crate::exit::Exit;
use crate::{console, program};

/// What is run if nothing is named.
const MAIN: &str = "main";

pub(crate) fn run(command: &Run) -> Exit {
    let program = match program::load(&command.file, command.output) {
        Ok(program) => program,
        Err(exit) => return exit,
    };
    if !command.terms.is_empty() {
        return command.terms.iter().map(|term| one(&program, term, command)).max().unwrap_or(Exit::Nothing);
    }
    if !program.scope.iter().any(|(name, item)| **name == *MAIN && matches!(item, Item::Global(_))) {
        let file = command.file.display();
        console::complain(&format!("error: there is no `{MAIN}` in {file}: name a term with -e\n"));
        return Exit::Usage;
    }
    one(&program, MAIN, command)
}

fn one(program: &Program, term: &str, command: &Run) -> Exit {
    let color = command.output.color;
    let typed = match Typed::new(program, term) {
        Ok(typed) => typed,
        Err((sources, diagnostics)) => {
            program::tell(&sources, &diagnostics, color);
            return Exit::Usage;
        }
    };
    let record = || Record::new("term", "finish").with("term", term).with("type", typed.ty());
    match (typed.value(), command.output.format) {
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
