//! Objects on the heap: fields of constructors, functions with the arguments given so far, and
//! delayed values.

use super::Store;
use crate::compile::bytecode::{Code, Function, FunctionId};
use crate::core::ConId;
use crate::fault::FaultKind;
use crate::machine::word::Word;
use crate::value::Value;

const NIL: Word = Word::constant(ConId::NIL.0);

/// The state of a delayed value, in its header. A call among the run's arguments is given;
/// afterwards it is like any other.
const READY: u64 = 0;
const RUNNING: u64 = 1;
const DONE: u64 = 2;
const GIVEN: u64 = 3;

/// The call that computes a delayed value.
pub(in crate::machine) struct Evaluation {
    pub(in crate::machine) function: FunctionId,
    pub(in crate::machine) arguments: Vec<Word>,
    /// Whether it is among the run's arguments.
    pub(in crate::machine) is_given: bool,
}

impl Store {
    /// Makes a constructor with all its fields.
    ///
    /// # Panics
    /// If it does not take this number of fields.
    pub(in crate::machine) fn construct(&mut self, code: &Code, constructor: ConId, fields: &[Word]) -> Word {
        let arity = usize::from(code.arities[constructor.index()]);
        assert_eq!(arity, fields.len(), "the number of fields of constructor {}", constructor.0);
        if fields.is_empty() {
            return Word::constant(constructor.0);
        }
        let at = self.heap.len() as u32;
        self.heap.extend_from_slice(fields);
        Word::construct(constructor.0, at)
    }

    /// Makes the list of a text with this number of characters.
    ///
    /// # Errors
    /// If it takes more than the memory of the run.
    pub(in crate::machine) fn text(&mut self, text: &str, characters: usize) -> Result<Word, FaultKind> {
        // Each character has the word of its own and the word of the rest.
        let words = 2 * characters;
        if self.heap.len() + words > self.limit {
            return Err(FaultKind::OutOfMemory);
        }
        self.heap.reserve(words);
        let (first, end) = (self.heap.len(), self.heap.len() + words);
        for character in text.chars() {
            let next = self.heap.len() + 2;
            let rest = if next < end { Word::construct(ConId::CONS.0, next as u32) } else { NIL };
            self.heap.extend([Word::character(u32::from(character)), rest]);
        }
        Ok(if words > 0 { Word::construct(ConId::CONS.0, first as u32) } else { NIL })
    }

    /// Makes a constructor whose fields are the positions from `first` on.
    pub(in crate::machine) fn construct_open(&mut self, code: &Code, constructor: u32, first: u32) -> Word {
        let n = u32::from(code.arities[constructor as usize]);
        if n == 0 {
            return Word::constant(constructor);
        }
        let at = self.heap.len() as u32;
        self.heap.extend((0..n).map(|i| Word::hole(first + i)));
        Word::construct(constructor, at)
    }

    /// Returns the fields of a constructor.
    pub(in crate::machine) fn fields(&self, code: &Code, word: Word) -> &[Word] {
        let at = word.at() as usize;
        &self.heap[at..at + usize::from(code.arities[word.constructor() as usize])]
    }

    /// Makes a function with some arguments; their number is in its header.
    pub(in crate::machine) fn closure(&mut self, function: FunctionId, arguments: &[Word]) -> Word {
        let at = self.heap.len() as u32;
        self.heap.push(Word::of_bits((arguments.len() as u64) << 32 | u64::from(function)));
        self.heap.extend_from_slice(arguments);
        Word::function(at)
    }

    /// Returns the header of a function, whose low half is the function's number, and the captured
    /// values and arguments.
    pub(in crate::machine) fn function(&self, word: Word) -> (u64, &[Word]) {
        let at = word.at() as usize;
        let header = self.heap[at].bits();
        (header, &self.heap[at + 1..=at + (header >> 32) as usize])
    }

    pub(in crate::machine) fn function_of<'c>(&self, code: &'c Code, word: Word) -> &'c Function {
        &code.functions[self.function(word).0 as u32 as usize]
    }

    /// Returns whether a function was made for an input. Its first argument is then the value at
    /// the input's position.
    pub(in crate::machine) fn is_made(&self, code: &Code, word: Word) -> bool {
        let function = self.function_of(code, word);
        function.lambda.is_none() && function.span.is_nowhere()
    }

    /// Makes a delayed value: a header, then the arguments of its function, or its value.
    pub(in crate::machine) fn delay(&mut self, function: FunctionId, n: usize) -> u32 {
        let at = self.heap.len();
        self.heap.push(Word::of_bits((n as u64) << 34 | READY << 32 | u64::from(function)));
        self.heap.resize(at + 1 + n.max(1), Word::NONE);
        at as u32
    }

    /// Makes a delayed call that is not part of the program, but of the run's arguments.
    pub(in crate::machine) fn given(&mut self, function: FunctionId, arguments: &[Word]) -> Word {
        let n = arguments.len();
        let at = self.delay(function, n);
        self.heap[at as usize] = Word::of_bits((n as u64) << 34 | GIVEN << 32 | u64::from(function));
        self.heap[at as usize + 1..=at as usize + n].copy_from_slice(arguments);
        Word::delayed(at)
    }

    /// Returns the value of a delayed object, if it is evaluated.
    #[inline]
    pub(in crate::machine) fn value_of(&self, delayed: u32) -> Option<Word> {
        let at = delayed as usize;
        (self.heap[at].bits() >> 32 & 3 == DONE).then(|| self.heap[at + 1])
    }

    /// Returns the header of a delayed object that is not evaluated, and what its call holds.
    pub(in crate::machine) fn unevaluated(&self, delayed: u32) -> (u64, &[Word]) {
        let at = delayed as usize;
        let header = self.heap[at].bits();
        (header, &self.heap[at + 1..at + 1 + (header >> 34) as usize])
    }

    /// Begins to evaluate a delayed object. Returns its call. `kept` is the height of the heap at
    /// the last decision.
    ///
    /// # Errors
    /// If the object is being evaluated already.
    pub(in crate::machine) fn begin(
        &mut self,
        code: &Code,
        delayed: u32,
        kept: usize,
    ) -> Result<Evaluation, FaultKind> {
        let (header, arguments) = self.unevaluated(delayed);
        let (function, state) = (header as u32, header >> 32 & 3);
        if state == RUNNING {
            return Err(FaultKind::NeedsItself(code.functions[function as usize].name.clone()));
        }
        let call = Evaluation { function, arguments: arguments.to_vec(), is_given: state == GIVEN };
        self.note_update(delayed, kept);
        let running = (header >> 34) << 34 | RUNNING << 32 | u64::from(function);
        self.heap[delayed as usize] = Word::of_bits(running);
        Ok(call)
    }

    /// Stores the value of a delayed object. `kept` is the height of the heap at the last decision.
    pub(in crate::machine) fn end(&mut self, delayed: u32, value: Word, kept: usize) {
        self.note_update(delayed, kept);
        let at = delayed as usize;
        (self.heap[at], self.heap[at + 1]) = (Word::of_bits(DONE << 32), value);
    }

    fn note_update(&mut self, delayed: u32, kept: usize) {
        let at = delayed as usize;
        // Objects made after the last decision are discarded when it changes, so only older ones
        // are recorded.
        if at < kept {
            self.updates.push((delayed, self.heap[at], self.heap[at + 1]));
        }
    }

    /// Makes a value. It may be deeper than Rust's stack, so its parts are made first, the last one
    /// first.
    ///
    /// # Panics
    /// If it has functions or unknown parts.
    pub(in crate::machine) fn make(&mut self, code: &Code, value: &Value) -> Word {
        enum Task<'v> {
            Value(&'v Value),
            Construct(ConId, usize),
        }
        let (mut done, mut tasks) = (Vec::new(), vec![Task::Value(value)]);
        while let Some(task) = tasks.pop() {
            let word = match task {
                Task::Value(Value::Integer(value)) => self.big(value.clone()),
                Task::Value(Value::Character(value)) => Word::character(u32::from(*value)),
                Task::Value(Value::Construct(constructor, fields)) => {
                    tasks.push(Task::Construct(*constructor, fields.len()));
                    tasks.extend(fields.iter().rev().map(Task::Value));
                    continue;
                }
                Task::Value(other) => panic!("{other:?} is not known, or a function"),
                Task::Construct(constructor, n) => {
                    let fields = done.split_off(done.len() - n);
                    self.construct(code, constructor, &fields)
                }
            };
            done.push(word);
        }
        done.pop().unwrap_or(Word::NONE)
    }
}
