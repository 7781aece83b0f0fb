//! Reads values; unknown parts are open.

use std::sync::Arc;

use super::Store;
use crate::compile::bytecode::{Code, FunctionId};
use crate::core::ConId;
use crate::machine::word::{Tag, Word};
use crate::value::assembly::{Assembly, At};
use crate::value::{Lambda, MOST_PARTS, Value};

/// The maximal depth to which values are read.
const DEPTH: usize = 5_000;

impl Store {
    /// Reads a value with at most `delayed` delayed parts, the leftmost ones, since there may be
    /// infinitely many. Parts within functions do not count. `open` is the value of a
    /// position that is not decided.
    pub(in crate::machine) fn value_within(
        &self,
        code: &Code,
        word: Word,
        mut delayed: usize,
        open: impl Fn(u32) -> Value,
    ) -> Value {
        let mut assembly = Assembly::new(word);
        let mut parts = MOST_PARTS;
        while let Some((word, at)) = assembly.next() {
            if parts == 0 || at.depth == DEPTH {
                assembly.give(Value::Elided);
                continue;
            }
            if word.is_open() {
                let is_counted = word.tag() == Tag::Delayed && at.within == 0;
                let known =
                    Some(self.known(word)).filter(|known| *known != word && (!is_counted || delayed > 0));
                delayed -= usize::from(is_counted && delayed > 0);
                match known {
                    Some(known) => assembly.instead(known, at),
                    None if self.is_large(word) => assembly.give(Value::Integer(self.integer_of(word))),
                    None if word.tag() == Tag::Hole && word.offset() == 0 => {
                        assembly.give(open(word.payload()));
                    }
                    None => assembly.give(Value::Open),
                }
                continue;
            }
            parts -= 1;
            let value = match word.tag() {
                Tag::Integer | Tag::Big => Value::Integer(self.integer_of(word)),
                Tag::Character => char::from_u32(word.payload()).map_or(Value::Open, Value::Character),
                Tag::Constant => Value::Construct(ConId(word.payload()), Vec::new()),
                Tag::Construct => {
                    assembly.construct(
                        ConId(word.constructor()),
                        self.fields(code, word).iter().copied(),
                        at,
                    );
                    continue;
                }
                Tag::Function => {
                    self.function_parts(code, word, at, &mut assembly);
                    continue;
                }
                Tag::Delayed | Tag::Hole | Tag::Linear | Tag::None => Value::Open,
            };
            assembly.give(value);
        }
        assembly.finish()
    }

    /// Adds the parts of a function.
    fn function_parts(&self, code: &Code, word: Word, at: At, assembly: &mut Assembly<Word>) {
        let function = self.function_of(code, word);
        if self.is_made(code, word) {
            return assembly.give(Value::Elided);
        }
        let captured = function.lambda.as_ref().map_or(0, |lambda| lambda.captured.len());
        let (held, arguments) = self.function(word).1.split_at(captured);
        if !arguments.is_empty() {
            assembly.apply(arguments.iter().copied(), at);
        }
        let Some(lambda) = &function.lambda else {
            let qualified = code.qualified.get(&(self.function(word).0 as FunctionId));
            let name = qualified.or(function.name.as_ref()).map(ToString::to_string);
            return assembly.give(Value::Function(name.unwrap_or_default()));
        };
        let held = |lambda: &Lambda| {
            let itself = lambda.itself();
            let held = lambda.captured.iter().zip(held).filter(|(local, _)| Some(**local) != itself);
            held.map(|(_, word)| *word).collect()
        };
        assembly.function(Arc::clone(lambda), held, at);
    }

    /// Returns the leftmost unevaluated part of a value, if it is among the first `delayed` ones
    /// and within the depth that is read.
    pub(in crate::machine) fn first_unevaluated(
        &self,
        code: &Code,
        word: Word,
        mut delayed: usize,
    ) -> Option<u32> {
        let mut waiting = vec![(word, 0)];
        let mut parts = MOST_PARTS;
        while let Some((word, depth)) = waiting.pop() {
            if depth == DEPTH {
                continue;
            }
            if word.tag() != Tag::Delayed {
                parts = parts.checked_sub(1)?;
            }
            match word.tag() {
                Tag::Construct => {
                    waiting.extend(self.fields(code, word).iter().rev().map(|field| (*field, depth + 1)));
                }
                Tag::Delayed if delayed == 0 => return None,
                Tag::Delayed => match self.value_of(word.at()) {
                    Some(value) => {
                        delayed -= 1;
                        waiting.push((value, depth));
                    }
                    None => return Some(word.at()),
                },
                _ => {}
            }
        }
        None
    }
}
