//! A limit that a run meets is a likely loop only if the expression is small and was found by the search of all expressions.

use everycase_check::claims::stream::Stream;
use everycase_check::settings::Settings as Bounds;
use everycase_explore::explore::{Exploration, Options, explore};
use everycase_explore::module::Settings;

use crate::common::{module, text};

fn explored(program: &str, bounds: Bounds) -> Exploration {
    let module = module(text(program), &Settings::default());
    let functions: Vec<u32> = module.tested().collect();
    let plan = Bounds { jobs: Some(1), seed: Some(1), ..bounds }.fill("explore");
    explore(&module, &functions, &plan, Options::default()).expect("they can be counted")
}

/// Returns the numbers of errors, of expressions that were given up, and whether some were undecided.
fn summary(found: &Exploration) -> (usize, usize, bool) {
    (found.findings.len(), found.slow.len(), found.runs[0].checked.coverage.undecided() > 0)
}

#[test]
fn a_drawn_expression_that_meets_a_limit_is_undecided() {
    let program = "module main (spin) .
        spin : list boolean -> integer .
        spin xs = if changes false xs >= LEAST then spin xs else 0 .
        changes : boolean -> list boolean -> integer .
        changes x ys = case ys of ; [] -> 0 ; y :: rest -> (if x == y then 0 else 1) + changes y rest .";
    let tests = |least: &str| {
        explored(&program.replace("LEAST", least), Bounds { tests: Some(300), ..Bounds::default() })
    };
    // Lists with this number of changes are drawn only.
    assert_eq!(summary(&tests("6")), (0, 0, true));
    assert_eq!(summary(&tests("2")).0, 1);
}

#[test]
fn a_drawn_expression_with_a_boundary_value_that_meets_a_limit_is_undecided() {
    // The lists take the tests before the search reaches U+03FF, which is a boundary value.
    let program = "module main (spin, alike) .
        spin : character -> integer .
        spin c = if c == 'LEAST' then spin c else 0 .
        alike : list boolean -> list boolean -> boolean .
        alike xs ys = changes false xs == changes true ys .
        changes : boolean -> list boolean -> integer .
        changes x ys = case ys of ; [] -> 0 ; y :: rest -> (if x == y then 0 else 1) + changes y rest .";
    let tests = |least: &str| {
        explored(&program.replace("LEAST", least), Bounds { tests: Some(300), ..Bounds::default() })
    };
    let found = tests("\u{3FF}");
    assert_eq!(summary(&found), (0, 0, true));
    assert!(found.runs[0].checked.coverage.one(Stream::Structures).is_some());
    assert_eq!(summary(&tests("a")).0, 1);
}

#[test]
fn an_expression_with_a_large_number_that_meets_a_limit_is_undecided() {
    let program = "module main (spin) .
        spin : integer -> integer .
        spin n = if n > LEAST then spin n else 0 .";
    let up_to = |least: &str| {
        let bounds = Bounds { size: Some(20), tests: Some(u64::MAX), ..Bounds::default() };
        explored(&program.replace("LEAST", least), bounds)
    };
    assert_eq!(summary(&up_to("5000")), (0, 0, true));
    assert_eq!(summary(&up_to("50")), (1, 0, false));
}
