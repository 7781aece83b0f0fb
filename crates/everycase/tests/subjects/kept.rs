//! Generic properties that keep values of a run, or use them elsewhere.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use everycase::lazy::search;
use everycase::prelude::*;

thread_local! {
    static KEPT: RefCell<Option<Box<dyn Any>>> = const { RefCell::new(None) };
}

/// Returns the value that was passed before.
fn exchanged<T: Clone + 'static>(x: &T) -> Option<T> {
    let before = KEPT.replace(Some(Box::new(x.clone())))?;
    before.downcast().ok().map(|x| *x)
}

#[property(size = 4, should_fail)]
fn a_value_is_kept<T: Ord + Clone + Debug + 'static>(x: T, y: T) {
    assume(x < y);
    if let Some(before) = exchanged(&x) {
        assert!(before < y, "it is greater");
    }
}

#[property(size = 4, should_fail)]
fn a_value_is_kept_and_the_panic_is_swallowed<T: Ord + Clone + Debug + 'static>(x: T, y: T) {
    assume(x <= y);
    if let Some(before) = exchanged(&x) {
        drop(catch_unwind(AssertUnwindSafe(|| before == y)));
    }
}

#[property(size = 4, should_fail)]
fn a_value_is_used_in_another_search<T: Ord + Clone + Debug>(x: T, y: T) {
    let found = search(|flag: Lazy<bool>| flag.force() && x < y).up_to(3);
    assert!(found.is_ok_and(|mut found| found.next().is_none()));
}

/// Compares values when they are dropped.
struct Compares<T: Ord>(T, T);

impl<T: Ord> Drop for Compares<T> {
    fn drop(&mut self) {
        LESS.set(Some(self.0 < self.1));
    }
}

thread_local! {
    static LESS: Cell<Option<bool>> = const { Cell::new(None) };
}

#[property(size = 5, should_fail)]
fn values_are_compared_during_a_panic<T: Ord + Copy + Debug>(x: T, y: T) {
    let compares = Compares(x, y);
    assert!(x <= y, "{x:?} > {:?}", compares.1);
}

#[property(size = 5)]
fn compares_during_a_panic_that_is_caught<T: Ord + Copy + Debug>(x: T, y: T) {
    let caught = catch_unwind(AssertUnwindSafe(|| {
        let _compares = Compares(x, y);
        std::panic::resume_unwind(Box::new(()));
    }));
    assert!(caught.is_err());
    assert_eq!(LESS.get(), Some(x < y));
}
