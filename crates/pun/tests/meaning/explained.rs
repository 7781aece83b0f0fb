//! The calls shown with a counterexample: each call, on its own, has the value that is shown.

use std::fmt::Write as _;
use std::path::Path;

use everycase_check::settings::Settings;

use pun::Limits;
use pun::check::{Checks, Counterexample, Step};
use pun::core::Program;
use pun::fault::FaultKind;
use pun::load::{expression, load, load_text};
use pun::reference::Interpreter;
use pun::show::show;

fn counterexamples(program: Program) -> (Checks, Vec<Counterexample>) {
    let checks = Checks::new(program, Limits::default()).expect("it compiles").explain(true);
    let plan = Settings { tests: Some(5_000), ..Settings::default() };
    let numbers = 0..checks.properties().len();
    let reports =
        numbers.map(|number| checks.check(number, &plan.clone().fill("p"), &[]).expect("it is checked"));
    let found = reports.filter_map(|report| report.counterexample).collect();
    (checks, found)
}

/// The value of a term, where it means something at the top level.
fn value(program: &Program, term: &str) -> Option<Result<String, FaultKind>> {
    let mut program = program.clone();
    let (term, _) = expression(&mut program, term).ok()?;
    let value = Interpreter::new(&program).expression(&term);
    Some(value.map(|value| show(&program, &value, None)).map_err(|fault| fault.kind))
}

/// How many steps have the value that is shown, of those that mean something at the top level.
fn right(program: &Program, inputs: &str, steps: &[Step], wrong: &mut Vec<String>) -> usize {
    let mut right = 0;
    for step in steps {
        let expected = step.value.as_ref().map_err(|fault| fault.kind.clone());
        if expected != Ok(&"_".to_owned())
            && let Some(value) = value(program, &format!("{inputs}{}", step.term))
        {
            if value.as_ref().map_err(Clone::clone) == expected {
                right += 1;
            } else {
                wrong.push(format!("{} = {:?}, but {value:?}", step.term, step.value));
            }
        }
        right += self::right(program, inputs, &step.calls, wrong);
    }
    right
}

#[test]
fn each_call_has_the_value_that_is_told() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut checked = 0;
    for name in ["bst", "compiler", "functions", "streams", "paper/minus", "paper/insert-forgets"] {
        let program = load(&root.join(name).with_extension("pun")).program.expect("it loads");
        let (checks, found) = counterexamples(program);
        for found in found {
            let bound = |input: &pun::check::Input| format!("let {} = {} in ", input.name, input.value);
            let inputs: String = found.inputs.iter().map(bound).collect();
            let mut wrong = Vec::new();
            checked += right(checks.program(), &inputs, &found.steps, &mut wrong);
            assert!(wrong.is_empty(), "{name}: {wrong:#?}");
            assert!(!found.steps.is_empty(), "{name}");
        }
    }
    assert!(checked > 30, "{checked}");
}

/// The calls, one a line.
fn told(text: &str) -> String {
    fn write(steps: &[Step], indent: usize, out: &mut String) {
        for step in steps {
            let end = match &step.value {
                Ok(value) => format!("= {value}"),
                Err(error) => format!("// {error}"),
            };
            let _ = writeln!(out, "{:indent$}{} {end}", "", step.term);
            write(&step.calls, indent + 2, out);
            if step.more > 0 {
                let _ = writeln!(out, "{:indent$}  and {} more", "", step.more);
            }
        }
    }
    let program = load_text("test.pun", text).program.expect("it loads");
    let (_, found) = counterexamples(program);
    let mut out = String::new();
    for found in &found {
        write(&found.steps, 0, &mut out);
    }
    out
}

#[test]
fn calls_stand_within_those_that_make_them() {
    let text = "\
twice n = plus n n .
plus a b = a + b .
property p (n : integer) . plus (twice n) 1 == 0 .";
    let expected = "\
twice n = 0
  plus 0 0 = 0
plus (twice n) 1 = 1
plus (twice n) 1 == 0 = false
";
    assert_eq!(told(text), expected);
}

#[test]
fn calls_that_end_in_an_error_say_so() {
    let text = "\
half n = if n mod 2 == 0 then n div 2 else error \"odd\" .
quarter n = half (half n) .
property p . quarter 6 == 1 .";
    let expected = "\
quarter 6 // odd
  half 6 = 3
  half 3 // odd
";
    assert_eq!(told(text), expected);
}

#[test]
fn what_the_prelude_does_is_left_out_but_not_what_it_calls() {
    let text = "\
next n = n + 1 .
property p . map next [1, 2] == [] .
property q (f : integer -> integer) . map f [5] == [] .";
    let expected = "\
map next [1, 2] = [2, 3]
  next 1 = 2
  next 2 = 3
map next [1, 2] == [] = false
map f [5] = [0]
  f 5 = 0
map f [5] == [] = false
";
    assert_eq!(told(text), expected);
}

#[test]
fn what_is_bound_within_the_property_is_shown_by_its_value() {
    let text = "\
table = double 4 .
double n = n * 2 .
property p (n : integer) . let m = double n + 1 in case [m] of ; [x] -> double x == table ; _ -> false .";
    let expected = "\
double n = 0
double n + 1 = 1
double 1 = 2
table = 8
  double 4 = 8
";
    assert_eq!(told(text), expected);
}

#[test]
fn lazy_fields_are_left_open() {
    let text = "\
data stream = next integer ~stream .
from-on n = [next n (from-on (n + 1))] .
second s = case s of ; [next _ [next x _]] -> x .
property p . second (from-on 3) == 0 .";
    let expected = "\
from-on 3 = [next 3 _]
second (from-on 3) = 4
  from-on 4 = [next 4 _]
second (from-on 3) == 0 = false
";
    assert_eq!(told(text), expected);
}

#[test]
fn no_more_is_told_than_is_worth_reading() {
    let text = "\
down n = if n == 0 then 0 else down (n - 1) .
fib n = if n < 2 then 1 else fib (n - 1) + fib (n - 2) .
property p . down 9 == 1 .
property q . fib 9 == 0 .";
    let told = told(text);
    assert!(told.contains("          down 4 = 0\n            and 4 more\n"), "{told}");
    assert_eq!(told.lines().filter(|line| line.trim_start().starts_with("fib ")).count(), 26, "{told}");
    let more: usize = told
        .lines()
        .filter_map(|line| line.trim().strip_prefix("and "))
        .map(|rest| rest.trim_end_matches(" more").parse::<usize>().expect("a number"))
        .sum();
    // 9 calls in the first property; `fib 9` takes 109, and there are two steps and 24 calls within.
    assert_eq!(more, 4 + 109 - 25, "{told}");
}

#[test]
fn inputs_that_terms_draw_are_known_too() {
    let text = "\
small u = int-range 3 9 .
double n = n * 2 .
property p (n from small ()) (m : integer) . double n == m .";
    assert_eq!(told(text), "double n = 6\ndouble n == m = false\n");
}
