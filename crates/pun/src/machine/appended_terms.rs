//! Closed terms appended to the code of the program for one run: before it begins, or when it needs
//! the value of a position that is a term.

use std::ops::Range;

use everycase_kernel::lazy::Run;

use super::Machine;
use super::providers::Providers;
use super::word::Word;
use crate::compile::bytecode::{FunctionId, Op};
use crate::core::{ConId, Expr, Kind, Program};
use crate::terms::{self, LiftedTerm};

impl Machine {
    /// Replaces the closed terms of the previous run by these. Returns their functions, or `None`
    /// if one is too large.
    pub(crate) fn begin(&mut self, program: &Program, terms: &[Expr]) -> Option<Range<FunctionId>> {
        self.prepare(false, None);
        self.program.append(&mut self.store, program, terms.iter().map(|term| (Vec::new(), term)))
    }

    /// Decides the closed term at the position of the current operation, except for its numbers and
    /// characters, compiles it, and stores its value, evaluated on demand. Nothing else may use the
    /// code meanwhile.
    pub(super) fn write_term(&mut self, input: &mut Run) {
        let Op::Term { dst, position } = self.program.code.ops[self.stack.pc - 1] else { return };
        let word = self.term(input, self.stack.get(position).payload());
        self.stack.set(dst, word);
    }

    fn term(&mut self, input: &mut Run, position: u32) -> Word {
        self.name_state(input);
        let mark = self.mark(input.depth());
        let (mut literals, mut open) = (Vec::new(), vec![position]);
        while let Some(position) = open.pop() {
            // A constant of its type is decided on demand, too.
            if input.is_range(position) || input.payload::<Providers>(position).is_some() {
                literals.push(Word::hole(position));
            } else {
                input.force(position);
                open.extend(input.fields(position).rev());
            }
        }
        self.decided(input, &mark);
        let shown = input.show(position);
        let term = shown.as_ref().and_then(|shown| terms::lifted(shown.at()));
        let Some(LiftedTerm { program, literals: mut locals, body }) = term else {
            panic!("position {position} is not a closed term")
        };
        assert_eq!(locals.len(), literals.len(), "the number of literals of a term");
        let mut body = &body;
        while let Kind::Lambda(parameters, inner) = &body.kind {
            locals.extend(parameters.iter().map(|binder| binder.local));
            body = inner;
        }
        match self.program.append(&mut self.store, &program, [(locals, body)]) {
            Some(functions) => self.call_of(functions.start, &literals),
            // No value, so its use ends the run.
            None => Word::constant(ConId::UNIT.0),
        }
    }

    /// Returns whether the run ended within a closed term, or within a function called by one.
    pub fn is_within_terms(&self) -> bool {
        self.stack.frames().any(|frame| self.program.is_of_term(frame.function))
    }
}
