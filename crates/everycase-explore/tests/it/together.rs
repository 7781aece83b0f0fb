//! Findings of explorations of several functions, one after the other.

use std::num::NonZeroUsize;
use std::sync::Arc;

use everycase_check::check::Minimal;
use everycase_check::settings::Settings as Bounds;
use everycase_explore::explore::{Exploration, Options, explore};
use everycase_explore::library::Library;
use everycase_explore::module::{Module, Settings};
use everycase_explore::strategy::Strategy;

use crate::common::{module, text};

/// Three functions that fail at the same place. The second one does so with the smallest expression.
const PROGRAM: &str = "module main (a, b, c) .
    bad : integer -> integer .
    bad n = error \"bad\" .
    a : boolean -> boolean -> boolean -> integer .
    a x y z = if x && y && z then bad 1 else 0 .
    b : boolean -> integer .
    b x = if x then bad 2 else 0 .
    c : boolean -> boolean -> integer .
    c x y = if x then bad 3 else if y then bad 4 else 1 .";

fn explored(names: &[&str], options: Options) -> Exploration {
    let module: Arc<Module> = module(text(PROGRAM), &Settings::default());
    let index = |name: &&str| {
        let named = |number: &u32| *module.signature().functions[*number as usize].name == **name;
        module.tested().find(named).expect("it is exported")
    };
    let functions: Vec<u32> = names.iter().map(index).collect();
    let bounds =
        Bounds { size: Some(6), tests: Some(u64::MAX), jobs: Some(1), seed: Some(1), ..Bounds::default() };
    explore(&module, &functions, &bounds.fill("explore"), options).expect("they can be counted")
}

fn split() -> Options {
    Options { strategy: Strategy::Split, ..Options::default() }
}

#[test]
fn an_error_of_several_functions_has_its_smallest_expression_and_the_runs_of_all() {
    let all = explored(&["a", "b", "c"], split());
    let [error] = &all.findings[..] else { panic!("{:?}", all.findings) };
    assert_eq!((&*error.expression, error.minimal), ("b true", Minimal::Size));
    let alone = |name| explored(&[name], split()).findings[0].count.expect("it is no part");
    let counts = ["a", "b", "c"].map(alone);
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
    assert_eq!(error.count, Some(counts.iter().sum()));
}

#[test]
fn an_exploration_that_ends_with_its_errors_claims_no_smallest_expression_of_functions_that_were_not_run() {
    let limit = NonZeroUsize::MIN;
    let some = explored(&["a", "b", "c"], Options { limit, ..split() });
    assert_eq!(some.runs.len(), 1);
    let [error] = &some.findings[..] else { panic!("{:?}", some.findings) };
    assert_eq!((&*error.expression, error.minimal), ("a true true true", Minimal::No));
}
