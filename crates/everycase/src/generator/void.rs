//! Leaves a generator that has no choice left: unwinds without a message.

use std::cell::Cell;
use std::panic::resume_unwind;

thread_local! {
    /// Whether a generator has been left. The payload alone does not tell: the property may catch panics itself.
    static LEFT: Cell<bool> = const { Cell::new(false) };
}

/// The payload with which a generator is left.
pub(crate) struct Void;

/// Leaves the generator.
pub(super) fn leave() -> ! {
    LEFT.set(true);
    // Does not call the hook for panics.
    resume_unwind(Box::new(Void))
}

/// Calls `work`; also returns whether a generator was left on the way.
pub(crate) fn leaving<R>(work: impl FnOnce() -> R) -> (R, bool) {
    let outer = LEFT.replace(false);
    let result = work();
    (result, LEFT.replace(outer))
}
