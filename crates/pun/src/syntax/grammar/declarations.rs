//! Files and their declarations, except properties and generators.

use super::super::MOST_ERRORS;
use super::super::kind::{NodeKind as N, TokenKind as T};
use super::super::parser::Parser;
use super::{generators, patterns, properties, recovery, terms, types};
use crate::diagnostic::Diagnostic;

/// Parses a file.
pub(in crate::syntax) fn file(p: &mut Parser) {
    while p.position() < p.last() && p.diagnostics.len() < MOST_ERRORS {
        recovery::declaration(p, declaration);
    }
}

fn declaration(p: &mut Parser) -> N {
    match p.peek() {
        T::Module => header(p),
        T::Import => import(p),
        T::Data => data(p),
        T::Property => properties::property(p),
        T::Generator => generators::generator(p),
        T::Name => definition(p),
        other => {
            p.expect_also("a declaration");
            p.fail_expecting(|error| match other {
                T::Decreases => error.help("`decreases` comes directly after the type of a generator"),
                _ if error.help.is_some() => error,
                _ => error.help(
                    "a declaration begins with a name, `data`, `property`, `generator`, `import` or `module`",
                ),
            });
            N::Error
        }
    }
}

/// Parses `module name (a, b) .`
fn header(p: &mut Parser) -> N {
    if p.position() > 0 {
        p.error(Diagnostic::error(p.span(), "`module` comes before everything else"));
    }
    p.bump();
    p.expect(T::Name);
    if p.at(T::LeftParen) {
        let mark = p.mark();
        let opened = p.position();
        p.bump();
        if !p.eat(T::RightParen) {
            p.expect(T::Name);
            while p.eat(T::Comma) {
                p.expect(T::Name);
            }
            p.close(T::RightParen, opened);
        }
        p.finish(mark, N::Exports);
    }
    recovery::closing_dot(p);
    N::Header
}

/// Parses `import name .`
fn import(p: &mut Parser) -> N {
    p.bump();
    p.expect(T::Name);
    recovery::closing_dot(p);
    N::Import
}

/// Parses `data name parameters = constructors .`
fn data(p: &mut Parser) -> N {
    p.bump();
    p.expect(T::Name);
    while p.eat(T::Name) {}
    p.expect(T::Equals);
    constructor(p);
    while p.eat(T::Bar) {
        constructor(p);
    }
    recovery::closing_dot(p);
    N::Data
}

fn constructor(p: &mut Parser) {
    let mark = p.mark();
    p.expect(T::Name);
    while matches!(p.peek(), T::Tilde | T::Name | T::LeftParen | T::LeftBracket) {
        let field = p.mark();
        p.eat(T::Tilde);
        types::atom(p);
        p.finish(field, N::Field);
    }
    p.expect_also("the type of a field");
    p.finish(mark, N::Constructor);
}

/// Parses `name : type .` or `name patterns = term .`
fn definition(p: &mut Parser) -> N {
    p.bump();
    if p.at(T::Colon) || p.peek() == T::Cons {
        if p.peek() == T::Cons {
            p.error(
                Diagnostic::error(p.span(), "`::` puts an element before a list")
                    .help("`name : type .` gives a type"),
            );
        }
        p.bump();
        types::ty(p);
        recovery::closing_dot(p);
        return N::Signature;
    }
    patterns::atoms(p);
    if matches!(p.peek(), T::Equal | T::Arrow | T::FatArrow) {
        p.expect_also(T::Equals.describe());
        p.error(p.unexpected().help("a definition has `=` between its parameters and its term"));
        p.bump();
    } else if !p.eat(T::Equals) {
        let is_guard = p.peek() == T::Bar;
        p.fail_expecting(|error| {
            if is_guard { error.help("a definition has no guards; use `if` or `case`") } else { error }
        });
    }
    terms::term(p);
    recovery::closing_dot(p);
    N::Definition
}
