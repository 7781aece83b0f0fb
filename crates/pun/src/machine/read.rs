//! Reads results, after evaluating their delayed parts or deciding their open ones.

use everycase_kernel::lazy::Run;
use rustc_hash::FxHashSet;

use super::stop::Progress;
use super::watch::Replies;
use super::word::{Look, Tag, Word};
use super::{Machine, Outcome};
use crate::core::ConId;
use crate::fault::Fault;
use crate::inputs::FunctionInput;
use crate::value::Value;

impl Machine {
    /// Returns the current value of a word, without deciding or evaluating anything.
    pub fn value(&self, word: Word) -> Value {
        self.store.value_within(&self.program.code, word, usize::MAX, |_| Value::Open)
    }

    /// Returns the value of a finished run with at most `parts` delayed parts evaluated, from left
    /// to right. Stops at a part that demands a position.
    ///
    /// # Errors
    /// If a part ends with an error or meets a limit.
    pub fn evaluated(&mut self, word: Word, parts: usize) -> Result<Value, Fault> {
        match self.evaluate_parts(word, parts) {
            Some(Outcome::Fault(fault) | Outcome::Limit(fault)) => Err(*fault),
            _ => Ok(self.store.value_within(&self.program.code, word, parts, |_| Value::Open)),
        }
    }

    /// Returns the value of a finished run like [`evaluated`](Self::evaluated), where a position
    /// that was not demanded is what `open` returns for it. A part that ends with an error, and the
    /// parts after it, are open.
    pub fn evaluated_around(&mut self, word: Word, parts: usize, open: impl Fn(u32) -> Value) -> Value {
        self.evaluate_parts(word, parts);
        self.store.value_within(&self.program.code, word, parts, open)
    }

    /// Evaluates at most `parts` delayed parts of a value, from left to right. Returns how one ends
    /// that has no value.
    fn evaluate_parts(&mut self, word: Word, parts: usize) -> Option<Outcome> {
        while let Some(delayed) = self.store.first_unevaluated(&self.program.code, word, parts) {
            match self.go_on(delayed) {
                Outcome::Value(_) => {}
                outcome => return Some(outcome),
            }
        }
        None
    }

    /// Returns a value after deciding all positions of the input in it. In a search, the next class
    /// may differ in these decisions only.
    pub fn full_value(&mut self, input: &mut Run, word: Word) -> Value {
        self.decide_all(input, word);
        self.value(word)
    }

    /// Returns a value of a run that has stopped at a watched call, after deciding all positions of
    /// the input in it and evaluating at most `parts` delayed parts, from left to right. The run
    /// goes on as if they were not evaluated. Delayed parts that fail or take long, and those after
    /// them, are open.
    pub(crate) fn known_value(
        &mut self,
        input: &mut Run,
        word: Word,
        parts: usize,
        reply: &mut Replies<'_>,
    ) -> Value {
        /// The maximal number of calls to evaluate the delayed parts, and of values that are
        /// evaluated one within the other.
        const FUEL: u64 = 5_000;
        const NESTED: u32 = 4;
        if self.decisions.nested_evaluations >= NESTED
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
                    waiting.extend_from_slice(self.store.function(word).1);
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
            let &[head, tail] = self.store.fields(&self.program.code, list) else { break };
            let code = match self.look(input, mark, head)? {
                Look::Known(character) => character.payload(),
                Look::Open(position) => self.decide(input, mark, |input| input.number(position)) as u32,
            };
            text.extend(char::from_u32(code));
            list = tail;
        }
        Ok(text)
    }
}
