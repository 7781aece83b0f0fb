//! The scope of a session: a loaded program and later declarations.

use std::path::{Path, PathBuf};

use pun::core::Program;
use pun::diagnostic::{Diagnostic, Severity};
use pun::load::{LoadResult, extend, load, load_text};
use pun::source::{FileId, Sources};
use pun::syntax;
use pun::tree::Declaration;

/// The name of typed sources.
const NAME: &str = "session";

/// A session.
pub(super) struct Session {
    file: Option<PathBuf>,
    pub(super) program: Program,
}

/// Errors with their sources.
pub(super) type SourceErrors = (Sources, Vec<Diagnostic>);

impl Session {
    /// Returns a session with only the prelude in scope.
    pub(super) fn new() -> Result<Self, SourceErrors> {
        Ok(Self { file: None, program: whole(load_text(NAME, ""))? })
    }

    /// Replaces the scope by a file.
    pub(super) fn load(&mut self, file: &Path) -> Result<(), SourceErrors> {
        *self = Self { file: Some(file.to_owned()), program: whole(load(file))? };
        Ok(())
    }

    /// Returns the file that was loaded.
    pub(super) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Adds declarations and returns their names. Older declarations with these names are hidden
    /// from later text; existing uses keep their meaning.
    pub(super) fn declare(&mut self, text: &str) -> Result<Vec<String>, SourceErrors> {
        // Imports are searched for beside the file.
        let name = self.file.as_ref().map_or_else(|| NAME.into(), |file| file.with_file_name(NAME));
        self.program = whole(extend(&self.program, &name.display().to_string(), text))?;
        Ok(names(text))
    }
}

fn whole(loaded: LoadResult) -> Result<Program, SourceErrors> {
    let LoadResult { sources, program, mut diagnostics } = loaded;
    program.ok_or_else(|| {
        diagnostics.retain(|one| one.severity == Severity::Error);
        (sources, diagnostics)
    })
}

/// Returns the imported and declared names, in order.
fn names(text: &str) -> Vec<String> {
    let module = syntax::parse(FileId(0), text).module;
    let mut names: Vec<String> = module.imports.iter().map(|import| import.text.to_string()).collect();
    for declaration in module.declarations {
        let name = match &declaration {
            Declaration::Data(data) => &data.name,
            Declaration::Signature(signature) => &signature.name,
            Declaration::Definition(definition) => &definition.name,
            Declaration::Property(property) => &property.name,
            Declaration::Generator(generator) => &generator.name,
        };
        if !names.iter().any(|known| *known == *name.text) {
            names.push(name.text.to_string());
        }
    }
    names
}
