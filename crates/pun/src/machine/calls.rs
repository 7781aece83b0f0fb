//! Frames: two words that link a call to its caller, then its registers.

use everycase_check::control::steps;
use everycase_check::control::stop::ends_now;

use super::Machine;
use super::stop::Stop;
use super::word::{Tag, Word};
use crate::compile::bytecode::{FunctionId, ListId, Reg};
use crate::fault::FaultKind;

/// The words before the registers. The first holds the caller's base and return address, the second the function and the
/// caller's register for the result.
const LINK: usize = 2;

/// The maximal height of the stack, as a multiple of the limit for active calls: frames kept for decisions make it higher. A
/// run that exceeds it begins again and keeps none of them; its decisions stay.
pub(super) const MOST_KEPT: usize = 4;

/// The register of a discarded result. The registers of a function have smaller numbers.
const NOWHERE: Reg = Reg::MAX;

/// The state of a delayed value, in its header. A call among the run's arguments is given; afterwards it is like any other.
const READY: u64 = 0;
pub(super) const RUNNING: u64 = 1;
pub(super) const DONE: u64 = 2;
const GIVEN: u64 = 3;

/// The number of calls between two checks of the clock.
const BETWEEN_LOOKS: u64 = 1 << 12;

impl Machine {
    /// Returns the caller's base and the return address.
    pub(super) fn link(&self, base: usize) -> (usize, usize) {
        let link = self.stack[base - LINK].bits();
        ((link >> 32) as usize, (link & 0xffff_ffff) as usize)
    }

    /// Returns the function of the frame with this base.
    pub(super) fn function_at(&self, base: usize) -> FunctionId {
        self.stack[base - 1].bits() as u32
    }

    #[inline]
    pub(super) fn get(&self, register: Reg) -> Word {
        self.stack[self.base + register as usize]
    }

    #[inline]
    pub(super) fn set(&mut self, register: Reg, word: Word) {
        self.stack[self.base + register as usize] = word;
    }

    /// Sets the number of calls left. The next check of the clock depends on the calls left, not on those made, as large
    /// integers spend several at a time.
    pub(super) fn refuel(&mut self, fuel: u64) {
        self.fuel = fuel;
        self.next_look = fuel.saturating_sub(BETWEEN_LOOKS);
    }

    /// Spends a call. If time is up it ends the run; the error is then irrelevant.
    #[inline]
    pub(super) fn spend(&mut self) -> Result<(), FaultKind> {
        if self.fuel <= self.next_look {
            if self.fuel == 0 || ends_now() {
                return Err(FaultKind::OutOfFuel);
            }
            steps::add(BETWEEN_LOOKS);
            self.refuel(self.fuel);
        }
        self.fuel -= 1;
        if self.heap.len() > self.limits.heap { Err(FaultKind::OutOfMemory) } else { Ok(()) }
    }

    /// Pushes a frame; the caller then sets its arguments.
    #[inline]
    pub(super) fn push_frame(&mut self, function: FunctionId, dst: Reg) -> Result<(), Stop> {
        let registers = self.code.functions[function as usize].registers as usize;
        let base = self.top.max(self.protected) + LINK;
        self.nest(self.nested + LINK + registers, base + registers)?;
        let top = base + registers;
        self.stack[base - LINK] = Word::of_bits((self.base as u64) << 32 | self.pc as u64);
        self.stack[base - 1] = Word::of_bits(u64::from(dst) << 32 | u64::from(function));
        (self.base, self.top) = (base, top);
        Ok(())
    }

    /// Checks the size of all active calls, `nested` words, against the limit, and grows the stack to `top`.
    #[inline]
    fn nest(&mut self, nested: usize, top: usize) -> Result<(), Stop> {
        if nested > self.limits.stack {
            return Err(FaultKind::TooDeep.into());
        }
        self.nested = nested;
        if top > self.stack.len() { self.grow(top) } else { Ok(()) }
    }

    #[cold]
    fn grow(&mut self, top: usize) -> Result<(), Stop> {
        let most = self.limits.stack.saturating_mul(MOST_KEPT);
        if top > most {
            return Err(Stop::Crowded);
        }
        self.stack.resize((top * 2).min(most).max(top), Word::NONE);
        Ok(())
    }

    /// Calls a function on the buffered arguments.
    pub(super) fn call(&mut self, function: FunctionId, dst: Reg) -> Result<(), Stop> {
        self.spend()?;
        self.push_frame(function, dst)?;
        let end = self.base + self.arguments.len();
        self.stack[self.base..end].copy_from_slice(&self.arguments);
        self.pc = self.code.functions[function as usize].start as usize;
        Ok(())
    }

    /// Calls a function on registers of the current frame.
    #[inline]
    pub(super) fn call_listed(&mut self, function: FunctionId, list: ListId, dst: Reg) -> Result<(), Stop> {
        self.spend()?;
        let from = self.base;
        self.push_frame(function, dst)?;
        let called = &self.code.functions[function as usize];
        let list = &self.code.registers[list as usize..(list + called.arity) as usize];
        self.pc = called.start as usize;
        for (i, register) in list.iter().enumerate() {
            self.stack[self.base + i] = self.stack[from + *register as usize];
        }
        Ok(())
    }

    /// Calls a function on the buffered arguments, in place of the current frame.
    pub(super) fn tail_call(&mut self, function: FunctionId) -> Result<(), Stop> {
        self.spend()?;
        let called = &self.code.functions[function as usize];
        let (registers, start) = (called.registers as usize, called.start as usize);
        let own = self.code.functions[self.function_at(self.base) as usize].registers as usize;
        if self.base < self.protected {
            // The current frame is protected: push one that returns to where this one would.
            let (link, dst) = (self.stack[self.base - LINK], self.stack[self.base - 1].bits() >> 32);
            self.nested -= LINK + own;
            self.push_frame(function, dst as Reg)?;
            self.stack[self.base - LINK] = link;
        } else {
            let top = self.base + registers;
            self.nest(self.nested - own + registers, top)?;
            let dst = self.stack[self.base - 1].bits() >> 32;
            self.stack[self.base - 1] = Word::of_bits(dst << 32 | u64::from(function));
            self.top = top;
        }
        let end = self.base + self.arguments.len();
        self.stack[self.base..end].copy_from_slice(&self.arguments);
        self.pc = start;
        Ok(())
    }

    /// Copies registers into the buffer for arguments.
    #[inline]
    pub(super) fn gather(&mut self, list: ListId, n: usize) {
        self.arguments.clear();
        self.gather_more(list, n);
    }

    fn gather_more(&mut self, list: ListId, n: usize) {
        let list = &self.code.registers[list as usize..list as usize + n];
        self.arguments.extend(list.iter().map(|register| self.stack[self.base + *register as usize]));
    }

    /// Returns a value from the current call.
    #[expect(clippy::inline_always, reason = "searches are 3 % slower with a call here")]
    #[inline(always)]
    pub(super) fn return_value(&mut self, value: Word) {
        let link = self.stack[self.base - LINK].bits();
        let called = self.stack[self.base - 1].bits();
        let dst = (called >> 32) as usize;
        let base = (link >> 32) as usize;
        let caller = self.stack[base - 1].bits() as u32;
        self.stack[base + dst] = value;
        self.nested -= LINK + self.code.functions[called as u32 as usize].registers as usize;
        self.base = base;
        self.top = base + self.code.functions[caller as usize].registers as usize;
        self.pc = (link & 0xffff_ffff) as usize;
    }

    /// Returns from the current call without a value.
    fn return_nothing(&mut self) {
        let own = self.function_at(self.base);
        let (base, pc) = self.link(self.base);
        self.nested -= LINK + self.code.functions[own as usize].registers as usize;
        self.base = base;
        self.top = base + self.code.functions[self.function_at(base) as usize].registers as usize;
        self.pc = pc;
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
        self.arguments.clear();
        self.arguments.extend_from_slice(&self.heap[at + 1..=at + has]);
        if n < missing {
            self.gather_more(list, n);
            let arguments = std::mem::take(&mut self.arguments);
            let value = self.closure(function, &arguments);
            self.arguments = arguments;
            match dst {
                Some(dst) => self.set(dst, value),
                None => self.return_value(value),
            }
            return Ok(());
        }
        if n > missing {
            // A frame applies the result to the remaining arguments.
            let more = n - missing;
            let rest: Vec<Word> = self.code.registers[list as usize + missing..list as usize + n]
                .iter()
                .map(|register| self.get(*register))
                .collect();
            self.gather_more(list, missing);
            let first = std::mem::replace(&mut self.arguments, rest);
            let apply_more = self.code.apply_more + more as FunctionId - 1;
            self.arguments.insert(0, Word::NONE);
            match dst {
                Some(dst) => self.call(apply_more, dst)?,
                None => self.tail_call(apply_more)?,
            }
            self.arguments = first;
            return self.call(function, 0);
        }
        self.gather_more(list, n);
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
        self.arguments.clear();
        self.arguments.extend([Word::delayed(delayed), Word::NONE]);
        let (update, update_first) = match state {
            GIVEN => self.code.given.into(),
            _ => (self.code.update, self.code.update_first),
        };
        if let Some(dst) = dst {
            self.call(update, dst)?;
        } else {
            self.pc -= 1;
            self.call(update_first, NOWHERE)?;
        }
        self.arguments = own;
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
            self.return_nothing();
        } else {
            self.return_value(value);
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
