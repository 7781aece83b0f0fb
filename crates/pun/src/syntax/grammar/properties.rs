//! Properties.

use super::super::kind::{NodeKind as N, TokenKind as T};
use super::super::parser::Parser;
use super::{recovery, terms, types};

/// Parses `property name parameters with settings . body .`
pub(super) fn property(p: &mut Parser) -> N {
    p.bump();
    p.expect(T::Name);
    loop {
        if p.at(T::Name) {
            let mark = p.mark();
            p.bump();
            p.finish(mark, N::Parameter);
        } else if p.at(T::LeftParen) {
            parameter(p);
        } else {
            break;
        }
    }
    if p.at(T::With) {
        let mark = p.mark();
        p.bump();
        setting(p);
        while p.eat(T::Comma) {
            setting(p);
        }
        p.finish(mark, N::Settings);
    }
    terms::opening_dot(p);
    terms::term(p);
    recovery::closing_dot(p);
    N::Property
}

/// Parses `(x : type from term)`, where the type or `from term` may be missing.
fn parameter(p: &mut Parser) {
    let mark = p.mark();
    let opened = p.position();
    p.bump();
    p.expect(T::Name);
    if p.eat(T::Colon) {
        types::ty(p);
    }
    if p.eat(T::From) {
        terms::term(p);
    }
    p.close(T::RightParen, opened);
    p.finish(mark, N::Parameter);
}

/// Parses `size 9`.
fn setting(p: &mut Parser) {
    let mark = p.mark();
    p.expect(T::Name);
    p.expect(T::Integer);
    p.finish(mark, N::Setting);
}
