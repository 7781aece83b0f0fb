//! Functions of atoms: how they are shown, as closures over integers.
//!
//! The properties that are ignored are the ones run by the tests, each in a process of its own.

#![allow(clippy::match_like_matches_macro, reason = "functions as they are shown")]

use std::fmt::Debug;

use crate::support::transcript::transcript;
use everycase::Fun;
use everycase::prelude::*;

#[property(size = 7, should_fail)]
#[ignore = "run by the tests of this file: cargo test -p everycase --test generics functions"]
fn elements<T: Ord + Clone + Debug>(f: Fun<T, bool>, x: T, y: T) {
    assert!(f.call(&x) == f.call(&y), "they differ");
}

#[property(size = 9, should_fail)]
#[ignore = "run by the tests of this file: cargo test -p everycase --test generics functions"]
fn pairs<T: Ord + Clone + Debug>(f: Fun<(T, bool), T>, x: T, y: T) {
    assume(x < y);
    assert!(f.call(&(x, true)) <= f.call(&(y, true)), "they descend");
}

#[derive(Debug, Clone, Enumerable)]
enum Tree<K> {
    Leaf,
    Node(Box<Tree<K>>, K, Box<Tree<K>>),
}

fn single<K>(x: K) -> Tree<K> {
    Tree::Node(Box::new(Tree::Leaf), x, Box::new(Tree::Leaf))
}

#[property(size = 9, should_fail)]
#[ignore = "run by the tests of this file: cargo test -p everycase --test generics functions"]
fn trees<K: Ord + Clone + Debug>(f: Fun<Tree<K>, bool>, x: K, y: K) {
    let of = |x: K| f.call(&single(x));
    assert!(of(x) == of(y), "they differ");
}

/// The lines of the input in a report.
fn inputs(test: &str) -> Vec<String> {
    let report = transcript(test);
    report.lines().filter_map(|line| line.strip_prefix("    let ").map(str::to_owned)).collect()
}

#[test]
fn a_function_of_an_atom_is_one_of_an_integer() {
    let f = "f: Fun<i64, bool> = everycase::Fun::new(|x: &i64| match *x { 0 => true, _ => false });";
    assert_eq!(inputs("elements"), [f, "x: i64 = 0;", "y: i64 = 1;"]);

    // As it is shown.
    let f: Fun<i64, bool> = everycase::Fun::new(|x: &i64| match *x {
        0 => true,
        _ => false,
    });
    assert!(f.call(&0) != f.call(&1));
}

#[test]
fn a_function_of_a_pair_with_an_atom_looks_at_the_integer() {
    let f = "f: Fun<(i64, bool), i64> = everycase::Fun::new(|x: &(i64, bool)| match x.0 { 0 => 1, _ => 0 });";
    assert_eq!(inputs("pairs"), [f, "x: i64 = 0;", "y: i64 = 1;"]);

    // As it is shown.
    let f: Fun<(i64, bool), i64> = everycase::Fun::new(|x: &(i64, bool)| match x.0 {
        0 => 1,
        _ => 0,
    });
    assert!(f.call(&(0, true)) > f.call(&(1, true)));
}

#[test]
fn a_function_of_a_tree_takes_the_integers_out_of_its_parts() {
    let f = "f: Fun<Tree<i64>, bool> = everycase::Fun::new(|x: &Tree<i64>| { let x = everycase::parts(x); match x.name() { \
             \"Leaf\" => false, _ /* Node */ => match x.part(1).part(0).integer() { 0 => true, _ => false } } });";
    assert_eq!(inputs("trees"), [f, "x: i64 = 0;", "y: i64 = 1;"]);

    // As it is shown.
    let f: Fun<Tree<i64>, bool> = everycase::Fun::new(|x: &Tree<i64>| {
        let x = everycase::parts(x);
        match x.name() { "Leaf" => false, _ /* Node */ => match x.part(1).part(0).integer() { 0 => true, _ => false } }
    });
    assert!(f.call(&single(0)) != f.call(&single(1)));
}
