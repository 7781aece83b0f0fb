//! Which expressions a suite shows: none whose run is discarded or undecided.

use everycase_check::control::stop::Stop;
use everycase_check::settings::Settings as Bounds;
use everycase_explore::module::Settings;
use everycase_explore::regression::{Case, Input, outcomes};
use everycase_explore::suite::{Member, suite};

use crate::common::{module, text};

/// Returns the suite of a program up to a size.
fn suite_of(program: &str, size: u32) -> Vec<String> {
    let module = module(text(program), &Settings::default());
    let functions: Vec<u32> = module.tested().collect();
    let tests = Some(u64::MAX);
    let plan = Bounds { size: Some(size), tests, jobs: Some(1), seed: Some(1), ..Bounds::default() };
    let members = suite(&module, &functions, &plan.fill("explore")).expect("they can be counted");
    let input = |own: Member| Input { expression: own.expression, complete: None };
    let inputs: Vec<Input> = members.into_iter().map(input).collect();
    let outcomes = outcomes(module.engine().program(), module.engine().limits(), &inputs, &Stop::default());
    outcomes.cases.iter().map(Case::shown).collect()
}

#[test]
fn a_suite_has_no_expression_that_is_discarded() {
    let program = |premise: &str| {
        format!(
            "module main (same) .
            same : boolean -> boolean .
            same b = b .
            property never (b : boolean) . (if b then {premise} else 2 == 1) ==> same b ."
        )
    };
    assert_eq!(suite_of(&program("1 == 1"), 3), ["property never true ==> true"]);
    assert_eq!(suite_of(&program("3 == 1"), 3), ["same false ==> false"]);
}

#[test]
fn a_suite_has_no_expression_that_is_undecided() {
    let program = |least: &str| {
        format!(
            "module main (spin) .
            spin : integer -> integer .
            spin n = if n > {least} then spin n else 0 ."
        )
    };
    // A limit that is met with a large number is no loop.
    for (least, suite) in [
        ("5000", vec!["spin 0 ==> 0"]),
        ("50", vec!["spin 0 ==> 0", "spin 51 ==> ! it does not end within the steps allowed, likely a loop"]),
    ] {
        assert_eq!(suite_of(&program(least), 20), suite);
    }
}
