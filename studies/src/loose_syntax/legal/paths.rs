//! Paths.

use everycase::Lazy;

use super::super::{
    ArgumentView, Arguments, ArgumentsView, Expression, ExpressionView, Path, PathView, Segment, SegmentView,
    Word, WordView,
};
use super::{elements, is_name, is_nonempty, statements, types};

/// Where a path stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Among expressions: `a::<T>`.
    Value,
    /// As a type: `a<T>`, `a::<T>`.
    Type,
    /// As a bound: `F(T)` too.
    Bound,
}

/// Returns whether there is at least one segment, and all of them are of the place.
pub(super) fn is_legal(path: Lazy<Path>, place: Place) -> bool {
    let PathView { segments, .. } = path.force();
    is_nonempty(segments) && elements(segments).all(|segment| is_segment(segment, place))
}

fn is_segment(segment: Lazy<Segment>, place: Place) -> bool {
    match segment.force() {
        SegmentView::Plain(word) => is_segment_word(word),
        SegmentView::Angle(word, colons, arguments) => {
            (place != Place::Value || colons.force()) && takes_arguments(word) && are_arguments(arguments)
        }
        SegmentView::Parenthesized(word, inputs, output) => {
            place == Place::Bound
                && takes_arguments(word)
                && elements(inputs).all(types::is_legal)
                && output.force().is_none_or(types::is_single)
        }
    }
}

fn is_segment_word(word: Lazy<Word>) -> bool {
    !matches!(word.force(), WordView::Reserved | WordView::Underscore)
}

fn takes_arguments(word: Lazy<Word>) -> bool {
    matches!(word.force(), WordView::Name | WordView::SelfType)
}

/// Returns the path if it is one word alone.
pub(super) fn lone(path: Lazy<Path>) -> Option<Lazy<Word>> {
    let PathView { global, segments } = path.force();
    let mut segments = elements(segments);
    let first = segments.next()?;
    match first.force() {
        SegmentView::Plain(word) if segments.next().is_none() && !global.force() => Some(word),
        _ => None,
    }
}

/// Returns whether lifetimes come first, equations come last, and no constant needs braces.
pub(super) fn are_arguments(arguments: Lazy<Arguments>) -> bool {
    let ArgumentsView { first, others } = arguments.force();
    let mut least = 0;
    std::iter::once(first.cast()).chain(elements(others)).all(|argument| {
        let (rank, legal) = match argument.force() {
            ArgumentView::Lifetime(_) => (0, true),
            ArgumentView::Type(ty) => (1, types::is_legal(ty)),
            ArgumentView::Const(expr) => (1, is_constant(expr)),
            ArgumentView::Associated(word, ty) => (2, is_name(word) && types::is_legal(ty)),
        };
        let in_order = least <= rank;
        least = rank;
        in_order && legal
    })
}

fn is_constant(expr: Lazy<Expression>) -> bool {
    match expr.force() {
        ExpressionView::Literal(_) => true,
        ExpressionView::Block(tick, block) => tick.force().is_none() && statements::is_block(block),
        _ => false,
    }
}
