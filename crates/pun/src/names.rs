//! Names for variables of generated terms.

use std::collections::HashSet;

use crate::core::Program;

/// Names that stand for nothing else in a program.
#[derive(Clone)]
pub(crate) struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// For parameters and whatever is bound by a `let`.
    pub(crate) const VALUES: &'static str = "xyz";
    /// For functions.
    pub(crate) const FUNCTIONS: &'static str = "fgh";
    /// For fields of constructors.
    pub(crate) const FIELDS: &'static str = "abcdeijklmnopqrstuvw";

    pub(crate) fn new(program: &Program) -> Self {
        Self { taken: program.scope.iter().map(|(name, _)| name.to_string()).collect() }
    }

    /// Returns a name that was not given before: one of the letters, with a number if it has to be.
    pub(crate) fn fresh(&mut self, letters: &str) -> String {
        let numbers = std::iter::once(String::new()).chain((1..).map(|n: u64| n.to_string()));
        let names = numbers.flat_map(|number| letters.chars().map(move |letter| format!("{letter}{number}")));
        let mut names = names.filter(|name| !self.taken.contains(name));
        let name = names.next().unwrap_or_default();
        self.taken.insert(name.clone());
        name
    }
}
