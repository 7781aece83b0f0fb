//! Generators: their coverage types, and what decreases.

use super::super::kind::{NodeKind as N, TokenKind as T};
use super::super::parser::Parser;
use super::{recovery, terms, types};

/// How to write measures.
const MEASURES: &str = "what decreases is a list of terms over the parameters: `decreases (n) .`";

/// Parses `generator name : (n : type | term) -> [v : type | term] .` with an optional `decreases (n, len xs) .`
pub(super) fn generator(p: &mut Parser) -> N {
    p.bump();
    p.expect(T::Name);
    p.expect(T::Colon);
    qualified(p);
    while p.eat(T::Arrow) {
        qualified(p);
    }
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

/// Parses `(n : type | term)`, `[v : type | term]` or a type.
fn qualified(p: &mut Parser) {
    let mark = p.mark();
    let closing = match p.peek() {
        T::LeftBracket => T::RightBracket,
        T::LeftParen if p.peek_after(1) == T::Name && p.peek_after(2) == T::Colon => T::RightParen,
        _ => {
            p.expect_also("`(`");
            p.expect_also("`[`");
            types::applied(p);
            return p.finish(mark, N::Qualified);
        }
    };
    let opened = p.position();
    p.bump();
    p.expect(T::Name);
    p.expect(T::Colon);
    types::ty(p);
    if p.eat(T::Bar) {
        terms::term(p);
    }
    p.close(closing, opened);
    p.finish(mark, N::Qualified);
}
