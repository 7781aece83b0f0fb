//! Runs an expression of an earlier report, in a program that may have changed since.

use std::sync::Arc;

use pun::Limits;
use pun::core::{Expr, Kind as Term, Program, Type};
use pun::engine::{self, Argument, Build, Engine, Machine, Outcome};
use pun::fault::{self, FaultKind};
use pun::load;
use pun::show::show;
use pun::source::Span;
use pun::value::Value;

use super::entries::identity;
use super::holes::NamedText;
use super::run::ample;
use super::tested::{self, PROPERTY};
use crate::fault::Fault;

/// How an expression of an earlier report ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With an error, or as a property that does not hold.
    Failed(Box<Fault>),
    /// With a value, as pun source. Open arguments in it are `?`, `?1`, .., as in the expression;
    /// parts that are not evaluated are `_`, and parts of large values are left out as `..`.
    Value(String),
    /// With a value that holds functions.
    Unshown,
    /// It meets a limit, and was not run with higher ones.
    GivenUp,
    /// It needs an open argument, by its number from 0.
    Demand(u32),
    /// It takes apart a result that has another constructor now.
    OtherConstructor,
    /// It is a test of a property that no longer exists.
    NoProperty,
    /// It is not a well-typed term of the program.
    NoTerm,
}

/// Evaluates an expression as [`complete`](crate::explore::Finding::complete) gives it, as
/// [`Texts`] does.
pub fn run_again(program: &Program, limits: Limits, expression: &str) -> Ending {
    Texts::new(program, limits, [expression], 1).ending(0)
}

/// The most parts of a value that are evaluated because it is shown; streams have no end.
const PARTS: usize = 100;

/// Expressions of a program as text, compiled together.
///
/// The limits of a run are the same as in an exploration; a likely loop is confirmed by higher
/// ones, as there, as often as is asked for. An error's place and definition are stated as in the
/// findings of an exploration; the place of a loop remains open.
pub struct Texts {
    engine: Option<Engine>,
    machine: Option<Machine>,
    all: Vec<Result<CompiledExpression, Ending>>,
    limits: Limits,
    /// How many expressions may still run with higher limits.
    confirmations: u32,
}

/// An expression, compiled.
struct CompiledExpression {
    /// The terms of the expression: the whole, or the arguments of a property.
    terms: Vec<Expr>,
    /// The number of the first one among the terms of the engine.
    first: usize,
    /// The property that it tests, by its number.
    property: Option<usize>,
    /// Its open parts.
    open: NamedText,
    /// Their types.
    types: Vec<Type>,
    /// Its type.
    ty: Type,
}

impl Texts {
    /// Compiles expressions in the scope of a program. At most `confirmations` of them run with
    /// higher limits; others that meet a limit are given up.
    pub fn new<'e>(
        program: &Program,
        limits: Limits,
        expressions: impl IntoIterator<Item = &'e str>,
        confirmations: u32,
    ) -> Texts {
        let mut scope = program.clone();
        let mut all: Vec<Result<CompiledExpression, Ending>> =
            expressions.into_iter().map(|text| compiled(&mut scope, text)).collect();
        // As the machine calls a test, so that the active calls have the same names.
        let own = identity();
        let mut terms = vec![engine::Term::function(&own)];
        for compiled in all.iter_mut().flatten() {
            compiled.first = terms.len();
            terms.extend(compiled.terms.iter().map(engine::Term::function));
        }
        let engine = Engine::new(scope, &Build { terms: &terms, ..Build::default() }, limits).ok();
        let machine = engine.as_ref().map(Engine::machine);
        Texts { engine, machine, all, limits, confirmations }
    }

    /// Runs the expression with this number.
    pub fn ending(&mut self, number: usize) -> Ending {
        let compiled = match &self.all[number] {
            Ok(compiled) => compiled,
            Err(ending) => return ending.clone(),
        };
        let (Some(engine), Some(machine)) = (&self.engine, &mut self.machine) else {
            return Ending::NoTerm;
        };
        let open = || (0..compiled.types.len() as u32).map(Argument::Hole).collect();
        let term = |number: usize| Argument::Call(engine.term(compiled.first + number), open());
        let called = match compiled.property {
            None => term(0),
            Some(number) => {
                Argument::Call(engine.property(number), (0..compiled.terms.len()).map(term).collect())
            }
        };
        let program = engine.program();
        machine.limit(self.limits);
        let mut outcome = machine.run(engine.term(0), std::slice::from_ref(&called));
        if outcome.is_limit() {
            let Some(left) = self.confirmations.checked_sub(1) else { return Ending::GivenUp };
            self.confirmations = left;
            machine.limit(ample(self.limits));
            outcome = machine.run(engine.term(0), &[called]);
        }
        match (outcome, compiled.property) {
            (Outcome::Value(word), Some(number)) if word.as_boolean() == Some(false) => {
                Ending::Failed(Box::new(tested::not_true(program, &program.properties[number])))
            }
            (Outcome::Value(_), Some(_)) => Ending::Value("true".to_owned()),
            (Outcome::Value(word), None) => {
                let open = |number| Value::Function(compiled.open.shown(number));
                let value = machine.evaluated_around(word, PARTS, open);
                if machine.value(word).holds_function() {
                    return Ending::Unshown;
                }
                Ending::Value(show(program, &value, Some(&compiled.ty)))
            }
            (Outcome::Demand(demand), _) => Ending::Demand(demand.position),
            (outcome, _) => {
                outcome.fault().map_or(Ending::NoTerm, |fault| ending(program, &compiled.terms, &fault))
            }
        }
    }

    /// Returns the type of an open argument of an expression.
    pub fn open_type(&self, number: usize, open: u32) -> Option<&Type> {
        self.all[number].as_ref().ok()?.types.get(open as usize)
    }
}

/// Compiles an expression. The error is what is wrong with it.
fn compiled(scope: &mut Program, expression: &str) -> Result<CompiledExpression, Ending> {
    let open = NamedText::of(expression);
    let (property, text) = match open.text.strip_prefix(PROPERTY) {
        None => (None, open.text.clone()),
        Some(test) => {
            let (name, arguments) = test.split_once(' ').unwrap_or((test, ""));
            let number = scope.properties.iter().position(|own| *own.name == *name);
            let number = number.ok_or(Ending::NoProperty)?;
            let property = &scope.properties[number];
            let body = scope.sources.text(property.body.span);
            let parameters: Vec<&str> = property.given().map(|input| &*input.binder.name).collect();
            let applied = match &parameters[..] {
                [] => format!("({body}) {arguments}"),
                names => format!("(\\{} -> {body}) {arguments}", names.join(" ")),
            };
            (Some(number), applied)
        }
    };
    let variables = open.variables();
    let text = if variables.is_empty() { text } else { format!("\\{} -> {text}", variables.join(" ")) };
    let (term, scheme) = load::expression(scope, &text).map_err(|_| Ending::NoTerm)?;
    let (types, ty) = parameters_and_result(scheme.ty, variables.len());
    let (binders, body) = match term {
        Expr { kind: Term::Lambda(binders, body), .. } if !variables.is_empty() => {
            (binders, Arc::unwrap_or_clone(body))
        }
        term => (Vec::new(), term),
    };
    let given = property.map(|number| scope.properties[number].given().count());
    let parts = match (given, body) {
        (None, term) => vec![term],
        (Some(1..), Expr { kind: Term::Apply(_, arguments), .. }) => arguments,
        (Some(_), _) => Vec::new(),
    };
    if parts.len() != given.unwrap_or(1) {
        return Err(Ending::NoTerm);
    }
    let within = |part: Expr| match &binders[..] {
        [] => part,
        binders => Expr { span: part.span, kind: Term::Lambda(binders.to_vec(), part.into()) },
    };
    let terms = parts.into_iter().map(within).collect();
    Ok(CompiledExpression { terms, first: 0, property, open, types, ty })
}

/// Returns the types of the parameters, at most this number, and the type of the result.
pub(super) fn parameters_and_result(mut ty: Type, parameters: usize) -> (Vec<Type>, Type) {
    let mut types = Vec::new();
    while types.len() < parameters
        && let Type::Arrow(arrow) = &ty
    {
        let (parameter, result) = (**arrow).clone();
        types.push(parameter);
        ty = result;
    }
    (types, ty)
}

/// Returns how a run has ended with an error. `terms` are the terms of the expression.
fn ending(program: &Program, terms: &[Expr], fault: &fault::Fault) -> Ending {
    let is_of_expression = |span: Span| terms.iter().any(|term| term.span.file == span.file);
    if matches!(fault.kind, FaultKind::NoBranch(_)) && is_of_expression(fault.span) {
        return Ending::OtherConstructor;
    }
    Ending::Failed(Box::new(tested::described(program, fault, None)))
}
