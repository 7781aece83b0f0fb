//! Reading values out of the machine, as far as they are known.

use everycase_space::lazy::Partial;
use num_bigint::BigInt;

use super::Machine;
use super::execute::Stop;
use super::word::{Tag, Word};
use crate::core::ConId;
use crate::fault::FaultKind;
use crate::inputs::FunctionInput;
use crate::value::Value;

/// Values are read no deeper than this; what is below is shown as if nobody had looked.
const DEPTH: u32 = 10_000;

impl Machine {
    /// A value as it is now: nothing is decided or evaluated for it.
    pub(crate) fn value(&self, word: Word) -> Value {
        self.value_within(word, DEPTH)
    }

    fn value_within(&self, word: Word, depth: u32) -> Value {
        if depth == 0 {
            return Value::Open;
        }
        match word.tag() {
            Tag::Integer | Tag::Big => Value::Integer(self.integer_of(word)),
            Tag::Character => char::from_u32(word.payload()).map_or(Value::Open, Value::Character),
            Tag::Constant => Value::Construct(ConId(word.payload()), Vec::new()),
            Tag::Construct => {
                let at = word.at() as usize;
                let n = usize::from(self.code.arities[word.constructor() as usize]);
                let fields = self.heap[at..at + n].iter().map(|field| self.value_within(*field, depth - 1));
                Value::Construct(ConId(word.constructor()), fields.collect())
            }
            Tag::Function => {
                let function = self.heap[word.at() as usize].bits() as u32;
                let name = self.code.functions[function as usize].name.as_deref();
                Value::Function(name.unwrap_or("a function").to_owned())
            }
            Tag::Delayed => {
                self.value_of(word.at()).map_or(Value::Open, |value| self.value_within(value, depth - 1))
            }
            Tag::Hole => match self.bound_to(word.payload()) {
                Word::NONE => Value::Open,
                bound => self.value_within(bound, depth - 1),
            },
            Tag::None => Value::Open,
        }
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
                        let value = input.number(position).cast_signed();
                        let number = if input.is_character(position) {
                            Word::character(value as u32)
                        } else {
                            self.big(BigInt::from(value))
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
                Tag::Construct => {
                    let at = word.at() as usize;
                    let n = usize::from(self.code.arities[word.constructor() as usize]);
                    waiting.extend_from_slice(&self.heap[at..at + n]);
                }
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
