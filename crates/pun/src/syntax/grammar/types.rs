//! Types.

use super::super::kind::{NodeKind as N, TokenKind as T};
use super::super::parser::Parser;

fn begins_atom(p: &Parser) -> bool {
    matches!(p.peek(), T::Name | T::LeftParen | T::LeftBracket)
}

/// Parses `a -> b` and anything tighter.
pub(in crate::syntax) fn ty(p: &mut Parser) {
    p.nested(|p| {
        let mark = p.mark();
        applied(p);
        if p.eat(T::Arrow) {
            ty(p);
            p.finish(mark, N::ArrowType);
        }
    });
}

/// Parses `list a` and anything tighter.
pub(super) fn applied(p: &mut Parser) {
    if p.peek() != T::Name {
        return atom(p);
    }
    let mark = p.mark();
    p.bump_name();
    loop {
        if begins_atom(p) {
            atom(p);
        } else {
            p.expect_also("an argument");
            break;
        }
    }
    p.finish(mark, N::NameType);
}

/// Parses `a`, `()`, `(a, b)`, `(type)`.
pub(super) fn atom(p: &mut Parser) {
    let mark = p.mark();
    match p.peek() {
        T::Name => {
            p.bump_name();
            p.finish(mark, N::NameType);
        }
        T::LeftParen => parenthesised(p),
        T::LeftBracket => {
            p.expect_also("a type");
            p.fail_expecting(|error| error.help("the type of lists of `a` is `list a`"));
            p.missing(N::MissingType);
        }
        _ => {
            p.expect_also("a type");
            p.fail_expecting(|error| error);
            p.missing(N::MissingType);
        }
    }
}

fn parenthesised(p: &mut Parser) {
    let mark = p.mark();
    let opened = p.position();
    p.bump();
    if p.eat(T::RightParen) {
        return p.finish(mark, N::UnitType);
    }
    ty(p);
    let mut kind = N::ParenType;
    while p.eat(T::Comma) {
        kind = N::TupleType;
        ty(p);
    }
    p.close(T::RightParen, opened);
    p.finish(mark, kind);
}
