//! The stack: which calls are active, what their registers hold, and the next operation.
//!
//! A frame is two words that link a call to its caller, then its registers. The first word of a
//! link holds the caller's base and the return address, the second the function and the caller's
//! register for the result.

use super::stop::Stop;
use super::word::Word;
use crate::compile::bytecode::{Code, FunctionId, ListId, Reg};
use crate::fault::FaultKind;

/// The words of a link.
const LINK: usize = 2;

/// The base of the frame that ends a run.
pub(super) const FIRST: usize = LINK;

/// The maximal height of the stack, as a multiple of the limit for active calls: frames kept for
/// decisions make it higher. A run that exceeds it begins again and keeps none of them; its
/// decisions stay.
const MOST_KEPT: usize = 4;

/// The frames of active calls, and of calls that decisions go back to.
#[derive(Default)]
pub(super) struct Stack {
    words: Vec<Word>,
    /// The bounds of the current frame's registers.
    pub(super) base: usize,
    top: usize,
    /// The next operation.
    pub(super) pc: usize,
    /// The number of words of all active calls. The stack may be higher, because of frames kept for
    /// decisions.
    nested: usize,
    /// The maximal number of these words.
    pub(super) limit: usize,
    /// The stack below this height is not overwritten.
    pub(super) protected: usize,
    /// The call with which the run began: a function and its arguments.
    pub(super) first: (FunctionId, Vec<Word>),
    /// The arguments of the next call.
    pub(super) arguments: Vec<Word>,
}

/// A state of the stack to go back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) pc: usize,
    base: usize,
    top: usize,
    nested: usize,
}

/// A frame of an active call.
pub(super) struct Frame {
    pub(super) base: usize,
    pub(super) function: FunctionId,
}

impl Stack {
    /// Pushes the frame that ends a run.
    pub(super) fn begin(&mut self, code: &Code) {
        self.base = FIRST;
        self.top = FIRST + 1;
        self.nested = self.top;
        self.words.resize(self.words.len().max(16), Word::NONE);
        self.words[0] = Word::of_bits(0);
        self.words[1] = Word::of_bits(u64::from(code.halt));
        self.pc = code.functions[code.halt as usize].start as usize;
    }

    /// Frees memory beyond the limit.
    pub(super) fn shrink(&mut self) {
        self.words.truncate(self.limit);
        self.words.shrink_to_fit();
    }

    /// Returns the state before the current operation.
    pub(super) fn mark(&self) -> Mark {
        Mark { pc: self.pc - 1, base: self.base, top: self.top, nested: self.nested }
    }

    /// Keeps the frames of a state. Returns the height below which frames are kept.
    pub(super) fn protect(&mut self, mark: &Mark) -> usize {
        self.protected = self.protected.max(mark.top);
        self.protected
    }

    /// Goes back to a state whose frames were kept, with this height below which frames are kept.
    pub(super) fn restore(&mut self, mark: &Mark, protected: usize) {
        (self.pc, self.base, self.top, self.nested) = (mark.pc, mark.base, mark.top, mark.nested);
        self.protected = protected;
    }

    /// Returns the caller's base and the return address.
    pub(super) fn link(&self, base: usize) -> (usize, usize) {
        let link = self.words[base - LINK].bits();
        ((link >> 32) as usize, (link & 0xffff_ffff) as usize)
    }

    /// Returns the function of the frame with this base.
    pub(super) fn function_at(&self, base: usize) -> FunctionId {
        self.words[base - 1].bits() as u32
    }

    /// Returns the active calls, the innermost first.
    pub(super) fn frames(&self) -> impl Iterator<Item = Frame> {
        let bases =
            std::iter::successors(Some(self.base), |base| (*base > FIRST).then(|| self.link(*base).0));
        bases.map(|base| Frame { base, function: self.function_at(base) })
    }

    /// Returns the caller's register for the result of the frame with this base.
    pub(super) fn result_of(&self, base: usize) -> Reg {
        (self.words[base - 1].bits() >> 32) as Reg
    }

    /// Returns what a register of the frame with this base holds.
    pub(super) fn at(&self, base: usize, register: Reg) -> Word {
        self.words[base + register as usize]
    }

    #[inline]
    pub(super) fn get(&self, register: Reg) -> Word {
        self.words[self.base + register as usize]
    }

    #[inline]
    pub(super) fn set(&mut self, register: Reg, word: Word) {
        self.words[self.base + register as usize] = word;
    }

    /// Returns what listed registers of the current frame hold.
    #[inline]
    pub(super) fn listed(&self, code: &Code, list: ListId, n: usize) -> impl Iterator<Item = Word> {
        let list = &code.registers[list as usize..list as usize + n];
        list.iter().map(|register| self.words[self.base + *register as usize])
    }

    /// Copies listed registers into the buffer for arguments.
    #[inline]
    pub(super) fn gather(&mut self, code: &Code, list: ListId, n: usize) {
        self.arguments.clear();
        self.gather_more(code, list, n);
    }

    pub(super) fn gather_more(&mut self, code: &Code, list: ListId, n: usize) {
        let list = &code.registers[list as usize..list as usize + n];
        self.arguments.extend(list.iter().map(|register| self.words[self.base + *register as usize]));
    }

    /// Pushes a frame of a function with this number of registers; the caller then sets its
    /// arguments.
    #[inline]
    fn push_frame(&mut self, function: FunctionId, registers: u32, dst: Reg) -> Result<(), Stop> {
        let registers = registers as usize;
        let base = self.top.max(self.protected) + LINK;
        self.nest(self.nested + LINK + registers, base + registers)?;
        let top = base + registers;
        self.words[base - LINK] = Word::of_bits((self.base as u64) << 32 | self.pc as u64);
        self.words[base - 1] = Word::of_bits(u64::from(dst) << 32 | u64::from(function));
        (self.base, self.top) = (base, top);
        Ok(())
    }

    /// Checks the size of all active calls, `nested` words, against the limit, and grows the stack
    /// to `top`.
    #[inline]
    fn nest(&mut self, nested: usize, top: usize) -> Result<(), Stop> {
        if nested > self.limit {
            return Err(FaultKind::TooDeep.into());
        }
        self.nested = nested;
        if top > self.words.len() { self.grow(top) } else { Ok(()) }
    }

    #[cold]
    fn grow(&mut self, top: usize) -> Result<(), Stop> {
        let most = self.limit.saturating_mul(MOST_KEPT);
        if top > most {
            return Err(Stop::Crowded);
        }
        self.words.resize((top * 2).min(most).max(top), Word::NONE);
        Ok(())
    }

    /// Calls a function on the buffered arguments.
    pub(super) fn call(&mut self, code: &Code, function: FunctionId, dst: Reg) -> Result<(), Stop> {
        let called = &code.functions[function as usize];
        self.push_frame(function, called.registers, dst)?;
        let end = self.base + self.arguments.len();
        self.words[self.base..end].copy_from_slice(&self.arguments);
        self.pc = called.start as usize;
        Ok(())
    }

    /// Calls a function on registers of the current frame.
    #[inline]
    pub(super) fn call_listed(
        &mut self,
        code: &Code,
        function: FunctionId,
        list: ListId,
        dst: Reg,
    ) -> Result<(), Stop> {
        let from = self.base;
        let called = &code.functions[function as usize];
        self.push_frame(function, called.registers, dst)?;
        let list = &code.registers[list as usize..(list + called.arity) as usize];
        self.pc = called.start as usize;
        for (i, register) in list.iter().enumerate() {
            self.words[self.base + i] = self.words[from + *register as usize];
        }
        Ok(())
    }

    /// Calls a function on the buffered arguments, in place of the current frame.
    pub(super) fn tail_call(&mut self, code: &Code, function: FunctionId) -> Result<(), Stop> {
        let called = &code.functions[function as usize];
        let own = code.functions[self.function_at(self.base) as usize].registers as usize;
        if self.base < self.protected {
            // The current frame is protected: push one that returns to where this one would.
            let (link, dst) = (self.words[self.base - LINK], self.words[self.base - 1].bits() >> 32);
            self.nested -= LINK + own;
            self.push_frame(function, called.registers, dst as Reg)?;
            self.words[self.base - LINK] = link;
        } else {
            let registers = called.registers as usize;
            let top = self.base + registers;
            self.nest(self.nested - own + registers, top)?;
            let dst = self.words[self.base - 1].bits() >> 32;
            self.words[self.base - 1] = Word::of_bits(dst << 32 | u64::from(function));
            self.top = top;
        }
        let end = self.base + self.arguments.len();
        self.words[self.base..end].copy_from_slice(&self.arguments);
        self.pc = called.start as usize;
        Ok(())
    }

    /// Begins the current call again.
    pub(super) fn call_again(&mut self, code: &Code) {
        self.pc = code.functions[self.function_at(self.base) as usize].start as usize;
    }

    /// Returns a value from the current call.
    #[expect(clippy::inline_always, reason = "searches are 3 % slower with a call here")]
    #[inline(always)]
    pub(super) fn return_value(&mut self, code: &Code, value: Word) {
        let link = self.words[self.base - LINK].bits();
        let called = self.words[self.base - 1].bits();
        let dst = (called >> 32) as usize;
        let base = (link >> 32) as usize;
        let caller = self.words[base - 1].bits() as u32;
        self.words[base + dst] = value;
        self.nested -= LINK + code.functions[called as u32 as usize].registers as usize;
        self.base = base;
        self.top = base + code.functions[caller as usize].registers as usize;
        self.pc = (link & 0xffff_ffff) as usize;
    }

    /// Returns from the current call without a value.
    pub(super) fn return_nothing(&mut self, code: &Code) {
        let own = self.function_at(self.base);
        let (base, pc) = self.link(self.base);
        self.nested -= LINK + code.functions[own as usize].registers as usize;
        self.base = base;
        self.top = base + code.functions[self.function_at(base) as usize].registers as usize;
        self.pc = pc;
    }

    /// Returns what the current frame holds.
    pub(super) fn frame(&self) -> Vec<Word> {
        self.words[self.base..self.top].to_vec()
    }

    /// Sets what the current frame holds.
    pub(super) fn set_frame(&mut self, frame: &[Word]) {
        self.words[self.base..self.top].copy_from_slice(frame);
    }
}
