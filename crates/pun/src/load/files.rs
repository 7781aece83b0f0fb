//! Reads and parses the files of a program and their imports.

use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::prelude;
use crate::core::Module as Checked;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Sources, Span};
use crate::syntax::{self, Parse};
use crate::tree::Module;

/// The maximal length of a file, in bytes.
const LONGEST: u64 = 64 << 20;

/// A file that has been read.
pub(super) struct File {
    /// The module's name: the file's without `.pun`.
    pub(super) name: Arc<str>,
    pub(super) source: FileId,
    pub(super) parse: Parse,
    /// Its canonical path.
    pub(super) path: PathBuf,
    /// For each import, the module if it could be read.
    pub(super) imports: Vec<Option<Target>>,
}

/// The target of an import.
#[derive(Clone, Copy)]
pub(super) enum Target {
    /// A file that is read, by its index.
    File(usize),
    /// A module of the program that the files are added to, by its index.
    Loaded(usize),
}

impl File {
    /// Returns the files that it imports, by index.
    pub(super) fn files(&self) -> impl Iterator<Item = usize> {
        self.imports.iter().filter_map(|target| match target {
            Some(Target::File(number)) => Some(*number),
            Some(Target::Loaded(_)) | None => None,
        })
    }
}

/// All files; the first one is the main file.
pub(super) struct Files {
    pub(super) sources: Sources,
    pub(super) all: Vec<File>,
    /// Errors in reading them.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Why a file is read.
#[derive(Clone, Copy)]
enum Origin {
    /// It is the first one.
    Given,
    Import(Span),
    /// It is a further module.
    Further,
}

/// Why a file cannot be read.
struct Unreadable {
    message: String,
    /// The readable beginning of the text, and the offset of the error.
    text: Option<(String, usize)>,
}

impl Files {
    /// Reads a file, its imports and further modules.
    pub(super) fn read(sources: Sources, path: &Path, further: &[String]) -> Self {
        let mut files = Self { sources, all: Vec::new(), diagnostics: Vec::new() };
        match text_of(path) {
            Ok(text) => files.follow(path, &text, &[], further),
            Err(unreadable) => files.report(path, unreadable, Origin::Given),
        }
        files
    }

    /// Uses a text as a file, and reads its imports, except modules that are loaded already.
    pub(super) fn of_text(sources: Sources, loaded: &[Checked], name: &str, text: &str) -> Self {
        let mut files = Self { sources, all: Vec::new(), diagnostics: Vec::new() };
        files.follow(Path::new(name), text, loaded, &[]);
        files
    }

    /// Uses a module that is made from a text in another language. It has no imports.
    pub(super) fn of_module(
        mut sources: Sources,
        name: &str,
        text: &str,
        read: impl FnOnce(FileId) -> (Module, Vec<Diagnostic>),
    ) -> Self {
        let path = Path::new(name);
        let source = sources.add(name, text);
        let (module, diagnostics) = read(source);
        let parse = Parse { module, diagnostics, ..syntax::parse(source, "") };
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into();
        let file = File { name, source, parse, path: identity(path), imports: Vec::new() };
        Self { sources, all: vec![file], diagnostics: Vec::new() }
    }

    /// Reads a stream as a file, its imports and further modules.
    pub(super) fn of_stream(sources: Sources, name: &str, stream: impl Read, further: &[String]) -> Self {
        let mut files = Self { sources, all: Vec::new(), diagnostics: Vec::new() };
        match text_of_stream(name, stream) {
            Ok(text) => files.follow(Path::new(name), &text, &[], further),
            Err(unreadable) => files.report(Path::new(name), unreadable, Origin::Given),
        }
        files
    }

    /// Reads imports, file by file, and further modules, which the first file does not import.
    fn follow(&mut self, path: &Path, text: &str, loaded: &[Checked], further: &[String]) {
        let modules = loaded.iter().enumerate();
        let mut known: HashMap<PathBuf, Option<Target>> =
            modules.map(|(number, module)| (module.path.clone(), Some(Target::Loaded(number)))).collect();
        known.insert(identity(path), Some(Target::File(0)));
        let mut paths = vec![path.to_owned()];
        self.add(path, text);
        let mut next = 0;
        while next < self.all.len() {
            let directory = paths[next].parent().unwrap_or(Path::new("")).to_owned();
            let imports = self.all[next].parse.module.imports.clone();
            let is_first = next == 0;
            let imported = imports.iter().map(|import| (&*import.text, Origin::Import(import.span)));
            let others = further.iter().filter(|name| is_first && *name != prelude::NAME);
            let others = others.map(|name| (&**name, Origin::Further));
            for (name, origin) in imported.chain(others) {
                let target = directory.join(format!("{name}.pun"));
                let number = *known.entry(identity(&target)).or_insert_with(|| match text_of(&target) {
                    Ok(text) => {
                        paths.push(target.clone());
                        let number = self.add(&target, &text);
                        // Other files are checked when they are the main file.
                        if is_first {
                            self.compare_names(number);
                        }
                        Some(Target::File(number))
                    }
                    Err(unreadable) => {
                        self.report(&target, unreadable, origin);
                        None
                    }
                });
                if matches!(origin, Origin::Import(_)) {
                    self.all[next].imports.push(number);
                }
            }
            next += 1;
        }
    }

    fn add(&mut self, path: &Path, text: &str) -> usize {
        let file = self.sources.add(path.display().to_string(), text);
        let parse = syntax::parse(file, text);
        let name: Arc<str> = path.file_stem().unwrap_or_default().to_string_lossy().into();
        self.all.push(File { name, source: file, parse, path: identity(path), imports: Vec::new() });
        self.all.len() - 1
    }

    /// Warns about a module whose header has another name than the import.
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

    fn report(&mut self, path: &Path, unreadable: Unreadable, origin: Origin) {
        let Unreadable { message, text } = unreadable;
        let diagnostic = match (origin, text) {
            (origin, Some((text, place))) => {
                let file = self.sources.add(path.display().to_string(), text);
                let place = Span::new(file, place as u32, place as u32);
                let diagnostic = Diagnostic::error(place, message).labelled("here");
                match origin {
                    Origin::Import(import) => diagnostic.and(import, "imported here"),
                    Origin::Given | Origin::Further => diagnostic,
                }
            }
            (Origin::Import(import), None) => Diagnostic::error(import, message)
                .labelled("imported here")
                .help("`import name .` reads `name.pun` from the directory of the importing file"),
            (Origin::Given | Origin::Further, None) => {
                let file = self.sources.add(path.display().to_string(), "");
                let diagnostic = Diagnostic::error(Span::new(file, 0, 0), message);
                if matches!(origin, Origin::Further) {
                    diagnostic
                        .help("a further module is read from the directory of the program, as an import is")
                } else {
                    diagnostic
                }
            }
        };
        self.diagnostics.push(diagnostic);
    }
}

/// Returns the canonical path, which is equal for equal files.
fn identity(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Returns the error for a file, or a stream, that cannot be read.
fn unreadable(shown: &str, error: &std::io::Error) -> Unreadable {
    let message = match error.kind() {
        std::io::ErrorKind::NotFound => format!("there is no file `{shown}`"),
        std::io::ErrorKind::IsADirectory => format!("`{shown}` is a directory, not a file"),
        std::io::ErrorKind::PermissionDenied => format!("`{shown}` may not be read"),
        _ => format!("`{shown}` cannot be read: {error}"),
    };
    Unreadable { message, text: None }
}

fn text_of(path: &Path) -> Result<String, Unreadable> {
    let shown = path.display().to_string();
    let file = std::fs::File::open(path).map_err(|error| unreadable(&shown, &error))?;
    text_of_stream(&shown, file)
}

fn text_of_stream(shown: &str, stream: impl Read) -> Result<String, Unreadable> {
    let mut bytes = Vec::new();
    stream.take(LONGEST + 1).read_to_end(&mut bytes).map_err(|error| unreadable(shown, &error))?;
    if bytes.len() as u64 > LONGEST {
        let message = format!("`{shown}` is longer than {} MiB", LONGEST >> 20);
        return Err(Unreadable { message, text: None });
    }
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        Unreadable { message: format!("`{shown}` is not UTF-8"), text: Some((text, place)) }
    })
}
