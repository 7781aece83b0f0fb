//! Closed terms that are there for one run, behind the code of the program.

use std::ops::Range;
use std::sync::Arc;

use super::{FIRST, Machine};
use crate::compile;
use crate::compile::bytecode::FunctionId;
use crate::core::{Expr, Program};

impl Machine {
    /// Begins a run of closed terms, which take the place of those before them. Returns their functions, unless one of them is too
    /// large.
    pub(crate) fn begin(&mut self, program: &Program, terms: &[Expr]) -> Option<Range<FunctionId>> {
        self.asks = false;
        self.reset();
        self.choose_from(None);
        self.constants.truncate(self.own.constants);
        // The code belongs to this machine alone from now on: it is copied once, when the first terms come.
        let code = Arc::make_mut(&mut self.code);
        code.cut(self.own);
        let functions = compile::append(program, code, terms)?;
        self.make_constants();
        Some(functions)
    }

    /// Returns whether the run has ended within a closed term, or within a function that one has called.
    pub(crate) fn is_within_terms(&self) -> bool {
        let mut base = self.base;
        while base > FIRST {
            if self.function_at(base) as usize >= self.own.functions {
                return true;
            }
            base = self.link(base).0;
        }
        false
    }
}
