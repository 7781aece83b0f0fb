//! Loading programs, and telling what is wrong with them.

use std::path::Path;

use pun::core::Program;
use pun::diagnostic::{Diagnostic, Severity, render};
use pun::load::{self, Loaded};
use pun::source::Sources;

use crate::args::{Color, Output};
use crate::console;
use crate::exit::Exit;

/// Loads a program; what is wrong with it is told.
pub(crate) fn load(file: &Path, output: Output) -> Result<Program, Exit> {
    let Loaded { sources, program, diagnostics } = load::load(file);
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
