//! Running terms: what they give, without any input.

use crate::compile::bytecode::FunctionId;
use crate::compile::{Term, compile};
use crate::core::{Expr, Program};
use crate::diagnostic::Diagnostic;
use crate::fault::Fault;
use crate::machine::{Limits, Machine, Outcome};
use crate::value::Value;

/// So many lazy fields of a result are evaluated to be shown.
const PARTS: usize = 100;

/// Terms of a program, ready to be run.
pub struct Terms {
    machine: Machine,
    functions: Vec<FunctionId>,
}

impl Terms {
    /// Compiles a program and closed terms in its scope.
    ///
    /// # Errors
    /// When the machine cannot hold the program.
    pub fn new<'p>(
        program: &'p Program,
        terms: impl IntoIterator<Item = &'p Expr>,
        limits: Limits,
    ) -> Result<Self, Vec<Diagnostic>> {
        let terms: Vec<Term<'p>> = terms.into_iter().map(|body| Term { property: None, body }).collect();
        let compiled = compile(program, &terms)?;
        Ok(Self { machine: Machine::new(compiled.code, limits), functions: compiled.terms })
    }

    /// The value of the term of a number, with its first 100 lazy fields, from left to right, evaluated and the others open.
    ///
    /// # Errors
    /// When the run ends with an error.
    pub fn value(&mut self, number: usize) -> Result<Value, Fault> {
        match self.machine.start(&mut everycase_space::lazy::Partial::new(), self.functions[number], &[]) {
            Outcome::Value(word) => self.machine.evaluated(word, PARTS).map_err(|fault| *fault),
            Outcome::Fault(fault) => Err(*fault),
            Outcome::Void => Ok(Value::Open),
        }
    }
}
