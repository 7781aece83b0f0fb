//! Coverage: what counts as evaluated, and the report on what does not.

use pun::Limits;
use pun::core::{ConId, GlobalId, Program};
use pun::coverage::{Coverage, CoverageGap, Report, Share, expressions};
use pun::engine::{Argument, Build, Engine, Outcome, Provider, Providers};
use pun::format::format;
use pun::load::{load, load_text};
use pun::value::Value;

use everycase_kernel::lazy::{Probe, Run, Search};
use everycase_kernel::{Alternative, Derivations, Shape};

use crate::examples::files;

fn program(text: &str) -> Program {
    let loaded = load_text("m.pun", text);
    loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

fn covering(text: &str) -> Engine {
    let program = program(text);
    let covers = [program.main.as_ref().expect("it is a module").file];
    let build = Build { covers: &covers, ..Build::default() };
    Engine::new(program, &build, Limits::default()).expect("it compiles")
}

fn global(engine: &Engine, name: &str) -> GlobalId {
    let place = engine.program().globals.iter().rposition(|global| &*global.name == name);
    GlobalId(place.expect("it is defined") as u32)
}

fn integer(value: i32) -> Argument {
    Argument::Value(Value::Integer(value.into()))
}

/// Runs a definition on a new machine.
fn run(engine: &Engine, name: &str, arguments: &[Argument]) -> Outcome {
    engine.machine().run(engine.definition(global(engine, name)), arguments)
}

/// Returns the expressions that have been evaluated.
fn evaluated(engine: &Engine) -> Vec<String> {
    let text = |span| engine.program().sources.text(span).to_owned();
    engine.coverage().spans().into_iter().map(text).collect()
}

#[test]
fn a_definition_without_parameters_counts_once_a_run_uses_its_value() {
    let engine = covering("two = 1 + 1 . four = two * 2 . half n = four div n . late x = 5 . same x = x .");
    assert_eq!(evaluated(&engine), [""; 0]);
    assert!(matches!(run(&engine, "late", &[integer(0)]), Outcome::Value(_)));
    assert_eq!(evaluated(&engine), ["5"]);
    // A call among the arguments that is never demanded.
    let call = |name| Argument::Call(engine.definition(global(&engine, name)), vec![]);
    assert!(matches!(run(&engine, "late", &[call("two")]), Outcome::Value(_)));
    assert_eq!(evaluated(&engine), ["5"]);
    assert!(matches!(run(&engine, "same", &[call("two")]), Outcome::Value(_)));
    assert_eq!(evaluated(&engine), ["1", "1 + 1", "1", "5", "x"]);
    assert!(matches!(run(&engine, "half", &[integer(0)]), Outcome::Fault(_)));
    let all = ["1", "1 + 1", "1", "two", "two * 2", "2", "four", "four div n", "n", "5", "x"];
    assert_eq!(evaluated(&engine), all);
}

#[test]
fn a_definition_that_fills_a_position_counts_once_the_position_is_decided() {
    let engine = covering("two = 1 + 1 . three = 1 + 2 . late x = 5 . next x = x + 1 .");
    let call = |name| Provider::Call(engine.definition(global(&engine, name)));
    let providers = Providers { number: 0, of: [call("two"), call("three")].into() };
    let alternatives = ["two", "three"].map(|name| Alternative::new(name, []));
    let derivations = Derivations::new(Shape::choice_with(alternatives, providers));
    let mut machine = engine.machine();
    let mut search = |name| {
        let mut run = Run::new();
        run.begin_search(&derivations, 1).expect("it can be enumerated");
        while Search::next(&mut run).is_some() {
            let executed = Search::execute(&mut run, Probe::Never, |run| {
                let function = engine.definition(global(&engine, name));
                let resumed = machine.resume(run);
                resumed.unwrap_or_else(|| machine.run_on(run, function, &[Argument::Hole(run.root())]));
                Some(true)
            });
            assert_eq!(executed, Ok(Some(true)));
        }
        evaluated(&engine)
    };
    assert_eq!(search("late"), ["5"]);
    assert_eq!(search("next"), ["1", "1 + 1", "1", "1", "1 + 2", "2", "5", "x", "x + 1", "1"]);
}

#[test]
fn what_machines_of_several_threads_evaluate_is_added_up() {
    let engine = covering("pick n = if n == 0 then 10 else if n == 1 then 11 else 12 .");
    std::thread::scope(|scope| {
        for n in 0..2 {
            let engine = &engine;
            scope.spawn(move || {
                engine.with_machine(|machine| {
                    let pick = engine.definition(global(engine, "pick"));
                    assert!(matches!(machine.run(pick, &[integer(n)]), Outcome::Value(_)));
                });
            });
        }
    });
    let evaluated = evaluated(&engine);
    assert!(["10", "11"].iter().all(|text| evaluated.iter().any(|own| own == text)), "{evaluated:?}");
    assert!(!evaluated.iter().any(|own| own == "12"), "{evaluated:?}");
    engine.forget_coverage();
    assert_eq!(engine.coverage(), Coverage::default());
}

#[test]
fn an_inlined_function_counts_wherever_it_is_inlined() {
    let text = "pick b = if b then 1 else 2 . one u = pick true . two u = pick false .";
    let engine = covering(text);
    let unit = Argument::Construct(ConId::UNIT, vec![]);
    let count = |text: &str| evaluated(&engine).iter().filter(|own| *own == text).count();
    assert!(matches!(run(&engine, "one", std::slice::from_ref(&unit)), Outcome::Value(_)));
    assert_eq!((count("1"), count("2"), count("pick")), (1, 0, 1));
    assert!(matches!(run(&engine, "two", &[unit]), Outcome::Value(_)));
    assert_eq!((count("1"), count("2"), count("pick")), (1, 1, 2));
}

/// The spans that count are those of terms: none is a pattern or a piece of the core that no term stands for.
#[test]
fn every_counted_expression_of_the_examples_is_a_term() {
    let mut counted = 0;
    for path in files() {
        let Some(program) = load(&path).program else { continue };
        let Some(main) = &program.main else { continue };
        for span in expressions(&program, main.file) {
            let text = program.sources.text(span);
            assert!(format(&format!("x =\n{text}\n.\n")).is_ok(), "{}: {text}", program.sources.place(span));
            counted += 1;
        }
    }
    assert!(counted > 10_000, "{counted}");
}

const MODULE: &str = r#"module m (first, rates, pair, stream, twice, numbered) .

data stream = stop | next integer ~stream .

first xs = case xs of ; [] -> error "empty <&> \"list\"" ; x :: _ | x > 9 -> x ; x :: _ -> helper x .

helper x = x + 1 .

rates (n, m) = if fails n && m > 0 then first [n, m] else 0 .

fails n = if n == n then error "fails" else true .

pair n = (1 div n, n) .

stream n = [next n (stream (n + 1))] .

twice f x = let g = \y -> f (f y) in x .

numbered n =
  if n > 0
  then first
    [n]
  else dead
    n .

dead n = unused n + 1 .

unused n = n .

nowhere = 1 .
"#;

fn covered() -> Engine {
    let engine = covering(MODULE);
    let list = |elements: &[i32]| {
        let nil = Argument::Construct(ConId::NIL, vec![]);
        let cons = |rest, n: &i32| Argument::Construct(ConId::CONS, vec![integer(*n), rest]);
        elements.iter().rev().fold(nil, cons)
    };
    run(&engine, "first", &[list(&[1])]);
    run(&engine, "rates", &[Argument::Construct(ConId::PAIR, vec![integer(1), integer(1)])]);
    run(&engine, "pair", &[integer(0)]);
    run(&engine, "stream", &[integer(0)]);
    run(
        &engine,
        "twice",
        &[Argument::Call(engine.definition(global(&engine, "helper")), vec![]), integer(0)],
    );
    run(&engine, "numbered", &[integer(1)]);
    engine
}

#[test]
fn a_report_says_what_is_not_reached_and_why() {
    let engine = covered();
    let coverage = engine.coverage();
    let report = Report::new(engine.program(), &coverage);
    assert_eq!(report.summary(), SUMMARY);
    assert_eq!(report.annotated(report.modules[0].file, false), ANNOTATED);
    let colored = report.annotated(report.modules[0].file, true);
    assert_eq!(colored.replace("\u{1b}[1;33m", "").replace("\u{1b}[0m", ""), ANNOTATED);
    assert_ne!(colored, ANNOTATED);
}

#[test]
fn a_report_is_whole_only_if_everything_is_evaluated() {
    let engine = covering("next n = if n == 0 then 1 else n + 1 .");
    run(&engine, "next", &[integer(1)]);
    let share = Report::new(engine.program(), &engine.coverage()).share;
    assert_eq!((share.evaluated, share.all, share.to_string()), (7, 8, "87.5 %".to_owned()));
    let mut both = engine.coverage();
    engine.forget_coverage();
    run(&engine, "next", &[integer(0)]);
    both.merge(&engine.coverage());
    let report = Report::new(engine.program(), &both);
    assert_eq!(report.summary(), "m.pun: 100 % (8 of 8 expressions evaluated)\n");
    assert!(!report.annotated(report.modules[0].file, false).contains('!'));
    let share = Share { evaluated: 99_999, all: 100_000 };
    assert_eq!(share.to_string(), "99.9 %");
}

#[test]
fn conditions_that_never_had_one_of_the_two_values_are_found() {
    let text = "
        both a b c = if a < b && (b < c || c == 7) then 1 else 2 .
        left a b = a < b && a == 0 .
        guarded n = case n of ; 0 -> 0 ; _ | n > 5 -> 1 ; _ | not (n > 3) ==> n == 4 -> 2 ; _ -> 3 .
        nested a b = if (if a then b else false) then 1 else 2 .
        fails n = if 1 div n == 1 then 1 else if true then 2 else 3 .
        small n = n < 3 || n == 4 . inlined n = if small n then 1 else 2 .";
    let engine = covering(text);
    let numbers = |all: &[i32]| -> Vec<Argument> { all.iter().map(|own| integer(*own)).collect() };
    let found = || {
        let coverage = engine.coverage();
        let report = Report::new(engine.program(), &coverage);
        let gaps = report.modules[0].definitions.iter().flat_map(|own| &own.one_sided);
        let shown = |gap: &CoverageGap| {
            let sources = engine.program().sources.clone();
            format!("{}: {}", sources.text(gap.span), gap.why.words(&sources))
        };
        gaps.map(shown).collect::<Vec<_>>()
    };
    let never = |what: &str, value: bool| format!("{what}: this condition is never {value}");
    run(&engine, "both", &numbers(&[1, 2, 3]));
    assert_eq!(found(), [never("a < b", false), never("b < c", false)]);
    run(&engine, "both", &numbers(&[1, 2, 0]));
    assert_eq!(found(), [never("a < b", false), never("c == 7", true)]);
    run(&engine, "both", &numbers(&[2, 2, 0]));
    run(&engine, "both", &numbers(&[1, 8, 7]));
    assert_eq!(found(), [""; 0]);
    // The value of the right operand is the result, and not tested.
    run(&engine, "left", &numbers(&[1, 2]));
    assert_eq!(found(), [never("a < b", false)]);
    run(&engine, "left", &numbers(&[2, 1]));
    run(&engine, "guarded", &numbers(&[0]));
    assert_eq!(found(), [""; 0]);
    run(&engine, "guarded", &numbers(&[4]));
    assert_eq!(found(), [never("n > 5", true), never("not (n > 3)", true)]);
    run(&engine, "guarded", &numbers(&[9]));
    run(&engine, "guarded", &numbers(&[2]));
    assert_eq!(found(), [never("n == 4", true)]);
    engine.forget_coverage();
    let booleans = [ConId::TRUE, ConId::FALSE].map(|own| Argument::Construct(own, vec![]));
    run(&engine, "nested", &booleans);
    assert_eq!(found(), [never("if a then b else false", true), never("a", false)]);
    // A condition that never has a value is neither, and nor is a constant.
    engine.forget_coverage();
    run(&engine, "fails", &numbers(&[0]));
    assert_eq!(found(), [""; 0]);
    run(&engine, "fails", &numbers(&[2]));
    assert_eq!(found(), [never("1 div n == 1", true)]);
    engine.forget_coverage();
    run(&engine, "inlined", &numbers(&[9]));
    run(&engine, "small", &numbers(&[4]));
    assert_eq!(found(), [never("n < 3", true), never("small n", true)]);
}

#[test]
fn a_left_operand_that_is_a_lazy_field_may_have_no_value() {
    let engine = covering(
        "data box = box-of ~boolean . both b = case b of ; [box-of x] -> x && true . fails u = both [box-of (error \"no\")] .
         known a b = a && b .",
    );
    run(&engine, "fails", &[Argument::Construct(ConId::UNIT, vec![])]);
    run(&engine, "known", &[0, 1].map(|_| Argument::Construct(ConId::FALSE, vec![])));
    let report = Report::new(engine.program(), &engine.coverage());
    let unreached = report.modules[0].definitions.iter().flat_map(|own| &own.unreached);
    let words: Vec<String> = unreached.map(|one| one.why.words(&engine.program().sources)).collect();
    let wanted = ["this operand is never needed, or `x` never has a value", "this operand is never needed"];
    assert_eq!(words, wanted);
}

const SUMMARY: &str = r#"m.pun: 53.4 % (39 of 73 expressions evaluated)
  first     72.7 %  8 of 11
  rates     35.7 %  5 of 14
  fails     85.7 %  6 of 7
  pair      80.0 %  4 of 5
  stream    28.5 %  2 of 7
  twice     37.5 %  3 of 8
  numbered  72.7 %  8 of 11
  dead       0.0 %  0 of 5
  unused     0.0 %  0 of 1
  nowhere    0.0 %  0 of 1

definitions that are never called:
  m.pun:26:1 `dead`: never called: only code that is not reached uses it
  m.pun:28:1 `unused`: never called: only code that is not reached uses it
  m.pun:30:1 `nowhere`: never used: nothing uses it

functions that are never called:
  m.pun:17:27 `f (f y)`

branches that are never taken:
  m.pun:5:31 `error "empty <&> \"list\""`
  m.pun:5:78 `x`
  m.pun:11:45 `true`
  m.pun:23:8 `dead n`

operands that are never needed:
  m.pun:9:30 `m > 0`: this operand is never needed, or `fails n` never has a value

expressions after one that never has a value:
  m.pun:9:41 `first [n, m]`: `fails n && m > 0` never has a value
  m.pun:9:59 `0`: `fails n && m > 0` never has a value
  m.pun:13:20 `n`: `1 div n` never has a value

lazy fields that are never forced:
  m.pun:15:21 `stream (n + 1)`

conditions that are never true:
  m.pun:5:69 `x > 9`

conditions that are never false:
  m.pun:11:14 `n == n`
  m.pun:20:6 `n > 0`
"#;

const ANNOTATED: &str = r#"   1 | module m (first, rates, pair, stream, twice, numbered) .
   2 |
   3 | data stream = stop | next integer ~stream .
   4 |
!  5 | first xs = case xs of ; [] -> error "empty <&> \"list\"" ; x :: _ | x > 9 -> x ; x :: _ -> helper x .
     |                               ^^^^^^^^^^^^^^^^^^^^^^^^^^            ^^^^^    ^ this branch is never taken; this condition is never true; this branch is never taken
   6 |
   7 | helper x = x + 1 .
   8 |
!  9 | rates (n, m) = if fails n && m > 0 then first [n, m] else 0 .
     |                              ^^^^^      ^^^^^^^^^^^^      ^ this operand is never needed, or `fails n` never has a value; `fails n && m > 0` never has a value
  10 |
! 11 | fails n = if n == n then error "fails" else true .
     |              ^^^^^^                         ^^^^ this condition is never false; this branch is never taken
  12 |
! 13 | pair n = (1 div n, n) .
     |                    ^ `1 div n` never has a value
  14 |
! 15 | stream n = [next n (stream (n + 1))] .
     |                     ^^^^^^^^^^^^^^ this lazy field is never forced
  16 |
! 17 | twice f x = let g = \y -> f (f y) in x .
     |                           ^^^^^^^ this function is never called
  18 |
  19 | numbered n =
! 20 |   if n > 0
     |      ^^^^^ this condition is never false
  21 |   then first
  22 |     [n]
! 23 |   else dead
     |        ^^^^
! 24 |     n .
     |     ^ this branch is never taken
  25 |
! 26 | dead n = unused n + 1 .
     |          ^^^^^^^^^^^^ never called: only code that is not reached uses it
  27 |
! 28 | unused n = n .
     |            ^ never called: only code that is not reached uses it
  29 |
! 30 | nowhere = 1 .
     |           ^ never used: nothing uses it
"#;

#[test]
fn a_generator_without_a_definition_is_not_counted() {
    let text = "generator lib : (n : integer) -> [v : integer] . same x = x .";
    let program = program(text);
    let report = Report::new(&program, &Coverage::default());
    let names: Vec<&str> = report.modules[0].definitions.iter().map(|own| &*own.name).collect();
    assert_eq!((names, report.share.all), (vec!["same"], 1));
}
