//! Runs an expression of an earlier report, in a program that may have changed since.

use pun::Limits;
use pun::core::{Expr, Kind as Term, Program};
use pun::engine::{self, Argument, Build, Engine, Outcome};
use pun::fault::{self, FaultKind};
use pun::load;
use pun::show::show;
use pun::source::Span;

use super::entries::identity;
use super::run::ample;
use super::tested::{self, PROPERTY};
use crate::fault::Fault;

/// How an expression of an earlier report ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With an error, or as a property that does not hold.
    Failed(Box<Fault>),
    /// With a value, as pun source.
    Value(String),
    /// It takes apart a result that has another constructor now.
    OtherConstructor,
    /// It is a test of a property that no longer exists.
    NoProperty,
    /// It is not a well-typed term of the program.
    NoTerm,
}

/// Evaluates an expression as [`complete`](crate::explore::Finding::complete) gives it. The limits
/// are the same as in an exploration; a likely loop is confirmed by higher ones, as there. An
/// error's place and definition are stated as in the findings of an exploration; the place of a
/// loop remains open.
pub fn run_again(program: &Program, limits: Limits, expression: &str) -> Ending {
    let Some(test) = expression.strip_prefix(PROPERTY) else {
        return run_term(program, limits, expression, None).unwrap_or(Ending::NoTerm);
    };
    let (name, arguments) = test.split_once(' ').unwrap_or((test, ""));
    match program.properties.iter().position(|own| *own.name == *name) {
        Some(number) => run_term(program, limits, arguments, Some(number)).unwrap_or(Ending::NoTerm),
        None => Ending::NoProperty,
    }
}

/// Runs a term, or a property on arguments. Returns `None` if the text is not a term of the
/// program, or not a list of arguments of the property.
fn run_term(program: &Program, limits: Limits, text: &str, property: Option<usize>) -> Option<Ending> {
    let mut scope = program.clone();
    let tested = property.map(|number| &program.properties[number]);
    let text = match tested {
        None => text.to_owned(),
        Some(property) => {
            let body = program.sources.text(property.body.span);
            let parameters: Vec<&str> = property.given().map(|input| &*input.binder.name).collect();
            match &parameters[..] {
                [] => format!("({body}) {text}"),
                names => format!("(\\{} -> {body}) {text}", names.join(" ")),
            }
        }
    };
    let (term, scheme) = load::expression(&mut scope, &text).ok()?;
    let terms: Vec<Expr> = match (tested, term) {
        (None, term) => vec![term],
        (Some(property), Expr { kind: Term::Apply(_, arguments), .. }) if property.given().count() > 0 => {
            arguments
        }
        (Some(_), _) => Vec::new(),
    };
    let given = tested.map_or(1, |property| property.given().count());
    if terms.len() != given {
        return None;
    }
    // As the machine calls a test, so that the active calls have the same names.
    let own = identity();
    let compiled: Vec<_> =
        std::iter::once(engine::Term::function(&own)).chain(terms.iter().map(engine::Term::closed)).collect();
    let engine = Engine::new(scope, &Build { terms: &compiled, ..Build::default() }, limits).ok()?;
    let delayed = |number| Argument::Call(engine.term(number), Vec::new());
    let called = match property {
        None => delayed(1),
        Some(number) => Argument::Call(engine.property(number), (1..=given).map(delayed).collect()),
    };
    let mut machine = engine.machine();
    machine.limit(ample(limits));
    let outcome = machine.run(engine.term(0), &[called]);
    let program = engine.program();
    Some(match outcome {
        Outcome::Value(word) => match tested {
            Some(property) if word.as_boolean() == Some(false) => {
                Ending::Failed(Box::new(tested::not_true(program, property)))
            }
            Some(_) => Ending::Value("true".to_owned()),
            None => Ending::Value(show(program, &machine.value(word), Some(&scheme.ty))),
        },
        outcome => ending(program, &terms, &outcome.fault()?),
    })
}

/// Returns how a run has ended with an error. `terms` are the terms of the expression.
fn ending(program: &Program, terms: &[Expr], fault: &fault::Fault) -> Ending {
    let is_of_expression = |span: Span| terms.iter().any(|term| term.span.file == span.file);
    if matches!(fault.kind, FaultKind::NoBranch(_)) && is_of_expression(fault.span) {
        return Ending::OtherConstructor;
    }
    Ending::Failed(Box::new(tested::described(program, fault, None)))
}
