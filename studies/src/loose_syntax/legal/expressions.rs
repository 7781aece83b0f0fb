//! Expressions.

use everycase::Lazy;

use crate::rust_syntax::expressions::RangeLimitsView;

use super::super::{
    ArmView, Expression, ExpressionView, FieldValue, FieldValueView, LiteralView, Member, MemberView,
};
use super::paths::{self, Place};
use super::statements::{is_block, is_plain_block};
use super::{elements, is_name, patterns, types};

/// Returns where any expression may stand.
pub fn is_legal(expr: Lazy<Expression>) -> bool {
    match expr.force() {
        ExpressionView::Literal(literal) => !matches!(literal.force(), LiteralView::Negative),
        ExpressionView::Path(path) => paths::is_legal(path, Place::Value),
        ExpressionView::Infer | ExpressionView::Continue(_) => true,
        ExpressionView::Tuple(elems) => elements(elems).all(is_legal),
        ExpressionView::Struct(path, fields, base) => {
            paths::is_legal(path, Place::Value) && elements(fields).all(is_field) && is_optional(base)
        }
        ExpressionView::Call(func, args) => is_legal(func) && elements(args).all(is_legal),
        ExpressionView::MethodCall(receiver, word, turbofish, args) => {
            is_name(word)
                && turbofish.force().is_none_or(paths::are_arguments)
                && is_legal(receiver)
                && elements(args).all(is_legal)
        }
        ExpressionView::Field(base, member) => is_member(member) && is_legal(base),
        ExpressionView::Index(one, other)
        | ExpressionView::Binary(one, _, other)
        | ExpressionView::Assign(one, other) => is_legal(one) && is_legal(other),
        ExpressionView::Try(expr) | ExpressionView::Unary(_, expr) | ExpressionView::Reference(_, expr) => {
            is_legal(expr)
        }
        ExpressionView::Cast(expr, ty) => types::is_single(ty) && is_legal(expr),
        ExpressionView::Range(start, limits, end) => {
            let end = end.force();
            (end.is_some() || matches!(limits.force(), RangeLimitsView::HalfOpen))
                && is_optional(start)
                && end.is_none_or(|end| is_legal(end.cast()))
        }
        ExpressionView::Closure(inputs, output, body) => {
            let typed = output.force();
            typed.is_none_or(|ty| is_plain_block(body) && types::is_single(ty))
                && elements(inputs).all(patterns::is_typed)
                && is_legal(body)
        }
        ExpressionView::Return(expr) | ExpressionView::Break(_, expr) => is_optional(expr),
        ExpressionView::Block(_, block) => is_block(block),
        ExpressionView::Let(pattern, expr) => patterns::is_multi(pattern) && is_legal(expr),
        ExpressionView::If(condition, block, otherwise) => {
            otherwise.force().is_none_or(|expr| is_else(expr.cast()))
                && is_legal(condition)
                && is_block(block)
        }
        ExpressionView::While(_, condition, block) => is_legal(condition) && is_block(block),
        ExpressionView::For(pattern, expr, block) => {
            patterns::is_multi(pattern) && is_legal(expr) && is_block(block)
        }
        ExpressionView::Match(expr, arms) => {
            is_legal(expr)
                && elements(arms).all(|arm| {
                    let ArmView { pattern, body } = arm.force();
                    patterns::is_arm(pattern) && is_legal(body)
                })
        }
    }
}

fn is_optional(expr: Lazy<Option<Box<Expression>>>) -> bool {
    expr.force().is_none_or(|expr| is_legal(expr.cast()))
}

fn is_else(expr: Lazy<Expression>) -> bool {
    match expr.force() {
        ExpressionView::If(..) => is_legal(expr),
        _ => is_plain_block(expr),
    }
}

fn is_member(member: Lazy<Member>) -> bool {
    match member.force() {
        MemberView::Named(word) => is_name(word),
        MemberView::Index => true,
    }
}

fn is_field(field: Lazy<FieldValue>) -> bool {
    match field.force() {
        FieldValueView::Long(member, expr) => is_member(member) && is_legal(expr),
        FieldValueView::Short(expr) => match expr.force() {
            ExpressionView::Path(path) => paths::lone(path).is_some_and(is_name),
            _ => false,
        },
    }
}
