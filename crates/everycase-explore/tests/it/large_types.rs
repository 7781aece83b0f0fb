//! Expressions whose types are too large are left out, and the report says so where it would claim all expressions.

use std::sync::Arc;
use std::time::Duration;

use everycase_check::check::Minimal;
use everycase_check::report::Detail;
use everycase_check::settings::Settings as Bounds;
use everycase_check::settings::shard::Shard;
use everycase_explore::explore::{Options, explore};
use everycase_explore::library::Library;
use everycase_explore::merge::merge;
use everycase_explore::module::{Module, Pool, Settings};
use everycase_explore::report::{Report, Run};
use everycase_explore::strategy::Strategy;

use crate::common::{file, module, text};

const BUT: &str = "without expressions of types that are not tried";

/// A type that holds larger instances of itself, and a function that looks at all of it.
const DEPTH: &str = "data perfect a = zero a | succ (perfect (a, a)) .
    depth : perfect a -> integer .
    depth t = case t of ; [zero _] -> 0 ; [succ u] -> 1 + depth u .";

/// A property that looks deep into such a type.
const DEEP: &str = "property p (t : perfect integer) . depth t < 8 .";

/// Explores a program.
fn report(program: &str, bounds: Bounds, strategy: Strategy) -> Report {
    let module: Arc<Module> = module(text(program), &Settings::default());
    let functions: Vec<u32> = module.tested().collect();
    let hour = Some(Duration::from_secs(3600));
    let plan = Bounds { jobs: Some(1), seed: Some(1), time: hour, ..bounds }.fill("explore");
    let run = Run {
        seed: plan.seed,
        budget: plan.budget,
        program: module.fingerprint(),
        options: String::new(),
        functions: module.signature().names(&functions),
    };
    let options = Options { strategy, ..Options::default() };
    let found = explore(&module, &functions, &plan, options).expect("they can be counted");
    Report::new("main.pun".to_owned(), run, found, module.signature())
}

fn up_to(size: u32) -> Bounds {
    Bounds { size: Some(size), ..Bounds::default() }
}

fn parts(program: &str, size: u32) -> Vec<(Shard, Report)> {
    let parts = (0..2).map(|part| {
        let shard = Shard::new(part, 2).expect("a part");
        (shard, report(program, Bounds { shard: Some(shard), ..up_to(size) }, Strategy::Size))
    });
    parts.collect()
}

fn said(program: &str, size: u32) -> String {
    report(program, up_to(size), Strategy::Size).text(Detail::Brief)
}

#[test]
fn expressions_of_any_size_are_not_claimed_if_some_have_types_that_are_too_large() {
    let found = report(&format!("{DEPTH} {DEEP}"), up_to(30), Strategy::Size);
    let said = found.text(Detail::Brief);
    assert!(said.contains(BUT) && !said.contains("any size"), "{said}");
    assert!(!found.runs[0].covered.coverage.is_complete());
}

#[test]
fn expressions_of_finitely_many_sizes_are_not_claimed_to_be_all_there_are() {
    let said = said(&format!("{DEPTH} property p (t : perfect boolean) . depth t < 8 ."), 30);
    assert!(said.contains(BUT) && !said.contains("there are"), "{said}");
}

/// An instance of a parser's argument that is too large has a smaller bound than the argument.
#[test]
fn an_instance_whose_type_is_too_large_may_have_the_smaller_bound() {
    let settings = Settings { integers: Pool::Default, ..Settings::default() };
    let module = module(file("examples/explore/nofib/parser.pun"), &settings);
    let functions: Vec<u32> = module.tested().collect();
    let plan = Bounds { jobs: Some(1), seed: Some(1), tests: Some(300), ..Bounds::default() }.fill("explore");
    let found = explore(&module, &functions, &plan, Options::default()).expect("they can be counted");
    assert_eq!(found.runs[0].checked.coverage.inputs(), 300);
}

#[test]
fn smaller_sizes_are_claimed_without_restriction() {
    let said = said(&format!("{DEPTH} {DEEP}"), 4);
    assert!(said.contains("all 21 expressions up to size 4 (in"), "{said}");
}

#[test]
fn expressions_of_any_size_are_claimed_if_no_large_type_is_looked_at() {
    let said = said(
        "data perfect a = zero a | succ (perfect (a, a)) .
        property p (t : perfect integer) . case t of ; [zero _] -> true ; [succ _] -> true .",
        30,
    );
    assert!(said.contains("all expressions of any size (in"), "{said}");
}

#[test]
fn an_error_is_not_claimed_to_be_the_smallest_if_expressions_are_left_out() {
    let minimal = |size| -> Vec<(u32, Minimal)> {
        let program = format!("{DEPTH} property p (t : perfect integer) . depth t < 4 .");
        let found = report(&program, up_to(size), Strategy::Size);
        found.findings.iter().map(|finding| (finding.size, finding.minimal)).collect()
    };
    assert_eq!(minimal(30), [(6, Minimal::No)]);
}

#[test]
fn functions_one_after_the_other_and_parts_say_so_too() {
    let program = format!("{DEPTH} {DEEP}");
    let split = report(&program, up_to(8), Strategy::Split);
    assert!(split.text(Detail::Brief).contains(&format!("up to size 8 among them, {BUT}")));
    let whole = report(&program, up_to(8), Strategy::Size);
    let merged = merge(parts(&program, 8)).expect("they belong together");
    let said = |report: &Report| report.runs[0].covered.coverage.to_string();
    assert_eq!(said(&merged), said(&whole));
    assert!(merged.text(Detail::Brief).contains(BUT));
}

#[test]
fn results_inside_types_that_are_too_large_are_left_out() {
    let program = "data perfect a = zero ~a | succ (perfect (a, a)) .
        grown : integer -> a -> perfect a .
        grown n x = if n <= 0 then [zero x] else [succ (grown (n - 1) (x, x))] .";
    assert!(!said(program, 5).contains(BUT), "{}", said(program, 5));
    assert!(said(program, 12).contains(BUT), "{}", said(program, 12));
}

#[test]
fn expressions_are_not_claimed_to_be_all_there_are_if_larger_ones_are_left_out() {
    let large = (0..5).fold("unit".to_owned(), |ty, _| format!("({ty}, {ty})"));
    let program = format!(
        "data unit = unit . data option a = absent | present a . data either = small | large (option {large}) .
        property p x . case x of ; small -> true ; [large absent] -> false ; [large [present _]] -> true ."
    );
    let found = report(&program, up_to(30), Strategy::Size);
    let said = found.text(Detail::Brief);
    assert!(!said.contains("there is") && !said.contains("any size"), "{said}");
    assert!(!found.runs[0].covered.coverage.is_complete());
}

#[test]
fn merged_errors_are_not_claimed_to_be_the_smallest_if_expressions_are_left_out() {
    let program = format!("{DEPTH} property p (t : perfect integer) . depth t < 4 .");
    let minimal = |size| {
        let merged = merge(parts(&program, size)).expect("they belong together");
        merged.findings.iter().map(|finding| finding.minimal).collect::<Vec<Minimal>>()
    };
    assert_eq!((minimal(6), minimal(8)), (vec![Minimal::Size], vec![Minimal::No]));
}

#[test]
fn merged_runs_leave_out_what_one_part_may_have_left_out() {
    let program = "property p x y . x && y || true .";
    let mut parts = parts(program, 30);
    let is_complete = |parts: Vec<(Shard, Report)>| {
        let merged = merge(parts).expect("they belong together");
        merged.runs[0].covered.coverage.is_complete()
    };
    assert!(is_complete(parts.clone()));
    // It did not find out in time.
    parts[1].1.runs[0].leaves_out = true;
    assert!(!is_complete(parts));
}
