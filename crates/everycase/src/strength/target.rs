//! A property of a Rust function, as a target of mutants.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use everycase_check::stats::Labels;
use everycase_check::strength::{Calls, Target};
use everycase_check::verdict::{Subject, Verdict};
use everycase_kernel::{Derivation, Derivations};

use super::answer::{self, Run};
use super::function::Function;

/// A property with one of the functions that it is of.
pub(crate) struct PropertyTarget {
    pub(crate) subject: Arc<dyn Subject>,
    pub(crate) functions: Arc<[Function]>,
    /// The number of the function.
    pub(crate) number: usize,
}

impl PropertyTarget {
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

    fn run(&self, input: &Derivation, calls: Rc<RefCell<dyn Calls>>) -> Verdict {
        let run = Run { functions: Arc::clone(&self.functions), number: self.number, calls };
        answer::measured(run, || self.subject.run(input, &mut Labels::default()))
    }

    fn application(&self, arguments: &Derivation) -> String {
        self.of().application(arguments)
    }

    fn equation(&self, arguments: &Derivation, result: &Derivation) -> String {
        self.of().equation(arguments, result)
    }
}
