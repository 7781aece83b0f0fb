//! Where a declaration ends that is wrong, and where the next one begins.

use super::super::kind::{NodeKind as N, TokenKind as T};
use super::super::parser::Parser;
use super::patterns;
use crate::diagnostic::Diagnostic;

/// Parses a declaration, and makes a node of it. One that is wrong is left where it probably ends.
pub(super) fn declaration(p: &mut Parser, parse: impl Fn(&mut Parser) -> N) {
    let mark = p.mark();
    let errors = p.diagnostics.len();
    p.begin = mark.at;
    p.searched = mark.at + 1;
    let mut kind = parse(p);
    let mut fence = None;
    if p.failed {
        fence = next_declaration(p);
        if let Some(fence) = fence {
            // Its `.` is missing: once more, and no further than it goes.
            p.rewind(mark, errors, fence);
            kind = parse(p);
        }
    }
    if p.too_deep {
        p.forget(mark);
        kind = N::Error;
    }
    if p.failed {
        let rest = p.mark();
        let end = fence.unwrap_or_else(|| end_of_declaration(p));
        p.resume(end.max(mark.at + 1));
        if p.position() > rest.at {
            p.finish(rest, N::Error);
        }
    } else if fence.is_some() {
        p.resume(p.position());
    }
    p.finish(mark, kind);
}

/// Passes over the dot that closes a declaration.
pub(super) fn closing_dot(p: &mut Parser) {
    if p.at(T::Dot) {
        let after = p.text_after(p.position());
        let error =
            || Diagnostic::error(p.span(), "a dot that closes a declaration is followed by white space");
        if after.starts_with(|c: char| c.is_ascii_digit()) {
            return p.fail(error().help("there are integers only"));
        }
        if !(after.is_empty() || after.starts_with(char::is_whitespace) || after.starts_with("//")) {
            p.error(error());
        }
        p.bump();
    } else if p.peek() == T::End {
        let error = p.unexpected().help("a declaration ends with `.`");
        let is_last = p.position() == p.last();
        p.error(if is_last { error } else { error.and(p.span(), "the next declaration begins here") });
    } else {
        p.fail_expecting(|error| error);
    }
}

/// The first place after the beginning of the declaration at hand, and up to here, where another one seems to begin.
pub(super) fn next_declaration(p: &mut Parser) -> Option<usize> {
    while p.searched <= p.position() {
        let at = p.searched;
        if p.kind_at(at).begins_declaration() || p.begins_line(at) && looks_like_definition(p, at) {
            return Some(at);
        }
        p.searched += 1;
    }
    None
}

/// Where to go on after a declaration that is wrong from here on.
fn end_of_declaration(p: &Parser) -> usize {
    let mut at = p.position();
    while at < p.last() {
        let kind = p.kind_at(at);
        if kind.begins_declaration() || p.begins_line(at) && looks_like_definition(p, at) {
            break;
        }
        at += 1;
        let next = p.kind_at(at);
        if kind == T::Dot
            && (next == T::End || next == T::Name && (p.begins_line(at) || looks_like_definition(p, at)))
        {
            break;
        }
    }
    at
}

/// Does this begin as `name : ..` or `name patterns = ..` do?
fn looks_like_definition(p: &Parser, at: usize) -> bool {
    if p.kind_at(at) != T::Name {
        return false;
    }
    let mut after = at + 1;
    loop {
        match p.kind_at(after) {
            T::Equals | T::Colon => return true,
            _ if p.begins_line(after) => return false,
            T::RightParen | T::RightBracket | T::Comma | T::Cons => {}
            kind if patterns::begins_atom(kind) => {}
            _ => return false,
        }
        after += 1;
    }
}
