//! Source files and spans.

use std::sync::Arc;

/// A file, by its number in [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A range of bytes in a file; the end is exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// Its start.
    pub start: u32,
    /// Its end.
    pub end: u32,
}

impl Span {
    /// The span of a term without source.
    pub const NOWHERE: Self = Self { file: FileId(0), start: 0, end: 0 };

    /// Returns a span.
    pub fn new(file: FileId, start: u32, end: u32) -> Self {
        Self { file, start, end }
    }

    /// Returns whether it is the span of a term without source.
    pub fn is_nowhere(self) -> bool {
        self == Self::NOWHERE
    }

    /// Returns the span from the start of this one to the end of another in the same file.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { end: other.end, ..self }
    }
}

/// A file: its display name and its text.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name.
    pub name: Arc<str>,
    /// The text.
    pub text: Arc<str>,
}

/// All files of a program. The prelude is the first one.
#[derive(Clone, Debug, Default)]
pub struct Sources(Vec<Source>);

impl Sources {
    /// Adds a file.
    pub fn add(&mut self, name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> FileId {
        self.0.push(Source { name: name.into(), text: text.into() });
        FileId(self.0.len() as u32 - 1)
    }

    /// Returns all files, in the order of their numbers.
    pub fn all(&self) -> &[Source] {
        &self.0
    }

    /// Returns a file.
    pub fn get(&self, file: FileId) -> &Source {
        &self.0[file.0 as usize]
    }

    /// Returns the text of a span.
    pub fn text(&self, span: Span) -> &str {
        self.get(span.file).text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// Returns the line and the column, in characters, of the start of a span; both count from 1.
    pub fn line_and_column(&self, span: Span) -> (u32, u32) {
        let before = self.get(span.file).text.get(..span.start as usize).unwrap_or_default();
        let line = before.matches('\n').count() as u32 + 1;
        let last = before.rsplit('\n').next().unwrap_or_default();
        (line, last.chars().count() as u32 + 1)
    }

    /// Returns where a stretch begins, as `file:line:column`.
    pub fn place(&self, span: Span) -> String {
        let (line, column) = self.line_and_column(span);
        format!("{}:{line}:{column}", self.get(span.file).name)
    }
}
