//! Definitions without parameters that do not become arguments, because a constructor or another
//! definition has their value.

use pun::engine::{Engine, Outcome};
use pun::value::Value;

use super::signature::Target;
use crate::library::Signature;

/// Makes definitions without parameters that have the value of a visible constructor without
/// fields, or of an earlier one of the same type, unavailable to expressions.
pub(super) fn leave_out_equal(
    engine: &Engine,
    signature: &mut Signature,
    targets: &[Target],
    is_visible: impl Fn(pun::core::ConId) -> bool,
) {
    let mut machine = engine.machine();
    let mut known: Vec<(Value, crate::types::Type)> = Vec::new();
    for (function, target) in signature.functions.iter_mut().zip(targets) {
        let Target::Definition(global) = target else { continue };
        if !function.is_provider || !function.parameters.is_empty() {
            continue;
        }
        let Outcome::Value(word) = machine.run(engine.definition(*global), &[]) else { continue };
        let value = machine.value(word);
        if !is_known(&value) {
            continue;
        }
        let has_constructor = matches!(&value, Value::Construct(constructor, fields) if fields.is_empty() && is_visible(*constructor));
        let own = (value, function.result.clone());
        if has_constructor || known.contains(&own) {
            function.is_provider = false;
        } else {
            known.push(own);
        }
    }
    drop(machine);
    // These runs were not tests.
    engine.forget_coverage();
}

/// Returns whether a value is evaluated completely, and has no functions.
fn is_known(value: &Value) -> bool {
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        match value {
            Value::Integer(_) | Value::Character(_) => {}
            Value::Construct(_, fields) => waiting.extend(fields),
            Value::Function(_) | Value::Closure(..) | Value::Partial(..) | Value::Open | Value::Elided => {
                return false;
            }
        }
    }
    true
}
