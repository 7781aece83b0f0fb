//! What a property says while it runs: assumptions, labels, demanded shares.
//!
//! All of it concerns the input at hand, which is the one of the thread: the runner calls a property on a thread of
//! its own and collects what was said there afterwards.

use std::any::type_name_of_val;
use std::cell::{Cell, RefCell};

use everycase_check::stats::Labels;

use super::outcome::{IntoOutcome, discard};

thread_local! {
    static RUNNING: Cell<bool> = const { Cell::new(false) };
    /// Does the next assumption return even if it is not met, to one that asks [`is_unmet`]?
    static RETURNS: Cell<bool> = const { Cell::new(false) };
    /// Has the property been left because of an assumption that is not met?
    static LEFT: Cell<bool> = const { Cell::new(false) };
    static LABELS: RefCell<Labels> = RefCell::default();
}

/// Leaves the property if the condition does not hold: it says nothing about such an input. The input is discarded,
/// which is counted and reported.
///
/// A statement of the body of a [`property`](macro@crate::property) itself returns from it; anywhere else the stack is unwound,
/// which takes some microseconds.
///
/// ```
/// use everycase::{assume, property};
///
/// #[property]
/// fn division_undoes_multiplication(a: u32, b: u32) {
///     assume(b != 0);
///     assert_eq!((u64::from(a) * u64::from(b)) / u64::from(b), u64::from(a));
/// }
/// ```
///
/// # Panics
/// Outside of a property, and on a thread that a property has started: there is no input to discard.
pub fn assume(condition: bool) {
    if condition || RETURNS.take() {
        return;
    }
    assert!(
        RUNNING.get(),
        "`assume` was called where no property runs: it belongs into a property, on the thread that runs it"
    );
    discard();
}

/// Returns whether this function is [`assume`], and not another one of that name.
///
/// By name, since the type of a user's function may borrow, and then has no `TypeId`. The name has the
/// path in it, which begins with this crate.
#[inline]
pub fn is_assume<F>(function: &F) -> bool {
    type_name_of_val(function) == type_name_of_val(&assume)
}

/// Returns a condition about to be given to [`assume`], which then returns to `#[property]`'s code, whatever the condition.
/// It is given to another function as it is.
#[inline]
pub fn condition<C>(is_assume: bool, condition: C) -> C {
    RETURNS.set(is_assume);
    condition
}

/// Returns whether the assumption before was not met, so that the property is to be left. Unwinding would take longer than
/// most runs do.
#[inline]
pub fn is_unmet(is_assume: bool) -> bool {
    let unmet = is_assume && !RETURNS.take();
    if unmet {
        LEFT.set(true);
    }
    unmet
}

/// Returns what a property that is left returns; it is ignored.
pub fn unmet<O: IntoOutcome>() -> O {
    O::unmet()
}

/// Runs a property; has it been left because of an assumption? What it does on the way, as dropping its values, changes
/// nothing about that.
pub(super) fn leaving<R>(property: impl FnOnce() -> R) -> (R, bool) {
    let outer = LEFT.replace(false);
    let result = property();
    (result, LEFT.replace(outer))
}

/// Counts the input under a label; the shares of all labels are reported. Saved inputs are not counted: the search meets them
/// again. Outside of a property it does nothing.
pub fn label(name: impl AsRef<str>) {
    mark(name.as_ref(), true, None);
}

/// [`label`]s the input if it belongs to a class. A class that no input belongs to is reported too.
pub fn classify(belongs: bool, name: impl AsRef<str>) {
    mark(name.as_ref(), belongs, None);
}

/// [`classify`]es the input and demands that at least `percent` of the inputs belong to the class. The property
/// fails if that is missed beyond statistical doubt, or at all where every input there is has been seen.
pub fn cover(belongs: bool, percent: f64, name: impl AsRef<str>) {
    mark(name.as_ref(), belongs, Some(percent));
}

fn mark(name: &str, hit: bool, required: Option<f64>) {
    if RUNNING.get() {
        LABELS.with_borrow_mut(|labels| labels.mark(name, hit, required));
    }
}

/// Runs a property on this thread's input; what it says of the input goes to `labels`.
pub(crate) fn listening<R>(labels: &mut Labels, property: impl FnOnce() -> R) -> R {
    // A property that runs a property within itself gets its own labels back afterwards.
    let outer = RUNNING.replace(true);
    LABELS.with_borrow_mut(|own| std::mem::swap(own, labels));
    let result = property();
    LABELS.with_borrow_mut(|own| std::mem::swap(own, labels));
    RUNNING.set(outer);
    result
}
