//! The reference interpreter on small programs: every closed term up to some size, and some larger ones.

mod closed_terms;

use pun::core::Program;
use pun::fault::{Fault, FaultKind};
use pun::load::{expression, load_text};
use pun::reference::Interpreter;
use pun::show::show;
use pun::value::Value;

use closed_terms::{DEFINITIONS, Type, terms};

const TYPES: [(Type, u32); 4] =
    [(Type::Integer, 4), (Type::Boolean, 4), (Type::Chain, 4), (Type::Function, 4)];

fn program() -> Program {
    load_text("definitions.pun", DEFINITIONS).program.expect("the definitions load")
}

fn run(program: &mut Program, term: &str) -> Result<Value, Fault> {
    let sources = program.sources.clone();
    let expr = match expression(program, term) {
        Ok((expr, _)) => expr,
        Err(diagnostics) => panic!("{term}: {diagnostics:?}"),
    };
    program.sources = sources;
    Interpreter::new(program).expression(&expr)
}

/// All terms of up to a size, and 300 of each of some larger sizes.
fn some_terms(ty: Type, all_up_to: u32) -> impl Iterator<Item = String> {
    let space = terms(ty, false);
    let larger: Vec<_> =
        (all_up_to + 1..all_up_to + 8).flat_map(|size| space.bounded(size, 300).expect("it pays")).collect();
    space.up_to(all_up_to).expect("it pays").chain(larger)
}

#[test]
fn the_outcome_of_a_term_is_a_value_or_a_fault_of_the_language() {
    let mut program = program();
    for (ty, size) in TYPES {
        let mut count = 0;
        for term in some_terms(ty, size) {
            count += 1;
            let outcome = run(&mut program, &term);
            if let Err(Fault { kind: FaultKind::Error(text), .. }) = &outcome {
                assert_eq!(text, "no", "{term}");
            }
        }
        println!("{ty:?} {count}");
    }
}
