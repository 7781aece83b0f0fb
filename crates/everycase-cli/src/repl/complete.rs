//! Decides whether the text typed so far is complete, or continues on the next line.

use pun::diagnostic::{Diagnostic, Severity};
use pun::source::FileId;
use pun::syntax;

/// The text typed so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InputKind {
    /// Nothing.
    Nothing,
    /// A command such as `:load`.
    Command,
    /// A term.
    Term,
    /// Declarations.
    Declarations,
    /// Incomplete.
    Beginning,
}

/// Classifies a text. An incomplete one continues until an empty line.
pub(super) fn look_at(text: &str) -> InputKind {
    let whole = text.trim();
    if whole.is_empty() {
        return InputKind::Nothing;
    }
    if whole.starts_with(':') && !whole.starts_with("::") {
        return InputKind::Command;
    }
    let (_, term) = syntax::parse_term(FileId(0), text);
    if first_error(&term).is_none() {
        return InputKind::Term;
    }
    let syntax::Parse { module, diagnostics: declarations, .. } = syntax::parse(FileId(0), text);
    if first_error(&declarations).is_none() {
        let is_comment =
            module.header.is_none() && module.imports.is_empty() && module.declarations.is_empty();
        return if is_comment { InputKind::Nothing } else { InputKind::Declarations };
    }
    let breaks_off = |diagnostics: &[Diagnostic]| first_error(diagnostics) >= Some(text.trim_end().len());
    let is_ended = text.ends_with("\n\n") || text.ends_with("\n\r\n");
    if !is_ended && (breaks_off(&term) || breaks_off(&declarations)) {
        return InputKind::Beginning;
    }
    // It is wrong in both cases: guess which one was meant.
    if whole.ends_with('.') { InputKind::Declarations } else { InputKind::Term }
}

/// Returns the place of the first error.
fn first_error(diagnostics: &[Diagnostic]) -> Option<usize> {
    let errors = diagnostics.iter().filter(|one| one.severity == Severity::Error);
    errors.filter_map(|error| error.labels.first()).map(|(span, _)| span.start as usize).min()
}

#[cfg(test)]
mod tests {
    use super::{InputKind, look_at};

    #[test]
    fn what_was_typed_is_told_by_how_it_parses() {
        for (text, expected) in [
            ("", InputKind::Nothing),
            (" \n", InputKind::Nothing),
            ("// a comment", InputKind::Nothing),
            (":load bst.pun", InputKind::Command),
            ("1 + 2", InputKind::Term),
            ("insert", InputKind::Term),
            ("f x = x .", InputKind::Declarations),
            ("f : integer -> integer .\nf x = x .", InputKind::Declarations),
            ("data colour = red | green .", InputKind::Declarations),
            ("property p x . x == x .", InputKind::Declarations),
            ("import nat .", InputKind::Declarations),
        ] {
            assert_eq!(look_at(text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_breaks_off_goes_on_until_an_empty_line() {
        for text in [
            "1 +",
            "f x =",
            "f x = x",
            "case xs of",
            "case xs of\n  ; [] -> 0\n  ; x :: _ ->",
            "[1, 2",
            "let x = 1 in",
        ] {
            assert_eq!(look_at(text), InputKind::Beginning, "{text:?}");
            assert_eq!(look_at(&format!("{text}\n")), InputKind::Beginning, "{text:?}");
            assert_ne!(look_at(&format!("{text}\n\n")), InputKind::Beginning, "{text:?}");
        }
    }

    #[test]
    fn what_is_wrong_in_the_middle_does_not_go_on() {
        assert_eq!(look_at("1 + ) 2"), InputKind::Term);
        assert_eq!(look_at("f x = ) ."), InputKind::Declarations);
    }
}
