//! What the terms of a property's body are on one input.

use everycase_space::Derivation;

use super::Checks;
use crate::compile::{Term, compile};
use crate::core::{Draw, Expr, Kind, Pattern};
use crate::fault::Fault;
use crate::source::Span;
use crate::value::Value;

/// Values on an input.
#[derive(Default)]
pub(super) struct Explained {
    /// The inputs that terms draw.
    pub(super) drawn: Vec<Value>,
    /// Calls in the property's body, innermost first.
    pub(super) steps: Vec<(Span, Result<Value, Fault>)>,
}

pub(super) fn values(checks: &Checks, number: usize, input: &Derivation) -> Explained {
    let program = checks.program();
    let property = &program.properties[number];
    let drawn = property.parameters.iter().filter(|parameter| parameter.from.is_some());
    let drawn: Vec<Expr> = drawn
        .map(|parameter| Expr { kind: Kind::Local(parameter.binder.local), span: parameter.binder.span })
        .collect();
    let mut steps = Vec::new();
    collect(&property.body, &mut steps);
    let terms: Vec<Term<'_>> = drawn
        .iter()
        .chain(steps.iter().copied())
        .map(|body| Term { property: Some(property), body })
        .collect();
    let Ok(compiled) = compile(program, &terms) else { return Explained::default() };
    let subject = checks.subject(&compiled, number);
    let mut values = subject.values(input, &compiled.terms).into_iter();
    let drawn = values.by_ref().take(drawn.len()).map(|value| value.unwrap_or(Value::Open)).collect();
    let steps = steps.iter().map(|term| term.span).zip(values).collect();
    Explained { drawn, steps }
}

/// The calls of a term that mention nothing it binds, innermost first.
fn collect<'p>(term: &'p Expr, calls: &mut Vec<&'p Expr>) {
    match &term.kind {
        Kind::Local(_)
        | Kind::Force(_)
        | Kind::Global(_)
        | Kind::Integer(_)
        | Kind::Character(_)
        | Kind::Lambda(..)
        | Kind::Rec(..)
        | Kind::Draw(Draw::Integer | Draw::Natural | Draw::Boolean)
        | Kind::Choice(..) => {}
        Kind::Construct(_, fields) => fields.iter().for_each(|field| collect(field, calls)),
        Kind::Apply(callee, arguments) => {
            collect(callee, calls);
            for argument in arguments {
                collect(argument, calls);
            }
            calls.push(term);
        }
        // What is bound further in has no value here.
        Kind::Let(_, value, _) => collect(value, calls),
        Kind::Case(scrutinee, branches) => {
            collect(scrutinee, calls);
            for branch in branches {
                let binds = binds(&branch.pattern);
                if !binds && branch.guard.is_none() {
                    collect(&branch.body, calls);
                }
            }
        }
        Kind::Connective(_, a, b) | Kind::Draw(Draw::Between(a, b)) => {
            collect(a, calls);
            collect(b, calls);
        }
        Kind::Primitive(_, a, b) => {
            collect(a, calls);
            collect(b, calls);
            calls.push(term);
        }
        Kind::Error(text) => collect(text, calls),
    }
}

/// Does a pattern bind anything?
fn binds(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Bind(_) => true,
        Pattern::Construct(_, fields) => fields.iter().any(binds),
        Pattern::Wildcard | Pattern::Integer(_) | Pattern::Character(_) => false,
    }
}
