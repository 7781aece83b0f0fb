//! Generators: their coverage types, and what decreases.

use super::super::kind::{NodeKind as N, TokenKind as T};
use super::super::parser::Parser;
use super::{recovery, terms, types};
use crate::diagnostic::Diagnostic;

/// How to write measures.
const MEASURES: &str = "what decreases is a list of terms over the parameters: `decreases (n) .`";

/// Parses `generator name : (n : type | term) -> [v : type | term] .` with an optional
/// `decreases (n, len xs) .`
pub(super) fn generator(p: &mut Parser) -> N {
    p.bump();
    p.expect(T::Name);
    p.expect(T::Colon);
    coverage(p);
    recovery::closing_dot(p);
    if p.peek() == T::Decreases {
        let mark = p.mark();
        p.bump();
        let opened = p.position();
        if !p.eat(T::LeftParen) {
            p.fail_expecting(|error| error.help(MEASURES));
        }
        if p.peek() == T::RightParen {
            p.expect_also("a term");
            p.fail_expecting(|error| error.help(MEASURES));
        }
        terms::term(p);
        while p.eat(T::Comma) {
            terms::term(p);
        }
        p.close(T::RightParen, opened);
        recovery::closing_dot(p);
        p.finish(mark, N::Decreases);
    }
    N::Generator
}

/// Parses `(n : type | term) -> [v : type | term]`.
fn coverage(p: &mut Parser) {
    p.nested(|p| {
        let mark = p.mark();
        qualified(p);
        while p.eat(T::Arrow) {
            qualified(p);
        }
        p.finish(mark, N::Coverage);
    });
}

/// Parses `(n : type | term)`, `(g : coverage type)`, `[v : type | term]` or a type.
fn qualified(p: &mut Parser) {
    let (mark, opener) = (p.mark(), p.span());
    let is_result = p.peek() == T::LeftBracket;
    if !is_result && !is_named(p, 0) {
        if p.peek() == T::LeftParen && is_coverage(p, 1) {
            p.fail(
                Diagnostic::error(opener, "a function with a coverage type has a name")
                    .labelled("not named")
                    .help("the name stands before its type: `(g : (n : integer) -> [v : integer])`"),
            );
        }
        p.expect_also("`(`");
        p.expect_also("`[`");
        types::applied(p);
        return p.finish(mark, N::Qualified);
    }
    let opened = p.position();
    p.bump();
    p.expect(T::Name);
    p.expect(T::Colon);
    if !is_result && is_coverage(p, 0) {
        function(p);
    } else {
        types::ty(p);
        if p.eat(T::Bar) {
            terms::term(p);
        }
    }
    p.close(if is_result { T::RightBracket } else { T::RightParen }, opened);
    p.finish(mark, N::Qualified);
    if is_result && p.peek() == T::Arrow {
        p.error(
            Diagnostic::error(opener, "a parameter in brackets")
                .labelled("what is in brackets is covered")
                .help("parameters stand in parentheses: `(n : integer | 0 <= n) -> [v : integer | v <= n]`"),
        );
    } else if !is_result && p.peek() != T::Arrow {
        p.error(
            Diagnostic::error(opener, "a result in parentheses")
                .labelled("what is in parentheses is allowed")
                .help("the result stands in brackets: `(n : integer | 0 <= n) -> [v : integer | v <= n]`"),
        );
    }
}

/// Parses the coverage type of a parameter.
fn function(p: &mut Parser) {
    if p.peek() == T::LeftBracket {
        p.fail(
            Diagnostic::error(p.span(), "a parameter that is covered")
                .labelled("what is in brackets is a result")
                .help("a parameter is a value, `(n : integer | 0 <= n)`, or a function, `(g : integer -> [v : integer])`"),
        );
    }
    coverage(p);
    if p.peek() == T::Bar {
        p.fail(
            Diagnostic::error(p.span(), "a predicate on a function")
                .labelled("here")
                .help("what holds of the results of a function stands in its coverage type, before `]`"),
        );
    }
}

/// Returns whether a parenthesis with a named value begins at a token.
fn is_named(p: &Parser, ahead: usize) -> bool {
    [T::LeftParen, T::Name, T::Colon] == [0, 1, 2].map(|more| p.peek_after(ahead + more))
}

/// Returns whether a coverage type begins at a token, and no type: it has brackets, or a parameter
/// with a name.
fn is_coverage(p: &Parser, ahead: usize) -> bool {
    let (mut at, mut depth) = (ahead, 0);
    loop {
        match p.peek_after(at) {
            T::LeftBracket if depth == 0 => return true,
            T::LeftParen if depth == 0 && is_named(p, at) => return true,
            T::LeftParen => depth += 1,
            T::RightParen if depth > 0 => depth -= 1,
            T::Name | T::Comma | T::Arrow => {}
            T::Dot if p.qualifies(p.position() + at) => {}
            _ => return false,
        }
        at += 1;
    }
}
