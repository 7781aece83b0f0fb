//! Checking properties: inputs from their types, lazy search by size, then draws that satisfy the
//! premise.

mod closed;
mod direct;
mod domain;
mod explain;
mod report;
pub(crate) mod subject;
mod terms;

use std::sync::Arc;

use everycase_check::check::{self, CheckError, CheckResult, Finding};
use everycase_check::run::verdict::{Subject, Verdict};
use everycase_check::settings::{Plan, Settings};
use everycase_kernel::{Derivation, Derivations, Shape};

use self::subject::PropertySubject;
use crate::core::{Program, Property, Type};
use crate::diagnostic::Diagnostic;
use crate::engine::{Build, Engine};
use crate::inputs::Inputs;
use crate::machine::{Limits, choices};

pub use self::direct::{DrawResult, SearchResult, SearchedTerms};
pub use self::report::{Counterexample, Input, Report, Step, UndecidedInput};

/// The properties of a program, ready to be checked.
pub struct Checks {
    program: Arc<Program>,
    inputs: Inputs,
    /// For each property, why it cannot be checked.
    refused: Vec<Option<Diagnostic>>,
    engine: Arc<Engine>,
    explains: bool,
}

impl Checks {
    /// Compiles a program and its properties.
    ///
    /// # Errors
    /// If the machine cannot hold the program.
    pub fn new(program: impl Into<Arc<Program>>, limits: Limits) -> Result<Self, Vec<Diagnostic>> {
        let program = program.into();
        let mut refused = vec![None; program.properties.len()];
        let mut inputs = Inputs::new(Arc::clone(&program), &types(&program, &refused));
        if inputs.is_err() {
            for (refused, property) in refused.iter_mut().zip(&program.properties) {
                *refused = refusal(&program, property);
            }
            inputs = Inputs::new(Arc::clone(&program), &types(&program, &refused));
        }
        let inputs = inputs.map_err(|error| vec![error])?;
        let program = Arc::clone(inputs.program());
        let engine = Arc::new(Engine::new(Arc::clone(&program), &Build::default(), limits)?);
        Ok(Self { program, inputs, refused, engine, explains: false })
    }

    /// Sets whether a counterexample is shown with the calls that the property makes on it.
    #[must_use]
    pub fn explain(mut self, explains: bool) -> Self {
        self.explains = explains;
        self
    }

    /// Returns the program, with the definitions that its inputs need.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Returns the limits of a run.
    pub(crate) fn limits(&self) -> Limits {
        self.engine.limits()
    }

    /// Returns the properties, in order.
    pub fn properties(&self) -> &[Property] {
        &self.program.properties
    }

    /// Returns why the property with this number cannot be checked: one of its inputs has a type
    /// without values.
    pub fn refused(&self, number: usize) -> Option<&Diagnostic> {
        self.refused.get(number)?.as_ref()
    }

    /// Returns the explanation for a check that discarded all inputs of a property.
    pub fn unmet(&self, property: &Property) -> &'static str {
        let mut all = self.program.properties.iter().zip(&self.engine.compiled().premises);
        let has_premise = all.any(|(other, premise)| other.name == property.name && *premise);
        match (has_premise, property.chooses()) {
            (false, true) => "its generators make more choices than the sizes that were tried have room for",
            (true, true) => {
                "its premise discarded every input that was tried, or its generators make more choices than the sizes have room for"
            }
            (_, false) => "its premise discarded every input that was tried",
        }
    }

    /// Returns the settings that a property itself gives.
    pub fn settings(property: &Property) -> Settings {
        Settings { size: property.size, tests: property.tests, ..Settings::default() }
    }

    /// Returns the inputs of a property: one field for each input that the kernel provides, then
    /// the choices of the inputs that terms draw. A refused property has no inputs.
    pub fn derivations(&self, property: &Property) -> Derivations {
        let mut all = self.program.properties.iter().zip(&self.refused);
        if all.any(|(other, refused)| other.name == property.name && refused.is_some()) {
            return Derivations::new(Shape::empty());
        }
        let given = property.given().map(|input| self.inputs.shape(&input.binder.ty));
        let choices = property.chooses().then(choices::shape);
        Derivations::new(Shape::product(given.chain(choices)))
    }

    /// Checks the property with this number, first on the saved inputs.
    ///
    /// # Errors
    /// If the check cannot be made.
    pub fn check(&self, number: usize, plan: &Plan, saved: &[Derivation]) -> Result<Report, CheckError> {
        self.check_by(number, |name, derivations, subject| {
            check::check(name, derivations, subject, plan, saved)
        })
    }

    /// Returns the verdict of the property with this number on one input, for another process.
    ///
    /// # Errors
    /// If the input cannot be run.
    pub fn verdict(&self, number: usize, plan: &Plan, input: &Derivation) -> Result<Verdict, CheckError> {
        let property = &self.program.properties[number];
        let subject: Arc<dyn Subject> = Arc::new(self.subject(number));
        check::verdict(&property.name, &self.derivations(property), &subject, plan, input)
    }

    /// Checks the property of a number in the caller's way, which gets its name, its inputs and the
    /// property as a subject.
    ///
    /// # Errors
    /// When the check cannot be made.
    pub fn check_by(
        &self,
        number: usize,
        check: impl FnOnce(&str, &Derivations, &Arc<dyn Subject>) -> Result<CheckResult, CheckError>,
    ) -> Result<Report, CheckError> {
        let property = &self.program.properties[number];
        let derivations = self.derivations(property);
        let subject = Arc::new(self.subject(number));
        let shared: Arc<dyn Subject> = Arc::clone(&subject) as Arc<dyn Subject>;
        let mut checked = check(&property.name, &derivations, &shared)?;
        checked.coverage.domain = domain::of(&self.program, property);
        let counterexample = match &checked.finding {
            Finding::Counterexample(found) => Some(self.counterexample(number, &subject, found)),
            Finding::Nothing | Finding::Unreached(_) | Finding::Undershot(_) => None,
        };
        let further = checked.further.iter().map(|found| self.counterexample(number, &subject, found));
        let further = further.collect();
        let undecided = checked.undecided.as_ref().map(|unknown| self.undecided(number, unknown));
        let counted_as = self.counted_as(property);
        Ok(Report { checked, counterexample, further, undecided, counted_as })
    }

    /// Describes what is counted, for inputs where one value may count more than once.
    fn counted_as(&self, property: &Property) -> Vec<String> {
        let trees = property.given().any(|input| self.inputs.has_case_trees(&input.binder.ty));
        let trees = trees.then(|| "functions as case trees".to_owned());
        let applications = property.given().flat_map(|input| self.inputs.applications(&input.binder.ty));
        let applications = applications.map(|(name, module, left_out)| {
            let except = match left_out {
                [] => String::new(),
                names => format!(" except {}", names.join(", ")),
            };
            format!("values of {name} as applications of what the module {module} exports{except}")
        });
        let mut all: Vec<String> = trees.into_iter().chain(applications).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn subject(&self, number: usize) -> PropertySubject {
        PropertySubject::new(Arc::clone(&self.engine), number)
    }
}

/// Returns the types of the inputs of the properties that are not refused.
fn types(program: &Program, refused: &[Option<Diagnostic>]) -> Vec<Type> {
    let properties = program.properties.iter().zip(refused).filter(|(_, refused)| refused.is_none());
    properties.flat_map(|(property, _)| property.given()).map(|input| input.binder.ty.clone()).collect()
}

/// Returns why a property has no inputs, with the span of the first parameter that has none.
fn refusal(program: &Arc<Program>, property: &Property) -> Option<Diagnostic> {
    property.given().find_map(|parameter| {
        let error = Inputs::new(Arc::clone(program), std::slice::from_ref(&parameter.binder.ty)).err()?;
        Some(error.and(parameter.binder.span, "the type of this input"))
    })
}
