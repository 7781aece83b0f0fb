//! The interpreter loop.

use std::sync::Arc;

use everycase_kernel::lazy::Run;

use super::Machine;
use super::stop::{Progress, Stop, Wait};
use super::word::{Tag, Word};
use crate::compile::bytecode::{Code, Constant, ListId, Op, Reg};
use crate::fault::FaultKind;

impl Machine {
    /// Runs until the end.
    #[expect(clippy::too_many_lines, reason = "an arm for each operation")]
    pub(super) fn execute(&mut self, input: &mut Run) -> Result<Word, Stop> {
        let shared = Arc::clone(&self.program.code);
        let code = &*shared;
        let ops = &code.ops[..];
        loop {
            let at = self.stack.pc;
            self.stack.pc = at + 1;
            match ops[at] {
                Op::Move { dst, src } => self.stack.set(dst, self.stack.get(src)),
                Op::Constant { dst, constant } => {
                    self.stack.set(dst, self.program.constants[constant as usize]);
                }
                Op::Text { dst, constant } => {
                    let word = self.long_text(code, constant)?;
                    self.stack.set(dst, word);
                }
                Op::Construct { dst, n, constructor, fields } => self.construct(dst, n, constructor, fields),
                Op::Field { dst, src, i } => {
                    let at = self.stack.get(src).at() as usize + i as usize;
                    self.stack.set(dst, self.store.heap[at]);
                }
                Op::Closure { dst, n, function, captures } => {
                    let at = self.store.heap.len() as u32;
                    self.store.heap.push(Word::of_bits(u64::from(n) << 32 | u64::from(function)));
                    // Set the register before reading the captures: the function may capture
                    // itself.
                    self.stack.set(dst, Word::function(at));
                    self.push_listed(captures, n);
                }
                Op::Delay { dst, n, function, captures } => {
                    let at = self.store.delay(function, n.into());
                    self.stack.set(dst, Word::delayed(at));
                    for i in 0..n {
                        let register = code.registers[captures as usize + i as usize];
                        self.store.heap[at as usize + 1 + i as usize] = self.stack.get(register);
                    }
                }
                Op::Force { dst, src } => {
                    let word = self.stack.get(src);
                    if word.tag() != Tag::Delayed {
                        self.stack.set(dst, word);
                    } else if let Some(value) = self.store.value_of(word.at()) {
                        self.stack.set(dst, value);
                    } else {
                        self.evaluate(word.at(), Some(dst))?;
                    }
                }
                Op::Global { dst, function } => {
                    let value = self.program.globals[function as usize];
                    if value == Word::NONE {
                        self.stack.arguments.clear();
                        self.call(function, dst)?;
                    } else {
                        self.stack.set(dst, value);
                    }
                }
                Op::Call { dst, function, arguments } => self.call_listed(function, arguments, dst)?,
                Op::TailCall { function, arguments } => {
                    self.stack.gather(code, arguments, code.functions[function as usize].arity as usize);
                    self.tail_call(function)?;
                }
                Op::Apply { dst, callee, n, arguments } => match self.callee(input, callee) {
                    Ok(callee) => self.apply(callee, (arguments, n.into()), Some(dst))?,
                    Err(wait) => self.wait(wait)?,
                },
                Op::TailApply { callee, n, arguments } => match self.callee(input, callee) {
                    Ok(callee) => self.apply(callee, (arguments, n.into()), None)?,
                    Err(wait) => self.wait(wait)?,
                },
                Op::Return { src } => self.stack.return_value(code, self.stack.get(src)),
                Op::Jump { to } => self.stack.pc = to as usize,
                Op::Switch { dst, src, base, targets, .. } => {
                    let mut word = self.stack.get(src);
                    if word.is_open() {
                        word = match self.head(input, word, base) {
                            Ok(word) => word,
                            Err(wait) => {
                                self.wait(wait)?;
                                continue;
                            }
                        };
                    }
                    self.stack.set(dst, word);
                    self.stack.pc = code.targets[(targets + word.constructor() - base) as usize] as usize;
                }
                Op::IsTrue { src, otherwise } => {
                    let mut word = self.stack.get(src);
                    if word.is_open() {
                        word = match self.head(input, word, 0) {
                            Ok(word) => word,
                            Err(wait) => {
                                self.wait(wait)?;
                                continue;
                            }
                        };
                    }
                    if !word.is_true() {
                        self.stack.pc = otherwise as usize;
                    }
                }
                Op::Compare { dst, a, b, with } => {
                    match self.holds(input, with, self.stack.get(a), self.stack.get(b)) {
                        Ok(holds) => self.stack.set(dst, Word::boolean(holds)),
                        Err(wait) => self.wait(wait)?,
                    }
                }
                Op::Holds { with, a, b, otherwise } => {
                    match self.holds(input, with, self.stack.get(a), self.stack.get(b)) {
                        Ok(true) => {}
                        Ok(false) => self.stack.pc = otherwise as usize,
                        Err(wait) => self.wait(wait)?,
                    }
                }
                Op::Arithmetic { dst, a, b, with } => {
                    match self.arithmetic(input, with, self.stack.get(a), self.stack.get(b)) {
                        Ok(value) => self.stack.set(dst, value),
                        Err(wait) => self.wait(wait)?,
                    }
                }
                Op::NoBranch { src } => {
                    let value = self.value(self.stack.get(src));
                    return Err(FaultKind::NoBranch(Box::new(value)).into());
                }
                Op::Error { src } => match self.text(input, self.stack.get(src)) {
                    Ok(text) => return Err(FaultKind::Error(text).into()),
                    Err(wait) => self.wait(wait)?,
                },
                Op::Choose { otherwise } => {
                    if self.choose_side(input)? {
                        self.stack.pc = otherwise as usize;
                    }
                }
                Op::ChooseInteger { dst, natural } => {
                    let word = self.choose_integer(input, natural)?;
                    self.stack.set(dst, word);
                }
                Op::ChooseBetween { dst, lo, hi, from_low } => {
                    match self.choose_between(input, (self.stack.get(lo), self.stack.get(hi)), from_low) {
                        Ok(word) => self.stack.set(dst, word),
                        Err(wait) => self.wait(wait)?,
                    }
                }
                Op::Update { delayed, src, again } => {
                    let (delayed, value) = (self.stack.get(delayed), self.stack.get(src));
                    self.update(delayed, value, again)?;
                    if self.reports.has_waiting() {
                        self.reports.report(input, code, &self.store, delayed.at(), value)?;
                    }
                }
                Op::Watch { dst, src, arity, mention } => {
                    let word = self.replied(src, arity, mention)?;
                    self.stack.set(dst, word);
                }
                Op::Assumed { is_last: true } => self.settle(input),
                Op::Assumed { is_last: false } => {}
                Op::Owe { src } => self.store.owe(self.stack.get(src)),
                Op::Discharge { src } => {
                    if self.stack.get(src) != Word::FALSE
                        && let Some(delayed) = self.store.next_pending()
                    {
                        self.evaluate(delayed, None)?;
                    }
                }
                Op::Count { counter } => self.meter.reach(counter),
                Op::Term { .. } => return Err(Stop::Term),
                Op::Observe { dst, src, path } => {
                    match self.observed(input, self.stack.get(src), self.stack.get(path)) {
                        Ok(word) => self.stack.set(dst, word),
                        Err(wait) => self.wait(wait)?,
                    }
                }
                Op::Halt { src } => match self.outermost(input, self.stack.get(src)) {
                    Ok(word) => return Ok(word),
                    Err(wait) => self.wait(wait)?,
                },
            }
        }
    }

    /// Makes the list of a long text.
    #[cold]
    fn long_text(&mut self, code: &Code, constant: u32) -> Result<Word, FaultKind> {
        let Constant::Text(text) = &code.constants[constant as usize] else {
            unreachable!("constant {constant} is not a text")
        };
        let characters = text.chars().count();
        self.meter.spend_on_text(characters)?;
        self.store.text(text, characters)
    }

    #[inline]
    fn construct(&mut self, dst: Reg, n: u16, constructor: u32, fields: ListId) {
        let at = self.store.heap.len() as u32;
        self.push_listed(fields, n);
        self.stack.set(dst, Word::construct(constructor, at));
    }

    /// Pushes registers to the heap.
    #[inline]
    fn push_listed(&mut self, list: ListId, n: u16) {
        self.store.heap.extend(self.stack.listed(&self.program.code, list, n.into()));
    }

    /// Evaluates a delayed value; afterwards the operation is repeated.
    #[cold]
    fn wait(&mut self, wait: Wait) -> Result<(), Stop> {
        match wait {
            Wait::Delayed(delayed) => self.evaluate(delayed, None),
            Wait::Stop(stop) => Err(*stop),
        }
    }

    /// Returns the function to be called. Of a function that is an input, only the part that the
    /// call needs is decided.
    #[inline]
    fn callee(&mut self, input: &mut Run, callee: Reg) -> Progress<Word> {
        let word = self.stack.get(callee);
        if word.is_open() { self.function(input, word) } else { Ok(word) }
    }
}
