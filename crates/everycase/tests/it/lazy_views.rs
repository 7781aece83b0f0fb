//! Lazy values, their views, and the searches that run on them, against all values spelt out.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;

use everycase::lazy::{Found, Inspect, ListView, sat, search};
use everycase::{Enumerable, Lazy};

use crate::support::values;

/// A value put together again from its views, all the way down.
trait Rebuild: Enumerable {
    fn rebuild(lazy: Lazy<Self>) -> Self;
}

macro_rules! plain {
    ($($ty:ty)*) => { $(
        impl Rebuild for $ty {
            fn rebuild(lazy: Lazy<Self>) -> Self {
                lazy.force()
            }
        }
    )* };
}

plain!(() bool u8 u16 i8 i32 u128 i128 char std::cmp::Ordering);

impl<T: Rebuild> Rebuild for Option<T> {
    fn rebuild(lazy: Lazy<Self>) -> Self {
        lazy.force().map(T::rebuild)
    }
}

impl<T: Rebuild, E: Rebuild> Rebuild for Result<T, E> {
    fn rebuild(lazy: Lazy<Self>) -> Self {
        lazy.force().map(T::rebuild).map_err(E::rebuild)
    }
}

impl<A: Rebuild, B: Rebuild> Rebuild for (A, B) {
    fn rebuild(lazy: Lazy<Self>) -> Self {
        let (a, b) = lazy.force();
        (A::rebuild(a), B::rebuild(b))
    }
}

impl<T: Rebuild> Rebuild for Vec<T> {
    fn rebuild(lazy: Lazy<Self>) -> Self {
        elements(lazy).map(T::rebuild).collect()
    }
}

impl Rebuild for String {
    fn rebuild(lazy: Lazy<Self>) -> Self {
        elements(lazy).map(char::rebuild).collect()
    }
}

/// The elements of a list, each looked for when it is asked for.
fn elements<L: Inspect<View = ListView<T, L>>, T>(mut list: Lazy<L>) -> impl Iterator<Item = Lazy<T>> {
    std::iter::from_fn(move || match list.force() {
        ListView::Nil => None,
        ListView::Cons(first, rest) => {
            list = rest;
            Some(first)
        }
    })
}

#[derive(Debug, Clone, PartialEq, Enumerable)]
enum Tree<T> {
    Leaf,
    Node(Box<Tree<T>>, T, Rc<Self>),
}

impl<T: Rebuild> Rebuild for Tree<T> {
    fn rebuild(lazy: Lazy<Self>) -> Self {
        match lazy.force() {
            TreeView::Leaf => Self::Leaf,
            TreeView::Node(left, x, right) => {
                Self::Node(Box::new(Self::rebuild(left)), T::rebuild(x), Rc::new(Self::rebuild(right)))
            }
        }
    }
}

#[derive(Debug, PartialEq, Enumerable)]
enum Statement {
    #[enumerable(skip)]
    #[expect(dead_code)]
    Removed,
    Value(Arc<Expression>),
    Block(Block),
}

#[derive(Debug, PartialEq, Enumerable)]
struct Block {
    #[enumerable(skip)]
    cached: u8,
    statements: Vec<Statement>,
    label: Option<Box<str>>,
}

#[derive(Debug, PartialEq, Enumerable)]
enum Expression {
    Number(i8, u128),
    #[enumerable(cost = 2)]
    Do {
        block: Box<Block>,
        #[enumerable(skip)]
        hint: Option<u8>,
        #[enumerable(cost = 1)]
        otherwise: Result<char, (bool, i128)>,
    },
    Nothing(),
}

impl Rebuild for Statement {
    fn rebuild(lazy: Lazy<Self>) -> Self {
        match lazy.force() {
            StatementView::Value(value) => Self::Value(Arc::new(Expression::rebuild(value))),
            StatementView::Block(block) => Self::Block(Block::rebuild(block)),
        }
    }
}

impl Rebuild for Block {
    fn rebuild(lazy: Lazy<Self>) -> Self {
        let BlockView { statements, label } = lazy.force();
        let label = label.force().map(|label| String::rebuild(label.cast()).into());
        Self { cached: 0, statements: Vec::rebuild(statements), label }
    }
}

impl Rebuild for Expression {
    fn rebuild(lazy: Lazy<Self>) -> Self {
        match lazy.force() {
            ExpressionView::Number(small, large) => Self::Number(small.force(), u128::rebuild(large)),
            ExpressionView::Do { block, otherwise } => Self::Do {
                block: Box::new(Block::rebuild(block)),
                hint: None,
                otherwise: Result::rebuild(otherwise),
            },
            ExpressionView::Nothing() => Self::Nothing(),
        }
    }
}

/// What was noted in each run, where those with a power of two for a number, and one in 1024, are made twice to see that the
/// predicate does the same again.
fn without_probes<T: PartialEq + Debug>(noted: Vec<T>) -> Vec<T> {
    let mut runs: Vec<T> = Vec::new();
    let mut probed = false;
    for run in noted {
        let is_probe = runs.len().is_power_of_two() || !runs.is_empty() && runs.len().is_multiple_of(1024);
        if !probed && is_probe {
            assert_eq!(runs.last(), Some(&run));
            probed = true;
        } else {
            runs.push(run);
            probed = false;
        }
    }
    runs
}

/// Every value up to a size is rebuilt from its views: a given one, and those that a search decides, by which a predicate
/// that looks at everything is run once for each.
fn assert_rebuilt<T: Rebuild + Debug + PartialEq>(size: u32) {
    let all = values::<T>(size);
    assert!(all.len() > 2, "{} values show nothing", all.len());
    for value in values::<T>(size) {
        let expected = format!("{value:?}");
        assert_eq!(format!("{:?}", T::rebuild(Lazy::from(value))), expected);
    }
    let rebuilt = RefCell::new(Vec::new());
    let look = |lazy: Lazy<T>| {
        rebuilt.borrow_mut().push(T::rebuild(lazy));
        true
    };
    let decided: Vec<T> = search(look).up_to(size).unwrap().map(Found::into_value).collect();
    let rebuilt = without_probes(rebuilt.into_inner());
    assert!(rebuilt == decided, "what was seen is what is found:\n{rebuilt:?}\n{decided:?}");
    assert_eq!(rebuilt.len(), all.len());
    let mut left = all;
    for value in decided {
        let place = left.iter().position(|other| *other == value);
        left.swap_remove(place.unwrap_or_else(|| panic!("{value:?} is found twice, or is none")));
    }
    assert!(left.is_empty(), "{left:?} are not found");
}

#[test]
fn every_value_is_rebuilt_from_its_views() {
    assert_rebuilt::<(u8, i8)>(7);
    assert_rebuilt::<i32>(6);
    assert_rebuilt::<(u128, (i128, ()))>(6);
    assert_rebuilt::<Vec<u16>>(8);
    assert_rebuilt::<String>(9);
    assert_rebuilt::<(Option<char>, std::cmp::Ordering)>(7);
    assert_rebuilt::<Tree<bool>>(11);
    assert_rebuilt::<Tree<Tree<u8>>>(10);
    assert_rebuilt::<Block>(9);
    assert_rebuilt::<Statement>(10);
    assert_rebuilt::<Expression>(11);
}

#[test]
fn a_predicate_that_takes_the_whole_value_is_run_once_for_each() {
    fn runs<T: Enumerable + Debug>(size: u32) {
        let twice = |lazy: Lazy<T>| format!("{:?}", lazy.value()) == format!("{:?}", lazy.value());
        let mut found = search(twice).up_to(size).unwrap();
        let n = found.by_ref().count() as u64;
        assert_eq!(T::space().count_up_to(size).unwrap(), n.into());
        assert_eq!(found.runs(), n);
    }
    runs::<Expression>(12);
    runs::<std::collections::BTreeMap<u8, Option<bool>>>(9);
    runs::<f64>(12);
}

/// What a predicate sees.
type Log = Vec<i8>;

/// What a search up to a size does, held against all values up to that size.
struct Classes {
    /// Runs of the predicate.
    runs: u64,
    /// Values up to the size.
    values: usize,
    /// Values found.
    satisfying: usize,
}

/// Runs the predicate on every value up to a size, and in a search. The searched classes are those that the values are in,
/// and what is found is the smallest value of each class that satisfies the predicate. That no class is run twice is for the
/// caller to say: a class may be larger than what a comparison of two lazy numbers decides.
fn classes<T: Enumerable>(size: u32, predicate: impl Fn(Lazy<T>, &mut Log) -> bool) -> (Classes, usize) {
    let run = |lazy: Lazy<T>| {
        let mut log = Log::new();
        let verdict = predicate(lazy, &mut log);
        (log, verdict)
    };
    let space = T::space();
    // The verdict on each class, and the size of its smallest value.
    let mut expected: HashMap<Log, (bool, u32)> = HashMap::new();
    let mut values = 0;
    for size in 0..=size {
        for value in space.of_size(size).unwrap() {
            values += 1;
            let (log, verdict) = run(value.into());
            let known = expected.entry(log).or_insert((verdict, size)).0;
            assert_eq!(known, verdict, "a predicate decides by what it sees");
        }
    }

    let logs = RefCell::new(Vec::new());
    let mut found = search(|lazy: Lazy<T>| {
        let (log, verdict) = run(lazy);
        logs.borrow_mut().push(log);
        verdict
    })
    .up_to(size)
    .unwrap();
    let mut smallest: HashMap<Log, (bool, u32)> = HashMap::new();
    let mut satisfying = 0;
    for found in found.by_ref() {
        satisfying += 1;
        let size = space.size_of(found.value()).unwrap();
        let (log, verdict) = run(found.into_value().into());
        assert!(verdict, "what is found does not satisfy the predicate");
        assert_eq!(logs.borrow().last(), Some(&log), "what is found is not of the class that was run");
        let smallest = &mut smallest.entry(log).or_insert((true, size)).1;
        *smallest = size.min(*smallest);
    }
    let runs = found.runs();
    drop(found);
    let logs = without_probes(logs.into_inner());
    assert_eq!(runs, logs.len() as u64);
    let distinct: HashSet<&Log> = logs.iter().collect();
    assert_eq!(distinct, expected.keys().collect(), "the classes are those of the values");
    let distinct = distinct.len();
    expected.retain(|_, (verdict, _)| *verdict);
    assert_eq!(smallest, expected, "the smallest of each class that satisfies the predicate is found");
    (Classes { runs, values, satisfying }, distinct)
}

/// As [`classes`], and no class is run twice: the numbers of runs, values and classes that satisfy the predicate.
fn exactly<T: Enumerable>(size: u32, predicate: impl Fn(Lazy<T>, &mut Log) -> bool) -> (u64, usize, usize) {
    let (Classes { runs, values, satisfying }, distinct) = classes(size, predicate);
    assert_eq!(runs, distinct as u64, "a class is run once");
    (runs, values, satisfying)
}

/// Looks at something and notes what is seen.
fn see<S: Copy + Into<i8>>(log: &mut Log, seen: S) -> S {
    log.push(seen.into());
    seen
}

/// Looks at a list.
fn uncons<T>(log: &mut Log, list: Lazy<Vec<T>>) -> Option<(Lazy<T>, Lazy<Vec<T>>)> {
    match list.force() {
        ListView::Nil => {
            see(log, -1);
            None
        }
        ListView::Cons(first, rest) => {
            see(log, -2);
            Some((first, rest))
        }
    }
}

fn all_true(mut list: Lazy<Vec<bool>>, log: &mut Log) -> bool {
    while let Some((first, rest)) = uncons(log, list) {
        if !see(log, first.force()) {
            return false;
        }
        list = rest;
    }
    true
}

fn any_true(mut list: Lazy<Vec<bool>>, log: &mut Log) -> bool {
    while let Some((first, rest)) = uncons(log, list) {
        if see(log, first.force()) {
            return true;
        }
        list = rest;
    }
    false
}

#[test]
fn runs_for_the_conjunction_of_a_list_grow_as_its_length_does() {
    for size in [1u32, 5, 11, 15] {
        let lists = (1 << size.div_ceil(2)) - 1;
        let half = size as usize / 2;
        assert_eq!(exactly(size, all_true), (size.into(), lists, half + 1));
        assert_eq!(exactly(size, any_true), (size.into(), lists, half));
    }
    for size in [21, 41, 401] {
        let mut found = search(|list| all_true(list, &mut Log::new())).up_to(size).unwrap();
        assert_eq!((found.by_ref().count(), found.runs()), (size as usize / 2 + 1, size.into()));
    }
}

#[test]
fn what_is_not_looked_at_is_not_decided() {
    // A pair of a pair: (a, (b, c)).
    let or = |abc: Lazy<(bool, (bool, bool))>, log: &mut Log| {
        let (a, bc) = abc.force();
        let (b, c) = bc.force();
        see(log, c.force()) || see(log, b.force()) || see(log, a.force())
    };
    assert_eq!(exactly(3, or), (4, 8, 3));
    assert_eq!(exactly(9, |_: Lazy<Vec<u8>>, _| true), (1, values::<Vec<u8>>(9).len(), 1));
}

#[test]
fn a_comparison_with_a_number_tells_two_classes_apart_and_cmp_three() {
    let all = |size: u32| values::<(i8, u16)>(size).len();
    let below = |(a, b): (Lazy<i8>, Lazy<u16>), log: &mut Log| see(log, a.lt(-2)) && see(log, b.lt(9));
    assert_eq!(exactly(9, |pair: Lazy<(i8, u16)>, log| below(pair.force(), log)), (3, all(9), 1));
    // Nothing so small below -2 leaves room for another class.
    assert_eq!(exactly(1, |pair: Lazy<(i8, u16)>, log| below(pair.force(), log)), (1, all(1), 0));
    let within = |pair: Lazy<(i8, u16)>, log: &mut Log| {
        let (a, b) = pair.force();
        see(log, b.ge(3))
            && see(log, b.le(5))
            && see(log, a.gt(-4))
            && see(log, a.le(i8::MAX))
            && see(log, a.ge(i8::MIN))
    };
    assert_eq!(exactly(9, within), (4, all(9), 1));
    let three = |pair: Lazy<(i8, u16)>, log: &mut Log| {
        let (a, b) = pair.force();
        see(log, a.cmp(-1) as i8) == see(log, b.cmp(0) as i8)
    };
    // No `u16` is less than 0.
    assert_eq!(exactly(9, three), (6, all(9), 2));
    let equal = |pair: Lazy<(i8, u16)>, log: &mut Log| see(log, pair.force().0.eq(3));
    let (Classes { runs, satisfying, .. }, distinct) = classes(9, equal);
    assert_eq!((runs, satisfying, distinct), (3, 1, 2), "those below and those above are no interval");
}

#[test]
fn characters_are_compared_around_the_surrogates() {
    let look = |c: Lazy<char>, log: &mut Log| {
        see(log, c.gt('\u{d7ff}')) && see(log, c.lt('\u{e000}'))
            || see(log, c.le('a')) && see(log, c.cmp('Z') as i8) > 0
    };
    assert_eq!(exactly(17, look).0, 5);
}

#[test]
fn a_number_can_be_compared_again_and_then_be_taken() {
    let look = |pair: Lazy<(i16, i16)>, log: &mut Log| {
        let (a, b) = pair.force();
        if see(log, a.lt(3)) {
            return see(log, a.gt(-3)) && see(log, a.force() as i8) == 1;
        }
        see(log, b.ge(-1)) && see(log, a.ge(4)) && see(log, b.force() as i8) == see(log, a.force() as i8)
    };
    let (runs, values, _) = exactly(7, look);
    assert!(runs < values as u64 / 2, "{runs} of {values}");
}

/// Strictly ascending, looked at no further than the first descent.
fn ascends<N: everycase::lazy::Number>(list: Lazy<Vec<N>>, log: &mut Log) -> bool {
    let Some((mut last, mut rest)) = uncons(log, list) else { return true };
    while let Some((next, after)) = uncons(log, rest) {
        if !see(log, last.lt(next)) {
            return false;
        }
        (last, rest) = (next, after);
    }
    true
}

#[test]
fn lazy_numbers_are_compared_with_each_other() {
    let runs = |(Classes { runs, values, satisfying }, distinct)| (runs, values, satisfying, distinct);
    assert_eq!(runs(classes(11, ascends::<u8>)), (9, 6510, 5, 9));
    assert_eq!(runs(classes(11, ascends::<i16>)), (9, 29_525, 5, 9));
    assert_eq!(runs(classes(11, ascends::<char>)), (9, 6766, 5, 9));
    let compare = |pair: Lazy<(i8, i8)>, log: &mut Log| {
        let (a, b) = pair.force();
        see(log, a.cmp(b) as i8) == see(log, -(b.cmp(a) as i8)) && see(log, a.le(b)) == see(log, b.ge(a))
    };
    assert_eq!(runs(classes(9, compare)), (3, 6663, 3, 3));
    let all = values::<(i8, i8)>(7).len();
    let then_whole = |pair: Lazy<(i8, i8)>, log: &mut Log| {
        let (a, b) = pair.force();
        let less = a.lt(b);
        let order = a.cmp(b) as i8;
        less == (see(log, a.force()) < see(log, b.force())) && order == a.value().cmp(&b.value()) as i8
    };
    assert_eq!(exactly(7, then_whole), (all as u64, all, all), "what was put in an order is a partition");
    let itself = |n: Lazy<u32>, log: &mut Log| see(log, n.eq(n)) && see(log, n.le(n)) && !see(log, n.lt(n));
    assert_eq!(exactly(9, itself), (1, 512, 1));
}

/// In order, from left to right.
fn is_ordered(tree: Lazy<Tree<u8>>, low: Option<Lazy<u8>>, high: Option<Lazy<u8>>, log: &mut Log) -> bool {
    let TreeView::Node(left, x, right) = tree.force() else {
        see(log, -1);
        return true;
    };
    see(log, -2);
    low.is_none_or(|low| see(log, low.lt(x)))
        && high.is_none_or(|high| see(log, x.lt(high)))
        && is_ordered(left, low, Some(x), log)
        && is_ordered(right, Some(x), high, log)
}

#[test]
fn search_trees_are_found_as_by_filtering() {
    let (Classes { runs, values, satisfying }, distinct) =
        classes(11, |tree: Lazy<Tree<u8>>, log| is_ordered(tree, None, None, log));
    assert_eq!((runs, values, satisfying, distinct), (18, 1597, 9, 18));
}

#[derive(Debug, Clone, Copy, PartialEq, Enumerable)]
enum Colour {
    Red,
    Black,
}

#[derive(Debug, Enumerable)]
#[enumerable(view = Look)]
enum RedBlack {
    Empty,
    Node { colour: Colour, left: Box<RedBlack>, key: u8, right: Box<RedBlack> },
}

/// The black height, if it is the same everywhere and no red node has a red child.
fn black_height(tree: Lazy<RedBlack>, below_red: bool, log: &mut Log) -> Option<u32> {
    let Look::Node { colour, left, right, .. } = tree.force() else {
        see(log, -1);
        return Some(0);
    };
    see(log, -2);
    let is_red = see(log, matches!(colour.force(), ColourView::Red));
    if is_red && below_red {
        return None;
    }
    let height = black_height(left, is_red, log)?;
    (black_height(right, is_red, log)? == height).then_some(height + u32::from(!is_red))
}

#[test]
fn red_black_trees_are_found_as_by_filtering() {
    let shape = |tree: Lazy<RedBlack>, log: &mut Log| black_height(tree, false, log).is_some();
    // Of 0 to 4 nodes there are 1, 2, 2, 3 and 8 (OEIS A001131), whatever the keys are.
    assert_eq!(exactly(14, shape), (169, 10_401, 1 + 2 + 2 + 3 + 8));
}

#[test]
fn a_predicate_may_search() {
    // A number is satisfying when no smaller one divides it.
    let is_prime = |n: Lazy<u8>| {
        let inside = Lazy::from(7u8);
        let n = n.force();
        let divides = |d: Lazy<u8>| d.gt(1) && d.lt(n) && n.is_multiple_of(d.force());
        let prime = n > 1 && !sat(8, divides).unwrap();
        assert_eq!(inside.force(), 7, "what was there before the search is there after it");
        prime
    };
    let mut found = search(is_prime).up_to(5).unwrap();
    let primes: Vec<u8> = found.by_ref().map(Found::into_value).collect();
    assert_eq!(primes, [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31]);
    assert_eq!(found.runs(), 32);
}

fn message(panic: &(dyn std::any::Any + Send)) -> &str {
    panic.downcast_ref::<String>().map_or_else(|| panic.downcast_ref::<&str>().unwrap(), String::as_str)
}

#[test]
fn a_predicate_that_panics_leaves_the_thread_and_the_search_as_they_were() {
    let before = Lazy::from(vec![1u8, 2]);
    let outer = |list: Lazy<Vec<bool>>| {
        let ListView::Cons(first, rest) = list.force() else { return false };
        let inner = catch_unwind(|| {
            sat(9, |list: Lazy<Vec<u16>>| {
                let ListView::Cons(..) = list.force() else { return false };
                panic!("on purpose")
            })
        });
        assert_eq!(message(&*inner.unwrap_err()), "on purpose");
        first.force() && matches!(rest.force(), ListView::Nil)
    };
    let mut found = search(outer).up_to(5).unwrap();
    assert_eq!(found.next().unwrap().into_value(), [true]);
    assert!(found.next().is_none());

    let mut odd =
        search(|n: Lazy<u8>| if n.force().is_multiple_of(2) { panic!("an even number") } else { true })
            .up_to(3)
            .unwrap();
    let mut seen = Vec::new();
    loop {
        match catch_unwind(AssertUnwindSafe(|| odd.next())) {
            Ok(None) => break,
            Ok(Some(found)) => seen.push(Some(found.into_value())),
            Err(panic) => {
                assert_eq!(message(&*panic), "an even number");
                seen.push(None);
            }
        }
    }
    assert_eq!(seen, [None, Some(1), None, Some(3), None, Some(5), None, Some(7)]);
    assert_eq!(before.value(), [1, 2]);
}

#[test]
fn a_value_kept_beyond_its_run_is_not_mistaken_for_another() {
    let kept = RefCell::new(None);
    let keep = |pair: Lazy<(u8, u8)>| {
        *kept.borrow_mut() = Some(pair.force());
        true
    };
    assert!(sat(3, keep).unwrap());
    let (a, b) = kept.into_inner().unwrap();
    let expected = "a `Lazy` value was looked at outside the run it belongs to";
    let uses: [(&str, &dyn Fn()); 5] = [
        ("value", &|| assert!(a.value() > 0)),
        ("cmp", &|| assert!(a.cmp(b).is_eq())),
        ("the other operand", &|| assert!(Lazy::from(3u8).lt(b))),
        ("peek", &|| drop(a.peek())),
        ("in another search", &|| assert!(sat(3, |_: Lazy<u8>| a.eq(2)).unwrap())),
    ];
    for (name, used) in uses {
        let panic = catch_unwind(AssertUnwindSafe(used)).expect_err(name);
        assert_eq!(message(&*panic), expected, "{name}");
    }
}

/// Made by code that looks at lazy values.
#[derive(Debug, PartialEq, Enumerable)]
#[enumerable(via = Vec<bool>, from = Self::of)]
struct Length(usize, Vec<bool>);

impl Length {
    fn of(list: Vec<bool>) -> Self {
        let length = elements(Lazy::from(list.clone())).count();
        assert!(sat(3, |b: Lazy<bool>| b.force()).unwrap());
        Self(length, list)
    }
}

#[test]
fn a_type_may_use_lazy_values_to_make_its_own() {
    let mut found = search(|length: Lazy<Length>| length.value().0 == 2).up_to(5).unwrap();
    assert_eq!(found.by_ref().count(), 4);
    assert_eq!(found.runs(), 7);
}

#[test]
#[should_panic(expected = "a number has no constructors")]
fn a_number_looked_at_as_if_it_had_constructors_is_told() {
    search(|number: Lazy<u8>| number.cast::<bool>().force()).up_to(3).unwrap().count();
}

#[test]
#[should_panic(expected = "a number has no constructors")]
fn a_whole_number_looked_at_as_if_it_had_constructors_is_told() {
    Lazy::from(7u8).cast::<bool>().force();
}
