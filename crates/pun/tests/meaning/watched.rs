//! Watched calls: which calls of a function a property makes, and that watching them changes nothing.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use everycase_check::claims::stats::Labels;
use everycase_check::run::verdict::{Verdict, replay};
use everycase_check::strength::{Answer, Calls, Original, ReturnValue};
use everycase_kernel::Derivation;
use everycase_kernel::lazy::Run;
use num_bigint::BigInt;
use pun::Limits;
use pun::check::Checks;
use pun::core::{ConId, Expr, Kind, Program};
use pun::engine::{Argument, Build, Engine, Machine, Outcome, Watch};
use pun::load::{load, load_text};
use pun::show::show;
use pun::strength::mentioned;
use pun::value::Value;

fn program(text: &str) -> Program {
    let loaded = load_text("watched.pun", text);
    loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

/// Returns the mentions of a definition in a term.
fn mentions<'p>(program: &Program, term: &'p Expr, name: &str) -> Vec<&'p Expr> {
    let is_one = matches!(term.kind, Kind::Global(global) if *program.globals[global.index()].name == *name);
    let parts = term.parts().into_iter().flat_map(|part| mentions(program, part, name));
    is_one.then_some(term).into_iter().chain(parts).collect()
}

/// Returns the calls of a function that the first property of a program makes on inputs, and whether it holds. `reply` gives other
/// results.
fn calls(
    text: &str,
    function: &str,
    inputs: &[Value],
    mut reply: impl FnMut(&[Value]) -> Option<Value>,
) -> (Vec<String>, bool) {
    let program = std::sync::Arc::new(program(text));
    let property = &program.properties[0];
    let watch = Watch { property, mentions: mentions(&program, &property.body, function) };
    let build = Build { watches: &[watch], ..Build::default() };
    let engine = Engine::new(std::sync::Arc::clone(&program), &build, Limits::default()).unwrap();
    let mut machine: Machine = engine.machine();
    let inputs: Vec<Argument> = inputs.iter().cloned().map(Argument::Value).collect();
    let mut outcome = machine.run(engine.watched(0), &inputs);
    let mut seen = Vec::new();
    while let Outcome::Watched(watched) = &outcome {
        let arguments: Vec<Value> = watched.arguments.iter().map(|word| machine.value(*word)).collect();
        let shown: Vec<String> = arguments.iter().map(|value| show(&program, value, None)).collect();
        let result = show(&program, &machine.value(watched.result), None);
        seen.push(format!("{}: {} = {result}", watched.mention, shown.join(" ")));
        let with = reply(&arguments).map(Argument::Value);
        let former = watched.clone();
        outcome = machine.reply(&mut Run::new(), &former, with.as_ref()).expect("it has stopped there");
    }
    let Outcome::Value(word) = outcome else { panic!("{outcome:?}") };
    (seen, machine.value(word) == Value::Construct(ConId::TRUE, Vec::new()))
}

fn watched(text: &str, function: &str, inputs: &[Value]) -> Vec<String> {
    let (seen, holds) = calls(text, function, inputs, |_| None);
    assert!(holds, "{seen:?}");
    seen
}

fn integer(value: i64) -> Value {
    Value::Integer(BigInt::from(value))
}

fn list(values: &[i64]) -> Value {
    let nil = Value::Construct(ConId::NIL, Vec::new());
    values.iter().rev().fold(nil, |rest, value| Value::Construct(ConId::CONS, vec![integer(*value), rest]))
}

#[test]
fn calls_within_the_function_itself_or_within_others_are_not_watched() {
    let text = "
        sum-to : integer -> integer .
        sum-to n = if n <= 0 then 0 else n + sum-to (n - 1) .
        twice : integer -> integer .
        twice n = sum-to n + sum-to n .
        property p (n : integer) . twice n == 2 * sum-to n .
    ";
    assert_eq!(watched(text, "sum-to", &[integer(3)]), ["0: 3 = 6"]);
    assert_eq!(watched(text, "twice", &[integer(3)]), ["0: 3 = 12"]);
}

#[test]
fn calls_of_a_function_that_is_passed_on_are_watched() {
    let text = "
        double : integer -> integer .
        double n = n + n .
        property p (ns : list integer) . length (map double ns) == length ns .
    ";
    assert_eq!(watched(text, "double", &[list(&[1, 5])]), ["0: 1 = 2", "0: 5 = 10"]);
}

#[test]
fn each_mention_has_its_number() {
    let text = "
        next : integer -> integer .
        next n = n + 1 .
        property p (n : integer) . next (next n) == n + 2 .
    ";
    assert_eq!(watched(text, "next", &[integer(5)]), ["1: 5 = 6", "0: 6 = 7"]);
}

#[test]
fn a_call_has_all_its_arguments_however_it_gets_them() {
    let text = "
        plus : integer -> integer -> integer .
        plus m n = m + n .
        property p (ns : list integer) .
          map (plus 1) ns == map (\\n -> let add = plus n in add 1) ns .
    ";
    let seen = watched(text, "plus", &[list(&[3, 4])]);
    assert_eq!(seen, ["0: 1 3 = 4", "0: 1 4 = 5", "1: 3 1 = 4", "1: 4 1 = 5"]);
}

#[test]
fn a_function_without_parameters_of_its_own_is_watched_by_its_type() {
    let text = "
        add : integer -> integer -> integer .
        add m n = m + n .
        total : list integer -> integer .
        total = foldr add 0 .
        more : integer -> integer -> integer .
        more m = \\n -> m + n + 1 .
        property p (ns : list integer) . more (total ns) 1 == total ns + 2 .
    ";
    assert_eq!(watched(text, "total", &[list(&[3, 4])]), ["0: [3, 4] = 7", "1: [3, 4] = 7"]);
    assert_eq!(watched(text, "more", &[list(&[3, 4])]), ["0: 7 1 = 9"]);
}

#[test]
fn a_generic_function_is_watched_at_each_of_its_types() {
    let text = "
        same : a -> a .
        same x = x .
        property p (n : integer) . same n == n && same (n == n) && same same n == n .
    ";
    let seen = watched(text, "same", &[integer(2)]);
    assert_eq!(seen[..2], ["0: 2 = 2", "1: true = true"]);
    assert_eq!(seen.len(), 4);
    let program = program(text);
    let found: Vec<String> =
        mentioned(&program, &program.properties[0]).iter().map(|found| found.name(&program)).collect();
    assert_eq!(found.len(), 3, "{found:?}");
    assert_eq!(found[..2], ["same : integer -> integer", "same : boolean -> boolean"]);
}

#[test]
fn a_result_can_be_replaced_by_another_one() {
    let text = "
        next : integer -> integer .
        next n = n + 1 .
        property p (n : integer) . next (next n) == n + 2 .
    ";
    let replaced = |arguments: &[Value]| (arguments == [integer(5)]).then(|| integer(8));
    let (seen, holds) = calls(text, "next", &[integer(5)], replaced);
    assert_eq!(seen, ["1: 5 = 6", "0: 8 = 9"]);
    assert!(!holds);
}

/// Keeps every result.
struct Kept;

impl Calls for Kept {
    fn call(&mut self, _: &Derivation, original: Original<'_>) -> Answer {
        assert!(matches!(original(None), ReturnValue::Encoded(_)));
        Answer::AsBefore
    }
}

#[test]
fn to_watch_calls_changes_no_verdict() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bst.pun");
    let checks = Checks::new(load(&path).program.unwrap(), Limits::default()).unwrap();
    let (mut compared, mut passed) = (0, 0);
    for (number, property) in checks.properties().iter().enumerate() {
        let functions = mentioned(checks.program(), property);
        assert!(functions.len() >= 2, "{}", property.name);
        let report = checks.check_by(number, |_, derivations, subject| {
            for function in &functions {
                let target = checks.target(number, function).unwrap();
                for size in 0..=8 {
                    let mut walk = derivations.of_size(size)?;
                    while let Some(input) = walk.next() {
                        let plain = replay(&**subject, input, &mut Labels::default());
                        let watched = target.run(input, Rc::new(RefCell::new(Kept)));
                        assert_eq!(plain, watched, "{} {}", property.name, target.function());
                        compared += 1;
                        passed += usize::from(plain == Verdict::Passed);
                    }
                }
            }
            let plan = everycase_check::settings::Settings { tests: Some(1), ..Default::default() }.fill("p");
            everycase_check::check::check("p", derivations, subject, &plan, &[])
        });
        report.unwrap();
    }
    assert!(compared > 5_000 && passed > 500, "{compared} {passed}");
}
