//! No error is missed: all expressions up to a size, each written out and run by the reference interpreter, end with the same
//! errors as an exploration up to that size finds, and each error has an expression of the same size.

use std::collections::BTreeMap;

use everycase_check::settings::Settings as Plan;
use everycase_explore::explore::{Options, explore};
use everycase_explore::expression::Expression;
use everycase_explore::fault::Kind;
use everycase_explore::grammar::Grammar;
use everycase_explore::module::{Module, Pool, Settings};
use everycase_explore::subject::TestLibrary;
use everycase_kernel::{BigUint, Derivations};
use pun::core::Program;
use pun::fault::FaultKind;
use pun::load::expression;
use pun::reference::{Interpreter, Limits};
use pun::terms::Mode;

use crate::common::{file, higher, module, programs};

/// An error, as both sides know it: where it is and what happened.
type Error = (String, String);

/// Returns the errors of all expressions up to a size, with the least size of each, and the sizes of expressions that meet a limit.
fn by_force(module: &Module, tests: &Derivations, size: u32) -> (BTreeMap<Error, u32>, Vec<u32>) {
    let (mut errors, mut limits) = (BTreeMap::new(), Vec::new());
    let constructors = &module.engine().program().constructors;
    let same = |name: &str| constructors.iter().filter(|own| *own.name == *name).count();
    let hidden: Vec<&str> = constructors.iter().map(|own| &*own.name).filter(|name| same(name) > 1).collect();
    // Expressions become sources of this copy, each a file of its own.
    let mut program = (**module.engine().program()).clone();
    for size in 0..=size {
        let count = tests.count(size).expect("they can be counted");
        let mut index = BigUint::ZERO;
        while index < count {
            let test = tests.index_of_size(size, &index).expect("there is one");
            index += 1u8;
            let text = module.text(&Expression::read(module, test.root()));
            let (term, _) = match expression(&mut program, &text) {
                Ok(term) => term,
                // A constructor of the prelude has no name where the module has one of the same name.
                Err(_) if hidden.iter().any(|name| text.contains(&format!("[{name} "))) => continue,
                Err(errors) => panic!("{text}: {errors:?}"),
            };
            // Lazy fields of the result are not part of the test.
            let limits_of_run = Limits { forced: 0, steps: 20_000, depth: 5_000, ..Limits::default() };
            let Err(fault) = Interpreter::new(&program).with(limits_of_run).expression(&term) else {
                continue;
            };
            if fault.kind.is_limit() {
                limits.push(size);
            } else if fault.span.file == term.span.file {
                // A step of the path that does not fit the value.
                assert!(matches!(fault.kind, FaultKind::NoBranch(_)), "{text}: {fault}");
            } else {
                let place = program.sources.place(module.site(&fault));
                errors.entry((place, fault.to_string())).or_insert(size);
            }
        }
    }
    (errors, limits)
}

/// Compares an exploration of a file up to a size with all expressions.
fn compare(path: &str, settings: &Settings, most: u64) -> (u32, usize) {
    compare_program(path, file(path), settings, most)
}

/// Does the same for a program. The size is the largest with at most `most` expressions.
fn compare_program(path: &str, program: Program, settings: &Settings, most: u64) -> (u32, usize) {
    let module = module(program, settings);
    let functions: Vec<u32> = module.tested().filter(|function| !module.is_property(*function)).collect();
    let tests =
        Derivations::new(Grammar::new(std::sync::Arc::clone(&module)).tests(functions.iter().copied()));
    let fits = |size: &u32| tests.count_up_to(*size).expect("they can be counted") <= BigUint::from(most);
    let size = (1..=8).take_while(fits).last().unwrap_or(0);
    let (mut wanted, limits) = by_force(&module, &tests, size);
    let plan =
        Plan { size: Some(size), tests: Some(u64::MAX), jobs: Some(1), ..Plan::default() }.fill("explore");
    let found = explore(&module, &functions, &plan, Options::default()).expect("they can be counted");
    assert!(found.unsteady.is_empty(), "{path}: {:?}", found.unsteady);
    let mut errors = 0;
    for finding in &found.findings {
        if finding.fault.kind == Kind::Loop {
            assert!(!limits.is_empty(), "{path}: {}", finding.expression);
            continue;
        }
        errors += 1;
        let place = finding.fault.place.clone().expect("errors have a place");
        let least = wanted.remove(&(place, finding.fault.message.clone()));
        // The interpreter evaluates definitions without parameters in each run, and may meet a limit there.
        let is_smallest = least == Some(finding.size) || limits.contains(&finding.size);
        assert!(is_smallest, "{path}: {} ==> {}: {least:?}", finding.expression, finding.fault.message);
    }
    // One error has different messages for different values; the place is what counts.
    let places: Vec<_> = found.findings.iter().filter_map(|finding| finding.fault.place.clone()).collect();
    wanted.retain(|(place, _), _| !places.contains(place));
    assert!(wanted.is_empty(), "{path}, up to size {size}: {wanted:?}");
    (size, errors)
}

/// Few constants, so that expressions are larger.
fn few() -> Settings {
    let integers = Pool::These(vec![0.into(), 1.into()]);
    Settings { integers, characters: Pool::These(vec!['a']), ..Settings::default() }
}

/// Compares explorations of all programs, as these settings say.
fn compare_all(all: &[Settings], most: u64) {
    for settings in all {
        let mut errors = 0;
        for path in programs() {
            let (size, own) = compare(&path, settings, most);
            println!("{path}: size {size}, {own} errors");
            errors += own;
        }
        println!("{errors} errors");
        assert!(errors > 0);
    }
}

#[test]
fn no_error_of_a_small_expression_is_missed() {
    compare_all(&[few(), Settings::default()], 300);
}

#[test]
fn no_error_of_a_small_expression_with_lambdas_is_missed() {
    compare_all(&lambdas(), 300);
}

/// Random modules, by default a few. `EVERYCASE_EXPLORE_CASES` sets their number.
#[test]
fn no_error_of_random_functions_of_functions_is_missed() {
    let cases = std::env::var("EVERYCASE_EXPLORE_CASES").ok().and_then(|cases| cases.parse().ok());
    let mut errors = [0; 5];
    let pool = Settings { integers: Pool::These([3, -1, 0].map(Into::into).to_vec()), ..few() };
    for seed in 0..cases.unwrap_or(12) {
        let text = higher::module(seed);
        let all = [Settings::default(), few(), pool.clone()].into_iter().chain(lambdas());
        for (settings, errors) in all.zip(&mut errors) {
            *errors += compare_program(&text, crate::common::text(&text), &settings, 1_000).1;
        }
    }
    println!("{errors:?} errors");
    assert!(errors.iter().all(|errors| *errors > 12), "{errors:?}");
}

/// Lambda terms that use what they bind, or all of them.
fn lambdas() -> [Settings; 2] {
    [
        Settings { terms: Some(Mode::Used), ..few() },
        Settings { terms: Some(Mode::All), ..Settings::default() },
    ]
}

#[test]
fn no_error_of_functions_of_functions_is_missed() {
    for settings in [few(), Settings::default()] {
        let found = compare("crates/everycase-explore/tests/modules/functions.pun", &settings, 5_000);
        assert_eq!(found, (6, 2));
    }
    for settings in lambdas() {
        let found = compare("crates/everycase-explore/tests/modules/functions.pun", &settings, 5_000);
        assert_eq!(found, (6, 2));
        let (size, errors) = compare("crates/everycase-explore/tests/modules/lambdas.pun", &settings, 20_000);
        println!("{size} {errors}");
        assert!(size >= 5 && errors >= 3, "size {size}, {errors} errors");
    }
}

#[test]
fn names_with_several_meanings_are_printed_so_that_they_have_the_right_one() {
    let further = ["prelude", "left", "right", "others"].map(str::to_owned).to_vec();
    for settings in [few(), Settings::default(), Settings { further, ..few() }] {
        let (size, errors) = compare("crates/everycase-explore/tests/modules/names.pun", &settings, 150);
        assert!(size >= 3 && errors >= 7, "{size} {errors}");
    }
}

#[test]
#[ignore = "takes about an hour: cargo test --release -p everycase-explore --test it brute_force -- --ignored --nocapture"]
fn no_error_of_a_larger_expression_is_missed() {
    compare_all(&[few(), Settings::default()], 200_000);
    compare_all(&lambdas(), 200_000);
}
