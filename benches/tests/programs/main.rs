//! The papers' programs: as many values as published, the published counterexamples, the number of runs, and the same
//! results as plain functions of plain values.

mod imperative;
mod lambda;
mod natural_terms;
mod red_black;
mod reg_exp;
mod search_tree;
mod typed_terms;

use std::fmt::Debug;

use everycase::lazy::{Strategy, search};
use everycase::{BigUint, Enumerable, Lazy};
use everycase_benches::deepening::set_strategy;

/// Values up to a size.
fn values_to<T: Enumerable>(size: u32) -> BigUint {
    T::space().count_up_to(size).expect("the type is rightly recursive")
}

/// Returns the first value up to a size that satisfies a predicate.
fn first<T: Enumerable>(size: u32, predicate: impl Fn(Lazy<T>) -> bool) -> Option<T> {
    let mut values = search(predicate).up_to(size).expect("the type is rightly recursive");
    values.advance().then(|| values.value()).flatten()
}

/// Returns how many runs all values up to a size take, operands from left to right, and how many of them satisfy the
/// predicate.
fn runs<T: Enumerable>(size: u32, predicate: impl Fn(Lazy<T>) -> bool) -> (u64, usize) {
    runs_by(Strategy::D, size, predicate)
}

/// [`runs`], by another strategy.
fn runs_by<T: Enumerable>(
    strategy: Strategy,
    size: u32,
    predicate: impl Fn(Lazy<T>) -> bool,
) -> (u64, usize) {
    let mut values = search(predicate).up_to(size).expect("the type is rightly recursive");
    set_strategy(&mut values, strategy);
    let mut satisfying = 0;
    while values.advance() {
        satisfying += 1;
    }
    (values.runs(), satisfying)
}

/// Asserts that a lazy predicate and a plain one agree on every value up to a size.
fn agree<T: Enumerable + Debug>(size: u32, lazy: impl Fn(Lazy<T>) -> bool, plain: impl Fn(&T) -> bool) {
    let (runs, _) = runs(size, |value: Lazy<T>| {
        let result = lazy(value);
        // This decides all that is open, so that there is a run for each value.
        let value = value.value();
        assert_eq!(result, plain(&value), "{value:?}");
        result
    });
    assert_eq!(BigUint::from(runs), values_to::<T>(size));
}
