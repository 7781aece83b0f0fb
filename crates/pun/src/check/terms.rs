//! Checking properties on closed terms instead of values, as the paper does.
//!
//! A term is drawn whole, and a property of it is a term, too. The reference interpreter runs it: to compile a program again for
//! each input would take longer.

use std::sync::Arc;

use everycase_check::check::{self, CheckError, Finding};
use everycase_check::settings::Plan;
use everycase_check::stats::Labels;
use everycase_check::verdict::{Cause, Failure, Subject, Verdict};
use everycase_space::{Derivation, Derivations, Shape};

use super::report::{Counterexample, Input, Report};
use super::{Checks, given};
use crate::core::{ConId, Expr, Kind, Program, Property};
use crate::diagnostic::Diagnostic;
use crate::fault::Fault;
use crate::reference::Interpreter;
use crate::show::show;
use crate::terms::{self, Mode};
use crate::value::Value;

impl Checks {
    /// Checks the property of a number on closed terms of its inputs' types.
    ///
    /// # Errors
    /// When the check cannot be made; the diagnostic is about a type that has no terms, or about an input that terms draw.
    pub fn check_terms(
        &self,
        number: usize,
        plan: &Plan,
        mode: Mode,
    ) -> Result<Result<Report, CheckError>, Diagnostic> {
        let property = &self.program.properties[number];
        if let Some(parameter) = property.parameters.iter().find(|parameter| parameter.from.is_some()) {
            let message =
                format!("`{}` is drawn by a generator, not from the terms of a type", parameter.binder.name);
            return Err(Diagnostic::error(parameter.binder.span, message));
        }
        let shapes: Result<Vec<Shape>, Diagnostic> =
            given(property).map(|ty| terms::shape(&self.program, ty, mode)).collect();
        let derivations = Derivations::new(Shape::product(shapes?));
        let subject = Arc::new(TermsSubject { program: Arc::clone(&self.program), number });
        let shared: Arc<dyn Subject> = Arc::clone(&subject) as Arc<dyn Subject>;
        Ok(check::check(&property.name, &derivations, &shared, plan, &[]).map(|checked| {
            let counterexample = match &checked.finding {
                Finding::Counterexample(found) => Some(subject.counterexample(&found.input)),
                Finding::Nothing | Finding::Unreached(_) | Finding::Undershot(_) => None,
            };
            Report { checked, counterexample }
        }))
    }
}

/// A property of terms.
struct TermsSubject {
    program: Arc<Program>,
    number: usize,
}

impl TermsSubject {
    fn property(&self) -> &Property {
        &self.program.properties[self.number]
    }

    /// The inputs.
    fn terms(&self, input: &Derivation) -> Vec<Expr> {
        let mut locals = self.property().locals;
        let fields = 0..self.property().parameters.len();
        fields.filter_map(|i| terms::expr(input.root().field(i), &mut locals)).collect()
    }

    /// What the property says of an input.
    fn value(&self, input: &Derivation) -> Result<Value, Fault> {
        let property = self.property();
        let terms = property.parameters.iter().zip(self.terms(input));
        // The first input is evaluated first.
        let whole = terms.rev().fold(property.body.clone(), |body, (parameter, term)| {
            let span = body.span;
            Expr { kind: Kind::Let(parameter.binder.clone(), Box::new(term), Box::new(body)), span }
        });
        Interpreter::new(&self.program).expression(&whole)
    }

    fn counterexample(&self, input: &Derivation) -> Counterexample {
        let parameters = self.property().parameters.iter().enumerate();
        let inputs = parameters.zip(self.terms(input)).map(|((i, parameter), term)| {
            let source = terms::source(input.root().field(i)).unwrap_or_default();
            let value = Interpreter::new(&self.program).expression(&term);
            let value = value.map(|value| show(&self.program, &value, Some(&parameter.binder.ty)));
            let is_value = matches!(term.kind, Kind::Lambda(..)) || value.as_ref() == Ok(&source);
            Input {
                name: Arc::clone(&parameter.binder.name),
                evaluated: value.ok().filter(|_| !is_value),
                value: source,
                looked_at: None,
            }
        });
        Counterexample { inputs: inputs.collect(), fault: self.value(input).err(), steps: Vec::new() }
    }
}

impl Subject for TermsSubject {
    fn run(&self, input: &Derivation, _: &mut Labels) -> Verdict {
        let cause = match self.value(input) {
            Ok(Value::Construct(ConId::TRUE, _)) => return Verdict::Passed,
            Ok(_) => Cause::Returned("false".to_owned()),
            Err(fault) => {
                let (line, column) = self.program.sources.line_and_column(fault.span);
                let file = &self.program.sources.get(fault.span.file).name;
                let location = Some(format!("{file}:{line}:{column}"));
                Cause::Panicked { message: fault.to_string(), location }
            }
        };
        Verdict::Failed(Box::new(Failure::of(cause)))
    }
}
