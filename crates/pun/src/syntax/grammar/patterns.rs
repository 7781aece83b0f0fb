//! Patterns.

use super::super::kind::{NodeKind as N, TokenKind as T};
use super::super::parser::{NodeStart, Parser};

/// Parses `p :: q` and anything tighter.
pub(super) fn pattern(p: &mut Parser) {
    p.nested(|p| {
        let mark = p.mark();
        atom(p);
        cons(p, mark);
    });
}

/// Parses `:: q` after a pattern, if it follows.
pub(super) fn cons(p: &mut Parser, mark: NodeStart) {
    if p.eat(T::Cons) {
        pattern(p);
        p.finish(mark, N::ConsPattern);
    }
}

/// Parses patterns that need no parentheses, zero or more.
pub(super) fn atoms(p: &mut Parser) {
    while p.peek().begins_pattern() {
        atom(p);
    }
    p.expect_also("a pattern");
}

/// Parses a pattern that needs no parentheses.
pub(super) fn atom(p: &mut Parser) {
    let mark = p.mark();
    let kind = match p.peek() {
        T::LeftParen => return p.before_dot(false, parenthesised),
        T::LeftBracket => return p.before_dot(false, |p| p.nested(bracketed)),
        T::Name | T::True | T::False => N::NamePattern,
        T::Underscore => N::Wildcard,
        T::Integer | T::Character | T::Text => N::LiteralPattern,
        _ => {
            p.expect_also("a pattern");
            p.fail_expecting(|error| error);
            N::MissingPattern
        }
    };
    p.bump_name();
    p.finish(mark, kind);
}

fn parenthesised(p: &mut Parser) {
    let mark = p.mark();
    let opened = p.position();
    p.bump();
    if p.eat(T::RightParen) {
        return p.finish(mark, N::UnitPattern);
    }
    pattern(p);
    let mut kind = N::ParenPattern;
    while p.eat(T::Comma) {
        kind = N::TuplePattern;
        pattern(p);
    }
    p.at(T::RightParen);
    if p.peek().begins_pattern() {
        let error = p.unexpected();
        p.fail(error.help("a constructor with fields stands in brackets: `[node l k v r]`"));
    } else if p.peek() == T::Colon {
        let error = p.unexpected();
        p.fail(error.help(
            "a list is taken apart by `(x :: xs)`; the type of an argument stands in a signature, `name : type .`",
        ));
    }
    p.close(T::RightParen, opened);
    p.finish(mark, kind);
}

fn bracketed(p: &mut Parser) {
    let mark = p.mark();
    let opened = p.position();
    p.bump();
    if !p.eat(T::RightBracket) {
        element(p);
        while p.eat(T::Comma) {
            element(p);
        }
        p.close(T::RightBracket, opened);
    }
    p.finish(mark, N::BracketPattern);
}

/// Parses `p :: q` or a head with arguments.
fn element(p: &mut Parser) {
    let mark = p.mark();
    let is_name = p.peek() == T::Name;
    atom(p);
    if is_name && p.peek().begins_pattern() {
        atoms(p);
        p.finish(mark, N::ApplyPattern);
    } else {
        if is_name {
            p.expect_also("a pattern");
        }
        cons(p, mark);
    }
}
