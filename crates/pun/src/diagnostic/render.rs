//! Diagnostics for readers: the message, the source lines, and the help.

use std::borrow::Cow;

use annotate_snippets::{
    Annotation, AnnotationKind, Group, Level, Renderer, Snippet, normalize_untrusted_str,
};

use super::{Diagnostic, Severity};
use crate::source::{FileId, Source, Sources, Span};

/// The maximal number of columns of a shown line.
const WIDTH: usize = 120;

/// Returns a diagnostic with its source lines, ready for a terminal; it ends with a line break.
pub fn render(sources: &Sources, diagnostic: &Diagnostic, color: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = Group::with_title(level.primary_title(visible(&diagnostic.message)));
    let mut files: Vec<FileId> = Vec::new();
    for (span, _) in &diagnostic.labels {
        if !files.contains(&span.file) {
            files.push(span.file);
        }
    }
    // A file that cannot be read has no lines.
    for file in files.into_iter().filter(|file| !sources.get(*file).text.is_empty()) {
        group = group.element(snippet(sources.get(file), file, diagnostic));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(normalize_untrusted_str(&visible(help))));
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut shown = renderer.term_width(WIDTH).render(&[group]);
    shown.push('\n');
    shown
}

/// Returns the lines of one file that a diagnostic is about.
fn snippet<'a>(source: &'a Source, file: FileId, diagnostic: &'a Diagnostic) -> Snippet<'a, Annotation<'a>> {
    let text: &str = &source.text;
    let places: Vec<(usize, usize, &str, bool)> = diagnostic
        .labels
        .iter()
        .enumerate()
        .filter(|(_, (span, _))| span.file == file)
        .map(|(i, (span, words))| {
            let (start, end) = within(text, *span);
            (start, end, words.as_str(), i == 0)
        })
        .collect();
    let first = places.iter().map(|place| place.0).min().unwrap_or(0);
    let last = places.iter().map(|place| place.1).max().unwrap_or(0);
    let from = text[..first].rfind('\n').map_or(0, |at| at + 1);
    let to = text[last..].find('\n').map_or(text.len(), |at| last + at);
    let line = text[..from].matches('\n').count() + 1;
    let annotations = places.into_iter().map(|(start, end, words, is_primary)| {
        let kind = if is_primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        let annotation = kind.span(start - from..end - from);
        if words.is_empty() { annotation } else { annotation.label(normalize_untrusted_str(&visible(words))) }
    });
    Snippet::source(visible(&text[from..to]))
        .line_start(line)
        .path(visible(&source.name))
        .annotations(annotations)
}

/// Returns a text with the control and invisible characters replaced that the renderer leaves;
/// replacements have the same length.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    let replacement = |c: char| match c {
        '\u{80}'..='\u{9f}' | '\u{ad}' => Some('\u{b7}'),
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => {
            Some('\u{fffd}')
        }
        _ => None,
    };
    if text.chars().any(|c| replacement(c).is_some()) {
        text.chars().map(|c| replacement(c).unwrap_or(c)).collect()
    } else {
        text.into()
    }
}

/// Returns the ends of a span, moved outwards to character boundaries.
fn within(text: &str, span: Span) -> (usize, usize) {
    let boundary = |at: &usize| text.is_char_boundary(*at);
    let (start, end) = ((span.start as usize).min(text.len()), (span.end as usize).min(text.len()));
    let start = (0..=start).rev().find(boundary).unwrap_or(0);
    let end = (end..=text.len()).find(boundary).unwrap_or(text.len());
    (start, end.max(start))
}
