//! Terms that stand in no file: those that are made for inputs, and those that are drawn.

use super::{Binder, Branch, ConId, Expr, GlobalId, Kind, Pattern, Primitive};
use crate::source::Span;

/// Returns a term that stands in no file.
pub(crate) fn expr(kind: Kind) -> Expr {
    Expr { kind, span: Span::NOWHERE }
}

/// Returns a variable whose value is known.
pub(crate) fn local(binder: &Binder) -> Expr {
    expr(Kind::Local(binder.local))
}

/// Returns an operation on two operands.
pub(crate) fn primitive(primitive: Primitive, left: Expr, right: Expr) -> Expr {
    expr(Kind::Primitive(primitive, left.into(), right.into()))
}

/// Returns a function with arguments.
pub(crate) fn apply(function: Expr, arguments: Vec<Expr>) -> Expr {
    expr(Kind::Apply(function.into(), arguments))
}

/// Returns a definition with arguments.
pub(crate) fn call(global: GlobalId, arguments: impl Into<Vec<Expr>>) -> Expr {
    apply(expr(Kind::Global(global)), arguments.into())
}

/// Returns a case on a term.
pub(crate) fn case(of: Expr, branches: Vec<Branch>) -> Expr {
    expr(Kind::Case(of.into(), branches))
}

/// Returns a branch for a constructor, without a guard.
pub(crate) fn branch(con: ConId, fields: Vec<Pattern>, body: Expr) -> Branch {
    Branch { pattern: Pattern::Construct(con, fields), guard: None, body }
}

/// Returns a case on a boolean.
pub(crate) fn if_then_else(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    case(condition, vec![branch(ConId::TRUE, vec![], then), branch(ConId::FALSE, vec![], otherwise)])
}
