//! Terms of pun's core, which stand in no file.

use std::sync::Arc;

use pun::core::{Binder, Branch, ConId, Connective, Expr, GlobalId, Kind, LocalId, Pattern, Primitive};
use pun::source::Span;

pub(crate) fn expr(kind: Kind) -> Expr {
    Expr { kind, span: Span::NOWHERE }
}

/// Returns a variable.
pub(crate) fn local(local: LocalId) -> Expr {
    expr(Kind::Local(local))
}

/// Returns a function of variables; the body if there are none.
pub(crate) fn lambda(parameters: Vec<Binder>, body: Expr) -> Expr {
    if parameters.is_empty() { body } else { expr(Kind::Lambda(parameters, Arc::new(body))) }
}

/// Returns a call of a definition.
pub(crate) fn call(global: GlobalId, arguments: Vec<Expr>) -> Expr {
    let callee = expr(Kind::Global(global));
    if arguments.is_empty() { callee } else { expr(Kind::Apply(Box::new(callee), arguments)) }
}

pub(crate) fn equal(a: Expr, b: Expr) -> Expr {
    expr(Kind::Primitive(Primitive::Equal, Box::new(a), Box::new(b)))
}

/// Returns the conjunction of terms; `true` of none.
pub(crate) fn all(terms: impl IntoIterator<Item = Expr>) -> Expr {
    let and = |a, b| expr(Kind::Connective(Connective::And, Box::new(a), Box::new(b)));
    terms.into_iter().reduce(and).unwrap_or_else(|| constant(ConId::TRUE))
}

pub(crate) fn constant(constructor: ConId) -> Expr {
    expr(Kind::Construct(constructor, Vec::new()))
}

pub(crate) fn pair(a: Expr, b: Expr) -> Expr {
    expr(Kind::Construct(ConId::PAIR, vec![a, b]))
}

pub(crate) fn with(binder: Binder, value: Expr, body: Expr) -> Expr {
    expr(Kind::Let(binder, Box::new(value), Box::new(body)))
}

pub(crate) fn if_then_else(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    let branch = |con, body| Branch { pattern: Pattern::Construct(con, Vec::new()), guard: None, body };
    let branches = vec![branch(ConId::TRUE, then), branch(ConId::FALSE, otherwise)];
    expr(Kind::Case(Box::new(condition), branches))
}
