//! Checking properties on closed terms instead of values, as the paper does. A term is drawn as a
//! whole, then run.

use std::sync::Arc;

use everycase_check::check::{self, CheckError, Finding};
use everycase_check::run::verdict::Subject;
use everycase_check::settings::Plan;
use everycase_kernel::{Derivation, Derivations, Shape};

use super::Checks;
use super::closed::ClosedSubject;
use super::report::{Counterexample, Input, Report, UndecidedInput};
use crate::core::{Expr, Parameter};
use crate::diagnostic::Diagnostic;
use crate::show::show;
use crate::terms::{self, Mode};

impl Checks {
    /// Checks the property with this number on closed terms of its inputs' types.
    ///
    /// # Errors
    /// If the check cannot be made. The diagnostic names a type without terms, or an input that a
    /// generator draws.
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
                Finding::Counterexample(found) => Some(self.closed_counterexample(&subject, found)),
                Finding::Nothing | Finding::Unreached(_) | Finding::Undershot(_) => None,
            };
            let further = checked.further.iter().map(|found| self.closed_counterexample(&subject, found));
            let further = further.collect();
            let undecided = checked.undecided.as_ref().map(|unknown| UndecidedInput {
                inputs: self.term_inputs(&subject, &unknown.input, false),
                limit: unknown.limit.message.clone(),
                size: unknown.input.size(),
            });
            Report { checked, counterexample, further, undecided, counted_as: Vec::new() }
        }))
    }

    /// Returns the closed terms that the property with this number takes as inputs.
    pub(super) fn closed_terms(&self, number: usize, mode: Mode) -> Result<Derivations, Diagnostic> {
        let property = &self.program.properties[number];
        if let Some(parameter) = property.drawn().next() {
            let name = &parameter.binder.name;
            let message = if parameter.is_made {
                format!("`{name}` is of an abstract type, of which no closed terms are made")
            } else {
                format!("`{name}` is drawn by a generator, not from the terms of a type")
            };
            return Err(Diagnostic::error(parameter.binder.span, message));
        }
        let shapes: Result<Vec<Shape>, Diagnostic> =
            property.given().map(|input| terms::shape(&self.program, &input.binder.ty, mode)).collect();
        Ok(Derivations::new(Shape::product(shapes?)))
    }

    pub(super) fn closed_subject(&self, number: usize) -> ClosedSubject {
        ClosedSubject::new(Arc::clone(&self.engine), number)
    }

    fn closed_counterexample(
        &self,
        subject: &ClosedSubject,
        found: &check::Counterexample,
    ) -> Counterexample {
        let inputs = self.term_inputs(subject, &found.input, true);
        let fault = subject.fault(&found.input, found.failure.is_limit());
        Counterexample { inputs, fault, steps: Vec::new() }
    }

    /// Returns the terms to be shown, with their values if `evaluates` is set.
    fn term_inputs(&self, subject: &ClosedSubject, input: &Derivation, evaluates: bool) -> Vec<Input> {
        let parameters = subject.property().parameters.iter().enumerate();
        let inputs = parameters.zip(subject.terms(input)).map(|((i, parameter), term)| {
            let value = terms::source(input.root().field(i)).unwrap_or_default();
            let evaluated = if evaluates { self.evaluated(subject, parameter, &term) } else { None };
            let evaluated = evaluated.filter(|evaluated| *evaluated != value);
            Input { name: parameter.binder.name.to_string(), value, evaluated, ..Input::default() }
        });
        inputs.collect()
    }

    /// Returns the value of a term as source, unless it contains a function.
    fn evaluated(&self, subject: &ClosedSubject, parameter: &Parameter, term: &Expr) -> Option<String> {
        let value = subject.value(term).filter(|value| !value.holds_function())?;
        Some(show(&self.program, &value, Some(&parameter.binder.ty)))
    }
}
