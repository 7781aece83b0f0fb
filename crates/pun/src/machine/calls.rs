//! Calls of functions, applications of values, and the evaluation of delayed values.

use super::Machine;
use super::stop::Stop;
use super::word::{Tag, Word};
use crate::compile::bytecode::{FunctionId, ListId, Reg};
use crate::fault::FaultKind;

/// The register of a discarded result. The registers of a function have smaller numbers.
const NOWHERE: Reg = Reg::MAX;

/// The state of a delayed value, in its header. A call among the run's arguments is given; afterwards it is like any other.
const READY: u64 = 0;
pub(super) const RUNNING: u64 = 1;
pub(super) const DONE: u64 = 2;
const GIVEN: u64 = 3;

impl Machine {
    /// Spends a call, and checks the size of the heap.
    #[inline]
    pub(super) fn spend(&mut self) -> Result<(), FaultKind> {
        self.meter.spend()?;
        if self.heap.len() > self.heap_limit { Err(FaultKind::OutOfMemory) } else { Ok(()) }
    }

    /// Calls a function on the buffered arguments.
    pub(super) fn call(&mut self, function: FunctionId, dst: Reg) -> Result<(), Stop> {
        self.spend()?;
        self.stack.call(&self.code, function, dst)
    }

    /// Calls a function on registers of the current frame.
    #[inline]
    pub(super) fn call_listed(&mut self, function: FunctionId, list: ListId, dst: Reg) -> Result<(), Stop> {
        self.spend()?;
        self.stack.call_listed(&self.code, function, list, dst)
    }

    /// Calls a function on the buffered arguments, in place of the current frame.
    pub(super) fn tail_call(&mut self, function: FunctionId) -> Result<(), Stop> {
        self.spend()?;
        self.stack.tail_call(&self.code, function)
    }

    /// Returns a function without arguments.
    pub(super) fn bare_function(&mut self, function: FunctionId) -> Word {
        let at = self.heap.len() as u32;
        self.heap.push(Word::of_bits(u64::from(function)));
        Word::function(at)
    }

    /// Returns a function with some arguments; their number is in its header.
    pub(super) fn closure(&mut self, function: FunctionId, arguments: &[Word]) -> Word {
        let at = self.heap.len() as u32;
        self.heap.push(Word::of_bits((arguments.len() as u64) << 32 | u64::from(function)));
        self.heap.extend_from_slice(arguments);
        Word::function(at)
    }

    /// Applies a value to registers. The result goes to `dst`; without it the call replaces the current frame.
    pub(super) fn apply(
        &mut self,
        callee: Word,
        (list, n): (ListId, usize),
        dst: Option<Reg>,
    ) -> Result<(), Stop> {
        if callee.tag() != Tag::Function {
            return Err(Stop::Fault(FaultKind::Undecided));
        }
        let at = callee.at() as usize;
        let header = self.heap[at].bits();
        let (function, has) = (header as u32, (header >> 32) as usize);
        let missing = self.code.functions[function as usize].arity as usize - has;
        self.stack.arguments.clear();
        self.stack.arguments.extend_from_slice(&self.heap[at + 1..=at + has]);
        if n < missing {
            self.stack.gather_more(&self.code, list, n);
            let arguments = std::mem::take(&mut self.stack.arguments);
            let value = self.closure(function, &arguments);
            self.stack.arguments = arguments;
            match dst {
                Some(dst) => self.stack.set(dst, value),
                None => self.stack.return_value(&self.code, value),
            }
            return Ok(());
        }
        if n > missing {
            // A frame applies the result to the remaining arguments.
            let more = n - missing;
            let rest: Vec<Word> = self.stack.listed(&self.code, list + missing as ListId, more).collect();
            self.stack.gather_more(&self.code, list, missing);
            let first = std::mem::replace(&mut self.stack.arguments, rest);
            let apply_more = self.code.apply_more + more as FunctionId - 1;
            self.stack.arguments.insert(0, Word::NONE);
            match dst {
                Some(dst) => self.call(apply_more, dst)?,
                None => self.tail_call(apply_more)?,
            }
            self.stack.arguments = first;
            return self.call(function, 0);
        }
        self.stack.gather_more(&self.code, list, n);
        match dst {
            Some(dst) => self.call(function, dst)?,
            None => self.tail_call(function)?,
        }
        Ok(())
    }

    /// Makes a delayed value: a header, then the arguments of its function, or its value.
    pub(super) fn delay(&mut self, function: FunctionId, n: usize) -> u32 {
        let at = self.heap.len();
        self.heap.push(Word::of_bits((n as u64) << 34 | READY << 32 | u64::from(function)));
        self.heap.resize(at + 1 + n.max(1), Word::NONE);
        at as u32
    }

    /// Makes a delayed call that is no part of the program, but of the run's arguments.
    pub(super) fn given(&mut self, function: FunctionId, arguments: &[Word]) -> Word {
        let n = arguments.len();
        let at = self.delay(function, n);
        self.heap[at as usize] = Word::of_bits((n as u64) << 34 | GIVEN << 32 | u64::from(function));
        self.heap[at as usize + 1..=at as usize + n].copy_from_slice(arguments);
        Word::delayed(at)
    }

    /// Returns the value of a delayed object, if it is evaluated.
    pub(super) fn value_of(&self, delayed: u32) -> Option<Word> {
        let at = delayed as usize;
        (self.heap[at].bits() >> 32 & 3 == DONE).then(|| self.heap[at + 1])
    }

    /// Begins to evaluate a delayed value. If there is a register for the value, the next operation follows; otherwise the
    /// current one is repeated.
    pub(super) fn evaluate(&mut self, delayed: u32, dst: Option<Reg>) -> Result<(), Stop> {
        let at = delayed as usize;
        let header = self.heap[at].bits();
        let (function, n) = (header as u32, (header >> 34) as usize);
        let state = header >> 32 & 3;
        if state == RUNNING {
            let name = self.code.functions[function as usize].name.clone();
            return Err(Stop::Fault(FaultKind::NeedsItself(name)));
        }
        let own: Vec<Word> = self.heap[at + 1..at + 1 + n].to_vec();
        self.note_update(delayed);
        self.heap[at] = Word::of_bits((n as u64) << 34 | RUNNING << 32 | u64::from(function));
        self.stack.arguments.clear();
        self.stack.arguments.extend([Word::delayed(delayed), Word::NONE]);
        let (update, update_first) = match state {
            GIVEN => self.code.given.into(),
            _ => (self.code.update, self.code.update_first),
        };
        if let Some(dst) = dst {
            self.call(update, dst)?;
        } else {
            self.stack.pc -= 1;
            self.call(update_first, NOWHERE)?;
        }
        self.stack.arguments = own;
        self.call(function, 1)
    }

    /// Stores the value of a delayed object, and returns from the call that has computed it: with the value, unless the operation that
    /// waits for it is repeated.
    pub(super) fn update(&mut self, delayed: Word, value: Word, again: bool) -> Result<(), Stop> {
        if self.known(value) == delayed {
            return Err(Stop::Fault(FaultKind::NeedsItself(None)));
        }
        self.note_update(delayed.at());
        let at = delayed.at() as usize;
        self.heap[at] = Word::of_bits(DONE << 32);
        self.heap[at + 1] = value;
        if again {
            self.stack.return_nothing(&self.code);
        } else {
            self.stack.return_value(&self.code, value);
        }
        Ok(())
    }

    fn note_update(&mut self, delayed: u32) {
        let at = delayed as usize;
        // Objects made after the last decision are discarded when it changes, so only older ones are recorded.
        if at < self.snapshots.last().map_or(self.heap_base, |snapshot| snapshot.mark.heap) {
            self.updates.push((delayed, self.heap[at], self.heap[at + 1]));
        }
    }
}
