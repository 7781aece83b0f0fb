//! Functions of atoms: how they are shown, as closures over integers.
//!
//! The properties are subjects, each run in a process of its own.

#![allow(clippy::match_like_matches_macro, reason = "functions as they are shown")]

use everycase::Fun;

use crate::key_tree::{Tree, single};
use crate::support::transcript::transcript;

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
