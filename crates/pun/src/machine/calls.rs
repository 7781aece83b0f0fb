//! Calls of functions, applications of values, and the evaluation of delayed values.

use super::Machine;
use super::stop::Stop;
use super::word::{Tag, Word};
use crate::compile::bytecode::{FunctionId, ListId, Reg};
use crate::fault::FaultKind;

/// The register of a discarded result. The registers of a function have smaller numbers.
const NOWHERE: Reg = Reg::MAX;

impl Machine {
    /// Spends a call, and checks the size of the heap.
    #[inline]
    pub(super) fn spend(&mut self) -> Result<(), FaultKind> {
        self.meter.spend()?;
        self.store.check()
    }

    /// Calls a function on the buffered arguments.
    pub(super) fn call(&mut self, function: FunctionId, dst: Reg) -> Result<(), Stop> {
        self.spend()?;
        self.stack.call(&self.program.code, function, dst)
    }

    /// Calls a function on registers of the current frame.
    #[inline]
    pub(super) fn call_listed(&mut self, function: FunctionId, list: ListId, dst: Reg) -> Result<(), Stop> {
        self.spend()?;
        self.stack.call_listed(&self.program.code, function, list, dst)
    }

    /// Calls a function on the buffered arguments, in place of the current frame.
    pub(super) fn tail_call(&mut self, function: FunctionId) -> Result<(), Stop> {
        self.spend()?;
        self.stack.tail_call(&self.program.code, function)
    }

    /// Applies a value to registers. The result goes to `dst`; without it the call replaces the
    /// current frame.
    pub(super) fn apply(
        &mut self,
        callee: Word,
        (list, n): (ListId, usize),
        dst: Option<Reg>,
    ) -> Result<(), Stop> {
        if callee.tag() != Tag::Function {
            return Err(Stop::Fault(FaultKind::Undecided));
        }
        let (header, held) = self.store.function(callee);
        let function = header as u32;
        let missing = self.program.code.functions[function as usize].arity as usize - held.len();
        self.stack.arguments.clear();
        self.stack.arguments.extend_from_slice(held);
        if n < missing {
            self.stack.gather_more(&self.program.code, list, n);
            let value = self.store.closure(function, &self.stack.arguments);
            match dst {
                Some(dst) => self.stack.set(dst, value),
                None => self.stack.return_value(&self.program.code, value),
            }
            return Ok(());
        }
        if n > missing {
            // A frame applies the result to the remaining arguments.
            let more = n - missing;
            let rest: Vec<Word> =
                self.stack.listed(&self.program.code, list + missing as ListId, more).collect();
            self.stack.gather_more(&self.program.code, list, missing);
            let first = std::mem::replace(&mut self.stack.arguments, rest);
            let apply_more = self.program.code.apply_more + more as FunctionId - 1;
            self.stack.arguments.insert(0, Word::NONE);
            match dst {
                Some(dst) => self.call(apply_more, dst)?,
                None => self.tail_call(apply_more)?,
            }
            self.stack.arguments = first;
            return self.call(function, 0);
        }
        self.stack.gather_more(&self.program.code, list, n);
        match dst {
            Some(dst) => self.call(function, dst)?,
            None => self.tail_call(function)?,
        }
        Ok(())
    }

    /// Begins to evaluate a delayed value. If there is a register for the value, the next operation
    /// follows; otherwise the current one is repeated.
    pub(super) fn evaluate(&mut self, delayed: u32, dst: Option<Reg>) -> Result<(), Stop> {
        let kept = self.kept();
        let call = self.store.begin(&self.program.code, delayed, kept)?;
        self.stack.arguments.clear();
        self.stack.arguments.extend([Word::delayed(delayed), Word::NONE]);
        let (update, update_first) = if call.is_given {
            self.program.code.given.into()
        } else {
            (self.program.code.update, self.program.code.update_first)
        };
        if let Some(dst) = dst {
            self.call(update, dst)?;
        } else {
            self.stack.pc -= 1;
            self.call(update_first, NOWHERE)?;
        }
        self.stack.arguments = call.arguments;
        self.call(call.function, 1)
    }

    /// Stores the value of a delayed object, and returns from the call that has computed it: with
    /// the value, unless the operation that waits for it is repeated.
    pub(super) fn update(&mut self, delayed: Word, value: Word, again: bool) -> Result<(), Stop> {
        if self.store.known(value) == delayed {
            return Err(Stop::Fault(FaultKind::NeedsItself(None)));
        }
        let kept = self.kept();
        self.store.end(delayed.at(), value, kept);
        if again {
            self.stack.return_nothing(&self.program.code);
        } else {
            self.stack.return_value(&self.program.code, value);
        }
        Ok(())
    }

    /// Returns the height of the heap at the last decision, or before the run.
    fn kept(&self) -> usize {
        self.decisions.snapshots.last().map_or(self.store.base.heap, |last| last.mark.store.heap)
    }
}
