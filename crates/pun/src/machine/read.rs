//! Reading values out of the machine, as far as they are known.

use everycase_space::lazy::Partial;
use num_bigint::BigInt;

use super::execute::Stop;
use super::word::{Tag, Word};
use super::{Machine, Outcome};
use crate::core::ConId;
use crate::fault::{Fault, FaultKind};
use crate::inputs::FunctionInput;
use crate::value::Value;

/// Values are read no deeper than this; what is below is shown as if nobody had looked.
const DEPTH: usize = 5_000;

/// What is left to do to put a value together, the last first.
enum Task {
    /// The value of this, so deep below the whole.
    Value(Word, usize),
    /// A constructor around the values made last.
    Construct(ConId, usize),
}

impl Machine {
    /// A value as it is now: nothing is decided or evaluated for it.
    pub(crate) fn value(&self, word: Word) -> Value {
        self.value_within(word, usize::MAX)
    }

    /// The same with no more than so many delayed parts, the leftmost ones: there may be endlessly many.
    fn value_within(&self, word: Word, mut parts: usize) -> Value {
        let (mut done, mut tasks) = (Vec::new(), vec![Task::Value(word, 0)]);
        while let Some(task) = tasks.pop() {
            let value = match task {
                Task::Construct(constructor, n) => {
                    Value::Construct(constructor, done.split_off(done.len().saturating_sub(n)))
                }
                Task::Value(_, DEPTH) => Value::Open,
                Task::Value(word, depth) => match word.tag() {
                    Tag::Integer | Tag::Big => Value::Integer(self.integer_of(word)),
                    Tag::Character => char::from_u32(word.payload()).map_or(Value::Open, Value::Character),
                    Tag::Constant => Value::Construct(ConId(word.payload()), Vec::new()),
                    Tag::Construct => {
                        let fields = self.fields(word);
                        tasks.push(Task::Construct(ConId(word.constructor()), fields.len()));
                        tasks.extend(fields.iter().rev().map(|field| Task::Value(*field, depth + 1)));
                        continue;
                    }
                    Tag::Function => Value::Function(self.name_of(word)),
                    Tag::Delayed | Tag::Hole => {
                        let is_counted = word.tag() == Tag::Delayed;
                        if is_counted && parts == 0 {
                            done.push(Value::Open);
                            continue;
                        }
                        parts -= usize::from(is_counted);
                        if let Some(known) = self.known(word).filter(|known| *known != word) {
                            tasks.push(Task::Value(known, depth));
                            continue;
                        }
                        Value::Open
                    }
                    Tag::None => Value::Open,
                },
            };
            done.push(value);
        }
        done.pop().unwrap_or(Value::Open)
    }

    fn fields(&self, word: Word) -> &[Word] {
        let at = word.at() as usize;
        &self.heap[at..at + usize::from(self.code.arities[word.constructor() as usize])]
    }

    /// The name of a function, or its source.
    fn name_of(&self, word: Word) -> String {
        let function = self.heap[word.at() as usize].bits() as u32;
        let function = &self.code.functions[function as usize];
        match &function.name {
            Some(name) => name.to_string(),
            None => self.code.sources.text(function.span).to_owned(),
        }
    }

    /// The leftmost part of a value that is still to be evaluated, of so many delayed ones.
    fn unevaluated(&self, word: Word, mut parts: usize) -> Option<u32> {
        let mut waiting = vec![(word, 0)];
        while let Some((word, depth)) = waiting.pop() {
            match word.tag() {
                _ if depth == DEPTH => {}
                Tag::Construct => {
                    waiting.extend(self.fields(word).iter().rev().map(|field| (*field, depth + 1)));
                }
                Tag::Delayed if parts == 0 => return None,
                Tag::Delayed => match self.value_of(word.at()) {
                    Some(value) => {
                        parts -= 1;
                        waiting.push((value, depth));
                    }
                    None => return Some(word.at()),
                },
                _ => {}
            }
        }
        None
    }

    /// The value of a run that has ended, with so many delayed parts evaluated, from left to right.
    pub(crate) fn evaluated(&mut self, word: Word, parts: usize) -> Result<Value, Box<Fault>> {
        while let Some(delayed) = self.unevaluated(word, parts) {
            if let Outcome::Fault(fault) = self.go_on(delayed) {
                return Err(fault);
            }
        }
        Ok(self.value_within(word, parts))
    }

    /// A value with all positions of the input that it holds decided.
    pub(crate) fn full_value(&mut self, input: &mut Partial, word: Word) -> Value {
        self.decide_all(input, word);
        self.value(word)
    }

    fn decide_all(&mut self, input: &mut Partial, word: Word) {
        let mut waiting = vec![word];
        while let Some(mut word) = waiting.pop() {
            if word.tag() == Tag::Hole {
                let position = word.payload();
                if input.is_range(position) {
                    if self.bound_to(position) == Word::NONE {
                        let value = input.number(position);
                        let number = if input.is_character(position) {
                            Word::character(value as u32)
                        } else {
                            self.big(BigInt::from(value.cast_signed()))
                        };
                        self.bind(position, number);
                    }
                    continue;
                }
                word = if input.payload::<FunctionInput>(position).is_some() {
                    continue;
                } else {
                    self.constructor_at_any(input, position)
                };
            }
            match word.tag() {
                Tag::Construct => waiting.extend_from_slice(self.fields(word)),
                Tag::Delayed => waiting.extend(self.value_of(word.at())),
                _ => {}
            }
        }
    }

    /// A list of characters.
    pub(super) fn text(&mut self, input: &mut Partial, mut list: Word) -> String {
        let (mark, before) = (self.mark(), input.depth());
        let mut text = String::new();
        loop {
            if list.tag() == Tag::Hole {
                list = self.constructor_at(input, list.payload(), ConId::NIL.0);
            }
            if list.tag() != Tag::Construct {
                break;
            }
            let at = list.at() as usize;
            let (head, tail) = (self.heap[at], self.heap[at + 1]);
            let code = match head.tag() {
                Tag::Hole => input.number(head.payload()) as u32,
                _ => head.payload(),
            };
            text.extend(char::from_u32(code));
            list = tail;
        }
        if input.depth() > before {
            self.decided(&mark, before);
        }
        text
    }

    /// The function that an input's position is: a case tree, and what applies it.
    pub(super) fn function_at_hole(&mut self, input: &mut Partial, position: u32) -> Result<Word, Stop> {
        let bound = self.bound_to(position);
        if bound != Word::NONE {
            return Ok(bound);
        }
        let Some(&FunctionInput { apply, .. }) = input.payload::<FunctionInput>(position) else {
            return Err(FaultKind::Undecided.into());
        };
        let (mark, before) = (self.mark(), input.depth());
        let taken = input.force(position);
        if input.depth() > before {
            self.decided(&mark, before);
        }
        let word = self.closure(apply.0, &[Word::hole(taken.fields)]);
        self.bind(position, word);
        Ok(word)
    }
}
