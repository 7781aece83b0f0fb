//! Functions as inputs: laws, calls, and closures that compile. How many functions there are, and that they are
//! different ones, is tested where they are made: in the kernel.

mod source;

use std::collections::{BTreeMap, HashSet};

use crate::support::assert_laws;
use crate::support::transcript::transcript;
use everycase::space::{EncodeError, SpaceError};
use everycase::{Enumerable, Fun, Space, parts, property};

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
    for f in crate::support::values::<Fun<Partial, u8>>(6) {
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

/// Even numbers, small ones first.
fn even() -> Space<u16> {
    u8::space().bijection(|n| 2 * u16::from(n), |n| u8::try_from(n / 2).unwrap_or(0))
}

#[test]
fn functions_may_go_from_one_space_to_another() {
    let colours = || Space::one_of(["red", "green", "blue"]);
    let space = Fun::between(&colours(), &Space::one_of([7u8, 9]));
    assert_eq!(space.largest_size().unwrap(), Some(0));
    let all: Vec<_> = space.up_to(0).unwrap().collect();
    assert_eq!(all.len(), 2 * 2 * 2);
    let graph = |f: &Fun<&'static str, u8>| ["red", "green", "blue"].map(|colour| f.call(&colour));
    assert_eq!(all.iter().map(graph).collect::<HashSet<_>>().len(), 8);
    assert!(all.iter().flat_map(graph).all(|result| [7, 9].contains(&result)));
    for (index, function) in (0u32..).zip(&all) {
        assert_eq!(space.rank(function).unwrap(), index.into());
        assert_eq!(space.index(&index.into()).unwrap(), *function);
        assert_eq!(function.call(&"violet"), function.call(&"red"), "the first case");
    }
    assert_eq!(
        space.rank(&Fun::new(|_| 7)).unwrap_err().to_string().matches("without its inverse").count(),
        1
    );
}

#[test]
#[expect(clippy::match_same_arms, reason = "a function as it is printed")]
fn functions_between_spaces_are_shown_by_the_parts_of_their_arguments() {
    fn arguments() -> Space<char> {
        Space::one_of(['a', 'e', 'i'])
    }
    let space = Fun::between(&arguments(), &even());
    let source = |index: u32| {
        let derivation = space.derivations().index(&index.into()).unwrap();
        let (function, source) = (space.decode(&derivation), space.source(&derivation));
        assert_eq!(format!("everycase::Fun::new({function:?})"), source);
        (function, source)
    };
    assert_eq!(source(0).1, "everycase::Fun::new(|_: &char| 0)");
    // The same text twice: once as it is printed, once compiled.
    let (function, text) = source(1);
    #[rustfmt::skip]
    let (printed, compiled) = (
        "everycase::Fun::new(|x: &char| { let x = everycase::Parts::of(&arguments(), x); match x.number() { 0 => 0, 1 => 0, _ => 2 } })",
        everycase::Fun::new(|x: &char| { let x = everycase::Parts::of(&arguments(), x); match x.number() { 0 => 0, 1 => 0, _ => 2 } }),
    );
    assert_eq!(text, printed);
    for vowel in ['a', 'e', 'i'] {
        assert_eq!(function.call(&vowel), compiled.call(&vowel));
    }
    // Numbers are those of the shape, not those of the values.
    let space = Fun::between(&even(), &bool::space());
    let found = space.up_to(9).unwrap().find(|f| f.call(&6) && !f.call(&4)).unwrap();
    assert!(!found.call(&8));
    let text = space.source(&space.encode(&found).unwrap());
    let expected = "everycase::Fun::new(|x: &u16| { let x = everycase::Parts::of(&arguments(), x); match x.integer() { 3 => true, _ => false } })";
    assert_eq!(text, expected);
}

#[test]
#[should_panic(expected = "a function between spaces cannot tell its arguments apart: ")]
fn a_space_without_a_way_back_is_no_space_of_arguments() {
    let space = Fun::between(&u8::space().map(|n| n / 2), &bool::space());
    let _ = space.up_to(5).unwrap().filter(|f| f.call(&1)).count();
}

#[property(tests = 1000)]
fn a_property_takes_functions_between_spaces(
    #[from(Fun::between(&even(), &even()))] f: Fun<u16, u16>,
    n: u16,
) {
    assert_eq!(f.call(&n) % 2, 0);
}

#[test]
fn a_report_says_where_case_trees_are_counted() {
    // false and true; one of these for 0, or for 1, and one for the rest.
    assert_eq!(
        transcript("of_numbers"),
        "testing of_numbers: ok, all 6 inputs up to size 3 (in TIME, up to the given size)\n  \
         counted: functions as case trees"
    );
    assert_eq!(transcript("of_booleans"), "testing of_booleans: ok, all 16 inputs there are (in TIME)");
}
