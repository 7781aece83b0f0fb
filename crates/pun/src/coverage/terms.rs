//! The expressions that the user wrote, among the terms of the core.
//!
//! Some terms stand for no expression: the rest of a literal list or tuple, a local function with
//! parameters, the case for the pattern of a parameter. Their spans show it: they begin where one
//! of their parts does, or what they bind.

use crate::core::{ConId, Expr, Kind};

/// Returns the body of a definition without its parameters.
pub(super) fn of_body(body: &Expr) -> &Expr {
    match &body.kind {
        Kind::Lambda(_, body) => behind_patterns(body),
        _ => body,
    }
}

/// Returns the body behind the patterns of parameters. The case for such a pattern begins where its
/// scrutinee does; a `case`, an `if` and a `let` begin before it.
pub(super) fn behind_patterns(mut term: &Expr) -> &Expr {
    while let Kind::Case(of, branches) = &term.kind
        && term.span.start == of.span.start
        && !term.span.is_nowhere()
        && let [branch] = &branches[..]
    {
        term = &branch.body;
    }
    term
}

/// Returns the outermost expressions of the user within a term, in the order of evaluation.
pub(super) fn parts(term: &Expr) -> Vec<&Expr> {
    let mut all = Vec::new();
    add_parts(term, &mut all);
    all
}

fn add_parts<'e>(term: &'e Expr, all: &mut Vec<&'e Expr>) {
    let own = term.parts();
    for (place, part) in own.iter().enumerate() {
        let part = behind_patterns(part);
        let is_rest = match &term.kind {
            Kind::Construct(ConId::CONS, _) => place == 1 && part.span.start <= own[0].span.start,
            Kind::Construct(ConId::PAIR, _) => is_inner_pair(part),
            Kind::Let(binder, ..) => place == 0 && part.span.start == binder.span.start,
            _ => false,
        };
        if is_rest || part.span == term.span {
            add_parts(part, all);
        } else {
            all.push(part);
        }
    }
}

/// Returns whether a pair has no parentheses of its own.
fn is_inner_pair(term: &Expr) -> bool {
    match &term.kind {
        Kind::Construct(ConId::PAIR, parts) => {
            parts.first().is_some_and(|first| first.span.start == term.span.start)
        }
        _ => false,
    }
}
