//! Programs that grow without bound: an answer or a message comes soon, with the stack of a thread.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use pun::Limits;
use pun::check::Checks;
use pun::diagnostic::Severity;
use pun::load::load_text;

/// The errors of a program, each as its message. Warnings are left out.
fn errors(text: &str) -> Vec<String> {
    let start = Instant::now();
    let loaded = load_text("limits.pun", text);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    let errors = loaded.diagnostics.into_iter().filter(|one| one.severity == Severity::Error);
    let errors: Vec<String> = errors.map(|one| one.message).collect();
    assert_eq!(loaded.program.is_some(), errors.is_empty());
    errors
}

#[track_caller]
fn assert_too_large(text: &str) {
    let errors = errors(text);
    assert!(!errors.is_empty());
    assert!(errors.iter().all(|error| error.starts_with("a type of more than")), "{errors:?}");
}

fn repeated(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect()
}

#[test]
fn types_that_double_with_each_general_let_are_too_large() {
    let lets = repeated(200, |n| format!("let x{} = (x{n}, x{n}) in ", n + 1));
    assert_too_large(&format!("x = let x0 = \\a -> a in {lets} 1 ."));
}

#[test]
fn types_that_double_with_each_let_of_a_parameter_are_too_large() {
    let lets = repeated(200, |n| format!("let x{} = (x{n}, x{n}) in ", n + 1));
    assert_too_large(&format!("x x0 = {lets} 1 ."));
}

#[test]
fn types_that_double_with_each_definition_are_too_large() {
    let definitions = repeated(200, |n| format!("x{} = (x{n}, x{n}) .\n", n + 1));
    assert_too_large(&format!("x0 y = y .\n{definitions}"));
}

#[test]
fn types_that_double_with_each_call_are_too_large() {
    let calls = "dup (".repeat(100);
    assert_too_large(&format!("dup x = (x, x) .\nx = {calls}1{} .", ")".repeat(100)));
}

#[test]
fn types_that_double_with_each_comparison_of_parameters_are_too_large() {
    let parameters = repeated(60, |n| format!(" x{n}"));
    let comparisons = repeated(59, |n| format!("x{n} == (x{m}, x{m}) && ", m = n + 1));
    assert_too_large(&format!("f{parameters} = {comparisons} true ."));
    let backwards = repeated(59, |n| format!("x{m} == (x{n}, x{n}) && ", m = n + 1));
    assert_too_large(&format!("f{parameters} = {backwards} true ."));
}

#[test]
fn types_that_are_deep_are_too_large() {
    assert_too_large(&format!("x0 = 1 .\n{}", repeated(5_000, |n| format!("x{} = [x{n}] .\n", n + 1))));
}

#[test]
fn definitions_that_need_one_another_may_be_many() {
    let chain = repeated(20_000, |n| format!("f{n} x = f{} x .\n", n + 1));
    assert_eq!(errors(&format!("{chain} f20000 x = x .")), [""; 0]);
    let cycle = repeated(5_000, |n| format!("f{n} x = f{} x .\n", (n + 1) % 5_000));
    assert_eq!(errors(&cycle), [""; 0]);
}

#[test]
fn what_is_compared_is_found_through_many_signatures_in_either_order() {
    for forwards in [true, false] {
        let count = 1_000;
        let mut text = String::new();
        for n in 0..count {
            let target = (if forwards { n + 1 } else { n + count - 1 }) % count;
            let _ = writeln!(text, "f{n} : a -> a -> boolean .\nf{n} x y = f{target} x y .");
        }
        let text = text.replacen("f0 x y =", "f0 x y = x == y && ", 1);
        assert_eq!(errors(&text), [""; 0]);
        let wrong = format!("{text}\nwrong = f{} (\\x -> x) (\\x -> x) .", count / 2);
        let wrong = errors(&wrong);
        assert!(matches!(&*wrong, [one] if one.contains("cannot be compared")), "{wrong:?}");
    }
}

#[test]
fn lists_and_texts_may_be_long() {
    let list = format!("x = [{} 1] .", "1, ".repeat(100_000));
    assert_eq!(errors(&list), [""; 0]);
    let text = format!("x = \"{}\" .", "t".repeat(1_000_000));
    assert_eq!(errors(&text), [""; 0]);
}

#[test]
fn lists_that_are_deep_in_long_lists_are_an_error() {
    let nested = |deep: usize| {
        let opening = format!("t [{}", "t [], ".repeat(31));
        format!("data t = t (list t) .\nx = {}t []{} .", opening.repeat(deep), "]".repeat(deep))
    };
    assert_eq!(errors(&nested(8)), [""; 0]);
    assert!(matches!(&*errors(&nested(60)), [one] if one.starts_with("this is nested")));
}

#[test]
fn patterns_of_long_lists_are_an_error() {
    let fits = format!("f x = case x of ; [{} _] -> 1 ; _ -> 2 .", "_, ".repeat(200));
    assert_eq!(errors(&fits), [""; 0]);
    let wide = format!("f x = case x of ; [{} _] -> 1 ; _ -> 2 .", "_, ".repeat(1_000));
    assert!(matches!(&*errors(&wide), [one] if one.contains("elements")));
    let text = format!("f x = case x of ; \"{}\" -> 1 ; _ -> 2 .", "t".repeat(100_000));
    assert!(matches!(&*errors(&text), [one] if one.contains("elements")));
}

#[test]
fn parameters_may_be_many_but_not_of_functions() {
    let property = format!("property p{} . true .", repeated(2_000, |n| format!(" _x{n}")));
    assert_eq!(errors(&property), [""; 0]);
    let function = format!("f{} = 1 .", repeated(2_000, |n| format!(" [x{n}]")));
    assert!(matches!(&*errors(&function), [one] if one.contains("parameters")));
}

#[test]
fn cases_may_have_many_branches() {
    let constructors = repeated(3_000, |n| format!(" | c{n} integer"));
    let branches = repeated(3_000, |n| format!("; [c{n} x] -> x\n"));
    let text = format!("data d = c{constructors} .\nf x = case x of ; c -> 0 {branches} .");
    assert_eq!(errors(&text), [""; 0]);
    let numbers = repeated(3_000, |n| format!("; {n} -> {n}\n"));
    assert_eq!(errors(&format!("f x = case x of {numbers} ; _ -> 0 .")), [""; 0]);
}

#[test]
fn cases_whose_coverage_is_hard_end_soon() {
    let wide = 30;
    let branches = repeated(wide, |n| {
        let column = |place| if place == n { "true" } else { "_" };
        let columns: Vec<&str> = (0..wide).map(column).collect();
        format!("; ({}) -> {n}\n", columns.join(", "))
    });
    let parameters: Vec<String> = (0..wide).map(|n| format!("x{n}")).collect();
    let text = format!("f {} = case ({}) of {branches} .", parameters.join(" "), parameters.join(", "));
    assert_eq!(errors(&text), [""; 0]);
    let two = repeated(wide / 2, |n| {
        let column = |place: usize| if place / 2 == n { "true" } else { "_" };
        let columns: Vec<&str> = (0..wide).map(column).collect();
        format!("; ({}) -> {n}\n", columns.join(", "))
    });
    let text = format!("f {} = case ({}) of {two} .", parameters.join(" "), parameters.join(", "));
    assert_eq!(errors(&text), [""; 0]);
}

#[test]
fn unknown_names_may_be_many() {
    let text = repeated(5_000, |n| format!("definition-{n} = unknown-{n} + misspelt-name .\n"));
    assert_eq!(errors(&text).len(), 5_001);
}

#[test]
fn functions_over_types_with_ever_more_parts_are_refused() {
    let text = "data grow a = end | more (grow (a, a)) .\nproperty p (f : grow boolean -> boolean) . f end .";
    let loaded = load_text("grow.pun", text);
    let program = loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let checks = Checks::new(program, Limits::default()).expect("it compiles");
    let why = &checks.refused(0).expect("it has too many parts").message;
    assert!(why.contains("types with more than 1000 parts"), "{why}");
}
