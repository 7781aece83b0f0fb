//! The loop: one operation after the other.

use everycase_kernel::lazy::Partial;

use super::Machine;
use super::word::{Tag, Word};
use crate::compile::bytecode::{ListId, Op, Reg};
use crate::core::Primitive;
use crate::fault::FaultKind;
use crate::inputs::FirstConstructor;

/// Why a run ends without a value.
#[derive(Debug)]
pub(super) enum Stop {
    /// With an error.
    Fault(FaultKind),
    /// The choices have come to an end before the run has.
    Void,
    /// Frames that decisions come back to take too much room.
    Crowded,
}

impl From<FaultKind> for Stop {
    fn from(kind: FaultKind) -> Self {
        Self::Fault(kind)
    }
}

/// What an operation that may have to wait for a delayed value has come to.
pub(super) enum Progress<T> {
    /// This.
    Done(T),
    /// The delayed value is evaluated first, then the operation is begun again.
    Delayed(u32),
    /// A limit.
    Ended(FaultKind),
}

impl Machine {
    /// Runs until the end.
    #[expect(clippy::too_many_lines, reason = "an arm for each operation")]
    pub(super) fn execute(&mut self, input: &mut Partial) -> Result<Word, Stop> {
        let code = std::sync::Arc::clone(&self.code);
        let ops = &code.ops[..];
        loop {
            let at = self.pc;
            self.pc = at + 1;
            match ops[at] {
                Op::Move { dst, src } => self.set(dst, self.get(src)),
                Op::Constant { dst, constant } => self.set(dst, self.constants[constant as usize]),
                Op::Construct { dst, n, constructor, fields } => self.construct(dst, n, constructor, fields),
                Op::Field { dst, src, i } => {
                    let at = self.get(src).at() as usize + i as usize;
                    self.set(dst, self.heap[at]);
                }
                Op::Closure { dst, n, function, captures } => {
                    let at = self.heap.len() as u32;
                    self.heap.push(Word::of_bits(u64::from(n) << 32 | u64::from(function)));
                    // It is in its register before its captures are read: it may be one of them.
                    self.set(dst, Word::function(at));
                    self.push_listed(captures, n);
                }
                Op::Delay { dst, n, function, captures } => {
                    let at = self.delay(function, n.into());
                    self.set(dst, Word::delayed(at));
                    for i in 0..n {
                        let register = code.registers[captures as usize + i as usize];
                        self.heap[at as usize + 1 + i as usize] = self.get(register);
                    }
                }
                Op::Force { dst, src } => {
                    let word = self.get(src);
                    if word.tag() != Tag::Delayed {
                        self.set(dst, word);
                    } else if let Some(value) = self.value_of(word.at()) {
                        self.set(dst, value);
                    } else {
                        self.evaluate(word.at(), dst, false)?;
                    }
                }
                Op::Global { dst, function } => {
                    let value = self.globals[function as usize];
                    if value == Word::NONE {
                        self.arguments.clear();
                        self.call(function, dst)?;
                    } else {
                        self.set(dst, value);
                    }
                }
                Op::Call { dst, function, arguments } => self.call_listed(function, arguments, dst)?,
                Op::TailCall { function, arguments } => {
                    self.gather(arguments, code.functions[function as usize].arity as usize);
                    self.tail_call(function)?;
                }
                Op::Apply { dst, callee, n, arguments } => {
                    let callee = self.callee(input, callee)?;
                    self.apply(callee, (arguments, n.into()), Some(dst))?;
                }
                Op::TailApply { callee, n, arguments } => {
                    let callee = self.callee(input, callee)?;
                    self.apply(callee, (arguments, n.into()), None)?;
                }
                Op::Return { src } => self.return_value(self.get(src)),
                Op::Jump { to } => self.pc = to as usize,
                Op::Switch { dst, src, base, targets, .. } => {
                    let mut word = self.get(src);
                    if word.tag() == Tag::Hole {
                        word = self.constructor_at(input, word.payload(), base);
                    }
                    self.set(dst, word);
                    self.pc = code.targets[(targets + word.constructor() - base) as usize] as usize;
                }
                Op::IsLiteral { scratch, src, literal, otherwise } => {
                    let (a, b) = (self.get(src), self.get(literal));
                    let holds = if Word::are_integers(a, b) {
                        a == b
                    } else {
                        match self.holds(input, Primitive::Equal, a, b) {
                            Progress::Done(holds) => holds,
                            Progress::Delayed(at) => {
                                self.evaluate(at, scratch, true)?;
                                continue;
                            }
                            Progress::Ended(kind) => return Err(kind.into()),
                        }
                    };
                    if !holds {
                        self.pc = otherwise as usize;
                    }
                }
                Op::IsTrue { src, otherwise } => {
                    let mut word = self.get(src);
                    if word.tag() == Tag::Hole {
                        word = self.constructor_at(input, word.payload(), 0);
                    }
                    if !word.is_true() {
                        self.pc = otherwise as usize;
                    }
                }
                Op::Compare { dst, a, b, with } => match self.holds(input, with, self.get(a), self.get(b)) {
                    Progress::Done(holds) => self.set(dst, Word::boolean(holds)),
                    Progress::Delayed(at) => self.evaluate(at, dst, true)?,
                    Progress::Ended(kind) => return Err(kind.into()),
                },
                Op::Holds { with, scratch, a, b, otherwise } => {
                    match self.holds(input, with, self.get(a), self.get(b)) {
                        Progress::Done(true) => {}
                        Progress::Done(false) => self.pc = otherwise as usize,
                        Progress::Delayed(at) => self.evaluate(at, scratch, true)?,
                        Progress::Ended(kind) => return Err(kind.into()),
                    }
                }
                Op::Arithmetic { dst, a, b, with } => {
                    let value = self.arithmetic(input, with, self.get(a), self.get(b))?;
                    self.set(dst, value);
                }
                Op::NoBranch { src } => {
                    let value = self.value(self.get(src));
                    return Err(FaultKind::NoBranch(Box::new(value)).into());
                }
                Op::Error { src } => return Err(FaultKind::Error(self.text(input, self.get(src))).into()),
                Op::Choose { otherwise } => {
                    if self.choose(input)? {
                        self.pc = otherwise as usize;
                    }
                }
                Op::ChooseInteger { dst, natural } => {
                    let word = self.choose_integer(input, natural)?;
                    self.set(dst, word);
                }
                Op::ChooseBetween { dst, lo, hi } => {
                    let word = self.choose_between(input, self.get(lo), self.get(hi))?;
                    self.set(dst, word);
                }
                Op::Update { delayed, src } => {
                    let value = self.get(src);
                    self.update(self.get(delayed).at(), value);
                    self.return_value(value);
                }
                Op::Assumed => self.settle(input),
                Op::Halt { src } => return Ok(self.result(input, self.get(src))),
            }
        }
    }

    #[inline]
    fn construct(&mut self, dst: Reg, n: u16, constructor: u32, fields: ListId) {
        let at = self.heap.len() as u32;
        self.push_listed(fields, n);
        self.set(dst, Word::construct(constructor, at));
    }

    /// Puts registers onto the heap.
    #[inline]
    fn push_listed(&mut self, list: ListId, n: u16) {
        let list = &self.code.registers[list as usize..list as usize + n as usize];
        self.heap.extend(list.iter().map(|register| self.stack[self.base + *register as usize]));
    }

    /// What is called: a function that is an input is decided as far as that takes.
    #[inline]
    fn callee(&mut self, input: &mut Partial, callee: Reg) -> Result<Word, Stop> {
        let word = self.get(callee);
        if word.tag() == Tag::Hole { self.function_at_hole(input, word.payload()) } else { Ok(word) }
    }

    /// Returns the result of a run: of a position what it has been decided to be, and a constructor is decided now. Only an
    /// integer, a character or a function that nothing has looked at remains a position.
    fn result(&mut self, input: &mut Partial, word: Word) -> Word {
        if word.tag() != Tag::Hole {
            return word;
        }
        let bound = self.bound_to(word.payload());
        if bound == Word::NONE && input.payload::<FirstConstructor>(word.payload()).is_some() {
            return self.constructor_at_any(input, word.payload());
        }
        if bound == Word::NONE { word } else { bound }
    }
}
