//! What the variables of terms are called, made ready beforehand.

use std::sync::Arc;

use crate::core::Program;
use crate::names::Names;

use super::rules::Called;

/// How many names of a kind are kept.
const KEPT: usize = 64;

/// Names that stand for nothing else in a program.
pub(super) struct Callings {
    part: Arc<str>,
    /// For values, functions and fields.
    kept: [Vec<Arc<str>>; 3],
}

impl Callings {
    pub(super) fn new(program: &Program) -> Self {
        let mut names = Names::new(program);
        let part = names.fresh("p").into();
        let kept = [Names::VALUES, Names::FUNCTIONS, Names::FIELDS]
            .map(|letters| (0..KEPT).map(|_| names.fresh(letters).into()).collect());
        Self { part, kept }
    }
}

/// How many names of each kind a term has used up.
#[derive(Default)]
pub(super) struct Used([usize; 3]);

impl Used {
    /// Returns the next name of a kind.
    pub(super) fn next(&mut self, callings: &Callings, called: Called) -> Arc<str> {
        let kind = match called {
            Called::Value => 0,
            Called::Function => 1,
            Called::Field => 2,
            Called::Part => return Arc::clone(&callings.part),
        };
        let i = self.0[kind];
        self.0[kind] += 1;
        match callings.kept[kind].get(i) {
            Some(name) => Arc::clone(name),
            // Names that are kept have smaller numbers.
            None => format!("{}{i}", ["x", "f", "a"][kind]).into(),
        }
    }
}
