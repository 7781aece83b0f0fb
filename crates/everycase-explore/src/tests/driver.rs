//! Explorations of a library of rules, against all expressions.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use everycase_check::check::{Ending, Minimal};
use everycase_check::report::Detail;
use everycase_check::settings::shard::Shard;
use everycase_check::settings::{Plan, Settings};
use everycase_check::text::encoding::Fingerprint;
use everycase_kernel::Derivations;

use super::rules::{Rules, Stop};
use crate::explore::{Exploration, Options, Unclear, explore};
use crate::expression::Expression;
use crate::fault::Kind;
use crate::grammar::Grammar;
use crate::library::Library;
use crate::report::{Report, Run};
use crate::strategy::Strategy;
use crate::subject::{Footprint, TestLibrary};
use crate::suite::suite;

/// Each kind of error, at several sizes and in several functions.
const PROGRAMS: [&str; 4] = [
    // Binary trees that are visible, with an invariant.
    "Int/0 = Z | I Int
     Bool/0 = False | True
     Tree/0 = Leaf | Node Tree Int Tree
     less : Int Int => Bool
     insert : Int Tree => Tree
     grow : Bool Tree Int Tree => Tree
     depth : Tree => Int
     root : Tree => Int
     propertySmall : Tree => Bool
     --
     less Z (I _) = True
     less (I x) (I y) = less x y
     less _ Z = False
     insert x Leaf = Node Leaf x Leaf
     insert x (Node l y r) = grow (less x y) l y r
     grow True (Node _ (I Z) _) _ _ = !left
     grow True l _ r = Node l Z r
     grow False l y (Node _ _ (Node _ _ _)) = !too deep
     grow False l y r = Node l y r
     depth Leaf = Z
     depth (Node Leaf _ r) = I (depth r)
     root (Node _ x _) = x
     propertySmall (Node _ _ (Node _ _ _)) = False
     propertySmall _ = True",
    // An abstract type; errors behind lazy fields and inside results.
    "Int/0 = Z | I Int
     Pair/2 = P ~a ~b
     Queue/0
     empty : Queue
     push : Int Queue => Queue
     make : Int Queue => Queue
     pop : Queue => Pair[Int,Queue]
     both : Queue Queue => Pair[Int,Int]
     fail : Int => Int
     --
     empty = !empty is no queue
     push x q = make x q
     make (I (I _)) q = !two
     make x q = q
     pop q = P (fail Z) q
     both p q = P (fail (I Z)) Z
     fail Z = !zero
     fail x = x",
    // Functions as arguments, constants, atoms, and tests that do not end.
    "Word/0 # X Y
     Bool/0 = False | True
     List/1 = Nil | Cons a List[a]
     same : Word Word => Bool
     all : {a>Bool} List[a] => Bool
     apply : {a>b} a => b
     last : List[a] => a
     spin : List[a] => Bool
     long : List[a] => Bool
     hiddenFull : List[a] => Bool
     hiddenBoth : Bool Bool => Bool
     flaky : List[a] => Bool
     --
     same X X = True
     same Y Y = True
     same X Y = False
     all f Nil = True
     all f (Cons x xs) = apply f x
     apply f x = f x
     last (Cons x Nil) = x
     last (Cons _ (Cons x xs)) = last xs
     spin Nil = True
     spin (Cons x xs) = spin (Cons x xs)
     long Nil = True
     long (Cons x _) = hiddenFull (Cons x (Cons x (Cons x (Cons x (Cons x (Cons x (Cons x (Cons x Nil))))))))
     hiddenFull Nil = True
     hiddenFull (Cons _ xs) = hiddenBoth (hiddenFull xs) (hiddenFull xs)
     hiddenBoth True True = True
     flaky (Cons _ (Cons _ _)) = !flaky
     flaky _ = True",
    // Errors that several functions meet, after a different number of runs.
    "Int/0 = Z | I Int
     Ten/0 = A | B | C | D | E | F | G | H | J | K
     outer : Int => Int
     inner : Int => Int
     many : Ten Ten => Int
     hidden : Int => Int
     --
     outer (I (I (I (I _)))) = hidden Z
     outer x = inner x
     inner (I _) = !inner
     inner x = x
     many K K = hidden Z
     many _ A = Z
     many x _ = Z
     hidden _ = !hidden",
];

/// What an error is known by, on both sides.
type Error = (Kind, String);

/// Returns the functions under test: those that are not hidden.
fn functions(library: &Rules) -> Vec<u32> {
    let all = (0..).zip(&library.signature().functions);
    all.filter(|(_, own)| !own.name.starts_with("hidden")).map(|(number, _)| number).collect()
}

fn tests(library: &Arc<Rules>) -> Derivations {
    Derivations::new(Grammar::new(Arc::clone(library)).tests(functions(library)))
}

fn bounds(size: u32) -> Settings {
    Settings { size: Some(size), tests: Some(u64::MAX), jobs: Some(1), seed: Some(1), ..Settings::default() }
}

fn plan(size: u32) -> Plan {
    bounds(size).fill("explore")
}

/// The orders of expressions, each with whether all sizes are searched at once.
const ORDERS: [(Strategy, bool); 3] =
    [(Strategy::Size, false), (Strategy::Split, false), (Strategy::Size, true)];

/// Returns the plan of an exploration up to a size, perhaps of all sizes at once.
fn ordered(bounds: Settings, is_at_once: bool) -> Plan {
    let mut plan = bounds.fill("explore");
    if is_at_once {
        plan.budget.first = plan.budget.size.unwrap_or(0);
    }
    plan
}

fn found(library: &Arc<Rules>, plan: &Plan, strategy: Strategy) -> Exploration {
    let options = Options { strategy, ..Options::default() };
    explore(library, &functions(library), plan, options).expect("they can be counted")
}

/// Returns the complete expressions up to a size, with their sizes, and how they end.
fn all(library: &Arc<Rules>, size: u32) -> Vec<(Expression, u32, Option<Stop>, Footprint)> {
    let tests = tests(library);
    let mut all = Vec::new();
    for size in 0..=size {
        let mut walk = tests.of_size(size).expect("a size that fits");
        while let Some(test) = walk.next() {
            let expression = Expression::read(&**library, test.root());
            let (stop, applied) = library.end(&expression, 2_000);
            all.push((expression, size, stop, applied));
        }
    }
    all
}

/// Returns what identifies an error: a loop is known by the function that is called.
fn error(library: &Rules, expression: &Expression, stop: &Stop) -> Error {
    let (kind, message, place) = library.error(stop);
    let tested =
        expression.tested().map(|function| library.signature().functions[function as usize].name.to_string());
    (kind, place.or(tested.filter(|_| kind == Kind::Loop)).unwrap_or(message))
}

/// Returns the least size of each error, except that of `flaky`, which happens once only.
fn least(library: &Arc<Rules>, size: u32) -> BTreeMap<Error, u32> {
    let mut least = BTreeMap::new();
    for (expression, size, stop, _) in all(library, size) {
        if let Some(stop) = stop.filter(|stop| *stop != Stop::Void) {
            least.entry(error(library, &expression, &stop)).or_insert(size);
        }
    }
    least.retain(|(_, place), _| place != "rule 15");
    least
}

fn sizes(found: &Exploration) -> BTreeMap<Error, u32> {
    sizes_in_order(found).into_iter().collect()
}

fn sizes_in_order(found: &Exploration) -> Vec<(Error, u32)> {
    let error = |own: &crate::explore::Finding| {
        let loops = own.fault.definition.as_deref().filter(|_| own.fault.kind == Kind::Loop);
        let place = own.fault.place.clone().or(loops.map(str::to_owned));
        (own.fault.kind, place.unwrap_or(own.fault.message.clone()))
    };
    found.findings.iter().map(|own| (error(own), own.size)).collect()
}

#[test]
fn the_errors_of_all_expressions_are_found_with_their_least_sizes() {
    for (number, program) in PROGRAMS.iter().enumerate() {
        let library = Rules::new(program);
        for size in [0, 3, 6] {
            let wanted = least(&library, size);
            for (strategy, is_at_once) in ORDERS {
                for jobs in [1, 2] {
                    let plan = ordered(Settings { jobs: Some(jobs), ..bounds(size) }, is_at_once);
                    let found = found(&library, &plan, strategy);
                    let about = format!("{number}, {size}, {strategy:?}, {is_at_once}, {jobs} jobs");
                    assert_eq!(sizes(&found), wanted, "{about}");
                }
            }
        }
    }
}

#[test]
fn no_smaller_expression_fails_where_a_report_says_so() {
    for (number, program) in PROGRAMS.iter().enumerate() {
        let library = Rules::new(program);
        let wanted = least(&library, 6);
        for (strategy, is_at_once) in ORDERS {
            for tests in [1, 5, 20, 50, 200] {
                let plan = ordered(Settings { tests: Some(tests), ..bounds(6) }, is_at_once);
                let found = found(&library, &plan, strategy);
                for (finding, (error, size)) in found.findings.iter().zip(sizes_in_order(&found)) {
                    let least = wanted[&error];
                    assert!(size >= least, "{number}, {error:?}");
                    let is_least = finding.minimal != Minimal::Size || size == least;
                    assert!(
                        is_least,
                        "{number}, {strategy:?}, {is_at_once}, {tests} tests: {error:?} at {size}, not {least}"
                    );
                }
            }
        }
    }
}

#[test]
fn findings_fail_again_and_are_in_order() {
    for program in PROGRAMS {
        let library = Rules::new(program);
        let found = found(&library, &plan(6), Strategy::Size);
        let mut before = None;
        for finding in &found.findings {
            let own = &finding.fault;
            let rank = (own.kind, finding.size, own.place.clone(), finding.expression.clone());
            assert!(before.replace(rank.clone()).is_none_or(|before| before < rank), "{rank:?}");
            let name = |function: u32| library.signature().functions[function as usize].name.to_string();
            let tested = finding.function.map(name).expect("the function is known");
            assert!(finding.expression.contains(&tested) && finding.complete.contains(&tested), "{rank:?}");
            assert!(!finding.complete.contains('?'), "{}", finding.complete);
            assert!(finding.count > Some(0));
        }
        let covered = found.covered.expect("it is known");
        let applied: Footprint = all(&library, 6).into_iter().flat_map(|(.., applied)| applied).collect();
        assert_eq!(covered.evaluated.len(), applied.len() as u64);
    }
}

#[test]
fn all_expressions_are_counted() {
    for program in PROGRAMS {
        let library = Rules::new(program);
        let found = found(&library, &plan(5), Strategy::Size);
        let all = found.runs[0].checked.coverage.exhausted().expect("they were run");
        assert_eq!(
            (all.through, &all.count),
            (5, &tests(&library).count_up_to(5).expect("a size that fits"))
        );
        assert_eq!(found.runs[0].functions, functions(&library));
    }
}

fn expressions(unclear: &[Unclear]) -> Vec<&str> {
    unclear.iter().map(|own| &*own.expression).collect()
}

#[test]
fn what_ends_with_more_steps_is_slow_and_what_fails_once_unsteady() {
    let library = Rules::new(PROGRAMS[2]);
    let found = found(&library, &plan(5), Strategy::Size);
    assert_eq!(expressions(&found.unsteady), ["flaky (Cons ? (Cons ?1 ?2))"]);
    assert_eq!(expressions(&found.slow), ["long (Cons ? ?1)"]);
    let loops = found.findings.iter().filter(|own| own.fault.kind == Kind::Loop);
    assert_eq!(loops.map(|own| &*own.expression).collect::<Vec<_>>(), ["spin (Cons ? ?1)"]);
}

#[test]
fn the_limit_on_errors_ends_an_exploration() {
    for (program, (strategy, is_at_once)) in
        PROGRAMS.iter().flat_map(|program| ORDERS.map(|own| (program, own)))
    {
        let library = Rules::new(program);
        let wanted = least(&library, 6);
        for limit in 1..=wanted.len() {
            let limit = NonZeroUsize::new(limit).expect("it is positive");
            let options = Options { limit, strategy, ..Options::default() };
            let plan = ordered(bounds(6), is_at_once);
            let found = explore(&library, &functions(&library), &plan, options).expect("they can be counted");
            let count = found.findings.len() + found.slow.len() + found.unsteady.len();
            assert_eq!(count, limit.get(), "{strategy:?}: {found:?}");
            assert_eq!(found.runs.last().map(|run| run.checked.ended), Some(Ending::Failure), "{strategy:?}");
            assert!(sizes(&found).keys().all(|error| wanted.contains_key(error)));
            let run = Run {
                seed: plan.seed,
                budget: plan.budget,
                program: Fingerprint(0),
                options: String::new(),
                functions: library.signature().names(&functions(&library)),
            };
            let text = Report::new("rules".to_owned(), run, found, library.signature()).text(Detail::Brief);
            assert!(text.contains(", further errors are not looked for)"), "{strategy:?}: {text}");
        }
    }
}

#[test]
fn parts_find_together_what_the_whole_finds() {
    for program in PROGRAMS {
        let library = Rules::new(program);
        let whole = sizes(&found(&library, &plan(6), Strategy::Size));
        let mut parts = BTreeMap::new();
        for index in 0..3 {
            let shard = Shard::new(index, 3).expect("a part");
            let plan = Settings { shard: Some(shard), ..bounds(6) }.fill("explore");
            for (error, size) in sizes(&found(&library, &plan, Strategy::Size)) {
                let least = parts.entry(error).or_insert(size);
                *least = size.min(*least);
            }
        }
        assert_eq!(parts, whole);
    }
}

/// Returns the results of an exploration of some functions, and the lines of its trace.
fn traced(library: &Arc<Rules>, functions: &[u32], plan: &Plan) -> (Exploration, Vec<String>) {
    let lines = Arc::<Mutex<Vec<String>>>::default();
    let written = Arc::clone(&lines);
    let trace = Box::new(move |line: &str| written.lock().expect("it is whole").push(line.to_owned()));
    let options = Options { trace: Some(trace), ..Options::default() };
    let found = explore(library, functions, plan, options).expect("they can be counted");
    let lines = std::mem::take(&mut *lines.lock().expect("it is whole"));
    (found, lines)
}

#[test]
fn a_trace_tells_what_each_evaluation_needs() {
    let library = Rules::new(PROGRAMS[3]);
    let (_, lines) = traced(&library, &[0, 1], &plan(3));
    // The searches up to size 2 and up to size 3.
    assert_eq!(
        lines,
        [
            "outer ? ==> ?",
            "outer Z ==> .",
            "inner ? ==> ?",
            "inner Z ==> .",
            "outer ? ==> ?",
            "outer Z ==> .",
            "outer (I ?) ==> ?",
            "outer (I Z) ==> ! inner",
            "inner ? ==> ?",
            "inner Z ==> .",
            "inner (I ?) ==> ! inner",
        ]
    );
}

#[test]
fn a_trace_numbers_the_open_argument_that_an_evaluation_needs() {
    let library = Rules::new(
        "Bit/0 = O | L
         pick : Bit Bit => Bit
         --
         pick _ O = O
         pick O L = O
         pick L L = L",
    );
    let (_, lines) = traced(&library, &[0], &plan(3));
    assert_eq!(
        lines,
        ["pick ? ?1 ==> ?1", "pick ? O ==> .", "pick ? L ==> ?", "pick O L ==> .", "pick L L ==> ."]
    );
}

#[test]
fn a_test_that_is_drawn_and_ends_late_is_no_loop_with_or_without_a_trace() {
    let library = Rules::new(
        "Bit/0 = O | L
         Word/0 = End | More Bit Word
         Bool/0 = False | True
         spin : Word => Bool
         hiddenWalk : Word => Bool
         hiddenThen : Bool Word => Bool
         --
         spin w = hiddenThen (hiddenWalk w) w
         hiddenWalk (More O w) = hiddenWalk w
         hiddenWalk (More L w) = hiddenWalk w
         hiddenWalk End = True
         hiddenThen True (More L (More L (More L (More d (More e w))))) = hiddenThen True (More L (More L (More L (More d (More e w)))))
         hiddenThen True _ = True",
    );
    let plan = Settings { size: None, tests: Some(200), ..bounds(0) }.fill("explore");
    // The traced exploration is the first one: the library keeps the phase that it entered last.
    let (traced, _) = traced(&library, &[0], &plan);
    let plain = found(&library, &plan, Strategy::Size);
    let undecided = |found: &Exploration| found.runs[0].checked.coverage.undecided();
    assert_eq!((sizes(&traced), undecided(&traced)), (sizes(&plain), undecided(&plain)));
    assert!(plain.findings.is_empty() && undecided(&plain) > 0, "{plain:?}");
}

#[test]
fn a_suite_applies_all_rules_that_expressions_apply_and_needs_each_of_its_own() {
    for program in PROGRAMS {
        let library = Rules::new(program);
        let members = suite(&library, &functions(&library), &plan(6)).expect("they can be counted");
        // The library learns values from complete bounds, as in an exploration.
        assert!(library.bounds.load(Ordering::Relaxed) > 0);
        let footprints: Vec<Footprint> =
            members.iter().map(|own| library.footprint(&own.test).expect("it ends")).collect();
        let together = |without: usize| -> BTreeSet<u64> {
            let others = footprints.iter().enumerate().filter(|(number, _)| *number != without);
            others.flat_map(|(_, own)| own).copied().collect()
        };
        let ends = |stop: &Option<Stop>| *stop != Some(Stop::Void);
        let all = all(&library, 6).into_iter().filter(|(_, _, stop, _)| ends(stop));
        let all: Footprint = all.flat_map(|(.., applied)| applied).collect();
        assert_eq!(together(members.len()), all, "{members:?}");
        for (number, member) in members.iter().enumerate() {
            assert_ne!(together(number), all, "{}", member.expression);
        }
    }
}
