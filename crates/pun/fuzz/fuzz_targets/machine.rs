//! The machine gives what the reference interpreter gives: for terms of a grammar, and for examples
//! with a few tokens exchanged, whose definitions are run, and whose properties are run on a few
//! inputs.
//!
//! `docs/soundness.md` says how it is run.

#![no_main]

use std::sync::Arc;

use everycase_kernel::{At, BigUint, Derivations, Shape, Space};
use libfuzzer_sys::fuzz_target;
use pun::core::{Expr, GlobalId, Kind, Program, Property};
use pun::inputs::Inputs;
use pun::load::{expression, load_text};
use pun::reference::Interpreter;
use pun::run::Terms;
use pun::{Limits, reference};
use pun_fuzz::{Bytes, mutated};

#[path = "../../tests/meaning/closed_terms.rs"]
mod closed_terms;

use closed_terms::{DEFINITIONS, TYPES, terms};

/// The largest terms of the grammar.
const LARGEST: usize = 16;
/// The number of terms of a batch: the program around them is compiled once a batch.
const MOST: usize = 16;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Bytes::new(bytes);
    if bytes.byte() % 2 == 0 { few_terms(&mut bytes) } else { program(&mut bytes) }
});

/// A few terms of the grammar: of each its type, its size, and which one it is.
fn few_terms(bytes: &mut Bytes<'_>) {
    thread_local! {
        // What is counted stays counted.
        static SPACES: [Space<String>; 4] = TYPES.map(|ty| terms(ty, false));
    }
    let mut sources = Vec::new();
    SPACES.with(|spaces| {
        for _ in 0..MOST {
            let space = &spaces[bytes.below(spaces.len())];
            let size = 1 + bytes.below(LARGEST) as u32;
            let index = (0..8).fold(0, |index: u64, _| index << 8 | u64::from(bytes.byte()));
            let count = space.count(size).expect("it pays");
            // Sizes without terms, and bytes that have ended.
            if count == BigUint::ZERO || bytes.is_empty() {
                continue;
            }
            let index = BigUint::from(index) * &count >> 64;
            sources.push(space.index_of_size(size, &index).expect("it is there"));
        }
    });
    let mut program = load_text("definitions.pun", DEFINITIONS).program.expect("the definitions load");
    let exprs: Vec<Expr> = sources
        .iter()
        .map(|source| {
            expression(&mut program, source).unwrap_or_else(|_| panic!("it has no type: {source}")).0
        })
        .collect();
    agree(&program, &exprs, &sources.join("\n"));
}

/// An example with a few tokens exchanged.
fn program(bytes: &mut Bytes<'_>) {
    let text = mutated(bytes);
    if text.contains("import") {
        return;
    }
    let Some(program) = load_text("input.pun", &text).program else { return };
    let program = Arc::new(program);
    let values = program.globals.iter().enumerate();
    let values = values.filter(|(_, global)| !matches!(global.body.kind, Kind::Lambda(..)));
    let definitions: Vec<Expr> = values
        .map(|(place, global)| Expr { kind: Kind::Global(GlobalId(place as u32)), span: global.span })
        .collect();
    agree(&program, &definitions, &text);
    let properties: Vec<&Property> = program
        .properties
        .iter()
        .filter(|property| property.parameters.iter().all(|parameter| parameter.from.is_none()))
        .collect();
    if properties.is_empty() {
        return;
    }
    let property = properties[bytes.below(properties.len())];
    let types: Vec<_> = property.parameters.iter().map(|parameter| parameter.binder.ty.clone()).collect();
    let Ok(inputs) = Inputs::new(Arc::clone(&program), &types) else { return };
    let derivations = Derivations::new(Shape::product(types.iter().map(|ty| inputs.shape(ty))));
    let mut bodies = Vec::new();
    for size in 0..=bytes.below(12) as u32 {
        let Ok(count) = derivations.count(size) else { return };
        if count == BigUint::ZERO {
            continue;
        }
        let index = BigUint::from(bytes.below(1 << 16)) % count;
        let derivation = derivations.index_of_size(size, &index).expect("it is there");
        bodies.extend(applied(property, &inputs, derivation.root()));
    }
    agree(inputs.program(), &bodies, &text);
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

/// Compares the outcomes of terms.
fn agree(program: &Program, terms: &[Expr], source: &str) {
    let limits = Limits { fuel: 20_000, heap: 1 << 18, ..Limits::default() };
    let Ok(mut machine) = Terms::new(program, terms, limits) else { return };
    let limits = reference::Limits { steps: 100_000, ..reference::Limits::default() };
    let interpreter = Interpreter::new(program).with(limits);
    for (number, term) in terms.iter().enumerate() {
        let (own, meant) = (machine.value(number, 100), interpreter.expression(term));
        if [&own, &meant].iter().any(|end| matches!(end, Err(fault) if fault.kind.is_limit())) {
            // Limits are counted in other units.
            continue;
        }
        assert_eq!(own, meant, "term {number} of\n{source}");
    }
}
