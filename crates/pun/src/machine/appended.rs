//! Closed terms appended to the code of the program for one run.

use std::ops::Range;
use std::sync::Arc;

use super::{FIRST, Machine};
use crate::compile;
use crate::compile::bytecode::FunctionId;
use crate::core::{Expr, Program};

impl Machine {
    /// Replaces the closed terms of the previous run by these. Returns their functions, or `None` if one is too large.
    pub(crate) fn begin(&mut self, program: &Program, terms: &[Expr]) -> Option<Range<FunctionId>> {
        self.asks = false;
        self.reset();
        self.choose_from(None);
        self.constants.truncate(self.own.constants);
        // The code is copied when the first terms are appended; from then on this machine owns it.
        let code = Arc::make_mut(&mut self.code);
        code.cut(self.own);
        let functions = compile::append(program, code, terms)?;
        self.make_constants();
        Some(functions)
    }

    /// Returns whether the run ended within a closed term, or within a function called by one.
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
