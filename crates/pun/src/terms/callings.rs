//! Names of the variables of terms, allocated in advance.

use std::sync::Arc;

use crate::core::Program;
use crate::names::Names;

use super::rules::NameKind;

/// The number of prepared names of each kind.
const KEPT: usize = 64;

/// Names that mean nothing else in a program.
pub(super) struct Callings {
    part: Arc<str>,
    /// Prepared names for values, functions and fields.
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

/// The number of names of each kind that a term has used.
#[derive(Default)]
pub(super) struct NameCounts([usize; 3]);

impl NameCounts {
    /// Returns the next name of a kind.
    pub(super) fn next(&mut self, callings: &Callings, called: NameKind) -> Arc<str> {
        let kind = match called {
            NameKind::Value => 0,
            NameKind::Function => 1,
            NameKind::Field => 2,
            NameKind::Part => return Arc::clone(&callings.part),
        };
        let i = self.0[kind];
        self.0[kind] += 1;
        match callings.kept[kind].get(i) {
            Some(name) => Arc::clone(name),
            // The prepared names have smaller numbers.
            None => format!("{}{i}", ["x", "f", "a"][kind]).into(),
        }
    }
}
