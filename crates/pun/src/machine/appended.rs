//! Closed terms that are there for one run, behind the code of the program.

use std::ops::Range;
use std::sync::Arc;

use super::{FIRST, Limits, Machine};
use crate::compile::bytecode::FunctionId;
use crate::compile::{self, Extent};
use crate::core::{Expr, Program};

impl Machine {
    /// Begins a run of closed terms, which take the place of those before them: their functions, unless one of them is too
    /// large. The program's own code ends at `base`.
    pub(crate) fn begin(
        &mut self,
        program: &Program,
        base: Extent,
        terms: &[Expr],
        limits: Limits,
    ) -> Option<Range<FunctionId>> {
        self.limit(limits);
        self.reset();
        self.constants.truncate(base.constants);
        // Nobody else runs this code: it is copied once, when the first terms come.
        let code = Arc::make_mut(&mut self.code);
        code.cut(base);
        let functions = compile::append(program, code, terms)?;
        self.make_constants();
        Some(functions)
    }

    /// Has the run ended within a function from a number on, or within one that it has called?
    pub(crate) fn is_within(&self, first: FunctionId) -> bool {
        let mut base = self.base;
        while base > FIRST {
            if self.function_at(base) >= first {
                return true;
            }
            base = self.link(base).0;
        }
        false
    }
}
