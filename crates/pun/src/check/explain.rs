//! The values of the calls in a property's body on one input, and of the calls within those.

use std::mem::discriminant;
use std::sync::Arc;

use everycase_kernel::Derivation;

use super::subject::PropertySubject;
use super::{Checks, Step};
use crate::compile::free;
use crate::core::{Binder, Expr, Kind, LocalId, Parameter, Property, Type};
use crate::engine::{Build, Engine, Term};
use crate::fault::Fault;
use crate::reference::{Call, Interpreter};
use crate::show::{application, show};
use crate::source::Span;
use crate::value::Value;

impl Checks {
    /// Returns the inputs that generators draw.
    pub(super) fn drawn(&self, number: usize, input: &Derivation) -> Vec<Value> {
        let property = &self.properties()[number];
        let drawn: Vec<Expr> =
            property.drawn().map(|parameter| local(&parameter.binder, parameter.binder.span)).collect();
        if drawn.is_empty() {
            return Vec::new();
        }
        let terms: Vec<_> = drawn.iter().map(|body| Term::of(property, body)).collect();
        let program = Arc::clone(self.program());
        let Ok(engine) =
            Engine::new(program, &Build { terms: &terms, ..Build::default() }, self.engine.limits())
        else {
            return Vec::new();
        };
        let subject = PropertySubject::new(Arc::new(engine), number);
        let values = subject.values(input);
        values.into_iter().map(|value| value.unwrap_or(Value::Open)).collect()
    }

    /// Returns the calls that a property's body makes on an input, in order. `fault` is the error
    /// with which the body ends, if any.
    pub(super) fn steps(
        &self,
        number: usize,
        input: &Derivation,
        drawn: &[Value],
        fault: Option<&Fault>,
    ) -> Vec<Step> {
        let property = &self.properties()[number];
        let drawn: Vec<(LocalId, Value)> =
            property.drawn().map(|parameter| parameter.binder.local).zip(drawn.iter().cloned()).collect();
        let whole = property.given().enumerate().collect::<Vec<_>>().into_iter().rev().try_fold(
            property.body.clone(),
            |body, (place, parameter)| {
                let value = self.inputs.expr(&parameter.binder.ty, input.root().field(place))?;
                let (binder, span) = (parameter.binder.clone(), body.span);
                let value = named(parameter, value);
                Some(Expr { kind: Kind::Let(binder, Box::new(value), Box::new(body)), span })
            },
        );
        let Some(whole) = whole else { return Vec::new() };
        let interpreter = Interpreter::new(self.program());
        let (end, calls) = interpreter.traced(&drawn, &whole);
        // Only a similar error explains the fault: the interpreter has its own limits and does not
        // know all drawn inputs.
        let error = fault.filter(|fault| end.is_err_and(|error| is_alike(&error, fault)));
        let explained = Explainer { checks: self, property, error };
        let is_told = |call: &Call<'_>| call.function.is_some() || explained.is_of_inputs(call);
        calls.into_iter().filter(is_told).map(|call| explained.step(call, true)).collect()
    }
}

/// Wraps an input that is a function, so that calls show the input's name; returns other values
/// unchanged.
fn named(parameter: &Parameter, value: Expr) -> Expr {
    let mut arguments = 0;
    let mut ty = &parameter.binder.ty;
    while let Type::Arrow(arrow) = ty {
        arguments += 1;
        ty = &arrow.1;
    }
    if arguments == 0 {
        return value;
    }
    let nowhere = Span::NOWHERE;
    let binders: Vec<Binder> =
        (0..arguments).map(|number| Binder { local: LocalId(number), ..parameter.binder.clone() }).collect();
    let operands = binders.iter().map(|binder| local(binder, nowhere)).collect();
    let body = Expr { kind: Kind::Apply(Box::new(value), operands), span: nowhere };
    Expr { kind: Kind::Lambda(binders, Arc::new(body)), span: nowhere }
}

fn local(binder: &Binder, span: Span) -> Expr {
    Expr { kind: Kind::Local(binder.local), span }
}

fn is_alike(error: &Fault, other: &Fault) -> bool {
    discriminant(&error.kind) == discriminant(&other.kind) || error.kind.is_limit() && other.kind.is_limit()
}

struct Explainer<'c> {
    checks: &'c Checks,
    property: &'c Property,
    /// The error of calls without a value.
    error: Option<&'c Fault>,
}

impl Explainer<'_> {
    fn step(&self, call: Call<'_>, is_first: bool) -> Step {
        let program = self.checks.program();
        let term = if is_first && self.is_of_inputs(&call) {
            program.sources.text(call.term.span).to_owned()
        } else {
            application(program, call.function.iter().chain(&call.arguments))
        };
        let value = match (&call.value, &self.error) {
            (Some(value), _) => Ok(show(program, value, None)),
            (None, Some(error)) => Err((*error).clone()),
            (None, None) => Ok("_".to_owned()),
        };
        let calls = call.calls.into_iter().map(|call| self.step(call, false)).collect();
        Step { term: one_line(&term), value, calls, more: call.more }
    }

    /// Returns whether a term mentions only the property's inputs, so that its source text shows
    /// it.
    fn is_of_inputs(&self, call: &Call<'_>) -> bool {
        let inputs = &self.property.parameters;
        let is_input = |local: &LocalId| inputs.iter().any(|input| input.binder.local == *local);
        !(call.function.is_some() && call.arguments.is_empty()) && free(call.term).iter().all(is_input)
    }
}

/// Returns source text on one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
