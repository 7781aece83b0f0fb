//! A call whose result a mutant has changed, to be shown.

use everycase_kernel::Derivation;

use super::target::{Answer, Target};

/// A call whose result a mutant has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The arguments.
    pub arguments: Derivation,
    /// What the mutant returns: [`Answer::Result`] or [`Answer::ResultOn`].
    pub answer: Answer,
}

impl Change {
    /// Returns the change as the source of an equation, `insert 0 [0] = []`.
    pub fn equation(&self, target: &dyn Target) -> String {
        let application = |arguments| target.application(arguments);
        match &self.answer {
            Answer::Result(result) => target.equation(&self.arguments, result),
            Answer::ResultOn(others) => format!("{} = {}", application(&self.arguments), application(others)),
            Answer::AsBefore | Answer::Stop => application(&self.arguments),
        }
    }
}
