//! `everycase fmt`.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use everycase_check::files;
use pun::format::format;
use pun::source::Sources;

use crate::args::Fmt;
use crate::exit::Exit;
use crate::{console, program};

pub(crate) fn run(command: &Fmt) -> Exit {
    let files = match program::files(&command.files, &[program::PUN], program::PROGRAMS) {
        Ok(files) => files,
        Err(exit) => return exit,
    };
    files.iter().map(|file| one(&file.path, command)).max().unwrap_or(Exit::Nothing)
}

fn one(file: &Path, command: &Fmt) -> Exit {
    let (is_input, name) = (program::is_input(file), program::name(file));
    let wrong = |error: &io::Error| {
        console::complain(&format!("error: {name}: {error}\n"));
        Exit::Usage
    };
    let text = if is_input { input() } else { fs::read_to_string(file) };
    let text = match text {
        Ok(text) => text,
        Err(error) => return wrong(&error),
    };
    match format(&text) {
        Err(diagnostics) => {
            let mut sources = Sources::default();
            sources.add(name, text);
            program::print_diagnostics(&sources, &diagnostics, command.common.color);
            Exit::Usage
        }
        Ok(formatted) if command.check && formatted != text => {
            console::print(&format!("{name} would change\n"));
            Exit::Found
        }
        Ok(_) if command.check => Exit::Nothing,
        Ok(formatted) if is_input => {
            console::print(&formatted);
            Exit::Nothing
        }
        Ok(formatted) if formatted == text => Exit::Nothing,
        Ok(formatted) => match files::replace(file, &formatted) {
            Ok(()) => Exit::Nothing,
            Err(error) => wrong(&error),
        },
    }
}

fn input() -> io::Result<String> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    Ok(text)
}
