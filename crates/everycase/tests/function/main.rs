//! Functions as inputs: laws, calls, and closures that compile. How many functions there are, and that they are
//! different ones, is tested where they are made: in the kernel.

mod source;
#[path = "../support/mod.rs"]
mod support;

use std::collections::BTreeMap;

use everycase::{EncodeError, Enumerable, Fun, SpaceError, parts};
use support::assert_laws;

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Enumerable)]
enum Tree {
    Leaf,
    Node(Box<Tree>, u8, Box<Tree>),
}

#[derive(Clone, Debug, PartialEq, Enumerable)]
struct Point {
    x: i8,
    y: Option<bool>,
}

#[test]
fn functions_obey_the_laws() {
    assert_laws::<Fun<bool, bool>>(3);
    assert_laws::<Fun<u8, Option<bool>>>(8);
    assert_laws::<Fun<Tree, bool>>(9);
    assert_laws::<Fun<(bool, i16), u8>>(5);
    assert_laws::<Fun<Vec<bool>, char>>(7);
    assert_laws::<Fun<Point, bool>>(8);
    assert_laws::<Fun<Option<Result<u8, bool>>, bool>>(8);
    assert_laws::<Fun<Fun<bool, bool>, bool>>(8);
    assert_laws::<Fun<bool, Fun<bool, bool>>>(9);
    assert_laws::<Fun<String, bool>>(9);
    assert_laws::<Fun<BTreeMap<bool, bool>, bool>>(10);
    assert_laws::<Vec<Fun<bool, u8>>>(7);
}

#[test]
fn a_function_written_by_hand_is_called_and_has_no_index() {
    let f = Fun::new(|x: &u8| *x > 3);
    assert!(f.call(&4) && !f.clone().call(&3));
    let as_closure = f.closure();
    assert_eq!([2, 5].iter().map(as_closure).collect::<Vec<_>>(), [false, true]);
    let error = Fun::<u8, bool>::space().rank(&f).unwrap_err();
    assert!(matches!(error, SpaceError::Encode(EncodeError::NoInverse(_))), "{error}");
    assert_eq!(f, f.clone());
    assert_ne!(f, Fun::new(|x: &u8| *x > 3));
}

#[test]
fn functions_may_be_called_from_other_threads() {
    let f = Fun::<Tree, bool>::space().index(&1000u32.into()).unwrap();
    let here = f.call(&Tree::Leaf);
    let there = std::thread::scope(|scope| scope.spawn(|| f.call(&Tree::Leaf)).join().unwrap());
    assert_eq!(here, there);
}

#[test]
fn an_argument_outside_its_space_has_a_result_all_the_same() {
    #[derive(Debug, Enumerable)]
    enum Partial {
        Seen(bool),
        #[enumerable(skip)]
        Unseen,
    }
    for f in support::values::<Fun<Partial, u8>>(6) {
        let result = f.call(&Partial::Unseen);
        assert_eq!(f.call(&Partial::Unseen), result);
    }
    assert_eq!(parts(&Partial::Unseen).name(), "");
    assert_eq!(parts(&Partial::Seen(true)).part(0).name(), "true");
}

#[test]
fn the_smallest_counterexample_that_is_a_function_can_be_read() {
    let space = Fun::<(u8, bool), bool>::space();
    // Claimed: no function is true of (5, true) and false of (5, false).
    let fails = |f: &Fun<(u8, bool), bool>| f.call(&(5, true)) && !f.call(&(5, false));
    let found = space.up_to(9).unwrap().find(|f| fails(f)).unwrap();
    let source = space.source(&space.encode(&found).unwrap());
    assert_eq!(source, "everycase::Fun::new(|x: &(u8, bool)| match x.1 { false => false, true => true })");
}
