//! The figures of Paper IV, its examples, and brute force.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use everycase_kernel::{Alternative, At, Derivation, Derivations, EncodeError, Encoder, Key, Range, Shape};

use super::*;
use crate::check::Finding;
use crate::run::verdict::{Cause, Failure, Verdict};
use crate::settings::{Plan, Settings};

type List = Vec<i64>;
type Written = Result<(), EncodeError>;
type Run<A, R> = dyn Fn(&Derivation, &mut dyn FnMut(A) -> R) -> Option<bool> + Send + Sync;

/// A property of a Rust function, by hand.
struct Native<A: 'static, R: 'static> {
    arguments: Derivations,
    results: Option<Derivations>,
    function: fn(&A) -> R,
    read_arguments: fn(At<'_>) -> A,
    write_arguments: fn(&A, &mut Encoder) -> Written,
    read_result: fn(At<'_>) -> R,
    write_result: fn(&R, &mut Encoder) -> Written,
    /// The number of arguments.
    count: usize,
    exchangeable: Vec<(usize, usize)>,
    of_result_type: Vec<usize>,
    run: Box<Run<A, R>>,
}

impl<A, R> Target for Native<A, R> {
    fn function(&self) -> &'static str {
        "f"
    }

    fn arguments(&self) -> &Derivations {
        &self.arguments
    }

    fn results(&self) -> Option<&Derivations> {
        self.results.as_ref()
    }

    fn exchangeable(&self) -> &[(usize, usize)] {
        &self.exchangeable
    }

    fn of_result_type(&self) -> &[usize] {
        &self.of_result_type
    }

    fn run(&self, input: &Derivation, calls: Rc<RefCell<dyn Calls>>) -> Verdict {
        let encode = |result: &R| match &self.results {
            Some(results) => {
                ReturnValue::Encoded(results.encode(|to| (self.write_result)(result, to)).unwrap())
            }
            None => ReturnValue::Opaque,
        };
        let mut call = |arguments: A| {
            let words = self.arguments.encode(|to| (self.write_arguments)(&arguments, to));
            let mut original = |others: Option<&Derivation>| {
                encode(&match others {
                    Some(others) => (self.function)(&(self.read_arguments)(others.root())),
                    None => (self.function)(&arguments),
                })
            };
            let answer = calls.borrow_mut().call(&words.unwrap(), &mut original);
            match answer {
                Answer::Result(result) => (self.read_result)(result.root()),
                Answer::AsBefore | Answer::Stop => (self.function)(&arguments),
                Answer::ResultOn(others) => (self.function)(&(self.read_arguments)(others.root())),
            }
        };
        match (self.run)(input, &mut call) {
            Some(true) => Verdict::Passed,
            Some(false) => Verdict::Failed(Box::new(Failure::of(Cause::Returned("false".to_owned())))),
            None => Verdict::Discarded,
        }
    }

    fn application(&self, arguments: &Derivation) -> String {
        format!("f {:?}", arguments.words())
    }

    fn pattern(&self, names: &[(usize, &str)]) -> String {
        pattern(self.count, names)
    }

    fn shown(&self, result: &Derivation) -> String {
        format!("{:?}", result.words())
    }
}

/// Returns a call of `f` with names for some of its arguments.
pub(super) fn pattern(count: usize, names: &[(usize, &str)]) -> String {
    let name = |place| names.iter().find(|(own, _)| *own == place).map_or("_", |(_, name)| name);
    format!("f {}", (0..count).map(name).collect::<Vec<_>>().join(" "))
}

fn integer() -> Shape {
    Shape::range(Range::signed(64))
}

fn lists() -> Shape {
    struct Lists;
    Shape::named(Key::of::<Lists>(), || {
        let cons = Alternative::new("cons", [integer(), lists()]);
        Shape::choice([Alternative::new("nil", []), cons]).pay(1)
    })
}

fn read_list(mut at: At<'_>) -> List {
    let mut list = Vec::new();
    while at.alternative() == 1 {
        list.push(at.field(0).bits().cast_signed());
        at = at.field(1);
    }
    list
}

fn write_list(list: &List, to: &mut Encoder) -> Written {
    for item in list {
        to.alternative(1)?;
        to.bits(item.cast_unsigned())?;
    }
    to.alternative(0)
}

fn insert(x: i64, list: &[i64]) -> List {
    let at = list.iter().position(|&y| x <= y).unwrap_or(list.len());
    [&list[..at], &[x], &list[at..]].concat()
}

fn is_ordered(list: &[i64]) -> bool {
    list.is_sorted()
}

/// Returns the inputs of the properties of `insert`, a number and a list, and a property.
fn of_insert(
    property: impl Fn(i64, List, &mut dyn FnMut((i64, List)) -> List) -> Option<bool> + Send + Sync + 'static,
) -> (Derivations, Arc<dyn Target>) {
    let inputs = Derivations::new(Shape::product([integer(), lists()]));
    let read = |at: At<'_>| (at.field(0).bits().cast_signed(), read_list(at.field(1)));
    let target = Native {
        arguments: inputs.clone(),
        results: Some(Derivations::new(lists())),
        function: |(x, list): &(i64, List)| insert(*x, list),
        read_arguments: read,
        write_arguments: |(x, list), to| {
            to.alternative(0)?;
            to.bits(x.cast_unsigned())?;
            write_list(list, to)
        },
        read_result: read_list,
        write_result: write_list,
        count: 2,
        exchangeable: Vec::new(),
        of_result_type: vec![1],
        run: Box::new(move |input, call| {
            let (x, list) = read(input.root());
            property(x, list, call)
        }),
    };
    (inputs, Arc::new(target))
}

/// Returns a property of a function from lists to lists.
pub(super) fn of_sort(
    property: impl Fn(List, &mut dyn FnMut(List) -> List) -> bool + Send + Sync + 'static,
) -> (Derivations, Arc<dyn Target>) {
    let inputs = Derivations::new(Shape::product([lists()]));
    let target = Native {
        arguments: inputs.clone(),
        results: Some(Derivations::new(lists())),
        function: |list: &List| sorted(list.clone()),
        read_arguments: |at| read_list(at.field(0)),
        write_arguments: |list, to| {
            to.alternative(0)?;
            write_list(list, to)
        },
        read_result: read_list,
        write_result: write_list,
        count: 1,
        exchangeable: Vec::new(),
        of_result_type: vec![0],
        run: Box::new(move |input, call| Some(property(read_list(input.root().field(0)), call))),
    };
    (inputs, Arc::new(target))
}

fn sorted(mut list: List) -> List {
    list.sort_unstable();
    list
}

pub(super) fn plan(tests: u64, jobs: u64) -> Plan {
    Settings { seed: Some(11), tests: Some(tests), jobs: Some(jobs), ..Settings::default() }.fill("strength")
}

fn scored((inputs, target): &(Derivations, Arc<dyn Target>), mutations: &[Mutation], tests: u64) -> Score {
    let score = score("strength", inputs, target, mutations, &plan(tests, 2)).unwrap();
    assert!(matches!(score.checked.finding, Finding::Nothing), "{:?}", score.checked.finding);
    score
}

fn percent(score: &Score) -> u64 {
    let (killed, mutants) = [score.exhaustive, score.sampled]
        .iter()
        .fold((0, 0), |(killed, mutants), tally| (killed + tally.killed, mutants + tally.mutants()));
    killed * 100 / mutants
}

/// The six properties of Paper IV, figure 4.1. An ordered list is any list, sorted.
pub(super) fn six() -> [(Derivations, Arc<dyn Target>); 6] {
    let removed = |list: &[i64], gone: &[i64]| {
        let mut left = list.to_vec();
        for item in gone {
            if let Some(at) = left.iter().position(|other| other == item) {
                left.remove(at);
            }
        }
        left
    };
    [
        of_insert(|x, list, f| Some(!is_ordered(&list) || is_ordered(&f((x, list))))),
        of_insert(|x, list, f| Some(is_ordered(&f((x, sorted(list)))))),
        of_insert(|x, list, f| {
            let out = f((x, sorted(list)));
            Some(is_ordered(&out) && out.contains(&x))
        }),
        of_insert(|x, list, f| {
            let (length, out) = (list.len(), f((x, sorted(list))));
            Some(is_ordered(&out) && out.len() == length + 1)
        }),
        of_insert(|x, list, f| {
            let (length, out) = (list.len(), f((x, sorted(list))));
            Some(is_ordered(&out) && out.contains(&x) && out.len() == length + 1)
        }),
        of_insert(move |x, list, f| {
            let list = sorted(list);
            let out = f((x, list.clone()));
            Some(is_ordered(&out) && removed(&list, &out).is_empty() && removed(&out, &list) == [x])
        }),
    ]
}

#[test]
fn the_six_properties_of_the_paper_are_in_its_order_and_the_last_kills_all() {
    let scores: Vec<u64> =
        six().iter().map(|of| percent(&scored(of, &[Mutation::Everywhere], 4_000))).collect();
    assert!(scores.is_sorted(), "{scores:?}");
    assert_eq!(scores[5], 100);
    assert!(scores[0] < scores[1] && scores[1] < scores[2] && scores[4] < 100, "{scores:?}");
}

#[test]
fn a_complete_specification_kills_every_mutant_of_every_kind() {
    let [.., complete] = six();
    for mutation in Mutation::ALL {
        let score = scored(&complete, &[mutation], 2_000);
        assert_eq!(score.exhaustive.survived + score.sampled.survived, 0, "{mutation:?}");
        assert!(score.survivors.is_empty());
    }
    let reference = of_sort(|list, f| f(list.clone()) == sorted(list));
    assert_eq!(percent(&scored(&reference, &Mutation::ALL, 4_000)), 100);
}

#[test]
fn a_tautology_kills_none() {
    let tautology = of_sort(|list, f| f(list.clone()) == f(list));
    let score = scored(&tautology, &Mutation::ALL, 4_000);
    assert_eq!((score.exhaustive.killed, score.sampled.killed), (0, 0));
    assert!(score.exhaustive.survived > 1_000 && score.sampled.survived > 500, "{:?}", score.exhaustive);
    assert_eq!(score.survivors[0].input.size(), 1);
}

#[test]
fn a_property_of_few_inputs_is_strong_on_them_and_reaches_few() {
    let single = of_sort(|list, f| {
        let one = vec![list.first().copied().unwrap_or(0)];
        f(one.clone()) == one
    });
    let score = scored(&single, &Mutation::ALL, 2_000);
    assert_eq!(percent(&score), 100);
    let lists = single.1.arguments();
    let reached = score.reach.by_size(lists, 6);
    let shares: Vec<(u64, u32)> =
        reached.iter().map(|of| (of.exercised, u32::try_from(&of.all).unwrap())).collect();
    // Of the lists of each size up to 6, those with one number.
    assert_eq!(shares[..5], [(0, 0), (0, 1), (1, 1), (2, 3), (4, 9)], "{shares:?}");
}

#[test]
fn where_calls_are_nested_a_single_change_is_a_smaller_one_than_one_everywhere() {
    // Associativity of a function of two numbers calls it four times, twice on its own results.
    let number = || Shape::range(Range::signed(16));
    let inputs = Derivations::new(Shape::product([number(), number(), number()]));
    let pair = |at: At<'_>| (at.field(0).bits().cast_signed(), at.field(1).bits().cast_signed());
    let native = Native::<(i64, i64), i64> {
        arguments: Derivations::new(Shape::product([number(), number()])),
        results: Some(Derivations::new(number())),
        function: |(a, b)| *a.max(b),
        read_arguments: pair,
        write_arguments: |(a, b), to| {
            to.alternative(0)?;
            to.bits(a.cast_unsigned())?;
            to.bits(b.cast_unsigned())
        },
        read_result: |at| at.bits().cast_signed(),
        write_result: |n, to| to.bits(n.cast_unsigned()),
        count: 2,
        exchangeable: vec![(0, 1)],
        of_result_type: vec![0, 1],
        run: Box::new(|input, f| {
            let [a, b, c] = [0, 1, 2].map(|i| input.root().field(i).bits().cast_signed());
            let left = f((a, b));
            let left = f((left, c));
            let right = f((b, c));
            Some(left == f((a, right)))
        }),
    };
    let of = (inputs, Arc::new(native) as Arc<dyn Target>);
    let everywhere = scored(&of, &[Mutation::Everywhere], 4_000);
    let single = scored(&of, &[Mutation::Single], 4_000);
    // A single change is seen less often: the outermost results are mostly as before.
    assert!(percent(&single) + 10 < percent(&everywhere), "{} {}", percent(&single), percent(&everywhere));
    // Maximum is commutative: exchanging its arguments does not make a mutant.
    let exchanged = scored(&of, &[Mutation::Exchanged], 2_000);
    assert_eq!(exchanged.share(), None);
    assert!(exchanged.exhaustive.without_mutant > 500);
}

#[test]
fn the_score_is_the_same_for_any_number_of_threads() {
    let weak = &six()[2];
    let of = |jobs| {
        let score = score("strength", &weak.0, &weak.1, &Mutation::ALL, &plan(3_000, jobs)).unwrap();
        let survivors = score.survivors.iter().map(|survivor| (survivor.mutation, survivor.input.words()));
        (score.exhaustive, score.sampled, survivors.collect::<Vec<_>>())
    };
    let one = of(1);
    assert_eq!(of(2), one);
    assert_eq!(of(5), one);
}

#[test]
fn a_property_that_does_not_call_the_function_has_no_score() {
    let score = scored(&of_sort(|list, _| list.len() < 1_000), &Mutation::ALL, 500);
    assert_eq!(score.share(), None);
    assert_eq!(score.exhaustive.mutants() + score.sampled.mutants(), 0);
    assert!(score.exhaustive.unexercised > 100);
}

#[test]
fn a_property_that_fails_on_the_function_itself_has_a_counterexample_and_no_score() {
    let (inputs, target) = of_sort(|list, f| f(list.clone()) == list);
    let score = score("strength", &inputs, &target, &Mutation::ALL, &plan(2_000, 2)).unwrap();
    assert!(matches!(score.checked.finding, Finding::Counterexample(_)));
}

pub(super) type Property = fn([bool; 3], &mut dyn FnMut((bool, bool)) -> bool) -> bool;

/// Properties of a function of two booleans, with their inputs.
pub(super) fn of_booleans(function: fn(&(bool, bool)) -> bool, property: Property) -> Suite {
    let boolean = || Shape::choice([Alternative::new("false", []), Alternative::new("true", [])]);
    let derivations = Derivations::new(Shape::product([boolean(), boolean(), boolean()]));
    let native = Native::<(bool, bool), bool> {
        arguments: Derivations::new(Shape::product([boolean(), boolean()])),
        results: Some(Derivations::new(boolean())),
        function,
        read_arguments: |at| (at.field(0).alternative() == 1, at.field(1).alternative() == 1),
        write_arguments: |(a, b), to| {
            to.alternative(0)?;
            to.alternative(usize::from(*a))?;
            to.alternative(usize::from(*b))
        },
        read_result: |at| at.alternative() == 1,
        write_result: |value, to| to.alternative(usize::from(*value)),
        count: 2,
        exchangeable: vec![(0, 1)],
        of_result_type: vec![0, 1],
        run: Box::new(move |input, f| {
            Some(property([0, 1, 2].map(|i| input.root().field(i).alternative() == 1), f))
        }),
    };
    Suite { property: String::new(), target: Arc::new(native), derivations, inputs: usize::MAX }
}

pub(super) const AND: fn(&(bool, bool)) -> bool = |&(a, b)| a && b;

/// Properties of conjunction.
pub(super) const OF_AND: [Property; 6] = [
    |[a, ..], f| f((a, a)) == a,
    |[a, b, _], f| f((a, b)) == f((b, a)),
    |[a, b, c], f| {
        let (left, right) = (f((a, b)), f((b, c)));
        f((left, c)) == f((a, right))
    },
    |[a, ..], f| f((a, true)) == a,
    |[a, ..], f| !f((a, false)),
    |[_, b, _], f| !f((false, b)),
];

#[test]
fn where_all_inputs_are_run_each_has_more_mutants_until_there_are_no_others() {
    let of = |property, tests, jobs| {
        let Suite { target, derivations, .. } = of_booleans(AND, property);
        score("strength", &derivations, &target, &Mutation::ALL, &plan(tests, jobs)).unwrap()
    };
    // Associativity makes up to four calls.
    let one = of(OF_AND[2], 1_000, 1);
    assert_eq!((one.exhaustive - one.again).mutants(), 8);
    assert!(one.again.mutants() >= 8 && one.again.killed > 0, "{:?}", one.again);
    let several = of(OF_AND[2], 1_000, 3);
    assert_eq!((several.exhaustive, several.survivors), (one.exhaustive, one.survivors));
    // The budget allows two mutants for each input.
    let two = of(OF_AND[2], 16, 2).exhaustive.mutants();
    assert!((9..=16).contains(&two), "{two}");
    // One call has one other result.
    let single = of(OF_AND[0], 1_000, 2);
    assert_eq!((single.exhaustive.mutants(), single.again.mutants()), (8, 0));
}

#[test]
fn every_table_of_exceptions_is_killed_by_the_properties_that_brute_force_says() {
    let suite: Vec<Suite> = OF_AND.iter().map(|property| of_booleans(AND, *property)).collect();
    let found = matrix("strength", &suite, &[], &plan(100_000, 2)).unwrap().unwrap();
    assert_eq!(found.ended, MatrixEnding::AllRun);
    let booleans = [false, true];
    let mut expected: BTreeMap<u64, u64> = BTreeMap::new();
    // Every other function of two booleans.
    for table in 0..16u32 {
        let entry = |a: bool, b: bool| table >> (u32::from(a) * 2 + u32::from(b)) & 1 == 1;
        if booleans.iter().all(|&a| booleans.iter().all(|&b| entry(a, b) == AND(&(a, b)))) {
            continue;
        }
        let set = (0..).zip(&OF_AND).fold(0, |set, (i, property)| {
            let holds = (0..8u32).all(|bits| {
                let inputs = [0, 1, 2].map(|i| bits >> i & 1 == 1);
                property(inputs, &mut |(a, b)| entry(a, b))
            });
            set | u64::from(!holds) << i
        });
        *expected.entry(set).or_insert(0) += 1;
    }
    let sets: BTreeMap<u64, u64> = found.sets.iter().map(|(set, of)| (*set, of.mutants)).collect();
    assert_eq!(sets, expected);
    // Every set that is called complete is, and no smaller one is.
    let all = found.killed_by(u64::MAX);
    let minimal_complete = found.minimal_complete().unwrap();
    for &set in &minimal_complete {
        assert_eq!(found.killed_by(set), all);
        assert!((0..6).filter(|bit| set >> bit & 1 == 1).all(|bit| found.killed_by(set & !(1 << bit)) < all));
    }
    let complete: Vec<u64> = (0..64).filter(|set| found.killed_by(*set) == all).collect();
    let minimal =
        complete.iter().filter(|set| !complete.iter().any(|other| other != *set && other & *set == *other));
    let mut minimal: Vec<u64> = minimal.copied().collect();
    minimal.sort_unstable_by_key(|set| (set.count_ones(), *set));
    assert_eq!(minimal_complete, minimal);
}

#[test]
fn the_smallest_survivor_keeps_the_length_and_the_order() {
    let weak = &six()[3];
    let suite = [Suite {
        property: "p".to_owned(),
        target: Arc::clone(&weak.1),
        derivations: weak.0.clone(),
        inputs: 60,
    }];
    let found = matrix("strength", &suite, &[], &plan(3_000, 2)).unwrap().unwrap();
    let survivors = &found.sets[&0];
    assert!(survivors.mutants > 0 && found.mutants() > survivors.mutants);
    // Length and order are as before: `insert 0 [] = [1]`.
    let [Change { arguments, answer: Answer::Result(result) }] = &*survivors.smallest else {
        panic!("{:?}", survivors.smallest)
    };
    let (x, list) = (arguments.root().field(0).bits(), read_list(arguments.root().field(1)));
    assert_eq!((x, list, read_list(result.root())), (0, vec![], vec![1]));
}

/// Returns a property of subtraction in bytes, whose results cannot be encoded.
fn of_opaque(
    property: impl Fn([u8; 3], &mut dyn FnMut((u8, u8)) -> u8) -> bool + Send + Sync + 'static,
) -> (Derivations, Arc<dyn Target>) {
    let byte = || Shape::range(Range::unsigned(8));
    let inputs = Derivations::new(Shape::product([byte(), byte(), byte()]));
    let at = |at: At<'_>, field| u8::try_from(at.field(field).bits()).unwrap();
    let native = Native::<(u8, u8), u8> {
        arguments: Derivations::new(Shape::product([byte(), byte()])),
        results: None,
        function: |&(a, b)| a.wrapping_sub(b),
        read_arguments: |at| [0, 1].map(|i| u8::try_from(at.field(i).bits()).unwrap()).into(),
        write_arguments: |&(a, b), to| {
            to.alternative(0)?;
            to.bits(a.into())?;
            to.bits(b.into())
        },
        read_result: |_| unreachable!("no result is encoded"),
        write_result: |_, _| unreachable!("no result is encoded"),
        count: 2,
        exchangeable: vec![(0, 1)],
        of_result_type: Vec::new(),
        run: Box::new(move |input, f| Some(property([0, 1, 2].map(|i| at(input.root(), i)), f))),
    };
    (inputs, Arc::new(native))
}

#[test]
fn results_that_cannot_be_encoded_are_exchanged_and_a_surviving_mutant_is_not_known_to_differ() {
    let complete = of_opaque(|[a, b, _], f| f((a, b)) == a.wrapping_sub(b));
    let score = scored(&complete, &Mutation::ALL, 2_000);
    assert!(score.exhaustive.killed > 500 && score.sampled.killed > 100, "{:?}", score.exhaustive);
    assert_eq!(score.exhaustive.survived + score.sampled.survived, 0);
    // Whether a mutant agrees with the function cannot be seen: the constant `f(2, 1)` does not
    // change `f(3, 2)`.
    assert!(percent(&score) >= 90, "{:?} {:?}", score.exhaustive, score.sampled);
    let tautology = of_opaque(|[a, b, c], f| f((a, b)) == f((a, b)) && f((b, c)) == f((b, c)));
    let score = scored(&tautology, &Mutation::ALL, 2_000);
    assert_eq!((score.exhaustive.killed, score.sampled.killed), (0, 0));
    assert!(score.exhaustive.not_known > 500, "{:?}", score.exhaustive);
    let report = ScoreReport::new("p", &*tautology.1, &score, None);
    assert_eq!(report.standing(), Standing::Scored);
    assert!(report.text(crate::report::Detail::Full).starts_with("p of f: at least 0% killed"));
}
