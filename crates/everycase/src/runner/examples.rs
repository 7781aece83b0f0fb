//! Inputs that are given with a property, and run before all others.

use everycase_check::check::{self, CheckResult, Finding};
use everycase_check::settings::Plan;
use everycase_kernel::{Derivation, SpaceError};

use super::draw::Draws;
use super::parameters::{Inputs, Parameters};
use super::run::Test;
use crate::lazy::Decided;

/// An input that is given with a property.
pub(crate) struct Example {
    /// It as it is written.
    text: &'static str,
    encoded: Box<dyn Fn() -> Result<Derivation, SpaceError> + Send + Sync>,
}

/// The text of a value, and a function that makes it.
type ExampleSource<T> = (&'static str, fn() -> T);

/// Parameters with examples of their values.
pub struct WithExamples<P: Parameters> {
    parameters: P,
    examples: Vec<ExampleSource<P::Values>>,
}

/// Returns parameters with examples of their values: the text of each, and a function that makes
/// it.
pub fn with_examples<P: Parameters, const N: usize>(
    parameters: P,
    examples: [ExampleSource<P::Values>; N],
) -> WithExamples<P> {
    WithExamples { parameters, examples: examples.into() }
}

impl<P: Parameters> Parameters for WithExamples<P>
where
    P::Values: 'static,
{
    type Values = P::Values;
    type Codecs = P::Codecs;
    type Undecided<'c> = P::Undecided<'c>;

    fn inputs(self, module: &'static str) -> Inputs<Self::Values> {
        let mut inputs = self.parameters.inputs(module);
        let examples = self.examples.into_iter().map(|(text, make)| {
            let space = inputs.space.clone();
            Example { text, encoded: Box::new(move || space.encode(&make())) }
        });
        inputs.examples = examples.collect();
        inputs
    }

    fn codecs(&self) -> Self::Codecs {
        self.parameters.codecs()
    }

    fn draws(&self) -> Option<Draws> {
        self.parameters.draws()
    }

    fn undecided(inputs: Decided, codecs: &Self::Codecs) -> Self::Undecided<'_> {
        P::undecided(inputs, codecs)
    }
}

impl Test<'_> {
    /// Runs the examples, unless a single input is replayed; returns the check if one fails.
    pub(super) fn run_examples(&self, plan: &Plan) -> Result<Option<CheckResult>, String> {
        if plan.replay.is_some() || self.examples.is_empty() {
            return Ok(None);
        }
        let encoded = (1..).zip(self.examples.iter()).map(|(number, example)| {
            let not_encoded = |error: SpaceError| {
                format!("example {number}, `{}`, is not an input of the property: {error}", example.text)
            };
            (example.encoded)().map_err(not_encoded)
        });
        let inputs: Vec<Derivation> = encoded.collect::<Result<_, _>>()?;
        let checked = check::examples(&self.threads(), &self.derivations, &self.subject, plan, &inputs);
        let checked = checked.map_err(|error| error.to_string())?;
        Ok(Some(checked).filter(|checked| matches!(checked.finding, Finding::Counterexample(_))))
    }
}
