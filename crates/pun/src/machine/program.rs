//! The program of a machine: its code, and the words of its constants and of definitions that are
//! evaluated before all runs.
//!
//! Closed terms are appended to the code for one run: before it begins, or when it needs the value
//! of a position that is a term.

use std::ops::Range;
use std::sync::Arc;

use super::store::Store;
use super::word::Word;
use crate::compile::bytecode::{Code, Constant, FunctionId};
use crate::compile::{self, Extent};
use crate::core::{self, Expr, LocalId};

/// A program in bytecode, with the words that all runs share.
pub(super) struct Program {
    pub(super) code: Arc<Code>,
    /// The extent of the program's code; closed terms may be appended.
    own: Extent,
    pub(super) constants: Vec<Word>,
    /// The values of definitions without parameters, where computed.
    pub(super) globals: Vec<Word>,
}

impl Program {
    /// Returns a program, whose constants are made in the store.
    pub(super) fn new(code: Arc<Code>, store: &mut Store) -> Self {
        let globals = vec![Word::NONE; code.functions.len()];
        let mut program = Self { own: code.extent(), constants: Vec::new(), globals, code };
        program.make_constants(store);
        program
    }

    /// Makes the words of constants that have none yet.
    fn make_constants(&mut self, store: &mut Store) {
        for constant in &self.code.constants[self.constants.len()..] {
            self.constants.push(match constant {
                Constant::Integer(value) => store.big(value.clone()),
                Constant::Character(value) => Word::character(u32::from(*value)),
                // Its list is made by an operation.
                Constant::Text(_) => Word::NONE,
                Constant::Constructor(constructor) => Word::constant(*constructor),
                Constant::Function(function) => store.closure(*function, &[]),
            });
        }
    }

    /// Appends closed terms, each with its parameters. Returns their functions, or `None` if one is
    /// too large.
    pub(super) fn append<'t>(
        &mut self,
        store: &mut Store,
        program: &'t core::Program,
        terms: impl IntoIterator<Item = (Vec<LocalId>, &'t Expr)>,
    ) -> Option<Range<FunctionId>> {
        // The code is copied when the first terms are appended; from then on this machine owns it.
        let functions = compile::append(program, Arc::make_mut(&mut self.code), terms)?;
        self.make_constants(store);
        Some(functions)
    }

    /// Removes the closed terms of the previous run.
    pub(super) fn cut(&mut self) {
        if self.has_terms() {
            Arc::make_mut(&mut self.code).cut(self.own);
            self.constants.truncate(self.own.constants);
        }
    }

    /// Returns whether closed terms were appended since the run began. Another run has other terms
    /// under the same numbers.
    pub(super) fn has_terms(&self) -> bool {
        self.code.functions.len() > self.own.functions
    }

    /// Returns whether a function is an appended term or part of one.
    pub(super) fn is_of_term(&self, function: FunctionId) -> bool {
        function as usize >= self.own.functions
    }

    /// Returns whether the terms of decisions that the run has gone back on take too much memory.
    pub(super) fn is_full(&self) -> bool {
        /// The maximal number of operations that are kept.
        const MOST: usize = 1 << 16;
        self.code.extent().is_longer(self.own, MOST)
    }
}
