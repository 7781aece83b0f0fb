//! Checking properties: inputs from their types, lazy search by size, then draws under what a property assumes.

mod closed;
mod direct;
mod explain;
mod report;
mod subject;
mod terms;

use std::sync::Arc;

use everycase_check::check::{self, CheckError, Finding};
use everycase_check::settings::{Plan, Settings};
use everycase_check::verdict::Subject;
use everycase_space::{Derivation, Derivations, Shape};

use self::subject::{InputsOf, PropertySubject};
use crate::compile::bytecode::FunctionId;
use crate::compile::{Compiled, compile};
use crate::core::{Kind, Program, Property, Type};
use crate::diagnostic::Diagnostic;
use crate::inputs::Inputs;
use crate::machine::{Limits, choices};
use crate::source::Sources;

pub use self::direct::{Drawn, Searched, SearchedTerms};
pub use self::report::{Counterexample, Input, Report, Step};

/// The properties of a program, ready to be checked.
pub struct Checks {
    program: Arc<Program>,
    inputs: Inputs,
    compiled: Compiled,
    values: Arc<[FunctionId]>,
    sources: Arc<Sources>,
    limits: Limits,
    explains: bool,
}

impl Checks {
    /// Compiles a program and its properties.
    ///
    /// # Errors
    /// When an input's type has no values, or the machine cannot hold the program.
    pub fn new(program: impl Into<Arc<Program>>, limits: Limits) -> Result<Self, Vec<Diagnostic>> {
        let program = program.into();
        let types: Vec<Type> = program.properties.iter().flat_map(given).cloned().collect();
        let inputs = Inputs::new(program, &types).map_err(|error| vec![error])?;
        let program = Arc::clone(inputs.program());
        let compiled = compile(&program, &[])?;
        let values = value_definitions(&program);
        let sources = Arc::new(program.sources.clone());
        Ok(Self { program, inputs, compiled, values, sources, limits, explains: false })
    }

    /// Are the calls that a property makes on a counterexample to be told with it?
    #[must_use]
    pub fn explain(mut self, explains: bool) -> Self {
        self.explains = explains;
        self
    }

    /// The program, with what its inputs need.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The properties, in their order.
    pub fn properties(&self) -> &[Property] {
        &self.program.properties
    }

    /// What a property itself says of how it is checked.
    pub fn settings(property: &Property) -> Settings {
        Settings { size: property.size, tests: property.tests, ..Settings::default() }
    }

    /// The inputs of a property: one field for each that the kernel gives, then the choices of those that terms draw.
    pub fn derivations(&self, property: &Property) -> Derivations {
        let given = given(property).map(|ty| self.inputs.shape(ty));
        let choices = chooses(property).then(choices::shape);
        Derivations::new(Shape::product(given.chain(choices)))
    }

    /// Checks the property of a number. Inputs that failed before come first.
    ///
    /// # Errors
    /// When the check cannot be made.
    pub fn check(&self, number: usize, plan: &Plan, saved: &[Derivation]) -> Result<Report, CheckError> {
        let property = &self.program.properties[number];
        let derivations = self.derivations(property);
        let subject = Arc::new(self.subject(&self.compiled, number));
        let shared: Arc<dyn Subject> = Arc::clone(&subject) as Arc<dyn Subject>;
        let checked = check::check(&property.name, &derivations, &shared, plan, saved)?;
        let counterexample = match &checked.finding {
            Finding::Counterexample(found) => Some(self.counterexample(number, &subject, found)),
            Finding::Nothing | Finding::Unreached(_) | Finding::Undershot(_) => None,
        };
        Ok(Report { checked, counterexample, cut: 0 })
    }

    fn subject(&self, compiled: &Compiled, number: usize) -> PropertySubject {
        let property = &self.program.properties[number];
        let inputs = InputsOf {
            given: given(property).count() as u32,
            choices: chooses(property),
            premise: compiled.premises[number],
        };
        PropertySubject::new(
            Arc::clone(&compiled.code),
            compiled.properties[number],
            inputs,
            Arc::clone(&self.values),
            self.limits,
            Arc::clone(&self.sources),
        )
    }
}

/// The types of the inputs that the kernel gives.
fn given(property: &Property) -> impl Iterator<Item = &Type> {
    let given = property.parameters.iter().filter(|parameter| parameter.from.is_none());
    given.map(|parameter| &parameter.binder.ty)
}

/// Are there inputs that terms draw?
fn chooses(property: &Property) -> bool {
    property.parameters.iter().any(|parameter| parameter.from.is_some())
}

/// Definitions without parameters: functions, under the numbers of their definitions.
pub(crate) fn value_definitions(program: &Program) -> Arc<[FunctionId]> {
    (0..)
        .zip(&program.globals)
        .filter(|(_, global)| !matches!(global.body.kind, Kind::Lambda(..)))
        .map(|(i, _)| i)
        .collect()
}
