//! Random properties of lists of integers, each run of which is repeated. A few lines of Rust evaluate the properties on all lists
//! up to a size.
//!
//! Lists are long enough that sums of open integers, bounded on both sides, have more summands than the machine keeps open. It
//! then decides several integers in one operation. A run that goes back to such an operation has to repeat all of it.

use std::fmt;

use everycase_check::check::Finding;
use everycase_check::settings::{Plan, Settings};
use everycase_kernel::lazy::Probe;
use everycase_kernel::{At, Derivation};

use pun::Limits;
use pun::check::Checks;
use pun::load::load_text;

use crate::dice::Dice;
use crate::setting;

/// The largest size of the lists, together. With less, few sums have more open integers than the machine keeps.
const SIZE: u32 = 12;

/// What a property says of two lists of integers, or of the first one only.
#[derive(Clone, Copy)]
enum Fact {
    Within(List, i64, i64),
    Sorted(List),
    Even(List),
    Has(List, i64),
    Length(List, Comparison, i64),
    Sum(List, Comparison, i64),
    SameSums(List, List),
}

#[derive(Clone, Copy)]
enum List {
    Xs,
    Ys,
    Reversed,
    Both,
}

type Comparison = &'static str;

struct Property {
    lists: usize,
    premises: Vec<Fact>,
    conclusion: Fact,
}

impl List {
    fn value(self, [xs, ys]: &[Vec<i64>; 2]) -> Vec<i64> {
        match self {
            Self::Xs => xs.clone(),
            Self::Ys => ys.clone(),
            Self::Reversed => xs.iter().rev().copied().collect(),
            Self::Both => [&xs[..], ys].concat(),
        }
    }

    fn random(dice: &mut Dice, lists: usize) -> Self {
        let all = [Self::Xs, Self::Xs, Self::Reversed, Self::Ys, Self::Both, Self::Both];
        *dice.pick(if lists == 1 { &all[..3] } else { &all })
    }
}

impl Fact {
    fn holds(self, lists: &[Vec<i64>; 2]) -> bool {
        let sum = |list: List| list.value(lists).iter().sum::<i64>();
        let compared = |one: i64, with: Comparison, other: i64| match with {
            "==" => one == other,
            "/=" => one != other,
            "<=" => one <= other,
            _ => one > other,
        };
        match self {
            Self::Within(list, lo, hi) => list.value(lists).iter().all(|x| (lo..=hi).contains(x)),
            Self::Sorted(list) => list.value(lists).is_sorted(),
            Self::Even(list) => list.value(lists).iter().all(|x| x % 2 == 0),
            Self::Has(list, x) => list.value(lists).contains(&x),
            Self::Length(list, with, n) => compared(list.value(lists).len().cast_signed() as i64, with, n),
            Self::Sum(list, with, n) => compared(sum(list), with, n),
            Self::SameSums(one, other) => sum(one) == sum(other),
        }
    }

    /// Returns a fact that bounds or orders the numbers, or else any fact.
    fn random(dice: &mut Dice, lists: usize, is_about_all: bool) -> Self {
        let mut list = || List::random(dice, lists);
        let (one, other) = (list(), list());
        let comparison: Comparison = *dice.pick(&["==", "/=", "<=", "<=", ">"]);
        match dice.below(if is_about_all { 5 } else { 10 }) {
            0 | 1 => Self::Within(
                one,
                -(dice.below(2).cast_signed() as i64),
                1 + dice.below(3).cast_signed() as i64,
            ),
            2 | 3 => Self::Sorted(one),
            4 => Self::Even(one),
            5 => Self::Has(one, dice.below(3).cast_signed() as i64),
            6 => Self::Length(one, comparison, dice.below(6).cast_signed() as i64),
            7 | 8 => Self::Sum(one, comparison, dice.below(7).cast_signed() as i64 - 1),
            _ => Self::SameSums(one, other),
        }
    }
}

impl Property {
    fn random(dice: &mut Dice) -> Self {
        let lists = if dice.percent(75) { 1 } else { 2 };
        let premises = (0..=dice.below(2)).map(|i| Fact::random(dice, lists, i == 0)).collect();
        // Sums are what decides several integers at once.
        let list = List::random(dice, lists);
        let conclusion = match dice.below(4) {
            0 | 1 => Fact::SameSums(list, List::random(dice, lists)),
            2 => Fact::Sum(list, "<=", 1 + dice.below(9).cast_signed() as i64),
            _ => Fact::Sum(list, "/=", dice.below(5).cast_signed() as i64),
        };
        Self { lists, premises, conclusion }
    }
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Xs => "xs",
            Self::Ys => "ys",
            Self::Reversed => "(reverse xs)",
            Self::Both => "(append xs ys)",
        })
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Within(list, lo, hi) => write!(f, "all (\\x -> {lo} <= x && x <= {hi}) {list}"),
            Self::Sorted(list) => write!(f, "is-sorted {list}"),
            Self::Even(list) => write!(f, "all even {list}"),
            Self::Has(list, x) => write!(f, "elem {x} {list}"),
            Self::Length(list, with, n) => write!(f, "length {list} {with} {n}"),
            Self::Sum(list, with, n) => write!(f, "sum {list} {with} {n}"),
            Self::SameSums(one, other) => write!(f, "sum {one} == sum {other}"),
        }
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lists =
            if self.lists == 1 { "(xs : list integer)" } else { "(xs : list integer) (ys : list integer)" };
        let premises: Vec<String> = self.premises.iter().map(ToString::to_string).collect();
        write!(f, "property p {lists} . {} ==> {} .", premises.join(" && "), self.conclusion)
    }
}

/// Returns the lists of an input, of which there are one or two.
fn lists(input: &Derivation, number: usize) -> [Vec<i64>; 2] {
    let list = |mut at: At<'_>| {
        let mut list = Vec::new();
        while at.alternative() == 1 {
            list.push(at.field(0).number().expect("it is a list of integers") as i64);
            at = at.field(1);
        }
        list
    };
    let field = |i| if i < number { list(input.root().field(i)) } else { Vec::new() };
    [field(0), field(1)]
}

/// Checks a property, with each run repeated. Returns whether it fails.
fn judge(property: &Property) -> bool {
    let text = property.to_string();
    let program = load_text("repeated.pun", &text).program.unwrap_or_else(|| panic!("{text}"));
    let checks = Checks::new(program, Limits::default()).expect("it compiles");
    let derivations = checks.derivations(&checks.properties()[0]);
    let (mut is_reached, mut failing) = (false, None);
    for size in 0..=SIZE {
        let mut walk = derivations.of_size(size).expect("they are few");
        while let Some(input) = walk.next() {
            let lists = lists(input, property.lists);
            if property.premises.iter().all(|premise| premise.holds(&lists)) {
                is_reached = true;
                if !property.conclusion.holds(&lists) {
                    failing.get_or_insert(size);
                }
            }
        }
    }
    let settings = Settings { size: Some(SIZE), tests: Some(1_000_000), ..Settings::default() };
    let plan = Plan { probe: Probe::Always, ..settings.fill("repeated") };
    let report = checks.check(0, &plan, &[]).unwrap_or_else(|error| panic!("{text}\n{error}"));
    match &report.checked.finding {
        Finding::Counterexample(found) => assert_eq!(Some(found.size()), failing, "{text}"),
        Finding::Nothing => assert!(is_reached && failing.is_none(), "{text}\nfails at size {failing:?}"),
        other => assert!(!is_reached, "{text}\n{other:?}"),
    }
    failing.is_some()
}

#[test]
fn each_run_does_the_same_when_it_is_repeated() {
    let cases = setting("EVERYCASE_SOUNDNESS_REPEATED", 40);
    let dice = &mut Dice::new(setting("EVERYCASE_SOUNDNESS_SEED", 1));
    let failing = (0..cases).filter(|_| judge(&Property::random(dice))).count() as u64;
    assert!(failing > cases / 5 && failing < cases, "{failing} of {cases} fail");
}

/// Whole checks, with all phases.
#[test]
fn sums_of_many_open_integers_get_the_right_verdicts() {
    let ten_ones = format!("[{}]", ["1"; 10].join(", "));
    for (property, counterexample) in [
        ("(xs : list integer) . all (\\x -> 0 <= x && x <= 1) xs ==> sum xs <= 9", Some(&*ten_ones)),
        ("(xs : list integer) . all (\\x -> 0 <= x && x <= 1) xs ==> sum xs >= 0", None),
        ("(xs : list integer) . is-sorted (reverse xs) ==> sum (reverse xs) == sum xs", None),
        ("(xs : list integer) . elem 3 xs ==> sum (reverse xs) == sum xs", None),
        ("(xs : list integer) . all (\\x -> x >= 0) xs && sum xs <= 5 ==> sum xs /= 100", None),
        ("(xs : list integer) . all even xs ==> sum (reverse xs) == sum xs", None),
        (
            "(xs : list integer) (ys : list integer) . is-sorted xs && is-sorted ys ==> \
             sum (append xs ys) == sum xs + sum ys",
            None,
        ),
    ] {
        let text = format!("property p {property} .");
        let program = load_text("sums.pun", &text).program.unwrap_or_else(|| panic!("{text}"));
        let checks = Checks::new(program, Limits::default()).expect("it compiles");
        let settings = Settings { tests: Some(20_000), seed: Some(1), ..Settings::default() };
        let plan = Plan { probe: Probe::Always, ..settings.fill("sums") };
        let report = checks.check(0, &plan, &[]).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let found = report.counterexample.as_ref().map(|found| &*found.inputs[0].value);
        assert_eq!(found, counterexample, "{text}");
    }
}
