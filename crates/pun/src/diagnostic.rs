//! What is wrong with a program, and where.

mod render;

pub use render::render;

use crate::source::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The program runs all the same.
    Warning,
    /// It does not.
    Error,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What was expected and what was found, in one line.
    pub message: String,
    /// Where: the place itself first, then others that matter, each with a few words (which may be empty).
    pub labels: Vec<(Span, String)>,
    /// What to do about it, if something is likely.
    pub help: Option<String>,
}

impl Diagnostic {
    /// Returns an error at a place.
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, span, message.into())
    }

    /// Returns a warning at a place.
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, span, message.into())
    }

    fn new(severity: Severity, span: Span, message: String) -> Self {
        Self { severity, message, labels: vec![(span, String::new())], help: None }
    }

    /// With some words at the place itself.
    #[must_use]
    pub fn labelled(mut self, words: impl Into<String>) -> Self {
        if let Some((_, label)) = self.labels.first_mut() {
            *label = words.into();
        }
        self
    }

    /// With another place that matters.
    #[must_use]
    pub fn and(mut self, span: Span, words: impl Into<String>) -> Self {
        self.labels.push((span, words.into()));
        self
    }

    /// With what to do about it.
    #[must_use]
    pub fn help(mut self, words: impl Into<String>) -> Self {
        self.help = Some(words.into());
        self
    }
}
