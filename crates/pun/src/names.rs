//! Names for variables of generated terms.

use std::collections::HashSet;

use crate::core::Program;

/// Names that mean nothing else in a program.
#[derive(Clone)]
pub(crate) struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// Letters for parameters and variables bound by a `let`.
    pub(crate) const VALUES: &'static str = "xyz";
    /// Letters for functions.
    pub(crate) const FUNCTIONS: &'static str = "fgh";
    /// Letters for fields of constructors.
    pub(crate) const FIELDS: &'static str = "abcdeijklmnopqrstuvw";

    pub(crate) fn new(program: &Program) -> Self {
        Self { taken: program.scope.iter().map(|(name, _)| name.to_string()).collect() }
    }

    /// Returns a new name: one of the letters, with a number if necessary.
    pub(crate) fn fresh(&mut self, letters: &str) -> String {
        let numbers = std::iter::once(String::new()).chain((1..).map(|n: u64| n.to_string()));
        let names = numbers.flat_map(|number| letters.chars().map(move |letter| format!("{letter}{number}")));
        let mut names = names.filter(|name| !self.taken.contains(name));
        let name = names.next().unwrap_or_default();
        self.taken.insert(name.clone());
        name
    }
}
