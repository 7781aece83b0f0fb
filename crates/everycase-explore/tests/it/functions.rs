//! Tests of functions as arguments: case trees and lambda terms, against what the reference interpreter says of the expressions that mention them.

use std::collections::BTreeSet;

use everycase_explore::expression::Expression;
use everycase_explore::module::{Pool, Settings};
use everycase_explore::subject::TestLibrary;
use num_bigint::BigInt;
use pun::load::expression;
use pun::reference::Interpreter;
use pun::terms::Mode;

use crate::common::{collected, module, text};

/// Returns the errors of a program up to a size, as pun source. Each expression has the same error in the reference interpreter.
fn errors(program: &str, size: u32) -> Vec<String> {
    errors_with(program, &Settings::default(), size)
}

fn errors_with(program: &str, settings: &Settings, size: u32) -> Vec<String> {
    let module = module(text(program), settings);
    let mut found = Vec::new();
    let collected = collected(&module, size, 100_000);
    assert_eq!(collected.checked.coverage.exhausted().map(|done| done.through), Some(size));
    for group in collected.groups {
        let input = &group.counterexample.input;
        let seen = group.counterexample.failure.seen.as_deref().expect("a lazy run");
        let shown = module.text(&Expression::read(&*module, seen.at()));
        let error = module.fault(input).expect("it fails again").message;
        let mut program = text(program);
        let complete = module.complete(input);
        let (term, _) =
            expression(&mut program, &complete).unwrap_or_else(|errors| panic!("{complete}: {errors:?}"));
        let fault = Interpreter::new(&program).expression(&term).expect_err(&complete);
        assert_eq!(fault.to_string(), error, "{complete}");
        found.push(format!("{shown} ==> {error}"));
    }
    found.sort();
    found
}

#[test]
fn a_function_that_fails_at_a_certain_argument_is_found() {
    let found = errors(
        "module main (test, other) .
        test : (integer -> integer) -> integer .
        test f = if f 0 == 1 && f 5 == 3 then error \"found\" else 0 .
        other : (boolean -> boolean -> boolean) -> boolean .
        other f = if f true false && not (f false true) then error \"asymmetric\" else true .",
        9,
    );
    assert_eq!(
        found,
        [
            "other (\\x y -> if x then if y then _ else true else if y then false else _) ==> asymmetric",
            "test (\\x -> if x == 0 then 1 else 3) ==> found",
        ]
    );
}

/// Returns the integers and characters that occur in pun source, as they are written alone.
fn literals(source: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (number, part) in source.split('"').enumerate() {
        if number % 2 == 1 {
            found.extend(part.chars().map(|character| format!("{character:?}")));
            continue;
        }
        let words = part.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '\'');
        let is_literal = |word: &&str| word.starts_with('\'') || word.contains(|c: char| c.is_ascii_digit());
        found.extend(words.filter(is_literal).map(str::to_owned));
    }
    found
}

#[test]
fn functions_mention_no_other_constants_than_those_that_are_chosen() {
    let program = "module main (test, other, third, fourth) .
        test : (integer -> integer) -> integer .
        test f = f 5 .
        other : (integer -> character -> (list character, integer)) -> list character .
        other f = fst (f 3 'x') .
        third : ((integer -> boolean) -> integer) -> integer .
        third f = f (\\x -> x > 3) .
        fourth : (list integer -> boolean) -> boolean .
        fourth f = f [4, 5, 6] .";
    let all = |integers: &[i64], terms| {
        let integers = integers.to_vec();
        let pool = Pool::These(integers.iter().copied().map(BigInt::from).collect());
        let characters = Pool::These(vec!['a', 'z']);
        let settings = Settings { integers: pool, characters, terms, ..Settings::default() };
        let texts = crate::common::texts(&module(text(program), &settings), 6);
        let mentioned: BTreeSet<String> = texts.iter().flat_map(|text| literals(text)).collect();
        let integers = integers.iter().map(ToString::to_string);
        assert_eq!(mentioned, integers.chain(["'a'", "'z'"].map(str::to_owned)).collect());
        texts
    };
    let trees = all(&[7, -1, 0], None);
    assert_eq!(trees.iter().collect::<BTreeSet<_>>().len(), trees.len(), "each tree once");
    let with = |start: &str| trees.iter().filter(|text| text.starts_with(start)).count();
    // The constants are compared in ascending order, each with or without the others.
    assert_eq!(with("test (\\_ ->"), 3);
    assert_eq!(with("test (\\x -> if x == -1 then 0 else if x == 7 then 7 else"), 3);
    assert_eq!(with("test (\\x -> if x == 0 then 0 else if x == -1"), 0);
    for terms in [Mode::Used, Mode::All] {
        assert!(all(&[0, 1], Some(terms)).len() > all(&[0, 1], None).len());
        // No call of a function with a smaller number: there is no positive constant.
        assert!(all(&[-3], Some(terms)).iter().all(|text| !text.contains("f (")));
    }
    assert!(all(&[2], Some(Mode::Used)).iter().any(|text| text.contains("f (x - 2)")));
    // Without integers there are functions that compare with none.
    let none = Settings { integers: Pool::These(Vec::new()), terms: Some(Mode::Used), ..Settings::default() };
    let texts = crate::common::texts(&module(text(program), &none), 4);
    assert!(texts.iter().any(|text| text == "fourth (\\_ -> true)"), "{texts:?}");
}

#[test]
fn a_function_with_constants_has_the_result_that_is_shown() {
    let pool = Pool::These([5, -1, 0].map(BigInt::from).to_vec());
    let found = errors_with(
        "module main (test) .
        test : (integer -> integer) -> integer .
        test f = if f 5 == 0 && f 7 == 5 && f -1 == -1 then error \"found\" else 0 .",
        &Settings { integers: pool, ..Settings::default() },
        7,
    );
    assert_eq!(found, ["test (\\x -> if x == -1 then -1 else if x == 5 then 0 else 5) ==> found"]);
}

#[test]
fn functions_of_atoms_compare_them_and_return_atoms() {
    let found = errors(
        "module main (strange) .
        strange : (a -> b) -> a -> a -> b .
        strange f x y = if x < y && f x > f y then error \"decreasing\" else f x .",
        6,
    );
    assert_eq!(found, ["strange (\\x -> if x == 0 then 1 else 0) 0 1 ==> decreasing"]);
}

#[test]
fn functions_of_higher_order_have_their_usual_meaning() {
    let found = errors(
        "module main (maps, filters, folds) .
        map-of f xs = case xs of ; [] -> [] ; x :: rest -> f x :: map-of f rest .
        filter-of p xs = case xs of ; [] -> [] ; x :: rest -> (if p x then x :: filter-of p rest else filter-of p rest) .
        fold-of f e xs = case xs of ; [] -> e ; x :: rest -> f x (fold-of f e rest) .
        maps : (boolean -> integer) -> list boolean -> boolean .
        maps f xs = if map f xs == map-of f xs then true else error \"map\" .
        filters : (integer -> boolean) -> list integer -> boolean .
        filters p xs = if filter p xs == filter-of p xs then true else error \"filter\" .
        folds : (boolean -> integer -> integer) -> list boolean -> boolean .
        folds f xs = if fold-of f 0 xs == 1 && fold-of f 2 xs == 0 then error \"fold\" else true .",
        6,
    );
    assert_eq!(found, ["folds (\\_ y -> if y == 0 then 1 else 0) [?] ==> fold"]);
}

#[test]
fn a_function_over_an_abstract_type_is_a_partial_application() {
    let found = crate::common::errors(
        text(
            "module main (twice) . import left . twice : (left -> left) -> integer . twice f = 1 div (value (f start) - 2) .",
        ),
        &Settings::default(),
        4,
    );
    assert_eq!(found, ["twice shared ==> division by zero"]);
}

#[test]
fn polymorphic_functions_of_functions_are_tested_together() {
    let found = errors(include_str!("../modules/functions.pun"), 6);
    assert_eq!(
        found,
        [
            "strange (\\x -> if x == 0 then 0 else 1) 0 1 ==> differ",
            "zips ? [] (?1 :: ?2) ==> no branch fits",
        ]
    );
}

/// Returns the errors with lambda terms.
fn errors_with_lambdas(program: &str, size: u32) -> Vec<String> {
    errors_with(program, &Settings { terms: Some(Mode::Used), ..Settings::default() }, size)
}

#[test]
fn a_lambda_finds_what_no_case_tree_and_no_partial_application_does() {
    let program = include_str!("../modules/lambdas.pun");
    let chosen = "chosen (\\x _ _ -> if x then 0 else 1) 0 1 ==> a conditional";
    let given = "given (\\f _ -> let _ = f 0 in _) 0 ==> division by zero";
    assert_eq!(errors(program, 5), [chosen, given]);
    let doubled = "doubled (\\x -> (x, x)) ==> doubled";
    let same = "same (\\x -> x) start ==> division by zero";
    assert_eq!(errors_with_lambdas(program, 5), [chosen, doubled, given, same]);
}

#[test]
fn a_function_that_calls_itself_is_a_lambda_term() {
    let found = errors_with_lambdas(
        "module main (total) .
        total : (list integer -> integer) -> integer .
        total f = if f [1, 2] == 3 && f [20, 30, 50] == 100 then error \"the sum\" else f [] .",
        10,
    );
    assert_eq!(found, ["total (rec f . \\x -> case x of ; [] -> 0 ; a :: b -> a + f b) ==> the sum"]);
}

#[test]
fn a_lambda_term_that_takes_long_is_undecided_and_no_loop() {
    let module = module(
        text("module main (far) . far : (integer -> integer) -> integer . far f = f 1000000 ."),
        &Settings { terms: Some(Mode::Used), ..Settings::default() },
    );
    let found = collected(&module, 7, 100_000);
    assert!(found.groups.is_empty());
    let undecided = found.checked.coverage.undecided();
    assert!(undecided > 0, "{undecided}");
}
