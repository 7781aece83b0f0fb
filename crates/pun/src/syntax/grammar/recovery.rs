//! Error recovery: where a wrong declaration ends, and where the next one begins.

use super::super::habits;
use super::super::kind::{NodeKind as N, TokenKind as T};
use super::super::parser::Parser;
use crate::diagnostic::Diagnostic;

/// Parses a declaration into a node. A wrong one is skipped up to its probable end.
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
            // Its `.` is missing: parse it again, only up to its probable end.
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
    p.forget_errors_of_unknown(mark, errors);
    p.finish(mark, kind);
}

/// Skips the dot that closes a declaration.
pub(super) fn closing_dot(p: &mut Parser) {
    if p.at(T::Dot) {
        let after = p.text_after(p.position());
        let error =
            || Diagnostic::error(p.span(), "a dot that closes a declaration is followed by white space");
        if let Some(help) = not_of_here(p) {
            return p.fail(error().help(help));
        }
        if !(after.is_empty() || after.starts_with(char::is_whitespace) || after.starts_with("//")) {
            p.error(error().help("put a blank behind the dot"));
        }
        p.bump();
    } else if p.peek() == T::End {
        let error = habits::explain(p, p.unexpected().help("a declaration ends with `.`"));
        let is_last = p.position() == p.last();
        p.error(if is_last { error } else { error.and(p.span(), "the next declaration begins here") });
    } else {
        p.fail_expecting(|error| error);
    }
}

/// Returns the help for a dot that does not seem to close a declaration: it has no white space
/// around it.
fn not_of_here(p: &Parser) -> Option<String> {
    let (dot, before) = (p.position(), p.position().checked_sub(1)?);
    if p.span_at(before).end != p.span_at(dot).start || p.span_at(dot).end != p.span_at(dot + 1).start {
        return None;
    }
    if p.kind_at(p.begin) == T::Import {
        return Some("a module is named by one name, without dots".to_owned());
    }
    match (p.kind_at(before), p.kind_at(dot + 1)) {
        (T::Integer, T::Integer) => Some("there are integers only".to_owned()),
        (_, T::Integer) => {
            Some("`fst` and `snd` give the parts of a pair, `nth` an element of a list".to_owned())
        }
        (T::Name | T::RightParen | T::RightBracket, T::Name) if !looks_like_definition(p, dot + 1) => {
            let (function, argument) = (p.text_at(dot + 1), p.text_at(before));
            let others = if p.kind_at(dot + 2) == T::LeftParen { "(..) " } else { "" };
            let argument = if p.kind_at(before) == T::Name { argument } else { "(..)" };
            Some(format!("a function stands before what it is called with: `{function} {others}{argument}`"))
        }
        _ => None,
    }
}

/// Returns the first token of the next declaration that seems to begin after the start of the
/// current one, up to here.
pub(super) fn next_declaration(p: &mut Parser) -> Option<usize> {
    while p.searched <= p.position() {
        let at = p.searched;
        if begins_another(p, at) {
            return Some(at);
        }
        p.searched += 1;
    }
    None
}

/// Returns where to continue after a declaration that is wrong from here on.
fn end_of_declaration(p: &Parser) -> usize {
    let mut at = p.position();
    while at < p.last() {
        if at > p.begin && begins_another(p, at) {
            break;
        }
        let kind = p.kind_at(at);
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

/// Returns whether the next declaration seems to begin here.
fn begins_another(p: &Parser, at: usize) -> bool {
    let is_keyword = p.kind_at(at).begins_declaration();
    is_keyword && (p.is_first_of_line(at) || p.kind_at(at - 1) == T::Dot)
        || p.begins_line(at) && looks_like_definition(p, at)
}

/// Returns whether the tokens here begin like `name : ..` or `name patterns = ..`.
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
            T::Dot if p.qualifies(after) => {}
            kind if kind.begins_pattern() => {}
            _ => return false,
        }
        after += 1;
    }
}
