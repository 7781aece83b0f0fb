//! The strength of properties of functions, `#[property(of = ..)]`.

#[path = "support/lists.rs"]
mod lists;
mod support;

use std::fs;
use std::panic::catch_unwind;

use everycase::prelude::*;
use serde_json::Value;

use lists::{insert, sorted};
use support::process::Crate;

/// Returns the report of a property that is too weak; `None` if it is strong enough.
#[track_caller]
fn weakness(subject: &str) -> Option<String> {
    let ran = Crate::new().run(subject, &[]);
    (!ran.passed).then(|| ran.stderr.replace("\n    ", " "))
}

/// Returns the percentage of the mutants killed by a property that wants 100.
fn strength(subject: &str) -> f64 {
    let Some(report) = weakness(subject) else { return 100.0 };
    let (before, _) = report.split_once("% killed").unwrap_or_else(|| panic!("{report}"));
    let percent = before.rsplit(' ').next().unwrap().trim_start_matches('<');
    percent.parse().unwrap_or_else(|_| panic!("{report}"))
}

#[test]
fn the_six_properties_of_insert_are_in_the_order_of_the_paper_and_the_last_kills_all() {
    let found = ["insert_0", "insert_1", "insert_2", "insert_3", "insert_4", "insert_5"].map(strength);
    println!("{found:?}");
    assert!(found.is_sorted() && found[0] < found[1] && found[4] < 100.0, "{found:?}");
    assert!((found[5] - 100.0).abs() < f64::EPSILON, "{found:?}");
}

#[test]
fn a_function_against_itself_has_a_strength_of_0_and_a_warning() {
    let report = weakness("against_itself").unwrap();
    assert!(report.contains("0% killed"), "{report}");
    assert!(report.contains("WARNING: none of "), "{report}");
}

#[test]
fn a_function_that_no_input_calls_has_no_strength() {
    let report = weakness("is_never_called").unwrap();
    assert!(report.contains("no score: it made no call of `sorted`"), "{report}");
    assert!(report.contains("error: a score of at least 100% is required"), "{report}");
}

#[test]
fn the_score_is_a_record_after_those_of_the_check() {
    let dir = Crate::new();
    let records = dir.path().join("records.ndjson");
    let vars = [("EVERYCASE_RECORDS", records.to_str().unwrap()), ("EVERYCASE_MIN_STRENGTH", "50")];
    let ran = dir.run("insert_3", &vars);
    assert!(ran.passed && ran.stdout.contains("insert_3 of insert::<i64>: "), "{}", ran.stdout);
    let text = fs::read_to_string(records).unwrap();
    let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds =
        records.iter().map(|record| [&record["kind"], &record["event"]].map(|text| text.as_str().unwrap()));
    assert_eq!(
        kinds.collect::<Vec<_>>(),
        [["property", "start"], ["property", "finish"], ["strength", "finish"]]
    );
    let (score, survivor) = (&records[2], &records[2]["survivors"][0]["equations"][0]);
    assert_eq!([&score["property"], &score["function"]], ["insert_3", "insert::<i64>"]);
    assert!(score["killed"].as_u64() < score["mutants"].as_u64(), "{score}");
    assert!(survivor.as_str().unwrap().starts_with("insert("), "{score}");
}

#[property(of = sorted, tests = 1000, seed = 11, min_strength = 100)]
fn a_function_against_a_reference_has_a_strength_of_100(list: Vec<i64>) -> bool {
    let mut reference = list.clone();
    reference.sort_by(i64::cmp);
    sorted(list) == reference
}

#[property(of = core::cmp::max::<u8>, tests = 1000, seed = 11, min_strength = 100)]
fn a_function_of_another_crate_is_written_with_its_path(a: u8, b: u8) -> bool {
    core::cmp::max(a, b) == if a < b { b } else { a }
}

static NEXT: fn(u8) -> u8 = |x| x.wrapping_add(1);

#[property(of = NEXT, tests = 1000, seed = 11, min_strength = 100)]
fn a_static_may_hold_the_function(x: u8) -> bool {
    NEXT(x).wrapping_sub(1) == x
}

#[derive(Debug, Clone, PartialEq, Enumerable)]
struct Counter {
    count: u8,
}

impl Counter {
    fn after(&self, steps: u8) -> Counter {
        Counter { count: self.count.wrapping_add(steps) }
    }

    fn step(&mut self) -> u8 {
        self.count = self.count.wrapping_add(1);
        self.count
    }
}

#[property(of = [Counter::after, Counter::step], tests = 1000, seed = 11, min_strength = 100)]
fn methods_are_written_as_paths(mut counter: Counter) {
    let next = Counter::after(&counter, 1);
    assert_eq!(Counter::step(&mut counter), next.count);
    assert_eq!(counter, next);
    assert_eq!(counter, { next });
}

/// A value after the call is a part of the result, so a property of the result alone lets mutants through.
#[property(of = Counter::step, tests = 1000, seed = 11, min_strength = 100)]
#[should_panic(expected = ", which leaves")]
fn what_is_left_in_an_argument_counts(mut counter: Counter) -> bool {
    let next = counter.count.wrapping_add(1);
    Counter::step(&mut counter) == next
}

mod c {
    pub(crate) extern "C" fn doubled(x: u8) -> u16 {
        u16::from(x) * 2
    }
}

/// A function of another ABI implements no `Fn`.
fn doubled(x: u8) -> u16 {
    c::doubled(x)
}

#[property(of = doubled, tests = 1000, seed = 11, min_strength = 100)]
fn a_function_of_the_c_abi_is_called_through_one_of_rust(x: u8) -> bool {
    doubled(x) == u16::from(x) + u16::from(x)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "each way to pass an argument")]
fn clamp(x: i8, lo: &i8, hi: &mut i8, text: &str, more: Option<u8>, flag: bool) -> i8 {
    *hi = (*hi).max(*lo);
    if text.is_empty() && more.is_none() && flag { 0 } else { x.clamp(*lo, *hi) }
}

#[property(of = clamp, tests = 1000, seed = 11, min_strength = 100)]
fn six_arguments_are_passed_in_each_way(x: i8, lo: i8, hi: i8, text: String, more: Option<u8>, flag: bool) {
    for _ in 0..2 {
        // Each call borrows something that lives no longer than it.
        let (own, mut left, mut expected) = (lo, hi, hi);
        let found = clamp(x, &own, &mut left, &text, more, flag);
        expected = expected.max(lo);
        assert_eq!(left, expected);
        let is_nothing = text.is_empty() && more.is_none() && flag;
        assert_eq!(found, if is_nothing { 0 } else { x.clamp(lo, expected) });
    }
}

/// The exchanged arguments may be none that the function takes.
fn difference(a: u8, b: u8) -> u8 {
    a - b
}

#[property(of = difference, tests = 1000, seed = 11, min_strength = 100)]
fn a_function_that_panics_on_other_arguments_is_measured(a: u8, b: u8) {
    assume(a >= b);
    assert_eq!(difference(a, b) + b, a);
}

#[property(of = difference, tests = 1000, seed = 11, min_strength = 100)]
fn a_panic_of_the_function_does_not_end_the_measurement(a: u8, b: u8) {
    assume(a > b);
    assert!(catch_unwind(|| difference(b, a)).is_err());
    assert_eq!(difference(a, b) + b, a);
}

#[property(of = insert::<u8>, tests = 1000, seed = 11, min_strength = 100)]
fn a_lazy_property_is_measured_on_complete_inputs(x: u8, list: Lazy<Vec<u8>>) {
    let list = list.value();
    assume(list.is_sorted());
    let mut expected = [list.clone(), vec![x]].concat();
    expected.sort_unstable();
    assert_eq!(insert(x, &list), expected);
}

/// Functions whose arguments or results cannot be encoded.
mod opaque {
    use std::collections::BTreeMap;
    use std::rc::Rc;

    use super::*;

    fn apply(f: fn(u8) -> u8, x: u8) -> u8 {
        f(x)
    }

    #[property(of = apply, tests = 300, seed = 11, min_strength = 100)]
    fn a_function_as_an_argument_is_passed_on(x: u8) {
        assert_eq!(apply(|x| x ^ 1, x), x ^ 1);
    }

    /// Calls that differ only in what cannot be encoded get the same exception.
    #[property(of = apply, tests = 1000, seed = 11, strength)]
    #[should_panic(expected = "WARNING: none of ")]
    fn a_tautology_with_a_function_as_an_argument_has_a_strength_of_0(x: u8) {
        assert_eq!(apply(|x| x ^ 1, x), apply(|x| x ^ 1, x));
    }

    fn filtered<F: Fn(&u8) -> bool + ?Sized>(list: &[u8], keep: &F) -> Vec<u8> {
        list.iter().copied().filter(|x| keep(x)).collect()
    }

    #[property(of = filtered::<dyn Fn(&u8) -> bool>, tests = 300, seed = 11, min_strength = 100)]
    fn a_closure_behind_a_reference_is_passed_on(list: Vec<u8>, limit: u8) {
        let keep = |x: &u8| *x < limit;
        let mut expected = list.clone();
        expected.retain(keep);
        assert_eq!(filtered(&list, &keep), expected);
    }

    #[expect(clippy::needless_pass_by_value, reason = "an argument that can be passed once")]
    fn boxed(f: Box<dyn Fn(u8) -> u8>, x: u8, y: u8) -> (u8, u8) {
        (f(x), f(y))
    }

    #[property(of = boxed, tests = 300, seed = 11, min_strength = 100)]
    fn an_argument_that_can_be_passed_once_is_passed_on(x: u8, y: u8, z: u8) {
        assert_eq!(boxed(Box::new(move |x| x ^ z), x, y), (x ^ z, y ^ z));
    }

    trait Shape {
        fn scaled(&self, by: u8) -> u16;
    }

    struct Square(u8);
    struct Line(u8);

    impl Shape for Square {
        fn scaled(&self, by: u8) -> u16 {
            u16::from(self.0).wrapping_mul(u16::from(self.0)).wrapping_mul(u16::from(by))
        }
    }

    impl Shape for Line {
        fn scaled(&self, by: u8) -> u16 {
            u16::from(self.0) * u16::from(by)
        }
    }

    #[property(of = <dyn Shape>::scaled, tests = 300, seed = 11, min_strength = 100)]
    fn a_method_is_called_through_a_trait_object(side: u8, by: u8) {
        let shapes: [Box<dyn Shape>; 2] = [Box::new(Square(side)), Box::new(Line(side))];
        let areas = shapes.iter().map(|shape| <dyn Shape>::scaled(&**shape, by));
        let length = u16::from(side) * u16::from(by);
        assert_eq!(areas.collect::<Vec<_>>(), [length.wrapping_mul(u16::from(side)), length]);
    }

    #[property(of = <Line as Shape>::scaled, tests = 300, seed = 11, min_strength = 100)]
    fn a_reference_to_a_value_that_is_not_enumerable_is_passed_on(side: u8, by: u8) {
        assert_eq!(<Line as Shape>::scaled(&Line(side), by), u16::from(side) * u16::from(by));
        assert_eq!(<Line as Shape>::scaled(&Line(1), by), u16::from(by));
    }

    struct Log(Vec<u8>);

    fn push(log: &mut Log, x: u8) -> usize {
        log.0.push(x);
        log.0.len()
    }

    #[property(of = push, tests = 300, seed = 11, min_strength = 100)]
    fn a_mutable_reference_to_a_value_that_is_not_enumerable_is_passed_on(x: u8, y: u8) {
        let mut log = Log(Vec::new());
        assert_eq!(push(&mut log, x), 1);
        assert_eq!(push(&mut log, y), 2);
    }

    fn sort_in_place(list: &mut [i8]) {
        list.sort_unstable();
    }

    #[property(of = sort_in_place, tests = 1000, seed = 11, min_strength = 100)]
    fn a_slice_that_is_changed_in_place_keeps_its_length(mut list: Vec<i8>) {
        let (mut expected, length) = (list.clone(), list.len());
        expected.sort_by(i8::cmp);
        sort_in_place(&mut list[..length]);
        assert_eq!(list, expected);
    }

    #[property(of = sort_in_place, tests = 1000, seed = 11, min_strength = 100)]
    #[should_panic(expected = "survives: sort_in_place, except that sort_in_place(&mut vec![")]
    fn a_slice_that_is_changed_in_place_may_have_wrong_items(mut list: Vec<i8>) {
        sort_in_place(&mut list);
        assert!(list.is_sorted());
    }

    struct Index(BTreeMap<u8, Rc<str>>);

    fn index(first: u8, second: u8) -> Index {
        Index([(0, first), (1, second)].map(|(i, x)| (i, x.to_string().into())).into())
    }

    #[property(of = index, tests = 300, seed = 11, min_strength = 100)]
    fn a_result_that_is_not_enumerable_is_exchanged_or_constant(x: u8, y: u8) {
        let index = index(x, y);
        assert_eq!([0, 1].map(|i| index.0[&i].to_string()), [x, y].map(|x| x.to_string()));
    }

    #[property(of = index, tests = 300, seed = 11, strength)]
    fn a_result_that_is_not_enumerable_may_be_the_same_for_all_calls(x: u8, y: u8) -> bool {
        index(x, y).0.len() == index(y, x).0.len()
    }

    fn seven() -> u8 {
        7
    }

    #[property(of = seven, tests = 1, min_strength = 100)]
    fn a_function_may_have_no_arguments() {
        assert_eq!(seven(), 7);
    }

    #[property(of = str::len, tests = 300, seed = 11, min_strength = 100)]
    fn a_method_of_the_standard_library_is_of_another_crate(text: String) {
        assert_eq!(str::len(&text), text.chars().map(char::len_utf8).sum::<usize>());
    }
}

#[test]
fn letters_of_a_survivor_are_the_same_in_its_argument_and_its_result() {
    let report = weakness("without_last_is_a_part").unwrap();
    let survivor =
        "survives: without_last, except that without_last(&String::from(\"a\")) = String::from(\"a\")";
    assert!(report.contains(survivor), "{report}");
}
