//! Leaves a generator that has no choice left: unwinds without a message.

use std::cell::Cell;

use crate::panics::discard;

thread_local! {
    /// Whether a generator has been left. The payload alone does not tell: the property may catch
    /// panics itself.
    static LEFT: Cell<bool> = const { Cell::new(false) };
}

/// Leaves the generator.
pub(super) fn leave() -> ! {
    LEFT.set(true);
    discard()
}

/// Calls `work`; also returns whether a generator was left on the way.
pub(crate) fn leaving<R>(work: impl FnOnce() -> R) -> (R, bool) {
    let outer = LEFT.replace(false);
    let result = work();
    (result, LEFT.replace(outer))
}
