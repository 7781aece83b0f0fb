//! `everycase repl`.

mod command;
mod complete;
mod lines;
mod names;
mod session;

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use self::command::Command;
use self::complete::{InputKind, look_at};
use self::lines::{Input, Lines};
use self::names::Names;
use self::session::{Session, SourceErrors};
use crate::args::{self, Color, Repl};
use crate::check;
use crate::evaluate::{self, Trouble};
use crate::exit::Exit;
use crate::interrupt::{self, Interrupt};
use crate::{console, enumerate, program};

pub(crate) fn run(command: &Repl) -> Exit {
    let color = command.common.color;
    let session = Session::new().and_then(|mut session| {
        if let Some(file) = &command.file {
            session.load(file)?;
        }
        Ok(session)
    });
    let session = match session {
        Ok(session) => session,
        Err(wrong) => {
            print_errors(&wrong, color);
            return Exit::Usage;
        }
    };
    let interrupt = interrupt::of_session(|| console::print("\ninterrupted\n"));
    let mut lines = Lines::new();
    if lines.is_terminal() {
        console::print("A term, a declaration, or a command such as :help\n");
    }
    let mut dialogue = Dialogue { session, interrupt, color };
    loop {
        lines.know(|| Names::new(&dialogue.session.program));
        match lines.next() {
            Ok(Input::Text(text)) => {
                if !dialogue.answer(&text) {
                    return Exit::Nothing;
                }
                // Ctrl-C has ended the current work; SIGTERM also ends the session.
                if interrupt::exit(&dialogue.interrupt) == Some(Exit::Terminated) {
                    return Exit::Terminated;
                }
            }
            Ok(Input::Nothing) => {}
            Ok(Input::End) => return Exit::Nothing,
            Err(error) => {
                return console::wrong(&error.to_string());
            }
        }
    }
}

fn print_errors((sources, diagnostics): &SourceErrors, color: Color) {
    program::print_diagnostics(sources, diagnostics, color);
}

/// Returns the words of the command line for `:check`, where names of properties stand before the
/// options.
fn check_words(rest: &str) -> impl Iterator<Item = &str> {
    let names = rest.split_whitespace().take_while(|word| !word.starts_with('-'));
    let options = rest.split_whitespace().skip_while(|word| !word.starts_with('-'));
    names.flat_map(|name| ["-p", name]).chain(options)
}

struct Dialogue {
    session: Session,
    interrupt: Interrupt,
    color: Color,
}

impl Dialogue {
    /// Answers a text; returns false if it ends the session.
    fn answer(&mut self, text: &str) -> bool {
        match look_at(text) {
            InputKind::Nothing => {}
            InputKind::Command => match command::parse(text) {
                Ok(Command::Quit) => return false,
                Ok(command) => self.command(command),
                Err(message) => console::complain(&format!("error: {message}\n")),
            },
            InputKind::Declarations => match self.session.declare(text) {
                Ok(names) => console::print(&format!("declared {}\n", names.join(", "))),
                Err(wrong) => print_errors(&wrong, self.color),
            },
            // Text that is incomplete at the end of the input is reported as a term.
            InputKind::Term | InputKind::Beginning => self.evaluate(text.trim_end()),
        }
        true
    }

    fn command(&mut self, command: Command<'_>) {
        match command {
            Command::Type(term) => match evaluate::TypedTerm::new(&self.session.program, term) {
                Ok(typed) => console::print(&format!("{term} : {}\n", typed.ty())),
                Err(wrong) => print_errors(&wrong, self.color),
            },
            Command::Load(file) => self.load(Path::new(file)),
            Command::Reload => match self.session.file().map(Path::to_owned) {
                Some(file) => self.load(&file),
                None => console::complain("error: no program has been loaded: `:load FILE`\n"),
            },
            Command::Check(rest) => {
                if let Some(args::Command::Check(mut command)) = self.read("check", check_words(rest)) {
                    command.common.color = self.color;
                    let program = self.session.program.clone();
                    self.interrupt.during(|stop| check::session(program, &command, stop));
                }
            }
            Command::Enumerate(rest) => {
                // A type may contain blanks.
                let (ty, options) = rest.find(" --").map_or((rest, ""), |at| rest.split_at(at));
                let words = std::iter::once(ty).chain(options.split_whitespace());
                if let Some(args::Command::Enumerate(mut command)) = self.read("enumerate", words) {
                    command.common.color = self.color;
                    let program = self.session.program.clone();
                    self.interrupt.during(|stop| {
                        enumerate::values(program, &command, stop, &AtomicU64::default());
                    });
                }
            }
            Command::Help => console::print(&command::help()),
            Command::Quit => {}
        }
    }

    /// Reads the options of a command as the command line does.
    fn read<'a>(&self, name: &str, words: impl Iterator<Item = &'a str>) -> Option<args::Command> {
        let file = self.session.file().map_or_else(|| "session".into(), |file| file.as_os_str().to_owned());
        let before: [OsString; 3] = ["everycase".into(), name.into(), file];
        let line = before.into_iter().chain(words.map(OsString::from));
        match args::parse(line) {
            Ok(args) => Some(args.command),
            Err(said) => {
                console::print_usage(&said);
                None
            }
        }
    }

    fn load(&mut self, file: &Path) {
        match self.session.load(file) {
            Ok(()) => {
                let n = self.session.program.properties.len();
                let what = if n == 1 { "property" } else { "properties" };
                console::print(&format!("loaded {}: {n} {what}\n", file.display()));
            }
            Err(wrong) => print_errors(&wrong, self.color),
        }
    }

    fn evaluate(&self, text: &str) {
        let typed = match evaluate::TypedTerm::new(&self.session.program, text) {
            Ok(typed) => Arc::new(typed),
            Err(wrong) => return print_errors(&wrong, self.color),
        };
        let aside = Arc::clone(&typed);
        let Some(value) = self.interrupt.during(|_| self.interrupt.aside(move || aside.value())) else {
            return console::complain("error: interrupted\n");
        };
        match value {
            Ok(value) => console::print(&format!("{value}\n")),
            Err(Trouble::Wrong(diagnostics)) => {
                program::print_diagnostics(typed.sources(), &diagnostics, self.color);
            }
            Err(Trouble::Failed(fault)) => {
                program::print_diagnostics(typed.sources(), [&fault.diagnostic(typed.program())], self.color);
            }
        }
    }
}
