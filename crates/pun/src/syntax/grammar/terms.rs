//! Terms.

use super::super::habits::{self, BRANCH};
use super::super::kind::{NodeKind as N, TokenKind as T};
use super::super::parser::{NodeStart, Parser};
use super::{patterns, recovery, types};
use crate::diagnostic::Diagnostic;

/// Parses a term.
pub(in crate::syntax) fn term(p: &mut Parser) {
    operators(p, 0);
}

/// The precedence and associativity of an infix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fixity {
    /// Its precedence; 1 is the loosest.
    pub(crate) tightness: u32,
    /// Its associativity.
    pub(crate) associates: Side,
}

/// The associativity of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
    /// Not associative: it cannot follow an operator of the same precedence.
    Neither,
}

/// Returns the fixity of a token, if it is an infix operator.
pub(in crate::syntax) fn operator(kind: T) -> Option<Fixity> {
    let (tightness, associates) = match kind {
        T::Choice => (1, Side::Right),
        T::Implies | T::FatArrow => (2, Side::Right),
        T::Or => (3, Side::Right),
        T::And => (4, Side::Right),
        T::Equal | T::NotEqual | T::Less | T::LessEqual | T::Greater | T::GreaterEqual | T::Equals => {
            (5, Side::Neither)
        }
        T::Cons => (6, Side::Right),
        T::Plus | T::Minus => (7, Side::Left),
        T::Star | T::Div | T::Mod => (8, Side::Left),
        _ => return None,
    };
    Some(Fixity { tightness, associates })
}

/// Parses operands with operators of at least precedence `loosest` between them.
fn operators(p: &mut Parser, loosest: u32) {
    p.nested(|p| {
        let mark = p.mark();
        operand(p);
        let mut compared = None;
        loop {
            let Some(Fixity { tightness, associates }) = operator(p.peek()) else {
                p.expect_also("an operator");
                break;
            };
            if tightness < loosest || p.failed {
                break;
            }
            if associates == Side::Neither
                && let Some(first) = compared.replace(p.span())
            {
                let error = Diagnostic::error(p.span(), "comparisons do not follow one another")
                    .and(first, "the first one")
                    .help("write `a < b && b < c`, or use parentheses");
                p.fail(habits::connective(p, first).unwrap_or(error));
            }
            foreign_operator(p);
            if p.failed {
                break;
            }
            p.bump();
            operators(p, if associates == Side::Right { tightness } else { tightness + 1 });
            p.finish(mark, N::Binary);
        }
    });
}

/// Reports an operator of another language.
fn foreign_operator(p: &mut Parser) {
    match p.peek() {
        T::Equals if recovery::next_declaration(p).is_some() => p.fail_expecting(|error| error),
        T::Equals => match habits::definition_inside(p) {
            Some(error) => p.fail(error),
            None => p.error(Diagnostic::error(p.span(), "`=` defines").help("`==` compares")),
        },
        T::FatArrow => {
            if let Some(error) = habits::function(p) {
                p.fail(error);
            } else {
                let error = Diagnostic::error(p.span(), "pun has no `=>`");
                p.error(error.help("`a ==> b` is the implication, and `\\x -> t` a function"));
            }
        }
        _ => {}
    }
}

/// Parses a term that extends as far to the right as possible, or an application.
fn operand(p: &mut Parser) {
    if !extended(p) {
        application(p);
    }
}

fn begins_extended(kind: T) -> bool {
    matches!(kind, T::Backslash | T::Let | T::Rec | T::If | T::Case | T::Exists | T::Forall)
}

/// Parses a term that extends as far to the right as possible, if one begins here; returns whether
/// it does.
fn extended(p: &mut Parser) -> bool {
    let mark = p.mark();
    match p.peek() {
        T::Backslash => lambda(p, mark),
        T::Let => binding(p, mark),
        T::Rec => recursion(p, mark),
        T::If => conditional(p, mark),
        T::Case => distinction(p, mark),
        T::Exists | T::Forall => quantified(p, mark),
        _ => return false,
    }
    true
}

fn begins_atom(kind: T) -> bool {
    matches!(
        kind,
        T::Name | T::True | T::False | T::Integer | T::Character | T::Text | T::LeftParen | T::LeftBracket
    )
}

/// Parses `f a b` and anything tighter.
fn application(p: &mut Parser) {
    let mark = p.mark();
    atom(p);
    let mut is_applied = false;
    loop {
        let next = p.peek();
        if begins_atom(next) {
            atom(p);
        } else if begins_extended(next) {
            if next == T::If && habits::is_condition_in_the_middle(p) {
                let error = Diagnostic::error(p.span(), "`if` stands before its condition and both values");
                p.fail(error.help("`if a then b else c` is `b` where `a` is true, and `c` elsewhere"));
                break;
            }
            p.error(
                Diagnostic::error(p.span(), format!("{} begins no argument", next.describe()))
                    .help("put an argument like this in parentheses"),
            );
            extended(p);
        } else {
            break;
        }
        is_applied = true;
    }
    p.expect_also("an argument");
    if is_applied {
        p.finish(mark, N::Apply);
    }
}

fn atom(p: &mut Parser) {
    let mark = p.mark();
    let kind = match p.peek() {
        T::LeftParen => return parenthesised(p),
        T::LeftBracket => return bracketed(p),
        T::Name | T::True | T::False => N::Name,
        T::Integer | T::Character | T::Text => N::Literal,
        other => {
            p.expect_also("a term");
            p.fail_expecting(|error| match other {
                T::Underscore => error.help("`_` is a pattern, and no term"),
                T::Minus => error.help(
                    "the negative of a term is `0 - a`; in `-1` the digit comes directly after the `-`",
                ),
                _ => error,
            });
            N::Missing
        }
    };
    p.bump_name();
    p.finish(mark, kind);
}

/// Parses `()`, `(a)`, `(a, b)`, `(a : type)`.
fn parenthesised(p: &mut Parser) {
    let mark = p.mark();
    let opened = p.position();
    p.bump();
    if p.eat(T::RightParen) {
        return p.finish(mark, N::Unit);
    }
    if operator(p.peek()).is_some() && (p.peek() != T::Minus || p.peek_after(1) == T::RightParen) {
        p.expect_also("a term");
        p.fail_expecting(|error| error.help("an operator as a function is `\\x y -> x + y`"));
    }
    term(p);
    if p.peek() == T::Colon
        && let Some(error) = habits::function(p)
    {
        p.fail(error);
    }
    let kind = if p.eat(T::Colon) {
        types::ty(p);
        N::Typed
    } else if p.eat(T::Comma) {
        term(p);
        while p.eat(T::Comma) {
            term(p);
        }
        N::Tuple
    } else {
        N::Paren
    };
    p.close(T::RightParen, opened);
    p.finish(mark, kind);
}

/// Parses `[a, b]`, `[node l k v r]`.
fn bracketed(p: &mut Parser) {
    let mark = p.mark();
    let opened = p.position();
    p.bump();
    if !p.eat(T::RightBracket) {
        term(p);
        while p.eat(T::Comma) {
            term(p);
        }
        p.close(T::RightBracket, opened);
    }
    p.finish(mark, N::Bracket);
}

/// Parses `\x y -> t`, `\x . t`.
fn lambda(p: &mut Parser, mark: NodeStart) {
    p.bump();
    p.before_dot(true, |p| {
        patterns::atom(p);
        patterns::atoms(p);
    });
    if !p.eat(T::Dot) {
        arrow(p);
    }
    term(p);
    p.finish(mark, N::Lambda);
}

/// Parses `->`, or reports what other languages write for it.
fn arrow(p: &mut Parser) {
    if matches!(p.peek(), T::FatArrow | T::Equals) {
        p.expect_also(T::Arrow.describe());
        p.error(p.unexpected().help("`->` stands between a pattern and its term"));
        p.bump();
    } else {
        p.expect(T::Arrow);
    }
}

/// Parses the dot that opens a body, or reports what other languages write for it.
pub(super) fn opening_dot(p: &mut Parser) {
    if p.eat(T::Dot) {
        return;
    }
    let error = p.unexpected().help("a dot opens the body");
    if p.peek() == T::Colon && p.peek_after(1) == T::Name && p.peek_after(2) == T::Dot && !p.ends_line(2) {
        p.error(error.help("the type of an input stands with its name in parentheses: `(x : integer)`"));
        p.bump();
        types::ty(p);
        p.eat(T::Dot);
    } else if matches!(p.peek(), T::Arrow | T::FatArrow | T::Equals | T::Colon) {
        p.error(error);
        p.bump();
    } else {
        p.fail(error);
    }
}

/// How to write a recursive function within a term.
const RECURSION: &str = "a function that calls itself is `let f = rec f . \\x -> a in t`";

/// Parses `let x = a in b`, `let f x = a in b`.
fn binding(p: &mut Parser, mark: NodeStart) {
    p.bump();
    if p.peek() == T::Rec {
        p.expect_also("a pattern");
        let error = p.unexpected();
        return p.fail(error.help(RECURSION));
    }
    let pattern = p.mark();
    let is_name = p.peek() == T::Name;
    patterns::atom(p);
    if is_name && p.peek().begins_pattern() {
        patterns::atoms(p);
    } else {
        patterns::cons(p, pattern);
    }
    p.expect(T::Equals);
    term(p);
    if matches!(p.peek(), T::Semicolon | T::Comma) {
        p.at(T::In);
        p.fail_expecting(|error| error.help("a `let` has one binding: `let x = a in let y = b in t`"));
    } else if p.peek() != T::In {
        p.at(T::In);
        p.fail_expecting(|error| error.help("a `let` ends with `in` and a term: `let x = a in t`"));
    }
    p.expect(T::In);
    term(p);
    p.finish(mark, N::Let);
}

/// Parses `rec f . t`.
fn recursion(p: &mut Parser, mark: NodeStart) {
    p.bump();
    p.expect(T::Name);
    opening_dot(p);
    term(p);
    p.finish(mark, N::Rec);
}

/// How to declare the type of a name that a quantifier binds.
const BOUND: &str = "the type of a name stands with it in parentheses: `(x : integer)`";

/// Parses `exists x (y : type) . t`.
fn quantified(p: &mut Parser, mark: NodeStart) {
    p.bump();
    bound(p);
    while matches!(p.peek(), T::LeftParen | T::Name) {
        bound(p);
    }
    if p.peek() == T::Colon {
        p.at(T::Dot);
        p.error(p.unexpected().help(BOUND));
        p.bump();
        types::ty(p);
    }
    opening_dot(p);
    term(p);
    p.finish(mark, N::Quantified);
}

/// Parses `x` or `(x : type)`.
fn bound(p: &mut Parser) {
    let mark = p.mark();
    if p.at(T::LeftParen) {
        let opened = p.position();
        p.bump();
        p.expect(T::Name);
        if !p.eat(T::Colon) {
            p.fail_expecting(|error| error.help(BOUND));
        }
        types::ty(p);
        p.close(T::RightParen, opened);
    } else {
        p.expect(T::Name);
    }
    p.finish(mark, N::Bound);
}

/// Parses `if a then b else c`.
fn conditional(p: &mut Parser, mark: NodeStart) {
    let opened = p.span();
    p.bump();
    term(p);
    p.expect(T::Then);
    term(p);
    if !p.eat(T::Else) {
        p.fail_expecting(|error| {
            error.and(opened, "this `if` has no `else`").help("every `if` has both: `if a then b else c`")
        });
    }
    term(p);
    p.finish(mark, N::If);
}

/// Parses `case a of ; p -> b ; q | guard -> c`.
fn distinction(p: &mut Parser, mark: NodeStart) {
    p.bump();
    term(p);
    p.expect(T::Of);
    branch(p, true);
    while matches!(p.peek(), T::Semicolon | T::Bar) && !p.failed {
        branch(p, false);
    }
    p.expect_also(T::Semicolon.describe());
    if p.peek() == T::Arrow {
        p.fail_expecting(|error| error.help(BRANCH));
    }
    p.finish(mark, N::Case);
}

fn branch(p: &mut Parser, is_first: bool) {
    let mark = p.mark();
    if !p.eat(T::Semicolon) {
        if p.peek() == T::Bar || is_first && p.peek().begins_pattern() {
            p.error(p.unexpected().help(BRANCH));
            if p.peek() == T::Bar {
                p.bump();
            }
        } else {
            p.fail_expecting(|error| error.help(BRANCH));
        }
    }
    patterns::pattern(p);
    if p.eat(T::Bar) {
        term(p);
    }
    arrow(p);
    term(p);
    p.finish(mark, N::Branch);
}
