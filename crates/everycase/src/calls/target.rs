//! A property of a Rust function, as a target of mutants.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use everycase_check::claims::stats::Labels;
use everycase_check::run::verdict::{Subject, Verdict, replay};
use everycase_check::strength::{Calls, Target};
use everycase_kernel::{Derivation, Derivations};

use super::answer::{self, Run};
use super::function::Function;
use super::measurement::Measurement;
use crate::panics::caught;

/// A property with one of the functions that it is of.
pub(crate) struct PropertyTarget {
    subject: Arc<dyn Subject>,
    /// Writes an input in one line.
    line: Arc<dyn Fn(&Derivation) -> String + Send + Sync>,
    functions: Arc<[Function]>,
    /// The number of the function.
    number: usize,
    measurement: Measurement,
}

impl PropertyTarget {
    /// Returns the property with the function of this number.
    pub(crate) fn new(
        subject: &Arc<dyn Subject>,
        line: Arc<dyn Fn(&Derivation) -> String + Send + Sync>,
        functions: &Arc<[Function]>,
        number: usize,
    ) -> Arc<Self> {
        Arc::new(PropertyTarget {
            subject: Arc::clone(subject),
            line,
            functions: Arc::clone(functions),
            number,
            measurement: Measurement::new(),
        })
    }

    /// Returns why some calls of the function were left as they are.
    pub(crate) fn reasons(&self) -> Vec<String> {
        self.measurement.reasons()
    }

    fn of(&self) -> &Function {
        &self.functions[self.number]
    }
}

impl Target for PropertyTarget {
    fn function(&self) -> &str {
        self.of().name
    }

    fn plain_name(&self) -> &str {
        self.of().plain_name
    }

    fn arguments(&self) -> &Derivations {
        &self.of().arguments
    }

    fn results(&self) -> Option<&Derivations> {
        self.of().results.as_ref()
    }

    fn of_result_type(&self) -> &[usize] {
        &self.of().of_result_type
    }

    fn exchangeable(&self) -> &[(usize, usize)] {
        &self.of().exchangeable
    }

    fn admits(&self, arguments: &Derivation, result: &Derivation) -> bool {
        self.of().admits(arguments, result)
    }

    fn unchanged(&self, arguments: &Derivation, result: &Derivation) -> Option<Vec<u64>> {
        self.of().unchanged(arguments, result)
    }

    fn left_out(&self) -> &[usize] {
        &self.of().left_out
    }

    fn input(&self, input: &Derivation) -> Option<String> {
        caught(|| (self.line)(input)).ok()
    }

    fn obstacle(&self) -> Option<String> {
        self.reasons().into_iter().next()
    }

    fn run(&self, input: &Derivation, calls: Rc<RefCell<dyn Calls>>) -> Verdict {
        let Self { functions, number, measurement, .. } = self;
        let run = Run::new(functions, *number, *measurement, calls);
        answer::measured(run, || replay(&*self.subject, input, &mut Labels::default()))
    }

    fn application(&self, arguments: &Derivation) -> String {
        self.of().application(arguments)
    }

    fn pattern(&self, names: &[(usize, &str)]) -> String {
        self.of().pattern(names)
    }

    fn shown(&self, result: &Derivation) -> String {
        self.of().shown(result)
    }
}
