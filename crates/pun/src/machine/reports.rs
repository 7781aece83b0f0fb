//! Values met before: reports the value of each expression at a position to the caller when it is
//! evaluated, and ends the run if the caller has no use for it.
//!
//! The value of a position is reported once on each path of decisions. A run may be begun again for
//! want of memory, when later decisions are known already; what was reported before is not reported
//! again.

use std::sync::Arc;

use everycase_kernel::lazy::Run;

use super::Machine;
use super::providers::{Providers, Values};
use super::stop::Stop;
use super::store::Store;
use super::word::{Tag, Word};
use crate::compile::bytecode::Code;

/// The maximal number of constructors, numbers and positions of a value that is reported.
const MOST: usize = 512;

/// The expressions at positions whose values are reported.
#[derive(Default)]
pub(super) struct Reports {
    values: Option<Arc<dyn Values>>,
    /// The run that they belong to.
    run: u32,
    /// Expressions that are not evaluated: where they are on the heap, and their positions.
    waiting: Vec<(u32, u32)>,
    /// Positions with the value of another position: how many positions were bound before, the
    /// position and the other one.
    same: Vec<(usize, u32, u32)>,
    /// The positions whose values have been reported, each with the number of decisions before.
    reported: Vec<(u32, usize)>,
}

/// Begins the word of each part of a value.
#[derive(Clone, Copy)]
enum Sign {
    Integer,
    Big,
    Character,
    Constant,
    Construct,
    Number,
    Open,
}

impl Reports {
    /// Forgets the expressions of the current run.
    pub(super) fn clear(&mut self) {
        self.waiting.clear();
        self.same.clear();
    }

    /// Prepares for a run that continues after its first decisions.
    pub(super) fn begin(&mut self, input: &Run) {
        if self.run != input.id() {
            self.run = input.id();
            self.reported.clear();
        }
        while self.reported.last().is_some_and(|(_, decisions)| *decisions >= input.depth()) {
            self.reported.pop();
        }
    }

    /// Forgets expressions that have left the heap, and positions that are not bound any more.
    pub(super) fn restore(&mut self, store: &Store) {
        let end = store.heap.len() as u32;
        while self.waiting.last().is_some_and(|(at, _)| *at >= end) {
            self.waiting.pop();
        }
        while self.same.last().is_some_and(|(bound, ..)| *bound >= store.bound.len()) {
            self.same.pop();
        }
    }

    /// Records that a position, which is about to be bound, has the value of another one.
    pub(super) fn is_same(&mut self, store: &Store, position: u32, other: u32) {
        if self.values.is_some() {
            self.same.push((store.bound.len(), other, position));
        }
    }

    /// Records that the value of the whole expression is that at the end of a path into another
    /// position's value: neither is reported.
    pub(super) fn observes(&mut self, input: &Run, store: &Store, position: u32, other: u32) {
        if self.values.is_some() && self.outer(position) == input.root() {
            self.same.push((store.bound.len(), other, input.root()));
        }
    }

    /// Returns the outermost position with the value of a position.
    fn outer(&self, mut position: u32) -> u32 {
        for (_, inner, outer) in self.same.iter().rev() {
            if *inner == position {
                position = *outer;
            }
        }
        position
    }

    /// Returns whether expressions are being evaluated whose values are to be reported.
    #[inline]
    pub(super) fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Has the value of an expression reported when it is evaluated. A value that is known already
    /// is reported at once, and the run goes on.
    pub(super) fn expect(&mut self, input: &Run, code: &Code, store: &Store, position: u32, word: Word) {
        if self.values.is_none() {
            return;
        }
        let position = self.outer(position);
        // The value of the whole expression is what the run is for.
        if position == input.root() {
            return;
        }
        if word.tag() == Tag::Delayed && store.known(word) == word {
            self.waiting.push((word.at(), position));
        } else {
            self.is_redundant(input, code, store, position, word);
        }
    }

    /// Reports the value of an expression that has been evaluated, if it is one at a position.
    #[cold]
    pub(super) fn report(
        &mut self,
        input: &Run,
        code: &Code,
        store: &Store,
        at: u32,
        value: Word,
    ) -> Result<(), Stop> {
        let waiting = self.waiting.iter().rev().find(|(own, _)| *own == at);
        match waiting.copied() {
            Some((_, position)) if self.is_redundant(input, code, store, position, value) => Err(Stop::Void),
            _ => Ok(()),
        }
    }

    fn is_redundant(&mut self, input: &Run, code: &Code, store: &Store, position: u32, value: Word) -> bool {
        let Some(values) = self.values.clone() else { return false };
        if self.reported.iter().any(|(reported, _)| *reported == position) {
            return false;
        }
        self.reported.push((position, input.depth()));
        let Some(own) = input.payload::<Providers>(position) else { return false };
        let (mut parts, mut mentioned) = (vec![own.number], Vec::new());
        store.signs(input, code, value, &mut parts, &mut mentioned)
            && values.is_redundant(input, position, &parts, &mentioned)
    }
}

impl Store {
    /// Appends what identifies a value, and the positions that it mentions. Returns false if it has
    /// parts that are not evaluated, functions, or too many parts.
    fn signs(
        &self,
        input: &Run,
        code: &Code,
        value: Word,
        parts: &mut Vec<u64>,
        mentioned: &mut Vec<u32>,
    ) -> bool {
        let sign = |sign: Sign, word: u32| (sign as u64) << 32 | u64::from(word);
        let mut waiting = vec![value];
        while let Some(word) = waiting.pop() {
            if parts.len() > MOST {
                return false;
            }
            let word = self.known(word);
            match word.tag() {
                Tag::Integer => {
                    parts.extend([sign(Sign::Integer, 0), word.as_integer().cast_unsigned()]);
                }
                _ if self.is_large(word) => {
                    let digits = self.integer_of(word).to_signed_bytes_le();
                    parts.push(sign(Sign::Big, digits.len() as u32));
                    parts.extend(digits.into_iter().map(u64::from));
                }
                Tag::Character => parts.push(sign(Sign::Character, word.payload())),
                Tag::Constant => parts.push(sign(Sign::Constant, word.payload())),
                Tag::Construct => {
                    parts.push(sign(Sign::Construct, word.constructor()));
                    waiting.extend(self.fields(code, word).iter().rev());
                }
                Tag::Hole => {
                    let position = word.payload();
                    let kind = match input.payload::<Providers>(position) {
                        Some(own) => [sign(Sign::Open, 0), own.number],
                        None if input.is_range(position) => {
                            [sign(Sign::Number, 0), word.offset().cast_unsigned()]
                        }
                        None => return false,
                    };
                    parts.extend(kind);
                    let known = mentioned.iter().position(|known| *known == position);
                    parts.push(known.unwrap_or(mentioned.len()) as u64);
                    if known.is_none() {
                        mentioned.push(position);
                    }
                }
                Tag::Big | Tag::Delayed | Tag::Function | Tag::Linear | Tag::None => return false,
            }
        }
        true
    }
}

impl Machine {
    /// Has the values of further runs reported to `values`, if there is one. It takes effect with
    /// the next run that begins.
    pub fn report_values(&mut self, values: Option<Arc<dyn Values>>) {
        self.reports.values = values;
    }
}
