//! Reads values out of the machine, as far as they are known.

use std::sync::Arc;

use everycase_kernel::lazy::Run;
use rustc_hash::FxHashSet;

use super::snapshot::Mark;
use super::stop::Progress;
use super::store::Store;
use super::watch::Replies;
use super::word::{Look, Tag, Word};
use super::{Machine, Outcome};
use crate::compile::bytecode::Code;
use crate::core::ConId;
use crate::fault::{Fault, FaultKind};
use crate::inputs::FunctionInput;
use crate::value::assembly::{Assembly, At};
use crate::value::{Lambda, MOST_PARTS, Value};

/// The maximal depth to which values are read.
const DEPTH: usize = 5_000;

impl Store {
    /// Reads a value with at most `delayed` delayed parts, the leftmost ones, since there may be infinitely many. Parts within
    /// functions do not count.
    pub(super) fn value_within(&self, code: &Code, word: Word, mut delayed: usize) -> Value {
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
            let name = function.name.as_ref().map(ToString::to_string);
            return assembly.give(Value::Function(name.unwrap_or_default()));
        };
        let held = |lambda: &Lambda| {
            let itself = lambda.itself();
            let held = lambda.captured.iter().zip(held).filter(|(local, _)| Some(**local) != itself);
            held.map(|(_, word)| *word).collect()
        };
        assembly.function(Arc::clone(lambda), held, at);
    }

    /// Returns the leftmost unevaluated part of a value, if it is among the first `delayed` ones and within the depth that is
    /// read.
    pub(super) fn first_unevaluated(&self, code: &Code, word: Word, mut delayed: usize) -> Option<u32> {
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

impl Machine {
    /// Returns the current value of a word, without deciding or evaluating anything.
    pub fn value(&self, word: Word) -> Value {
        self.store.value_within(&self.program.code, word, usize::MAX)
    }

    /// Returns the value of a finished run with at most `parts` delayed parts evaluated, from left to right. Stops at a part
    /// that demands a position.
    ///
    /// # Errors
    /// If a part ends with an error or meets a limit.
    pub fn evaluated(&mut self, word: Word, parts: usize) -> Result<Value, Fault> {
        while let Some(delayed) = self.store.first_unevaluated(&self.program.code, word, parts) {
            match self.go_on(delayed) {
                Outcome::Value(_) => {}
                Outcome::Fault(fault) | Outcome::Limit(fault) => return Err(*fault),
                Outcome::Demand(_) | Outcome::Choice(_) | Outcome::Watched(_) | Outcome::Void => break,
            }
        }
        Ok(self.store.value_within(&self.program.code, word, parts))
    }

    /// Returns a value after deciding all positions of the input in it. In a search, the next class may differ in these decisions only.
    pub fn full_value(&mut self, input: &mut Run, word: Word) -> Value {
        self.decide_all(input, word);
        self.value(word)
    }

    /// Returns a value of a run that has stopped at a watched call, after deciding all positions of the input in it and evaluating at
    /// most `parts` delayed parts, from left to right. The run goes on as if they were not evaluated. Delayed parts that fail or take
    /// long, and those after them, are open.
    pub(crate) fn known_value(
        &mut self,
        input: &mut Run,
        word: Word,
        parts: usize,
        reply: &mut Replies<'_>,
    ) -> Value {
        /// The maximal number of calls to evaluate the delayed parts, and of values that are evaluated one within the other.
        const FUEL: u64 = 5_000;
        const NESTED: u32 = 4;
        if self.decisions.asides >= NESTED
            || self.store.first_unevaluated(&self.program.code, word, parts).is_none()
        {
            return self.full_value(input, word);
        }
        self.aside(FUEL, |machine| {
            while let Some(delayed) = machine.store.first_unevaluated(&machine.program.code, word, parts) {
                machine.stack.begin(&machine.program.code);
                let outcome = match machine.evaluate(delayed, Some(0)) {
                    Ok(()) => machine.go(input),
                    Err(stop) => machine.ended(stop),
                };
                let Some(Outcome::Value(_)) = machine.go_through(input, outcome, None, reply) else { break };
            }
            machine.full_value(input, word)
        })
    }

    fn decide_all(&mut self, input: &mut Run, word: Word) {
        let mark = &self.mark(input.depth());
        let mut waiting = vec![word];
        // Shared objects are visited once.
        let mut seen = FxHashSet::default();
        while let Some(mut word) = waiting.pop() {
            if matches!(word.tag(), Tag::Construct | Tag::Delayed | Tag::Function)
                && !seen.insert(word.bits())
            {
                continue;
            }
            if self.is_provided(input, word) {
                word = self.provided(input, mark, word);
            }
            self.decide_linear(input, mark, word);
            if word.tag() == Tag::Hole {
                let position = word.payload();
                if input.is_range(position) {
                    if self.store.bound_to(position) == Word::NONE {
                        self.decide_number(input, mark, position);
                    }
                    continue;
                }
                word = if input.payload::<FunctionInput>(position).is_some() {
                    continue;
                } else {
                    match self.constructor_of(input, mark, word) {
                        Ok(word) => word,
                        Err(_) => continue,
                    }
                };
            }
            match word.tag() {
                Tag::Construct => waiting.extend_from_slice(self.store.fields(&self.program.code, word)),
                Tag::Function if !self.store.is_made(&self.program.code, word) => {
                    waiting.extend_from_slice(self.store.function(word).1)
                }
                Tag::Delayed => waiting.extend(self.store.value_of(word.at())),
                _ => {}
            }
        }
    }

    /// Returns a list of characters as a string.
    pub(super) fn text(&mut self, input: &mut Run, mut list: Word) -> Progress<String> {
        let mark = &self.mark(input.depth());
        let mut text = String::new();
        loop {
            list = self.head_in(input, mark, list, ConId::NIL.0)?;
            if list.tag() != Tag::Construct {
                break;
            }
            let at = list.at() as usize;
            let (head, tail) = (self.store.heap[at], self.store.heap[at + 1]);
            let code = match self.look(input, mark, head)? {
                Look::Known(character) => character.payload(),
                Look::Open(position) => self.decide(input, mark, |input| input.number(position)) as u32,
            };
            text.extend(char::from_u32(code));
            list = tail;
        }
        Ok(text)
    }

    /// Returns the function of a word. At a position of the input it is the definition that applies a case tree.
    pub(super) fn function(&mut self, input: &mut Run, word: Word) -> Progress<Word> {
        let word = self.store.known(word);
        if !word.is_open() {
            return Ok(word);
        }
        let mark = self.mark(input.depth());
        self.function_in(input, &mark, word)
    }

    /// Does the same in the operation that began at `mark`.
    pub(super) fn function_in(&mut self, input: &mut Run, mark: &Mark, word: Word) -> Progress<Word> {
        let position = match self.look(input, mark, word)? {
            Look::Known(word) => return Ok(word),
            Look::Open(position) => position,
        };
        let Some(&FunctionInput { apply, .. }) = input.payload::<FunctionInput>(position) else {
            return Err(FaultKind::Undecided.into());
        };
        let taken = self.decide(input, mark, |input| input.force(position));
        let word = self.store.closure(apply.0, &[Word::hole(taken.fields)]);
        self.store.bind(position, word);
        Ok(word)
    }
}
