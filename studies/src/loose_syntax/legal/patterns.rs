//! Patterns.

use everycase::Lazy;

use super::super::{
    Expression, ExpressionView, FieldPattern, FieldPatternView, MemberView, Path, Pattern, PatternView,
    WordView,
};
use super::paths::{self, Place};
use super::{elements, expressions, is_name, types};
use crate::rust_syntax::expressions::RangeLimitsView;
use crate::rust_syntax::patterns::BindingView;

/// In an arm: any, and behind it there may be a guard.
pub fn is_arm(pattern: Lazy<Pattern>) -> bool {
    match pattern.force() {
        PatternView::Guarded(pattern, guard) => is_multi(pattern) && expressions::is_legal(guard),
        _ => is_multi(pattern),
    }
}

/// In a `let` and for a closure's parameter: one case, and behind it there may be a type.
pub(super) fn is_typed(pattern: Lazy<Pattern>) -> bool {
    match pattern.force() {
        PatternView::Typed(pattern, ty) => is_single(pattern) && types::is_legal(ty),
        _ => is_single(pattern),
    }
}

/// Returns where there may be several cases.
pub(super) fn is_multi(pattern: Lazy<Pattern>) -> bool {
    match pattern.force() {
        PatternView::Or(cases) => {
            let mut count = 0;
            elements(cases).all(|case| {
                count += 1;
                is_single(case)
            }) && count >= 2
        }
        _ => is_single(pattern),
    }
}

/// Returns where a `|` would belong to what surrounds the pattern.
fn is_single(pattern: Lazy<Pattern>) -> bool {
    match pattern.force() {
        PatternView::Wild | PatternView::Rest | PatternView::Literal(_) => true,
        PatternView::Name(_, word, subpattern) => {
            matches!(word.force(), WordView::Name | WordView::SelfValue)
                && subpattern.force().is_none_or(|pattern| is_single(pattern.cast()))
        }
        // A lone name binds.
        PatternView::Path(path) => {
            paths::is_legal(path, Place::Value)
                && !paths::lone(path)
                    .is_some_and(|word| matches!(word.force(), WordView::Name | WordView::SelfValue))
        }
        PatternView::Range(start, limits, end) => {
            let (start, end) = (start.force(), end.force());
            (end.is_some() || start.is_some() && matches!(limits.force(), RangeLimitsView::HalfOpen))
                && start.is_none_or(|start| is_limit(start.cast()))
                && end.is_none_or(|end| is_limit(end.cast()))
        }
        PatternView::Reference(mutable, pattern) => {
            // `&mut a` is never a reference to `mut a`.
            let misread = match pattern.force() {
                PatternView::Name(binding, ..) => {
                    matches!(binding.force(), BindingView::Mut) && !mutable.force()
                }
                _ => false,
            };
            !misread && is_single(pattern)
        }
        PatternView::Tuple(elems) => elements(elems).all(is_multi),
        PatternView::Paren(pattern) => !matches!(pattern.force(), PatternView::Rest) && is_multi(pattern),
        PatternView::TupleStruct(path, elems) => is_struct(path) && elements(elems).all(is_multi),
        PatternView::Struct(path, fields, _) => is_struct(path) && elements(fields).all(is_field),
        PatternView::Slice(elems) => elements(elems).all(is_element),
        PatternView::Or(_) | PatternView::Typed(..) | PatternView::Guarded(..) => false,
    }
}

/// Returns the path of a struct: `self` alone is a name that is bound.
fn is_struct(path: Lazy<Path>) -> bool {
    paths::is_legal(path, Place::Value)
        && !paths::lone(path).is_some_and(|word| matches!(word.force(), WordView::SelfValue))
}

/// In a slice: no range that is open on one side.
fn is_element(pattern: Lazy<Pattern>) -> bool {
    match pattern.force() {
        PatternView::Range(start, _, end) if start.force().is_none() || end.force().is_none() => false,
        _ => is_multi(pattern),
    }
}

fn is_limit(expr: Lazy<Expression>) -> bool {
    match expr.force() {
        ExpressionView::Literal(_) => true,
        ExpressionView::Path(path) => paths::is_legal(path, Place::Value),
        _ => false,
    }
}

fn is_field(field: Lazy<FieldPattern>) -> bool {
    match field.force() {
        FieldPatternView::Long(member, pattern) => {
            let named = match member.force() {
                MemberView::Named(word) => is_name(word),
                MemberView::Index => true,
            };
            named && is_multi(pattern)
        }
        FieldPatternView::Short(pattern) => match pattern.force() {
            PatternView::Name(_, word, subpattern) => is_name(word) && subpattern.force().is_none(),
            _ => false,
        },
    }
}
