//! The report of a check of a property.

use everycase_check::check::{self, CheckResult};
pub use everycase_check::report::{Input, UndecidedInput};
use everycase_check::run::verdict::Cause;
use everycase_kernel::Derivation;
use everycase_kernel::lazy::Reading;

use super::Checks;
use super::subject::PropertySubject;
use crate::core::{Parameter, Property};
use crate::fault::Fault;
use crate::show;
use crate::value::Value;

/// The result of a check.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was covered and found.
    pub checked: CheckResult,
    /// The counterexample to be shown, if one was found.
    pub counterexample: Option<Counterexample>,
    /// The inputs on which the property fails in other ways, met while the counterexample was
    /// shrunk.
    pub further: Vec<Counterexample>,
    /// The smallest input on which it is unknown whether the property holds, if there is one.
    pub undecided: Option<UndecidedInput>,
    /// Describes what is counted, for inputs where one value may count more than once.
    pub counted_as: Vec<String>,
}

/// Inputs on which a property fails.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The inputs, in the property's order.
    pub inputs: Vec<Input>,
    /// The error with which it fails, unless it is false.
    pub fault: Option<Fault>,
    /// The values of the calls in the property's body, in order, if [asked for](Checks::explain).
    pub steps: Vec<Step>,
}

/// A call that a property makes on a counterexample, or an operation.
#[derive(Clone, Debug)]
pub struct Step {
    /// The term: as written in the property; within calls with the values of the arguments.
    pub term: String,
    /// Its value as pun source; `_` if unknown.
    pub value: Result<String, Fault>,
    /// The calls within it, in order.
    pub calls: Vec<Step>,
    /// The number of calls that are omitted.
    pub more: u64,
}

impl Checks {
    pub(super) fn counterexample(
        &self,
        number: usize,
        subject: &PropertySubject,
        found: &check::Counterexample,
    ) -> Counterexample {
        let property = &self.program.properties[number];
        // An input that has ended another process would end this one, too.
        let is_outside = matches!(found.failure.cause, Cause::Died(_) | Cause::Hung(_));
        let (drawn, fault) = if is_outside {
            (Vec::new(), None)
        } else {
            (self.drawn(number, &found.input), subject.fault(&found.input, found.failure.is_limit()))
        };
        let steps = if self.explains && !is_outside {
            self.steps(number, &found.input, &drawn, fault.as_ref())
        } else {
            Vec::new()
        };
        let inputs = self.shown_inputs(property, &found.input, drawn, found.failure.seen.as_deref());
        Counterexample { inputs, fault, steps }
    }

    pub(super) fn undecided(&self, number: usize, unknown: &check::UndecidedInput) -> UndecidedInput {
        let drawn = self.drawn(number, &unknown.input);
        let inputs = self.shown_inputs(&self.program.properties[number], &unknown.input, drawn, None);
        UndecidedInput { inputs, limit: unknown.limit.message.clone(), size: unknown.input.size() }
    }

    /// Returns the inputs to be shown: including those that terms draw, and only the parts that the
    /// property has looked at.
    fn shown_inputs(
        &self,
        property: &Property,
        input: &Derivation,
        drawn: Vec<Value>,
        seen: Option<&Reading>,
    ) -> Vec<Input> {
        let mut place = 0;
        let mut drawn = drawn.into_iter();
        let mut inputs: Vec<Input> = Vec::with_capacity(property.parameters.len());
        for parameter in &property.parameters {
            if parameter.from.is_some() {
                let value = drawn.next().unwrap_or(Value::Open);
                let is_known = parameter.is_made && !value.holds_function();
                let value = self.show(&value, parameter);
                match inputs.last_mut().filter(|_| parameter.is_made) {
                    Some(application) if is_known => application.evaluated = Some(value),
                    Some(_) => {}
                    None => {
                        inputs.push(Input {
                            name: parameter.binder.name.to_string(),
                            value,
                            ..Input::default()
                        });
                    }
                }
                continue;
            }
            let ty = &parameter.binder.ty;
            let value = self.inputs.value(ty, input.root().field(place));
            let seen = seen.map(|seen| seen.at()).filter(|at| !at.is_open());
            let seen = seen.map(|at| self.inputs.value(ty, at.field(place)));
            place += 1;
            let looked_at = seen.filter(|seen| *seen != value).map(|seen| self.show(&seen, parameter));
            let (name, value) = (parameter.binder.name.to_string(), self.show(&value, parameter));
            inputs.push(Input { name, value, looked_at, ..Input::default() });
        }
        inputs
    }

    fn show(&self, value: &Value, parameter: &Parameter) -> String {
        show::show(&self.program, value, Some(&parameter.binder.ty))
    }
}
