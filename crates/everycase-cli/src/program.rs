//! Loading programs, and telling what is wrong with them.

use std::io;
use std::path::Path;

use pun::core::Program;
use pun::diagnostic::{Diagnostic, Severity, render};
use pun::load::{self, Loaded};
use pun::source::Sources;

use crate::args::{Color, Output};
use crate::console;
use crate::exit::Exit;

/// What the standard input is called, as a file that is named on the command line and in messages.
const INPUT: (&str, &str) = ("-", "<stdin>");

/// Is the standard input meant?
pub(crate) fn is_input(file: &Path) -> bool {
    file == Path::new(INPUT.0)
}

/// What a program is called in messages.
pub(crate) fn name(file: &Path) -> String {
    if is_input(file) { INPUT.1.to_owned() } else { file.display().to_string() }
}

/// Loads a program; what is wrong with it is told.
pub(crate) fn load(file: &Path, output: Output) -> Result<Program, Exit> {
    let Loaded { sources, program, diagnostics } =
        if is_input(file) { load::load_stream(INPUT.1, io::stdin().lock()) } else { load::load(file) };
    let wanted = |diagnostic: &&Diagnostic| !output.quiet || diagnostic.severity == Severity::Error;
    tell(&sources, diagnostics.iter().filter(wanted), output.color);
    program.ok_or(Exit::Usage)
}

/// Tells what is wrong.
pub(crate) fn tell<'d>(
    sources: &Sources,
    diagnostics: impl IntoIterator<Item = &'d Diagnostic>,
    color: Color,
) {
    let color = console::is_coloured(color);
    for diagnostic in diagnostics {
        let text = render(sources, diagnostic, color);
        console::complain(&format!("{}\n\n", text.trim_end()));
    }
}
