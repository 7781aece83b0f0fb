//! What is in scope: a program that was loaded, and what has been declared since.

use std::path::{Path, PathBuf};

use pun::core::Program;
use pun::diagnostic::{Diagnostic, Severity};
use pun::load::{Loaded, load, load_text};
use pun::source::{FileId, Sources};
use pun::syntax;
use pun::tree::Declaration;

/// The file that a program is loaded from: the prelude comes before.
const MAIN: FileId = FileId(1);

/// A session.
pub(super) struct Session {
    file: Option<PathBuf>,
    /// The text of the file, if there is one.
    base: String,
    /// What was declared, each as it was typed.
    declared: Vec<Declared>,
    pub(super) program: Program,
}

/// Declarations that were typed together.
struct Declared {
    names: Vec<String>,
    text: String,
}

/// What is wrong.
pub(super) type Wrong = (Sources, Vec<Diagnostic>);

impl Session {
    /// With nothing but the prelude in scope.
    pub(super) fn new() -> Result<Self, Wrong> {
        let program = whole(load_text("session", ""))?;
        Ok(Self { file: None, base: String::new(), declared: Vec::new(), program })
    }

    /// Loads a file in place of what was there.
    pub(super) fn load(&mut self, file: &Path) -> Result<(), Wrong> {
        let program = whole(load(file))?;
        let base = program.sources.get(MAIN).text.to_string();
        *self = Self { file: Some(file.to_owned()), base, declared: Vec::new(), program };
        Ok(())
    }

    /// The file that was loaded.
    pub(super) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Declares more, in place of what was declared with the same names; what is given are the names.
    pub(super) fn declare(&mut self, text: &str) -> Result<Vec<String>, Wrong> {
        let names = names(text);
        let kept = self.declared.iter().filter(|one| !one.names.iter().any(|name| names.contains(name)));
        let texts: Vec<&str> =
            std::iter::once(&*self.base).chain(kept.clone().map(|one| &*one.text)).chain([text]).collect();
        let name = self.file.as_ref().map_or_else(|| "session".to_owned(), |file| file.display().to_string());
        let program = whole(load_text(&name, &texts.join("\n")))?;
        let added = Declared { names: names.clone(), text: text.to_owned() };
        self.declared = kept
            .map(|one| Declared { names: one.names.clone(), text: one.text.clone() })
            .chain([added])
            .collect();
        self.program = program;
        Ok(names)
    }
}

fn whole(loaded: Loaded) -> Result<Program, Wrong> {
    let Loaded { sources, program, mut diagnostics } = loaded;
    program.ok_or_else(|| {
        diagnostics.retain(|one| one.severity == Severity::Error);
        (sources, diagnostics)
    })
}

/// The names that are declared, in their order.
fn names(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for declaration in syntax::parse(FileId(0), text).module.declarations {
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
