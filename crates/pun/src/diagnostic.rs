//! Errors and warnings about a program, with their places.

mod render;

pub use render::render;
pub(crate) use render::visible;

use crate::source::Span;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The program can still be run.
    Warning,
    /// The program cannot be run.
    Error,
}

/// An error or a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its severity.
    pub severity: Severity,
    /// The message in one line: what was expected and what was found.
    pub message: String,
    /// The labels: the place itself first, then related places, each with a few words (possibly
    /// none).
    pub labels: Vec<(Span, String)>,
    /// What to do about it, if known.
    pub help: Option<String>,
}

impl Diagnostic {
    /// Returns an error at a span.
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, span, message.into())
    }

    /// Returns a warning at a span.
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, span, message.into())
    }

    fn new(severity: Severity, span: Span, message: String) -> Self {
        Self { severity, message, labels: vec![(span, String::new())], help: None }
    }

    /// Adds words to the label of the place itself.
    #[must_use]
    pub fn labelled(mut self, words: impl Into<String>) -> Self {
        if let Some((_, label)) = self.labels.first_mut() {
            *label = words.into();
        }
        self
    }

    /// Adds a label for a related place.
    #[must_use]
    pub fn and(mut self, span: Span, words: impl Into<String>) -> Self {
        self.labels.push((span, words.into()));
        self
    }

    /// Adds the help.
    #[must_use]
    pub fn help(mut self, words: impl Into<String>) -> Self {
        self.help = Some(words.into());
        self
    }
}
