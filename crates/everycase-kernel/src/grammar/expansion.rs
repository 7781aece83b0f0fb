//! The expansion of a grammar, for a body of [`Shape::named`] that takes long to make a shape.

use std::cell::{Cell, RefCell};

use super::shape::Shape;
use super::until::Until;

thread_local! {
    /// The expansions that this thread is in, the outermost first.
    static ALL: RefCell<Vec<Expansion>> = const { RefCell::new(Vec::new()) };
    /// Whether the last shape was cut short.
    static IS_CUT_SHORT: Cell<bool> = const { Cell::new(false) };
}

/// An expansion of a grammar.
struct Expansion {
    until: Until,
    looks_ahead: bool,
}

/// Returns whether the time of the expansion is over.
#[inline]
pub fn is_over() -> bool {
    ALL.with_borrow(|all| all.iter().any(|own| own.until.is_over()))
}

/// Returns whether the expansion looks ahead of what was asked for, to know whether the shape is
/// finite, or for its fingerprint. Then a body cuts short what takes long.
pub fn looks_ahead() -> bool {
    ALL.with_borrow(|all| all.iter().any(|own| own.looks_ahead))
}

/// Returns a shape for a body to return whose time is over, or which takes too long while the
/// expansion looks ahead. It is not used: the expansion ends with
/// [`SpaceError::OutOfTime`](crate::SpaceError::OutOfTime), and the body is called again by the
/// next one.
pub fn cut_short() -> Shape {
    IS_CUT_SHORT.set(true);
    Shape::unit()
}

/// Returns whether the last shape was cut short, once.
pub(crate) fn was_cut_short() -> bool {
    IS_CUT_SHORT.replace(false)
}

/// Expands within limits.
pub(crate) fn within<T>(until: &Until, looks_ahead: bool, expand: impl FnOnce() -> T) -> T {
    /// The end of the expansion, also by a panic of a body.
    struct End;
    impl Drop for End {
        fn drop(&mut self) {
            ALL.with_borrow_mut(Vec::pop);
        }
    }
    ALL.with_borrow_mut(|all| all.push(Expansion { until: until.clone(), looks_ahead }));
    let _end = End;
    expand()
}
