//! The files of a program: read and parsed, with what each imports.

use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::source::{Sources, Span};
use crate::syntax::{self, Parse};

/// How long a file may be.
const LONGEST: u64 = 64 << 20;

/// A file that has been read.
pub(super) struct File {
    /// The module's name: the file's without `.pun`.
    pub(super) name: Arc<str>,
    pub(super) parse: Parse,
    /// For each import: the file, if it could be read.
    pub(super) imports: Vec<Option<usize>>,
}

/// All files, the first one being what was asked for.
pub(super) struct Files {
    pub(super) sources: Sources,
    pub(super) all: Vec<File>,
    /// What is wrong with reading them.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Why a file cannot be read.
struct Unreadable {
    message: String,
    /// As much of the text as there is, and where it goes wrong.
    text: Option<(String, usize)>,
}

impl Files {
    /// Reads a file and what it imports.
    pub(super) fn read(sources: Sources, path: &Path) -> Self {
        let mut files = Self { sources, all: Vec::new(), diagnostics: Vec::new() };
        match text_of(path) {
            Ok(text) => files.follow(path, &text),
            Err(unreadable) => files.report(path, unreadable, None),
        }
        files
    }

    /// Takes a text for a file, and reads what it imports.
    pub(super) fn of_text(sources: Sources, name: &str, text: &str) -> Self {
        let mut files = Self { sources, all: Vec::new(), diagnostics: Vec::new() };
        files.follow(Path::new(name), text);
        files
    }

    /// Reads what is imported, file by file.
    fn follow(&mut self, path: &Path, text: &str) {
        let mut known: HashMap<PathBuf, Option<usize>> = HashMap::new();
        known.insert(identity(path), Some(0));
        let mut paths = vec![path.to_owned()];
        self.add(path, text);
        let mut next = 0;
        while next < self.all.len() {
            let directory = paths[next].parent().unwrap_or(Path::new("")).to_owned();
            for import in self.all[next].parse.module.imports.clone() {
                let target = directory.join(format!("{}.pun", import.text));
                let number = *known.entry(identity(&target)).or_insert_with(|| match text_of(&target) {
                    Ok(text) => {
                        paths.push(target.clone());
                        let number = self.add(&target, &text);
                        // What another file imports is no concern of the one that was asked for.
                        if next == 0 {
                            self.compare_names(number);
                        }
                        Some(number)
                    }
                    Err(unreadable) => {
                        self.report(&target, unreadable, Some(import.span));
                        None
                    }
                });
                self.all[next].imports.push(number);
            }
            next += 1;
        }
    }

    fn add(&mut self, path: &Path, text: &str) -> usize {
        let file = self.sources.add(path.display().to_string(), text);
        let parse = syntax::parse(file, text);
        let name: Arc<str> = path.file_stem().unwrap_or_default().to_string_lossy().into();
        self.all.push(File { name, parse, imports: Vec::new() });
        self.all.len() - 1
    }

    /// Warns of a module that calls itself otherwise than it is imported.
    fn compare_names(&mut self, number: usize) {
        let File { name, parse, .. } = &self.all[number];
        if let Some(header) = &parse.module.header
            && *header.name.text != **name
        {
            self.diagnostics.push(
                Diagnostic::warning(
                    header.name.span,
                    format!("the module `{}` is imported as `{name}`", header.name.text),
                )
                .labelled(format!("the file is `{name}.pun`")),
            );
        }
    }

    fn report(&mut self, path: &Path, unreadable: Unreadable, import: Option<Span>) {
        let Unreadable { message, text } = unreadable;
        let diagnostic = match (import, text) {
            (import, Some((text, place))) => {
                let file = self.sources.add(path.display().to_string(), text);
                let place = Span::new(file, place as u32, place as u32);
                let diagnostic = Diagnostic::error(place, message).labelled("here");
                match import {
                    Some(import) => diagnostic.and(import, "imported here"),
                    None => diagnostic,
                }
            }
            (Some(import), None) => Diagnostic::error(import, message)
                .labelled("imported here")
                .help("`import name .` reads `name.pun`, which stands beside the file with the import"),
            (None, None) => {
                let file = self.sources.add(path.display().to_string(), "");
                Diagnostic::error(Span::new(file, 0, 0), message)
            }
        };
        self.diagnostics.push(diagnostic);
    }
}

/// What makes two paths the same file.
fn identity(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

fn text_of(path: &Path) -> Result<String, Unreadable> {
    let shown = path.display();
    let unreadable = |message: String| Unreadable { message, text: None };
    let failed = |error: std::io::Error| {
        unreadable(match error.kind() {
            std::io::ErrorKind::NotFound => format!("there is no file `{shown}`"),
            std::io::ErrorKind::IsADirectory => format!("`{shown}` is a directory, not a file"),
            std::io::ErrorKind::PermissionDenied => format!("`{shown}` may not be read"),
            _ => format!("`{shown}` cannot be read: {error}"),
        })
    };
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(failed)?;
    file.take(LONGEST + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > LONGEST {
        return Err(unreadable(format!("`{shown}` is longer than {} MiB", LONGEST >> 20)));
    }
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        Unreadable { message: format!("`{shown}` is not UTF-8"), text: Some((text, place)) }
    })
}
