//! The machine against the reference interpreter, which says what programs mean.

mod closed_terms;

use pun::core::Expr;
use pun::fault::{Fault, FaultKind};
use pun::load::{expression, load_text};
use pun::reference::Interpreter;
use pun::run::Terms;
use pun::value::Value;
use pun::{Limits, reference};

use closed_terms::{DEFINITIONS, TYPES, terms};

/// What has to be the same: values, with functions told apart by nothing; errors with their places and calls.
fn essence(outcome: Result<Value, Fault>) -> Result<Value, Fault> {
    match outcome {
        Ok(value) => Ok(without_names(value)),
        Err(Fault { kind: FaultKind::NoBranch(value), span, calls }) => {
            Err(Fault { kind: FaultKind::NoBranch(Box::new(without_names(*value))), span, calls })
        }
        Err(fault) => Err(fault),
    }
}

fn without_names(value: Value) -> Value {
    match value {
        Value::Function(_) => Value::Function(String::new()),
        Value::Construct(constructor, fields) => {
            Value::Construct(constructor, fields.into_iter().map(without_names).collect())
        }
        value => value,
    }
}

#[test]
fn machine_and_reference_agree_on_all_small_terms_and_some_larger_ones() {
    let mut program = load_text("definitions.pun", DEFINITIONS).program.expect("the definitions load");
    for ty in TYPES {
        let space = terms(ty, false);
        let larger = (5..11).flat_map(|size| space.bounded(size, 300).expect("it pays"));
        let sources: Vec<String> = space.up_to(4).expect("it pays").chain(larger).collect();
        let exprs: Vec<Expr> = sources
            .iter()
            .map(|source| expression(&mut program, source).unwrap_or_else(|_| panic!("{source}")).0)
            .collect();
        let limits = Limits { fuel: 5_000, ..Limits::default() };
        let mut machine = Terms::new(&program, &exprs, limits).expect("it compiles");
        let limits = reference::Limits { steps: 100_000, ..reference::Limits::default() };
        let interpreter = Interpreter::new(&program).with(limits);
        for (number, (source, expr)) in sources.iter().zip(&exprs).enumerate() {
            let (own, meant) = (machine.value(number, 100), interpreter.expression(expr));
            if [&own, &meant].iter().any(|end| matches!(end, Err(fault) if fault.kind.is_limit())) {
                // Limits are counted in other units.
                continue;
            }
            assert_eq!(essence(own), essence(meant), "{source}");
        }
    }
}
