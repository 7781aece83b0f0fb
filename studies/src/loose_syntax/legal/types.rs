//! Types and bounds.

use everycase::Lazy;

use super::super::{Bound, BoundView, Type, TypeView};
use super::paths::{self, Place};
use super::{elements, expressions};

/// Returns where any type may stand.
pub fn is_legal(ty: Lazy<Type>) -> bool {
    is_type(ty, true)
}

/// Returns where a `+` would belong to what surrounds the type.
pub(super) fn is_single(ty: Lazy<Type>) -> bool {
    is_type(ty, false)
}

fn is_type(ty: Lazy<Type>, plus: bool) -> bool {
    match ty.force() {
        TypeView::Infer | TypeView::Never => true,
        TypeView::Path(path) => paths::is_legal(path, Place::Type),
        TypeView::Tuple(elems) => elements(elems).all(is_legal),
        TypeView::Paren(elem) | TypeView::Slice(elem) => is_legal(elem),
        TypeView::Array(elem, len) => is_legal(elem) && expressions::is_legal(len),
        TypeView::Reference(_, _, elem) => is_single(elem),
        TypeView::Function(inputs, output) => {
            elements(inputs).all(is_legal) && output.force().is_none_or(|output| is_single(output.cast()))
        }
        TypeView::Impl(bounds) | TypeView::Dyn(bounds) => are_bounds(bounds, plus),
    }
}

/// Returns whether there is a trait among the bounds, and no `+` where there must be none.
fn are_bounds(bounds: Lazy<Vec<Bound>>, plus: bool) -> bool {
    let (mut traits, mut count) = (false, 0);
    elements(bounds).all(|bound| {
        count += 1;
        (plus || count == 1)
            && match bound.force() {
                BoundView::Trait(path) | BoundView::Maybe(path) | BoundView::Parenthesized(path) => {
                    traits = true;
                    paths::is_legal(path, Place::Bound)
                }
                BoundView::Lifetime(_) => true,
            }
    }) && traits
}
