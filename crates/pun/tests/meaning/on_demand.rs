//! Programs compiled on demand have the values of the strict program, and find out earlier what a value is not.

use everycase_kernel::Derivations;
use everycase_kernel::lazy::{Probe, Run, Search};
use num_bigint::BigInt;

use pun::Limits;
use pun::core::{Expr, Program};
use pun::engine::{Argument, Build, Engine, Entry, Machine, Outcome, Term, choices};
use pun::load::{expression, load_text};
use pun::value::Value;

use crate::choices::{all, global};

/// Returns whether some choices up to a size make a function true, the number of runs, and whether larger choices may do so, too.
fn can_be_true(machine: &mut Machine, entry: Entry, arguments: &[Argument], size: u32) -> (bool, u32, bool) {
    let (mut run, mut runs, mut is_found) = (Run::new(), 0, false);
    run.begin_search(&Derivations::new(choices()), size).expect("choices can be enumerated");
    while !is_found && runs < 100_000 && Search::next(&mut run).is_some() {
        let executed = Search::execute(&mut run, Probe::Never, |run| {
            let outcome = machine.resume(run);
            let outcome = outcome.unwrap_or_else(|| machine.run_choosing(run, run.root(), entry, arguments));
            is_found = matches!(outcome, Outcome::Value(word) if word.as_boolean() == Some(true));
            Some(true)
        });
        assert_eq!(executed, Ok(Some(true)));
        runs += 1;
    }
    (is_found, runs, run.was_cut())
}

fn engine(program: Program, terms: &[Expr], on_demand: bool) -> Engine {
    let terms: Vec<Term<'_>> = terms.iter().map(Term::function).collect();
    Engine::new(program, &Build { terms: &terms, on_demand, ..Build::default() }, Limits::default())
        .expect("it compiles")
}

#[test]
fn on_demand_terms_end_with_the_values_of_the_strict_program_and_no_others() {
    let (terms, mut program, ends) = all();
    let mut is_it = |number: usize| {
        let name = &program.globals[global(&program, "term", number).index()].name;
        let text = format!("\\v -> {name} == v");
        expression(&mut program, &text).expect("it is right").0
    };
    let compared: Vec<Expr> = (0..terms.len()).map(&mut is_it).collect();
    let engine = engine(program, &compared, true);
    let mut machine = engine.machine();
    let mut checked = 0;
    for (number, (term, wanted)) in terms.iter().zip(&ends).enumerate() {
        let Some(wanted) = wanted else { continue };
        for value in (-12..=12).map(BigInt::from) {
            let argument = [Argument::Value(Value::Integer(value.clone()))];
            let (is_found, ..) = can_be_true(&mut machine, engine.term(number), &argument, 24);
            assert_eq!(is_found, wanted.values.contains(&value), "{term} == {value}");
        }
        checked += 1;
    }
    assert!(checked > 100, "{checked}");
}

const PROGRAM: &str = "
data tree = leaf | node tree tree .
data stream = next integer ~stream | end .

trees n = if n == 0 then leaf else leaf <+> [node (trees (n - 1)) (trees (n - 1))] .
no-leaf n = if n == 0 then leaf else [node (trees (n - 1)) (trees (n - 1))] .
lists u = [] <+> (int-gen () :: lists ()) .

empty-range = let n = int-range 5 3 in leaf .
fails-later n = let x = lists () in let y = (case x of ; [] -> 1) in leaf .
loops n = if n == 0 then leaf else loops n .
never-ends = let x = loops 1 in leaf .
argument-fails = first leaf (error \"evaluated\") .
first a b = a .
field-fails = case [node leaf (error \"evaluated\")] of ; [node l _] -> l .
lazy-field-fails = case [next 1 (error \"not evaluated\")] of ; [next 1 _] -> leaf ; _ -> error \"not reached\" .
within-a-lazy-field = case [next 1 (let x = error \"evaluated\" in end)] of ; [next _ end] -> leaf ; _ -> leaf .
a-value = [node (let x = error \"evaluated\" in leaf) leaf] .
uses-a-value = case a-value of ; [node _ r] -> r ; _ -> leaf .
";

fn of(term: &str, on_demand: bool) -> (bool, u32, bool) {
    let mut program = load_text("trees.pun", PROGRAM).program.expect("it is right");
    let (term, _) = expression(&mut program, term).expect("it is right");
    let engine = engine(program, &[term], on_demand);
    can_be_true(&mut engine.machine(), engine.term(0), &[], 24)
}

#[test]
fn what_the_strict_program_evaluates_is_evaluated_before_a_run_ends_with_true() {
    for term in
        ["empty-range", "never-ends", "argument-fails", "field-fails", "within-a-lazy-field", "uses-a-value"]
    {
        let term = format!("{term} == leaf");
        assert!(!of(&term, false).0, "{term}");
        assert!(!of(&term, true).0, "{term}");
    }
    for term in ["lazy-field-fails == leaf", "fails-later 0 == leaf"] {
        assert!(of(term, false).0, "{term}");
        assert!(of(term, true).0, "{term}");
    }
}

#[test]
fn a_search_on_demand_makes_no_choice_after_the_first_difference() {
    // Of depth 30 there are more trees than can be tried; the root decides.
    assert_eq!(of("no-leaf 30 == leaf", true), (false, 1, false));
    // The list that is looked for is finite, the generator's recursion is not.
    let (is_found, runs, _) = of("lists () == [3, 1]", true);
    assert!(is_found && runs < 40, "{runs}");
    assert_eq!(of("(case lists () of ; x :: _ -> x + 1 :: [2] ; [] -> [2]) == []", true), (false, 3, false));
    let (is_found, runs, _) = of("trees 30 == [node [node leaf leaf] leaf]", true);
    assert!(is_found && runs < 40, "{runs}");
}
