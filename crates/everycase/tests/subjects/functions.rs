//! Generic properties of functions of their elements.

use std::fmt::Debug;

use everycase::Fun;
use everycase::prelude::*;

use crate::key_tree::{Tree, single};

#[property(size = 7, should_fail)]
fn elements<T: Ord + Clone + Debug>(f: Fun<T, bool>, x: T, y: T) {
    assert!(f.call(&x) == f.call(&y), "they differ");
}

#[property(size = 9, should_fail)]
fn pairs<T: Ord + Clone + Debug>(f: Fun<(T, bool), T>, x: T, y: T) {
    assume(x < y);
    assert!(f.call(&(x, true)) <= f.call(&(y, true)), "they descend");
}

#[property(size = 9, should_fail)]
fn trees<K: Ord + Clone + Debug>(f: Fun<Tree<K>, bool>, x: K, y: K) {
    let of = |x: K| f.call(&single(x));
    assert!(of(x) == of(y), "they differ");
}
