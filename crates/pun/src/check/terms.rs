//! Checking properties on closed terms instead of values, as the paper does. A term is drawn whole, then run.

use std::sync::Arc;

use everycase_check::check::{self, CheckError, Finding};
use everycase_check::settings::Plan;
use everycase_check::verdict::Subject;
use everycase_space::{Derivation, Derivations, Shape};

use super::closed::ClosedSubject;
use super::report::{Counterexample, Input, Report};
use super::{Checks, given};
use crate::core::{Expr, Parameter};
use crate::diagnostic::Diagnostic;
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
        let derivations = self.closed_terms(number, mode)?;
        let subject = Arc::new(self.closed_subject(number));
        let shared: Arc<dyn Subject> = Arc::clone(&subject) as Arc<dyn Subject>;
        let name = &self.program.properties[number].name;
        Ok(check::check(name, &derivations, &shared, plan, &[]).map(|checked| {
            let counterexample = match &checked.finding {
                Finding::Counterexample(found) => Some(self.closed_counterexample(&subject, &found.input)),
                Finding::Nothing | Finding::Unreached(_) | Finding::Undershot(_) => None,
            };
            Report { checked, counterexample, cut: subject.cut(), counted_as: Vec::new() }
        }))
    }

    /// The closed terms that the property of a number takes as its inputs.
    pub(super) fn closed_terms(&self, number: usize, mode: Mode) -> Result<Derivations, Diagnostic> {
        let property = &self.program.properties[number];
        if let Some(parameter) = property.parameters.iter().find(|parameter| parameter.from.is_some()) {
            let name = &parameter.binder.name;
            let message = if parameter.is_made {
                format!("`{name}` is of an abstract type, of which no closed terms are made")
            } else {
                format!("`{name}` is drawn by a generator, not from the terms of a type")
            };
            return Err(Diagnostic::error(parameter.binder.span, message));
        }
        let shapes: Result<Vec<Shape>, Diagnostic> =
            given(property).map(|ty| terms::shape(&self.program, ty, mode)).collect();
        Ok(Derivations::new(Shape::product(shapes?)))
    }

    pub(super) fn closed_subject(&self, number: usize) -> ClosedSubject {
        let compiled = (Arc::clone(&self.compiled.code), self.compiled.properties[number]);
        let (program, values) = (Arc::clone(&self.program), Arc::clone(&self.values));
        ClosedSubject::new(program, number, compiled, values, self.limits)
    }

    fn closed_counterexample(&self, subject: &ClosedSubject, input: &Derivation) -> Counterexample {
        let parameters = subject.property().parameters.iter().enumerate();
        let inputs = parameters.zip(subject.terms(input)).map(|((i, parameter), term)| {
            let value = terms::source(input.root().field(i)).unwrap_or_default();
            let evaluated = self.evaluated(subject, parameter, &term).filter(|evaluated| *evaluated != value);
            Input { name: Arc::clone(&parameter.binder.name), value, evaluated, looked_at: None }
        });
        Counterexample { inputs: inputs.collect(), fault: subject.fault(input), steps: Vec::new() }
    }

    /// What a term evaluates to, unless that has no source of its own because of a function.
    fn evaluated(&self, subject: &ClosedSubject, parameter: &Parameter, term: &Expr) -> Option<String> {
        let value = subject.value(term).filter(|value| !holds_function(value))?;
        Some(show(&self.program, &value, Some(&parameter.binder.ty)))
    }
}

/// Is a part of a value a function?
pub(super) fn holds_function(value: &Value) -> bool {
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        match value {
            Value::Function(_) => return true,
            Value::Construct(_, fields) => waiting.extend(fields),
            Value::Integer(_) | Value::Character(_) | Value::Open => {}
        }
    }
    false
}
