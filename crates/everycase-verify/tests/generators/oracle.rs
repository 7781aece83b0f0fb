//! A generator that is read means what the compiler makes of it: the same choices lead to the same result, or to none.

use std::fmt::Debug;

use everycase::__private::{Choice, drawn};
use everycase::prelude::*;
use everycase::space::{Random, SeedableRng};
use everycase_verify::rust::read;
use everycase_verify::verifier::{Generator, Verifier};
use pun::core::{Expr, Program};
use pun::fault::FaultKind;
use pun::load::expression;
use pun::reference::{Decision, Interpreter};
use pun::value::Value;

use crate::{heaps, lists, red_black_trees, search_trees, wrong};

/// A generator of a file, with its result as source.
type Native = fn(&[i64], &mut Gen) -> String;

fn source<T: Enumerable + Debug>(value: &T) -> String {
    let space = T::space();
    space.source(&space.encode(value).expect("each value has a derivation"))
}

macro_rules! natives {
    ($($module:ident :: $name:ident ($($argument:ident : $kind:ident),*);)*) => { [$((
        stringify!($name),
        &[$(stringify!($kind)),*] as &[&str],
        (|arguments, g| {
            let [$($argument),*] = *arguments else { panic!("other arguments") };
            source(&$module::$name($(natives!($kind $argument),)* g))
        }) as Native,
    )),*] };
    (int $argument:ident) => { $argument };
    (few $argument:ident) => { $argument };
    (bool $argument:ident) => { $argument != 0 };
}

/// Returns the decisions of pun for choices.
fn decisions(choices: &[Choice]) -> Vec<Decision> {
    let decisions = choices.iter().flat_map(|choice| match *choice {
        Choice::Bool(side) => vec![Decision::Boolean(side)],
        Choice::Number { value, .. } => vec![Decision::Integer(value.into())],
        // A choice between several is one after the other.
        Choice::Alternative { taken, of } => {
            let rights = (0..taken).map(|_| true).chain((taken + 1 < of).then_some(false));
            rights.map(Decision::Right).collect()
        }
    });
    decisions.collect()
}

/// Returns the result of the generator that was read, under decisions, all of which it takes.
fn meant(
    program: &Program,
    generator: &Generator,
    (arguments, term): (&[Value], &Expr),
    choices: &[Choice],
) -> Option<String> {
    let call = generator.call(arguments);
    let mut decisions = decisions(choices).into_iter();
    match Interpreter::new(program).under(&[], term, &mut decisions) {
        Ok(value) => {
            assert_eq!(decisions.next(), None, "{call}: choices are left over");
            let values: Vec<Value> = arguments.iter().cloned().chain([value]).collect();
            Some(generator.result(&values))
        }
        Err(fault) => {
            let is_limit = matches!(
                fault.kind,
                FaultKind::Undecided | FaultKind::OutOfFuel | FaultKind::TooDeep | FaultKind::OutOfMemory
            );
            assert!(!is_limit, "{call}: {fault}");
            None
        }
    }
}

fn compare(text: &str, natives: &[(&str, &[&str], Native)]) {
    let read = read("generators.rs", text).expect("a thread starts");
    assert!(read.loaded.diagnostics.is_empty(), "{:?}", read.loaded.diagnostics);
    let mut program = read.loaded.program.expect("the file is read");
    let verifier = Verifier::written(program.clone(), read.notation).expect("its generators can be run");
    assert_eq!(verifier.generators().len(), natives.len());
    let mut rng = Random::seed_from_u64(7);
    for (name, kinds, native) in natives {
        let generator = verifier.generators().iter().find(|own| own.name() == *name).expect("it was read");
        let (mut values, mut faults) = (0, 0);
        for arguments in arguments(kinds) {
            let source = |(kind, number): (&&str, &i64)| match *kind {
                "bool" => (*number != 0).to_string(),
                _ if *number < 0 => format!("(0 - {})", i128::from(*number).unsigned_abs()),
                _ => number.to_string(),
            };
            let sources: Vec<String> = kinds.iter().zip(&arguments).map(source).collect();
            let call = format!("{name} {}", sources.join(" "));
            let numbers: Vec<Value> =
                arguments.iter().map(|number| Value::Integer((*number).into())).collect();
            let (term, _) = expression(&mut program, &call).expect("the call is a term");
            for bits in [0, 1, 2, 3, 5, 20, 64] {
                for _ in 0..4 {
                    let Some((result, choices)) = drawn(|g| native(&arguments, g), bits, &mut rng) else {
                        continue;
                    };
                    *if result.is_some() { &mut values } else { &mut faults } += 1;
                    let meant = meant(&program, generator, (&numbers, &term), &choices);
                    assert_eq!(meant, result, "{call}: {choices:?}");
                }
            }
        }
        println!("{name}: {values} values, {faults} runs without");
        assert!(values > 100, "{name}: {values} values");
    }
}

/// Returns arguments: small ones, and the ends of `i64`.
fn arguments(kinds: &[&str]) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for (place, kind) in kinds.iter().enumerate() {
        let numbers: &[i64] = match *kind {
            "bool" => &[0, 1],
            // A number of elements, of levels.
            "few" => &[0, 1, 2, 3],
            _ if place == 0 => &[i64::MIN, -3, 0, 1, 2, i64::MAX],
            _ => &[i64::MIN, -1, 0, 1, 3, 6, i64::MAX - 1, i64::MAX],
        };
        all = all.iter().flat_map(|one| numbers.iter().map(|n| [one.clone(), vec![*n]].concat())).collect();
    }
    all
}

#[test]
fn lists_mean_what_the_compiler_makes_of_them() {
    let natives = natives! {
        lists::sized(n: few);
        lists::sorted(n: few, low: int);
        lists::unique(n: few);
    };
    compare(include_str!("lists.rs"), &natives);
}

#[test]
fn heaps_mean_what_the_compiler_makes_of_them() {
    let natives = natives! { heaps::heap(depth: few, low: int); };
    compare(include_str!("heaps.rs"), &natives);
}

#[test]
fn red_black_trees_mean_what_the_compiler_makes_of_them() {
    let natives = natives! { red_black_trees::red_black(black: bool, h: few); };
    compare(include_str!("red_black_trees.rs"), &natives);
}

#[test]
fn search_trees_mean_what_the_compiler_makes_of_them() {
    let natives = natives! { search_trees::between(lo: int, hi: int); };
    compare(include_str!("search_trees.rs"), &natives);
}

#[test]
fn wrong_generators_mean_what_the_compiler_makes_of_them() {
    let natives = natives! {
        wrong::full(n: few);
        wrong::strict(n: few, low: int);
        wrong::unsorted(n: few);
        wrong::full_tree(low: few, high: few);
        wrong::overflowing(low: int, high: int);
        wrong::only_search_trees(low: int, high: int);
    };
    compare(include_str!("wrong.rs"), &natives);
}
