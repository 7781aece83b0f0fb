//! Searches of a case, in every mode.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::mem::take;

use everycase::Lazy;
use everycase::lazy::{Found, Progress, Strategy, search_in};

use crate::case::Case;
use crate::lazily::Reader;
use crate::plain::{self, Answers};
use crate::strategy::by;
use crate::types::{Type, Value};

/// Reads a value twice: the second reading sees the same. Notes what was seen.
fn twice<'c>(reader: &'c Reader<'c>, runs: &'c RefCell<Vec<Answers>>) -> impl Fn(Lazy<Value>) -> bool + 'c {
    |value| {
        reader.answers.borrow_mut().clear();
        let holds = reader.holds(value);
        let seen = take(&mut *reader.answers.borrow_mut());
        assert_eq!(reader.holds(value), holds, "read again");
        assert_eq!(*reader.answers.borrow(), seen, "read again");
        runs.borrow_mut().push(seen);
        holds
    }
}

/// The first runs of a search of many values are of different classes, though each reads its value twice.
pub(crate) fn readings(case: &mut Case) {
    let size = case.last();
    let reader = Reader::new(&case.root, &case.formula, false);
    let runs = RefCell::default();
    let search = search_in(case.root.space(), twice(&reader, &runs));
    let mut found = by(Strategy::D, search.up_to(size).unwrap());
    while found.runs() < 300 && found.advance_within(300 - found.runs()) == Progress::Found {
        let value = found.value().expect("there is a value of the class");
        let seen = runs.borrow().last().cloned().expect("there was a run");
        assert_eq!(plain::holds(&case.formula, &value), (true, seen), "{value:?} stands for its class");
        assert!(case.root.size_of(&value) <= size, "{value:?}");
    }
    let runs = runs.take();
    let distinct: HashSet<&Answers> = runs.iter().collect();
    if !case.root.compares_by_halves() {
        assert_eq!(distinct.len() as u64, found.runs(), "a class is run once to size {size}");
    }
}

/// One run for each class of values that look the same.
pub(crate) fn classes(case: &mut Case) {
    let size = case.size();
    let reader = Reader::new(&case.root, &case.formula, false);
    let runs = RefCell::new(Vec::new());
    let predicate = |value: Lazy<Value>| {
        reader.answers.borrow_mut().clear();
        let holds = reader.holds(value);
        runs.borrow_mut().push(take(&mut *reader.answers.borrow_mut()));
        holds
    };
    let mut found = by(Strategy::D, search_in(case.root.space(), predicate).up_to(size).unwrap());
    let mut satisfied = HashMap::new();
    while found.advance() {
        let value = found.value().expect("there is a value of the class");
        let seen = runs.borrow().last().cloned().expect("there was a run");
        assert_eq!(
            plain::holds(&case.formula, &value),
            (true, seen.clone()),
            "{value:?} stands for its class"
        );
        let size = case.root.size_of(&value);
        satisfied.entry(seen).and_modify(|least: &mut u32| *least = size.min(*least)).or_insert(size);
    }

    let mut expected: HashMap<Answers, (bool, u32)> = HashMap::new();
    for value in case.up_to(size) {
        let (holds, seen) = plain::holds(&case.formula, value);
        expected.entry(seen).or_insert((holds, case.root.size_of(value)));
    }
    let runs = runs.take();
    let distinct: HashSet<&Answers> = runs.iter().collect();
    let all: HashSet<&Answers> = expected.keys().collect();
    assert_eq!(distinct, all, "runs and classes to size {size}");
    // One in 1,024 runs is made twice.
    assert!(runs.len() as u64 >= found.runs());
    if !case.root.compares_by_halves() {
        assert_eq!(distinct.len() as u64, found.runs(), "a class is run once to size {size}");
    }
    let smallest = expected.into_iter().filter(|(_, (holds, _))| *holds);
    let smallest: HashMap<Answers, u32> = smallest.map(|(seen, (_, size))| (seen, size)).collect();
    assert_eq!(satisfied, smallest, "the smallest of each class to size {size}");
    if !found.was_cut() {
        let larger = case.up_to(case.last()).find(|value| {
            let (_, seen) = plain::holds(&case.formula, value);
            !runs.contains(&seen)
        });
        assert_eq!(larger, None, "classes of any size have been seen up to size {size}");
    }
}

fn sorted(values: impl IntoIterator<Item = Value>) -> Vec<Value> {
    let mut values: Vec<_> = values.into_iter().collect();
    values.sort();
    values
}

fn strategy(case: &mut Case) -> Option<Strategy> {
    let choice = case.dice.index(Strategy::ALL.len() + 1);
    Strategy::ALL.get(choice).copied()
}

/// Makes a class of each value by deciding all of it in the end, so that what is found can be compared value by value.
fn whole<'c>(reader: &'c Reader<'c>) -> impl Fn(Lazy<Value>) -> bool + 'c {
    |value| {
        reader.holds(value) && {
            reader.decide(value);
            true
        }
    }
}

/// Each value that satisfies is found once: at once, of one size, in parts.
pub(crate) fn values(case: &mut Case) {
    let (size, strategy) = (case.size(), strategy(case));
    let up_to = sorted(case.up_to(size).filter(|value| case.holds(value)).cloned());
    let of_size = sorted(case.of_size(size).filter(|value| case.holds(value)).cloned());
    let mode = case.dice.below(4);
    let parts = 2 + case.dice.below(3);
    let reader = Reader::new(&case.root, &case.formula, true);
    let search = || search_in(case.root.space(), whole(&reader));
    let value = Found::into_value;
    match mode {
        0 | 1 => {
            let found = sorted(by(strategy, search().up_to(size).unwrap()).map(value));
            assert_eq!(found, up_to, "up to {size}, {strategy:?}");
            let found = sorted(by(strategy, search().of_size(size).unwrap()).map(value));
            assert_eq!(found, of_size, "of size {size}, {strategy:?}");
        }
        2 => {
            let all = (0..parts).flat_map(|k| by(strategy, search().shard(k, parts).up_to(size).unwrap()));
            assert_eq!(sorted(all.map(value)), up_to, "up to {size}, {strategy:?}, in {parts} parts");
        }
        _ => {
            let all = (0..parts).flat_map(|k| by(strategy, search().shard(k, parts).of_size(size).unwrap()));
            assert_eq!(sorted(all.map(value)), of_size, "of size {size}, {strategy:?}, in {parts} parts");
        }
    }
}

/// A search that does not look at all of what it finds.
pub(crate) fn representatives(case: &mut Case) {
    let (size, strategy) = (case.size(), strategy(case).unwrap_or(Strategy::D));
    let reader = Reader::new(&case.root, &case.formula, true);
    let search = || search_in(case.root.space(), |value| reader.holds(value));
    let least = |size| {
        let satisfying = case.up_to(size).filter(|value| case.holds(value));
        satisfying.map(|value| case.root.size_of(value)).min()
    };
    let check = |found: &[Value], of: &dyn Fn(u32) -> bool| {
        for value in found {
            assert!(case.holds(value) && of(case.root.size_of(value)), "{value:?}, {strategy:?}");
        }
        assert_eq!(found.iter().collect::<HashSet<_>>().len(), found.len(), "no value twice, {strategy:?}");
    };
    let found: Vec<_> = by(strategy, search().up_to(size).unwrap()).map(Found::into_value).collect();
    check(&found, &|own| own <= size);
    let first = found.iter().map(|value| case.root.size_of(value)).min();
    assert_eq!(first, least(size), "the least size up to {size}, {strategy:?}");

    let exactly = by(strategy, search().of_size(size).unwrap());
    let exactly: Vec<_> = exactly.map(Found::into_value).collect();
    check(&exactly, &|own| own == size);
    assert_eq!(exactly.is_empty(), !case.of_size(size).any(|value| case.holds(value)), "of size {size}");

    let smallest = search().smallest(case.last()).unwrap();
    assert!(smallest.iter().all(|value| case.holds(value)));
    assert_eq!(smallest.map(|value| case.root.size_of(&value)), least(case.last()), "the smallest");

    let parts = (0..3).flat_map(|k| by(strategy, search().shard(k, 3).up_to(size).unwrap()));
    assert_eq!(sorted(parts.map(Found::into_value)), sorted(found), "in parts, {strategy:?}");
}

/// Parts and threads of a search that makes many runs.
pub(crate) fn long_parts(case: &mut Case) {
    let (size, strategy) = (case.last(), strategy(case));
    let expected = sorted(case.up_to(size).filter(|value| case.holds(value)).cloned());
    let parts = 1 + case.dice.below(4);
    let (root, formula): (&Type, _) = (&case.root, &case.formula);
    let predicate = |value: Lazy<Value>| whole(&Reader::new(root, formula, true))(value);
    let search = || search_in(root.space(), predicate);
    let all = (0..parts).flat_map(|k| by(strategy, search().shard(k, parts).up_to(size).unwrap()));
    let all = sorted(all.map(Found::into_value));
    assert!(all == expected, "{} of {} in {parts} parts, {strategy:?}", all.len(), expected.len());
    let all = sorted(search().on_threads(2.try_into().unwrap(), size).unwrap());
    assert!(all == expected, "{} of {} on threads", all.len(), expected.len());
}
