//! Source files and places in them.

use std::sync::Arc;

/// A file, by its number in [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A stretch of a file, in bytes; the end is not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// Where it begins.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
}

impl Span {
    /// The place of a term that stands in no file.
    pub const NOWHERE: Self = Self { file: FileId(0), start: 0, end: 0 };

    /// Returns a stretch of a file.
    pub fn new(file: FileId, start: u32, end: u32) -> Self {
        Self { file, start, end }
    }

    /// Returns whether it is the place of a term that stands in no file.
    pub(crate) fn is_nowhere(self) -> bool {
        self == Self::NOWHERE
    }

    /// From the beginning of one to the end of another in the same file.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { end: other.end, ..self }
    }
}

/// A file's name, as shown to people, and its text.
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

    /// Returns a file.
    pub fn get(&self, file: FileId) -> &Source {
        &self.0[file.0 as usize]
    }

    /// Returns the text of a stretch.
    pub fn text(&self, span: Span) -> &str {
        self.get(span.file).text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// Returns the line and the column, in characters, of where a stretch begins; both count from 1.
    pub fn line_and_column(&self, span: Span) -> (u32, u32) {
        let before = self.get(span.file).text.get(..span.start as usize).unwrap_or_default();
        let line = before.matches('\n').count() as u32 + 1;
        let last = before.rsplit('\n').next().unwrap_or_default();
        (line, last.chars().count() as u32 + 1)
    }
}
