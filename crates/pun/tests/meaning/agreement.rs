//! On the examples, checking finds what trying all inputs with the reference interpreter finds.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use everycase_check::check::Finding;
use everycase_check::settings::Settings;
use everycase_kernel::{At, BigUint, Derivations, Shape};

use pun::Limits;
use pun::check::Checks;
use pun::core::{ConId, Expr, Kind, Program, Property};
use pun::inputs::Inputs;
use pun::load::load;
use pun::reference::Interpreter;
use pun::value::Value;

/// The number of inputs of a property that are tried.
const MOST: u32 = 1_500;

fn examples() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let names = ["bst", "compiler", "functions", "red-black", "reg-exp", "sorting", "stlc", "streams"];
    let mut files: Vec<_> = names.iter().map(|name| root.join(name).with_extension("pun")).collect();
    for name in ["paper/plus", "paper/minus", "paper/insert", "paper/insert-forgets", "hughes/found"] {
        files.push(root.join(name).with_extension("pun"));
    }
    files
}

/// The body of a property under its inputs.
fn applied(property: &Property, inputs: &Inputs, at: At<'_>) -> Option<Expr> {
    let mut expr = property.body.clone();
    for (place, parameter) in property.parameters.iter().enumerate().rev() {
        let value = inputs.expr(&parameter.binder.ty, at.field(place))?;
        let span = expr.span;
        expr = Expr { kind: Kind::Let(parameter.binder.clone(), Box::new(value), Box::new(expr)), span };
    }
    Some(expr)
}

/// The size up to which inputs are tried, and the size of the smallest on which the property fails.
fn smallest(program: &Program, property: &Property, inputs: &Inputs) -> Option<(u32, Option<u32>)> {
    let shapes = property.parameters.iter().map(|parameter| inputs.shape(&parameter.binder.ty));
    let derivations = Derivations::new(Shape::product(shapes));
    let count = |size| derivations.count_up_to(size).expect("it pays");
    let size = (0..12).rev().find(|size| count(*size) <= BigUint::from(MOST))?;
    let interpreter = Interpreter::new(program);
    for smaller in 0..=size {
        let mut walk = derivations.of_size(smaller).expect("it pays");
        while let Some(derivation) = walk.next() {
            let term = applied(property, inputs, derivation.root())?;
            match interpreter.expression(&term) {
                Ok(value) if value == Value::Construct(ConId::TRUE, Vec::new()) => {}
                Err(fault) if fault.kind.is_limit() => return None,
                _ => return Some((size, Some(smaller))),
            }
        }
    }
    Some((size, None))
}

#[test]
fn checking_finds_the_smallest_counterexamples() {
    let mut wrong = String::new();
    let mut found = [0, 0];
    for path in examples() {
        let program: Arc<Program> = load(&path).program.expect("it loads").into();
        let types: Vec<_> = program
            .properties
            .iter()
            .flat_map(|property| &property.parameters)
            .filter(|parameter| parameter.from.is_none())
            .map(|parameter| parameter.binder.ty.clone())
            .collect();
        let inputs = Inputs::new(Arc::clone(&program), &types).expect("there are inputs");
        let checks = Checks::new(Arc::clone(&program), Limits::default()).expect("it compiles");
        let program = inputs.program();
        for (number, property) in program.properties.iter().enumerate() {
            if property.parameters.iter().any(|parameter| parameter.from.is_some()) {
                continue;
            }
            let Some((size, wanted)) = smallest(program, property, &inputs) else { continue };
            let plan = Settings { size: Some(size), tests: Some(100_000), ..Settings::default() };
            let report = checks.check(number, &plan.fill(&property.name), &[]).expect("it is checked");
            let least = match &report.checked.finding {
                Finding::Counterexample(counterexample) => Some(counterexample.size()),
                _ => None,
            };
            found[usize::from(wanted.is_some())] += 1;
            if least != wanted {
                let _ = writeln!(wrong, "{} {}: {least:?}, but {wanted:?}", path.display(), property.name);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(found[0] > 50 && found[1] > 5, "{found:?}");
}
