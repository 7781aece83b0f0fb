//! What a property says while it runs: assumptions, labels, demanded shares.
//!
//! All of it concerns the input at hand, which is the one of the thread: the runner calls a property on a thread of
//! its own and collects what was said there afterwards.

use std::cell::{Cell, RefCell};

use everycase_check::stats::Labels;

thread_local! {
    static RUNNING: Cell<bool> = const { Cell::new(false) };
    static LABELS: RefCell<Labels> = RefCell::default();
}

/// What unwinds from an assumption that is not met.
pub(crate) struct Discard;

/// Leaves the property if the condition does not hold: it says nothing about such an input. The input is discarded,
/// which is counted and reported.
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
    if condition {
        return;
    }
    assert!(
        RUNNING.get(),
        "`assume` was called where no property runs: it belongs into a property, on the thread that runs it"
    );
    // Unlike a panic this calls no hook, so nothing is printed.
    std::panic::resume_unwind(Box::new(Discard));
}

/// Counts the input under a label; the shares of all labels are reported. Outside of a property it does nothing.
pub fn label(name: impl AsRef<str>) {
    mark(name.as_ref(), true, None);
}

/// [`label`]s the input if it belongs to a class. A class that no input belongs to is reported too.
pub fn classify(belongs: bool, name: impl AsRef<str>) {
    mark(name.as_ref(), belongs, None);
}

/// [`classify`]es the input and demands that at least so many percent of the inputs belong to the class. The property
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
