//! Looks at words: of a position of the input, only the part that the operation needs is decided.

use everycase_kernel::lazy::Run;

use super::Machine;
use super::snapshot::Mark;
use super::stop::{Progress, Stop, Wait};
use super::word::{Look, Tag, Word};
use crate::fault::FaultKind;
use crate::inputs::{FirstConstructor, FunctionInput};

impl Machine {
    /// Looks at a word: it is known, or a position that the kernel decides now. The run waits for
    /// an unevaluated object, and ends at a position whose value the caller gives.
    #[inline]
    pub(super) fn look(&mut self, input: &mut Run, mark: &Mark, word: Word) -> Progress<Look> {
        let mut word = self.store.known(word);
        if self.is_provided(input, word) {
            word = self.provided(input, mark, word);
        }
        match word.tag() {
            Tag::Hole if self.decisions.caller_decides => Err(Stop::Demand(word.payload()).into()),
            Tag::Hole if self.store.bound_to(word.payload()) == Word::NONE => Ok(Look::Open(word.payload())),
            Tag::Linear => Ok(self.store.open_of(word).map_or(Look::Known(word), Look::Open)),
            Tag::Delayed => Err(Wait::Delayed(word.at())),
            _ => Ok(Look::Known(word)),
        }
    }

    /// Returns the constructor of a word; decides it if it is an open position of any data type.
    pub(super) fn constructor_of(&mut self, input: &mut Run, mark: &Mark, word: Word) -> Progress<Word> {
        let position = match self.look(input, mark, word)? {
            Look::Known(word) => return Ok(word),
            Look::Open(position) => position,
        };
        let base = input.payload::<FirstConstructor>(position).map_or(0, |first| first.0.0);
        Ok(self.decide_constructor(input, mark, position, base))
    }

    /// Returns the constructor of a word; decides it if it is an open position of the data type
    /// whose first constructor is `base`.
    #[inline]
    pub(super) fn head(&mut self, input: &mut Run, word: Word, base: u32) -> Progress<Word> {
        if word.tag() == Tag::Hole {
            let bound = self.store.bound_to(word.payload());
            if matches!(bound.tag(), Tag::Constant | Tag::Construct) {
                return Ok(bound);
            }
            if bound == Word::NONE && !self.decisions.caller_decides && !self.is_provided(input, word) {
                let mark = self.mark(input.depth());
                return Ok(self.decide_constructor(input, &mark, word.payload(), base));
            }
        }
        let word = self.store.known(word);
        if !word.is_open() {
            return Ok(word);
        }
        let mark = self.mark(input.depth());
        self.head_in(input, &mark, word, base)
    }

    /// Does the same in the operation that began at `mark`.
    pub(super) fn head_in(&mut self, input: &mut Run, mark: &Mark, word: Word, base: u32) -> Progress<Word> {
        match self.look(input, mark, word)? {
            Look::Known(word) => Ok(word),
            Look::Open(position) => Ok(self.decide_constructor(input, mark, position, base)),
        }
    }

    fn decide_constructor(&mut self, input: &mut Run, mark: &Mark, position: u32, base: u32) -> Word {
        self.name_state(input);
        let taken = self.decide(input, mark, |input| input.force(position));
        let constructor = base + taken.alternative;
        let word = self.store.construct_open(&self.program.code, constructor, taken.fields);
        self.store.bind(position, word);
        word
    }

    /// Returns the function of a word. At a position of the input it is the definition that applies
    /// a case tree.
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
