//! Where shrinking ends on values whose parts depend on each other, and after how many evaluations.

use std::collections::HashSet;
use std::ops::ControlFlow;

use everycase::{Enumerable, Space};

/// The value where shrinking ends, and the number of evaluations.
fn shrunk<T: Enumerable>(start: &T, fails: impl Fn(&T) -> bool) -> (T, u32) {
    let space: Space<T> = T::space();
    let mut evaluations = 0;
    let end = space.derivations().shrink(&space.encode(start).unwrap(), |candidate| {
        evaluations += 1;
        ControlFlow::Continue(fails(&space.decode(candidate)))
    });
    (space.decode(&end.unwrap()), evaluations)
}

#[derive(Clone, Debug, PartialEq, Enumerable)]
enum Statement {
    Evaluate(Expression),
    While(Condition, Vec<Statement>),
    Block(Vec<Statement>),
}

#[derive(Clone, Debug, PartialEq, Enumerable)]
enum Expression {
    Unit,
    Wrong,
    Closure(Box<Statement>),
}

#[derive(Clone, Debug, PartialEq, Enumerable)]
struct Condition {
    negated: bool,
    tested: Expression,
}

#[test]
fn what_matters_is_lifted_through_parts_of_other_types() {
    use Expression::{Closure, Unit, Wrong};
    use Statement::{Block, Evaluate, While};
    let fails = |statement: &Statement| format!("{statement:?}").contains("Wrong");
    let condition = |tested| Condition { negated: true, tested };
    let starts = [
        Block(vec![Evaluate(Unit), Evaluate(Closure(Box::new(Block(vec![Evaluate(Wrong)]))))]),
        // The statement that is needed is nowhere in it: only its field is.
        While(condition(Wrong), vec![]),
        While(condition(Unit), vec![Block(vec![While(condition(Wrong), vec![Evaluate(Unit)])])]),
    ];
    for start in starts {
        let (end, evaluations) = shrunk(&start, fails);
        assert_eq!(end, Evaluate(Wrong), "{start:?}");
        assert!(evaluations < 15, "{evaluations}");
    }
}

#[test]
fn a_part_becomes_like_a_smaller_one_elsewhere() {
    let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
    let known = HashSet::from(["ho", "hydra", "polynomial"]);
    let fails = |list: &Vec<String>| list.len() > 2 && list.iter().all(|word| known.contains(word.as_str()));
    let (end, evaluations) = shrunk(&words(&["polynomial", "hydra", "ho", "polynomial"]), fails);
    assert_eq!(end, words(&["ho", "ho", "ho"]));
    assert!(evaluations < 900, "{evaluations}");
}

#[test]
fn equal_parts_shrink_together() {
    let fails = |list: &Vec<String>| {
        list.iter().collect::<HashSet<_>>().len() < list.len() && list.iter().all(|word| word.len() > 1)
    };
    let twice = ["quite a long word", "another", "quite a long word"].map(String::from).to_vec();
    let (end, evaluations) = shrunk(&twice, fails);
    assert_eq!(end, ["\0\0", "\0\0"]);
    assert!(evaluations < 200, "{evaluations}");
}

#[test]
fn long_lists_lose_what_they_do_not_need_in_few_evaluations() {
    let list: Vec<u16> = (0..10_000).collect();
    let needs = |needed: &'static [u16]| move |list: &Vec<u16>| needed.iter().all(|n| list.contains(n));
    for needed in [&[7_777][..], &[3, 3_000, 9_998], &[5_000, 5_001, 5_002, 8_191]] {
        let (end, evaluations) = shrunk(&list, needs(needed));
        assert_eq!(end, needed);
        assert!(evaluations < 400, "{evaluations} for {needed:?}");
    }
    let (end, evaluations) = shrunk(&list, |list| list.len() >= 1_000);
    assert_eq!(end, [0; 1_000]);
    assert!(evaluations < 20_000, "{evaluations}");
}

#[test]
fn amounts_move_between_numbers_and_away_from_all() {
    type Numbers = (u64, bool, u16);
    let ends = |start: Numbers, smallest: Numbers, fails: fn(u64, u64) -> bool| {
        let (end, evaluations) = shrunk(&start, |&(a, _, b)| fails(a, b.into()));
        assert_eq!(end, smallest);
        assert!(evaluations < 300, "{evaluations}");
    };
    ends((500, true, 500), (100, false, 900), |a, b| a <= 900 && b <= 900 && a + b >= 1000);
    ends((65_432, false, 65_425), (7, false, 0), |a, b| a.wrapping_sub(b) == 7);
    ends((35_000, true, 35_000), (70_000, false, 0), |a, b| a + b == 70_000);
    let steps = |list: &Vec<i32>| list.len() > 3 && list.windows(2).all(|two| two[0] + 1 == two[1]);
    let (end, evaluations) = shrunk(&(1_000_000..1_000_030).collect(), steps);
    // The sizes are 1, 0, 1 and 2.
    assert_eq!(end, [-1, 0, 1, 2]);
    assert!(evaluations < 500, "{evaluations}");
    let (end, _) = shrunk(&(-1_000_030..-1_000_000).collect(), steps);
    assert_eq!(end, [-1, 0, 1, 2]);
}

#[test]
fn a_large_number_keeps_its_remainder_and_becomes_the_smallest_one() {
    for divisor in [7u64, 60, 100, 365, 1000, 4096, 86_400] {
        let remainder = divisor - 4;
        let start = u64::MAX - u64::MAX % divisor - divisor + remainder;
        let fails = |x: &u64| *x >= 1 << 63 && *x % divisor == remainder;
        let least = (1u64 << 63..=u64::MAX).find(fails).unwrap();
        let (end, evaluations) = shrunk(&start, fails);
        assert_eq!(end, least, "remainder {remainder} of {divisor}");
        assert!(evaluations < 1_500, "{evaluations}");
    }
}

#[test]
fn what_may_stand_in_any_order_is_sorted_and_what_must_not_stays() {
    let sorted = |list: &Vec<u8>| list.iter().collect::<HashSet<_>>().len() > 5;
    assert_eq!(shrunk(&vec![90, 41, 7, 250, 3, 9, 8, 77], sorted).0, [0, 1, 2, 3, 4, 5]);
    let falling = |list: &Vec<u8>| list.len() > 3 && list.windows(2).all(|two| two[0] > two[1]);
    assert_eq!(shrunk(&vec![251, 99, 41, 17, 9, 2], falling).0, [3, 2, 1, 0]);
}

#[test]
fn an_element_goes_and_the_places_that_others_name_follow() {
    // Commands that use the result of an earlier one: the last needs the one before, which needs its own.
    let fails = |uses: &Vec<Option<usize>>| {
        let used = |i: usize| uses.get(i).copied().flatten();
        uses.iter().enumerate().all(|(i, of)| of.is_none_or(|of| of < i))
            && (0..uses.len()).any(|i| used(i).and_then(used).is_some())
    };
    let start = vec![None, None, Some(1), None, Some(2), Some(0), Some(4), None, Some(6)];
    assert_eq!(shrunk(&start, fails).0, [None, Some(0), Some(1)]);
}
