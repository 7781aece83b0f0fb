//! Properties that test little.

use std::thread::sleep;
use std::time::Duration;

use everycase::lazy::ListView;
use everycase::prelude::*;

#[property(tests = 1000, seed = 7)]
fn nearly_all_discarded(n: u32) {
    assume(n % 100 == 57);
    assert_eq!(n % 4, 1);
}

#[property(tests = 1000, seed = 7)]
fn half_discarded(n: u32) {
    assume(n.is_multiple_of(2));
    assert!(n.is_multiple_of(2));
}

#[property(size = 11)]
fn value_first(list: Lazy<Vec<bool>>) {
    let list = list.value();
    assert!(list.is_empty() || !list.is_empty());
}

#[property(size = 11)]
fn parts_first(list: Lazy<Vec<bool>>) {
    if let ListView::Cons(first, _) = list.force() {
        assert!(first.value() || !first.value());
    }
}

#[property(size = 13)]
fn value_first_of_more(list: Lazy<Vec<bool>>) {
    let list = list.value();
    assert!(list.is_empty() || !list.is_empty());
}

#[property(time = "300ms")]
fn slow(n: u64) {
    sleep(Duration::from_millis(20));
    assert_eq!(n, n);
}
