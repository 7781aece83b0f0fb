//! Calls a property makes while it runs: assumptions, labels, required shares.
//!
//! They concern the current input of the thread: the runner calls a property on a thread of its own
//! and collects the results from there.

use std::any::type_name_of_val;
use std::cell::{Cell, RefCell};

use everycase_check::claims::stats::Labels;
use everycase_check::claims::tables::TableValue;

use super::outcome::IntoOutcome;
use crate::panics::discard;

thread_local! {
    static RUNNING: Cell<bool> = const { Cell::new(false) };
    /// Whether an unmet assumption returns, to code that asks [`is_unmet`], instead of unwinding.
    static RETURNS: Cell<bool> = const { Cell::new(false) };
    /// Whether the property has ended because of an unmet assumption.
    static LEFT: Cell<bool> = const { Cell::new(false) };
    static LABELS: RefCell<Labels> = RefCell::default();
}

/// Leaves the property if the condition does not hold. Such an input is discarded, which is counted
/// and reported.
///
/// As a statement of the body of a [`property`](macro@crate::property) it returns from the
/// property. Elsewhere it unwinds the stack, which takes some microseconds.
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
/// Outside of a property, or on a thread that a property has started: neither has an input to
/// discard.
pub fn assume(condition: bool) {
    if condition || RETURNS.take() {
        return;
    }
    assert!(
        RUNNING.get(),
        "`assume` was called outside of a property: call it in one, on the thread that runs it"
    );
    discard();
}

/// Returns whether a function is [`assume`], and not another function of that name.
///
/// Compares names, since the type of a user's function may borrow and then has no `TypeId`. The
/// name contains the path, which begins with this crate.
#[inline]
pub fn is_assume<F>(function: &F) -> bool {
    type_name_of_val(function) == type_name_of_val(&assume)
}

/// Returns a condition for [`assume`], after arranging that the call returns to the code of
/// `#[property]`. For other functions it returns the condition unchanged.
#[inline]
pub fn condition<C>(is_assume: bool, condition: C) -> C {
    RETURNS.set(is_assume);
    condition
}

/// Returns whether the previous assumption was not met, so that the property must return. Unwinding
/// would take longer than most runs.
#[inline]
pub fn is_unmet(is_assume: bool) -> bool {
    let unmet = is_assume && !RETURNS.take();
    if unmet {
        LEFT.set(true);
    }
    unmet
}

/// Returns an arbitrary result for a discarded input; it is ignored.
pub fn unmet<O: IntoOutcome>() -> O {
    O::unmet()
}

/// Runs a property; also returns whether an unmet assumption ended it. Values dropped on the way
/// have no influence on that.
pub(super) fn leaving<R>(property: impl FnOnce() -> R) -> (R, bool) {
    let outer = LEFT.replace(false);
    let result = property();
    (result, LEFT.replace(outer))
}

/// Counts the input under a label. The shares of all labels are reported. Saved inputs are not
/// counted, because the search meets them again. Has no effect outside of a property.
pub fn label(name: impl AsRef<str>) {
    mark(name.as_ref(), true, None);
}

/// Counts the input under a [`label`] if it belongs to a class. A class without inputs is reported,
/// too.
pub fn classify(belongs: bool, name: impl AsRef<str>) {
    mark(name.as_ref(), belongs, None);
}

/// Counts the input as [`classify`] does, and requires that at least `percent` of the inputs belong
/// to the class. The property fails if that is missed.
///
/// The share is about the inputs that a run makes and that pass: of the search, which are the same
/// in each run, and of independent draws. A sequential test decides after the last input: a share
/// is *reached* or *missed* if the opposite has a probability below 10^-9, so no run fails by
/// chance. Otherwise the report says *undecided*, which is not a failure; more tests decide more.
/// If every existing input was run, the share is known.
pub fn cover(belongs: bool, percent: f64, name: impl AsRef<str>) {
    mark(name.as_ref(), belongs, Some(percent));
}

/// Adds a value of the input to a table. Reports and records have the smallest number, the median,
/// the largest one and a histogram, and how often each text is there.
///
/// ```
/// use everycase::coverage::tabulate;
/// use everycase::property;
///
/// #[property(tests = 100)]
/// fn reversing_twice_changes_nothing(list: Vec<u8>) {
///     tabulate("length", list.len());
///     tabulate("ends alike", list.first() == list.last());
///     let twice: Vec<u8> = list.iter().rev().rev().copied().collect();
///     assert_eq!(twice, list);
/// }
/// ```
///
/// Numbers are 64-bit floating-point numbers, so integers beyond 2^53 are rounded. Memory is
/// bounded: a property has at most 64 tables, an input at most 1,000 values, and a table at most
/// 512 different texts. With more than 512 different numbers, close ones are counted together.
/// Where that happens the report says so. Only inputs that pass count, and saved inputs do not. Has
/// no effect outside of a property.
pub fn tabulate(table: impl AsRef<str>, value: impl Into<TableValue>) {
    if RUNNING.get() {
        let value = value.into();
        LABELS.with_borrow_mut(|labels| labels.tabulate(table.as_ref(), value));
    }
}

#[inline]
fn mark(name: &str, hit: bool, required: Option<f64>) {
    if RUNNING.get() {
        LABELS.with_borrow_mut(|labels| labels.mark(name, hit, required));
    }
}

/// Runs a property on this thread's input; its labels are added to `labels`.
pub(crate) fn listening<R>(labels: &mut Labels, property: impl FnOnce() -> R) -> R {
    // A property that runs another property inside gets its own labels back afterwards.
    let outer = RUNNING.replace(true);
    LABELS.with_borrow_mut(|own| std::mem::swap(own, labels));
    let result = property();
    LABELS.with_borrow_mut(|own| std::mem::swap(own, labels));
    RUNNING.set(outer);
    result
}
